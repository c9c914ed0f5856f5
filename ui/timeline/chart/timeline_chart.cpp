// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/chart/timeline_chart.h"

#include "ui/timeline/chart/overview_image.h"
#include "ui/timeline/chart/rows_item.h"

#include <QChart>
#include <QEvent>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QScrollBar>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

using namespace std::chrono_literals;

constexpr Duration kShortestLiveRange = 100ms;
constexpr std::chrono::milliseconds kSettling = 700ms;
constexpr double kTopMargin = 10;
constexpr double kTickDistance = 92;

} // namespace

TimelineChart::TimelineChart(QWidget* parent)
    : QChartView(new QChart, parent)
    , m_card(new HoverCard(this))
    , m_axis(new QValueAxis)
    , m_item(new RowsItem(*this, chart()))
    , m_rowsBar(new QScrollBar(Qt::Vertical, this))
{
    setObjectName(QStringLiteral("timelineChart"));
    setAccessibleName(tr("Timeline of attempts"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setViewportUpdateMode(QGraphicsView::MinimalViewportUpdate);
    viewport()->grabGesture(Qt::PinchGesture);
    m_settling.setSingleShot(true);
    m_settling.setInterval(kSettling);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    chart()->legend()->hide();
    chart()->setMargins(QMargins());
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setBackgroundVisible(false);
    // Only its line is the axis's: its labels stay hidden when they did not fit the range they were made for,
    // and a range that follows every frame costs more than all the bars.
    m_axis->setLabelsVisible(false);
    m_axis->setGridLineVisible(false);
    m_axis->setTickCount(2);
    chart()->addAxis(m_axis, Qt::AlignBottom);
    m_rowsBar->setObjectName(QStringLiteral("timelineRowsBar"));
    m_rowsBar->setAccessibleName(tr("Scroll through attempts"));
    m_rowsBar->setFocusPolicy(Qt::NoFocus);
    connect(m_rowsBar, &QScrollBar::valueChanged, this,
            [this](int value) { setRowLayout(m_layout.withOffset(value)); });
    applyTheme();
}

TimelineChart::~TimelineChart() = default;

void TimelineChart::setRecord(const RunRecord* record)
{
    m_record = record;
    onReplaced();
}

void TimelineChart::onReplaced()
{
    hideCard();
    m_rows.clear();
    m_bars.clear();
    m_item->forgetRowsFrom(0);
    m_history.clear();
    m_range.reset();
    m_runningCalls.clear();
    m_legendParts = {};
    m_last = m_now = Instant{};
    m_current = {};
    m_hoveredRow = m_anchorRow = -1;
    m_fitsTime = m_fitsRows = true;
    m_layout.offset = 0;
    m_scale.end = m_scale.begin = Instant{};
    if (m_record != nullptr) {
        regroup();
        m_rows.assign(*m_record);
        const AttemptRows& attempts = m_rows.attempts();
        m_bars.reserve(attempts.count());
        for (int index = 0; index < attempts.count(); ++index) {
            updateBar(attempts.at(index));
        }
        for (std::size_t call = 0; call < m_record->calls().size(); ++call) {
            trackRunning(static_cast<int>(call));
        }
        m_now = m_record->end();
    }
    followRun();
    viewport()->update();
    Q_EMIT sightChanged();
}

void TimelineChart::onRecorded(Place place)
{
    if (m_record == nullptr || place.call < 0) {
        return;
    }
    trackRunning(place.call);
    if (m_groupsCalls && m_record->calls().size() > 1 && !m_rows.isGrouped()) {
        regroup();
        relayRows();
    }
    const auto attempts = static_cast<int>(m_record->callAt(place.call).attempts.size());
    const int latest = place.attempt < 0 ? attempts - 1 : place.attempt;
    for (int changed = std::max(0, latest - 1); changed <= latest; ++changed) {
        updateBar({place.call, changed});
    }
    followRun();
}

/// A single call is all there is: it needs no row of its own.
void TimelineChart::regroup()
{
    const RunHeader& header = m_record->header();
    const bool hasSeveral = m_record->calls().size() > 1 || header.clients > 1 || header.callsPerClient > 1;
    m_rows.setGrouped(m_groupsCalls && hasSeveral);
}

void TimelineChart::updateBar(Place place)
{
    const int rows = m_rows.count();
    m_rows.append(place);
    const int index = m_rows.attempts().rowOf(place);
    const AttemptBar bar = barOf(*m_record, place);
    if (index < m_bars.count() && m_bars.at(index) == bar && rows == m_rows.count()) {
        return;
    }
    m_bars.set(index, bar);
    m_last = std::max(m_last, bar.last());
    m_legendParts.add(bar);
    const int callRow = m_rows.rowOf({place.call, -1});
    const int row = m_rows.rowOf(place);
    if (rows == m_rows.count()) {
        m_item->forgetRow(row);
        m_item->forgetRow(callRow);
    } else {
        m_item->forgetRowsFrom(std::max(0, m_rows.isGrouped() ? callRow : row));
    }
    const bool movedOthers = rows != m_rows.count() && row != m_rows.count() - 1;
    if (movedOthers) {
        viewport()->update();
    } else {
        updateRow(callRow);
        updateRow(row);
    }
}

/// Only this row has to be drawn again.
void TimelineChart::updateRow(int row)
{
    if (row < 0 || row < m_layout.firstVisible() - 1 || row > m_layout.lastVisible() + 1) {
        return;
    }
    const double top = m_layout.topOf(row);
    m_item->update(QRectF(0, std::floor(top) - 2, viewport()->width(), std::ceil(m_layout.rowHeight) + 4));
}

void TimelineChart::trackRunning(int call)
{
    const auto known = std::find(m_runningCalls.begin(), m_runningCalls.end(), call);
    const bool isRunning = m_record->callAt(call).verdict == CallVerdict::Running;
    if (isRunning && known == m_runningCalls.end()) {
        m_runningCalls.push_back(call);
    } else if (!isRunning && known != m_runningCalls.end()) {
        m_runningCalls.erase(known);
    }
}

void TimelineChart::setNow(Instant now)
{
    if (now <= m_now) {
        return;
    }
    m_now = now;
    followRun();
}

void TimelineChart::followRun()
{
    const bool wasAtEnd = m_layout.offset >= m_layout.largestOffset() - 1;
    const bool hasNewRows = m_layout.rows != m_rows.count() && isLive();
    fitRows();
    if (wasAtEnd && hasNewRows) {
        setRowLayout(m_layout.withOffset(m_layout.largestOffset()));
    }
    if (m_fitsTime) {
        setScale(fittingScale());
    }
    for (const int call : m_runningCalls) {
        const int attempts =
            call < m_rows.attempts().callCount() ? m_rows.attempts().attemptCountOf(call) : 0;
        updateRow(m_rows.rowOf({call, -1}));
        updateRow(m_rows.rowOf({call, attempts - 1}));
    }
}

/// Rows stand elsewhere now, or there are others.
void TimelineChart::relayRows()
{
    m_item->forgetRowsFrom(0);
    m_hoveredRow = m_anchorRow = -1;
    fitRows();
    viewport()->update();
    Q_EMIT sightChanged();
}

void TimelineChart::setGroupsCalls(bool groups)
{
    m_groupsCalls = groups;
    if (m_record != nullptr) {
        regroup();
        relayRows();
        showRow(currentRow());
    }
}

void TimelineChart::setFolded(int call, bool folded)
{
    if (m_rows.hasCallRow(call) && m_rows.isFolded(call) != folded) {
        hideCard();
        m_rows.setFolded(call, folded);
        relayRows();
    }
}

void TimelineChart::setAllFolded(bool folded)
{
    hideCard();
    m_rows.setAllFolded(folded);
    relayRows();
    showRow(currentRow());
}

LegendParts TimelineChart::legendParts() const
{
    LegendParts parts = m_legendParts;
    parts.hasRunning = isLive();
    if (m_rows.isGrouped() && m_record != nullptr &&
        m_rows.count() == static_cast<int>(m_record->calls().size())) { // folded calls show no more than bars
        parts.hasWindow = parts.hasPlanned = parts.hasHint = false;
    }
    parts.isOverview = densityOf(m_layout.rowHeight, m_heights) == RowDensity::Overview;
    return parts;
}

void TimelineChart::setWallClock(bool wallClock)
{
    m_wallClock = wallClock;
    updateAxis();
    viewport()->update();
}

void TimelineChart::setCurrentRow(int row)
{
    if (row == currentRow()) {
        return;
    }
    m_current = row < 0 ? Place{} : m_rows.at(row);
    showRow(row);
    viewport()->update();
}

void TimelineChart::showAs(const TimelineChart& other)
{
    m_rows = other.m_rows;
    m_bars = other.m_bars;
    m_fitsTime = m_fitsRows = false;
    fitRows();
    TimeScale scale = m_scale;
    scale.begin = other.m_scale.begin;
    scale.end = other.m_scale.end;
    setScale(scale);
    RowLayout layout = m_layout;
    layout.rowHeight = other.m_layout.rowHeight;
    setRowLayout(layout.withOffset(other.m_layout.offset));
}

void TimelineChart::setCurrentAttempt(Place place)
{
    const int row = currentRow();
    const bool standsForIt = row >= 0 && m_current.attempt < 0 && m_rows.attemptAt(row) == place;
    if (!standsForIt) {
        setCurrentRow(m_rows.rowOf(place));
        if (place.attempt >= 0 && m_rows.attempts().rowOf(place) >= 0) {
            m_current = place;
        }
    }
}

int TimelineChart::shapesPainted() const
{
    return m_item->shapesPainted();
}

int TimelineChart::rowsPainted() const
{
    return m_item->rowsPainted();
}

QImage TimelineChart::picture(QSize size, double devicePixelRatio) const
{
    TimelineScene whole = scene();
    whole.plot = QRectF(QPointF(0, 0), QSizeF(size));
    const TimeRange range = wholeRange();
    whole.scale = {.begin = range.begin, .end = range.end, .left = 0, .width = whole.plot.width()};
    whole.layout.top = whole.layout.offset = 0;
    whole.layout.height = whole.plot.height();
    whole.layout.rowHeight = whole.plot.height() / std::max(1, whole.layout.rows);
    return overviewImage(whole, m_item->groups(), devicePixelRatio);
}

TimelineScene TimelineChart::scene() const
{
    const QRectF all(viewport()->rect());
    const double barWidth = m_rowsBar->isVisibleTo(this) ? m_rowsBar->width() : 0;
    return {.record = m_record,
            .rows = &m_rows,
            .bars = &m_bars,
            .theme = &Theme::forPalette(palette()),
            .font = font(),
            .area = all.adjusted(0, 0, -barWidth, 0),
            .plot = m_plot,
            .scale = m_scale,
            .layout = m_layout,
            .heights = m_heights,
            .now = m_now,
            .currentRow = currentRow(),
            .hoveredRow = m_hoveredRow,
            .hasFocus = hasFocus() && m_showsFocus,
            .cursor = m_drag == Drag::Panning ? std::nullopt : m_cursor,
            .range = m_range};
}

void TimelineChart::placePlot()
{
    const QSizeF size = viewport()->size();
    const double left = labelWidthFor(font(), size.width());
    const QFontMetricsF small(Theme::smallFont(font()));
    const double right = std::round(small.horizontalAdvance(QStringLiteral("000000")) + 10);
    const double bottom = std::round(small.height() + 10);
    m_plot = QRectF(left, kTopMargin, std::max(20.0, size.width() - left - right),
                    std::max(10.0, size.height() - kTopMargin - bottom));
    chart()->setPlotArea(m_plot);
    m_item->setRect(QRectF(QPointF(0, 0), size));
    m_scale.left = m_plot.left();
    m_scale.width = m_plot.width();
    m_layout.top = m_plot.top();
    m_layout.height = m_plot.height();
    m_ticks.clear();
    fitRows();
    setScale(m_fitsTime ? fittingScale() : m_scale);
}

void TimelineChart::fitRows()
{
    RowLayout layout = m_layout;
    layout.rows = m_rows.count();
    if (m_fitsRows) {
        layout.rowHeight = readableRowHeight(layout.rows, layout.height, m_heights);
    }
    layout.rowHeight = std::max(layout.rowHeight, fittingRowHeight(layout.rows, layout.height, m_heights));
    setRowLayout(layout.withOffset(layout.offset));
}

void TimelineChart::setRowLayout(const RowLayout& layout)
{
    if (layout == m_layout) {
        return;
    }
    const bool moved = layout.offset != m_layout.offset || layout.rowHeight != m_layout.rowHeight ||
                       layout.top != m_layout.top || layout.height != m_layout.height;
    m_layout = layout;
    placeRowsBar();
    if (moved) {
        viewport()->update();
        Q_EMIT sightChanged();
    }
}

void TimelineChart::placeRowsBar()
{
    const QSignalBlocker blocker(m_rowsBar);
    const int width = m_rowsBar->sizeHint().width();
    m_rowsBar->setGeometry(viewport()->width() - width, static_cast<int>(m_plot.top()), width,
                           static_cast<int>(m_plot.height()));
    m_rowsBar->setRange(0, static_cast<int>(std::ceil(m_layout.largestOffset())));
    m_rowsBar->setPageStep(static_cast<int>(m_layout.height));
    m_rowsBar->setSingleStep(static_cast<int>(std::max(1.0, m_layout.rowHeight)));
    m_rowsBar->setValue(static_cast<int>(std::round(m_layout.offset)));
    m_rowsBar->setVisible(m_layout.largestOffset() > 0.5);
}

TimeScale TimelineChart::fittingScale() const
{
    const double textWidth = QFontMetricsF(Theme::boldFont(font())).horizontalAdvance(tr("✕ stop")) + 18;
    const double reserved =
        std::clamp(textWidth - (viewport()->width() - m_plot.right()), 0.0, m_plot.width() / 2);
    const Instant last = isLive() ? std::max(m_last, m_now) : m_last;
    const double stretch = m_plot.width() / (m_plot.width() - reserved);
    Duration length{std::llround(static_cast<double>(last.time_since_epoch().count()) * stretch)};
    if (isLive()) {
        const bool stillFits = m_scale.end.time_since_epoch() >= std::max(length, kShortestLiveRange);
        length = stillFits ? m_scale.end.time_since_epoch() : std::max(length * 5 / 4, kShortestLiveRange);
    }
    TimeScale scale = m_scale;
    scale.begin = Instant{};
    scale.end = Instant{std::max(length, Duration{1ms})};
    return scale;
}

void TimelineChart::setScale(const TimeScale& scale)
{
    if (scale == m_scale && !m_ticks.empty()) {
        return;
    }
    m_scale = scale;
    updateAxis();
    viewport()->update();
    Q_EMIT scaleChanged();
    Q_EMIT sightChanged();
}

void TimelineChart::updateAxis()
{
    const QFontMetricsF small(Theme::smallFont(font()));
    const double wallClockWidth = small.horizontalAdvance(QStringLiteral("00:00:00.000000")) + 16;
    m_ticks = m_wallClock && m_record != nullptr
                  ? wallClockTicksOf(m_scale, wallClockWidth, m_record->header().startedAt)
                  : ticksOf(m_scale, kTickDistance);
}

void TimelineChart::applyTheme()
{
    const Theme& theme = Theme::forPalette(palette());
    m_heights = rowHeightsFor(font());
    setBackgroundBrush(theme.card);
    m_axis->setLinePen(QPen(theme.grid, 1));
    placePlot();
}

void TimelineChart::changeEvent(QEvent* event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyTheme();
    }
}

void TimelineChart::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    const int row = currentRow();
    const bool wasInSight = row >= m_layout.firstVisible() && row <= m_layout.lastVisible();
    placePlot();
    if (wasInSight && row >= 0) {
        setRowLayout(m_layout.showing(row));
    }
    placeRowsBar();
}

QSize TimelineChart::sizeHint() const
{
    return {720, 250};
}

QSize TimelineChart::minimumSizeHint() const
{
    return {320, 124};
}

} // namespace retryscope::ui
