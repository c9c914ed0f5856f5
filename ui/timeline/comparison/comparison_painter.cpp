// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/comparison/comparison_painter.h"

#include "ui/parts/fitted_text.h"
#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/rows/bar_painter.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace retryscope::ui {

namespace {

constexpr double kTickDistance = 90;
constexpr double kNarrow = 6; ///< pixels: below, a hatch cannot be told from a filled bar
constexpr double kTextGap = 6;
constexpr int kMostWithTexts = 400;
constexpr double kLeastCallWidth = 40; ///< pixels on average: below, the results of attempts do not fit
constexpr double kOutcomeHeight = 8;
constexpr double kFarLeft = -std::numeric_limits<double>::max();

} // namespace

ComparisonPainter::ComparisonPainter(QPainter& painter, const ComparisonFrame& frame, const Lanes& lanes)
    : m_painter(painter), m_frame(frame), m_lanes(lanes)
{
}

void ComparisonPainter::paintAxis()
{
    m_painter.setFont(Theme::smallFont(m_frame.font));
    const QFontMetricsF metrics(m_painter.font());
    for (const TimeTick& tick : ticksOf(m_frame.scale, kTickDistance)) {
        const double x = std::round(m_frame.scale.toX(tick.at)) + 0.5;
        m_painter.setPen(QPen(m_frame.theme->grid, 1));
        m_painter.drawLine(QPointF(x, m_frame.plot.top()), QPointF(x, m_frame.plot.bottom()));
        const double width = metrics.horizontalAdvance(tick.label) + 2;
        m_painter.setPen(m_frame.theme->muted);
        m_painter.drawText(QRectF(std::min(x - width / 2, m_frame.area.right() - width),
                                  m_frame.area.top() + 2, width, metrics.height()),
                           Qt::AlignCenter, tick.label);
    }
}

void ComparisonPainter::paintLabel(std::size_t lane)
{
    const ComparisonLane& content = m_lanes[lane]->content;
    const QRectF rect = m_frame.labelRectOf(lane);
    const QFont title = lane == 0 ? Theme::boldFont(m_frame.font) : m_frame.font;
    const QFont small = Theme::smallFont(m_frame.font);
    constexpr int kLines = 2;
    const auto width = static_cast<int>(rect.width());
    const double numbers =
        content.numbers.isEmpty() ? 0 : fittedHeight(content.numbers, small, width, kLines);
    const bool mayWrap = fittedHeight(content.title, title, width, kLines) + numbers <= rect.height();
    const int titleLines = mayWrap ? kLines : 1;
    const double height = fittedHeight(content.title, title, width, titleLines);
    const double top = rect.top() + (rect.height() - height - numbers) / 2;
    m_painter.setFont(title);
    m_painter.setPen(m_frame.theme->text);
    drawFitted(m_painter, QRectF(rect.left(), top, rect.width(), height), Qt::AlignVCenter, content.title,
               {.lines = titleLines});
    m_painter.setFont(small);
    m_painter.setPen(m_frame.theme->muted);
    drawFitted(m_painter, QRectF(rect.left(), top + height, rect.width(), numbers), Qt::AlignVCenter,
               content.numbers, {.loss = Loss::Nothing, .lines = kLines});
}

/// Too narrow for a hatch: hollow instead.
void ComparisonPainter::paintHollow(const QRectF& bar)
{
    const QRectF hollow(bar.left(), bar.top(), kNarrow, bar.height());
    m_painter.fillRect(hollow, m_frame.theme->card);
    m_painter.setPen(QPen(m_frame.theme->wait, 1, Qt::DashLine));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(hollow.adjusted(0.5, 0.5, -0.5, -0.5));
}

void ComparisonPainter::paintSelected(const QRectF& bar)
{
    m_painter.setPen(QPen(m_frame.theme->accent, 2));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(
        QRectF(bar.left(), bar.top(), std::max(3.0, bar.width()), bar.height()).adjusted(-2, -2, 2, 2));
}

double ComparisonPainter::paintResult(const ComparisonBars& bars, int row, const QRectF& bar, double free)
{
    const QFontMetricsF metrics(m_painter.font());
    const QString result = AttemptTexts(*bars.content.record, bars.rows.at(row)).result();
    const QString text = bars.bars.at(row).assumed ? QStringLiteral("(%1)").arg(result) : result;
    const double width = metrics.horizontalAdvance(text);
    const double at = std::min(bar.left(), m_frame.plot.right() - width);
    if (at < free) {
        return free;
    }
    m_painter.setPen(m_frame.theme->muted);
    m_painter.drawText(QPointF(at, bar.bottom() + metrics.ascent() + 2), text);
    return at + width + kTextGap;
}

void ComparisonPainter::paintLane(std::size_t lane, int selectedRow)
{
    const ComparisonBars& content = *m_lanes[lane];
    AttemptBars bars = content.bars; // only the selected attempt shows what could have been drawn
    const bool splits = m_frame.splits(content);
    std::vector<double> drawnTo(static_cast<std::size_t>(splits ? content.clients : 1) + 1, kFarLeft);
    double textTo = kFarLeft;
    m_painter.setFont(Theme::smallFont(m_frame.font));
    TimelineScene scene = m_frame.sceneOf(content, lane, 0);
    scene.bars = &bars;
    const auto calls = static_cast<double>(content.content.record->calls().size());
    const bool isCrowded = !splits && calls > 1 && m_frame.scale.width / calls < kLeastCallWidth;
    const bool hasTexts =
        scene.density() == RowDensity::Roomy && bars.count() <= kMostWithTexts && !isCrowded;
    BarPainter shapes(m_painter, scene);
    for (int row = 0; row < content.rows.count(); ++row) {
        AttemptBar bar = bars.at(row);
        const auto client = static_cast<std::size_t>(splits ? content.clientOf(row) : 1);
        const double left = m_frame.scale.toX(bar.start);
        const double end = m_frame.scale.toX(bar.end);
        const double right = std::ceil(std::max(m_frame.scale.toX(bar.delayEnd), end + 1));
        if (right <= drawnTo[client] && row != selectedRow) {
            continue; // nothing of it would be seen
        }
        drawnTo[client] = right;
        if (row != selectedRow) {
            bar.windowBegin = bar.windowEnd = bar.planned = bar.end;
            bars.set(row, bar);
        }
        scene.layout.offset = m_frame.sceneOf(content, lane, row).layout.offset;
        shapes.paint(row);
        const BarGeometry geometry = barGeometryOf(scene, row);
        const QRectF place(left, geometry.barTop, end - left, geometry.barHeight);
        if (bar.assumed && place.width() < kNarrow) {
            paintHollow(place);
        }
        if (row == selectedRow) {
            paintSelected(place);
        }
        if (hasTexts) {
            textTo = paintResult(content, row, place, textTo);
        }
    }
    m_shapes += shapes.shapesPainted();
    if (isCrowded && content.rows.count() > 0) {
        scene.layout.offset = m_frame.sceneOf(content, lane, 0).layout.offset;
        const BarGeometry bar = barGeometryOf(scene, 0);
        paintOutcomes(lane, bar.barTop + bar.barHeight + 4);
    }
}

/// A success is a whole block, a failure half of one; failures are painted last, so that no success hides
/// one.
void ComparisonPainter::paintOutcomes(std::size_t lane, double top)
{
    for (const bool isSuccess : {true, false}) {
        double paintedTo = kFarLeft;
        for (const CallRecord& call : m_lanes[lane]->content.record->calls()) {
            const bool isShown =
                isSuccess ? call.verdict == CallVerdict::Succeeded : call.verdict == CallVerdict::Failed;
            const double left = m_frame.scale.toX(call.start);
            const double right = std::max(std::ceil(m_frame.scale.toX(call.end)) - 1, left + 1);
            if (!isShown || right <= paintedTo) {
                continue;
            }
            paintedTo = right;
            const double height = isSuccess ? kOutcomeHeight : kOutcomeHeight / 2;
            m_painter.fillRect(QRectF(left, top + kOutcomeHeight - height, right - left, height),
                               isSuccess ? m_frame.theme->succeed : m_frame.theme->stop);
            ++m_shapes;
        }
    }
}

void ComparisonPainter::paint(int lane, int row)
{
    const QRectF& plot = m_frame.plot;
    const QRectF lanes(m_frame.area.left(), plot.top(), m_frame.area.width(), plot.height());
    m_painter.fillRect(m_frame.area, m_frame.theme->card);
    const auto selected = static_cast<std::size_t>(std::max(0, lane));
    if (selected < m_lanes.size()) {
        m_painter.fillRect(m_frame.rectOf(selected) & lanes, m_frame.theme->selection);
    }
    paintAxis();
    m_painter.save();
    m_painter.setClipRect(lanes, Qt::IntersectClip);
    for (std::size_t index = 0; index < m_lanes.size(); ++index) {
        if (!m_frame.isInSight(index)) {
            continue;
        }
        const QRectF rect = m_frame.rectOf(index);
        paintLabel(index);
        paintLane(index, index == selected ? row : -1);
        m_painter.setPen(QPen(m_frame.theme->border, 1));
        m_painter.drawLine(rect.bottomLeft(), rect.bottomRight());
        if (m_frame.hasFocus && index == selected) {
            m_painter.setPen(QPen(m_frame.theme->focus, 2));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(rect.adjusted(1, 1, -2, -1));
        }
    }
    m_painter.restore();
}

} // namespace retryscope::ui
