// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/bar_painter.h"

#include "ui/timeline/rows/attempt_texts.h"

#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

constexpr double kHopGap = 2;          ///< pixels after a redirect, which looks like a bar of its own
constexpr double kSmallestAttempt = 2; ///< pixels: an attempt is always seen
constexpr double kHintFrom = 8;        ///< pixels: lower bars have no room for a mark
constexpr double kPhasesFrom = 4;      ///< pixels: narrower attempts get one colour

QRectF between(double left, double right, double top, double height)
{
    return {left, top, std::max(0.0, right - left), height};
}

} // namespace

BarGeometry barGeometryOf(const TimelineScene& scene, int row)
{
    const double top = scene.layout.topOf(row);
    const double height = scene.layout.rowHeight;
    BarGeometry geometry;
    if (scene.density() == RowDensity::Roomy) {
        const double text = QFontMetricsF(Theme::smallFont(scene.font)).height();
        geometry.barHeight =
            std::clamp<double>(height * 0.27, Theme::scaled(13, scene.font), Theme::scaled(20, scene.font));
        geometry.barTop = std::round(top + (height - geometry.barHeight - text - 3) / 2);
    } else {
        const double gap = std::min(6.0, height * 0.3);
        geometry.barHeight = std::max(1.0, std::round(height - gap));
        geometry.barTop = std::round(top + (height - geometry.barHeight) / 2);
    }
    geometry.delayHeight = std::max(1.0, std::round(geometry.barHeight * 0.45));
    geometry.delayTop = geometry.barTop + std::round((geometry.barHeight - geometry.delayHeight) / 2);
    return geometry;
}

BarPainter::BarPainter(QPainter& painter, const TimelineScene& scene)
    : m_painter(painter), m_scene(scene), m_pixelRatio(painter.device()->devicePixelRatioF())
{
}

void BarPainter::paint(int row)
{
    const AttemptBar bar = m_scene.barAt(row);
    if (bar.last() < m_scene.scale.begin || bar.sendDelayBegin > m_scene.scale.end) {
        return;
    }
    const BarGeometry geometry = barGeometryOf(m_scene, row);
    const Place place = m_scene.rows->at(row);
    if (place.attempt < 0) {
        paintCall(row, geometry);
        paintUnmet(place, bar, geometry);
        return;
    }
    paintWindow(bar, geometry);
    paintDelays(bar, geometry);
    paintAttempt(place, bar, geometry);
    paintPlannedTick(bar, geometry);
    if (bar.hasHint) {
        paintHint(place, bar, geometry);
    }
    paintUnmet(place, bar, geometry);
}

/// A frame around the attempt, or around the call if its row stands for all of its attempts.
void BarPainter::paintUnmet(Place place, const AttemptBar& bar, const BarGeometry& geometry)
{
    const auto isMarked = [place](Place unmet) {
        return unmet.call == place.call && (place.attempt < 0 || unmet.attempt == place.attempt);
    };
    if (m_scene.unmet == nullptr || std::ranges::none_of(*m_scene.unmet, isMarked)) {
        return;
    }
    constexpr double kApart = 2; // from the bar
    constexpr double kPen = 2;
    const double left = m_scene.xOf(bar.start);
    const double right = std::max(left + kSmallestAttempt, m_scene.xOf(std::max(bar.start, bar.end)));
    m_painter.setPen(QPen(m_scene.theme->danger, kPen));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(
        between(left, right, geometry.barTop, geometry.barHeight).adjusted(-kApart, -kApart, kApart, kApart));
    ++m_shapes;
}

/// Attempts one after the other; those that fall into a column of pixels that is drawn already are left out,
/// but never the last one, which decided about the call.
void BarPainter::paintCall(int row, const BarGeometry& geometry)
{
    const Place last = m_scene.rows->attemptAt(row);
    const auto& attempts = m_scene.record->callAt(last.call).attempts;
    const auto known = attempts.begin() + last.attempt + 1;
    const auto after =
        std::upper_bound(attempts.begin(), known, m_scene.scale.begin,
                         [](Instant begin, const AttemptRecord& attempt) { return begin < attempt.start; });
    double drawnTo = m_scene.plot.left() - kSmallestAttempt;
    for (auto at = std::max(0, static_cast<int>(after - attempts.begin()) - 1); at <= last.attempt; ++at) {
        const Place place{last.call, at};
        const AttemptBar bar = m_scene.barOf(place);
        if (bar.sendDelayBegin > m_scene.scale.end) {
            return;
        }
        const double right = m_scene.xOf(std::max(bar.end, bar.delayEnd));
        if (right - drawnTo >= 1 || at == last.attempt) {
            paintDelays(bar, geometry);
            paintAttempt(place, bar, geometry);
            drawnTo = right;
        }
    }
}

void BarPainter::paintWindow(const AttemptBar& bar, const BarGeometry& geometry)
{
    if (bar.windowEnd > bar.windowBegin) {
        fillRounded(between(m_scene.xOf(bar.windowBegin), m_scene.xOf(bar.windowEnd), geometry.delayTop,
                            geometry.delayHeight),
                    m_scene.theme->delayWindow);
    }
}

void BarPainter::paintDelays(const AttemptBar& bar, const BarGeometry& geometry)
{
    const Theme& theme = *m_scene.theme;
    if (bar.start > bar.sendDelayBegin) {
        const QRectF rect = between(m_scene.xOf(bar.sendDelayBegin), m_scene.xOf(bar.start),
                                    geometry.delayTop, geometry.delayHeight);
        QColor pale = theme.sendDelay;
        pale.setAlphaF(0.25F);
        fillRounded(rect, pale);
        paintHatch(m_painter, rect, theme.sendDelay, 5);
    }
    if (bar.delayEnd > bar.end) {
        fillRounded(
            between(m_scene.xOf(bar.end), m_scene.xOf(bar.delayEnd), geometry.delayTop, geometry.delayHeight),
            theme.retryDelay);
    }
}

void BarPainter::paintAttempt(Place place, const AttemptBar& bar, const BarGeometry& geometry)
{
    const Theme& theme = *m_scene.theme;
    const double left = m_scene.xOf(bar.start);
    const double right = std::max(left + kSmallestAttempt, m_scene.xOf(bar.end));
    const QRectF whole = between(left, right, geometry.barTop, geometry.barHeight);
    if (bar.end < m_scene.scale.begin || bar.start > m_scene.scale.end) {
        return;
    }
    if (bar.state == AttemptBar::State::Running) {
        QColor pale = theme.wait;
        pale.setAlphaF(0.35F);
        fill(whole, pale);
        outline(whole, theme.wait);
    } else if (whole.width() < kPhasesFrom) {
        fill(whole, (bar.spanKinds & kindBit(SpanKind::Attempt)) != 0 ? theme.attempt : theme.wait);
    } else {
        paintPhases(place, bar, geometry);
    }
    if (bar.assumed && whole.width() >= kPhasesFrom) {
        paintHatch(m_painter, whole, theme.card, 5);
        outline(whole, theme.wait);
    }
}

void BarPainter::paintPhases(Place place, const AttemptBar& bar, const BarGeometry& geometry)
{
    double drawnTo = m_scene.xOf(bar.start);
    const double end = m_scene.xOf(bar.end);
    QColor colour = m_scene.theme->attempt;
    for (const Span& span : spansOf(*m_scene.record, place.call, place.attempt)) {
        if (span.kind == SpanKind::SendDelay || span.kind == SpanKind::RetryDelay) {
            continue;
        }
        colour = phaseColour(*m_scene.theme, span.kind);
        const double right = std::min(end, std::round(m_scene.xOf(span.end)));
        if (span.kind == SpanKind::Hop && right - drawnTo > 2 * kHopGap) { // a bar of its own
            fill(between(drawnTo, right - kHopGap, geometry.barTop, geometry.barHeight), colour);
            drawnTo = right;
        } else if (right - drawnTo >= 1) {
            fill(between(drawnTo, right, geometry.barTop, geometry.barHeight), colour);
            drawnTo = right;
        }
    }
    if (end > drawnTo) {
        fill(between(drawnTo, end, geometry.barTop, geometry.barHeight), colour);
    }
}

void BarPainter::paintPlannedTick(const AttemptBar& bar, const BarGeometry& geometry)
{
    const bool isOutside = bar.planned < m_scene.scale.begin || bar.planned > m_scene.scale.end;
    if (bar.planned <= bar.end || isOutside || m_scene.layout.rowHeight < 2 * RowHeights::kThin) {
        return;
    }
    const double x = std::round(m_scene.xOf(bar.planned));
    fill(QRectF(x - 1, geometry.barTop - 1, 2, geometry.barHeight + 2), m_scene.theme->plannedTick);
}

void BarPainter::paintHint(Place place, const AttemptBar& bar, const BarGeometry& geometry)
{
    const AttemptTexts texts(*m_scene.record, place);
    const Instant asked = bar.end + texts.hint()->asked.value_or(Duration::zero());
    if (asked >= m_scene.scale.begin && asked <= m_scene.scale.end && geometry.barHeight >= kHintFrom) {
        paintHintMark(m_painter, {std::round(m_scene.xOf(asked)), geometry.delayTop},
                      m_scene.theme->delayText);
        ++m_shapes;
    }
}

void BarPainter::fill(const QRectF& rect, const QColor& colour)
{
    m_painter.fillRect(rect, colour);
    ++m_shapes;
}

/// Its edges moved between pixels of the device, or smoothing would blur them; one pixel wide at least.
QRectF BarPainter::onPixels(const QRectF& rect) const
{
    const double left = std::round(rect.left() * m_pixelRatio) / m_pixelRatio;
    const double top = std::round(rect.top() * m_pixelRatio) / m_pixelRatio;
    const double right = std::max(left + 1, std::round(rect.right() * m_pixelRatio) / m_pixelRatio);
    const double bottom = std::round(rect.bottom() * m_pixelRatio) / m_pixelRatio;
    return {left, top, right - left, bottom - top};
}

void BarPainter::fillRounded(const QRectF& rect, const QColor& colour)
{
    const QRectF sharp = onPixels(rect);
    const double radius = std::min({3.0, sharp.width() / 2, sharp.height() / 2});
    if (radius < 1.5) {
        fill(sharp, colour);
        return;
    }
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour);
    m_painter.drawRoundedRect(sharp, radius, radius);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    ++m_shapes;
}

void BarPainter::outline(const QRectF& rect, const QColor& colour)
{
    if (rect.width() < kPhasesFrom || rect.height() < kPhasesFrom) {
        return;
    }
    m_painter.setPen(QPen(colour, 1, Qt::DashLine));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    ++m_shapes;
}

void paintHatch(QPainter& painter, const QRectF& rect, const QColor& colour, double distance)
{
    QList<QLineF> lines;
    const double reach = rect.width() + rect.height();
    for (double along = distance; along < reach; along += distance) {
        const double fromX = std::min(along, rect.width());
        const double toX = std::max(0.0, along - rect.height());
        lines.append(QLineF(rect.left() + fromX, rect.top() + along - fromX, rect.left() + toX,
                            rect.top() + along - toX));
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(colour, 1.2));
    painter.drawLines(lines);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintHintMark(QPainter& painter, QPointF tip, const QColor& colour)
{
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF{tip, tip + QPointF(-4, -6), tip + QPointF(4, -6)});
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintConnectionMark(QPainter& painter, QPointF centre, bool reused, const QColor& colour)
{
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(colour, 1.2));
    painter.setBrush(Qt::NoBrush);
    const QRectF link(-4, -2.5, 8, 5);
    if (reused) {
        painter.drawRoundedRect(link.translated(centre - QPointF(2.5, 0)), 2.5, 2.5);
        painter.drawRoundedRect(link.translated(centre + QPointF(2.5, 0)), 2.5, 2.5);
    } else {
        painter.drawRoundedRect(link.translated(centre), 2.5, 2.5);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

QColor phaseColour(const Theme& theme, SpanKind kind)
{
    switch (kind) {
    case SpanKind::Hop:
        return theme.muted;
    case SpanKind::Lookup:
        return theme.lookup;
    case SpanKind::Connect:
        return theme.connect;
    case SpanKind::Tls:
        return theme.tls;
    case SpanKind::Send:
        return theme.send;
    case SpanKind::Wait:
        return theme.wait;
    case SpanKind::Receive:
        return theme.receive;
    case SpanKind::Attempt:
        return theme.attempt;
    case SpanKind::SendDelay:
        return theme.sendDelay;
    case SpanKind::RetryDelay:
        return theme.retryDelay;
    }
    return theme.attempt;
}

} // namespace retryscope::ui
