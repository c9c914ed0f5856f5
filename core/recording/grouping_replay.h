// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/call_grouping.h"

#include <string>
#include <vector>

namespace retryscope {

/// Tells CallGrouping of requests whose ends are known already, each begin and end in its time.
class GroupingReplay
{
public:
    /// As for CallGrouping.
    explicit GroupingReplay(RunHeader header, std::string groupBy = {});

    /// Call this in the order of request.at.
    SeenAttempt add(const SeenRequest& request, Instant end, AttemptFacts facts);
    /// Ends all requests and the record, which leaves this object. watchedUntil: that long nothing else came.
    [[nodiscard]] RunRecord take(Instant watchedUntil = {});

private:
    struct UnderWay
    {
        Instant end;
        int number = 0; ///< in the order of arrival
        SeenAttempt attempt;
        AttemptFacts facts;
    };

    void endUntil(Instant now);
    void settle(Instant at);

    CallGrouping m_grouping;
    std::vector<UnderWay> m_underWay; ///< a heap; the one that ends first is the first
    int m_count = 0;
    Instant m_settled{};
    Instant m_last{};
};

} // namespace retryscope
