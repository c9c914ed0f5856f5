// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bounds/bounds_page.h"

#include "core/explain/bounds_text.h"
#include "core/explain/explain.h"
#include "core/explain/report_markdown.h"
#include "core/explain/units.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "ui/bounds/bounds_chart.h"
#include "ui/parts/choice_box.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/duration_box.h"
#include "ui/parts/form.h"
#include "ui/parts/library_items.h"
#include "ui/parts/long_words.h"
#include "ui/parts/panes.h"
#include "ui/parts/report_rows.h"
#include "ui/parts/table.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace retryscope::ui {

namespace {

constexpr int kLeastHeadlineCharacters = 30;
constexpr std::size_t kMostRows = 1000; ///< of attempts

using namespace std::chrono_literals;

constexpr int kQuestionWidth = 420;
constexpr int kMostCalls = 1000;
constexpr int kIsFaultRole = Qt::UserRole + 1;

} // namespace

BoundsPage::BoundsPage(const io::Library& library, std::function<io::Result<RunPlan>()> plan, QWidget* parent)
    : QWidget(parent)
    , m_library(library)
    , m_plan(std::move(plan))
    , m_policy(new ChooserButton([this] { return choices(); }, tr("Search policies"), this))
    , m_failure(new ChoiceBox(this))
    , m_time(new DurationBox({}, this))
    , m_deadline(new DurationBox(tr("none"), this))
    , m_calls(new QSpinBox(this))
    , m_layersModel(new EditableTable<LayerRow>(layerColumns(), this))
    , m_layers(new QTableView(this))
    , m_add(new QPushButton(tr("&Add layer"), this))
    , m_remove(new QPushButton(tr("&Remove layer"), this))
    , m_headline(makeLabel({}, this))
    , m_sentences(makeLabel({}, this))
    , m_chart(new BoundsChart(this))
    , m_attemptsModel(new ReportRows(this))
    , m_attempts(new QTableView(this))
    , m_nestedModel(new ReportRows(this))
    , m_nested(new QTableView(this))
    , m_copy(new QPushButton(tr("&Copy as Markdown"), this))
{
    setObjectName(QStringLiteral("boundsPage"));
    setAccessibleName(tr("How long can a call take?"));
    m_time->setDuration(Duration(200ms));
    m_deadline->setDuration(Duration(30s));
    m_calls->setRange(1, kMostCalls);
    m_layersModel->setRows(usualLayers());
    fillFailures();
    layOut();
    connectParts();
    refresh();
}

std::vector<ChooserItem> BoundsPage::choices() const
{
    std::vector<ChooserItem> items = policyItems(m_library);
    if (const io::Result<RunPlan> plan = m_plan()) {
        const Policy& policy = plan.value().header.policy->policy;
        items.insert(items.begin(),
                     {tr("In use"), toQString(shortNameOf(policy)), QString(), policySummaryLine(policy)});
    }
    return items;
}

void BoundsPage::choose(const QString& key)
{
    m_key = key;
    displayPolicy();
    work();
}

void BoundsPage::displayPolicy()
{
    if (m_key.isEmpty()) {
        const io::Result<RunPlan> plan = m_plan();
        const Policy policy = plan ? plan.value().header.policy->policy : Policy{};
        m_policy->display(QString(), tr("In use: %1").arg(toQString(shortNameOf(policy))),
                          plan ? policySummaryLine(policy) : QString());
    } else if (const io::Result<Policy> policy = m_library.policy(m_key)) {
        m_policy->display(m_key, toQString(shortNameOf(policy.value())), policySummaryLine(policy.value()));
    }
}

/// A policy whose file is gone makes room for the one in use.
void BoundsPage::reload()
{
    m_policy->forget();
    if (!m_key.isEmpty() && !m_library.policy(m_key)) {
        m_key.clear();
    }
    refresh();
}

void BoundsPage::fillFailures()
{
    for (const int status : {503, 500, 429, 400}) {
        m_failure->addItem(tr("Status %1").arg(status), status);
    }
    for (const FaultKind kind : {FaultKind::ReadTimeout, FaultKind::ConnectTimeout,
                                 FaultKind::ConnectionReset, FaultKind::ConnectionRefused}) {
        QString phrase = toQString(faultPhrase(kind));
        phrase[0] = phrase.at(0).toUpper();
        m_failure->addItem(phrase, static_cast<int>(kind));
        m_failure->setItemData(m_failure->count() - 1, true, kIsFaultRole);
    }
}

void BoundsPage::layOut()
{
    auto* side = new QWidget(this);
    side->setAutoFillBackground(true);
    side->setBackgroundRole(QPalette::Window);
    QScrollArea* question = makeScrollArea(buildQuestion(), side);
    auto* inSide = columnIn(side);
    inSide->addWidget(question);
    auto* splitter = makeSplitter(Qt::Horizontal, QStringLiteral("boundsSplitter"), this);
    splitter->addWidget(side);
    splitter->addWidget(buildResponse());
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({kQuestionWidth, 2 * kQuestionWidth});
    auto* layout = columnIn(this);
    layout->addWidget(new Panes(splitter, {tr("Question"), tr("Answer")}, this));
}

QWidget* BoundsPage::buildQuestion()
{
    auto* question = new QWidget(this);
    auto* layout = new QVBoxLayout(question);
    layout->setContentsMargins(20, 12, 16, 12);
    auto* form = makeForm(nullptr);
    form->setVerticalSpacing(8);
    addField(form, tr("&Each attempt ends with"), m_failure, QStringLiteral("boundsFailure"));
    addField(form, tr("Attempt &takes"), m_time, QStringLiteral("boundsTime"));
    addField(form, tr("Caller's &deadline"), m_deadline, QStringLiteral("boundsDeadline"));
    addField(form, tr("Ca&lls in a row"), m_calls, QStringLiteral("boundsCalls"));
    m_time->setToolTip(tr(
        "Duration of an attempt, or its timeout if the attempt fails by timeout. You can type units: 2 s."));
    m_calls->setToolTip(
        tr("Calls that one client makes one after another; they share its retry quota (token bucket)."));
    nameInput(m_policy, QStringLiteral("boundsPolicy"), tr("Policy"));
    m_policy->setCharacters(40, 24);
    auto* caption = makeLabel(tr("&Policy"), question);
    caption->setBuddy(m_policy);
    layout->addWidget(caption);
    layout->addWidget(m_policy);
    layout->addSpacing(8);
    layout->addLayout(form);
    layout->addSpacing(12);
    layout->addWidget(buildLayers(), 1);
    return question;
}

QWidget* BoundsPage::buildLayers()
{
    auto* layers = new QWidget(this);
    auto* layout = columnIn(layers);
    layout->addWidget(makeHeading(tr("Other layers that retry"), layers));
    layout->addWidget(makeHint(
        tr("Tick other layers that also retry: around the client, or between client and server."), layers));
    prepareTable(m_layers, QStringLiteral("boundsLayers"), tr("Layers that retry"));
    letEdit(m_layers);
    m_layers->setProperty("onSide", true);
    m_layers->setModel(m_layersModel);
    m_layers->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_layers->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_layers->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    layout->addWidget(m_layers);
    auto* buttons = new QHBoxLayout;
    nameInput(m_add, QStringLiteral("boundsAddLayer"), tr("Add layer"));
    nameInput(m_remove, QStringLiteral("boundsRemoveLayer"), tr("Remove layer"));
    for (QPushButton* button : {m_add, m_remove}) {
        button->setProperty("quiet", true);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    layout->addLayout(buttons);
    layout->addStretch();
    return layers;
}

QWidget* BoundsPage::buildResponse()
{
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(20, 12, 20, 12);
    layout->setSpacing(12);
    nameInput(m_headline, QStringLiteral("boundsHeadline"), tr("Worst case"));
    setTextStyle(m_headline, TextStyle::Heading);
    setLeastCharacters(m_headline, kLeastHeadlineCharacters);
    nameInput(m_sentences, QStringLiteral("boundsSentences"), tr("Explanation"));
    nameInput(m_chart, QStringLiteral("boundsChart"), tr("Best, expected and worst time of one call"));
    for (QLabel* label : {m_headline, m_sentences}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    }
    nameInput(m_copy, QStringLiteral("boundsCopy"), tr("Copy as Markdown"));
    m_copy->setProperty("quiet", true);
    auto* top = new QHBoxLayout;
    top->addWidget(m_headline, 1);
    top->addWidget(m_copy, 0, Qt::AlignTop);
    layout->addLayout(top);
    layout->addWidget(m_sentences);
    buildTables();
    layout->addWidget(m_nested);
    layout->addWidget(m_chart);
    layout->addWidget(m_attempts, 1);
    return makeScrollArea(page, this);
}

void BoundsPage::buildTables()
{
    prepareTable(m_attempts, QStringLiteral("boundsAttempts"),
                 tr("Attempts with shortest and longest times"));
    m_attempts->setModel(m_attemptsModel);
    setLeastLines(m_attempts, 8);
    prepareTable(m_nested, QStringLiteral("boundsNested"), tr("Attempts and requests by layer"));
    m_nested->setModel(m_nestedModel);
    m_nested->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_nested->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
}

void BoundsPage::connectParts()
{
    connect(m_policy, &ChooserButton::chosen, this, &BoundsPage::choose);
    connect(m_failure, &QComboBox::currentIndexChanged, this, &BoundsPage::work);
    for (DurationBox* box : {m_time, m_deadline}) {
        connect(box, &DurationBox::valueChanged, this, &BoundsPage::work);
    }
    connect(m_calls, &QSpinBox::valueChanged, this, &BoundsPage::work);
    m_layersModel->userEdited = [this] {
        work();
    };
    connect(m_add, &QPushButton::clicked, this, [this] {
        const int row = m_layersModel->rowCount();
        m_layersModel->insert(
            row,
            {.layer = {.name = fromQString(tr("layer %1").arg(row + 1)), .attempts = 2}, .isTaken = true});
    });
    connect(m_remove, &QPushButton::clicked, this,
            [this] { m_layersModel->removeRows(m_layers->currentIndex().row(), 1); });
    connect(m_copy, &QPushButton::clicked, this, &BoundsPage::copy);
}

void BoundsPage::refresh()
{
    m_policy->forget();
    displayPolicy();
    work();
}

io::Result<Policy> BoundsPage::chosenPolicy(const RunPlan& plan) const
{
    return m_key.isEmpty() ? io::Result<Policy>(plan.header.policy->policy) : m_library.policy(m_key);
}

SteadyFailure BoundsPage::failureFrom(const RequestSpec& spec) const
{
    SteadyFailure failure{.spec = spec, .attemptTime = m_time->duration(), .calls = m_calls->value()};
    failure.spec.deadline = m_deadline->optionalDuration();
    const int value = m_failure->currentData().toInt();
    if (m_failure->currentData(kIsFaultRole).toBool()) {
        failure.facts = bareFault(static_cast<FaultKind>(value));
    } else {
        failure.facts = bareResponse(value);
    }
    return failure;
}

void BoundsPage::work()
{
    const io::Result<RunPlan> plan = m_plan();
    if (!plan) {
        displayProblem(plan.error().text());
        return;
    }
    const io::Result<Policy> policy = chosenPolicy(plan.value());
    if (!policy) {
        displayProblem(policy.error().text());
        return;
    }
    const RequestSpec& spec = plan.value().header.spec;
    const SteadyFailure failure = failureFrom(spec);
    // The policy of the plan is resolved already; that changes nothing when it is done again.
    const auto resolved = std::make_shared<const ResolvedPolicy>(resolve(policy.value(), spec));
    display({.policy = resolved,
             .bounds = nestedBoundsOf(*resolved, failure, takenLayers(m_layersModel->rows(), false),
                                      takenLayers(m_layersModel->rows(), true)),
             .given = {.read = true}},
            failure);
}

void BoundsPage::displayProblem(const QString& problem)
{
    m_headline->setText(problem);
    m_sentences->clear();
    m_nested->hide();
    m_chart->hide();
    m_attempts->hide();
    m_copy->setEnabled(false);
}

void BoundsPage::display(const BoundsUnder& result, const SteadyFailure& failure)
{
    const NestedBounds& bounds = result.bounds;
    const std::string headline = worstCaseSentence(bounds);
    QStringList sentences;
    for (const std::string& sentence : boundsSentences(bounds)) {
        if (sentence != headline) {
            sentences += toQString(sentence);
        }
    }
    for (const std::string& caveat : caveatsOf(result, failure)) {
        sentences += toQString(caveat);
    }
    m_report = boundsReport({result}, failure);
    m_headline->setText(withUnitsKept(toQString(headline)));
    m_sentences->setText(withUnitsKept(sentences.join(QStringLiteral("\n\n"))));
    m_chart->display(bounds.call);
    m_chart->show();
    m_attemptsModel->display(scheduleTable(bounds.call, kMostRows));
    m_attempts->show();
    m_copy->setEnabled(true);
    m_nestedModel->display(layersTable(bounds));
    m_nested->setVisible(bounds.layers.size() > 1);
}

void BoundsPage::copy()
{
    copyWithoutSecrets(toQString(reportMarkdown(m_report)));
    Q_EMIT noteFound(tr("Copied the bounds as Markdown."));
}

} // namespace retryscope::ui
