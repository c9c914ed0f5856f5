// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/verdict_sign.h"
#include "ui/timeline/rows/laid_out_texts.h"
#include "ui/timeline/rows/timeline_scene.h"

#include <QHash>
#include <QPixmap>

#include <utility>

class QPainter;

namespace retryscope::ui {

class AttemptTexts;
class CallTexts;

/// The fonts of the rows with their laid-out texts; kept from frame to frame.
class RowTexts
{
public:
    explicit RowTexts(const QFont& base);
    [[nodiscard]] bool isFor(const QFont& base) const { return m_base == base; }

    LaidOutTexts title; ///< of a row of two lines
    LaidOutTexts bold;
    LaidOutTexts small;

    /// Paints a sign; on screens from a picture of it, which costs less than its curves.
    void drawSign(QPainter& painter, const QRectF& rect, Sign sign, const Theme& theme);

private:
    QFont m_base;
    QHash<std::pair<int, int>, QPixmap> m_signs; ///< by sign and side in pixels of the device
    const Theme* m_theme = nullptr;              ///< of the pictures
};

/// Paints the texts of the rows: labels at the left, verdicts in a column at the right, delays under the
/// bars. A text without room is omitted or shortened, never painted over another.
class RowTextPainter
{
public:
    RowTextPainter(QPainter& painter, const TimelineScene& scene, RowTexts& texts);

    void paint(int row);
    /// Paints some row numbers and the current one where rows are too thin for labels.
    void paintScaleOfRows();
    /// Paints how the attempt or call ended where rows are just high enough for a sign.
    void paintOutcome(int row);

private:
    /// How a row ended: sign and word in the colour of the outcome, and what else there is to say.
    struct Outcome
    {
        Sign sign = Sign::None;
        QString word;
        QString shortWord; ///< where the word has no room
        QString note;
        QString shortNote; ///< likewise
    };

    void paintNumber(int row, LaidOutTexts& font, const QColor& colour);
    void paintCall(int row, const QRectF& rect);
    void paintAttempt(int row, const QRectF& rect);
    void paintLabel(const AttemptTexts& texts, const AttemptBar& bar, const QRectF& row, double right);
    void paintLines(const QString& caption, QPointF at, double right);
    void paintCaption(const QString& caption, QPointF at, double right);
    void paintFoldMark(bool isFolded, const QRectF& row);
    void paintOutcome(const Outcome& outcome, const QRectF& row);
    /// Points towards a bar outside the shown time range.
    void paintWayTo(const AttemptBar& bar, const QRectF& row);
    [[nodiscard]] QRectF rectOf(int row) const;
    [[nodiscard]] Outcome outcomeOf(const AttemptTexts& texts, const AttemptBar& bar) const;
    [[nodiscard]] Outcome outcomeOf(const CallTexts& texts) const;
    [[nodiscard]] QString textBelow(const AttemptTexts& texts, const AttemptBar& bar) const;
    [[nodiscard]] QPointF placeBelow(const QString& text, const AttemptBar& bar, int row) const;
    /// How far a label may reach to the right of its own column: to the first thing drawn in the row.
    [[nodiscard]] double roomForLabel(const AttemptBar& bar) const;
    [[nodiscard]] bool isSeen(const AttemptBar& bar) const;

    QPainter& m_painter;
    const TimelineScene& m_scene;
    RowTexts& m_texts;
    LaidOutTexts& m_title;
    LaidOutTexts& m_bold;
    LaidOutTexts& m_small;
    double m_numberWidth = 0;
};

} // namespace retryscope::ui
