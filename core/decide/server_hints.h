// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/decide/decision.h"
#include "core/facts/enum_words.h"
#include "core/policy/resolve.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// What a client did with a header about retrying.
enum class HintUse {
    Obeyed,     ///< it is what the header asks for
    Bounded,    ///< read, and raised or cut by the client's own bounds
    Ignored,    ///< not read, or without effect on this decision
    Unreadable, ///< read, and not understood by this client
    Unknown,    ///< of a recording: a single wait does not show whether the client reads the header
};

template <>
struct EnumWords<HintUse>
{
    static constexpr Words<HintUse, 5> kWords{{{HintUse::Obeyed, "obeyed"},
                                               {HintUse::Bounded, "bounded"},
                                               {HintUse::Ignored, "ignored"},
                                               {HintUse::Unreadable, "unreadable"},
                                               {HintUse::Unknown, "unknown"}}};
};
/// Name in JSON: `obeyed`, `bounded`, `ignored`, `unreadable`, `unknown`.
[[nodiscard]] std::string_view toString(HintUse use);

/// The meaning of the number in such a header.
enum class HintMeaning {
    None, ///< unknown, without a readable value
    Seconds,
    Milliseconds,
    Date,
    SecondsToReset, ///< until a limit is lifted
    ResetTime,      ///< when a limit is lifted, in seconds since 1970
    Retry,          ///< asks for a retry, at no particular time
    NoRetry,        ///< asks for none
};

/// Why a client that reads such a header did not follow it this time.
enum class HintLoss {
    Unknown,     ///< another header came first, no delay was due, or nobody noted it
    OwnDelay,    ///< the rule that decided has a delay of its own
    OtherStatus, ///< the client does not read the header with this status
    TooShort,    ///< below the client's limit, so the header counts as missing
    TooLong,     ///< likewise, above the limit
};

/// One header of a response, or one member of its body, that says something about retrying.
struct ServerHint
{
    std::string header; ///< as the response spells it; of a member: its place
    std::string value;
    bool isInBody = false;                   ///< header is a place: `json:error.details[1].retryDelay`
    HintMeaning meaning = HintMeaning::None; ///< according to the header's own definition
    std::optional<Duration> asked;           ///< absent where it asks for no delay
    HintUse use = HintUse::Ignored;
    bool isRead = false; ///< this client looks at the header, in this response or another one
    /// The resulting delay, also for an unreadable header; absent without an effect.
    std::optional<Duration> applied;
    std::optional<HintUnit> readAs;   ///< how this client reads it; absent where it does not as a delay
    std::optional<HintBounds> bounds; ///< set with readAs
    Duration lower{0};                ///< of what may be applied; set with applied
    std::optional<Duration> upper;    ///< absent: no bound
    bool isNegative = false;          ///< it is a number below 0, which asks for no delay
    bool isJittered = false;          ///< the client adds jitter on top of what is asked for
    /// In a recording, without judgement: how long the client waited; absent if it did not retry.
    bool isObserved = false;
    std::optional<Duration> waited;
    HintLoss loss = HintLoss::Unknown; ///< of one that is read and ignored
    std::optional<Duration> limit;     ///< set where it was too short or too long
    bool operator==(const ServerHint&) const = default;
};

/// Every header of the response about retrying, once each, in order of arrival, and its effect on this
/// decision. A rate-limit state counts when nothing is left or, if that is unknown, with 429 and 503; for a
/// client that reads the header, always. Known are Retry-After (RFC 9110, section 10.2.3), RateLimit and its
/// predecessors (draft-ietf-httpapi-ratelimit-headers), grpc-retry-pushback-ms (gRFC A6), those of AWS,
/// Stripe, the LLM services and Envoy, and whatever the policy reads beside them. Behind them the members of
/// an error's body that ask for a delay: `retryDelay` of a google.rpc.RetryInfo
/// (google/rpc/error_details.proto), `retry_after` and `retryAfter` in seconds, `retry_after_ms`; no policy
/// reads one. wallTime: this computer's, for dates in responses without a Date; absent: such a date asks for
/// no delay that is known.
[[nodiscard]] std::vector<ServerHint> serverHintsOf(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                                    const Decision& decision,
                                                    std::optional<WallTime> wallTime = {});

/// The most important hint: an obeyed or changed one, else the first; nullptr if there is none.
[[nodiscard]] const ServerHint* foremostHint(const std::vector<ServerHint>& hints);

} // namespace retryscope
