// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/comparison_chart.h"

#include "ui/timeline/attempt_texts.h"
#include "ui/timeline/bar_painter.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <limits>

namespace retryscope::ui {

namespace {

constexpr double kInset = 12;
constexpr double kLaneGap = 6;
constexpr double kTickDistance = 90;
constexpr double kThinnest = 4; ///< pixels of a client's own row within a lane
constexpr double kNarrow = 6;   ///< pixels: below, a hatch cannot be told from a filled bar
constexpr double kReach = 6;    ///< pixels beside a bar that still pick it
constexpr int kMostWithTexts = 400;

} // namespace

struct ComparisonChart::Lane
{
    ComparisonLane content;
    TimelineRows rows;
    AttemptBars bars;
    int clients = 1;

    [[nodiscard]] int clientOf(int row) const
    {
        return content.record->calls()[static_cast<std::size_t>(rows.at(row).call)].client;
    }
};

/// Where things lie in one picture of the chart.
struct ComparisonChart::Frame
{
    const Theme* theme = nullptr;
    QRectF area;
    QRectF plot; ///< below the axis
    TimeScale scale;
    double laneHeight = 0;
    double offset = 0; ///< pixels scrolled away
    bool hasFocus = false;

    [[nodiscard]] double topOf(std::size_t lane) const
    {
        return plot.top() + static_cast<double>(lane) * laneHeight - offset;
    }
    [[nodiscard]] QRectF rectOf(std::size_t lane) const
    {
        return {area.left(), topOf(lane), area.width(), laneHeight};
    }
};

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
        auto lane = std::make_unique<Lane>();
        lane->content = std::move(content);
        lane->rows.assign(*lane->content.record);
        for (int row = 0; row < lane->rows.count(); ++row) {
            const AttemptBar bar = barOf(*lane->content.record, lane->rows.at(row));
            lane->bars.set(row, bar);
            lane->clients = std::max(lane->clients, lane->clientOf(row));
            last = std::max({last, bar.end, bar.delayEnd});
        }
        last = std::max(last, lane->content.record->end());
        m_lanes.push_back(std::move(lane));
    }
    m_scale = TimeScale{.begin = Instant{}, .end = last + (last - Instant{}) / 40};
    m_lane = std::clamp(m_lane, 0, std::max(0, laneCount() - 1));
    if (m_lanes.empty() || m_row >= m_lanes[static_cast<std::size_t>(m_lane)]->rows.count()) {
        m_row = -1;
    }
    updateLegend();
    placeScrollBar();
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

void ComparisonChart::select(int lane, AttemptRows::Place place)
{
    m_lane = lane;
    m_row = lane >= 0 && lane < laneCount() && place.attempt >= 0
                ? m_lanes[static_cast<std::size_t>(lane)]->rows.rowOf(place)
                : -1;
    updateLegend();
    viewport()->update();
}

AttemptRows::Place ComparisonChart::currentPlace() const
{
    return m_row < 0 || m_lane >= laneCount() ? AttemptRows::Place{}
                                              : m_lanes[static_cast<std::size_t>(m_lane)]->rows.at(m_row);
}

double ComparisonChart::laneHeight() const
{
    return rowHeightsFor(font()).roomy + kLaneGap;
}

ComparisonChart::Frame ComparisonChart::frameFor(const QRectF& area, const Theme& theme, double offset) const
{
    Frame frame{.theme = &theme, .area = area, .laneHeight = laneHeight(), .offset = offset};
    const double labels = std::round(std::clamp(area.width() * 0.34, 200.0, 380.0));
    const double axis = std::ceil(QFontMetricsF(Theme::smallFont(font())).height()) + 8;
    frame.plot = QRectF(area.left() + labels, area.top() + axis, area.width() - labels - kInset,
                        std::max(1.0, area.height() - axis));
    frame.scale = m_scale;
    frame.scale.left = frame.plot.left();
    frame.scale.width = std::max(1.0, frame.plot.width());
    frame.hasFocus = hasFocus();
    return frame;
}

ComparisonChart::Frame ComparisonChart::shownFrame() const
{
    return frameFor(QRectF(viewport()->rect()), Theme::forPalette(palette()), verticalScrollBar()->value());
}

TimelineScene ComparisonChart::sceneOf(const Frame& frame, std::size_t lane) const
{
    const Lane& content = *m_lanes[lane];
    TimelineScene scene{.record = content.content.record,
                        .rows = &content.rows,
                        .bars = &content.bars,
                        .theme = frame.theme,
                        .font = font()};
    scene.area = frame.area;
    scene.plot = QRectF(frame.plot.left(), frame.topOf(lane), frame.plot.width(), frame.laneHeight);
    scene.scale = frame.scale;
    scene.heights = rowHeightsFor(font());
    scene.now = content.content.record->end();
    scene.layout.rows = content.rows.count();
    scene.layout.top = frame.topOf(lane) + kLaneGap / 2;
    const double height = frame.laneHeight - kLaneGap;
    const bool hasRoom = height / content.clients >= kThinnest;
    scene.layout.rowHeight = hasRoom ? height / content.clients : height;
    return scene;
}

void ComparisonChart::paintAxis(QPainter& painter, const Frame& frame) const
{
    painter.setFont(Theme::smallFont(font()));
    const QFontMetricsF metrics(painter.font());
    for (const TimeTick& tick : ticksOf(frame.scale, kTickDistance)) {
        const double x = std::round(frame.scale.toX(tick.at)) + 0.5;
        painter.setPen(QPen(frame.theme->grid, 1));
        painter.drawLine(QPointF(x, frame.plot.top()), QPointF(x, frame.plot.bottom()));
        const double width = metrics.horizontalAdvance(tick.label) + 2;
        painter.setPen(frame.theme->muted);
        painter.drawText(QRectF(std::min(x - width / 2, frame.area.right() - width), frame.area.top() + 2,
                                width, metrics.height()),
                         Qt::AlignCenter, tick.label);
    }
}

void ComparisonChart::paintLabel(QPainter& painter, const Frame& frame, std::size_t lane) const
{
    const ComparisonLane& content = m_lanes[lane]->content;
    const QRectF rect(frame.area.left() + kInset, frame.topOf(lane), frame.plot.left() - 2 * kInset,
                      frame.laneHeight);
    const QFont title = lane == 0 ? Theme::boldFont(font()) : font();
    const QFontMetricsF titleMetrics(title);
    const QFont small = Theme::smallFont(font());
    const QFontMetricsF smallMetrics(small);
    const double top = rect.top() + (rect.height() - titleMetrics.height() - smallMetrics.height()) / 2;
    painter.setFont(title);
    painter.setPen(frame.theme->text);
    painter.drawText(QRectF(rect.left(), top, rect.width(), titleMetrics.height()), Qt::AlignVCenter,
                     titleMetrics.elidedText(content.title, Qt::ElideRight, rect.width()));
    painter.setFont(small);
    painter.setPen(frame.theme->muted);
    painter.drawText(QRectF(rect.left(), top + titleMetrics.height(), rect.width(), smallMetrics.height()),
                     Qt::AlignVCenter,
                     smallMetrics.elidedText(content.numbers, Qt::ElideRight, rect.width()));
}

void ComparisonChart::paintLane(QPainter& painter, const Frame& frame, std::size_t lane) const
{
    const Lane& content = *m_lanes[lane];
    TimelineScene scene = sceneOf(frame, lane);
    AttemptBars bars = content.bars; // only the selected attempt shows what could have been drawn
    scene.bars = &bars;
    const int selected = static_cast<int>(lane) == m_lane ? m_row : -1;
    const bool splits = scene.layout.rowHeight < frame.laneHeight - kLaneGap;
    std::vector<double> drawnTo(static_cast<std::size_t>(splits ? content.clients : 1) + 1,
                                -std::numeric_limits<double>::max());
    double textTo = -std::numeric_limits<double>::max();
    const bool hasTexts = scene.density() == RowDensity::Roomy && bars.count() <= kMostWithTexts;
    painter.setFont(Theme::smallFont(font()));
    const QFontMetricsF metrics(painter.font());
    BarPainter shapes(painter, scene);
    for (int row = 0; row < content.rows.count(); ++row) {
        AttemptBar bar = bars.at(row);
        const auto client = static_cast<std::size_t>(splits ? content.clientOf(row) : 1);
        const double right = std::ceil(std::max(frame.scale.toX(bar.delayEnd), frame.scale.toX(bar.end) + 1));
        if (right <= drawnTo[client] && row != selected) {
            continue; // nothing of it would be seen
        }
        drawnTo[client] = right;
        if (row != selected) {
            bar.windowBegin = bar.windowEnd = bar.planned = bar.end;
            bars.set(row, bar);
        }
        // Attempts stand side by side in the lane, so the row's own place is scrolled away.
        scene.layout.offset = (row - (static_cast<double>(client) - 1)) * scene.layout.rowHeight;
        shapes.paint(row);
        const BarGeometry geometry = barGeometryOf(scene, row);
        const double left = frame.scale.toX(bar.start);
        if (bar.assumed && frame.scale.toX(bar.end) - left < kNarrow) {
            // Too narrow for a hatch: hollow instead.
            const QRectF hollow(left, geometry.barTop, kNarrow, geometry.barHeight);
            painter.fillRect(hollow, frame.theme->card);
            painter.setPen(QPen(frame.theme->wait, 1, Qt::DashLine));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(hollow.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        if (row == selected) {
            painter.setPen(QPen(frame.theme->accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(left, geometry.barTop, std::max(3.0, frame.scale.toX(bar.end) - left),
                                    geometry.barHeight)
                                 .adjusted(-2, -2, 2, 2));
        }
        if (hasTexts) {
            const QString result = AttemptTexts(*content.content.record, content.rows.at(row)).result();
            const QString text = bar.assumed ? tr("(%1)").arg(result) : result;
            const double width = metrics.horizontalAdvance(text);
            const double at = std::min(left, frame.plot.right() - width);
            if (at >= textTo) {
                painter.setPen(frame.theme->muted);
                painter.drawText(QPointF(at, geometry.barTop + geometry.barHeight + metrics.ascent() + 2),
                                 text);
                textTo = at + width + 6;
            }
        }
    }
    m_shapes += shapes.shapesPainted();
}

void ComparisonChart::paintFrame(QPainter& painter, const Frame& frame) const
{
    m_shapes = 0;
    painter.fillRect(frame.area, frame.theme->card);
    painter.save();
    painter.setClipRect(QRectF(frame.area.left(), frame.plot.top(), frame.area.width(), frame.plot.height()),
                        Qt::IntersectClip);
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        const QRectF rect = frame.rectOf(lane);
        if (rect.bottom() < frame.plot.top() || rect.top() > frame.plot.bottom()) {
            continue;
        }
        if (static_cast<int>(lane) == m_lane) {
            painter.fillRect(rect, frame.theme->selection);
        }
    }
    painter.restore();
    paintAxis(painter, frame);
    painter.save();
    painter.setClipRect(QRectF(frame.area.left(), frame.plot.top(), frame.area.width(), frame.plot.height()),
                        Qt::IntersectClip);
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        const QRectF rect = frame.rectOf(lane);
        if (rect.bottom() < frame.plot.top() || rect.top() > frame.plot.bottom()) {
            continue;
        }
        paintLabel(painter, frame, lane);
        paintLane(painter, frame, lane);
        painter.setPen(QPen(frame.theme->border, 1));
        painter.drawLine(rect.bottomLeft(), rect.bottomRight());
        if (frame.hasFocus && static_cast<int>(lane) == m_lane) {
            painter.setPen(QPen(frame.theme->accent, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.adjusted(0.5, 0.5, -1.5, -1.5));
        }
    }
    painter.restore();
}

void ComparisonChart::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(viewport());
    paintFrame(painter, shownFrame());
}

QSize ComparisonChart::pictureSize(int width) const
{
    const QRectF area(0, 0, width, 1);
    const Frame frame = frameFor(area, Theme::light(), 0);
    const double legend =
        paintLegend(nullptr, area.adjusted(kInset, 0, -kInset, 0), m_legend, Theme::light(), font());
    return {width, static_cast<int>(std::ceil(frame.plot.top() + laneHeight() * laneCount() + legend + 8))};
}

void ComparisonChart::paintPicture(QPainter& painter, const QSize& size) const
{
    const Theme& theme = Theme::light();
    painter.fillRect(QRect(QPoint(0, 0), size), theme.card);
    const QRectF whole(0, 0, size.width(), size.height());
    const double legend =
        paintLegend(nullptr, whole.adjusted(kInset, 0, -kInset, 0), m_legend, theme, font());
    Frame frame = frameFor(whole.adjusted(0, 0, 0, -legend - 8), theme, 0);
    frame.hasFocus = false;
    paintFrame(painter, frame);
    paintLegend(&painter, QRectF(kInset, size.height() - legend - 4, size.width() - 2 * kInset, legend),
                m_legend, theme, font());
}

QPoint ComparisonChart::centreOf(int lane, AttemptRows::Place place) const
{
    const Frame frame = shownFrame();
    const auto index = static_cast<std::size_t>(lane);
    const int row = m_lanes[index]->rows.rowOf(place);
    const AttemptBar bar = m_lanes[index]->bars.at(row);
    TimelineScene scene = sceneOf(frame, index);
    const bool splits = scene.layout.rowHeight < frame.laneHeight - kLaneGap;
    const int client = splits ? m_lanes[index]->clientOf(row) : 1;
    scene.layout.offset = (row - (client - 1)) * scene.layout.rowHeight;
    const BarGeometry geometry = barGeometryOf(scene, row);
    return QPointF((frame.scale.toX(bar.start) + frame.scale.toX(bar.end)) / 2,
                   geometry.barTop + geometry.barHeight / 2)
        .toPoint();
}

/// The nearest bar within reach; the delay after an attempt belongs to it.
int ComparisonChart::rowAt(const Frame& frame, std::size_t lane, QPointF at) const
{
    const Lane& content = *m_lanes[lane];
    const TimelineScene scene = sceneOf(frame, lane);
    const bool splits = scene.layout.rowHeight < frame.laneHeight - kLaneGap;
    const int client = static_cast<int>((at.y() - scene.layout.top) / scene.layout.rowHeight) + 1;
    int nearest = -1;
    double distance = kReach;
    for (int row = 0; row < content.rows.count(); ++row) {
        if (splits && content.clientOf(row) != client) {
            continue;
        }
        const AttemptBar bar = content.bars.at(row);
        const double left = frame.scale.toX(bar.start);
        const double right = std::max(frame.scale.toX(bar.end), left + 2);
        const double delay = frame.scale.toX(bar.delayEnd);
        const double away = at.x() < left     ? left - at.x()
                            : at.x() <= right ? 0
                            : at.x() <= delay ? 1
                                              : at.x() - std::max(right, delay) + 1;
        if (away < distance) {
            distance = away;
            nearest = row;
        }
    }
    return nearest;
}

void ComparisonChart::pick(int lane, int row)
{
    m_lane = std::clamp(lane, 0, laneCount() - 1);
    m_row = row;
    updateLegend();
    const int top = static_cast<int>(laneHeight() * m_lane);
    const int view = static_cast<int>(shownFrame().plot.height() - laneHeight());
    verticalScrollBar()->setValue(std::clamp(verticalScrollBar()->value(), top - view, top));
    viewport()->update();
    const AttemptRows::Place place = currentPlace();
    Q_EMIT picked(m_lane, place.call, place.attempt);
}

void ComparisonChart::mousePressEvent(QMouseEvent* event)
{
    const Frame frame = shownFrame();
    const QPointF at = event->position();
    const int lane =
        static_cast<int>(std::floor((at.y() - frame.plot.top() + frame.offset) / frame.laneHeight));
    if (at.y() < frame.plot.top() || lane < 0 || lane >= laneCount()) {
        return;
    }
    pick(lane, at.x() < frame.plot.left() - kReach ? -1 : rowAt(frame, static_cast<std::size_t>(lane), at));
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
    return {{tr("Up, Down"), tr("Walk the policies")},
            {tr("Left, Right, Home, End"), tr("Walk the attempts of one")}};
}

void ComparisonChart::placeScrollBar()
{
    const double view = shownFrame().plot.height();
    const double content = laneHeight() * laneCount();
    verticalScrollBar()->setPageStep(static_cast<int>(view));
    verticalScrollBar()->setSingleStep(static_cast<int>(laneHeight() / 2));
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
    return {760, static_cast<int>(laneHeight() * std::max(4, laneCount())) + 30};
}

QSize ComparisonChart::minimumSizeHint() const
{
    return {320, static_cast<int>(laneHeight() * 2) + 30};
}

} // namespace retryscope::ui
