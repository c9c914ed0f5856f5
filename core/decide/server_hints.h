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

/// What a client made of a header in which the server says something about retrying.
enum class HintUse {
    Obeyed,     ///< it is what the header asks for
    Bounded,    ///< read, and raised or cut by the client's own bounds
    Ignored,    ///< not read, or without effect on this decision
    Unreadable, ///< read, and not understood by this client
    Unknown,    ///< of a recording: whether the client reads it does not show in one wait
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

/// What the number in such a header is.
enum class HintMeaning {
    None, ///< nothing that can be told, for want of a readable value
    Seconds,
    Milliseconds,
    Date,
    SecondsToReset, ///< until a limit is lifted
    ResetTime,      ///< when a limit is lifted, in seconds since 1970
    Retry,          ///< asks for a retry, at no particular time
    NoRetry,        ///< asks for none
};

/// Why a client that reads such a header did nothing about it this time.
enum class HintLoss {
    Unknown,     ///< another header came first, no delay was due, or nobody noted it
    OwnDelay,    ///< the rule that decided has a delay of its own
    OtherStatus, ///< beside this status the client does not look
    TooShort,    ///< a limit of the client's, below which it takes the header for missing
    TooLong,     ///< likewise, above which
};

/// One header of a response that says something about retrying.
struct ServerHint
{
    std::string header; ///< as the response spells it
    std::string value;
    HintMeaning meaning = HintMeaning::None; ///< to whoever reads it as its definition says
    std::optional<Duration> asked;           ///< absent where it asks for no delay
    HintUse use = HintUse::Ignored;
    bool isRead = false; ///< this client looks at the header, in this response or another one
    /// The delay that came of it, of an unreadable one too; absent: it has no effect.
    std::optional<Duration> applied;
    std::optional<HintUnit> readAs;   ///< how this client reads it; absent where it does not as a delay
    std::optional<HintBounds> bounds; ///< set with readAs
    Duration lower{0};                ///< of what may be applied; set with applied
    std::optional<Duration> upper;    ///< absent: no bound
    bool isNegative = false;          ///< it is a number below 0, which asks for no delay
    bool isJittered = false;          ///< the client adds jitter on top of what is asked for
    /// Of a recording: nobody judged, and this is how long the client waited; absent: it did not retry.
    bool isObserved = false;
    std::optional<Duration> waited;
    HintLoss loss = HintLoss::Unknown; ///< of one that is read and ignored
    std::optional<Duration> limit;     ///< set where it was too short or too long
    bool operator==(const ServerHint&) const = default;
};

/// Every header of the response that says something about retrying, once each, in the order in which they
/// came, and what this decision made of it. The state of a limit says something once nothing is left, or,
/// where that is not told, beside 429 and 503; to a client that reads it, always. Known are Retry-After (RFC
/// 9110, section 10.2.3), RateLimit and its predecessors (draft-ietf-httpapi-ratelimit-headers),
/// grpc-retry-pushback-ms (gRFC A6), those of AWS, Stripe, the LLM services and Envoy, and whatever the
/// policy reads beside them. wallTime: ours, for dates in responses without a Date; absent: such a date asks
/// for no delay that is known.
[[nodiscard]] std::vector<ServerHint> serverHintsOf(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                                    const Decision& decision,
                                                    std::optional<WallTime> wallTime = {});

/// The one that matters most: obeyed or bounded, else the first; nullptr when there is none.
[[nodiscard]] const ServerHint* foremostHint(const std::vector<ServerHint>& hints);

} // namespace retryscope
