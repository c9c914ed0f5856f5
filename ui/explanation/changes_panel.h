// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/reversing_changes.h"
#include "core/explain/fault_advice.h"

#include <QWidget>

#include <functional>
#include <optional>

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
class QTimer;
QT_END_NAMESPACE

namespace retryscope::ui {

class AdviceList;
class ElsewhereList;
class ChangesList;

/// What would change the decision on an attempt, and what other clients make of the same response. Computed a
/// little after the attempt was selected, so that walking through many attempts stays quick.
class ChangesPanel : public QWidget
{
    Q_OBJECT
public:
    using Presets = std::function<std::vector<Policy>()>;

    explicit ChangesPanel(QWidget* parent = nullptr);

    /// Asked once, when the first attempt is looked at closely.
    void setPresets(Presets presets) { m_presets = std::move(presets); }
    /// The record must stay alive, and may only grow, until clear().
    void display(const RunRecord& record, Place place);
    void clear();
    /// Without the pause, for pictures.
    void computeNow();
    /// Beneath the change that was tried last.
    void showOutcome(const QString& outcome, const QString& action);
    /// `✕ stops → ↻ retries, delay 0 … 1 s`: what the change makes of the decision.
    [[nodiscard]] QString outcomeOf(const Change& change) const;

    /// A change of the policy that is being tried, and what it was made to.
    struct PolicyTrial
    {
        Policy before;
        Policy tried;
    };
    void setTrial(std::optional<PolicyTrial> trial) { m_trial = std::move(trial); }
    [[nodiscard]] const std::optional<PolicyTrial>& trial() const { return m_trial; }

Q_SIGNALS:
    /// A change of the policy was tried; showOutcome() is expected.
    void policyTried(const retryscope::Change& change);
    /// The button beneath the outcome of a change of the policy.
    void policyFollowed(const retryscope::Change& change);
    /// A changed response shall be played in place of the recorded one.
    void playRequested(const retryscope::AttemptFacts& facts, retryscope::Place place);
    /// How every policy judges this attempt is asked for.
    void judgeRequested();
    /// Of the attempt that is shown.
    void remedyRequested(retryscope::FaultRemedy remedy);
    /// Something was copied.
    void noteFound(const QString& note);

private:
    void compute();
    void displayAdvice();
    void computeElsewhere();
    void tryChange(const Change& change);
    void follow(const Change& change);

    Presets m_presets;
    std::optional<std::vector<Policy>> m_policies;
    const RunRecord* m_record = nullptr;
    std::optional<SituationFinder> m_finder;
    std::optional<Situation> m_situation;
    Place m_place;
    std::optional<PolicyTrial> m_trial;
    bool m_isComputed = false;
    QTimer* m_pause;
    QWidget* m_content;
    QLabel* m_adviceCaption;
    AdviceList* m_advice;
    ChangesList* m_reversingChanges;
    QLabel* m_elsewhereCaption;
    ElsewhereList* m_elsewhere;
    QPushButton* m_judge;
};

} // namespace retryscope::ui
