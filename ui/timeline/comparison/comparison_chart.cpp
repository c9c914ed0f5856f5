// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/comparison/comparison_chart.h"

#include "ui/parts/foreign_text.h"
#include "ui/timeline/comparison/comparison_painter.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

constexpr double kNarrowestLabels = 200;
constexpr double kLabelShare = 0.46; ///< of the width that titles and numbers may take

/// What the longest title and the longest numbers need.
double widestLabel(const ComparisonPainter::Lanes& lanes, const QFont& font)
{
    const QFontMetricsF title(Theme::boldFont(font));
    const QFontMetricsF numbers(Theme::smallFont(font));
    double widest = 0;
    for (const auto& lane : lanes) {
        widest = std::max({widest, title.horizontalAdvance(lane->content.title),
                           numbers.horizontalAdvance(lane->content.numbers)});
    }
    return std::ceil(widest) + 2 * kComparisonInset;
}

} // namespace

ComparisonChart::ComparisonChart(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setAutoFillBackground(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

ComparisonChart::~ComparisonChart() = default;

void ComparisonChart::setLanes(std::vector<ComparisonLane> lanes)
{
    m_lanes.clear();
    Instant last{std::chrono::milliseconds{1}};
    for (ComparisonLane& content : lanes) {
        m_lanes.push_back(std::make_unique<ComparisonBars>(std::move(content)));
        last = std::max(last, m_lanes.back()->end());
    }
    m_scale = TimeScale{.begin = Instant{}, .end = last + (last - Instant{}) / 40};
    m_lane = std::clamp(m_lane, 0, std::max(0, laneCount() - 1));
    if (m_lanes.empty() || m_row >= m_lanes[static_cast<std::size_t>(m_lane)]->rows.count()) {
        m_row = -1;
    }
    updateLegend();
    placeScrollBar();
    updateGeometry();
    viewport()->update();
}

int ComparisonChart::laneCount() const
{
    return static_cast<int>(m_lanes.size());
}

void ComparisonChart::updateLegend()
{
    m_legend = {};
    for (const auto& lane : m_lanes) {
        for (int row = 0; row < lane->bars.count(); ++row) {
            m_legend.add(lane->bars.at(row));
        }
    }
    m_legend.hasWindow = m_legend.hasWindow && m_row >= 0;
    m_legend.hasPlanned = false;
    m_legend.hasHint = m_legend.hasNew = m_legend.hasReused = false; // these marks are not drawn here
}

void ComparisonChart::select(int lane, Place place)
{
    m_lane = lane;
    m_row = lane >= 0 && lane < laneCount() && place.attempt >= 0
                ? m_lanes[static_cast<std::size_t>(lane)]->rows.rowOf(place)
                : -1;
    updateLegend();
    viewport()->update();
}

Place ComparisonChart::currentPlace() const
{
    return m_row < 0 || m_lane >= laneCount() ? Place{}
                                              : m_lanes[static_cast<std::size_t>(m_lane)]->rows.at(m_row);
}

ComparisonFrame ComparisonChart::frameFor(const QRectF& area, const Theme& theme, double offset) const
{
    ComparisonFrame frame{.theme = &theme,
                          .font = font(),
                          .area = area,
                          .laneHeight = comparisonLaneHeight(font()),
                          .offset = offset};
    const double room = std::max(kNarrowestLabels, std::round(area.width() * kLabelShare));
    const double labels = std::clamp(widestLabel(m_lanes, font()), kNarrowestLabels, room);
    const double axis = std::ceil(QFontMetricsF(Theme::smallFont(font())).height()) + 8;
    frame.plot = QRectF(area.left() + labels, area.top() + axis, area.width() - labels - kComparisonInset,
                        std::max(1.0, area.height() - axis));
    frame.scale = m_scale;
    frame.scale.left = frame.plot.left();
    frame.scale.width = std::max(1.0, frame.plot.width());
    frame.hasFocus = hasFocus();
    return frame;
}

ComparisonFrame ComparisonChart::shownFrame() const
{
    return frameFor(QRectF(viewport()->rect()), Theme::forPalette(palette()), verticalScrollBar()->value());
}

void ComparisonChart::paintFrame(QPainter& painter, const ComparisonFrame& frame) const
{
    ComparisonPainter lanes(painter, frame, m_lanes);
    lanes.paint(m_lane, m_row);
    m_shapes = lanes.shapesPainted();
}

void ComparisonChart::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(viewport());
    paintFrame(painter, shownFrame());
}

QSize ComparisonChart::pictureSize(int width) const
{
    const QRectF area(0, 0, width, 1);
    const ComparisonFrame frame = frameFor(area, Theme::light(), 0);
    const double legend = paintLegend(nullptr, area.adjusted(kComparisonInset, 0, -kComparisonInset, 0),
                                      m_legend, Theme::light(), font());
    return {width, static_cast<int>(std::ceil(frame.plot.top() + comparisonLaneHeight(font()) * laneCount() +
                                              legend + 8))};
}

void ComparisonChart::paintPicture(QPainter& painter, const QSize& size) const
{
    const Theme& theme = Theme::light();
    painter.fillRect(QRect(QPoint(0, 0), size), theme.card);
    const QRectF whole(0, 0, size.width(), size.height());
    const double legend = paintLegend(nullptr, whole.adjusted(kComparisonInset, 0, -kComparisonInset, 0),
                                      m_legend, theme, font());
    ComparisonFrame frame = frameFor(whole.adjusted(0, 0, 0, -legend - 8), theme, 0);
    frame.hasFocus = false;
    paintFrame(painter, frame);
    paintLegend(
        &painter,
        QRectF(kComparisonInset, size.height() - legend - 4, size.width() - 2 * kComparisonInset, legend),
        m_legend, theme, font());
}

QPoint ComparisonChart::centreOf(int lane, Place place) const
{
    const auto index = static_cast<std::size_t>(lane);
    const ComparisonBars& bars = *m_lanes[index];
    return shownFrame().centreOf(bars, index, bars.rows.rowOf(place)).toPoint();
}

void ComparisonChart::pick(int lane, int row)
{
    m_lane = std::clamp(lane, 0, laneCount() - 1);
    m_row = row;
    updateLegend();
    const int top = static_cast<int>(comparisonLaneHeight(font()) * m_lane);
    const int view = static_cast<int>(shownFrame().plot.height() - comparisonLaneHeight(font()));
    verticalScrollBar()->setValue(std::clamp(verticalScrollBar()->value(), top - view, top));
    viewport()->update();
    const Place place = currentPlace();
    Q_EMIT picked(m_lane, place);
}

void ComparisonChart::mousePressEvent(QMouseEvent* event)
{
    const ComparisonFrame frame = shownFrame();
    const QPointF at = event->position();
    const int lane = frame.laneAt(at.y());
    if (at.y() < frame.plot.top() || lane < 0 || lane >= laneCount()) {
        return;
    }
    const auto index = static_cast<std::size_t>(lane);
    const bool isLabel = at.x() < frame.plot.left() - kComparisonReach;
    pick(lane, isLabel ? -1 : frame.rowAt(*m_lanes[index], index, at));
}

/// Titles and numbers whole, where they may have been cut.
bool ComparisonChart::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QAbstractScrollArea::viewportEvent(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const ComparisonFrame frame = shownFrame();
    const int lane = frame.laneAt(help->pos().y());
    const bool isLabel = help->pos().x() < frame.plot.left() && help->pos().y() >= frame.plot.top();
    if (isLabel && lane >= 0 && lane < laneCount()) {
        const ComparisonLane& content = m_lanes[static_cast<std::size_t>(lane)]->content;
        QToolTip::showText(help->globalPos(),
                           plainToolTip(content.title + QLatin1Char('\n') + content.numbers), viewport());
    } else {
        QToolTip::hideText();
    }
    return true;
}

void ComparisonChart::keyPressEvent(QKeyEvent* event)
{
    if (m_lanes.empty()) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const int attempts = m_lanes[static_cast<std::size_t>(m_lane)]->rows.count();
    const auto sameAttempt = [this](int lane) {
        const int to = std::clamp(lane, 0, laneCount() - 1);
        return std::min(m_row, m_lanes[static_cast<std::size_t>(to)]->rows.count() - 1);
    };
    switch (event->key()) {
    case Qt::Key_Up:
        pick(m_lane - 1, sameAttempt(m_lane - 1));
        break;
    case Qt::Key_Down:
        pick(m_lane + 1, sameAttempt(m_lane + 1));
        break;
    case Qt::Key_Left:
        pick(m_lane, std::max(m_row - 1, -1));
        break;
    case Qt::Key_Right:
        pick(m_lane, std::min(m_row + 1, attempts - 1));
        break;
    case Qt::Key_Home:
        pick(m_lane, std::min(0, attempts - 1));
        break;
    case Qt::Key_End:
        pick(m_lane, attempts - 1);
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

std::vector<std::pair<QString, QString>> ComparisonChart::keys()
{
    return {{tr("Up, Down"), tr("Move between policies")},
            {tr("Left, Right, Home, End"), tr("Move between attempts of a policy")}};
}

void ComparisonChart::placeScrollBar()
{
    const double view = shownFrame().plot.height();
    const double content = comparisonLaneHeight(font()) * laneCount();
    verticalScrollBar()->setPageStep(static_cast<int>(view));
    verticalScrollBar()->setSingleStep(static_cast<int>(comparisonLaneHeight(font()) / 2));
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(std::ceil(content - view))));
}

void ComparisonChart::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    placeScrollBar();
}

void ComparisonChart::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        placeScrollBar();
    }
    viewport()->update();
}

QSize ComparisonChart::sizeHint() const
{
    return {760, static_cast<int>(comparisonLaneHeight(font()) * std::max(1, laneCount())) + 30};
}

QSize ComparisonChart::minimumSizeHint() const
{
    return {320, static_cast<int>(comparisonLaneHeight(font()) * std::clamp(laneCount(), 1, 2)) + 30};
}

} // namespace retryscope::ui
