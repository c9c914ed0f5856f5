// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/client_walk.h"
#include "core/run/run_record.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace retryscope {

/// Everything that one decision depends on.
struct Situation
{
    ResolvedPolicy policy;
    RequestSpec spec;
    ClientState client;
    RequestState request;
    AttemptFacts facts;
    RunClockReading clock;
    double draw = 0;
};

[[nodiscard]] Decision decisionIn(const Situation& situation);

/// The outcome of one attempt, entered by hand or taken from a record; nothing is sent.
struct GivenAttempt
{
    RequestSpec spec; ///< the request of this attempt
    AttemptFacts facts;
    int attempt = 1; ///< from 1; earlier attempts count as failed
    /// The outcomes of earlier attempts, for rules that match a limited number of times; empty: the same
    /// outcome as this one.
    std::shared_ptr<const std::vector<AttemptFacts>> before{};
    std::optional<int> tokens; ///< level of the retry quota; absent: full
    /// Our clock, for responses without a Date header: `Retry-After: DATE` counts from this time. Absent:
    /// unknown.
    std::optional<WallTime> wallTime{};
};

/// A fresh client apart from the given values, with a draw of 0; the decision's window covers all other
/// draws. Assumes that our clock agrees with the server's, because an old response does not mean a wrong
/// clock.
[[nodiscard]] Situation situationUnder(ResolvedPolicy policy, const GivenAttempt& given);

/// Finds the situation in which a recorded attempt was judged: judges all earlier attempts again to find what
/// the client had learned and spent by then. Remembers intermediate states, so that a nearby attempt costs a
/// bounded number of judgements. The record may grow at its end and must outlive the finder.
class SituationFinder
{
public:
    explicit SituationFinder(const RunRecord& record) : m_record(record) {}

    /// Absent for an attempt that was not judged: a running or cancelled one, one of a recorded client, or
    /// one in a record without its policy.
    [[nodiscard]] std::optional<Situation> at(Place place);
    /// Attempts that were judged again so far.
    [[nodiscard]] std::int64_t judged() const { return m_judged; }

    /// The state of a client just before this attempt.
    struct Milestone
    {
        Place next;
        ClientWalk client;
    };

private:
    void remember(int client, const Milestone& milestone);

    const RunRecord& m_record;
    std::map<int, std::vector<Milestone>> m_milestones; ///< by client, ascending
    std::int64_t m_judged = 0;
};

/// The same, for one attempt only.
[[nodiscard]] std::optional<Situation> situationAt(const RunRecord& record, Place place);

/// True if judging every attempt again, under the record's own policy and at the recorded times, gives the
/// recorded decisions. False for a record without its policy.
[[nodiscard]] bool decidesAsRecorded(const RunRecord& record);

/// The recorded attempt for judgement under any policy, with its number and a full quota.
[[nodiscard]] GivenAttempt givenAttemptAt(const RunRecord& record, Place place);

} // namespace retryscope
