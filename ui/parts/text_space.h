// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QFont;
class QWidget;

namespace retryscope::ui {

/// Calls `fit` now and whenever the widget's font changes. For what is measured in the widget's own text.
void followText(QWidget* widget, std::function<void()> fit);

/// Room for so many characters of average width or lines of the widget's own text, at every text size.
/// extra: pixels around the text that do not grow with it.
void setLeastCharacters(QWidget* widget, int characters, int extra = 0);
void setMostCharacters(QWidget* widget, int characters, int extra = 0);
void setCharacters(QWidget* widget, int characters, int extra = 0);
void setLeastLines(QWidget* widget, int lines, int extra = 0);
void setMostLines(QWidget* widget, int lines, int extra = 0);
void setLines(QWidget* widget, int lines, int extra = 0);

/// The height in pixels that a widget of this width needs at least. Qt's own layouts take the height that a
/// widget with wrapping texts in it would like as the height that it needs, also of a table in it.
[[nodiscard]] int leastHeightOf(const QWidget& widget, int width);

/// Height in pixels of the controls in the first line of a room: two lines of text, the second one small.
[[nodiscard]] int barHeight(const QFont& font);
/// At least that high, at every text size.
void setBarHeight(QWidget* widget);

} // namespace retryscope::ui
