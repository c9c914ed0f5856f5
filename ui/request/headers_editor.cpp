// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/request/headers_editor.h"

#include "ui/request/headers_model.h"

#include <QAction>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

constexpr int kVisibleRows = 4;

} // namespace

HeadersEditor::HeadersEditor(const QString& name, const QString& label, QWidget* parent)
    : QWidget(parent), m_model(new HeadersModel(this)), m_table(new QTableView(this))
{
    m_table->setObjectName(name);
    m_table->setAccessibleName(label);
    m_table->setModel(m_model);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 8);
    m_table->horizontalHeader()->setSectionResizeMode(HeadersModel::Name, QHeaderView::Interactive);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setColumnWidth(HeadersModel::Name, 16 * m_table->fontMetrics().averageCharWidth());
    m_table->setFixedHeight((kVisibleRows + 2) * (m_table->fontMetrics().height() + 8));
    m_table->setEditTriggers(QAbstractItemView::AllEditTriggers);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);

    auto* remove = new QAction(tr("Remove header"), m_table);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(remove);
    connect(remove, &QAction::triggered, this, &HeadersEditor::removeSelected);
    connect(m_model, &HeadersModel::edited, this, &HeadersEditor::edited);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
}

const Headers& HeadersEditor::headers() const
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
