// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/rows/timeline_scene.h"

#include <array>
#include <vector>

namespace retryscope::ui {

/// What a pixel of the overview can show. If several meet in one pixel, the last in this list wins, so that
/// the worst outcome stays visible.
enum class Ink : unsigned char {
    Nothing,
    Window,
    RetryDelay,
    SendDelay,
    Running,
    Succeeded,
    Retried,
    Stopped
};
inline constexpr int kInks = 8;

/// Calls fill(ink, begin, end) for every part of what a row shows.
template <typename Fill>
void forEachPart(const TimelineScene& scene, int row, Fill&& fill);

/// Groups of consecutive timeline rows: where each ink begins and ends in a group, and its largest gap. While
/// no gap is as wide as a pixel, the group is drawn as one and looks the same. Groups are computed on first
/// use.
class OverviewGroups
{
public:
    static constexpr int kRows = 32;

    struct Stretch
    {
        Instant begin = Instant::max();
        Instant end = Instant::min();
        Duration hole{0};
    };
    struct Group
    {
        enum class State : unsigned char { Unknown, Usable, Changing };
        State state = State::Unknown;
        std::array<Stretch, kInks> inks;
    };

    void clear() { m_groups.clear(); }
    /// Invalidates this row and all later ones.
    void changedFrom(int row);
    void changed(int row);
    /// Rows kRows * group … + kRows - 1, all of which exist. nullptr while one of them still grows.
    [[nodiscard]] const Group* at(int group, const TimelineScene& scene);

private:
    std::vector<Group> m_groups;
};

/// Counts of attempts by outcome in a range of rows.
struct OutcomeCounts
{
    int succeeded = 0;
    int retried = 0;
    int stopped = 0;
    int running = 0;
    [[nodiscard]] int all() const { return succeeded + retried + stopped + running; }
};
[[nodiscard]] OutcomeCounts outcomesOf(const TimelineScene& scene, int firstRow, int lastRow);

template <typename Fill>
void forEachPart(const AttemptBar& bar, Fill&& fill)
{
    if (bar.windowEnd > bar.windowBegin) {
        fill(Ink::Window, bar.windowBegin, bar.windowEnd);
    }
    if (bar.delayEnd > bar.end) {
        fill(Ink::RetryDelay, bar.end, bar.delayEnd);
    }
    if (bar.start > bar.sendDelayBegin) {
        fill(Ink::SendDelay, bar.sendDelayBegin, bar.start);
    }
    const Ink ink = bar.state == AttemptBar::State::Running ? Ink::Running
                    : bar.verdict == Verdict::Stop          ? Ink::Stopped
                    : bar.verdict == Verdict::Retry         ? Ink::Retried
                                                            : Ink::Succeeded;
    fill(ink, bar.start, bar.end);
}

template <typename Fill>
void forEachPart(const TimelineScene& scene, int row, Fill&& fill)
{
    const Place place = scene.rows->at(row);
    if (place.attempt >= 0) {
        forEachPart(scene.barOf(place), fill);
        return;
    }
    const int attempts = scene.rows->attempts().attemptCountOf(place.call);
    for (int attempt = 0; attempt < attempts; ++attempt) {
        forEachPart(scene.barOf({place.call, attempt}), fill);
    }
}

} // namespace retryscope::ui
