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

/// Tries what would change a decision: a change of the policy in the policy panel, with the record judged
/// again; a changed response in the built-in endpoint.
class TriedChange : public QObject
{
    Q_OBJECT
public:
    using Choose = std::function<io::Result<io::Done>(const QString&)>;

    /// record: the one shown. choosePolicy: makes the policy of this id the panel's.
    TriedChange(const RunRecord& record, ChangesPanel& changesPanel, PolicyPanel& policy,
                EndpointPanel& faults, Choose choosePolicy, QObject* parent);

Q_SIGNALS:
    void noteFound(const QString& text);
    void responsePlayed();

private:
    void tryPolicy(const Change& change);
    void undo();
    void play(const AttemptFacts& facts, Place place);
    /// What the change is made to: the panel's policy before the last change that was only tried.
    [[nodiscard]] io::Result<Policy> base();

    const RunRecord& m_record;
    ChangesPanel& m_changes;
    PolicyPanel& m_policy;
    EndpointPanel& m_faults;
    Choose m_choosePolicy;
};

} // namespace retryscope::ui
