// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/verdicts_view.h"

#include "core/explain/report_markdown.h"
#include "core/explain/verdict_report.h"
#include "core/io/text/utf8.h"
#include "ui/judge/verdicts_filter.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/table.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kFilterCharacters = 26;

/// As the command line writes them.
QString gridAs(CopyForm form, const std::vector<VerdictRow>& rows)
{
    return toQString(form == CopyForm::Csv ? gridAsCsv(rows) : reportMarkdown(verdictTable(rows)));
}

} // namespace

VerdictsView::VerdictsView(QWidget* parent)
    : QWidget(parent)
    , m_model(new VerdictsModel(verdictColumns(), this))
    , m_rows(new VerdictsFilter(m_model, this))
    , m_count(makeHeading({}, this))
    , m_filter(new QLineEdit(this))
    , m_onlyDifferences(new QCheckBox(tr("On&ly differences"), this))
    , m_outliers(makeHint({}, this))
    , m_table(new QTableView(this))
    , m_copyMarkdown(makeQuietButton(tr("Copy as Markdo&wn"), QStringLiteral("judgeCopyMarkdown"), this))
    , m_copyCsv(makeQuietButton(tr("Copy as CS&V"), QStringLiteral("judgeCopyCsv"), this))
{
    layOut();
    buildTable();
    connect(m_filter, &QLineEdit::textChanged, this,
            [this](const QString& text) { keepingSelection([this, &text] { m_rows->setText(text); }); });
    connect(m_onlyDifferences, &QCheckBox::toggled, this,
            [this](bool isOn) { keepingSelection([this, isOn] { m_rows->setOnlyDifferences(isOn); }); });
    connect(m_copyMarkdown, &QPushButton::clicked, this, [this] { copyAll(CopyForm::Markdown); });
    connect(m_copyCsv, &QPushButton::clicked, this, [this] { copyAll(CopyForm::Csv); });
}

void VerdictsView::layOut()
{
    m_count->setObjectName(QStringLiteral("judgeCount"));
    nameInput(m_filter, QStringLiteral("judgeFilter"), tr("Filter clients and rules"));
    m_filter->setPlaceholderText(tr("Filter clients and rules"));
    m_filter->setClearButtonEnabled(true);
    setLeastCharacters(m_filter, kFilterCharacters);
    nameInput(m_onlyDifferences, QStringLiteral("judgeOnlyDifferences"),
              tr("Only differences: clients that decide differently from most"));
    m_outliers->setObjectName(QStringLiteral("judgeOutliers"));
    m_copyMarkdown->setAutoDefault(false);
    m_copyCsv->setAutoDefault(false);
    auto* top = new FlowLayout(nullptr, 6);
    top->addWidget(m_count, 1);
    top->addWidget(m_filter);
    auto* bottom = new FlowLayout(nullptr, 6);
    bottom->addWidget(m_onlyDifferences);
    bottom->addStretch();
    bottom->addWidget(m_copyMarkdown);
    bottom->addWidget(m_copyCsv);
    auto* layout = columnIn(this);
    layout->addLayout(top);
    layout->addWidget(m_outliers);
    layout->addWidget(m_table, 1);
    layout->addLayout(bottom);
}

void VerdictsView::buildTable()
{
    prepareTable(m_table, QStringLiteral("judgeGrid"), tr("Verdicts of all clients"),
                 [this](CopyForm form) { return copied(form); });
    m_table->setModel(m_rows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(VerdictColumn::Client, Qt::AscendingOrder);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &VerdictsView::onCurrentChanged);
}

void VerdictsView::onCurrentChanged()
{
    const int row = m_rows->mapToSource(m_table->currentIndex()).row();
    if (m_isFiltering || row < 0) {
        return; // of what is filtered nobody chose another
    }
    m_lastSelected = row;
    m_standIn = -1;
    Q_EMIT selectionChanged();
}

void VerdictsView::display(std::vector<VerdictRow> rows, int before)
{
    m_before = before;
    keepingSelection([this, &rows] {
        m_model->renewRows(std::move(rows));
        m_rows->refresh();
    });
}

void VerdictsView::displayCount(int before)
{
    const std::vector<VerdictRow>& rows = m_model->rows();
    QString text = tr("Retried by %1 of %2").arg(retried()).arg(rows.size());
    if (before >= 0) {
        text += tr(" (before: %1)").arg(before);
    }
    if (m_rows->rowCount() < static_cast<int>(rows.size())) {
        text += tr(" · %1 shown").arg(m_rows->rowCount());
    }
    m_count->setText(rows.empty() ? tr("Paste a response or try a sample") : text);
    m_count->setToolTip(plainToolTip(m_rows->differences()));
    m_onlyDifferences->setToolTip(plainToolTip(m_rows->differences()));
    m_outliers->setText(tr("Only differences: %1 The other clients are hidden.").arg(m_rows->differences()));
    m_outliers->setVisible(m_onlyDifferences->isChecked() && !rows.empty());
    m_copyMarkdown->setEnabled(m_rows->rowCount() > 0);
    m_copyCsv->setEnabled(m_rows->rowCount() > 0);
}

void VerdictsView::showAll()
{
    m_filter->clear();
    m_onlyDifferences->setChecked(false);
}

int VerdictsView::retried() const
{
    const std::vector<VerdictRow>& rows = m_model->rows();
    return static_cast<int>(std::count_if(
        rows.begin(), rows.end(), [](const VerdictRow& row) { return row.verdict == Verdict::Retry; }));
}

void VerdictsView::select(int row)
{
    const QModelIndex index = m_rows->mapFromSource(m_model->index(row, VerdictColumn::Client));
    if (!index.isValid()) {
        return;
    }
    selectOnly(*m_table, index);
    QModelIndex first = index; // with the client's name
    while (first.row() > 0 && first.siblingAtRow(first.row() - 1).data() == index.data()) {
        first = first.siblingAtRow(first.row() - 1);
    }
    m_table->scrollTo(first, QAbstractItemView::PositionAtTop);
    m_table->scrollTo(index);
}

int VerdictsView::selectedRow() const
{
    const int row = m_standIn >= 0 ? m_standIn : m_lastSelected;
    return row < m_model->rowCount() ? row : -1;
}

/// A chosen row is copied as Markdown, which is what a ticket takes.
QString VerdictsView::copied(CopyForm form) const
{
    std::vector<VerdictRow> rows = m_rows->rowsShown();
    const QItemSelectionModel& selection = *m_table->selectionModel();
    if (form == CopyForm::Text || selection.selectedRows().size() > 1) {
        std::vector<VerdictRow> chosen;
        for (int row = 0; row < m_rows->rowCount(); ++row) {
            if (selection.isRowSelected(row)) {
                chosen.push_back(std::move(rows[static_cast<std::size_t>(row)]));
            }
        }
        rows = std::move(chosen);
    }
    return gridAs(form, rows);
}

void VerdictsView::copyAll(CopyForm form)
{
    const std::vector<VerdictRow> rows = m_rows->rowsShown();
    copyWithoutSecrets(gridAs(form, rows));
    const QString format = form == CopyForm::Csv ? tr("as CSV") : tr("as Markdown");
    Q_EMIT noteFound(rows.size() == 1 ? tr("Copied 1 row %1.").arg(format)
                                      : tr("Copied %1 rows %2.").arg(rows.size()).arg(format));
}

/// For a client that is left out by a filter the first row stands in: what is explained is seen. The client
/// is selected again with its row.
void VerdictsView::keepingSelection(const std::function<void()>& change)
{
    const int before = selectedRow();
    m_isFiltering = true;
    change();
    const bool isShown = m_rows->mapFromSource(m_model->index(m_lastSelected, 0)).isValid();
    m_standIn = isShown || m_rows->rowCount() == 0 ? -1 : m_rows->mapToSource(m_rows->index(0, 0)).row();
    if (m_standIn >= 0) {
        select(m_standIn);
    } else if (!isShown) {
        m_table->selectionModel()->clear();
    }
    m_isFiltering = false;
    displayCount(m_before);
    if (!isShown) {
        if (selectedRow() != before) {
            Q_EMIT selectionChanged();
        }
    } else if (m_rows->mapToSource(m_table->currentIndex()).row() != m_lastSelected) {
        select(m_lastSelected);
    } else if (before != m_lastSelected) {
        Q_EMIT selectionChanged();
    }
}

} // namespace retryscope::ui
