// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// What becomes of a request at a redirect.
struct FollowedRequest
{
    std::optional<RequestSpec> next; ///< method, address and headers; absent: the redirect is not followed
    bool isElsewhere = false;        ///< another scheme, host or port
    bool hasBody = false;            ///< next carries the body of the request before
    std::string remark;              ///< what changed on the way, or why it is not followed; may be empty
};

/// Takes all header fields away but those that another server may see: what a client accepts, its name,
/// ranges, conditions, the trace, with a body what describes that, and `allowed` ones. One whose name is that
/// of a secret always goes. Returns the names that are gone.
std::vector<std::string> dropForOthers(Headers& headers, const std::vector<std::string>& allowed,
                                       bool hasBody);
/// True for a header field that dropForOthers() takes away even if it is allowed.
[[nodiscard]] bool staysWithServer(std::string_view name);

/// The request that follows a redirect with this status and Location. RFC 9110, section 15.4: 303 makes a GET
/// of everything but HEAD, 301 and 302 make a GET of a POST, 307 and 308 change nothing. A request that
/// becomes a GET loses its body and the headers about it. Another scheme, host or port gets only what
/// dropForOthers() leaves, no Host, and no client certificate unless the request names the host. A step from
/// https to http is named. Not followed: an address that is not http or https, a body that can be sent only
/// once, or would go from https to http, and another server where the request stays at its own.
[[nodiscard]] FollowedRequest followRedirect(const RequestSpec& sent, bool hasBody, int status,
                                             const std::string& location);
/// `GET http://host/path`, by which a loop is recognised: without fragment, with the scheme's port.
[[nodiscard]] std::string requestLineOf(const RequestSpec& request);

} // namespace retryscope::io
