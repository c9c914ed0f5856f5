// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/runs/runs_room.h"

#include "core/explain/comparison_report.h"
#include "core/explain/phrases.h"
#include "core/explain/report_markdown.h"
#include "core/explain/units.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "ui/parts/file_dialogs.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/long_words.h"
#include "ui/parts/panes.h"
#include "ui/parts/report_rows.h"
#include "ui/parts/table.h"
#include "ui/parts/text_space.h"
#include "ui/runs/run_words.h"
#include "ui/theme/theme.h"
#include "ui/timeline/comparison/comparison_chart.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kLeastListCharacters = 40;
constexpr int kLeastListLines = 6;
constexpr int kLeastTableLines = 7;
/// A run above this is not read only because someone walks over it with the arrow keys.
constexpr std::int64_t kMostPreviewed = 8 * 1024 * 1024;
constexpr qsizetype kMostOfAHeading = 120; ///< characters: it may hold a server's error name
constexpr int kUndoTime = 10000;           ///< milliseconds: so long a deletion can be taken back

} // namespace

RunsRoom::RunsRoom(const io::RunStore& store, QWidget* parent)
    : QWidget(parent)
    , m_store(store)
    , m_model(new TableModel<io::RunSummary>(runColumns(), this))
    , m_search(new QLineEdit(this))
    , m_count(makeHint({}, this))
    , m_list(new QListView(this))
    , m_open(new QPushButton(tr("Open"), this))
    , m_pin(new QPushButton(tr("Pin"), this))
    , m_remove(new QPushButton(tr("Delete"), this))
    , m_export(new QPushButton(tr("Export…"), this))
    , m_heading(makeHeading({}, this))
    , m_hint(makeHint({}, this))
    , m_factRows(new ReportRows(this))
    , m_facts(new QTableView(this))
    , m_attemptRows(new ReportRows(this))
    , m_attempts(new QTableView(this))
    , m_chart(new ComparisonChart(this))
    , m_undoTime(new QTimer(this))
{
    setObjectName(QStringLiteral("runsRoom"));
    auto* splitter = makeSplitter(Qt::Horizontal, QStringLiteral("runsSplitter"), this);
    splitter->addWidget(buildList());
    splitter->addWidget(buildDetail());
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({560, 640});
    auto* layout = columnIn(this);
    layout->addWidget(new Panes(splitter, {tr("Runs"), tr("Run")}, this));
    setFocusProxy(m_list);
    connectParts();
    displaySelection();
}

RunsRoom::~RunsRoom()
{
    if (!m_removed.isEmpty()) {
        (void)m_store.remove(m_removed); // nobody is left to be told of a problem
    }
}

QWidget* RunsRoom::buildList()
{
    auto* side = new QWidget;
    nameInput(m_search, QStringLiteral("runsSearch"), tr("Search runs"));
    m_search->setPlaceholderText(tr("Search: URL, policy, 503, failed …"));
    m_search->setClearButtonEnabled(true);
    nameInput(m_list, QStringLiteral("runsList"), tr("Runs, newest first"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(
        new ListDelegate([this](const QModelIndex& index) { return listRowOf(m_model->at(index.row())); },
                         {.lines = 2,
                          .widestNumber = QStringLiteral("Nov 21, 14:03"),
                          .pictureWidth = 18,
                          .isPictureAbove = true},
                         m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    wrapRows(m_list);
    setLeastCharacters(m_list, kLeastListCharacters);
    setLeastLines(m_list, kLeastListLines);
    m_count->setObjectName(QStringLiteral("runsCount"));
    auto* top = new QHBoxLayout;
    top->setContentsMargins(16, 12, 16, 8);
    top->addWidget(m_search, 1);
    auto* bottom = new QHBoxLayout;
    bottom->setContentsMargins(16, 8, 16, 8);
    bottom->addWidget(m_count, 1);
    auto* layout = columnIn(side, 0);
    layout->addLayout(top);
    layout->addWidget(m_list, 1);
    layout->addLayout(bottom);
    return side;
}

QWidget* RunsRoom::buildDetail()
{
    auto* side = new QWidget;
    nameInput(m_open, QStringLiteral("openRunButton"), tr("Open this run"));
    m_open->setProperty("primary", true);
    m_open->setToolTip(tr("Show the run in Send, where you can reuse its request, policy and seed (Enter)"));
    nameInput(m_pin, QStringLiteral("pinRunButton"), tr("Pin this run"));
    m_pin->setToolTip(tr("Retryscope never deletes a pinned run to make room"));
    nameInput(m_remove, QStringLiteral("deleteRunButton"), tr("Delete the selected runs"));
    m_remove->setToolTip(tr("Delete the selected runs from this computer (Del)"));
    nameInput(m_export, QStringLiteral("exportComparisonButton"), tr("Export this comparison"));
    m_export->setToolTip(tr("Save facts and attempts of both runs as a Markdown report or CSV tables"));
    m_heading->setObjectName(QStringLiteral("runsHeading"));
    m_heading->setWordWrap(true);
    m_hint->setObjectName(QStringLiteral("runsHint"));
    prepareTable(m_facts, QStringLiteral("runFacts"), tr("Details of the selected runs"));
    m_facts->setModel(m_factRows);
    prepareTable(m_attempts, QStringLiteral("comparedAttempts"), tr("Attempts of the two runs"));
    m_attempts->setModel(m_attemptRows);
    m_attempts->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents); // no higher than its rows
    m_attempts->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    for (QTableView* table : {m_attempts, m_facts}) {
        setLeastLines(table, kLeastTableLines);
    }
    nameInput(m_chart, QStringLiteral("runsChart"), tr("The selected runs on one time axis"));
    auto* buttons = new FlowLayout(nullptr, 6);
    buttons->addWidget(m_open);
    buttons->addWidget(m_pin);
    buttons->addWidget(m_remove);
    buttons->addWidget(m_export);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(20, 12, 16, 16);
    layout->addLayout(buttons); // above the heading, whose lines are many or few
    layout->addWidget(m_heading);
    layout->addWidget(m_hint);
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum); // no higher than its lanes
    layout->addWidget(m_chart, 2);
    layout->addWidget(m_attempts, 3);
    layout->addWidget(m_facts, 3);
    layout->addStretch();
    return side;
}

void RunsRoom::connectParts()
{
    connect(m_search, &QLineEdit::textChanged, this,
            [this](const QString& words) { keepingSelection([this, &words] { display(words); }); });
    m_undoTime->setSingleShot(true);
    m_undoTime->setInterval(kUndoTime);
    connect(m_undoTime, &QTimer::timeout, this, &RunsRoom::storeRemoval);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        if (!m_isRefreshing) {
            displaySelection();
        }
    });
    connect(m_list, &QListView::activated, this, &RunsRoom::open);
    connect(m_open, &QPushButton::clicked, this, &RunsRoom::open);
    connect(m_pin, &QPushButton::clicked, this, &RunsRoom::pin);
    connect(m_export, &QPushButton::clicked, this, &RunsRoom::askForExport);
    connect(m_remove, &QPushButton::clicked, this, &RunsRoom::removeSelected);
    auto* remove = new QAction(tr("Delete the selected runs"), m_list);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    m_list->addAction(remove);
    connect(remove, &QAction::triggered, this, &RunsRoom::removeSelected);
}

QStringList RunsRoom::selectedIds() const
{
    QStringList ids;
    for (const int row : selectedRows()) {
        ids += m_model->at(row).id;
    }
    return ids;
}

void RunsRoom::display(const QString& words)
{
    m_model->setRows(io::matching(m_all, words));
}

int RunsRoom::rowOf(const QString& id) const
{
    const std::vector<io::RunSummary>& rows = m_model->rows();
    const auto found = std::ranges::find(rows, id, &io::RunSummary::id);
    return found == rows.end() ? -1 : static_cast<int>(found - rows.begin());
}

/// What was selected and is still there stays so; else the first run is.
void RunsRoom::keepingSelection(const std::function<void()>& change)
{
    const QStringList selected = selectedIds();
    {
        // The records of what is selected are read once, when all of it is.
        const QScopedValueRollback<bool> refreshing(m_isRefreshing, true);
        change();
        for (const QString& id : selected) {
            if (const int row = rowOf(id); row >= 0) {
                m_list->selectionModel()->select(m_model->index(row, 0), QItemSelectionModel::Select);
            }
        }
        if (!m_list->selectionModel()->hasSelection() && m_model->rowCount() > 0) {
            select(0);
        }
    }
    displayCount();
    displaySelection();
}

void RunsRoom::refresh()
{
    io::Result<io::RunList> list = m_store.list();
    if (!list) {
        Q_EMIT problemFound(list.error().text());
        return;
    }
    if (!list.value().problems.isEmpty()) {
        Q_EMIT problemFound(list.value().problems.join(QLatin1Char('\n')));
    }
    std::vector<io::RunSummary> runs = std::move(list).value().runs;
    std::erase_if(runs, [this](const io::RunSummary& run) { return m_removed.contains(run.id); });
    keepingSelection([this, &runs] {
        m_all = std::move(runs);
        display(m_search->text());
    });
}

int RunsRoom::count() const
{
    return static_cast<int>(m_all.size());
}

void RunsRoom::displayCount()
{
    const std::int64_t bytes =
        std::accumulate(m_all.begin(), m_all.end(), std::int64_t{0},
                        [](std::int64_t sum, const io::RunSummary& run) { return sum + run.bytes; });
    const QString size = toQString(bytesText(bytes));
    m_count->setText(m_model->rowCount() == count()
                         ? tr("%1, %2 on this computer  ·  Ctrl+click two to compare")
                               .arg(toQString(counted(count(), "run")))
                               .arg(size)
                         : tr("%L1 of %L2 runs").arg(m_model->rowCount()).arg(count()));
}

std::vector<int> RunsRoom::selectedRows() const
{
    std::vector<int> rows;
    for (const QModelIndex& index : m_list->selectionModel()->selectedIndexes()) {
        rows.push_back(index.row());
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

void RunsRoom::displaySelection()
{
    const std::vector<int> rows = selectedRows();
    m_chart->setLanes({});
    m_records.clear();
    m_facts->setVisible(rows.size() == 1 || rows.size() == 2);
    m_chart->setVisible(m_facts->isVisibleTo(this));
    m_attempts->hide();
    m_export->setVisible(rows.size() == 2);
    m_open->setEnabled(rows.size() == 1);
    m_pin->setEnabled(rows.size() == 1);
    m_remove->setEnabled(!rows.empty());
    if (rows.size() == 1) {
        displayOne(rows[0]);
    } else if (rows.size() == 2) {
        displayTwo(rows[0], rows[1]);
    } else if (rows.empty()) {
        m_heading->setText(count() == 0 ? tr("No runs yet") : tr("No run selected"));
        m_hint->setText(
            count() == 0
                ? tr("Retryscope keeps every run that you send or open. The runs stay on this computer.")
                : tr("Select a run to see it, or Ctrl+click two runs to compare them."));
    } else {
        m_heading->setText(tr("%L1 runs selected").arg(rows.size()));
        m_hint->setText(tr("Select exactly two to compare them."));
    }
}

void RunsRoom::displayOne(int row)
{
    const io::RunSummary& run = m_model->at(row);
    m_heading->setText(breakable(shortened(titleOf(run), kMostOfAHeading)));
    m_hint->setText(breakable(shortened(originOf(run), kMostOfAHeading)));
    m_pin->setText(run.isPinned ? tr("Unpin") : tr("Pin"));
    const auto facts = factsOf(run);
    ReportTable table{{{fromQString(tr("Property"))}, {fromQString(tr("This run")), WhenNarrow::Fold}}, {}};
    for (const auto& [name, value] : facts) {
        table.add({{fromQString(name)}, {fromQString(value)}});
    }
    m_factRows->display(std::move(table));
    if (run.bytes > kMostPreviewed) {
        m_chart->hide();
        return;
    }
    if (auto record = m_store.open(run.id)) {
        m_records.push_back(std::move(record).value());
        m_chart->setLanes({{.title = titleOf(run), .numbers = {}, .record = &m_records[0]}});
    } else {
        m_hint->setText(record.error().text());
        m_chart->hide();
    }
}

/// What differs stands out in bold. Seeds and saved files always differ.
void RunsRoom::displayTwo(int newer, int older)
{
    const io::RunSummary& one = m_model->at(older);
    const io::RunSummary& other = m_model->at(newer);
    const QString earlier = tr("Earlier, %1").arg(exactTimeOf(one));
    const QString later = tr("Later, %1").arg(exactTimeOf(other));
    m_heading->setText(tr("Two runs compared"));
    m_hint->setText(tr("Differences are in bold."));
    ReportTable facts = comparedFacts(one, other, earlier, later);
    m_comparison = Report();
    m_comparison.title(fromQString(tr("Two runs compared")));
    m_comparison.add(facts);
    m_factRows->display(std::move(facts));
    if (one.bytes > kMostPreviewed || other.bytes > kMostPreviewed) {
        m_hint->setText(tr("Differences are in bold. The attempts are not compared, because a run is larger "
                           "than %1.")
                            .arg(toQString(bytesText(kMostPreviewed))));
        m_chart->hide();
        return;
    }
    auto first = m_store.open(one.id);
    auto second = m_store.open(other.id);
    if (!first || !second) {
        m_hint->setText((first ? second : first).error().text());
        m_chart->hide();
        return;
    }
    m_records.push_back(std::move(first).value());
    m_records.push_back(std::move(second).value());
    m_chart->setLanes({{.title = earlier, .numbers = titleOf(one), .record = &m_records[0]},
                       {.title = later, .numbers = titleOf(other), .record = &m_records[1]}});
    ReportTable attempts = attemptsSideBySide(m_records[0], m_records[1]);
    m_comparison.section(fromQString(tr("Attempts")));
    m_comparison.add(attempts);
    m_attemptRows->display(std::move(attempts));
    m_attempts->show();
}

void RunsRoom::askForExport()
{
    const std::vector<int> rows = selectedRows();
    if (rows.size() != 2) {
        return;
    }
    QFileDialog* dialog = makeSaveDialog(
        this, tr("Export the comparison"),
        {{tr("Markdown report"), QStringLiteral("md")}, {tr("CSV tables"), QStringLiteral("csv")}},
        QStringLiteral("two runs compared"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, report = m_comparison](const QString& file) {
        const bool isCsv = file.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive);
        const std::string text = isCsv ? reportCsv(report) : reportMarkdown(report);
        const io::Result<io::Done> written = io::writeFile(file, QByteArray::fromStdString(text));
        written ? Q_EMIT noteFound(tr("Saved %1, secrets redacted.").arg(file))
                : Q_EMIT problemFound(written.error().text());
    });
    dialog->open();
}

void RunsRoom::open()
{
    if (const std::vector<int> rows = selectedRows(); rows.size() == 1) {
        Q_EMIT openRequested(m_model->at(rows[0]).id);
    }
}

void RunsRoom::pin()
{
    const std::vector<int> rows = selectedRows();
    if (rows.size() != 1) {
        return;
    }
    const io::RunSummary& run = m_model->at(rows[0]);
    if (const auto pinned = m_store.pin(run.id, !run.isPinned); !pinned) {
        Q_EMIT problemFound(pinned.error().text());
    }
    refresh();
}

/// They are gone for the eye, and for good when nobody took that back.
void RunsRoom::removeSelected()
{
    storeRemoval();
    const std::vector<int> rows = selectedRows();
    if (rows.empty()) {
        return;
    }
    m_removed = selectedIds();
    const int next = rows.front();
    refresh();
    if (const int last = m_model->rowCount() - 1; last >= 0) {
        select(std::min(next, last)); // the one that moved up
    }
    m_list->setFocus(); // the button may be disabled now
    m_undoTime->start();
    const QString what = rows.size() == 1 ? tr("Deleted one run.") : tr("Deleted %L1 runs.").arg(rows.size());
    Q_EMIT noteFound(tr("%1 Press Ctrl+Z to undo.").arg(what));
    Q_EMIT undoChanged();
}

/// Alone, whatever keys are held.
void RunsRoom::select(int row)
{
    m_list->selectionModel()->setCurrentIndex(m_model->index(row, 0), QItemSelectionModel::ClearAndSelect);
}

void RunsRoom::undo()
{
    if (m_removed.isEmpty()) {
        return;
    }
    m_undoTime->stop();
    const QStringList back = std::exchange(m_removed, {});
    refresh();
    select(rowOf(back.front()));
    Q_EMIT undoChanged();
}

void RunsRoom::storeRemoval()
{
    m_undoTime->stop();
    if (m_removed.isEmpty()) {
        return;
    }
    if (const auto removed = m_store.remove(std::exchange(m_removed, {})); !removed) {
        Q_EMIT problemFound(removed.error().text());
    }
    Q_EMIT undoChanged();
}

void RunsRoom::hideEvent(QHideEvent* event)
{
    storeRemoval(); // nobody can see any more what could be taken back
    QWidget::hideEvent(event);
}

} // namespace retryscope::ui
