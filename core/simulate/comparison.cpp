// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/comparison.h"

#include "core/read/whole_run.h"
#include "core/run/runner.h"

#include <algorithm>
#include <utility>

namespace retryscope {

namespace {

/// Attempts that one call makes at most under all of these policies together.
std::int64_t attemptsPerCall(const std::vector<Policy>& policies, const RequestSpec& spec)
{
    std::int64_t attempts = 1;
    for (const Policy& policy : policies) {
        attempts +=
            std::min(resolve(policy, spec).policy.attempts.attempts(), RunLimits{}.maxAttemptsPerCall);
    }
    return attempts;
}

/// The first calls of a record.
RunRecord excerptOf(const RunRecord& record, int calls)
{
    if (calls >= static_cast<int>(record.calls().size()) && !record.header().whole) {
        return record;
    }
    RunHeader header = record.header();
    header.whole.reset(); // what is compared are the calls that are there
    RunRecord excerpt(std::move(header));
    for (int call = 0; call < calls; ++call) {
        excerpt.adopt(record.callAt(call));
    }
    return excerpt;
}

} // namespace

Comparison compareRecorded(const RunRecord& record, const std::vector<Policy>& policies, BeyondRecord beyond,
                           int mostAttempts)
{
    const auto all = static_cast<int>(record.calls().size());
    const std::int64_t fitting = mostAttempts / attemptsPerCall(policies, record.header().spec);
    const std::shared_ptr<const WholeRun>& whole = record.header().whole;
    Comparison comparison{.calls = static_cast<int>(std::clamp<std::int64_t>(fitting, std::min(all, 1), all)),
                          .allCalls = whole ? whole->totals.calls : all};
    comparison.records.reserve(policies.size() + 1);
    comparison.records.push_back(excerptOf(record, comparison.calls));
    for (const Policy& policy : policies) {
        comparison.records.push_back(whatIf(comparison.records.front(), policy, beyond));
    }
    return comparison;
}

Comparison compareSimulated(RunHeader header, const Scenario& scenario, const std::vector<Policy>& policies,
                            int mostAttempts)
{
    std::vector<Policy> all{header.policy->policy};
    all.insert(all.end(), policies.begin(), policies.end());
    Comparison comparison{.allCalls = header.clients * header.callsPerClient};
    const std::int64_t fitting = std::max<std::int64_t>(1, mostAttempts / attemptsPerCall(all, header.spec));
    header.clients = static_cast<int>(std::min<std::int64_t>(header.clients, fitting));
    header.callsPerClient =
        static_cast<int>(std::clamp<std::int64_t>(fitting / header.clients, 1, header.callsPerClient));
    comparison.calls = header.clients * header.callsPerClient;
    comparison.records.push_back(simulate(header, scenario));
    header.overrides.clear();
    header.startStates.clear();
    for (const Policy& policy : policies) {
        header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
        comparison.records.push_back(simulate(header, scenario));
    }
    return comparison;
}

} // namespace retryscope
