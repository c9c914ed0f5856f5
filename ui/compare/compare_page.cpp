// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/compare/compare_page.h"

#include "core/explain/explain.h"
#include "core/explain/policy_summary.h"
#include "core/explain/units.h"
#include "core/io/storage/library.h"
#include "ui/compare/comparison_model.h"
#include "ui/compare/policy_checklist.h"
#include "ui/form.h"
#include "ui/text.h"
#include "ui/timeline/attempt_texts.h"
#include "ui/timeline/comparison_chart.h"
#include "ui/timeline/comparison_picture.h"

#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

constexpr QSize kFirstSize{1240, 800};
constexpr int kChoicesCharacters = 33;
constexpr int kPictureWidth = 1200;
constexpr int kPolicyCharacters = 34;

BeyondRecord beyondAt(int index)
{
    constexpr std::array<BeyondRecord, 3> kInOrder{BeyondRecord::RepeatLast, BeyondRecord::Succeed,
                                                   BeyondRecord::Stop};
    return kInOrder.at(static_cast<std::size_t>(std::max(0, index)));
}

QString asHtmlList(const std::vector<PolicyDifference>& differences)
{
    QString html;
    for (const PolicyDifference& difference : differences) {
        html += QStringLiteral("<li>%1</li>").arg(shown(differenceText(difference)).toHtmlEscaped());
    }
    return QStringLiteral("<ul style=\"margin-left:0\">%1</ul>").arg(html);
}

} // namespace

ComparePage::ComparePage(CompareSources sources, QWidget* parent)
    : QDialog(parent)
    , m_sources(std::move(sources))
    , m_policies(new PolicyChecklist(choosablePolicies(m_sources.library), this))
    , m_source(new QComboBox(this))
    , m_beyond(new QComboBox(this))
    , m_beyondLabel(new QLabel(tr("&Beyond the record"), this))
    , m_note(makeHint({}, this))
    , m_pages(new QStackedWidget(this))
    , m_emptyText(makeHint({}, this))
    , m_chart(new ComparisonChart(this))
    , m_legend(new Legend(this))
    , m_why(new QLabel(this))
    , m_details(new QTabWidget(this))
    , m_table(new QTableView(this))
    , m_differences(new QTextBrowser(this))
    , m_model(new ComparisonModel(this))
    , m_copyMarkdown(new QPushButton(tr("Copy as &Markdown"), this))
    , m_copyCsv(new QPushButton(tr("Copy as CS&V"), this))
    , m_picture(new QPushButton(tr("Save &picture…"), this))
{
    setObjectName(QStringLiteral("comparePage"));
    setWindowTitle(tr("Compare policies"));
    layOut();
    connectParts();
    resize(kFirstSize);
    refresh();
}

ComparePage::~ComparePage() = default;

void ComparePage::layOut()
{
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(QStringLiteral("compareSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(buildChoices());
    splitter->addWidget(buildResults());
    splitter->setStretchFactor(1, 1);
    const int choices = kChoicesCharacters * fontMetrics().averageCharWidth();
    splitter->setSizes({choices, kFirstSize.width() - choices});
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(splitter);
}

QWidget* ComparePage::buildChoices()
{
    auto* choices = new QWidget(this);
    auto* layout = new QVBoxLayout(choices);
    layout->setContentsMargins(0, 0, 4, 0);
    auto* sourceLabel = new QLabel(tr("&What"), choices);
    sourceLabel->setBuddy(m_source);
    nameInput(m_source, QStringLiteral("compareSource"), tr("What is compared"));
    m_source->addItems({tr("The recorded answers"), tr("The scenario, in virtual time")});
    m_beyondLabel->setBuddy(m_beyond);
    nameInput(m_beyond, QStringLiteral("compareBeyond"), tr("Beyond the record"));
    m_beyond->addItems({tr("Repeat the last answer"), tr("Succeed"), tr("Stop")});
    m_beyond->setToolTip(tr("What is assumed when a policy needs more answers than were recorded."));
    for (QComboBox* box : {m_source, m_beyond}) {
        makeSlim(box);
    }
    layout->addWidget(sourceLabel);
    layout->addWidget(m_source);
    layout->addWidget(m_beyondLabel);
    layout->addWidget(m_beyond);
    layout->addSpacing(6);
    layout->addWidget(m_policies, 1);
    return choices;
}

QWidget* ComparePage::buildResults()
{
    nameInput(m_chart, QStringLiteral("compareChart"), tr("Policies on one time axis"));
    m_chart->setAccessibleDescription(
        tr("Up and down walk through the policies, left and right through the attempts of one."));
    nameInput(m_legend, QStringLiteral("compareLegend"), tr("Legend"));
    nameInput(m_note, QStringLiteral("compareNote"), tr("What is left out"));
    nameInput(m_why, QStringLiteral("compareWhy"), tr("Why, for the selected attempt"));
    m_why->setWordWrap(true);
    m_why->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_why->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_why->setAlignment(Qt::AlignTop);
    auto* card = new QFrame(this);
    card->setProperty("card", true);
    auto* inCard = new QVBoxLayout(card);
    inCard->setContentsMargins(4, 4, 4, 8);
    inCard->addWidget(m_chart, 1);
    auto* legendRow = new QHBoxLayout;
    legendRow->setContentsMargins(12, 0, 12, 0);
    legendRow->addWidget(m_legend);
    inCard->addLayout(legendRow);
    auto* upper = new QWidget(this);
    auto* upperLayout = new QVBoxLayout(upper);
    upperLayout->setContentsMargins(4, 0, 0, 0);
    upperLayout->addWidget(m_note);
    upperLayout->addWidget(card, 1);
    upperLayout->addWidget(m_why);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(upper);
    splitter->addWidget(buildDetails());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    m_pages->addWidget(splitter);
    m_pages->addWidget(buildEmpty());
    return m_pages;
}

QWidget* ComparePage::buildDetails()
{
    nameInput(m_table, QStringLiteral("compareTable"), tr("What each policy came to"));
    m_table->setModel(m_model);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setStretchLastSection(true);
    nameInput(m_differences, QStringLiteral("compareDifferences"), tr("What differs"));
    m_differences->setFrameShape(QFrame::NoFrame);
    m_differences->setOpenLinks(false);
    nameInput(m_details, QStringLiteral("compareDetails"), tr("Numbers and differences"));
    m_details->setDocumentMode(true);
    m_details->addTab(m_table, tr("Numbers"));
    m_details->addTab(m_differences, tr("What differs"));
    auto* details = new QWidget(this);
    auto* layout = new QVBoxLayout(details);
    layout->setContentsMargins(4, 0, 0, 0);
    layout->addWidget(m_details, 1);
    auto* buttons = new QHBoxLayout;
    for (const auto& [button, name] :
         {std::pair(m_copyMarkdown, "compareCopyMarkdown"), std::pair(m_copyCsv, "compareCopyCsv"),
          std::pair(m_picture, "comparePicture")}) {
        nameInput(button, QString::fromLatin1(name), button->text().remove(QLatin1Char('&')));
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    layout->addLayout(buttons);
    return details;
}

QWidget* ComparePage::buildEmpty()
{
    auto* empty = new QWidget(this);
    auto* layout = new QVBoxLayout(empty);
    nameInput(m_emptyText, QStringLiteral("compareEmpty"), tr("What to do"));
    m_emptyText->setAlignment(Qt::AlignHCenter);
    auto* button = new QPushButton(tr("Compare on the current &scenario"), empty);
    nameInput(button, QStringLiteral("compareScenario"), tr("Compare on the current scenario"));
    button->setProperty("primary", true);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, &ComparePage::compareScenario);
    layout->addStretch();
    layout->addWidget(m_emptyText);
    layout->addWidget(button, 0, Qt::AlignHCenter);
    layout->addStretch();
    return empty;
}

void ComparePage::connectParts()
{
    connect(m_policies, &PolicyChecklist::checkedChanged, this, &ComparePage::compare);
    connect(m_source, &QComboBox::currentIndexChanged, this, &ComparePage::compare);
    connect(m_beyond, &QComboBox::currentIndexChanged, this, &ComparePage::compare);
    connect(m_chart, &ComparisonChart::picked, this, &ComparePage::onPicked);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ComparePage::displaySelection);
    connect(m_copyMarkdown, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_model->markdown()); });
    connect(m_copyCsv, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_model->csv()); });
    connect(m_picture, &QPushButton::clicked, this, &ComparePage::savePicture);
}

ComparePage::Source ComparePage::source() const
{
    return m_source->currentIndex() == 0 ? Source::Record : Source::Scenario;
}

bool ComparePage::hasRecord() const
{
    return !m_sources.record().isEmpty();
}

void ComparePage::refresh()
{
    const RunRecord& record = m_sources.record();
    const io::Result<RunPlan> plan = m_sources.plan();
    Policy current;
    if (hasRecord() && record.header().policy) {
        current = record.header().policy->policy;
    } else if (plan) {
        current = plan.value().header.policy->policy;
    }
    m_policies->setCurrent(current);
    if (hasRecord() && !m_hadRecord) {
        m_source->setCurrentIndex(0);
    }
    m_hadRecord = hasRecord();
    if (!m_hasChosen) {
        m_hasChosen = true;
        m_policies->checkNeighbours(); // compares too, where there are any
    }
    compare();
}

void ComparePage::reload()
{
    m_policies->setPolicies(choosablePolicies(m_sources.library));
}

void ComparePage::compareScenario()
{
    m_source->setCurrentIndex(1);
}

io::Result<Comparison> ComparePage::comparisonOf(const std::vector<Policy>& policies) const
{
    if (source() == Source::Record) {
        return compareRecorded(m_sources.record(), policies, beyondAt(m_beyond->currentIndex()));
    }
    const io::Result<RunPlan> plan = m_sources.plan();
    if (!plan) {
        return plan.error();
    }
    return compareSimulated(plan.value().header, *plan.value().scenario, policies);
}

void ComparePage::compare()
{
    const bool isRecord = source() == Source::Record;
    m_beyond->setEnabled(isRecord);
    m_beyondLabel->setEnabled(isRecord);
    if (isRecord && !hasRecord()) {
        m_emptyText->setText(
            tr("There is no record yet. Send something (Ctrl+Enter in the main window) or open a "
               "record, and its answers are judged again here under every policy that is ticked."));
        m_pages->setCurrentIndex(1);
        return;
    }
    io::Result<Comparison> comparison = comparisonOf(m_policies->checkedPolicies());
    if (!comparison) {
        m_emptyText->setText(comparison.error().text());
        m_pages->setCurrentIndex(1);
        return;
    }
    m_chart->setLanes({}); // they point into what is replaced now
    m_comparison = std::move(comparison).value();
    m_pages->setCurrentIndex(0);
    display();
}

QString ComparePage::titleOf(std::size_t lane) const
{
    const std::shared_ptr<const ResolvedPolicy>& policy = m_comparison.records[lane].header().policy;
    const QString id = policy ? shown(policy->policy.id) : tr("unknown policy");
    if (lane > 0) {
        return id;
    }
    return source() == Source::Record ? tr("As recorded: %1").arg(id) : tr("As set up: %1").arg(id);
}

void ComparePage::display()
{
    std::vector<ComparisonModel::Row> rows;
    for (std::size_t lane = 0; lane < m_comparison.records.size(); ++lane) {
        rows.push_back({titleOf(lane), totalsOf(m_comparison.records[lane])});
    }
    const int current = m_chart->currentLane();
    m_isDisplaying = true;
    m_model->setRows(std::move(rows));
    m_table->resizeColumnsToContents();
    m_table->setColumnWidth(ComparisonModel::PolicyColumn,
                            std::min(m_table->columnWidth(ComparisonModel::PolicyColumn),
                                     std::max(kPolicyCharacters * fontMetrics().averageCharWidth(),
                                              m_table->viewport()->width() / 3)));
    displayLanes();
    m_table->selectRow(std::min(current, m_model->rowCount() - 1));
    m_isDisplaying = false;
    const bool isCut = m_comparison.calls < m_comparison.allCalls;
    m_note->setText(
        tr("Compared on the first %1 of %2 calls, so that it stays quick. Tick fewer policies to see more.")
            .arg(m_comparison.calls)
            .arg(m_comparison.allCalls));
    m_note->setVisible(isCut);
    displaySelection();
}

void ComparePage::displayLanes()
{
    std::vector<ComparisonLane> lanes;
    for (std::size_t lane = 0; lane < m_comparison.records.size(); ++lane) {
        lanes.push_back({.title = titleOf(lane),
                         .numbers = m_model->numbersOf(static_cast<int>(lane)),
                         .record = &m_comparison.records[lane]});
    }
    m_chart->setLanes(std::move(lanes));
    m_legend->setParts(m_chart->legendParts());
}

void ComparePage::onPicked(int lane, int /*call*/, int /*attempt*/)
{
    m_table->selectRow(lane);
    displaySelection();
}

/// Of the two selected rows, or of the selected one and the reference.
std::pair<int, int> ComparePage::comparedLanes() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.size() == 2) {
        return {std::max(rows[0].row(), rows[1].row()), std::min(rows[0].row(), rows[1].row())};
    }
    return {rows.isEmpty() ? m_chart->currentLane() : rows.front().row(), 0};
}

void ComparePage::displaySelection()
{
    if (m_isDisplaying || m_comparison.records.empty()) {
        return;
    }
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.size() == 1 && rows.front().row() != m_chart->currentLane()) {
        m_chart->select(rows.front().row(), {});
    }
    m_legend->setParts(m_chart->legendParts());
    displayWhy();
    displayDifferences();
}

void ComparePage::displayWhy()
{
    const AttemptRows::Place place = m_chart->currentPlace();
    if (place.attempt < 0) {
        m_why->setText(
            tr("Select an attempt to read why it was judged so: click its bar, or use the arrow keys."));
        return;
    }
    const RunRecord& record = m_comparison.records[static_cast<std::size_t>(m_chart->currentLane())];
    const AttemptTexts texts(record, place);
    const AttemptRecord& attempt = texts.attempt();
    const std::shared_ptr<const ResolvedPolicy>& policy = record.header().policy;
    QStringList parts;
    if (policy && !attempt.isRunning) {
        parts += shown(whySentence(*policy, attempt.facts, attempt.decision, attempt.attempt));
    }
    if (attempt.decision.verdict == Verdict::Retry && attempt.decision.window) {
        parts += tr("The delay lies between %1 and %2.")
                     .arg(shown(durationText(attempt.decision.window->low)),
                          shown(durationText(attempt.decision.window->high)));
    }
    if (attempt.assumed) {
        parts += tr("This answer was not recorded; it is assumed.");
    }
    m_why->setText(tr("Attempt %1: %2").arg(texts.number(), parts.join(QLatin1Char(' '))));
}

void ComparePage::displayDifferences()
{
    const auto [lane, other] = comparedLanes();
    const auto policyOf = [this](int index) {
        return m_comparison.records[static_cast<std::size_t>(index)].header().policy;
    };
    if (lane == other) {
        m_differences->setPlainText(tr(
            "Select a row to see what differs from the first one, or two rows with Ctrl to compare those."));
        return;
    }
    if (!policyOf(lane) || !policyOf(other)) {
        m_differences->setPlainText(tr("One of the records holds no policy."));
        return;
    }
    const std::vector<PolicyDifference> differences =
        differencesBetween(policyOf(lane)->policy, policyOf(other)->policy);
    const QString heading = tr("%1, here, against %2, there")
                                .arg(shown(policyOf(lane)->policy.id), shown(policyOf(other)->policy.id));
    m_differences->setHtml(QStringLiteral("<p><b>%1</b></p>%2")
                               .arg(heading.toHtmlEscaped(), differences.empty()
                                                                 ? tr("Nothing that decides is different.")
                                                                 : asHtmlList(differences)));
}

void ComparePage::savePicture()
{
    const QString file = QFileDialog::getSaveFileName(
        this, tr("Save picture"), QStringLiteral("comparison.svg"), tr("Pictures (*.svg *.png)"));
    if (file.isEmpty()) {
        return;
    }
    const QString problem = saveComparisonPicture(*m_chart, file, kPictureWidth);
    m_note->setText(problem.isEmpty() ? tr("Wrote %1").arg(file) : problem);
    m_note->setVisible(true);
}

} // namespace retryscope::ui
