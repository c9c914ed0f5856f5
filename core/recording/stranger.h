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

/// The likelihood of one attempt's outcome under one model of the client.
struct Likelihood
{
    double decision = 1; ///< that it was retried, or was not
    double wait = 1;     ///< of the wait after it, for each millisecond; 1 where there is none
};

/// The likelihood per millisecond of a wait of this length, if the client chose a random delay from low to
/// high. Its own work and a busy machine add to the wait; coarse timers shorten it by up to about 3 ms.
[[nodiscard]] double waitDensity(Duration wait, const DelayWindow& window);

/// A model of an unknown client that learns as it goes: a client is likely to repeat what it did after a
/// failure, its waits repeat, double or spread, and it retries what most programs retry. A preset matches a
/// client if it predicts the client better than this model.
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
