// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/parts/library_items.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

QT_BEGIN_NAMESPACE
class QSplitter;
QT_END_NAMESPACE

namespace retryscope::io {
class Library;
class Recorder;
} // namespace retryscope::io

namespace retryscope::ui {

class CallsView;
class ClientLineView;
class GroupingButton;
class InferenceWork;
class RecordBar;
class RecordDetails;
struct Settings;

/// Stands in for the server of a real client and shows what the client does: its calls and the preset it
/// matches.
class RecordPage : public QWidget
{
    Q_OBJECT
public:
    RecordPage(const io::Library& library, Settings& settings, QWidget* parent = nullptr);
    ~RecordPage() override;

    /// Starts a recording with the bar's settings. If a setting is invalid, its field says so and no
    /// recording starts.
    void start();
    /// Keeps what has been recorded so far.
    void stop();
    [[nodiscard]] bool isRecording() const;
    /// Shows a recording from a file or from Runs until a new recording begins. Returns false and does
    /// nothing during a recording. name: display name.
    bool open(RunRecord record, const QString& name);
    [[nodiscard]] bool isOpened() const { return m_opened != nullptr; }
    /// The current recording, else the opened or last one; empty before the first.
    [[nodiscard]] const RunRecord& record() const;
    /// The same record, without calls that have not ended.
    [[nodiscard]] RunRecord snapshot() const;
    /// Call this when the library's policies or scenarios might have changed.
    void reload();
    /// URL of the recorder; empty unless it listens.
    [[nodiscard]] QString url() const;
    [[nodiscard]] RecordDetails& details() { return *m_details; }
    [[nodiscard]] CallsView& calls() { return *m_calls; }
    /// What a person decided about the calls, since the record is shown.
    [[nodiscard]] bool canUndo() const { return m_grouping > 0; }
    [[nodiscard]] bool canRedo() const { return m_grouping + 1 < m_groupings.size(); }
    void undo();
    void redo();

Q_SIGNALS:
    void noteFound(const QString& note);
    void problemFound(const QString& problem);
    void problemSettled();
    void recordingChanged();
    /// A recording has begun; record() returns its record until the next one begins.
    void began();
    /// The record changed at this place.
    void changed(retryscope::Place place);
    /// The recording has ended; record() should be stored.
    void finished();
    void undoChanged();
    /// The calls of the record are others now, by a person's decision; record() should be stored. what: a
    /// sentence; empty where a decision was undone or done again.
    void regrouped(const QString& what);
    void saveRequested();
    void importNotesRequested();
    /// key: id of a built-in preset, or file of a policy of the user's.
    void policyChosen(const QString& key);
    void saveOwnRequested(const QString& key);
    /// Policy measured from a client that no preset matches, to store among the user's own policies.
    void policyMeasured(const retryscope::Policy& policy);
    /// id: a policy to include in the comparison.
    void compareRequested(const QString& id);
    void timelineRequested();
    void scenarioRequested();
    /// Send this attempt's request again from the room Send.
    void sendAgainRequested(retryscope::Place place);
    void judgeRequested(retryscope::Place place, const QString& policy);

private:
    void layOut();
    void connectParts();
    void connectRecorder();
    void onChanged(Place place);
    void onFinished();
    void displayWay();
    void displayTime();
    /// Infers from the ended calls, now or after the current inference.
    void infer();
    void display(const RunRecord* record);
    /// Shows a record that is over, with this call (index; -1: none).
    void showRecord(RunRecord record, int call);
    void joinCalls(const std::vector<int>& calls);
    void splitCall(Place at);
    void groupCallsBy(const QString& field);
    /// shown: an attempt of the call that is to be shown.
    void regroup(RunRecord next, const QString& what, const AttemptRecord& shown);
    void goTo(std::size_t grouping);
    [[nodiscard]] AttemptRecord shownAttempt() const;
    void forgetOldest();
    void forgetDecisions();
    void displayLeave();
    void displayGrouping(const AttemptRecord& shown);
    void readPolicies();
    [[nodiscard]] QString chosenKey() const;

    const io::Library& m_library;
    Settings& m_settings;
    std::unique_ptr<io::Recorder> m_recorder;  ///< kept with its record when it has stopped
    std::unique_ptr<const RunRecord> m_opened; ///< shown in place of the recorder's
    std::vector<RunRecord> m_groupings; ///< as shown before and after each decision; empty: none was made
    std::size_t m_grouping = 0;         ///< the one that is shown
    std::map<std::string, Policy> m_policies; ///< those that came with the program, by id
    RecordBar* m_bar;
    ClientLineView* m_lines;
    GroupingButton* m_groupingButton;
    QSplitter* m_splitter;
    CallsView* m_calls;
    RecordDetails* m_details;
    InferenceWork* m_inference;
    QTimer m_pause; ///< between two inferences
    QTimer m_clock;
    QElapsedTimer m_since;
    bool m_isStale = false; ///< calls have ended since the last inference began
};

} // namespace retryscope::ui
