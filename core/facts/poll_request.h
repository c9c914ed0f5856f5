// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/enum_words.h"
#include "core/facts/request_spec.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace retryscope {

/// The state of the polling token in the response to a start.
enum class PollToken : std::uint8_t {
    NotNeeded, ///< the polls do not name it
    Found,
    Missing,     ///< nothing, or an empty text, stands at its place
    TooLong,     ///< above kMostTokenBytes
    Unprintable, ///< with a control character
};

template <>
struct EnumWords<PollToken>
{
    static constexpr Words<PollToken, 5> kWords{{{PollToken::NotNeeded, "notNeeded"},
                                                 {PollToken::Found, "found"},
                                                 {PollToken::Missing, "missing"},
                                                 {PollToken::TooLong, "tooLong"},
                                                 {PollToken::Unprintable, "unprintable"}}};
};

/// Retryscope's limit: anything longer is a document, not a token.
inline constexpr std::size_t kMostTokenBytes = 1024;
/// Stands for the token in the address or the body of a poll.
inline constexpr std::string_view kTokenHere = "{token}";

/// The poll of one operation.
struct FilledPoll
{
    PollToken token = PollToken::NotNeeded;
    RequestTarget target;
    std::string body;
};

/// Where the path begins in `http://HOST/…`, behind which a token may stand; 0 for a path alone.
[[nodiscard]] std::size_t pathBeginsAt(std::string_view url);
[[nodiscard]] bool namesToken(const PollRequest& poll);

/// The polls after this response to the request that started the operation. request: one with a poll. The
/// token comes from the server, so it is never used in the host. In the address it is percent-encoded (RFC
/// 3986, section 2.1: all but unreserved characters); in a body it is escaped as JSON or XML if the body
/// begins like that, otherwise percent-encoded. Use target and body only if the token was found or is not
/// needed.
[[nodiscard]] FilledPoll pollFor(const RequestSpec& request, const AttemptFacts& started);

} // namespace retryscope
