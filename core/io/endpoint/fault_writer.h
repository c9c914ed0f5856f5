// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"
#include "core/simulate/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// Bytes that leave together, or one by one.
struct ResponsePiece
{
    Duration delay{0}; ///< before the first byte
    std::string bytes;
    Duration perByte{0}; ///< above zero: one byte each time this much has passed
    bool operator==(const ResponsePiece&) const = default;
};

enum class ResponseEnding {
    KeepAlive, ///< the connection carries the next request
    Fin,
    Reset, ///< RST
    Hang,  ///< nothing more, and the connection stays open
};

/// What happens on a connection after a request has arrived.
struct ResponsePlan
{
    std::vector<ResponsePiece> pieces;
    ResponseEnding ending = ResponseEnding::KeepAlive;
    Duration endingDelay{0}; ///< between the last byte and the ending
    bool operator==(const ResponsePlan&) const = default;
};

/// What a response depends on besides its step.
struct ResponseContext
{
    std::string_view method = "GET";
    bool keepAlive = true; ///< the client's wish
    bool isHttp10 = false;
    WallTime now{0};
    std::string_view requestId;
    bool isOnKept = false; ///< the connection has carried a request before
};

/// Turns a step into bytes, delays and an ending. Adds `Date` and `Content-Length` unless the step sets them,
/// and `Connection` where needed. Sends a step with `Transfer-Encoding: chunked` in chunks, followed by its
/// trailers. Responses to HEAD, 204 and 304 have no body. Refuse, TlsFail, NoHost and NoConnect have no
/// response; if a request arrives anyway, resets the connection.
[[nodiscard]] ResponsePlan responsePlanFor(const EndpointStep& step, const ResponseContext& context);

} // namespace retryscope::io
