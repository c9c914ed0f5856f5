// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where everything in the timeline's chart lies, and what of it has to be drawn again.

#include "ui/timeline/chart/hover_card.h"
#include "ui/timeline/chart/rows_item.h"
#include "ui/timeline/chart/timeline_chart.h"

#include <QChart>
#include <QFontMetricsF>
#include <QScrollBar>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr double kTopMargin = 4;
constexpr double kEndMargin = 12; ///< right of the last bar
constexpr double kTickDistance = 92;

} // namespace

TimelineChart::Shown TimelineChart::shown() const
{
    return {.scale = m_sight.scale(),
            .layout = m_sight.layout(),
            .range = m_sight.selectedRange(),
            .cursor = m_sight.cursor(),
            .currentRow = m_sight.currentRow(),
            .hoveredRow = m_sight.hoveredRow(),
            .moves = m_sight.moves(),
            .relayings = m_sight.relayings(),
            .canGoBack = m_sight.history().canGoBack(),
            .canGoForward = m_sight.history().canGoForward()};
}

/// Draws again what of the sight is another than it was, and tells of it.
void TimelineChart::showChanges()
{
    const Shown before = std::exchange(m_shown, shown());
    if (m_shown.moves != before.moves) {
        m_card->hide();
        m_settling.start();
    }
    if (m_shown.relayings != before.relayings) {
        m_item->forgetRowsFrom(0);
    }
    if (m_shown.hoveredRow != before.hoveredRow) {
        updateRow(before.hoveredRow);
        updateRow(m_shown.hoveredRow);
    }
    if (m_shown.currentRow != before.currentRow) {
        viewport()->update();
    }
    const bool movesCursor = m_shown.cursor != before.cursor;
    showMoved(before); // its receivers may change the sight once more
    if (movesCursor) {
        viewport()->update();
        Q_EMIT cursorChanged();
    }
}

void TimelineChart::showMoved(const Shown& before)
{
    const Shown now = m_shown;
    const bool hasNewScale = now.scale != before.scale || m_ticks.empty();
    const bool movesRows = now.layout.offset != before.layout.offset ||
                           now.layout.rowHeight != before.layout.rowHeight ||
                           now.layout.top != before.layout.top || now.layout.height != before.layout.height;
    const bool isNewSight = hasNewScale || movesRows || now.range != before.range ||
                            now.relayings != before.relayings || now.moves != before.moves;
    if (now.layout != before.layout) {
        placeRowsBar();
    }
    if (hasNewScale) {
        updateTicks();
        Q_EMIT scaleChanged();
    }
    if (isNewSight) {
        viewport()->update();
    }
    if (isNewSight || now.canGoBack != before.canGoBack || now.canGoForward != before.canGoForward) {
        Q_EMIT sightChanged();
    }
}

/// Only this row has to be drawn again.
void TimelineChart::updateRow(int row)
{
    const RowLayout& layout = m_sight.layout();
    if (row < 0 || row < layout.firstVisible() - 1 || row > layout.lastVisible() + 1) {
        return;
    }
    const double top = layout.topOf(row);
    m_item->update(QRectF(0, std::floor(top) - 2, viewport()->width(), std::ceil(layout.rowHeight) + 4));
}

void TimelineChart::updateGrowingRows()
{
    for (const int row : m_sight.run().growingRows()) {
        updateRow(row);
    }
}

void TimelineChart::placePlot()
{
    const QSize size = viewport()->size();
    const double left = labelWidthFor(font(), size.width());
    const QFontMetricsF small(Theme::smallFont(font()));
    const double right = verdictWidthFor(font(), size.width());
    const double bottom = std::round(small.height() + 10);
    const QRectF plot(left, kTopMargin, std::max(20.0, size.width() - left - right),
                      std::max(10.0, size.height() - kTopMargin - bottom));
    chart()->setPlotArea(plot);
    m_item->setRect(QRectF(QPointF(0, 0), size));
    m_sight.setFrame(
        {.plot = plot, .textRoom = std::min(kEndMargin, plot.width() / 2), .heights = rowHeightsFor(font())});
    m_ticks.clear();
    showChanges();
}

void TimelineChart::placeRowsBar()
{
    const QSignalBlocker blocker(m_rowsBar);
    const RowLayout& layout = m_sight.layout();
    const int width = m_rowsBar->sizeHint().width();
    m_rowsBar->setGeometry(viewport()->width() - width, static_cast<int>(layout.top), width,
                           static_cast<int>(layout.height));
    m_rowsBar->setRange(0, static_cast<int>(std::ceil(layout.largestOffset())));
    m_rowsBar->setPageStep(static_cast<int>(layout.height));
    m_rowsBar->setSingleStep(static_cast<int>(std::max(1.0, layout.rowHeight)));
    m_rowsBar->setValue(static_cast<int>(std::round(layout.offset)));
    m_rowsBar->setVisible(layout.largestOffset() > 0.5);
}

void TimelineChart::updateTicks()
{
    const QFontMetricsF small(Theme::smallFont(font()));
    const double wallClockWidth = small.horizontalAdvance(QStringLiteral("00:00:00.000000")) + 16;
    m_ticks = m_sight.hasWallClock() ? wallClockTicksOf(m_sight.scale(), wallClockWidth,
                                                        m_sight.run().record()->header().startedAt)
                                     : ticksOf(m_sight.scale(), kTickDistance);
}

void TimelineChart::applyTheme()
{
    const Theme& theme = Theme::forPalette(palette());
    setBackgroundBrush(theme.card);
    m_axis->setLinePen(QPen(theme.grid, 1));
    placePlot();
}

} // namespace retryscope::ui
