// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/chart/overview_groups.h"

#include <algorithm>

namespace retryscope::ui {

namespace {

bool stillGrows(const TimelineScene& scene, int row)
{
    const Place place = scene.rows->attemptAt(row);
    return scene.bars->at(scene.rows->attempts().rowOf(place)).state != AttemptBar::State::Done;
}

OverviewGroups::Stretch stretchOf(std::vector<TimeRange>& parts)
{
    OverviewGroups::Stretch stretch;
    std::sort(parts.begin(), parts.end(),
              [](const TimeRange& left, const TimeRange& right) { return left.begin < right.begin; });
    for (const TimeRange& part : parts) {
        if (stretch.begin <= stretch.end) {
            stretch.hole = std::max(stretch.hole, part.begin - stretch.end);
        }
        stretch.begin = std::min(stretch.begin, part.begin);
        stretch.end = std::max(stretch.end, part.end);
    }
    return stretch;
}

} // namespace

void OverviewGroups::changedFrom(int row)
{
    const auto first = static_cast<std::size_t>(row / kRows);
    if (first < m_groups.size()) {
        m_groups.resize(first);
    }
}

void OverviewGroups::changed(int row)
{
    const auto group = static_cast<std::size_t>(row / kRows);
    if (group < m_groups.size()) {
        m_groups[group].state = Group::State::Unknown;
    }
}

const OverviewGroups::Group* OverviewGroups::at(int group, const TimelineScene& scene)
{
    const auto index = static_cast<std::size_t>(group);
    if (index >= m_groups.size()) {
        m_groups.resize(index + 1);
    }
    Group& wanted = m_groups[index];
    if (wanted.state == Group::State::Unknown) {
        std::array<std::vector<TimeRange>, kInks> parts;
        wanted.state = Group::State::Usable;
        for (int row = group * kRows; row < (group + 1) * kRows; ++row) {
            if (stillGrows(scene, row)) {
                wanted.state = Group::State::Changing;
                break;
            }
            forEachPart(scene, row, [&parts](Ink ink, Instant begin, Instant end) {
                parts[static_cast<std::size_t>(ink)].push_back({begin, end});
            });
        }
        std::transform(parts.begin(), parts.end(), wanted.inks.begin(), stretchOf);
    }
    return wanted.state == Group::State::Usable ? &wanted : nullptr;
}

OutcomeCounts outcomesOf(const TimelineScene& scene, int firstRow, int lastRow)
{
    OutcomeCounts counts;
    for (int row = firstRow; row <= lastRow; ++row) {
        forEachPart(scene, row, [&counts](Ink ink, Instant /*begin*/, Instant /*end*/) {
            counts.succeeded += ink == Ink::Succeeded ? 1 : 0;
            counts.retried += ink == Ink::Retried ? 1 : 0;
            counts.stopped += ink == Ink::Stopped ? 1 : 0;
            counts.running += ink == Ink::Running ? 1 : 0;
        });
    }
    return counts;
}

} // namespace retryscope::ui
