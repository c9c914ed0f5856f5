// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/strips/quota_curve.h"

#include <algorithm>
#include <iterator>

namespace retryscope::ui {

namespace {

int startLevelOf(const RunRecord& record, const QuotaSpec& quota, int client)
{
    const auto index = static_cast<std::size_t>(client - 1);
    const std::vector<ClientState>& states = record.header().startStates;
    const bool isKept = quota.scope == QuotaScope::Client && index < states.size();
    return isKept ? states[index].quota.value_or(quota.firstLevel()) : quota.firstLevel();
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

int QuotaCurve::levelAt(Instant at) const
{
    const auto after =
        std::upper_bound(points.begin(), points.end(), at,
                         [](Instant moment, const QuotaPoint& point) { return moment < point.at; });
    return after == points.begin() ? startLevel : std::prev(after)->level;
}

void QuotaCurve::append(const RunRecord& record, Place place)
{
    if (!capacity || place.call < 0 || place.attempt < 0) {
        return;
    }
    const CallRecord& of = record.callAt(place.call);
    const std::optional<QuotaSpec>& quota = record.header().policy->policy.quota;
    if (!callIndex && quota && quota->scope == QuotaScope::Call) { // the run's first call
        callIndex = place.call;
        begin = of.start;
    }
    const bool isOwn = callIndex ? *callIndex == place.call : of.client == client;
    const bool isKnown =
        !points.empty() && points.back().call == place.call && points.back().attempt >= place.attempt;
    if (!isOwn || isKnown || record.at(place).isRunning) {
        return;
    }
    if (const auto point = quotaPointOf(record, place.call, place.attempt)) {
        points.push_back(*point);
    }
}

std::vector<QuotaMoment> momentsOf(const QuotaCurve& curve, Instant begin, Instant end)
{
    std::vector<QuotaMoment> moments;
    auto point = std::upper_bound(curve.points.begin(), curve.points.end(), begin,
                                  [](Instant at, const QuotaPoint& other) { return at < other.at; });
    for (; point != curve.points.end() && point->at <= end; ++point) {
        if (moments.empty() || moments.back().at != point->at) {
            moments.push_back({.at = point->at});
        }
        QuotaMoment& moment = moments.back();
        moment.level = point->level;
        moment.change += point->change;
        moment.refused = moment.refused || point->refused;
    }
    return moments;
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
    const int client = calls == 0 ? 1 : record.callAt(call).client;
    curve.client = client;
    if (!policy.quota) {
        return curve;
    }
    const bool isPerCall = policy.quota->scope == QuotaScope::Call;
    curve.capacity = policy.quota->capacity;
    if (isPerCall && calls > 0) {
        curve.callIndex = call;
    }
    curve.startLevel = startLevelOf(record, *policy.quota, client);
    curve.spentBefore = std::max(0, policy.quota->firstLevel() - curve.startLevel);
    curve.begin = isPerCall && calls > 0 ? record.callAt(call).start : Instant{};
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
