// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"
#include "core/io/http/pasted_response.h"
#include "core/io/text/result.h"
#include "core/probe/bench.h"
#include "core/run/run_record.h"
#include "core/simulate/run_plan.h"
#include "ui/parts/services.h"

#include <QStackedWidget>

#include <functional>

namespace retryscope::ui {

class BoundsPage;
class ComparePage;
class JudgePage;
class PoliciesRoom;
class PolicyPanel;
class ProxyPage;
class RecordPage;
class RunsRoom;
class SendRoom;

enum class Room { Send, Runs, Judge, Compare, Bounds, Record, Proxy, Policies };

/// The rooms of the window; one is shown at a time. All but the first are created when first entered, and
/// each is updated whenever it is entered.
class Rooms : public QStackedWidget
{
    Q_OBJECT
public:
    explicit Rooms(const Services& services, QWidget* parent = nullptr);
    ~Rooms() override;

    [[nodiscard]] SendRoom& send() { return *m_send; }
    [[nodiscard]] PolicyPanel& policy() { return *m_policy; }
    [[nodiscard]] PoliciesRoom& policies() { return *m_policies; }
    /// The Runs room; nullptr if no history is kept.
    [[nodiscard]] RunsRoom* runs();
    /// The Proxy page; created on first use.
    [[nodiscard]] ProxyPage& proxy();
    /// The Record page; created on first use.
    [[nodiscard]] RecordPage& recording();
    /// True while a real client is being recorded, whatever room is shown.
    [[nodiscard]] bool isRecording() const;
    /// True if a finished or running recording can be saved.
    [[nodiscard]] bool hasRecording() const;
    /// True while a probe runs, whatever room is shown.
    [[nodiscard]] bool isProbing() const;
    /// Shows a probe result from a file in the Proxy room.
    void showBench(Bench bench, const QString& file);
    [[nodiscard]] Room current() const { return m_current; }
    void enter(Room room);

    /// Updates the shown room after the record or the draft has changed. Other rooms update when they are
    /// entered.
    void refresh();
    /// Reloads the policies in every created room after a policy was saved.
    void reloadPolicies();
    /// Judges an attempt of the present record under every policy. Does nothing if there is no such attempt.
    void judgeAttempt(Place place);
    /// Compares the present record under these policies.
    void compareUnder(const QStringList& ids);
    /// Judges a pasted response; see JudgePage::displayText().
    void judgeText(const QString& text, std::optional<io::PastedResponse> reading = {});

Q_SIGNALS:
    /// The user wants to see this run of the history.
    void runRequested(const QString& id);
    /// Reports an action with no other visible effect, such as a copy.
    void noteFound(const QString& text);
    void problemFound(const QString& text);
    void problemSettled();
    void entered(retryscope::ui::Room room);
    void probingChanged();
    /// The Record room was created: connect to it now.
    void recordingRoomMade();
    /// The user wants to choose and open a file.
    void openRequested();
    /// The meaning of undo in the shown room has changed.
    void undoChanged();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// With what there is now: files may have been put into the library since it was left.
    QWidget* page(Room room);
    void add(QWidget* page);
    void makeCompare();
    void makeBounds();
    /// With the policies that there are now.
    JudgePage* judge();
    void display(Room room, QWidget* page);
    void judgeRecorded(Place place, const QString& policy);
    void displayInJudge(JudgePage& judge, Place place);
    void judgeSelected(JudgePage& judge);

    Services m_services;
    Room m_current = Room::Send;
    PolicyPanel* m_policy;
    SendRoom* m_send;
    PoliciesRoom* m_policies;
    RunsRoom* m_runs = nullptr;
    JudgePage* m_judge = nullptr;
    ComparePage* m_compare = nullptr;
    BoundsPage* m_bounds = nullptr;
    RecordPage* m_recording = nullptr;
    ProxyPage* m_proxy = nullptr;
};

} // namespace retryscope::ui
