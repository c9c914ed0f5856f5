// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/presets/presets_page.h"

#include "ui/parts/form.h"
#include "ui/presets/preset_text.h"
#include "ui/presets/presets_model.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

constexpr QSize kFirstSize{1120, 760};
constexpr int kTitleCharacters = 44;
constexpr int kRowPadding = 10;
constexpr int kCellPadding = 20;

} // namespace

PresetsPage::PresetsPage(const io::Library& library, QWidget* parent)
    : QDialog(parent)
    , m_library(library)
    , m_model(new PresetsModel(this))
    , m_rows(new QSortFilterProxyModel(this))
    , m_filter(new QLineEdit(this))
    , m_count(makeHint({}, this))
    , m_table(new QTableView(this))
    , m_detail(new QTextBrowser(this))
    , m_copy(new QPushButton(tr("&Copy as Markdown"), this))
    , m_use(new QPushButton(tr("&Use this preset"), this))
{
    setObjectName(QStringLiteral("presetsPage"));
    setWindowTitle(tr("Presets"));
    m_model->load(m_library);
    m_rows->setSourceModel(m_model);
    m_rows->setSortRole(PresetsModel::SortRole);
    m_rows->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_rows->setFilterKeyColumn(-1);
    m_rows->setFilterCaseSensitivity(Qt::CaseInsensitive);
    layOut();
    prepareTable();
    connect(m_filter, &QLineEdit::textChanged, this, &PresetsPage::filter);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &PresetsPage::displaySelected);
    connect(m_table, &QTableView::activated, this, &PresetsPage::use);
    connect(m_copy, &QPushButton::clicked, this, &PresetsPage::copy);
    connect(m_use, &QPushButton::clicked, this, &PresetsPage::use);
    filter({});
    resize(kFirstSize);
}

void PresetsPage::layOut()
{
    nameInput(m_filter, QStringLiteral("presetsFilter"), tr("Filter presets"));
    m_filter->setPlaceholderText(tr("Filter: client, version, mode, header …"));
    m_filter->setClearButtonEnabled(true);
    nameInput(m_count, QStringLiteral("presetsCount"), tr("Presets shown"));
    m_count->setWordWrap(false);
    auto* top = new QHBoxLayout;
    top->addWidget(m_filter, 1);
    top->addWidget(m_count);

    nameInput(m_detail, QStringLiteral("presetDetail"), tr("About the selected preset"));
    m_detail->setOpenLinks(false);
    m_detail->setFrameShape(QFrame::NoFrame);
    m_detail->setPlaceholderText(tr("Select a preset to read all about it."));
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("presetsSplitter"));
    splitter->addWidget(m_table);
    splitter->addWidget(m_detail);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({1, 1});

    nameInput(m_copy, QStringLiteral("presetCopy"), tr("Copy as Markdown"));
    nameInput(m_use, QStringLiteral("presetUse"), tr("Use this preset"));
    m_use->setProperty("primary", true);
    m_copy->setAutoDefault(false);
    m_use->setAutoDefault(false);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_copy);
    bottom->addStretch();
    bottom->addWidget(m_use);

    auto* layout = new QVBoxLayout(this);
    layout->addLayout(top);
    layout->addWidget(splitter, 1);
    layout->addLayout(bottom);
}

void PresetsPage::prepareTable()
{
    nameInput(m_table, QStringLiteral("presetsTable"), tr("Presets"));
    m_table->setModel(m_rows);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(PresetsModel::Client, Qt::AscendingOrder);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowPadding);
    QHeaderView* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->resizeColumnsToContents();
    header->resizeSection(PresetsModel::Title,
                          kTitleCharacters * fontMetrics().averageCharWidth() + kCellPadding);
}

void PresetsPage::reload()
{
    const int row = selectedRow();
    const QString key = row < 0 ? QString() : m_model->keyOf(row);
    m_model->load(m_library);
    filter(m_filter->text());
    select(key);
}

void PresetsPage::select(const QString& key)
{
    const int row = m_model->rowOf(key);
    if (row >= 0) {
        const QModelIndex index = m_rows->mapFromSource(m_model->index(row, PresetsModel::Client));
        m_table->setCurrentIndex(index);
        m_table->scrollTo(index);
    }
}

void PresetsPage::filter(const QString& text)
{
    m_rows->setFilterFixedString(text.trimmed());
    m_count->setText(tr("%1 of %2").arg(m_rows->rowCount()).arg(m_model->rowCount()));
    displaySelected();
}

int PresetsPage::selectedRow() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : m_rows->mapToSource(rows.front()).row();
}

void PresetsPage::displaySelected()
{
    const int row = selectedRow();
    m_copy->setEnabled(row >= 0);
    m_use->setEnabled(row >= 0);
    if (row < 0) {
        m_detail->clear();
        return;
    }
    m_detail->setMarkdown(
        presetMarkdown(m_model->presets()[static_cast<std::size_t>(row)], m_model->presets()));
    m_detail->verticalScrollBar()->setValue(0);
}

void PresetsPage::copy()
{
    const Policy& preset = m_model->presets()[static_cast<std::size_t>(selectedRow())];
    QGuiApplication::clipboard()->setText(presetMarkdown(preset, m_model->presets()));
}

void PresetsPage::use()
{
    Q_EMIT presetChosen(m_model->keyOf(selectedRow()));
}

} // namespace retryscope::ui
