// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/load_curves.h"

#include <algorithm>

namespace retryscope {

namespace {

constexpr Duration kSecond = std::chrono::seconds{1};

/// A change of the number of attempts under way. At one moment attempts end before others begin; one that
/// took no time is a change of its own, so that it is seen and does not count together with its neighbours.
struct Change
{
    enum class Kind { End, Begin, Both };
    Instant at{};
    Kind kind = Kind::Begin;
};

std::vector<Change> changesOf(const RunRecord& record)
{
    std::vector<Change> changes;
    changes.reserve(static_cast<std::size_t>(record.attemptCount()) * 2);
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            const bool isMoment = !attempt.isRunning && attempt.end == attempt.start;
            changes.push_back({attempt.start, isMoment ? Change::Kind::Both : Change::Kind::Begin});
            if (!attempt.isRunning && !isMoment) {
                changes.push_back({attempt.end, Change::Kind::End});
            }
        }
    }
    std::stable_sort(changes.begin(), changes.end(), [](const Change& left, const Change& right) {
        return left.at != right.at ? left.at < right.at : left.kind < right.kind;
    });
    return changes;
}

} // namespace

void LoadCurves::assign(const RunRecord& record)
{
    *this = {};
    for (const Change& change : changesOf(record)) {
        if (change.kind != Change::Kind::End) {
            begin(change.at);
        }
        if (change.kind != Change::Kind::Begin) {
            m_inFlight.add(change.at, -1);
        }
    }
    for (const CallRecord& call : record.calls()) {
        const auto begun = static_cast<int>(call.attempts.size());
        const bool isRunning = begun > 0 && call.attempts.back().isRunning;
        m_calls.push_back({.begun = begun, .ended = begun - (isRunning ? 1 : 0)});
    }
    advanceTo(record.end());
}

void LoadCurves::append(const RunRecord& record, int call, int attempt)
{
    if (call < 0 || attempt < 0) {
        return;
    }
    m_calls.resize(std::max(m_calls.size(), record.calls().size()));
    Known& known = m_calls[static_cast<std::size_t>(call)];
    const AttemptRecord& changed = record.at({call, attempt});
    if (known.begun <= attempt) {
        known.begun = attempt + 1;
        begin(changed.start);
    }
    if (!changed.isRunning && known.ended <= attempt) {
        known.ended = attempt + 1;
        m_inFlight.add(changed.end, -1);
    }
}

void LoadCurves::begin(Instant at)
{
    advanceTo(at);
    m_starts.push_back(at);
    m_inFlight.add(at, 1);
    m_lastSecond.add(at, 1);
}

void LoadCurves::advanceTo(Instant now)
{
    while (m_forgotten < m_starts.size() && m_starts[m_forgotten] + kSecond <= now) {
        m_lastSecond.add(m_starts[m_forgotten] + kSecond, -1);
        ++m_forgotten;
    }
}

void RateCurve::append(const RateSample& sample)
{
    samples.push_back(sample);
    limit.append(sample.at, sample.limitPerSecond);
    measured.append(sample.at, sample.measuredPerSecond);
}

std::optional<RateSample> rateSampleOf(const AttemptRecord& attempt)
{
    const auto learned = findStep<LimiterUpdated>(attempt.decision.trace);
    if (attempt.isRunning || !learned) {
        return std::nullopt;
    }
    return RateSample{.at = attempt.end,
                      .limitPerSecond = learned->enabled ? learned->rateAfterPerSecond : 0,
                      .measuredPerSecond = learned->measuredPerSecond,
                      .throttled = learned->throttled};
}

RateCurve rateCurveOf(const RunRecord& record, int client)
{
    RateCurve curve;
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            if (const auto sample = call.client == client ? rateSampleOf(attempt) : std::nullopt) {
                curve.append(*sample);
            }
        }
    }
    return curve;
}

} // namespace retryscope
