// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/judge.h"
#include "core/run/run_record.h"

#include <optional>

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
    int attempt = 1;           ///< from 1; those before it are taken to have failed
    std::optional<int> tokens; ///< level of the retry quota; absent: full
};

/// A client that is fresh but for what is given, with a draw of 0: the decision's window tells what other
/// draws would have given. Our clock is taken to agree with the server's: an old response is no sign of a
/// wrong clock.
[[nodiscard]] Situation situationUnder(ResolvedPolicy policy, const GivenAttempt& given);

/// The situation in which a recorded attempt was judged: what its client had learned and spent by then is found
/// by judging again what came before.
/// place: indices into calls() and its attempts. Absent for an attempt that was not judged: one that runs or
/// was given up, or a record without its policy.
[[nodiscard]] std::optional<Situation> situationAt(const RunRecord& record, RunRecord::Place place);

/// The recorded attempt for judging under any policy: with its number, and a full quota.
[[nodiscard]] GivenAttempt givenAttemptAt(const RunRecord& record, RunRecord::Place place);

} // namespace retryscope
