// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bounds/bounds_page.h"

#include "core/explain/bounds_text.h"
#include "core/explain/explain.h"
#include "core/explain/units.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "ui/bounds/attempt_bounds_model.h"
#include "ui/bounds/bounds_chart.h"
#include "ui/bounds/layers_model.h"
#include "ui/parts/duration_box.h"
#include "ui/parts/form.h"
#include "ui/parts/library_items.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QComboBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace retryscope::ui {

namespace {

using namespace std::chrono_literals;

constexpr QSize kFirstSize{1120, 620};
constexpr int kRowPadding = 8;
constexpr int kMostCalls = 1000;
constexpr int kIsFaultRole = Qt::UserRole + 1;

void prepareTable(QTableView* table, QAbstractItemModel* model)
{
    table->setModel(model);
    table->setFrameShape(QFrame::NoFrame);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + kRowPadding);
    QHeaderView* header = table->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setStretchLastSection(true);
}

} // namespace

BoundsPage::BoundsPage(const io::Library& library, std::function<io::Result<RunPlan>()> plan, QWidget* parent)
    : QDialog(parent)
    , m_library(library)
    , m_plan(std::move(plan))
    , m_policy(new QComboBox(this))
    , m_failure(new QComboBox(this))
    , m_time(new DurationBox({}, this))
    , m_deadline(new DurationBox(tr("none"), this))
    , m_calls(new QSpinBox(this))
    , m_layersModel(new LayersModel(this))
    , m_layers(new QTableView(this))
    , m_add(new QPushButton(tr("&Add layer"), this))
    , m_remove(new QPushButton(tr("&Remove layer"), this))
    , m_headline(new QLabel(this))
    , m_sentences(new QLabel(this))
    , m_chart(new BoundsChart(this))
    , m_attemptsModel(new AttemptBoundsModel(this))
    , m_attempts(new QTableView(this))
    , m_nested(new QLabel(this))
    , m_copy(new QPushButton(tr("&Copy"), this))
{
    setObjectName(QStringLiteral("boundsPage"));
    setWindowTitle(tr("How long can it take?"));
    m_time->setDuration(Duration(200ms));
    m_deadline->setDuration(Duration(30s));
    m_calls->setRange(1, kMostCalls);
    fillPolicies();
    fillFailures();
    layOut();
    connectParts();
    resize(kFirstSize);
    refresh();
}

void BoundsPage::fillPolicies()
{
    m_policy->addItem(tr("The current policy"), QString());
    for (const LibraryBox::Item& item : policyItems(m_library)) {
        m_policy->addItem(item.title, item.id);
    }
}

void BoundsPage::reload()
{
    const QString key = m_policy->currentData().toString();
    {
        const QSignalBlocker blocker(m_policy);
        m_policy->clear();
        fillPolicies();
        m_policy->setCurrentIndex(std::max(0, m_policy->findData(key)));
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
    auto* layout = new QHBoxLayout(this);
    QScrollArea* question = makeScrollArea(buildQuestion(), this);
    question->setMinimumWidth(question->widget()->minimumSizeHint().width() +
                              question->verticalScrollBar()->sizeHint().width());
    layout->addWidget(question, 4);
    layout->addWidget(buildResponse(), 7);
}

QWidget* BoundsPage::buildQuestion()
{
    auto* question = new QWidget(this);
    auto* layout = new QVBoxLayout(question);
    layout->setContentsMargins(0, 0, 8, 0);
    auto* form = makeForm(nullptr);
    addField(form, tr("&Policy"), m_policy, QStringLiteral("boundsPolicy"));
    addField(form, tr("&Every attempt ends in"), m_failure, QStringLiteral("boundsFailure"));
    addField(form, tr("a&fter"), m_time, QStringLiteral("boundsTime"));
    addField(form, tr("Caller's &deadline"), m_deadline, QStringLiteral("boundsDeadline"));
    addField(form, tr("Ca&lls in a row"), m_calls, QStringLiteral("boundsCalls"));
    m_time->setToolTip(
        tr("How long an attempt takes: its timeout, if that is how it fails. Seconds can be typed: 2 s."));
    m_calls->setToolTip(tr("Calls of one client, one after the other: they share its retry tokens."));
    layout->addLayout(form);
    layout->addSpacing(8);
    layout->addWidget(buildLayers(), 1);
    return question;
}

QWidget* BoundsPage::buildLayers()
{
    auto* layers = new QWidget(this);
    auto* layout = new QVBoxLayout(layers);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeHeading(tr("Who else retries?"), layers));
    layout->addWidget(makeHint(tr("Tick what also sends again, around the client or behind it."), layers));
    nameInput(m_layers, QStringLiteral("boundsLayers"), tr("Layers that retry"));
    prepareTable(m_layers, m_layersModel);
    m_layers->setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
    m_layers->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_layers->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    layout->addWidget(m_layers);
    auto* buttons = new QHBoxLayout;
    nameInput(m_add, QStringLiteral("boundsAddLayer"), tr("Add layer"));
    nameInput(m_remove, QStringLiteral("boundsRemoveLayer"), tr("Remove layer"));
    for (QPushButton* button : {m_add, m_remove}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    layout->addLayout(buttons);
    layout->addWidget(m_nested);
    layout->addStretch();
    return layers;
}

QWidget* BoundsPage::buildResponse()
{
    auto* card = new QFrame(this);
    card->setProperty("card", true);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(16, 14, 16, 12);
    layout->setSpacing(10);
    nameInput(m_headline, QStringLiteral("boundsHeadline"), tr("Worst case"));
    m_headline->setFont(Theme::boldFont(font()));
    nameInput(m_sentences, QStringLiteral("boundsSentences"), tr("What follows"));
    nameInput(m_chart, QStringLiteral("boundsChart"), tr("Best, expected and worst time of one call"));
    nameInput(m_nested, QStringLiteral("boundsNested"), tr("What each layer makes of it"));
    for (QLabel* label : {m_headline, m_sentences, m_nested}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    }
    m_headline->setTextFormat(Qt::PlainText);
    m_sentences->setTextFormat(Qt::PlainText);
    m_nested->setTextFormat(Qt::RichText); // a table of its own, with the names in it escaped
    layout->addWidget(m_headline);
    layout->addWidget(m_sentences);
    layout->addWidget(m_chart);
    layout->addWidget(buildAttempts(), 1);
    nameInput(m_copy, QStringLiteral("boundsCopy"), tr("Copy"));
    m_copy->setAutoDefault(false);
    auto* bottom = new QHBoxLayout;
    bottom->addStretch();
    bottom->addWidget(m_copy);
    layout->addLayout(bottom);
    return makeScrollArea(card, this);
}

QTableView* BoundsPage::buildAttempts()
{
    nameInput(m_attempts, QStringLiteral("boundsAttempts"), tr("Each attempt, from the least to the most"));
    prepareTable(m_attempts, m_attemptsModel);
    m_attempts->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_attempts->setMinimumHeight(8 * fontMetrics().lineSpacing());
    return m_attempts;
}

void BoundsPage::connectParts()
{
    for (QComboBox* box : {m_policy, m_failure}) {
        connect(box, &QComboBox::currentIndexChanged, this, &BoundsPage::work);
    }
    for (DurationBox* box : {m_time, m_deadline}) {
        connect(box, &DurationBox::valueChanged, this, &BoundsPage::work);
    }
    connect(m_calls, &QSpinBox::valueChanged, this, &BoundsPage::work);
    connect(m_layersModel, &LayersModel::dataChanged, this, &BoundsPage::work);
    connect(m_layersModel, &LayersModel::rowsInserted, this, &BoundsPage::work);
    connect(m_layersModel, &LayersModel::rowsRemoved, this, &BoundsPage::work);
    connect(m_add, &QPushButton::clicked, m_layersModel, &LayersModel::add);
    connect(m_remove, &QPushButton::clicked, this,
            [this] { m_layersModel->remove(m_layers->currentIndex().row()); });
    connect(m_copy, &QPushButton::clicked, this, &BoundsPage::copy);
}

void BoundsPage::refresh()
{
    if (const io::Result<RunPlan> plan = m_plan()) {
        m_policy->setItemText(0, tr("Current: %1").arg(toQString(plan.value().header.policy->policy.id)));
    }
    work();
}

io::Result<Policy> BoundsPage::chosenPolicy(const RunPlan& plan) const
{
    const QString key = m_policy->currentData().toString();
    return key.isEmpty() ? io::Result<Policy>(plan.header.policy->policy) : m_library.policy(key);
}

SteadyFailure BoundsPage::failureFrom(const RequestSpec& spec) const
{
    SteadyFailure failure{.spec = spec, .attemptTime = m_time->duration(), .calls = m_calls->value()};
    failure.spec.deadline = m_deadline->optionalDuration();
    const int value = m_failure->currentData().toInt();
    if (m_failure->currentData(kIsFaultRole).toBool()) {
        failure.facts.fault = Fault{.kind = static_cast<FaultKind>(value)};
    } else {
        auto response = std::make_shared<Response>();
        response->status = value;
        failure.facts.response = std::move(response);
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
    // The policy of the plan is resolved already; that changes nothing when it is done again.
    display(nestedBoundsOf(resolve(policy.value(), spec), failureFrom(spec), m_layersModel->outside(),
                           m_layersModel->within()));
}

void BoundsPage::displayProblem(const QString& problem)
{
    m_headline->setText(problem);
    m_sentences->clear();
    m_nested->clear();
    m_chart->hide();
    m_attempts->hide();
    m_copy->setEnabled(false);
}

void BoundsPage::display(const NestedBounds& bounds)
{
    QStringList sentences;
    for (const std::string& sentence : boundsSentences(bounds)) {
        sentences += toQString(sentence);
    }
    m_headline->setText(sentences.takeFirst());
    m_sentences->setText(sentences.join(QStringLiteral("\n\n")));
    m_chart->display(bounds.call);
    m_chart->show();
    m_attemptsModel->display(bounds.call);
    m_attempts->show();
    m_copy->setEnabled(true);
    displayLayers(bounds);
}

void BoundsPage::displayLayers(const NestedBounds& bounds)
{
    QString rows;
    for (const LayerBounds& layer : bounds.layers) {
        const QString cells =
            QStringLiteral("<td>%1&nbsp;&nbsp;</td><td align=\"right\">%2&nbsp;&nbsp;</td>"
                           "<td align=\"right\">%3&nbsp;&nbsp;</td><td align=\"right\">%4</td>")
                .arg(toQString(layer.name).toHtmlEscaped())
                .arg(layer.attempts)
                .arg(layer.requests)
                .arg(toQString(durationText(layer.total.worst)));
        rows += QStringLiteral("<tr>%1</tr>").arg(cells);
    }
    const QString head =
        QStringLiteral("<tr><th align=\"left\">%1&nbsp;&nbsp;</th><th>%2&nbsp;&nbsp;</th>"
                       "<th>%3&nbsp;&nbsp;</th><th>%4</th></tr>")
            .arg(tr("Layer"), tr("Attempts"), tr("Requests at the server"), tr("Worst time"));
    m_nested->setText(QStringLiteral("<table cellspacing=\"2\">%1%2</table>").arg(head, rows));
    m_nested->setVisible(bounds.layers.size() > 1);
}

void BoundsPage::copy()
{
    QStringList parts{m_headline->text()};
    if (!m_sentences->text().isEmpty()) {
        parts += m_sentences->text();
    }
    QGuiApplication::clipboard()->setText(parts.join(QStringLiteral("\n\n")) + QLatin1Char('\n'));
}

} // namespace retryscope::ui
