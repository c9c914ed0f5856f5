// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/timeline_scene.h"

#include <QFontMetricsF>

#include <cmath>

namespace retryscope::ui {

AttemptBar TimelineScene::barAt(int row) const
{
    const Place place = rows->at(row);
    if (place.attempt >= 0) {
        return barOf(place);
    }
    const AttemptBar first = barOf({place.call, 0});
    AttemptBar whole = barOf(rows->attemptAt(row));
    whole.sendDelayBegin = first.sendDelayBegin;
    whole.start = first.start;
    return whole;
}

RowHeights rowHeightsFor(const QFont& font)
{
    const double line = QFontMetricsF(Theme::boldFont(font)).height();
    const double small = QFontMetricsF(Theme::smallFont(font)).height();
    RowHeights heights;
    heights.compact = std::ceil(line + 9);
    heights.roomy = std::ceil(std::max(line + small, Theme::scaled(13, font) + 3 + small) + 9);
    heights.roomiest = std::max(80.0, heights.roomy * 1.6);
    heights.call = std::max(36.0, heights.compact);
    return heights;
}

double verdictWidthFor(const QFont& font, double width)
{
    const double digit = QFontMetricsF(font).horizontalAdvance(QLatin1Char('8'));
    return std::round(std::clamp(width * 0.28, digit * 6, digit * 23));
}

std::optional<double> TimelineScene::cursorLine() const
{
    if (currentRow < 0 || currentRow >= layout.rows) {
        return std::nullopt;
    }
    const Instant at = barAt(currentRow).start;
    return at < scale.begin || at > scale.end ? std::nullopt : std::optional(std::round(xOf(at)) + 0.5);
}

double labelWidthFor(const QFont& font, double width)
{
    const double digit = QFontMetricsF(font).horizontalAdvance(QLatin1Char('8'));
    return std::round(std::clamp(width * 0.2, digit * 18, digit * 23));
}

} // namespace retryscope::ui
