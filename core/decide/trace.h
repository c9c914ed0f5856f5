// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/facts/error_name.h"
#include "core/facts/instant.h"
#include "core/policy/policy.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace retryscope {

/// Checkpoint 1: which name the failure bears.
struct NameFound
{
    ErrorName name;
    BodyState body = BodyState::Absent;
    bool operator==(const NameFound&) const = default;
};

/// Why a rule matched or did not: the first part of its condition that decided.
enum class Evidence {
    Matched,
    Message,
    Uses, ///< the rule has matched as often as it may within one call
    Protocol,
    Scope,
    Status,
    Name,
    NameState,
    Body,
    Fault,
    Service,
    Operation,
    Value,
    Clock,
    Crc32,
    PartDone,
    Header
};

template <>
struct EnumWords<Evidence>
{
    static constexpr Words<Evidence, 17> kWords{{{Evidence::Matched, "matched"},
                                                 {Evidence::Message, "message"},
                                                 {Evidence::Uses, "uses"},
                                                 {Evidence::Protocol, "protocol"},
                                                 {Evidence::Scope, "scope"},
                                                 {Evidence::Status, "status"},
                                                 {Evidence::Name, "name"},
                                                 {Evidence::NameState, "nameState"},
                                                 {Evidence::Body, "body"},
                                                 {Evidence::Fault, "fault"},
                                                 {Evidence::Service, "service"},
                                                 {Evidence::Operation, "operation"},
                                                 {Evidence::Value, "value"},
                                                 {Evidence::Clock, "clock"},
                                                 {Evidence::Crc32, "crc32"},
                                                 {Evidence::PartDone, "partDone"},
                                                 {Evidence::Header, "header"}}};
};

/// Checkpoint 2: one rule was tried.
struct RuleTried
{
    int rule = 0; ///< index into the resolved policy's rules
    bool matched = false;
    Evidence evidence = Evidence::Matched; ///< when not matched: the part that failed
    bool operator==(const RuleTried&) const = default;
};

/// Checkpoint 1: a success status whose body makes it a failure.
struct EmbeddedErrorFound
{
    int status = 0;
    int treatedAs = 0; ///< the status that the rules saw
    BodyState body = BodyState::Parsed;
    bool operator==(const EmbeddedErrorFound&) const = default;
};

/// Checkpoint 2: the outcome of classification.
struct KindChosen
{
    ErrorKind kind = ErrorKind::None;
    int rule = -1;  ///< index of the deciding rule; -1: success status or the policy's `otherwise`
    int status = 0; ///< 0: no answer
    std::optional<FaultKind> fault;
    bool operator==(const KindChosen&) const = default;
};

/// Checkpoint 2b.
struct ClockCompared
{
    Duration difference{0}; ///< server's Date minus ours, learned skew included
    Duration tolerance{0};
    bool isOff = false;
    bool operator==(const ClockCompared&) const = default;
};

/// Checkpoint 3: the adaptive limiter learned from the answer.
struct LimiterUpdated
{
    double rateBeforePerSecond = 0; ///< fill rate; 0 while the limiter is not enabled
    double rateAfterPerSecond = 0;
    double measuredPerSecond = 0;
    bool throttled = false;
    bool enabled = false;
    bool operator==(const LimiterUpdated&) const = default;
};

/// Checkpoint 4.
struct QuotaReturned
{
    int amount = 0;
    int before = 0;
    int after = 0;
    bool operator==(const QuotaReturned&) const = default;
};

/// Checkpoint 4b.
struct PartDoneFound
{
    int left = 0;
    int total = 0;
    bool operator==(const PartDoneFound&) const = default;
};

/// Checkpoint 6.
struct AttemptsCounted
{
    int made = 0; ///< attempts that count, this one included
    int allowed = 0;
    bool counted = true; ///< false: this failure does not count in this client
    bool operator==(const AttemptsCounted&) const = default;
};

/// Checkpoint 7.
struct BodyChecked
{
    bool isReplayable = true;
    bool operator==(const BodyChecked&) const = default;
};

/// Checkpoint 8, and the delay before each attempt of a polling client.
struct BackoffComputed
{
    ErrorKind kind = ErrorKind::None;
    Duration base{0};
    double factor = 0;
    int exponent = 0;
    std::optional<Duration> cap;
    CapApplies capApplies = CapApplies::BeforeJitter;
    Jitter jitter = Jitter::None;
    double draw = 0;
    Duration low{0};  ///< smallest delay that could have been drawn
    Duration high{0}; ///< largest delay that could have been drawn
    Duration result{0};
    bool atOnce = false;         ///< a first retry at once, or a rule with a delay of its own
    bool beforeGivingUp = false; ///< waited only to stop afterwards
    bool operator==(const BackoffComputed&) const = default;
};

/// Checkpoint 9.
struct HintApplied
{
    std::string header;
    std::string text;              ///< the header's value
    std::optional<Duration> asked; ///< absent: not readable, ignored
    Duration lower{0};
    std::optional<Duration> upper;
    Duration applied{0};
    bool operator==(const HintApplied&) const = default;
};

/// Checkpoint 10.
struct DeadlineChecked
{
    Duration left{0};
    Duration needed{0};
    bool fits = true;
    bool operator==(const DeadlineChecked&) const = default;
};

/// Checkpoint 11.
struct QuotaCharged
{
    ErrorKind kind = ErrorKind::None;
    int cost = 0;
    int before = 0;
    int after = 0;
    bool granted = true;
    bool operator==(const QuotaCharged&) const = default;
};

/// admit(): a polling client waits before each attempt.
struct WaitedBefore
{
    BackoffComputed backoff;
    bool operator==(const WaitedBefore&) const = default;
};

/// admit(): the limiter let the attempt go now or later.
struct SendDelayed
{
    double tokens = 0;
    double ratePerSecond = 0;
    Duration delay{0};
    bool enabled = false;
    bool operator==(const SendDelayed&) const = default;
};

/// The run's own brake stopped it (not the policy).
struct SafetyLimitReached
{
    int attempts = 0;
    bool operator==(const SafetyLimitReached&) const = default;
};

/// The closed list of findings. A new alternative must be known to explain.cpp and record_json.cpp to
/// compile.
using TraceStep =
    std::variant<NameFound, EmbeddedErrorFound, RuleTried, KindChosen, ClockCompared, LimiterUpdated,
                 QuotaReturned, PartDoneFound, AttemptsCounted, BodyChecked, BackoffComputed, HintApplied,
                 DeadlineChecked, QuotaCharged, WaitedBefore, SendDelayed, SafetyLimitReached>;
using Trace = std::vector<TraceStep>;

/// Visitor from lambdas, without a catch-all.
template <typename... Ts>
struct Overloaded : Ts...
{
    using Ts::operator()...;
};
template <typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

/// The first step of this type, or nullptr.
template <typename Step>
[[nodiscard]] const Step* findStep(const Trace& trace)
{
    for (const TraceStep& step : trace) {
        if (const Step* found = std::get_if<Step>(&step)) {
            return found;
        }
    }
    return nullptr;
}

} // namespace retryscope
