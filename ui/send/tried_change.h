// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/io/text/result.h"
#include "core/policy/policy.h"
#include "core/run/run_record.h"

#include <QObject>

#include <functional>

namespace retryscope::ui {

class ChangesPanel;
class EndpointPanel;
class PolicyPanel;

/// Tries a change that reverses a decision: edits the policy in the Policies room and judges the record
/// again, or plays a changed response in the built-in endpoint.
class TriedChange : public QObject
{
    Q_OBJECT
public:
    using Choose = std::function<io::Result<io::Done>(const QString&)>;

    /// record: the shown one. choosePolicy: loads the policy with this id into the panel.
    TriedChange(const RunRecord& record, ChangesPanel& changesPanel, PolicyPanel& policy,
                EndpointPanel& faults, Choose choosePolicy, QObject* parent);

Q_SIGNALS:
    void noteFound(const QString& text);
    void responsePlayed();

private:
    void tryPolicy(const Change& change);
    void undo();
    void play(const AttemptFacts& facts, Place place);
    /// The policy that a change applies to: the panel's policy without the last change if that was only a
    /// trial.
    [[nodiscard]] io::Result<Policy> base();

    const RunRecord& m_record;
    ChangesPanel& m_changes;
    PolicyPanel& m_policy;
    EndpointPanel& m_faults;
    Choose m_choosePolicy;
};

} // namespace retryscope::ui
