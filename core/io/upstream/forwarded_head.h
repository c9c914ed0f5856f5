// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/http/wire_target.h"

#include <optional>
#include <string>
#include <string_view>

namespace retryscope::io {

/// The destination in the request itself.
struct SaidTarget
{
    std::optional<std::string> authority; ///< of the absolute form and of CONNECT; may have user and password
    std::string scheme;                   ///< of the absolute form, in lower case
    std::string path;                     ///< and query; at least `/`, or `*`; empty for CONNECT
};
/// method and target: of a request line (RFC 9112, section 3.2).
[[nodiscard]] SaidTarget saidTarget(std::string_view method, std::string_view target);

/// The changes to a forwarded request head. All other bytes stay unchanged.
struct HeadChanges
{
    std::string target;              ///< of the request line
    std::optional<std::string> host; ///< the value of Host; absent: as it is
    /// Removes headers meant for a proxy: Proxy-Authorization, Proxy-Connection (RFC 9110, section 7.6.1).
    bool leavesProxy = false;
    std::string proxyAuthorization; ///< for the next proxy; empty: none
};
/// head: of a complete request, including the empty line.
[[nodiscard]] std::string changedHead(std::string_view head, const HeadChanges& changes);

} // namespace retryscope::io
