// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/timeline_chart.h"

#include "ui/timeline/rows_item.h"

#include <QCategoryAxis>
#include <QChart>
#include <QEvent>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

using namespace std::chrono_literals;

constexpr Duration kShortestLiveRange = 100ms;
constexpr double kTopMargin = 10;
constexpr double kTickDistance = 92;

double seconds(Instant instant)
{
    return toSeconds(instant.time_since_epoch());
}

} // namespace

TimelineChart::TimelineChart(QWidget* parent)
    : QChartView(new QChart, parent)
    , m_axis(new QCategoryAxis)
    , m_item(new RowsItem(*this, chart()))
    , m_rowsBar(new QScrollBar(Qt::Vertical, this))
{
    setObjectName(QStringLiteral("timelineChart"));
    setAccessibleName(tr("Timeline of attempts"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    chart()->legend()->hide();
    chart()->setMargins(QMargins());
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setBackgroundVisible(false);
    m_axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    // A category axis also draws a line at its end, which means nothing in time: the rows' item draws the
    // grid.
    m_axis->setGridLineVisible(false);
    m_axis->setLabelsVisible(false); // the rows' item draws them
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
    m_rows.clear();
    m_bars.clear();
    m_runningCalls.clear();
    m_legendParts = {};
    m_last = m_now = Instant{};
    m_currentRow = m_hoveredRow = -1;
    m_fitsTime = m_fitsRows = true;
    m_layout.offset = 0;
    m_scale.end = m_scale.begin = Instant{};
    if (m_record != nullptr) {
        m_rows.assign(*m_record);
        m_bars.reserve(static_cast<std::size_t>(m_rows.count()));
        for (int row = 0; row < m_rows.count(); ++row) {
            updateBar(m_rows.at(row));
        }
        for (std::size_t call = 0; call < m_record->calls().size(); ++call) {
            trackRunning(static_cast<int>(call));
        }
        m_now = m_record->end();
    }
    followRun();
}

void TimelineChart::onRecorded(int call, int attempt)
{
    if (m_record == nullptr || call < 0) {
        return;
    }
    trackRunning(call);
    const auto attempts = static_cast<int>(m_record->calls()[static_cast<std::size_t>(call)].attempts.size());
    const int latest = attempt < 0 ? attempts - 1 : attempt;
    for (int changed = std::max(0, latest - 1); changed <= latest; ++changed) {
        updateBar({call, changed});
    }
    followRun();
}

void TimelineChart::updateBar(AttemptRows::Place place)
{
    const auto row = static_cast<std::size_t>(m_rows.append(place));
    if (row >= m_bars.size()) {
        m_bars.resize(row + 1);
    }
    m_bars[row] = barOf(*m_record, place);
    m_last = std::max(m_last, m_bars[row].last());
    m_legendParts.add(m_bars[row]);
}

void TimelineChart::trackRunning(int call)
{
    const auto known = std::find(m_runningCalls.begin(), m_runningCalls.end(), call);
    const bool isRunning = m_record->calls()[static_cast<std::size_t>(call)].verdict == CallVerdict::Running;
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
    viewport()->update();
}

void TimelineChart::setWallClock(bool wallClock)
{
    m_wallClock = wallClock;
    updateAxis();
}

void TimelineChart::setCurrentRow(int row)
{
    if (row == m_currentRow) {
        return;
    }
    m_currentRow = row;
    showRow(row);
    viewport()->update();
}

void TimelineChart::showAs(const TimelineChart& other)
{
    m_fitsTime = m_fitsRows = false;
    TimeScale scale = m_scale;
    scale.begin = other.m_scale.begin;
    scale.end = other.m_scale.end;
    setScale(scale);
    RowLayout layout = m_layout;
    layout.rowHeight = other.m_layout.rowHeight;
    setRowLayout(layout.withOffset(other.m_layout.offset));
}

int TimelineChart::shapesPainted() const
{
    return m_item->shapesPainted();
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
            .currentRow = m_currentRow,
            .hoveredRow = m_hoveredRow,
            .hasFocus = hasFocus() && m_showsFocus};
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
    m_layout = layout;
    placeRowsBar();
    viewport()->update();
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
}

void TimelineChart::updateAxis()
{
    const QFontMetricsF small(Theme::smallFont(font()));
    const double wallClockWidth = small.horizontalAdvance(QStringLiteral("00:00:00.000000")) + 16;
    const std::vector<TimeTick> ticks =
        m_wallClock && m_record != nullptr
            ? wallClockTicksOf(m_scale, wallClockWidth, m_record->header().startedAt)
            : ticksOf(m_scale, kTickDistance);
    if (ticks != m_ticks) {
        for (const QString& label : m_axis->categoriesLabels()) {
            m_axis->remove(label);
        }
        m_axis->setStartValue(seconds(m_scale.begin));
        for (const TimeTick& tick : ticks) {
            m_axis->append(tick.label, seconds(tick.at));
        }
        m_ticks = ticks;
    }
    m_axis->setRange(seconds(m_scale.begin), seconds(m_scale.end));
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
    placePlot();
    placeRowsBar();
}

QSize TimelineChart::sizeHint() const
{
    return {720, 250};
}

QSize TimelineChart::minimumSizeHint() const
{
    return {320, 120};
}

} // namespace retryscope::ui
