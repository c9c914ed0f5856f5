// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/attempt_rows.h"

#include <algorithm>
#include <cassert>

namespace retryscope::ui {

void AttemptRows::assign(const RunRecord& record)
{
    clear();
    std::vector<Place> places;
    places.reserve(static_cast<std::size_t>(record.attemptCount()));
    const auto& calls = record.calls();
    for (std::size_t call = 0; call < calls.size(); ++call) {
        for (std::size_t attempt = 0; attempt < calls[call].attempts.size(); ++attempt) {
            places.push_back({static_cast<int>(call), static_cast<int>(attempt)});
        }
    }
    const auto startOf = [&calls](Place place) {
        return calls[static_cast<std::size_t>(place.call)]
            .attempts[static_cast<std::size_t>(place.attempt)]
            .start;
    };
    std::stable_sort(places.begin(), places.end(),
                     [&startOf](Place left, Place right) { return startOf(left) < startOf(right); });
    for (const Place place : places) {
        append(place);
    }
}

void AttemptRows::clear()
{
    m_places.clear();
    m_rowsByCall.clear();
}

int AttemptRows::append(Place place)
{
    assert(place.call >= 0 && place.attempt >= 0);
    const int known = rowOf(place);
    if (known >= 0) {
        return known;
    }
    const auto call = static_cast<std::size_t>(place.call);
    if (m_rowsByCall.size() <= call) {
        m_rowsByCall.resize(call + 1);
    }
    std::vector<int>& rows = m_rowsByCall[call];
    const auto attempt = static_cast<std::size_t>(place.attempt);
    if (rows.size() <= attempt) {
        rows.resize(attempt + 1, -1);
    }
    rows[attempt] = count();
    m_places.push_back(place);
    return count() - 1;
}

int AttemptRows::rowOf(Place place) const
{
    const auto call = static_cast<std::size_t>(place.call);
    const auto attempt = static_cast<std::size_t>(place.attempt);
    if (place.call < 0 || place.attempt < 0 || call >= m_rowsByCall.size() ||
        attempt >= m_rowsByCall[call].size()) {
        return -1;
    }
    return m_rowsByCall[call][attempt];
}

} // namespace retryscope::ui
