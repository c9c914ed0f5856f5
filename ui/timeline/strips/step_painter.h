// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/step_curve.h"
#include "ui/timeline/strips/strip.h"

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace retryscope::ui {

/// Paints step curves of one unit into a strip: words at the left, grid and labels from 0 to a round number,
/// and per pixel column no more than one line from the smallest to the largest value there.
class StepPainter
{
public:
    /// highest: the largest value that has to fit.
    StepPainter(QPainter& painter, const StripScene& scene, double highest);

    enum class Look { Filled, Line, Dashed, Mark };
    /// A line of text beside the plot, with a sample of the line that it describes.
    struct Words
    {
        QString text;
        std::optional<QColor> colour = {}; ///< of the sample; absent: none
        Look look = Look::Line;
    };
    /// Paints a bold title and lines below it; omits lines that do not fit.
    void paintWords(const QString& title, const std::vector<Words>& lines);
    /// unit: of the uppermost label, `%1 per second`.
    void paintGrid(const QString& unit);
    void paintCurve(const StepCurve& curve, const QColor& colour, Look look);
    /// Paints a limit in the same way; 0 means no limit, and no line is drawn there.
    void paintLimit(const StepCurve& curve, const QColor& colour);
    /// Paints small triangles at the top; moments closer than a triangle's width share one.
    void paintMarks(const std::vector<Instant>& moments, const QColor& colour);
    void paintSelected();

private:
    /// Smallest, largest and last value in a pixel column.
    struct Column
    {
        double x = 0;
        double low = 0;
        double high = 0;
        double last = 0;
    };
    void paintSample(QPointF at, const Words& words);
    void paintMark(QPointF at);
    [[nodiscard]] std::vector<Column> columnsOf(const StepCurve& curve) const;
    void paintColumns(const std::vector<Column>& columns, const QColor& colour, Look look);
    [[nodiscard]] double yOf(double value) const;

    QPainter& m_painter;
    const StripScene& m_scene;
    QRectF m_plot;
    double m_top = 1; ///< value at the upper edge
};

} // namespace retryscope::ui
