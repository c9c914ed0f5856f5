// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/recording/inference.h"
#include "core/run/run_record.h"

#include <QFrame>

#include <functional>
#include <optional>
#include <vector>

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
class QSplitter;
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

class CallLanes;
class FitView;
class ReportRows;

/// What the calls reveal about their client: which preset it matches, the selected call next to that preset,
/// and the checks over all calls.
class RecordDetails : public QFrame
{
    Q_OBJECT
public:
    /// policyOf: returns the preset with this id, or nullptr.
    using PolicyOf = std::function<const Policy*(const std::string& id)>;
    /// grouping: the button to show beside the other actions on the call.
    RecordDetails(QWidget* grouping, PolicyOf policyOf, QWidget* parent = nullptr);

    /// record: must stay valid while it is shown; nullptr: none. Discards earlier inferences.
    void setRecord(const RunRecord* record);
    /// Index of the call; -1: none.
    void displayCall(int call);
    void displayClients(std::vector<InferredClient> clients);
    [[nodiscard]] const std::vector<InferredClient>& clients() const { return m_clients; }
    [[nodiscard]] FitView& fit() { return *m_fit; }
    [[nodiscard]] CallLanes& lanes() { return *m_lanes; }
    /// Enables the buttons that act on the whole recording.
    void setCanLeave(bool canLeave);

    /// The client of the selected call, else the client with most calls; nullptr: nothing inferred yet.
    [[nodiscard]] const InferredClient* client() const;

Q_SIGNALS:
    /// Show the recording on the timeline, with this call selected.
    void timelineRequested();
    void scenarioRequested();
    /// Send the first attempt of the selected call again.
    void sendAgainRequested(retryscope::Place place);

private:
    void layOut(QWidget* grouping);
    void displayFit();
    void displayLanes();
    void displayChecks();
    void showChecks(bool isShown);
    [[nodiscard]] std::optional<int> attemptsOfFit() const;
    void displayScenarioAction();

    PolicyOf m_policyOf;
    FitView* m_fit;
    QLabel* m_title;
    QLabel* m_summary;
    QPushButton* m_timeline;
    QPushButton* m_scenario;
    QPushButton* m_again;
    CallLanes* m_lanes;
    ReportRows* m_checkRows;
    QTableView* m_checks;
    QSplitter* m_splitter;
    const RunRecord* m_record = nullptr;
    std::vector<InferredClient> m_clients;
    int m_call = -1;
};

} // namespace retryscope::ui
