// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/facts/optional_duration.h"
#include "core/run/run_record.h"

#include <map>
#include <string>
#include <vector>

namespace retryscope {

/// What one attempt says: how likely its end was, under one idea of the client.
struct Likelihood
{
    double decision = 1; ///< that it was retried, or was not
    double wait = 1;     ///< of the wait after it, for each millisecond; 1 where there is none
};

/// How likely a wait of this length is, for each millisecond, where the client meant to wait from low to high
/// and drew evenly: its own work and a busy machine make it longer, coarse timers some 3 ms shorter.
[[nodiscard]] double waitDensity(Duration wait, const DelayWindow& window);

/// A client of which nothing is known. It learns as it goes: what it did once after a failure it is likely to
/// do again, waits repeat, double or spread, and most programs retry what most programs retry. A preset
/// explains a client if it foretells what it did better than this does.
class Stranger
{
public:
    /// The attempts of one client in the order in which they ended.
    [[nodiscard]] std::map<std::pair<int, int>, Likelihood> likelihoods(const RunRecord& record,
                                                                        const std::vector<Place>& places);

private:
    struct Seen
    {
        double retried = 0;
        double all = 0;
    };

    double decision(const CallRecord& call, std::size_t attempt);
    double wait(const CallRecord& call, std::size_t attempt, Duration seen);

    std::map<std::string, Seen> m_outcomes;
    std::map<std::size_t, int> m_givenUpAfter;            ///< calls, by their attempts
    std::map<std::size_t, std::vector<Duration>> m_waits; ///< by retry, of responses without a hint
};

} // namespace retryscope
