// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/long_text.h"

namespace retryscope::ui {

/// Read-only text with line numbers and one marked place. A note beside the marked line explains the mark if
/// there is room. Line numbers and note are not part of the text. Search matches are highlighted.
class MarkedText : public LongText
{
    Q_OBJECT
public:
    explicit MarkedText(QWidget* parent = nullptr);

    /// Marks a place, in characters, and scrolls to it; length 0 marks nothing.
    void setMark(qsizetype begin, qsizetype length, const QString& note);
    /// The rectangle of the note in the viewport; empty while it is out of view or has no room.
    [[nodiscard]] QRect noteRect() const;

    /// Highlights all matches of these words, ignoring case; empty: none. Finds at most the first thousand.
    /// The first match at or after the cursor becomes the current one.
    void search(const QString& words);
    /// Goes to the next match (+1) or the previous one (-1) and wraps around at the ends.
    void goToMatch(int step);
    [[nodiscard]] int matchCount() const { return static_cast<int>(m_matches.size()); }
    /// Number of the current match, from 1; 0 for none.
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
