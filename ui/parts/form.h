// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHBoxLayout>
#include <QString>
#include <QVBoxLayout>

#include <initializer_list>

QT_BEGIN_NAMESPACE
class QFormLayout;
class QLabel;
class QPushButton;
class QListView;
class QScrollArea;
class QSplitter;
class QToolButton;
class QWidget;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Object name for tests, accessible name for assistive technology.
void nameInput(QWidget* input, const QString& objectName, const QString& accessibleName);

/// A form with labels above or beside the inputs, as the width allows.
[[nodiscard]] QFormLayout* makeForm(QWidget* parent);
void addHeading(QFormLayout* form, const QString& text);
/// Lets a line of text become narrow, so that forms fit into slim panels. Lists of words and numbers keep the
/// room that they need.
void makeSlim(QWidget* input);
/// A labelled input; the label is its buddy and its accessible name.
QLabel* addField(QFormLayout* form, const QString& label, QWidget* input, const QString& objectName);

/// Makes every label of the window, together with the next three functions: the text can come from a server,
/// a file or the clipboard and is never rendered as HTML.
[[nodiscard]] QLabel* makeLabel(const QString& text = {}, QWidget* parent = nullptr);
/// A heading, for layouts other than forms.
[[nodiscard]] QLabel* makeHeading(const QString& text, QWidget* parent);
/// With a name for tests and style.
[[nodiscard]] QLabel* makePlainLabel(const QString& objectName, QWidget* parent);
/// Text that wraps and can be selected.
[[nodiscard]] QLabel* makeSentence(const QString& objectName, QWidget* parent);
/// The same in muted colour.
[[nodiscard]] QLabel* makeHint(const QString& text, QWidget* parent);
/// A button without a frame; the text is also its accessible name.
[[nodiscard]] QPushButton* makeQuietButton(const QString& text, const QString& objectName, QWidget* parent);
/// A button whose icon is set later; the name is also its tool tip.
[[nodiscard]] QToolButton* makeIconButton(const QString& name, const QString& objectName, QWidget* parent);
/// Gives a widget created after its window the parent's palette; with a style sheet, Qt does so only at the
/// next palette change.
void inheritPalette(QWidget* made);
/// Layouts of a widget, without margins. spacing: in pixels; -1: the style's.
QVBoxLayout* columnIn(QWidget* widget, int spacing = -1);
QHBoxLayout* rowIn(QWidget* widget, int spacing = -1);
/// Widgets one below the other as one widget, for a place in a layout that wraps.
[[nodiscard]] QWidget* makeColumn(std::initializer_list<QWidget*> widgets, int spacing, QWidget* parent);
/// Parts that cannot be closed, with a thin line between them. objectName: may be empty.
[[nodiscard]] QSplitter* makeSplitter(Qt::Orientation orientation, const QString& objectName,
                                      QWidget* parent);
/// The area never has the focus, and what has it is scrolled into view, from wherever the focus came. Qt does
/// so only within the area.
void scrollToFocus(QScrollArea* area);
/// The rows of the list are as high as their wrapped texts need, after every change of its size.
void wrapRows(QListView* list);
/// Scrolls vertically instead of clipping.
[[nodiscard]] QScrollArea* makeScrollArea(QWidget* content, QWidget* parent);

} // namespace retryscope::ui
