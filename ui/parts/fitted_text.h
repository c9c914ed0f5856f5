// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>
#include <QStringList>

#include <vector>

class QPainter;

namespace retryscope::ui {

/// What a text loses that is wider than its room.
enum class Loss {
    Nothing, ///< a number, duration, unit, verdict or label: its place must have room for it
    End,
    Middle, ///< of the last line: the beginning says what happened, the end mostly why
    Parts,  ///< its last parts, each whole: `3 attempts · first retry at once`, then `3 attempts`
    Shared, ///< the words at its beginning that it shares with a neighbour, then its end
};

struct Fit
{
    Loss loss = Loss::End;
    int lines = 1;               ///< at most; 1 or more
    QStringList neighbours = {}; ///< for Loss::Shared: the texts above and below
};

/// The lines that show the text in this font within so many pixels. A line that lost something has an
/// ellipsis there. Every text of the window that may be cut goes through this function, so that tests see
/// what is cut: see CutTexts.
[[nodiscard]] QStringList fittedLines(const QString& text, const QFont& font, double width,
                                      const Fit& fit = {});
/// Width of a line in pixels. Remembers short texts, because a table measures the same words a thousand
/// times.
[[nodiscard]] int widthOfLine(const QString& text, const QFont& font);
/// Height of these lines in pixels, whatever they lose.
[[nodiscard]] int fittedHeight(const QString& text, const QFont& font, int width, int lines);
/// Draws the text with the painter's font and pen.
void drawFitted(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text,
                const Fit& fit = {});

/// One text that was shown incomplete.
struct CutText
{
    QString whole;
    QString shown;
    Loss loss = Loss::End;
};

/// Collects, while it lives, the texts that fittedLines() cuts. For tests; one at a time.
class CutTexts
{
public:
    CutTexts();
    ~CutTexts();
    CutTexts(const CutTexts&) = delete;
    CutTexts& operator=(const CutTexts&) = delete;

    [[nodiscard]] const std::vector<CutText>& all() const { return m_all; }
    /// The texts that must never be cut, whole.
    [[nodiscard]] QStringList forbidden() const;
    void clear() { m_all.clear(); }
    void add(CutText text);

private:
    std::vector<CutText> m_all;
};

} // namespace retryscope::ui
