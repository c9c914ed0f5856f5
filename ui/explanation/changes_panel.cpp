// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/changes_panel.h"

#include "core/explain/body_error_text.h"
#include "core/explain/verdict_report.h"
#include "core/io/http/rewrite_response.h"
#include "core/io/text/utf8.h"
#include "ui/explanation/advice_list.h"
#include "ui/explanation/changes_list.h"
#include "ui/explanation/other_clients_list.h"
#include "ui/parts/form.h"
#include "ui/parts/tab_order.h"

#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <chrono>

namespace retryscope::ui {

namespace {

constexpr std::chrono::milliseconds kPause{150};
constexpr std::chrono::milliseconds kTurn{12}; ///< of the event loop

} // namespace

ChangesPanel::ChangesPanel(QWidget* parent)
    : QWidget(parent)
    , m_pause(new QTimer(this))
    , m_slice(new QTimer(this))
    , m_content(new QWidget(this))
    , m_adviceCaption(makeHeading(tr("What helps"), m_content))
    , m_advice(new AdviceList(m_content))
    , m_reversingChanges(new ChangesList(m_content))
    , m_otherClientsCaption(makeHeading(tr("Same response, other clients"), m_content))
    , m_otherClients(new OtherClientsList(m_content))
    , m_judge(makeQuietButton(tr("Judge all"), QStringLiteral("judgeEverywhereButton"), m_content))
{
    setObjectName(QStringLiteral("alternatives"));
    m_pause->setObjectName(QStringLiteral("alternativesPause"));
    m_pause->setSingleShot(true);
    m_pause->setInterval(kPause);
    m_otherClientsCaption->setWordWrap(true);
    m_judge->setAutoDefault(false);
    connect(m_advice, &AdviceList::remedyRequested, this, &ChangesPanel::remedyRequested);
    connect(m_pause, &QTimer::timeout, this, &ChangesPanel::compute);
    connect(m_slice, &QTimer::timeout, this, &ChangesPanel::judgeSome);
    connect(m_reversingChanges, &ChangesList::tried, this, &ChangesPanel::tryChange);
    connect(m_reversingChanges, &ChangesList::followed, this, &ChangesPanel::follow);
    connect(m_reversingChanges, &ChangesList::noteFound, this, &ChangesPanel::noteFound);
    connect(m_judge, &QPushButton::clicked, this, &ChangesPanel::judgeRequested);

    auto* layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 12, 0, 12);
    layout->setSpacing(6);
    layout->addWidget(m_adviceCaption);
    layout->addWidget(m_advice);
    layout->addWidget(makeHeading(tr("What would change it"), m_content));
    layout->addWidget(m_reversingChanges);
    layout->addSpacing(12);
    auto* elsewhere = new QHBoxLayout;
    elsewhere->setContentsMargins(0, 0, 0, 0);
    elsewhere->addWidget(m_otherClientsCaption, 1);
    elsewhere->addWidget(m_judge);
    layout->addLayout(elsewhere);
    auto* assumed = makeHint(tr("As the first attempt, with a full retry quota (token bucket)"), m_content);
    assumed->setObjectName(QStringLiteral("elsewhereAssumed"));
    layout->addWidget(assumed);
    layout->addWidget(m_otherClients);
    layout->addStretch(1); // little stands together at the top
    auto* all = columnIn(this);
    all->addWidget(m_content);
    makeTabGroup(this);
    m_content->hide();
}

void ChangesPanel::clear()
{
    m_pause->stop();
    m_slice->stop();
    m_finder.reset();
    m_situation.reset();
    m_record = nullptr;
    m_place = {};
    m_isComputed = false;
    m_content->hide();
}

void ChangesPanel::display(const RunRecord& record, Place place)
{
    const bool isSame = m_record == &record && m_place == place;
    if (isSame && m_isComputed) {
        return;
    }
    if (m_record != &record) {
        clear();
        m_record = &record;
        m_finder.emplace(record);
    }
    m_place = place;
    m_isComputed = false;
    m_content->hide();
    m_slice->stop();
    m_pause->start();
}

void ChangesPanel::computeNow()
{
    if (m_pause->isActive()) {
        m_pause->stop();
        compute();
    }
    while (m_slice->isActive()) {
        judgeSome();
    }
}

void ChangesPanel::compute()
{
    m_situation = m_finder->at(m_place);
    m_isComputed = m_situation.has_value();
    if (!m_isComputed) {
        return; // it runs still, or was given up
    }
    const bool hasFailed = decisionIn(*m_situation).verdict != Verdict::Succeed;
    if (hasFailed) {
        m_reversingChanges->displayFor(*m_situation);
    } else {
        m_reversingChanges->displayNone(toQString(
            nothingToChangeSentence(m_situation->policy, m_situation->facts, decisionIn(*m_situation))));
    }
    displayAdvice(hasFailed);
    beginOtherClients();
}

/// Where something helps against a fault, changes of the policy come second.
void ChangesPanel::displayAdvice(bool hasFailed)
{
    const std::vector<FaultAdvice> advice =
        hasFailed ? adviceFor(m_situation->facts, m_record->header().spec) : std::vector<FaultAdvice>{};
    m_advice->display(advice);
    m_adviceCaption->setVisible(!advice.empty());
}

void ChangesPanel::beginOtherClients()
{
    m_given = givenAttemptAt(*m_record, m_place);
    m_given.attempt = 1;
    m_rows.clear();
    m_slice->start(0);
}

/// As many as find room in a turn of the event loop: a response may have 100,000 header fields. The panel
/// appears when all are there.
void ChangesPanel::judgeSome()
{
    QElapsedTimer time;
    time.start();
    if (!m_policies) {
        m_policies = m_presets ? m_presets() : std::vector<Policy>{};
    }
    while (!hasJudgedAll() && time.elapsed() < kTurn.count()) {
        const Policy& policy = (*m_policies)[m_rows.size()];
        m_rows.push_back(judgedIn(situationUnder(resolve(policy, m_given.spec), m_given)).row);
    }
    if (!hasJudgedAll()) {
        return;
    }
    m_slice->stop();
    m_otherClients->display(familiesOf(m_rows));
    m_judge->setText(tr("Judge all %1").arg(m_rows.size()));
    m_judge->setAccessibleName(tr("Judge under all %1 policies").arg(m_rows.size()));
    m_content->show();
}

QString ChangesPanel::outcomeOf(const Change& change) const
{
    if (!m_situation) {
        return {};
    }
    const VerdictRow after = judgedIn(changed(*m_situation, change)).row;
    const QString verdicts =
        tr("%1 → %2").arg(signedVerdict(decisionIn(*m_situation).verdict), signedVerdict(after.verdict));
    const QString delay = toQString(delayCell(after));
    return delay.isEmpty() ? verdicts : tr("%1, delay %2").arg(verdicts, delay);
}

void ChangesPanel::showOutcome(const QString& outcome, const QString& action)
{
    m_reversingChanges->showOutcome(outcome, action);
}

void ChangesPanel::tryChange(const Change& change)
{
    switch (ownerOf(change)) {
    case ChangeOwner::Policy:
        Q_EMIT policyTried(change);
        return;
    case ChangeOwner::Response:
        showOutcome(outcomeOf(change), tr("Play in built-in endpoint"));
        return;
    case ChangeOwner::Request:
    case ChangeOwner::State:
        showOutcome(outcomeOf(change), {});
        return;
    }
}

void ChangesPanel::follow(const Change& change)
{
    if (ownerOf(change) == ChangeOwner::Policy) {
        Q_EMIT policyFollowed(change);
    } else if (m_situation) {
        Q_EMIT playRequested(io::rewriteResponse(m_situation->facts, m_situation->policy.reading, change),
                             m_place);
    }
}

} // namespace retryscope::ui
