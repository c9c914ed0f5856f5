// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/step_curve.h"
#include "core/run/run_record.h"

#include <vector>

namespace retryscope {

/// The load that all clients of a record put on the server: attempts under way, and attempts begun in the
/// last second. Built once from a record, then updated per event in constant time.
class LoadCurves
{
public:
    void assign(const RunRecord& record);
    /// One event was appended to the record; indices as RunRecord::append() tells them. Events that change
    /// nothing here may be told too.
    void append(const RunRecord& record, int call, int attempt);
    /// Seconds that are over by now have passed in lastSecond(). Never goes back.
    void advanceTo(Instant now);

    [[nodiscard]] const StepCurve& inFlight() const { return m_inFlight; }
    /// Attempts that began within the second up to each moment, that moment included.
    [[nodiscard]] const StepCurve& lastSecond() const { return m_lastSecond; }

private:
    struct Known
    {
        int begun = 0;
        int ended = 0;
    };
    void begin(Instant at);

    std::vector<Known> m_calls; ///< attempts of each call that are in the curves
    std::vector<Instant> m_starts;
    std::size_t m_forgotten = 0; ///< starts that were more than a second ago
    StepCurve m_inFlight;
    StepCurve m_lastSecond;
};

/// How responses changed the send rate of one client.
struct RateSample
{
    Instant at{};
    double limitPerSecond = 0;    ///< 0 while it lets everything pass
    double measuredPerSecond = 0; ///< what the client really sent, smoothed as the client does
    bool throttled = false;       ///< the response lowered the limit
    bool operator==(const RateSample&) const = default;
};

struct RateCurve
{
    std::vector<RateSample> samples; ///< in order of time
    StepCurve limit;
    StepCurve measured;

    void append(const RateSample& sample);
};

/// Samples of one client's limiter; empty when the policy has none.
[[nodiscard]] RateCurve rateCurveOf(const RunRecord& record, int client);
/// What the limiter learned from one attempt; absent when it learned nothing.
[[nodiscard]] std::optional<RateSample> rateSampleOf(const AttemptRecord& attempt);

} // namespace retryscope
