// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/presets_page.h"

#include "ui/parts/form.h"
#include "ui/parts/table.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace retryscope::ui {

PresetsPage::PresetsPage(const io::Library& library, QWidget* parent)
    : QWidget(parent)
    , m_library(library)
    , m_model(new TableModel<PresetRow>(presetColumns(), this))
    , m_rows(new QSortFilterProxyModel(this))
    , m_filter(new QLineEdit(this))
    , m_count(makeHint({}, this))
    , m_table(new QTableView(this))
{
    setObjectName(QStringLiteral("presetsPage"));
    setAccessibleName(tr("All policies"));
    m_model->setRows(presetRows(m_library));
    m_rows->setSourceModel(m_model);
    m_rows->setSortRole(CellRole::Sort);
    m_rows->setFilterKeyColumn(-1);
    m_rows->setFilterCaseSensitivity(Qt::CaseInsensitive);
    layOut();
    buildTable();
    connect(m_filter, &QLineEdit::textChanged, this, &PresetsPage::filter);
    connect(m_table, &QTableView::activated, this, [this] {
        if (const int row = selectedRow(); row >= 0) {
            Q_EMIT presetChosen(m_model->at(row).key);
        }
    });
    filter({});
}

void PresetsPage::layOut()
{
    nameInput(m_filter, QStringLiteral("presetsFilter"), tr("Filter policies"));
    m_filter->setPlaceholderText(tr("Filter: client, version, mode, header …"));
    m_filter->setClearButtonEnabled(true);
    nameInput(m_count, QStringLiteral("presetsCount"), tr("Policies shown"));
    m_count->setWordWrap(false);
    auto* top = new QHBoxLayout;
    top->addWidget(m_filter, 1);
    top->addWidget(m_count);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 12, 20, 12);
    layout->setSpacing(8);
    layout->addLayout(top);
    layout->addWidget(makeHint(tr("Press Enter or double-click to open a policy."), this));
    layout->addWidget(m_table, 1);
}

void PresetsPage::buildTable()
{
    prepareTable(m_table, QStringLiteral("presetsTable"), tr("All policies"));
    m_table->setModel(m_rows);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(m_model->columnOf("client"), Qt::AscendingOrder);
}

void PresetsPage::reload()
{
    const int row = selectedRow();
    const QString key = row < 0 ? QString() : m_model->at(row).key;
    m_model->setRows(presetRows(m_library));
    filter(m_filter->text());
    select(key);
}

void PresetsPage::select(const QString& key)
{
    const std::vector<PresetRow>& rows = m_model->rows();
    const auto found = std::ranges::find(rows, key, &PresetRow::key);
    if (found != rows.end()) {
        const auto row = static_cast<int>(found - rows.begin());
        const QModelIndex index = m_rows->mapFromSource(m_model->index(row, 0));
        m_table->setCurrentIndex(index);
        m_table->scrollTo(index);
    }
}

void PresetsPage::filter(const QString& text)
{
    m_rows->setFilterFixedString(text.trimmed());
    m_count->setText(tr("%1 of %2").arg(m_rows->rowCount()).arg(m_model->rowCount()));
}

int PresetsPage::selectedRow() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : m_rows->mapToSource(rows.front()).row();
}

} // namespace retryscope::ui
