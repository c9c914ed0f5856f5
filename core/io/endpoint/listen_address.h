// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QHostAddress>
#include <QString>

namespace retryscope::io {

/// A HOST:PORT, `[::1]:9000` too.
struct ListenAddress
{
    QString host;
    quint16 port = 0;
};
/// An error that says what is allowed.
Result<ListenAddress> listenAddressFrom(const QString& text);

/// Of this machine: an IP address, or `localhost`, which is 127.0.0.1. Null for any other name: nothing is
/// looked up.
[[nodiscard]] QHostAddress hostToListenOn(const ListenAddress& address);
/// That it cannot be listened on, and why.
[[nodiscard]] Error cannotListen(const ListenAddress& address, const QString& why);
/// HOST:PORT, with the brackets of IPv6.
[[nodiscard]] QString addressText(const QHostAddress& host, quint16 port);

} // namespace retryscope::io
