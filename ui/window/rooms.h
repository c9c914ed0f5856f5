// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"
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

/// The rooms of the window, of which one is shown. All but the first are made when they are first entered,
/// and brought up to date whenever they are entered.
class Rooms : public QStackedWidget
{
    Q_OBJECT
public:
    explicit Rooms(const Services& services, QWidget* parent = nullptr);
    ~Rooms() override;

    [[nodiscard]] SendRoom& send() { return *m_send; }
    [[nodiscard]] PolicyPanel& policy() { return *m_policy; }
    [[nodiscard]] PoliciesRoom& policies() { return *m_policies; }
    /// nullptr where no history is kept.
    [[nodiscard]] RunsRoom* runs();
    /// Made when it is first asked for.
    [[nodiscard]] ProxyPage& proxy();
    /// The same.
    [[nodiscard]] RecordPage& recording();
    /// Of a real client, whatever room is shown.
    [[nodiscard]] bool isRecording() const;
    /// A recording was made or goes on, which can be saved.
    [[nodiscard]] bool hasRecording() const;
    /// Something is probed, whatever room is shown.
    [[nodiscard]] bool isProbing() const;
    /// A bench of a file, in its room.
    void showBench(Bench bench, const QString& file);
    [[nodiscard]] Room current() const { return m_current; }
    void enter(Room room);

    /// The record or what the forms hold is another one: the room that is shown follows. Others do when they
    /// are entered.
    void refresh();
    /// A policy was saved: every room that was made has it.
    void reloadPolicies();
    /// Judges an attempt of the record at hand under every policy. Nothing happens when it has no such
    /// attempt.
    void judgeAttempt(Place place);
    /// The record at hand under these policies.
    void compareUnder(const QStringList& ids);
    /// Judges a response that was pasted.
    void judgeText(const QString& text);

Q_SIGNALS:
    /// A run of the history shall be shown.
    void runRequested(const QString& id);
    /// Something was done in a room that shows nowhere else, such as a copy.
    void noteFound(const QString& text);
    void problemFound(const QString& text);
    void problemSettled();
    void entered(retryscope::ui::Room room);
    void probingChanged();
    /// The room for recordings was made: whoever follows them does from now on.
    void recordingRoomMade();
    /// A file shall be chosen and opened.
    void openRequested();
    /// What undo does in the room that is shown is another thing.
    void undoChanged();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// With what there is now: files may have been put into the library since it was left.
    QWidget* page(Room room);
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
