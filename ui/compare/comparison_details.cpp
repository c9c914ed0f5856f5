// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/compare/comparison_details.h"

#include "core/explain/report_markdown.h"
#include "core/io/text/utf8.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/form.h"
#include "ui/parts/report_rows.h"
#include "ui/parts/report_view.h"
#include "ui/parts/table.h"

#include <QPushButton>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>
#include <optional>

namespace retryscope::ui {

ComparisonDetails::ComparisonDetails(QWidget* parent)
    : QWidget(parent)
    , m_rows(new ReportRows(this))
    , m_table(new QTableView(this))
    , m_differences(new ReportView(this))
{
    buildTable();
    nameInput(m_differences, QStringLiteral("compareDifferences"), tr("Differences"));
    auto* tabs = new QTabWidget(this);
    nameInput(tabs, QStringLiteral("compareDetails"), tr("Comparison details"));
    tabs->setDocumentMode(true);
    tabs->addTab(m_table, tr("Numbers"));
    tabs->addTab(m_differences, tr("Differences"));
    auto* layout = columnIn(this);
    layout->addWidget(tabs, 1);
    layout->addWidget(buildButtons());
}

void ComparisonDetails::buildTable()
{
    prepareTable(m_table, QStringLiteral("compareTable"), tr("Results by policy"));
    m_table->setModel(m_rows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ComparisonDetails::onSelectionChanged);
}

QWidget* ComparisonDetails::buildButtons()
{
    auto* row = new QWidget(this);
    auto* layout = rowIn(row);
    const auto add = [row, layout](const QString& text, const char* name) {
        QPushButton* button = makeQuietButton(text, QString::fromLatin1(name), row);
        button->setAccessibleName(QString(text).remove(QLatin1Char('&')));
        layout->addWidget(button);
        return button;
    };
    connect(add(tr("Copy as &Markdown"), "compareCopyMarkdown"), &QPushButton::clicked, this, [this] {
        copy(toQString(reportMarkdown(Report(comparedWithFirstTable(m_runs)))),
             tr("Copied the comparison as Markdown."));
    });
    connect(add(tr("Copy as CS&V"), "compareCopyCsv"), &QPushButton::clicked, this, [this] {
        copy(toQString(reportCsv(Report(comparedWithFirstTable(m_runs)))),
             tr("Copied the comparison as CSV."));
    });
    connect(add(tr("Save &picture…"), "comparePicture"), &QPushButton::clicked, this,
            &ComparisonDetails::pictureRequested);
    layout->addStretch();
    return row;
}

void ComparisonDetails::copy(const QString& text, const QString& note)
{
    copyWithoutSecrets(text);
    Q_EMIT noteFound(note);
}

void ComparisonDetails::display(const Comparison& comparison, const QStringList& titles, int lane)
{
    m_comparison = &comparison;
    m_runs.clear();
    for (std::size_t record = 0; record < comparison.records.size(); ++record) {
        m_runs.push_back(
            comparedRun(fromQString(titles[static_cast<qsizetype>(record)]), comparison.records[record]));
    }
    m_isDisplaying = true;
    m_rows->display(comparedWithFirstTable(m_runs));
    selectOnly(*m_table, m_rows->index(std::min(lane, m_rows->rowCount() - 1), 0));
    m_isDisplaying = false;
    displayDifferences();
}

QString ComparisonDetails::numbersOf(int lane) const
{
    const std::optional<RunTotals> first = lane > 0 ? std::optional(m_runs.front().totals) : std::nullopt;
    return toQString(comparedLine(m_runs[static_cast<std::size_t>(lane)], first));
}

void ComparisonDetails::select(int lane)
{
    selectOnly(*m_table, m_rows->index(lane, 0));
}

int ComparisonDetails::selectedLane() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.size() == 1 ? rows.front().row() : -1;
}

void ComparisonDetails::onSelectionChanged()
{
    if (!m_isDisplaying && m_comparison != nullptr) {
        displayDifferences();
        Q_EMIT selectionChanged();
    }
}

/// Of the two selected rows, or of the selected one and the reference.
std::pair<int, int> ComparisonDetails::comparedLanes() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.size() == 2) {
        return {std::max(rows[0].row(), rows[1].row()), std::min(rows[0].row(), rows[1].row())};
    }
    return {rows.isEmpty() ? 0 : rows.front().row(), 0};
}

const RunHeader& ComparisonDetails::headerOf(int lane) const
{
    return m_comparison->records[static_cast<std::size_t>(lane)].header();
}

void ComparisonDetails::displayDifferences()
{
    const auto [lane, other] = comparedLanes();
    if (lane == other) {
        Report hint;
        hint.say(fromQString(tr("Select a policy in the chart or under Numbers to list its differences from "
                                "the first one. Ctrl+click two rows under Numbers to compare those two.")));
        m_differences->display(std::move(hint));
        return;
    }
    const auto policyOf = [this](int index) {
        const RunHeader& header = headerOf(index);
        return header.isRecorded || !header.policy ? nullptr : &header.policy->policy;
    };
    m_differences->display(differencesReport(m_runs[static_cast<std::size_t>(lane)], policyOf(lane),
                                             m_runs[static_cast<std::size_t>(other)], policyOf(other)));
}

} // namespace retryscope::ui
