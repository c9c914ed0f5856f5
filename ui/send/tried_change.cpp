// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/tried_change.h"

#include "core/change/reversing_changes.h"
#include "core/explain/what_if_text.h"
#include "core/io/text/utf8.h"
#include "core/simulate/simulate.h"
#include "ui/endpoint/endpoint_panel.h"
#include "ui/explanation/changes_panel.h"
#include "ui/policy/policy_panel.h"
#include "ui/send/played_response.h"

#include <utility>

namespace retryscope::ui {

TriedChange::TriedChange(const RunRecord& record, ChangesPanel& changesPanel, PolicyPanel& policy,
                         EndpointPanel& faults, Choose choosePolicy, QObject* parent)
    : QObject(parent)
    , m_record(record)
    , m_changes(changesPanel)
    , m_policy(policy)
    , m_faults(faults)
    , m_choosePolicy(std::move(choosePolicy))
{
    connect(&m_changes, &ChangesPanel::policyTried, this, &TriedChange::tryPolicy);
    connect(&m_changes, &ChangesPanel::policyFollowed, this, &TriedChange::undo);
    connect(&m_changes, &ChangesPanel::playRequested, this, &TriedChange::play);
}

io::Result<Policy> TriedChange::base()
{
    const Policy& recorded = m_record.header().policy->policy;
    if (m_policy.preset().id != recorded.id && !m_choosePolicy(toQString(recorded.id))) {
        m_policy.setPolicy(recorded); // somebody else's: it is nowhere but in the record
    }
    io::Result<Policy> current = m_policy.policy();
    const auto& trial = m_changes.trial();
    return current && trial && current.value() == trial->tried ? io::Result<Policy>(trial->before) : current;
}

void TriedChange::tryPolicy(const Change& change)
{
    const io::Result<Policy> before = base();
    if (!before) {
        m_changes.showOutcome(before.error().text(), {});
        return;
    }
    const Policy tried = withChange(before.value(), m_record.header().spec.service, change);
    m_changes.setTrial(ChangesPanel::PolicyTrial{.before = before.value(), .tried = tried});
    m_policy.edit(tried);
    const Scenario& script = *m_faults.scenario();
    const RunRecord after = whatIf(m_record, tried, BeyondRecord::RepeatLast, {},
                                   isPlayedBy(m_record, script) ? &script : nullptr);
    m_changes.showOutcome(tr("%1\n%2\nThe change is in Policies, in an edited copy of the policy.")
                              .arg(m_changes.outcomeOf(change), toQString(whatIfText(m_record, after))),
                          tr("Undo change"));
}

void TriedChange::undo()
{
    const io::Result<Policy> current = m_policy.policy();
    const auto& trial = m_changes.trial();
    if (current && trial && current.value() == trial->tried) {
        m_policy.edit(Policy(trial->before));
    }
    m_changes.setTrial({});
    m_changes.showOutcome(tr("Change undone."), {});
}

void TriedChange::play(const AttemptFacts& facts, Place place)
{
    m_faults.editScenario(withResponseAt(m_faults.scenario(), m_record, place, facts));
    Q_EMIT responsePlayed();
    Q_EMIT noteFound(
        tr("The built-in endpoint now responds to attempt %1 this way. Press Ctrl+Enter to send.")
            .arg(place.attempt + 1));
}

} // namespace retryscope::ui
