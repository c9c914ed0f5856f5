// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/client_walk.h"
#include "core/simulate/bounds.h"

#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace retryscope {

/// Draw of an attempt, counted over all calls from 0.
using Draws = std::function<double(int attempt)>;

/// What became of one attempt; instants count from the start of the call.
struct WalkStep
{
    Duration start{0};
    Duration end{0};
    Duration retryDelay{0}; ///< imposed by the decision; a limiter or a polling client adds its own
    DelayWindow window;     ///< that it was drawn from
    Duration sendRateDelay{0};
    bool meetsSendRate = false; ///< the limiter was active, with or without a delay
};

/// All attempts of one call.
struct Walk
{
    std::vector<WalkStep> steps;
    Duration total{0};
    std::optional<StopReason> stopReason;

    /// The part of it in which nothing is under way.
    [[nodiscard]] Duration delays() const;
};

/// A client with unlimited patience whose attempts all fail in the same way.
class SteadyCaller
{
public:
    /// Both must outlive the caller.
    SteadyCaller(const ResolvedPolicy& policy, const SteadyFailure& failure);
    SteadyCaller(const SteadyCaller&) = delete;
    SteadyCaller& operator=(const SteadyCaller&) = delete;

    /// times: draws of the attempts' lengths, which matter only with a latency spread. The next call, with
    /// the tokens and the send rate left by the previous one.
    Walk call(const Draws& draws, const Draws& times);
    /// No calls for this long.
    void pause(Duration time) { m_now = later(m_now, time); }

private:
    /// False when it was the last one.
    bool attempt(Walk& walk, Instant begin, double draw, double time);
    /// time: the share of attempts that are not slower.
    [[nodiscard]] Duration attemptTime(double time) const;
    [[nodiscard]] WallTime wallTime() const;
    void moveDate();

    const SteadyFailure& m_failure;
    RequestSpec m_spec;
    AttemptFacts m_facts;
    WallTime m_startedAt{};
    ClientWalk m_client;
    Instant m_now{};
    int m_attempts = 0;
};

inline constexpr double kLargestDraw = 1.0 - std::numeric_limits<double>::epsilon() / 2;

/// Of the attempts' lengths in the best and in the worst case: one of a hundred is faster, or slower.
inline constexpr double kFastest = 0.01;
inline constexpr double kSlowest = 0.99;

/// The same draw for every attempt.
[[nodiscard]] Draws always(double draw);

/// The shortest and the longest possible call.
struct Extremes
{
    Walk best;
    Walk worst;
    bool areReached = true; ///< false: a send rate takes part, and they lie outside of what happens
};

/// Where a cap cuts what one draw takes from the next delay, the smallest draws are not the shortest call: it
/// is then taken to be one without delays.
[[nodiscard]] bool hasUnreachedLeast(const BackoffSpec& spec);
[[nodiscard]] Extremes extremesOf(const ResolvedPolicy& policy, const SteadyFailure& failure);
/// The same of two walks: as they were, if a send rate imposed nothing, and always the most.
[[nodiscard]] Extremes widenExtremes(const ResolvedPolicy& policy, Walk best, Walk worst);

/// The longest delay that a send rate can impose on calls one after the other, to a microsecond; at most
/// 1e9 s.
[[nodiscard]] Duration longestSendRateDelay(const LimiterSpec& spec);

/// Attempts that end before the deadline.
[[nodiscard]] int callsWithin(const Walk& walk, Duration deadline);
/// Attempts that begin before it.
[[nodiscard]] int begunIn(const Walk& walk, Duration deadline);
/// When the caller learns the outcome: a client whose next delay does not fit gives up at once.
[[nodiscard]] Duration responseIn(const Walk& walk, Duration deadline);

} // namespace retryscope
