// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "ui/proxy/line_difference.h"

#include <QPlainTextEdit>

namespace retryscope::ui {

class BodyHighlighter;

/// One side of a box as lines for reading: status line, headers, body laid out, and how it ended where that
/// was no end of a response. Lines and their number are bounded. beside: the other side, in whose order the
/// headers stand that both have; the order of fields of different names says nothing (RFC 9110, section 5.3).
[[nodiscard]] QStringList sideLines(const AttemptFacts& facts, const AttemptFacts* beside = nullptr);

/// Status lines of responses before the final one, each on its line, for the same view.
[[nodiscard]] QStringList interimLines(const std::vector<std::string>& interim);

/// One of two texts side by side; lines that the other has not are marked by sign and colour.
class SideText : public QPlainTextEdit
{
    Q_OBJECT
public:
    /// sign: of the lines that only this text has.
    SideText(QChar sign, bool isHarmful, QWidget* parent = nullptr);

    void display(const std::vector<AlignedLine>& lines);

protected:
    [[nodiscard]] QMimeData* createMimeDataFromSelection() const override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class Margin;
    void fitMargin();
    void paintMargin(QPaintEvent* event);
    /// Calls with each line that is marked and where it stands in the viewport.
    template <typename Painting>
    void eachMarked(const QRect& within, Painting painting) const;
    [[nodiscard]] QColor background() const;

    QChar m_sign;
    bool m_isHarmful;
    std::vector<LineMark> m_marks; ///< of the lines
    QWidget* m_margin;
    BodyHighlighter* m_highlighter;
};

} // namespace retryscope::ui
