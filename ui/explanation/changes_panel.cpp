// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/changes_panel.h"

#include "core/io/http/rewrite_response.h"
#include "core/io/text/utf8.h"
#include "ui/explanation/changes_list.h"
#include "ui/explanation/elsewhere_list.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <chrono>

namespace retryscope::ui {

namespace {

constexpr std::chrono::milliseconds kPause{150};

QLabel* makeCaption(const QString& text, QWidget* parent)
{
    QLabel* caption = makeHint(text, parent);
    caption->setFont(Theme::boldFont(Theme::smallFont(parent->font())));
    caption->setContentsMargins(8, 8, 0, 0);
    return caption;
}

VerdictRow rowOf(const Situation& situation)
{
    return verdictRowOf(situation.policy, situation.facts, decisionIn(situation),
                        situation.request.attemptsMade + 1);
}

} // namespace

ChangesPanel::ChangesPanel(QWidget* parent)
    : QWidget(parent)
    , m_pause(new QTimer(this))
    , m_content(new QWidget(this))
    , m_reversingChanges(new ChangesList(m_content))
    , m_elsewhereHint(makeHint(tr("As each client's first attempt, with all its retry tokens."), m_content))
    , m_elsewhere(new ElsewhereList(m_content))
    , m_judge(makeQuietButton(tr("Judge under all policies…"), QStringLiteral("judgeEverywhereButton"),
                              m_content))
{
    setObjectName(QStringLiteral("alternatives"));
    m_pause->setObjectName(QStringLiteral("alternativesPause"));
    m_pause->setSingleShot(true);
    m_pause->setInterval(kPause);
    m_elsewhereHint->setFont(Theme::smallFont(font()));
    m_elsewhereHint->setContentsMargins(8, 0, 0, 0);
    connect(m_pause, &QTimer::timeout, this, &ChangesPanel::compute);
    connect(m_reversingChanges, &ChangesList::tried, this, &ChangesPanel::tryChange);
    connect(m_reversingChanges, &ChangesList::followed, this, &ChangesPanel::follow);
    connect(m_judge, &QPushButton::clicked, this, &ChangesPanel::judgeRequested);

    auto* layout = new QVBoxLayout(m_content);
    layout->setContentsMargins(0, 0, 4, 4);
    layout->setSpacing(4);
    layout->addWidget(makeCaption(tr("What would change it"), m_content));
    layout->addWidget(m_reversingChanges);
    layout->addWidget(makeCaption(tr("Same answer elsewhere"), m_content));
    layout->addWidget(m_elsewhereHint);
    layout->addWidget(m_elsewhere);
    layout->addWidget(m_judge, 0, Qt::AlignLeft);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_content);
    m_content->hide();
}

void ChangesPanel::clear()
{
    m_pause->stop();
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
    m_pause->start();
}

void ChangesPanel::computeNow()
{
    if (m_pause->isActive()) {
        m_pause->stop();
        compute();
    }
}

void ChangesPanel::compute()
{
    m_situation = m_finder->at(m_place);
    m_isComputed = m_situation.has_value();
    if (!m_isComputed) {
        return; // it runs still, or was given up
    }
    const Decision decision = decisionIn(*m_situation);
    const std::vector<ReversingChange> reversingChanges = reversingChangesOf(*m_situation);
    const int allowed = m_situation->policy.policy.attempts.attempts();
    if (decision.verdict == Verdict::Succeed) {
        m_reversingChanges->displayNone(tr("It succeeded, so there is nothing to turn around."));
    } else if (reversingChanges.empty() && m_situation->request.attemptsCounted + 1 >= allowed) {
        m_reversingChanges->displayNone(
            tr("No single change turns this around: it was also the last of the %1 attempts that "
               "this client makes.")
                .arg(allowed));
    } else {
        m_reversingChanges->display(reversingChanges);
    }
    computeElsewhere();
    m_content->show();
}

void ChangesPanel::computeElsewhere()
{
    if (!m_policies) {
        m_policies = m_presets ? m_presets() : std::vector<Policy>{};
    }
    GivenAttempt given = givenAttemptAt(*m_record, m_place);
    given.attempt = 1;
    std::vector<VerdictRow> rows;
    for (const Policy& policy : *m_policies) {
        rows.push_back(rowOf(situationUnder(resolve(policy, given.spec), given)));
    }
    m_elsewhere->display(elsewhereOf(rows));
}

QString ChangesPanel::outcomeOf(const Change& change) const
{
    if (!m_situation) {
        return {};
    }
    const VerdictRow after = rowOf(changed(*m_situation, change));
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
        showOutcome(outcomeOf(change), tr("Play it in the endpoint"));
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
