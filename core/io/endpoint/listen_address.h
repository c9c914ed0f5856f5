// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QHostAddress>
#include <QString>

namespace retryscope::io {

/// An address HOST:PORT, also `[::1]:9000`.
struct ListenAddress
{
    QString host;
    quint16 port = 0;
};
/// Parses an address; the error says which forms are allowed.
Result<ListenAddress> listenAddressFrom(const QString& text);

/// The address to listen on: an IP address, or 127.0.0.1 for `localhost`. Null for any other name: no lookup.
[[nodiscard]] QHostAddress hostToListenOn(const ListenAddress& address);
/// The error for an address that cannot be listened on. why: the reason.
[[nodiscard]] Error cannotListen(const ListenAddress& address, const QString& why);
/// HOST:PORT, with the brackets of IPv6.
[[nodiscard]] QString addressText(const QHostAddress& host, quint16 port);

} // namespace retryscope::io
