// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/chart/timeline_chart.h"

#include "ui/timeline/chart/hover_card.h"
#include "ui/timeline/chart/overview_image.h"
#include "ui/timeline/chart/rows_item.h"
#include "ui/timeline/chart/timeline_input.h"

#include <QChart>
#include <QContextMenuEvent>
#include <QGraphicsLayout>
#include <QScrollBar>
#include <QValueAxis>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr std::chrono::milliseconds kSettling{700};

} // namespace

TimelineChart::TimelineChart(QWidget* parent)
    : QChartView(new QChart, parent)
    , m_card(new HoverCard(this))
    , m_input(new TimelineInput(m_sight, *viewport(), *m_card))
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
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    makeChart();
    m_input->setParent(this);
    connect(m_input, &TimelineInput::changed, this, &TimelineChart::showChanges);
    connect(m_input, &TimelineInput::rowPicked, this, &TimelineChart::rowPicked);
    connect(m_input, &TimelineInput::menuRequested, this, &TimelineChart::menuRequested);
    m_settling.setSingleShot(true);
    m_settling.setInterval(kSettling);
    connect(&m_settling, &QTimer::timeout, this, [this] { m_sight.settle(); });
    m_rowsBar->setObjectName(QStringLiteral("timelineRowsBar"));
    m_rowsBar->setAccessibleName(tr("Scroll through attempts"));
    m_rowsBar->setFocusPolicy(Qt::NoFocus);
    connect(m_rowsBar, &QScrollBar::valueChanged, this, [this](int value) {
        m_sight.scrollTo(value);
        showChanges();
    });
    applyTheme();
}

TimelineChart::~TimelineChart() = default;

void TimelineChart::makeChart()
{
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
}

void TimelineChart::setRecord(const RunRecord* record)
{
    m_card->hide();
    m_sight.setRecord(record);
    showChanges();
}

void TimelineChart::onReplaced()
{
    setRecord(m_sight.run().record());
}

void TimelineChart::onRecorded(Place place)
{
    const RowsChange change = m_sight.add(place);
    showChanges();
    for (const int row : change.rows) {
        m_item->forgetRow(row);
        updateRow(row);
    }
    if (change.from != RowsChange::kNone) {
        m_item->forgetRowsFrom(change.from);
    }
    if (change.movesRows) {
        viewport()->update();
    }
    updateGrowingRows();
}

void TimelineChart::setNow(Instant now)
{
    if (now > this->now()) {
        m_sight.setNow(now);
        showChanges();
        updateGrowingRows();
    }
}

void TimelineChart::setWallClock(bool wallClock)
{
    m_sight.setWallClock(wallClock);
    updateTicks();
    viewport()->update();
}

void TimelineChart::setUnmet(std::vector<Place> places)
{
    m_sight.setUnmet(std::move(places));
    viewport()->update();
}

void TimelineChart::setGroupsCalls(bool groups)
{
    m_sight.setGroupsCalls(groups);
    showChanges();
}

void TimelineChart::setAllFolded(bool folded)
{
    m_card->hide();
    m_sight.setAllFolded(folded);
    showChanges();
}

void TimelineChart::setCurrentRow(int row)
{
    m_sight.setCurrentRow(row);
    showChanges();
}

void TimelineChart::setCurrentAttempt(Place place)
{
    m_sight.setCurrentAttempt(place);
    showChanges();
}

void TimelineChart::setMoment(std::optional<Instant> moment)
{
    m_sight.setCursor(moment);
    showChanges();
}

void TimelineChart::zoomBy(double factor)
{
    m_sight.zoomBy(factor);
    showChanges();
}

void TimelineChart::zoomToFit()
{
    m_sight.zoomToFit();
    showChanges();
}

void TimelineChart::showRange(TimeRange range)
{
    m_sight.selectRange(range);
    m_sight.zoomToSelection();
    showChanges();
}

void TimelineChart::panTo(Instant begin)
{
    m_sight.panTo(begin);
    showChanges();
}

void TimelineChart::goBack()
{
    m_sight.goBack();
    showChanges();
}

void TimelineChart::goForward()
{
    m_sight.goForward();
    showChanges();
}

void TimelineChart::showAs(const TimelineChart& other)
{
    m_sight.showAs(other.m_sight);
    showChanges();
}

TimelineScene TimelineChart::scene() const
{
    const double barWidth = m_rowsBar->isVisibleTo(this) ? m_rowsBar->width() : 0;
    TimelineScene scene = m_sight.scene();
    scene.theme = &Theme::forPalette(palette());
    scene.font = font();
    scene.area = QRectF(viewport()->rect()).adjusted(0, 0, -barWidth, 0);
    scene.hasFocus = hasFocus() && m_input->showsFocus();
    if (m_input->isPanning()) {
        scene.cursor.reset();
    }
    return scene;
}

QImage TimelineChart::picture(QSize size, double devicePixelRatio) const
{
    TimelineScene whole = scene();
    whole.plot = QRectF(QPointF(0, 0), QSizeF(size));
    const TimeRange range = m_sight.wholeRange();
    whole.scale = {.begin = range.begin, .end = range.end, .left = 0, .width = whole.plot.width()};
    whole.layout.top = whole.layout.offset = 0;
    whole.layout.height = whole.plot.height();
    whole.layout.rowHeight = whole.plot.height() / std::max(1, whole.layout.rows);
    return overviewImage(whole, m_item->groups(), devicePixelRatio);
}

int TimelineChart::shapesPainted() const
{
    return m_item->shapesPainted();
}

int TimelineChart::rowsPainted() const
{
    return m_item->rowsPainted();
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
    const RowLayout before = m_sight.layout();
    const int row = m_sight.currentRow();
    const bool wasInSight = row >= before.firstVisible() && row <= before.lastVisible();
    placePlot();
    if (wasInSight && row >= 0) {
        m_sight.scrollTo(m_sight.layout().showing(row).offset);
        showChanges();
    }
    placeRowsBar();
}

void TimelineChart::contextMenuEvent(QContextMenuEvent* event)
{
    m_input->openMenu(*event);
}

void TimelineChart::wheelEvent(QWheelEvent* event)
{
    m_input->turnWheel(*event);
}

void TimelineChart::mousePressEvent(QMouseEvent* event)
{
    m_input->pressMouse(*event);
}

void TimelineChart::mouseMoveEvent(QMouseEvent* event)
{
    m_input->moveMouse(*event);
}

void TimelineChart::mouseReleaseEvent(QMouseEvent* event)
{
    m_input->releaseMouse(*event);
}

void TimelineChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_input->doubleClick(*event);
}

void TimelineChart::keyPressEvent(QKeyEvent* event)
{
    m_input->pressKey(*event);
}

void TimelineChart::focusInEvent(QFocusEvent* event)
{
    QChartView::focusInEvent(event);
    m_input->takeFocus(event->reason());
    viewport()->update();
}

void TimelineChart::focusOutEvent(QFocusEvent* event)
{
    QChartView::focusOutEvent(event);
    viewport()->update();
}

bool TimelineChart::viewportEvent(QEvent* event)
{
    return m_input->handleViewport(*event) || QChartView::viewportEvent(event);
}

} // namespace retryscope::ui
