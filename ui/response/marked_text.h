// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/long_text.h"

namespace retryscope::ui {

/// Text to read, with the numbers of its lines, in which one place is marked and, where there is room beside
/// its line, a note says what it is. Numbers and note are no part of the text. What is searched for is
/// highlighted.
class MarkedText : public LongText
{
    Q_OBJECT
public:
    explicit MarkedText(QWidget* parent = nullptr);

    /// In characters; length 0 marks nothing. The place is scrolled to.
    void setMark(qsizetype begin, qsizetype length, const QString& note);
    /// Where the note stands in the viewport; empty while it is out of view or has no room.
    [[nodiscard]] QRect noteRect() const;

    /// Highlights where this stands, letter case aside; empty: nowhere. Of very many places only the first
    /// thousand are found. The first one at or after the cursor becomes the current one.
    void search(const QString& words);
    /// Goes to the next place (+1) or to the one before (-1), round at the ends.
    void goToMatch(int step);
    [[nodiscard]] int matchCount() const { return static_cast<int>(m_matches.size()); }
    /// From 1; 0: none.
    [[nodiscard]] int currentMatch() const { return m_match + 1; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Margin;
    void displayMark();
    void showMatch();
    void fitMargin();
    void paintMargin(QPaintEvent* event);
    [[nodiscard]] QRect markedLine() const;
    [[nodiscard]] QString shortNote() const;

    qsizetype m_begin = 0;
    qsizetype m_length = 0;
    QString m_note;
    QVector<int> m_matches; ///< where each begins
    int m_matchLength = 0;
    int m_match = -1;
    QWidget* m_margin;
};

} // namespace retryscope::ui
