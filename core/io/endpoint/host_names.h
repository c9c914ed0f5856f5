// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/io/endpoint/http_request_parser.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace retryscope::io {

/// The host of a request, in lower case and without its port, if it is neither this machine (`localhost`,
/// `*.localhost`, loopback addresses) nor one of `names`. Any web page can point its own name to loopback
/// (DNS rebinding) and would then send requests here for its visitor. Absent for a request without a host,
/// which only HTTP/1.0 allows: browsers always send one.
[[nodiscard]] std::optional<QString> foreignHost(const HttpRequest& request, const QStringList& names);

/// Normalises a user's host name for foreignHost(): lower case, without final dot and port. Absent if it is
/// not a host: a URL, a pattern, an empty text.
[[nodiscard]] std::optional<QString> hostNameFrom(const QString& given);

} // namespace retryscope::io
