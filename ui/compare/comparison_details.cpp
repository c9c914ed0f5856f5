// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/compare/comparison_details.h"

#include "core/explain/policy_summary.h"
#include "core/io/text/utf8.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/form.h"
#include "ui/parts/table.h"
#include "ui/parts/text_page.h"

#include <QPushButton>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>

namespace retryscope::ui {

namespace {

QString asHtmlList(const std::vector<PolicyDifference>& differences)
{
    QString html;
    for (const PolicyDifference& difference : differences) {
        html += QStringLiteral("<li>%1</li>").arg(toQString(differenceText(difference)).toHtmlEscaped());
    }
    return QStringLiteral("<ul style=\"margin-left:0\">%1</ul>").arg(html);
}

} // namespace

ComparisonDetails::ComparisonDetails(QWidget* parent)
    : QWidget(parent)
    , m_model(new TableModel<ComparisonRow>(comparisonColumns(), this))
    , m_table(new QTableView(this))
    , m_differences(new TextPage(this))
{
    buildTable();
    nameInput(m_differences, QStringLiteral("compareDifferences"), tr("Differences"));
    m_differences->setFrameShape(QFrame::NoFrame);
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
    m_table->setModel(m_model);
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
        copy(toQString(markdownTable(m_model->texts())), tr("Copied the comparison as Markdown."));
    });
    connect(add(tr("Copy as CS&V"), "compareCopyCsv"), &QPushButton::clicked, this,
            [this] { copy(toQString(csvTable(m_model->texts())), tr("Copied the comparison as CSV.")); });
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
    std::vector<ComparisonRow> rows;
    for (std::size_t record = 0; record < comparison.records.size(); ++record) {
        const auto& policy = comparison.records[record].header().policy;
        rows.push_back({titles[static_cast<qsizetype>(record)], totalsOf(comparison.records[record]),
                        comparison.records[record].header().isRecorded
                            ? tr("recorded") // what happened; its policy stands for none
                        : policy ? toQString(evidenceText(evidenceOf(*policy)))
                                 : QString()});
    }
    m_isDisplaying = true;
    m_model->setRows(comparedWithTheFirst(std::move(rows)));
    m_table->selectRow(std::min(lane, m_model->rowCount() - 1));
    m_isDisplaying = false;
    displayDifferences();
}

void ComparisonDetails::select(int lane)
{
    m_table->selectRow(lane);
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

bool ComparisonDetails::isRecorded(int lane) const
{
    return m_comparison->records[static_cast<std::size_t>(lane)].header().isRecorded;
}

/// A recording has no policy whose numbers could be compared.
void ComparisonDetails::displayWhatHappened(int lane, int other)
{
    const auto item = [=, this](const QString& name, std::string_view id) {
        const auto shown = [this, id](int row) {
            return m_model->text(row, m_model->columnOf(id)).toHtmlEscaped();
        };
        return QStringLiteral("<li>%1</li>")
            .arg(tr("%1: %2, compared with %3").arg(name, shown(lane), shown(other)));
    };
    const auto titleOfLane = [this](int row) {
        return m_model->at(row).policy.toHtmlEscaped();
    };
    m_differences->setHtml(QStringLiteral("<p><b>%1</b></p><p>%2</p><ul style=\"margin-left:0\">%3%4%5</ul>")
                               .arg(tr("%1, compared with %2").arg(titleOfLane(lane), titleOfLane(other)),
                                    tr("A recording has no policy; it shows only what the client did:"),
                                    item(tr("Attempts"), "attempts"),
                                    item(tr("Time, delays included"), "time"),
                                    item(tr("Verdict"), "verdict")));
}

void ComparisonDetails::displayDifferences()
{
    const auto [lane, other] = comparedLanes();
    const auto policyOf = [this](int index) {
        return m_comparison->records[static_cast<std::size_t>(index)].header().policy;
    };
    if (lane == other) {
        m_differences->setPlainText(
            tr("Select a policy in the chart or under Numbers to list its differences from the first one. "
               "Ctrl+click two rows under Numbers to compare those two."));
        return;
    }
    if (isRecorded(lane) || isRecorded(other)) {
        displayWhatHappened(lane, other);
        return;
    }
    if (!policyOf(lane) || !policyOf(other)) {
        m_differences->setPlainText(tr("One of the two runs has no policy."));
        return;
    }
    const std::vector<PolicyDifference> differences =
        differencesBetween(policyOf(lane)->policy, policyOf(other)->policy);
    const auto nameOf = [](const Policy& policy) {
        return toQString(shortNameOf(policy));
    };
    const QString heading =
        tr("%1, compared with %2").arg(nameOf(policyOf(lane)->policy), nameOf(policyOf(other)->policy));
    m_differences->setHtml(QStringLiteral("<p><b>%1</b></p>%2")
                               .arg(heading.toHtmlEscaped(), differences.empty()
                                                                 ? tr("No difference in numbers and rules.")
                                                                 : asHtmlList(differences)));
}

} // namespace retryscope::ui
