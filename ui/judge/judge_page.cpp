// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/judge_page.h"

#include "core/change/reversing_changes.h"
#include "core/explain/body_error_text.h"
#include "core/facts/service_guess.h"
#include "core/io/http/rewrite_response.h"
#include "core/io/text/utf8.h"
#include "ui/explanation/changes_list.h"
#include "ui/judge/change_banner.h"
#include "ui/judge/request_fields.h"
#include "ui/judge/samples.h"
#include "ui/judge/verdict_columns.h"
#include "ui/judge/verdict_panel.h"
#include "ui/judge/verdicts_view.h"
#include "ui/parts/box_chooser.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/form.h"
#include "ui/parts/panes.h"
#include "ui/parts/text_space.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kInputWidth = 310;
constexpr int kLeastDetailCharacters = 36;

QWidget* makePane(QWidget* parent)
{
    auto* pane = new QWidget(parent);
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(20, 12, 20, 12);
    layout->setSpacing(8);
    return pane;
}

} // namespace

JudgePage::JudgePage(const io::Library& library, QWidget* parent)
    : QWidget(parent)
    , m_library(library)
    , m_presets(library)
    , m_response(new ResponseEditor(this))
    , m_request(new RequestFields(this))
    , m_behind(new BoxChooser(QStringLiteral("judgeBehind"), this))
    , m_behindNote(makeHint({}, this))
    , m_caption(makeHint({}, this))
    , m_assumed(makeHint({}, this))
    , m_verdicts(new VerdictsView(this))
    , m_why(new VerdictPanel(this))
    , m_reversingChanges(new ChangesList(this))
    , m_banner(new ChangeBanner(this))
    , m_soon(new QTimer(this))
    , m_restore(makeQuietButton(tr("&Back to your response"), QStringLiteral("judgeRestore"), this))
{
    setObjectName(QStringLiteral("judgePage"));
    setAccessibleName(tr("Judge a response"));
    layOut();
    m_soon->setSingleShot(true);
    m_soon->setInterval(0);
    connect(m_soon, &QTimer::timeout, this, &JudgePage::displaySelected);
    connect(m_response, &ResponseEditor::edited, this, &JudgePage::forgetBox);
    connect(m_response, &ResponseEditor::replaced, m_request, &RequestFields::forgetService);
    connect(m_response, &ResponseEditor::edited, this, &JudgePage::recognise);
    connect(m_response, &ResponseEditor::edited, this, &JudgePage::onEdited);
    connect(m_response, &ResponseEditor::methodFound, m_request, &RequestFields::setMethod);
    connect(m_request, &RequestFields::edited, this, [this] {
        m_response->setMethod(m_request->method());
        onEdited();
    });
    connect(m_behind, &BoxChooser::chosen, this, &JudgePage::putBehind);
    connect(m_verdicts, &VerdictsView::noteFound, this, &JudgePage::noteFound);
    connect(m_verdicts, &VerdictsView::selectionChanged, m_soon, qOverload<>(&QTimer::start));
    connect(m_reversingChanges, &ChangesList::tried, this, &JudgePage::tryChange);
    connect(m_reversingChanges, &ChangesList::followed, this, &JudgePage::goBack);
    connect(m_reversingChanges, &ChangesList::noteFound, this, &JudgePage::noteFound);
    connect(m_banner, &ChangeBanner::backRequested, this, &JudgePage::goBack);
    display(famousSamples().front().given);
    m_verdicts->select(0);
    m_response->setFocus();
}

/// A field that loses the focus says what was typed into it, which must find the page whole.
JudgePage::~JudgePage()
{
    hide();
}

/// Only now it is known which rows have room.
void JudgePage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (focusWidget() == nullptr) {
        m_response->setFocus(); // the first thing to do is to paste
    }
    m_verdicts->select(m_verdicts->selectedRow());
}

QWidget* JudgePage::buildInput()
{
    QWidget* card = makePane(this);
    auto* samples = makeQuietButton(tr("&Try a sample"), QStringLiteral("samplesButton"), card);
    samples->setAutoDefault(false);
    samples->setMenu(makeSamplesMenu(samples, [this](const Sample& sample) {
        m_isTouched = false; // choosing a sample is replacing it
        display(sample.given);
        m_isTouched = true;
    }));
    auto* paste = makeQuietButton(tr("&Paste"), QStringLiteral("judgePaste"), card);
    paste->setToolTip(tr("Replaces the response below with the clipboard contents"));
    paste->setAutoDefault(false);
    connect(paste, &QPushButton::clicked, m_response, &ResponseEditor::paste);
    auto* top = new FlowLayout(nullptr, 6);
    top->addWidget(makeHeading(tr("Response"), card), 1);
    top->addWidget(paste);
    top->addWidget(samples);
    m_restore->setAutoDefault(false);
    m_restore->setToolTip(tr("Shows the response again that you had pasted or typed here"));
    m_restore->hide();
    connect(m_restore, &QPushButton::clicked, this, &JudgePage::restoreTouched);
    top->addWidget(m_restore);
    m_behindNote->setObjectName(QStringLiteral("judgeBehindNote"));
    m_behindNote->hide();
    m_caption->setObjectName(QStringLiteral("judgeCaption"));
    auto* layout = qobject_cast<QVBoxLayout*>(card->layout());
    layout->addLayout(top);
    layout->addWidget(m_response, 1);
    layout->addWidget(m_behind, 0, Qt::AlignLeft);
    layout->addWidget(m_behindNote);
    layout->addWidget(m_caption);
    layout->addWidget(m_request);
    return card;
}

QWidget* JudgePage::buildDetail()
{
    QWidget* why = makePane(this);
    why->layout()->addWidget(m_why);
    QWidget* reversingChanges = makePane(this);
    reversingChanges->layout()->addWidget(makeHeading(tr("What would change it"), reversingChanges));
    auto* list = new QWidget(reversingChanges);
    auto* column = columnIn(list);
    column->addWidget(m_reversingChanges);
    column->addStretch();
    reversingChanges->layout()->addWidget(makeScrollArea(list, reversingChanges));
    for (QWidget* pane : {why, reversingChanges}) {
        setLeastCharacters(pane, kLeastDetailCharacters);
    }
    QSplitter* both = makeSplitter(Qt::Horizontal, QStringLiteral("judgeDetailSplitter"), this);
    both->addWidget(why);
    both->addWidget(reversingChanges);
    both->setStretchFactor(0, 5);
    both->setStretchFactor(1, 4);
    both->setSizes({500, 400});
    return new Panes(both, {tr("Why"), tr("What would change it")}, this);
}

void JudgePage::layOut()
{
    QWidget* grid = makePane(this);
    m_assumed->setObjectName(QStringLiteral("judgeAssumed"));
    grid->layout()->addWidget(m_assumed);
    grid->layout()->addWidget(m_verdicts);
    auto* top = new QWidget(this);
    auto* column = columnIn(top);
    column->addWidget(m_banner);
    column->addWidget(grid, 1);
    QSplitter* right = makeSplitter(Qt::Vertical, QStringLiteral("judgeRightSplitter"), this);
    right->addWidget(top);
    right->addWidget(buildDetail());
    right->setSizes({1, 1});
    QSplitter* all = makeSplitter(Qt::Horizontal, QStringLiteral("judgeSplitter"), this);
    all->addWidget(buildInput());
    all->addWidget(new Panes(right, {tr("Verdicts"), tr("Why")}, this));
    all->setStretchFactor(0, 1);
    all->setStretchFactor(1, 3);
    all->setSizes({kInputWidth, 3 * kInputWidth});
    auto* layout = columnIn(this);
    layout->addWidget(new Panes(all, {tr("Response"), tr("Verdicts")}, this));
}

void JudgePage::keepTouched()
{
    if (m_isTouched && !m_response->isBlank()) {
        m_touched = Touched{.content = m_response->content(), .given = m_request->given()};
        m_restore->show();
    }
}

void JudgePage::restoreTouched()
{
    const Touched touched = *std::exchange(m_touched, std::nullopt);
    m_restore->hide();
    forgetBox();
    m_tried.reset();
    m_reversingChanges->showOutcome({});
    m_request->display(touched.given);
    m_response->display(touched.content);
    m_isTouched = true;
    judgeAll();
}

void JudgePage::recognise()
{
    const RecognisedResponse found = recogniseResponse(m_response->facts());
    m_request->setGuess(toQString(found.service), toQString(found.evidence));
    if (std::exchange(m_recognisedClient, found.client) == found.client || found.client.empty()) {
        return;
    }
    const auto& all = m_presets.all();
    const auto own = std::ranges::find_if(
        all, [&found](const JudgedPreset& preset) { return preset.row.policy.starts_with(found.client); });
    if (own != all.end()) {
        m_verdicts->select(static_cast<int>(own - all.begin()));
    }
}

void JudgePage::display(const GivenAttempt& given)
{
    keepTouched();
    m_verdicts->showAll();
    m_isTouched = false;
    forgetBox();
    m_tried.reset();
    m_reversingChanges->showOutcome({});
    GivenAttempt first = given;
    first.attempt = 1;
    first.tokens.reset();
    m_request->display(first);
    m_response->setMethod(m_request->method());
    m_response->display(given.facts);
    judgeAll();
}

void JudgePage::displayText(const QString& text, std::optional<io::PastedResponse> reading)
{
    m_verdicts->showAll();
    m_isTouched = true;
    forgetBox();
    m_tried.reset();
    m_reversingChanges->showOutcome({});
    m_response->display(ResponseEditor::Content{
        .text = text, .ending = 0, .facts = std::nullopt, .reading = std::move(reading)});
    m_request->forgetService();
    recognise();
    judgeAll();
}

void JudgePage::select(const QString& key)
{
    const auto& all = m_presets.all();
    const auto found = std::find_if(all.begin(), all.end(), [&key](const JudgedPreset& preset) {
        return preset.key == key || toQString(preset.row.policy) == key;
    });
    if (found != all.end()) {
        m_verdicts->select(static_cast<int>(found - all.begin()));
    }
}

void JudgePage::reload()
{
    JudgedPresets now(m_library);
    if (now.areSamePresets(m_presets)) {
        return;
    }
    goBack(); // it is of a row that may be another one's now
    const int row = m_verdicts->selectedRow();
    const QString selected = row < 0 ? QString() : m_presets.all()[static_cast<std::size_t>(row)].key;
    m_presets = std::move(now);
    judgeAll();
    select(selected);
}

GivenAttempt JudgePage::given() const
{
    GivenAttempt given = m_request->given();
    given.facts = m_response->facts();
    given.wallTime = WallTime{QDateTime::currentMSecsSinceEpoch()};
    return given;
}

void JudgePage::onEdited()
{
    m_isTouched = true;
    m_tried.reset();
    m_reversingChanges->showOutcome({});
    judgeAll();
}

void JudgePage::judgeAll()
{
    std::vector<VerdictRow> rows;
    const bool isOwnSituation = m_tried && ownerOf(m_tried->change) != ChangeOwner::Response;
    if (!m_response->isBlank()) {
        m_presets.judge(given());
        if (isOwnSituation) {
            m_presets.judgeIn(m_tried->preset, changed(m_tried->situation, m_tried->change));
        }
        for (const JudgedPreset& preset : m_presets.all()) {
            rows.push_back(preset.row);
        }
        if (isOwnSituation) {
            rows[m_tried->preset].isTried = true;
        }
    }
    m_verdicts->display(std::move(rows), m_tried ? m_tried->retried : -1);
    m_soon->start();
    displayTrial();
    displayAssumed();
}

void JudgePage::displayAssumed()
{
    const GivenAttempt given = m_request->given();
    const QString attempt =
        given.attempt == 1 ? tr("As the first attempt") : tr("As attempt %L1 of the call").arg(given.attempt);
    m_assumed->setText(given.tokens ? tr("%1, with %L2 retry tokens left").arg(attempt).arg(*given.tokens)
                                    : tr("%1, with a full retry quota (token bucket)").arg(attempt));
}

void JudgePage::tryChange(const Change& change)
{
    if (m_soon->isActive()) {
        return; // a change of the client that was selected before
    }
    m_isTouched = true;
    const auto row = static_cast<std::size_t>(m_verdicts->selectedRow());
    if (m_tried && m_tried->preset == row) {
        goBack(); // each change is one to what was given, not to the one before
    } else if (m_tried) {
        m_tried.reset(); // another client is asked about what stands here now
        judgeAll();
    }
    const JudgedPreset& preset = m_presets.all()[row];
    m_tried = TriedChange{.preset = row,
                          .change = change,
                          .situation = preset.situation,
                          .row = preset.row,
                          .retried = m_verdicts->retried(),
                          .content = m_response->content()};
    if (ownerOf(change) == ChangeOwner::Response) {
        m_response->display(
            io::rewriteResponse(preset.situation.facts, preset.situation.policy.reading, change));
    }
    judgeAll();
    m_reversingChanges->showOutcome(beforeAndAfter(m_tried->row, m_presets.all()[row].row), tr("Undo"));
}

void JudgePage::goBack()
{
    if (!m_tried) {
        return;
    }
    const TriedChange tried = *std::exchange(m_tried, std::nullopt);
    if (ownerOf(tried.change) == ChangeOwner::Response) {
        m_response->display(tried.content);
    }
    judgeAll();
    m_verdicts->select(static_cast<int>(tried.preset));
    m_reversingChanges->showOutcome({});
}

void JudgePage::displayTrial()
{
    if (m_tried) {
        m_banner->display(m_tried->change, m_tried->row, m_presets.all()[m_tried->preset].row);
    } else {
        m_banner->hide();
    }
}

void JudgePage::displaySelected()
{
    const int row = m_verdicts->selectedRow();
    if (row < 0) {
        m_why->clear();
        m_reversingChanges->displayNone(
            tr("Select a client to see the smallest changes that would reverse its verdict."));
        m_response->clearMark();
        m_caption->hide();
        return;
    }
    const JudgedPreset& preset = m_presets.all()[static_cast<std::size_t>(row)];
    m_why->display(preset, m_request->given().attempt);
    const bool isTried = m_tried && m_tried->preset == static_cast<std::size_t>(row);
    const Situation& situation = isTried ? m_tried->situation : preset.situation;
    if (preset.row.verdict == Verdict::Succeed && !isTried) {
        m_reversingChanges->displayNone(
            toQString(nothingToChangeSentence(situation.policy, situation.facts, decisionIn(situation))));
    } else {
        m_reversingChanges->displayFor(situation);
    }
    displayMark(preset);
}

void JudgePage::displayMark(const JudgedPreset& preset)
{
    const VerdictRow& row = preset.row;
    m_response->mark(preset.situation.policy.reading, row);
    const bool hasName = row.name.state != NameState::Absent;
    m_caption->setText(hasName ? tr("The error name that %1 reads is marked above (from %2).")
                                     .arg(toQString(row.shortName), toQString(row.name.origin))
                               : toQString(row.whyNoName));
    m_caption->setVisible(preset.situation.facts.response && (hasName || !row.whyNoName.empty()));
}

} // namespace retryscope::ui
