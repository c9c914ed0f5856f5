// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/attempt_rows.h"

#include <algorithm>
#include <cassert>
#include <utility>

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
    const auto startsEarlier = [&record](Place left, Place right) {
        return record.at(left).start < record.at(right).start;
    };
    if (!std::is_sorted(places.begin(), places.end(), startsEarlier)) { // one client's are
        std::stable_sort(places.begin(), places.end(), startsEarlier);
    }
    m_calls.resize(calls.size());
    int begin = 0;
    for (std::size_t call = 0; call < calls.size(); ++call) {
        const auto count = static_cast<int>(calls[call].attempts.size());
        m_calls[call] = {.begin = begin, .count = count, .capacity = count};
        begin += count;
    }
    while (!m_calls.empty() && m_calls.back().count == 0) {
        m_calls.pop_back();
    }
    m_rows.resize(places.size());
    for (std::size_t row = 0; row < places.size(); ++row) {
        const Block& block = m_calls[static_cast<std::size_t>(places[row].call)];
        m_rows[static_cast<std::size_t>(block.begin + places[row].attempt)] = static_cast<int>(row);
    }
    m_places = std::move(places);
}

void AttemptRows::clear()
{
    *this = {};
}

int AttemptRows::append(Place place)
{
    assert(place.call >= 0 && place.attempt >= 0);
    const int known = rowOf(place);
    if (known >= 0) {
        return known;
    }
    const auto call = static_cast<std::size_t>(place.call);
    if (m_calls.size() <= call) {
        m_calls.resize(call + 1);
    }
    Block& block = m_calls[call];
    makeRoom(block, place.attempt);
    block.count = std::max(block.count, place.attempt + 1);
    m_rows[static_cast<std::size_t>(block.begin + place.attempt)] = count();
    m_places.push_back(place);
    return count() - 1;
}

void AttemptRows::makeRoom(Block& block, int attempt)
{
    if (attempt < block.capacity) {
        return;
    }
    const auto end = static_cast<int>(m_rows.size());
    const bool isLast = block.begin + block.capacity == end;
    if (isLast) {
        m_rows.resize(m_rows.size() + static_cast<std::size_t>(attempt + 1 - block.capacity), -1);
        block.capacity = attempt + 1;
        return;
    }
    const int capacity = std::max(attempt + 1, 2 * block.capacity);
    m_rows.resize(m_rows.size() + static_cast<std::size_t>(capacity), -1);
    std::copy_n(m_rows.begin() + block.begin, block.count, m_rows.begin() + end);
    block.begin = end;
    block.capacity = capacity;
}

int AttemptRows::rowOf(Place place) const
{
    const auto call = static_cast<std::size_t>(place.call);
    if (place.call < 0 || place.attempt < 0 || call >= m_calls.size() ||
        place.attempt >= m_calls[call].count) {
        return -1;
    }
    return m_rows[static_cast<std::size_t>(m_calls[call].begin + place.attempt)];
}

} // namespace retryscope::ui
