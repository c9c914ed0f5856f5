// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/rows/laid_out_texts.h"
#include "ui/timeline/rows/timeline_scene.h"

class QPainter;

namespace retryscope::ui {

class AttemptTexts;

/// The fonts of the rows, with what was written in them; kept from frame to frame.
class RowTexts
{
public:
    explicit RowTexts(const QFont& base);
    [[nodiscard]] bool isFor(const QFont& base) const { return m_base == base; }

    LaidOutTexts bold;
    LaidOutTexts small;

private:
    QFont m_base;
};

/// Writes what stands beside and under the bars: the label of a row, its verdict, its delay. A text that has
/// no room is left out or shortened, never painted over another one.
class RowTextPainter
{
public:
    RowTextPainter(QPainter& painter, const TimelineScene& scene, RowTexts& texts);

    void paint(int row);
    /// Where rows are too thin for labels of their own: numbers of some of them, and of the current one.
    void paintScaleOfRows();

private:
    void paintNumber(int row, LaidOutTexts& font, const QColor& colour);
    void paintCall(int row, const QRectF& rect);
    void paintLabel(const AttemptTexts& texts, const AttemptBar& bar, const QRectF& row);
    void paintLabel(const QString& number, const QString& title, const QString& caption, const QRectF& row,
                    double right);
    void paintFoldMark(bool isFolded, const QRectF& row);
    [[nodiscard]] QString delayText(const AttemptTexts& texts) const;
    void paintVerdictBeside(const AttemptTexts& texts, const AttemptBar& bar, int row);
    void paintDelayBelow(const AttemptTexts& texts, const AttemptBar& bar, int row);
    /// Right of the bar when there is room, else left of it, else inside the delay.
    void paintBeside(const QString& text, LaidOutTexts& font, const QColor& colour, const AttemptBar& bar,
                     int row);
    [[nodiscard]] QColor verdictColour(const AttemptBar& bar) const;
    [[nodiscard]] bool isSeen(const AttemptBar& bar) const;

    QPainter& m_painter;
    const TimelineScene& m_scene;
    LaidOutTexts& m_bold;
    LaidOutTexts& m_small;
    double m_numberWidth = 0;
};

} // namespace retryscope::ui
