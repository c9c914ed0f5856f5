// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/headers_editor.h"

#include "ui/parts/form.h"
#include "ui/request/field_table.h"
#include "ui/request/headers_model.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QLineEdit>
#include <QStyledItemDelegate>

namespace retryscope::ui {

namespace {

/// Values that were not kept look like the placeholder they are, also while they are typed.
class FieldDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                        const QModelIndex& index) const override
    {
        QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
        auto* line = qobject_cast<QLineEdit*>(editor);
        if (line != nullptr && index.data(HeadersModel::NotKeptRole).toBool()) {
            line->setPlaceholderText(index.data().toString());
        }
        return editor;
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (index.data(HeadersModel::NotKeptRole).toBool()) {
            option->font.setItalic(true);
            option->palette.setColor(QPalette::Text, Theme::forPalette(option->palette).warning);
        }
    }
};

} // namespace

HeadersEditor::HeadersEditor(const QString& name, const QString& label, QWidget* parent)
    : QWidget(parent)
    , m_model(new HeadersModel(this))
    , m_table(new FieldTable(this))
    , m_remove(new QAction(tr("Remove header"), m_table))
{
    m_table->setObjectName(name);
    m_table->setAccessibleName(label);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new FieldDelegate(m_table));
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_remove->setShortcut(QKeySequence::Delete);
    m_remove->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(m_remove);
    connect(m_remove, &QAction::triggered, this, &HeadersEditor::removeSelected);
    connect(m_model, &HeadersModel::edited, this, &HeadersEditor::edited);

    auto* layout = columnIn(this);
    layout->addWidget(m_table);
}

QTableView* HeadersEditor::table() const
{
    return m_table;
}

void HeadersEditor::setWords(const QString& nameTitle, const QString& addHint, const QString& removeTitle)
{
    m_model->setWords(nameTitle, addHint);
    m_remove->setText(removeTitle);
}

void HeadersEditor::setNotKept(const QStringList& names)
{
    m_model->setNotKept(names);
}

Headers HeadersEditor::headers() const
{
    return m_model->headers();
}

void HeadersEditor::setHeaders(const Headers& headers)
{
    m_model->setHeaders(headers);
}

void HeadersEditor::removeSelected()
{
    const QModelIndex current = m_table->currentIndex();
    if (current.isValid()) {
        m_model->removeRows(current.row(), 1);
    }
}

} // namespace retryscope::ui
