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

/// Single lines of one font, laid out once and drawn in many frames: shaping letters is most of what a label
/// costs. Forgets all of them when there are too many.
class LaidOutTexts
{
public:
    explicit LaidOutTexts(const QFont& font);

    [[nodiscard]] const QFont& font() const { return m_font; }
    [[nodiscard]] double height() const { return m_height; } ///< of a line
    [[nodiscard]] double widthOf(const QString& text) { return at(text).size().width(); }
    /// The text, or its beginning and an ellipsis when it is wider than so many pixels.
    [[nodiscard]] QString elided(const QString& text, double width);
    /// In the painter's pen.
    void draw(QPainter& painter, QPointF topLeft, const QString& text);

private:
    const QStaticText& at(const QString& text);

    QFont m_font;
    double m_height = 0;
    QHash<QString, QStaticText> m_texts;
    QHash<std::pair<QString, int>, QString> m_elided; ///< by the whole text and the pixels it had
};

} // namespace retryscope::ui
