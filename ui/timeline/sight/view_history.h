// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/rows/row_layout.h"
#include "ui/timeline/rows/time_scale.h"

#include <optional>
#include <vector>

namespace retryscope::ui {

/// Which part of a run the timeline shows.
struct ShownPart
{
    TimeRange time;
    bool fitsTime = true;
    bool fitsRows = true;
    double rowHeight = 20;
    double offset = 0;
    bool operator==(const ShownPart&) const = default;
};

/// The parts that were shown before, to go back to and forward again.
class ViewHistory
{
public:
    void clear();
    /// Notes the part that the user is about to leave.
    void leave(const ShownPart& sight);
    /// Empty when there is none.
    [[nodiscard]] std::optional<ShownPart> back(const ShownPart& current);
    [[nodiscard]] std::optional<ShownPart> forward(const ShownPart& current);
    [[nodiscard]] bool canGoBack() const { return !m_past.empty(); }
    [[nodiscard]] bool canGoForward() const { return !m_future.empty(); }

private:
    std::vector<ShownPart> m_past;
    std::vector<ShownPart> m_future;
};

} // namespace retryscope::ui
