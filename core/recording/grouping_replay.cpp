// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/grouping_replay.h"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

namespace retryscope {

namespace {

/// For a heap whose first element ends first.
constexpr auto kEndsLater = [](const auto& left, const auto& right) {
    return std::tie(left.end, left.number) > std::tie(right.end, right.number);
};

} // namespace

GroupingReplay::GroupingReplay(RunHeader header, std::string groupBy)
    : m_grouping(std::move(header), {}, std::move(groupBy))
{
}

SeenAttempt GroupingReplay::add(const SeenRequest& request, Instant end, AttemptFacts facts)
{
    endUntil(request.at);
    settle(request.at);
    const SeenAttempt attempt = m_grouping.begin(request);
    m_underWay.push_back({.end = end, .number = m_count++, .attempt = attempt, .facts = std::move(facts)});
    std::push_heap(m_underWay.begin(), m_underWay.end(), kEndsLater);
    return attempt;
}

RunRecord GroupingReplay::take(Instant watchedUntil)
{
    endUntil(Instant::max());
    m_grouping.finish(std::max(m_last, watchedUntil));
    return m_grouping.takeRecord();
}

void GroupingReplay::endUntil(Instant now)
{
    while (!m_underWay.empty() && m_underWay.front().end <= now) {
        std::pop_heap(m_underWay.begin(), m_underWay.end(), kEndsLater);
        UnderWay next = std::move(m_underWay.back());
        m_underWay.pop_back();
        m_last = std::max(m_last, next.end);
        m_grouping.end(next.attempt, next.end, std::move(next.facts));
    }
}

/// Calls that are over leave the grouping; to look every second is enough.
void GroupingReplay::settle(Instant at)
{
    constexpr std::chrono::seconds kPause{1};
    if (at - m_settled >= kPause) {
        m_settled = at;
        m_grouping.settle(at);
    }
}

} // namespace retryscope
