// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/rows/attempt_bar.h"

#include <cstdint>
#include <vector>

namespace retryscope::ui {

/// The bars of all attempts, packed: 40 bytes each, so that a million of them stay small. Lengths are exact
/// to the microsecond up to 35 minutes and to the millisecond above; 24 days is the longest.
class AttemptBars
{
public:
    void clear() { m_bars.clear(); }
    void reserve(int count) { m_bars.reserve(static_cast<std::size_t>(count)); }
    [[nodiscard]] int count() const { return static_cast<int>(m_bars.size()); }
    /// index: 0 … count() - 1.
    [[nodiscard]] AttemptBar at(int index) const;
    /// index: 0 … count(); the last one appends.
    void set(int index, const AttemptBar& bar);

    bool operator==(const AttemptBars&) const = default;

private:
    struct Packed
    {
        std::int64_t start = 0;
        std::uint32_t sendDelay = 0;
        std::uint32_t took = 0;
        std::uint32_t delay = 0;
        std::uint32_t planned = 0;
        std::uint32_t windowLow = 0;
        std::uint32_t windowHigh = 0;
        std::uint16_t spanKinds = 0;
        std::uint8_t flags = 0;
        std::uint8_t states = 0;
        bool operator==(const Packed&) const = default;
    };
    static_assert(sizeof(Packed) == 40);

    std::vector<Packed> m_bars;
};

} // namespace retryscope::ui
