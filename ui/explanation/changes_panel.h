// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/reversing_changes.h"
#include "core/explain/fault_advice.h"
#include "core/explain/verdict_row.h"

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
class OtherClientsList;
class ChangesList;

/// What would change the decision on an attempt, and how other clients judge the same response. Computed
/// shortly after an attempt is selected, so that moving through many attempts stays fast.
class ChangesPanel : public QWidget
{
    Q_OBJECT
public:
    using Presets = std::function<std::vector<Policy>()>;

    explicit ChangesPanel(QWidget* parent = nullptr);

    /// presets: called once, for the first computed attempt.
    void setPresets(Presets presets) { m_presets = std::move(presets); }
    /// The record must stay alive, and may only grow, until clear().
    void display(const RunRecord& record, Place place);
    void clear();
    /// Computes at once, without the pause; for pictures.
    void computeNow();
    /// Shows the outcome beneath the change tried last.
    void showOutcome(const QString& outcome, const QString& action);
    /// The decision before and after the change: `✕ does not retry → ↻ retries, delay 0 to 1 s`.
    [[nodiscard]] QString outcomeOf(const Change& change) const;

    /// A policy change on trial: the policy before it and with it.
    struct PolicyTrial
    {
        Policy before;
        Policy tried;
    };
    void setTrial(std::optional<PolicyTrial> trial) { m_trial = std::move(trial); }
    [[nodiscard]] const std::optional<PolicyTrial>& trial() const { return m_trial; }

Q_SIGNALS:
    /// The user tried a change of the policy; the receiver must call showOutcome().
    void policyTried(const retryscope::Change& change);
    /// The user pressed the button beneath the outcome of a policy change.
    void policyFollowed(const retryscope::Change& change);
    /// The user wants the built-in endpoint to play this changed response.
    void playRequested(const retryscope::AttemptFacts& facts, retryscope::Place place);
    /// The user wants to see how every policy judges this attempt.
    void judgeRequested();
    /// The user chose a remedy for the fault of the shown attempt.
    void remedyRequested(retryscope::FaultRemedy remedy);
    /// Something was copied.
    void noteFound(const QString& note);

private:
    void compute();
    void displayAdvice(bool hasFailed);
    void beginOtherClients();
    void judgeSome();
    [[nodiscard]] bool hasJudgedAll() const { return m_policies && m_rows.size() == m_policies->size(); }
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
    GivenAttempt m_given;           ///< what the other clients judge
    std::vector<VerdictRow> m_rows; ///< of the policies that have judged it
    QTimer* m_pause;
    QTimer* m_slice; ///< between two turns of judging
    QWidget* m_content;
    QLabel* m_adviceCaption;
    AdviceList* m_advice;
    ChangesList* m_reversingChanges;
    QLabel* m_otherClientsCaption;
    OtherClientsList* m_otherClients;
    QPushButton* m_judge;
};

} // namespace retryscope::ui
