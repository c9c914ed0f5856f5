// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/typed_input.h"

#include <QAbstractItemDelegate>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>

namespace retryscope::ui {

namespace {

/// True when the widget is, or lies in, the editor of a cell; its view has taken the value then.
bool storeCell(QWidget* widget)
{
    for (QWidget* editor = widget; editor != nullptr && !editor->isWindow();
         editor = editor->parentWidget()) {
        QWidget* viewport = editor->parentWidget();
        auto* view =
            qobject_cast<QAbstractItemView*>(viewport == nullptr ? nullptr : viewport->parentWidget());
        if (view != nullptr && view->viewport() == viewport) {
            Q_EMIT view->itemDelegateForIndex(view->currentIndex())->commitData(editor);
            return true;
        }
    }
    return false;
}

} // namespace

void storeTypedInput()
{
    QWidget* focus = QApplication::focusWidget();
    if (focus == nullptr || storeCell(focus)) {
        return;
    }
    if (auto* box = qobject_cast<QAbstractSpinBox*>(focus)) {
        box->interpretText();
    } else if (auto* line = qobject_cast<QLineEdit*>(focus);
               line != nullptr && qobject_cast<QComboBox*>(line->parentWidget()) == nullptr) {
        Q_EMIT line->editingFinished();
    }
}

} // namespace retryscope::ui
