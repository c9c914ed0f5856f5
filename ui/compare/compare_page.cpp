// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/compare/compare_page.h"

#include "core/explain/explain.h"
#include "core/explain/policy_summary.h"
#include "core/explain/units.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "ui/compare/comparison_details.h"
#include "ui/compare/policy_checklist.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/file_dialogs.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/form.h"
#include "ui/parts/panes.h"
#include "ui/parts/stack.h"
#include "ui/parts/text_space.h"
#include "ui/timeline/comparison/comparison_chart.h"
#include "ui/timeline/comparison/comparison_picture.h"
#include "ui/timeline/rows/attempt_texts.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace retryscope::ui {

namespace {

constexpr int kLeastListCharacters = 34;
constexpr int kChoicesCharacters = 50;
constexpr int kPictureWidth = 1200;

BeyondRecord beyondAt(int index)
{
    constexpr std::array<BeyondRecord, 3> kInOrder{BeyondRecord::RepeatLast, BeyondRecord::Succeed,
                                                   BeyondRecord::Stop};
    return kInOrder.at(static_cast<std::size_t>(std::max(0, index)));
}

} // namespace

ComparePage::ComparePage(CompareSources sources, QWidget* parent)
    : QWidget(parent)
    , m_sources(std::move(sources))
    , m_policies(new PolicyChecklist(choosablePolicies(m_sources.library), this))
    , m_source(new ChoiceBox(this))
    , m_beyond(new ChoiceBox(this))
    , m_beyondLabel(makeLabel(tr("When responses &run out"), this))
    , m_note(makeHint({}, this))
    , m_pages(new Stack(this))
    , m_emptyText(makeHint({}, this))
    , m_chart(new ComparisonChart(this))
    , m_legend(new Legend(this))
    , m_why(makeLabel({}, this))
    , m_details(new ComparisonDetails(this))
{
    setObjectName(QStringLiteral("comparePage"));
    setAccessibleName(tr("Compare policies"));
    layOut();
    connectParts();
    refresh();
}

ComparePage::~ComparePage() = default;

void ComparePage::layOut()
{
    auto* side = new QWidget(this);
    side->setAutoFillBackground(true);
    side->setBackgroundRole(QPalette::Window);
    auto* inSide = new QVBoxLayout(side);
    inSide->setContentsMargins(12, 12, 12, 8);
    setLeastCharacters(m_policies, kLeastListCharacters);
    inSide->addWidget(m_policies);
    auto* main = new QWidget(this);
    auto* column = new QVBoxLayout(main);
    column->setContentsMargins(20, 12, 20, 12);
    column->setSpacing(8);
    column->addWidget(buildHead());
    column->addWidget(m_policies->groupButtons());
    column->addWidget(buildResults(), 1);
    auto* splitter = makeSplitter(Qt::Horizontal, QStringLiteral("compareSplitter"), this);
    splitter->addWidget(side);
    splitter->addWidget(main);
    splitter->setStretchFactor(1, 1);
    const int choices = kChoicesCharacters * fontMetrics().averageCharWidth();
    splitter->setSizes({choices, 3 * choices});
    auto* layout = columnIn(this);
    layout->addWidget(new Panes(splitter, {tr("Policies"), tr("Comparison")}, this));
}

QWidget* ComparePage::buildHead()
{
    auto* head = new QWidget(this);
    auto* layout = new FlowLayout(head, 8);
    auto* sourceLabel = makeLabel(tr("&Compare on"), head);
    sourceLabel->setBuddy(m_source);
    nameInput(m_source, QStringLiteral("compareSource"), tr("Compare on"));
    m_source->addItems({tr("The recorded responses"), tr("The scenario, in virtual time")});
    m_beyondLabel->setBuddy(m_beyond);
    nameInput(m_beyond, QStringLiteral("compareBeyond"), tr("When responses run out"));
    m_beyond->addItems({tr("Repeat last response"), tr("Succeed"), tr("Stop")});
    m_beyond->setToolTip(tr("The response to assume when a policy needs more responses than the run has."));
    layout->addWidget(sourceLabel);
    layout->addWidget(m_source);
    layout->addWidget(m_beyondLabel);
    layout->addWidget(m_beyond);
    layout->addStretch();
    return head;
}

QWidget* ComparePage::buildResults()
{
    nameInput(m_chart, QStringLiteral("compareChart"), tr("Policies on one time axis"));
    m_chart->setAccessibleDescription(
        tr("Up and Down move between policies, Left and Right between the attempts of a policy."));
    nameInput(m_legend, QStringLiteral("compareLegend"), tr("Legend"));
    nameInput(m_note, QStringLiteral("compareNote"), tr("Calls left out"));
    nameInput(m_why, QStringLiteral("compareWhy"), tr("Why, for the selected attempt"));
    m_why->setWordWrap(true);
    m_why->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setLeastLines(m_why, 2);
    m_why->setAlignment(Qt::AlignTop);
    auto* upper = new QWidget(this);
    auto* upperLayout = new QVBoxLayout(upper);
    upperLayout->setContentsMargins(0, 0, 0, 8);
    upperLayout->setSpacing(8);
    upperLayout->addWidget(m_note);
    upperLayout->addWidget(m_chart, 1);
    upperLayout->addWidget(m_legend);
    upperLayout->addWidget(m_why);
    auto* splitter = makeSplitter(Qt::Vertical, {}, this);
    splitter->addWidget(upper);
    splitter->addWidget(m_details);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    m_pages->addWidget(new Panes(splitter, {tr("Timeline"), tr("Attempts")}, this));
    m_pages->addWidget(buildEmpty());
    return m_pages;
}

QWidget* ComparePage::buildEmpty()
{
    auto* empty = new QWidget(this);
    auto* layout = new QVBoxLayout(empty);
    nameInput(m_emptyText, QStringLiteral("compareEmpty"), tr("Next step"));
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
    connect(m_details, &ComparisonDetails::selectionChanged, this, &ComparePage::displaySelection);
    connect(m_details, &ComparisonDetails::noteFound, this, &ComparePage::noteFound);
    connect(m_details, &ComparisonDetails::pictureRequested, this, &ComparePage::savePicture);
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

void ComparePage::choose(const QStringList& ids)
{
    m_hasChosen = true;
    m_source->setCurrentIndex(0);
    m_policies->check(ids);
    refresh();
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

/// Those that are ticked, without the one that the first lane shows anyway.
std::vector<Policy> ComparePage::otherPolicies() const
{
    std::vector<Policy> policies = m_policies->checkedPolicies();
    const auto leaveOut = [&policies](const RunHeader& first) {
        if (!first.policy) {
            return;
        }
        const auto isFirst = [&first](const Policy& policy) {
            return policy.id == first.policy->policy.id &&
                   differencesBetween(resolve(policy, first.spec).policy, first.policy->policy).empty();
        };
        policies.erase(std::remove_if(policies.begin(), policies.end(), isFirst), policies.end());
    };
    if (source() == Source::Record) {
        leaveOut(m_sources.record().header());
    } else if (const io::Result<RunPlan> plan = m_sources.plan()) {
        leaveOut(plan.value().header);
    }
    return policies;
}

void ComparePage::compare()
{
    const bool isRecord = source() == Source::Record;
    m_beyond->setEnabled(isRecord);
    m_beyondLabel->setEnabled(isRecord);
    if (isRecord && !hasRecord()) {
        m_emptyText->setText(tr("There is no run yet. Send a request (Ctrl+Enter) or open a record. This "
                                "page then judges the responses again under every ticked policy."));
        m_pages->setCurrentIndex(1);
        return;
    }
    io::Result<Comparison> comparison = comparisonOf(otherPolicies());
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
    if (!policy) {
        return tr("Unknown policy");
    }
    const QString name = toQString(shortNameOf(policy->policy));
    if (lane > 0) {
        return name;
    }
    return source() == Source::Record ? tr("As recorded: %1").arg(name) : tr("As set up: %1").arg(name);
}

void ComparePage::display()
{
    QStringList titles;
    for (std::size_t lane = 0; lane < m_comparison.records.size(); ++lane) {
        titles += titleOf(lane);
    }
    m_details->display(m_comparison, titles, m_chart->currentLane());
    displayLanes();
    const bool isCut = m_comparison.calls < m_comparison.allCalls;
    const bool isAllThatIsKept = source() == Source::Record && m_sources.record().header().whole &&
                                 m_comparison.calls == static_cast<int>(m_sources.record().calls().size());
    m_note->setText(
        (isAllThatIsKept
             ? tr("Compares the first %L1 of %L2 calls: the history keeps no others of this run.")
             : tr("Compares only the first %L1 of %L2 calls, to stay fast. Tick fewer policies to "
                  "compare more calls."))
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
                         .numbers = m_details->numbersOf(static_cast<int>(lane)),
                         .record = &m_comparison.records[lane]});
    }
    m_chart->setLanes(std::move(lanes));
    m_legend->setParts(m_chart->legendParts());
}

void ComparePage::onPicked(int lane)
{
    m_details->select(lane);
    displaySelection();
}

void ComparePage::displaySelection()
{
    if (m_comparison.records.empty()) {
        return;
    }
    const int lane = m_details->selectedLane();
    if (lane >= 0 && lane != m_chart->currentLane()) {
        m_chart->select(lane, {});
    }
    m_legend->setParts(m_chart->legendParts());
    displayWhy();
}

void ComparePage::displayWhy()
{
    const Place place = m_chart->currentPlace();
    if (place.attempt < 0) {
        m_why->setText(tr("Select an attempt to read why the client retried or not: click the attempt's bar, "
                          "or use the arrow keys."));
        return;
    }
    const RunRecord& record = m_comparison.records[static_cast<std::size_t>(m_chart->currentLane())];
    const AttemptTexts texts(record, place);
    const AttemptRecord& attempt = texts.attempt();
    QStringList parts;
    if (const QString why = texts.why(); !why.isEmpty()) {
        parts += why;
    }
    if (attempt.decision.verdict == Verdict::Retry && attempt.decision.window) {
        parts += tr("Possible delay: %1 to %2.")
                     .arg(toQString(durationText(attempt.decision.window->low)),
                          toQString(durationText(attempt.decision.window->high)));
    }
    if (attempt.assumed) {
        parts += tr("This response is assumed, not recorded.");
    }
    m_why->setText(tr("Attempt %1: %2").arg(texts.number(), parts.join(QLatin1Char(' '))));
}

void ComparePage::savePicture()
{
    QFileDialog* dialog = makeSaveDialog(
        this, tr("Export the comparison"),
        {{tr("PNG picture"), QStringLiteral("png")}, {tr("SVG picture"), QStringLiteral("svg")}},
        QStringLiteral("comparison"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        const QString problem = saveComparisonPicture(*m_chart, file, kPictureWidth);
        if (problem.isEmpty()) {
            Q_EMIT noteFound(tr("Saved %1").arg(file));
        } else {
            m_note->setText(problem);
            m_note->show();
        }
    });
    dialog->open();
}

} // namespace retryscope::ui
