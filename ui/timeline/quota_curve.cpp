// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/quota_curve.h"

#include <algorithm>

namespace retryscope::ui {

namespace {

std::vector<QuotaCurve::Rate> ratesOf(const RunRecord& record, int client)
{
    std::vector<QuotaCurve::Rate> rates;
    for (const CallRecord& call : record.calls()) {
        if (call.client != client) {
            continue;
        }
        for (const AttemptRecord& attempt : call.attempts) {
            if (attempt.sendRatePerSecond) {
                rates.push_back({attempt.end, *attempt.sendRatePerSecond});
            }
        }
    }
    return rates;
}

int startLevelOf(const RunRecord& record, const QuotaSpec& quota, int client)
{
    const auto index = static_cast<std::size_t>(client - 1);
    const std::vector<ClientState>& states = record.header().startStates;
    const bool isKept = quota.scope == QuotaScope::Client && index < states.size();
    return isKept ? states[index].quota.value_or(quota.capacity) : quota.capacity;
}

} // namespace

int QuotaCurve::lowest() const
{
    int level = startLevel;
    for (const QuotaPoint& point : points) {
        level = std::min(level, point.level);
    }
    return level;
}

int QuotaCurve::highest() const
{
    int level = startLevel;
    for (const QuotaPoint& point : points) {
        level = std::max(level, point.level);
    }
    return level;
}

QuotaCurve quotaCurveFor(const RunRecord& record, int callIndex)
{
    QuotaCurve curve;
    if (!record.header().policy) {
        return curve;
    }
    const Policy& policy = record.header().policy->policy;
    const auto calls = static_cast<int>(record.calls().size());
    const int call = std::clamp(callIndex, 0, std::max(0, calls - 1));
    const int client = calls == 0 ? 1 : record.calls()[static_cast<std::size_t>(call)].client;
    curve.hasLimiter = policy.limiter.has_value();
    curve.rates = ratesOf(record, client);
    if (!policy.quota) {
        return curve;
    }
    const bool isPerCall = policy.quota->scope == QuotaScope::Call;
    curve.capacity = policy.quota->capacity;
    curve.startLevel = startLevelOf(record, *policy.quota, client);
    curve.begin = isPerCall && calls > 0 ? record.calls()[static_cast<std::size_t>(call)].start : Instant{};
    for (const QuotaPoint& point : quotaCurveOf(record)) {
        if (isPerCall ? point.call == call : point.client == client) {
            curve.points.push_back(point);
        }
    }
    std::stable_sort(curve.points.begin(), curve.points.end(),
                     [](const QuotaPoint& left, const QuotaPoint& right) { return left.at < right.at; });
    return curve;
}

} // namespace retryscope::ui
