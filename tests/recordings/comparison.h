// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tests/recordings/recording.h"

#include "core/decide/decision.h"

#include <cstddef>
#include <utility>

namespace retryscope::test {

/// A preset held against what its client did, scenario by scenario.
struct Comparison
{
    int agreeing = 0;
    int total = 0;
    int waitsAgreeing = 0;
    int waits = 0;
    int shorterWaits = 0;
    std::vector<double> excessMs; ///< of each wait: over the longest that the preset draws; below 0: within
    std::map<std::size_t, int> agreeingByNumber; ///< of the first waits, of the second ones …
    QStringList differences;
};

/// The recorded scenario of that id, or null.
[[nodiscard]] const Scenario* scenarioCalled(const QString& id);

/// False for attempts that no server sees.
[[nodiscard]] bool reachesServer(const AttemptRecord& attempt);
/// Requests that a server counts: without attempts that never got to it, with those that were sent twice.
[[nodiscard]] int requestsOf(const CallRecord& call);

/// One call of this recorded client, with the kind of time-out that it was recorded with.
[[nodiscard]] RunRecord playedTo(const Policy& policy, const Scenario& scenario, const QString& client);
/// Whether the preset's call has the requests and the end that were seen.
[[nodiscard]] bool endsAs(const CallRecord& call, const Observation& seen);

/// How often the preset tries to reach a server that cannot be reached.
[[nodiscard]] int triesOf(const Policy& policy, const UnreachedServer& server);
/// What the preset decides first there.
[[nodiscard]] std::pair<ResolvedPolicy, Decision> decidedAt(const Policy& policy,
                                                            const UnreachedServer& server);

/// Plays every scenario of the recording to the preset. A wait agrees from 3 % and 30 ms below what the
/// preset draws from to as much above: that much is the client's own work (50 ms more after a cut body, whose
/// reset the recorder holds back that long).
[[nodiscard]] Comparison compared(const Policy& policy, const Recording& recording);

} // namespace retryscope::test
