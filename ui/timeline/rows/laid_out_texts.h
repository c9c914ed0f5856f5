// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QHash>
#include <QStaticText>
#include <QString>

#include <utility>

class QPainter;

namespace retryscope::ui {

/// A cache of single lines in one font, laid out once and drawn in many frames, because text shaping is the
/// largest cost of a label. Clears itself when it grows too large.
class LaidOutTexts
{
public:
    explicit LaidOutTexts(const QFont& font);

    [[nodiscard]] const QFont& font() const { return m_font; }
    [[nodiscard]] double height() const { return m_height; } ///< of a line
    [[nodiscard]] double widthOf(const QString& text) { return at(text).size().width(); }
    /// The text, shortened with an ellipsis if it is wider than this many pixels.
    [[nodiscard]] QString elided(const QString& text, double width);
    /// Draws the text with the painter's pen.
    void draw(QPainter& painter, QPointF topLeft, const QString& text);

private:
    const QStaticText& at(const QString& text);

    QFont m_font;
    double m_height = 0;
    QHash<QString, QStaticText> m_texts;
    QHash<std::pair<QString, int>, QString> m_elided; ///< by the whole text and the pixels it had
};

} // namespace retryscope::ui
