// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "ui/proxy/line_difference.h"

#include <QPlainTextEdit>

namespace retryscope::ui {

class BodyHighlighter;

/// One side of a proxy as readable lines: status line, headers, formatted body, and the fault if the response
/// did not end properly. Limits the length and number of lines. beside: the other side; headers on both sides
/// follow its order, since the order of fields with different names has no meaning (RFC 9110, section 5.3).
[[nodiscard]] QStringList sideLines(const AttemptFacts& facts, const AttemptFacts* beside = nullptr);

/// Status lines of interim responses, one per line, for the same view.
[[nodiscard]] QStringList interimLines(const std::vector<std::string>& interim);

/// One of two texts side by side; marks lines missing in the other text by sign and colour.
class SideText : public QPlainTextEdit
{
    Q_OBJECT
public:
    /// sign: marks the lines that only this text has.
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
    /// Calls painting for each marked line, with its position in the viewport.
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
