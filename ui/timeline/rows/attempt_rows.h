// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <vector>

namespace retryscope::ui {

/// Maps attempts of a record to rows; table and timeline share this order. Rows follow the start times of
/// attempts and are only appended; both look-ups take constant time.
class AttemptRows
{
public:
    /// Replaces all rows by those of this record.
    void assign(const RunRecord& record);
    void clear();
    /// Row of an attempt that may be new; it then gets the next row.
    int append(Place place);

    [[nodiscard]] int count() const { return static_cast<int>(m_places.size()); }
    /// row: 0 … count() - 1.
    [[nodiscard]] Place at(int row) const { return m_places[static_cast<std::size_t>(row)]; }
    /// -1 when the attempt has no row.
    [[nodiscard]] int rowOf(Place place) const;
    /// One more than the highest call that has an attempt.
    [[nodiscard]] int callCount() const { return static_cast<int>(m_calls.size()); }
    /// One more than the highest attempt of this call; call: 0 … callCount() - 1.
    [[nodiscard]] int attemptCountOf(int call) const { return m_calls[static_cast<std::size_t>(call)].count; }

private:
    /// The part of m_rows that holds one call's attempts. A full block moves to the end, with room to grow.
    struct Block
    {
        int begin = 0;
        int count = 0;
        int capacity = 0;
    };
    void makeRoom(Block& block, int attempt);

    std::vector<Place> m_places;
    std::vector<Block> m_calls;
    std::vector<int> m_rows;
};

} // namespace retryscope::ui
