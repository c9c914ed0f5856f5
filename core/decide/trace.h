// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/facts/error_name.h"
#include "core/facts/instant.h"
#include "core/facts/poll_request.h"
#include "core/policy/policy.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>

namespace retryscope {

enum class StopReason : std::uint8_t; // decision.h

/// Checkpoint 1: the error name of the failure.
struct NameFound
{
    ErrorName name;
    BodyState body = BodyState::Absent;
    bool operator==(const NameFound&) const = default;
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
    int status = 0; ///< 0: no response
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

/// Checkpoint 3: the adaptive limiter learned from the response.
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
    bool counted = true; ///< false if this client does not count this failure
    /// Of the last attempt: what would prevent a retry even if an attempt were left; absent: nothing.
    std::optional<StopReason> laterStop = {};
    bool operator==(const AttemptsCounted&) const = default;
};

/// Checkpoint 7.
struct BodyChecked
{
    bool isReplayable = true; ///< can be read twice and is not longer than `limit`
    std::int64_t bytes = 0;
    std::optional<std::int64_t> limit; ///< the longest that this client keeps, where that matters here
    [[nodiscard]] bool isTooLong() const { return limit && bytes > *limit; }
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
    BackoffType type = BackoffType::Exponential;
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
    bool forbids = false; ///< the retry
    bool operator==(const HintApplied&) const = default;
};

/// Checkpoint 10.
struct DeadlineChecked
{
    Duration left{0};
    Duration needed{0};
    bool fits = true;
    bool isOfPolicy = false; ///< the client's own limit for a call, not the user's
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
    bool refused = false; ///< no token was there, and this client does not wait for one
    bool operator==(const SendDelayed&) const = default;
};

/// Retryscope's safety limit stopped the call, not the policy.
struct SafetyLimitReached
{
    int attempts = 0;
    bool operator==(const SafetyLimitReached&) const = default;
};

/// The request that starts an operation did so; whether it can be polled depends on the token.
struct OperationStarted
{
    PollToken token = PollToken::NotNeeded;
    bool operator==(const OperationStarted&) const = default;
};

/// For a recorded client: what it did after this attempt.
struct ClientObserved
{
    bool isRetried = false; ///< it sent another request of the same call
    bool hasWait = false;   ///< and that was after the end of this one
    Duration wait{0};       ///< from the end of our response to the first byte of the next request
    bool operator==(const ClientObserved&) const = default;
};

/// The closed list of findings. A new alternative must be known to explain/step_text.cpp, to
/// io/documents/trace_json.cpp and, if it holds texts, to trace.cpp to compile.
using TraceStep = std::variant<NameFound, EmbeddedErrorFound, RuleTried, KindChosen, ClockCompared,
                               LimiterUpdated, QuotaReturned, PartDoneFound, AttemptsCounted, BodyChecked,
                               BackoffComputed, HintApplied, DeadlineChecked, QuotaCharged, WaitedBefore,
                               SendDelayed, SafetyLimitReached, OperationStarted, ClientObserved>;

/// The place of this finding in the closed list.
template <typename Step, std::size_t Index = 0>
[[nodiscard]] constexpr std::size_t placeInList()
{
    if constexpr (std::is_same_v<Step, std::variant_alternative_t<Index, TraceStep>>) {
        return Index;
    } else {
        return placeInList<Step, Index + 1>();
    }
}

/// The findings that led to one decision, in order. A record has one or two traces per attempt, so a trace
/// packs its findings into one block of bytes: each finding takes only the space it needs and is returned by
/// value.
class Trace
{
public:
    class Iterator;

    Trace() = default;
    Trace(std::initializer_list<TraceStep> steps);
    Trace(const Trace& other);
    Trace(Trace&& other) noexcept;
    Trace& operator=(Trace other) noexcept;
    ~Trace() = default;

    template <typename Step>
    void add(const Step& step)
    {
        static_assert(std::is_trivially_copyable_v<Step>, "a finding with texts needs an add() of its own");
        std::byte* at = extend(placeInList<Step>(), sizeof(Step));
        std::memcpy(at, &step, sizeof(Step));
    }
    void add(const NameFound& found);
    void add(const HintApplied& applied);
    template <typename Step>
    void addMembers(const Step& step);
    void push_back(const TraceStep& step);
    void clear() { m_size = 0; }

    /// Room for findings of so many bytes in all.
    void reserve(std::size_t bytes);
    /// Gives back room that is not used.
    void trim();

    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] Iterator begin() const;
    [[nodiscard]] Iterator end() const;
    /// index: 0 … size() - 1. Takes a step for every finding before it.
    [[nodiscard]] TraceStep operator[](std::size_t index) const;
    /// Of a trace that is not empty.
    [[nodiscard]] TraceStep back() const;

    bool operator==(const Trace& other) const;

private:
    template <typename Step>
    friend std::optional<Step> findStep(const Trace& trace);
    template <typename Step>
    friend std::optional<Step> findLastStep(const Trace& trace);

    /// Room for one more finding of so many bytes.
    std::byte* extend(std::size_t place, std::size_t bytes);
    void reallocate(std::size_t bytes);
    /// The bytes of the first, or last, finding of this place in the list; nullptr when there is none.
    [[nodiscard]] const std::byte* find(std::size_t place) const;
    [[nodiscard]] const std::byte* findLast(std::size_t place) const;

    std::unique_ptr<std::byte[]> m_bytes;
    std::uint32_t m_size = 0;
    std::uint32_t m_capacity = 0;
};

/// Unpacks one finding after the other.
class Trace::Iterator
{
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = TraceStep;
    using difference_type = std::ptrdiff_t;
    using pointer = const TraceStep*;
    using reference = TraceStep;

    Iterator() = default;
    explicit Iterator(const std::byte* at) : m_at(at) {}

    [[nodiscard]] TraceStep operator*() const;
    Iterator& operator++();
    Iterator operator++(int)
    {
        const Iterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const Iterator&) const = default;

private:
    const std::byte* m_at = nullptr;
};

/// The finding whose bytes begin here.
template <typename Step>
[[nodiscard]] Step unpacked(const std::byte* bytes)
{
    static_assert(std::is_trivially_copyable_v<Step>, "a finding with texts is unpacked in its own way");
    Step step;
    std::memcpy(&step, bytes, sizeof(Step));
    return step;
}
template <>
[[nodiscard]] NameFound unpacked<NameFound>(const std::byte* bytes);
template <>
[[nodiscard]] HintApplied unpacked<HintApplied>(const std::byte* bytes);

/// Visitor from lambdas, without a catch-all.
template <typename... Ts>
struct Overloaded : Ts...
{
    using Ts::operator()...;
};
template <typename... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

/// The first finding of this kind.
template <typename Step>
[[nodiscard]] std::optional<Step> findStep(const Trace& trace)
{
    const std::byte* found = trace.find(placeInList<Step>());
    return found ? std::optional<Step>(unpacked<Step>(found)) : std::nullopt;
}

/// The last one.
template <typename Step>
[[nodiscard]] std::optional<Step> findLastStep(const Trace& trace)
{
    const std::byte* found = trace.findLast(placeInList<Step>());
    return found ? std::optional<Step>(unpacked<Step>(found)) : std::nullopt;
}

} // namespace retryscope
