// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/trial.h"

#include "core/explain/what_if_text.h"
#include "core/simulate/counterfactual.h"
#include "core/simulate/simulate.h"
#include "ui/explanation/alternatives.h"
#include "ui/faults/faults_panel.h"
#include "ui/played_answer.h"
#include "ui/policy/policy_panel.h"
#include "ui/text.h"

#include <utility>

namespace retryscope::ui {

Trial::Trial(const RunRecord& record, Alternatives& alternatives, PolicyPanel& policy, FaultsPanel& faults,
             Choose choosePolicy, QObject* parent)
    : QObject(parent)
    , m_record(record)
    , m_alternatives(alternatives)
    , m_policy(policy)
    , m_faults(faults)
    , m_choosePolicy(std::move(choosePolicy))
{
    connect(&m_alternatives, &Alternatives::policyTried, this, &Trial::tryPolicy);
    connect(&m_alternatives, &Alternatives::policyFollowed, this, &Trial::undo);
    connect(&m_alternatives, &Alternatives::playRequested, this, &Trial::play);
}

io::Result<Policy> Trial::base()
{
    const Policy& recorded = m_record.header().policy->policy;
    if (m_policy.preset().id != recorded.id && !m_choosePolicy(shown(recorded.id))) {
        m_policy.setPolicy(recorded); // somebody else's: it is nowhere but in the record
    }
    io::Result<Policy> current = m_policy.policy();
    return current && current.value() == m_tried ? io::Result<Policy>(m_before) : current;
}

void Trial::tryPolicy(const Change& change)
{
    const io::Result<Policy> before = base();
    if (!before) {
        m_alternatives.showOutcome(before.error().text(), {});
        return;
    }
    m_before = before.value();
    m_tried = withChange(m_before, m_record.header().spec.service, change);
    m_policy.edit(m_tried);
    const RunRecord after = whatIf(m_record, m_tried, BeyondRecord::RepeatLast);
    m_alternatives.showOutcome(tr("%1\n%2\nThe policy panel holds it as an edited copy.")
                                   .arg(m_alternatives.outcomeOf(change), shown(whatIfText(m_record, after))),
                               tr("Take it back"));
}

void Trial::undo()
{
    const io::Result<Policy> current = m_policy.policy();
    if (current && current.value() == m_tried) {
        m_policy.edit(m_before);
    }
    m_tried = {};
    m_alternatives.showOutcome(tr("Taken back."), {});
}

void Trial::play(const AttemptFacts& facts, Place place)
{
    m_faults.editScenario(withAnswerAt(m_faults.scenario(), m_record, place, facts));
    Q_EMIT answerPlayed();
    Q_EMIT noteFound(tr("The built-in endpoint now answers attempt %1 this way. Ctrl+Enter sends again.")
                         .arg(place.attempt + 1));
}

} // namespace retryscope::ui
