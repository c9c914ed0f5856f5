// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

QT_BEGIN_NAMESPACE
class QWidget;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The buttons in this widget become one stop of Tab; the arrow keys go from one to the next, as in a tool
/// bar. Tab stops at the current choice of an action group, else at the button that had the focus last.
/// Fields in it and the choices of an exclusive group keep a stop of their own.
void makeTabGroup(QWidget* group);
/// To be called when the widget gets the focus: its group remembers it.
void noteFocusInTabGroup(const QWidget* widget);
/// The button after (or before) `from` in its group, wrapping around; nullptr: `from` is in no group.
[[nodiscard]] QWidget* nextInTabGroup(QWidget* from, bool isForward);

/// The widgets that Tab reaches, in visual order: as in layouts, splitters and pages. Qt's own order follows
/// the creation of widgets and loses those that got their parent late.
[[nodiscard]] QList<QWidget*> tabOrderOf(QWidget& root);

/// The same with every button of a group: all that the keyboard reaches.
[[nodiscard]] QList<QWidget*> keyOrderOf(QWidget& root);

/// The widget after (or before) `from`, wrapping around; nullptr: none.
[[nodiscard]] QWidget* nextInTabOrder(QWidget& root, QWidget* from, bool isForward);

/// The main widget of the pane after (or before) the one that holds `from`, wrapping around; nullptr: there
/// is one pane at most. Panes are the parts of splitters, and the bars and the rail beside them.
/// The main widget is the pane's focus proxy, else the first one that Tab reaches.
[[nodiscard]] QWidget* nextPane(QWidget& root, QWidget* from, bool isForward);

} // namespace retryscope::ui
