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
struct AnswerPiece
{
    Duration delay{0}; ///< before the first byte
    std::string bytes;
    Duration perByte{0}; ///< above zero: one byte each time this much has passed
    bool operator==(const AnswerPiece&) const = default;
};

enum class AnswerEnding {
    KeepAlive, ///< the connection carries the next request
    Fin,
    Reset, ///< RST
    Hang,  ///< nothing more, and the connection stays open
};

/// What happens on a connection once a request has arrived.
struct AnswerPlan
{
    std::vector<AnswerPiece> pieces;
    AnswerEnding ending = AnswerEnding::KeepAlive;
    Duration endingDelay{0}; ///< between the last byte and the ending
    bool operator==(const AnswerPlan&) const = default;
};

/// What an answer depends on beside its step.
struct AnswerContext
{
    std::string_view method = "GET";
    bool keepAlive = true; ///< the client's wish
    bool isHttp10 = false;
    WallTime now{0};
    std::string_view requestId;
};

/// Turns a step into bytes, delays and an ending. Adds `Date` and `Content-Length` unless the step sets them,
/// and `Connection` where the client has to know. A step that sets `Transfer-Encoding: chunked` is sent
/// chunked. An answer to HEAD, and 204 and 304, have no body on the wire. Refuse, TlsFail, NoHost and
/// NoConnect never come to an answer; should one of them get a request all the same, it is reset.
[[nodiscard]] AnswerPlan answerPlanFor(const FaultStep& step, const AnswerContext& context);

} // namespace retryscope::io
