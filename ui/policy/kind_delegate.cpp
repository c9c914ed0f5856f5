// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/kind_delegate.h"

#include "core/io/text/utf8.h"
#include "ui/policy/rule_text.h"

#include <QComboBox>

namespace retryscope::ui {

QWidget* KindDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                    const QModelIndex& index) const
{
    Q_UNUSED(option)
    Q_UNUSED(index)
    auto* box = new QComboBox(parent);
    box->setAccessibleName(tr("Kind of error"));
    for (const ErrorKind kind : ruleKinds()) {
        box->addItem(kindTitle(kind), toQString(toString(kind)));
    }
    return box;
}

void KindDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    if (auto* box = qobject_cast<QComboBox*>(editor)) {
        box->setCurrentIndex(box->findData(index.data(Qt::EditRole)));
    }
}

void KindDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    if (const auto* box = qobject_cast<QComboBox*>(editor)) {
        model->setData(index, box->currentData(), Qt::EditRole);
    }
}

} // namespace retryscope::ui
