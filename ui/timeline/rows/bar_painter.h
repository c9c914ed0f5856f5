// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/spans.h"
#include "ui/timeline/rows/timeline_scene.h"

class QPainter;

namespace retryscope::ui {

/// Positions of the parts of one row.
struct BarGeometry
{
    double barTop = 0;
    double barHeight = 0;
    double delayTop = 0;
    double delayHeight = 0;
};
[[nodiscard]] BarGeometry barGeometryOf(const TimelineScene& scene, int row);

/// Paints the bar of one row: delays, jitter window, phases, marks; or a call with all its attempts. Never
/// more than one shape per pixel column and part.
class BarPainter
{
public:
    BarPainter(QPainter& painter, const TimelineScene& scene);

    void paint(int row);
    /// Filled or stroked shapes since construction.
    [[nodiscard]] int shapesPainted() const { return m_shapes; }

private:
    void paintWindow(const AttemptBar& bar, const BarGeometry& geometry);
    void paintDelays(const AttemptBar& bar, const BarGeometry& geometry);
    void paintCall(int row, const BarGeometry& geometry);
    void paintAttempt(Place place, const AttemptBar& bar, const BarGeometry& geometry);
    void paintPhases(Place place, const AttemptBar& bar, const BarGeometry& geometry);
    void paintHint(Place place, const AttemptBar& bar, const BarGeometry& geometry);
    void paintPlannedTick(const AttemptBar& bar, const BarGeometry& geometry);
    void paintUnmet(Place place, const AttemptBar& bar, const BarGeometry& geometry);
    void fill(const QRectF& rect, const QColor& colour);
    [[nodiscard]] QRectF onPixels(const QRectF& rect) const;
    void fillRounded(const QRectF& rect, const QColor& colour);
    void outline(const QRectF& rect, const QColor& colour);

    QPainter& m_painter;
    const TimelineScene& m_scene;
    double m_pixelRatio;
    int m_shapes = 0;
};

/// Diagonal lines inside a rectangle, as lines of their own: every paint device and
/// file format can show them.
void paintHatch(QPainter& painter, const QRectF& rect, const QColor& colour, double distance);
/// Paints the server's delay hint: a triangle that points at the moment.
void paintHintMark(QPainter& painter, QPointF tip, const QColor& colour);
/// Paints two chain links for a reused connection, one link for a new connection. centre: of a rectangle of
/// 13 by 7 pixels.
void paintConnectionMark(QPainter& painter, QPointF centre, bool reused, const QColor& colour);
[[nodiscard]] QColor phaseColour(const Theme& theme, SpanKind kind);

} // namespace retryscope::ui
