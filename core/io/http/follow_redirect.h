// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"

#include <optional>
#include <string>

namespace retryscope::io {

/// What becomes of a request at a redirect.
struct FollowedRequest
{
    std::optional<RequestSpec> next; ///< method, address and headers; absent: the redirect is not followed
    bool isElsewhere = false;        ///< another scheme, host or port
    bool hasBody = false;            ///< next carries the body of the request before
    std::string remark;              ///< what changed on the way, or why it is not followed; may be empty
};

/// The request that follows a redirect with this status and Location. RFC 9110, section 15.4: 303 makes a GET
/// of everything but HEAD, 301 and 302 make a GET of a POST, 307 and 308 change nothing. A request that
/// becomes a GET loses its body and the headers about it. Another scheme, host or port gets no Authorization,
/// no cookies and no Host. A step from https to http is named. Not followed: an address that is not http or
/// https, and a body that can be sent only once.
[[nodiscard]] FollowedRequest followRedirect(const RequestSpec& sent, bool hasBody, int status,
                                             const std::string& location);
/// `GET http://host/path`, by which a loop is recognised: without fragment, with the scheme's port.
[[nodiscard]] std::string requestLineOf(const RequestSpec& request);

} // namespace retryscope::io
