// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/io/endpoint/http_request_parser.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace retryscope::io {

/// The host that a request was meant for, in lower case and without its port, when it is neither this machine
/// (`localhost`, `*.localhost`, loopback addresses) nor one of `names`. A page from anywhere can have its own
/// name point to loopback (DNS rebinding) and would ask here in the name of its visitor. Absent for a request
/// that names no host, as only HTTP/1.0 may: browsers always name one.
[[nodiscard]] std::optional<QString> foreignHost(const HttpRequest& request, const QStringList& names);

/// A name as foreignHost() compares it, from what a user gave: in lower case, without the dot at its end. A
/// port goes. Absent for what is no host: a URL, a pattern, nothing.
[[nodiscard]] std::optional<QString> hostNameFrom(const QString& given);

} // namespace retryscope::io
