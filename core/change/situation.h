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

/// What became of one attempt, described by hand or taken out of a record: nothing is sent.
struct GivenAttempt
{
    RequestSpec spec; ///< the request that was answered
    AttemptFacts facts;
    int attempt = 1; ///< from 1; those before it are taken to have failed
    /// What the attempts before it came to, as far as the rules that match a limited number of times are
    /// concerned; none: the same as this one.
    std::shared_ptr<const std::vector<AttemptFacts>> before{};
    std::optional<int> tokens; ///< level of the retry quota; absent: full
    /// Our clock, for responses without a Date: a wish such as `Retry-After: DATE` counts
    /// from it. Absent: not known.
    std::optional<WallTime> wallTime{};
};

/// A client that is fresh but for what is given, with a draw of 0: the decision's window tells what
/// other draws would have given. Our clock is taken to agree with the server's: an old response is
/// no sign of a wrong clock.
[[nodiscard]] Situation situationUnder(ResolvedPolicy policy, const GivenAttempt& given);

/// Finds the situations in which recorded attempts were judged: what their client had learned and spent by
/// then is found by judging again what came before. Remembers on the way where each client stood, so that the
/// next attempt nearby costs a bounded number of judgements only. The record may grow at its end and must
/// outlive the finder.
class SituationFinder
{
public:
    explicit SituationFinder(const RunRecord& record) : m_record(record) {}

    /// Absent for an attempt that was not judged: one that runs or was given up, one that a foreign client
    /// made, or a record without its policy.
    [[nodiscard]] std::optional<Situation> at(Place place);
    /// Attempts that were judged again so far.
    [[nodiscard]] std::int64_t judged() const { return m_judged; }

    /// A client on its way through its attempts: about to make this one.
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

/// Every attempt of the record, judged once more under the record's own policy at the recorded times, gets
/// the decision that was recorded. False also for a record without its policy.
[[nodiscard]] bool decidesAsRecorded(const RunRecord& record);

/// The recorded attempt for judging under any policy: with its number, and a full quota.
[[nodiscard]] GivenAttempt givenAttemptAt(const RunRecord& record, Place place);

} // namespace retryscope
