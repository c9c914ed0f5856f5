// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/parts/library_items.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <map>
#include <memory>
#include <string>

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
class InferenceWork;
class RecordBar;
class RecordDetails;
struct Settings;

/// Stands where a real client takes its server to be, and shows what that client does: its calls, and which
/// preset it looks like.
class RecordPage : public QWidget
{
    Q_OBJECT
public:
    RecordPage(const io::Library& library, Settings& settings, QWidget* parent = nullptr);
    ~RecordPage() override;

    /// As the bar says. What is wrong stands at its field, and nothing is begun.
    void start();
    /// What was recorded until now stays.
    void stop();
    [[nodiscard]] bool isRecording() const;
    /// Shows a recording of a file or of the history in place of the last one, until a new one begins. False,
    /// and nothing happens, while one goes on. name: for people.
    bool open(RunRecord record, const QString& name);
    [[nodiscard]] bool isOpened() const { return m_opened != nullptr; }
    /// Of the recording that goes on, else of the one that was opened or the last one; empty before the
    /// first.
    [[nodiscard]] const RunRecord& record() const;
    /// The same, without calls that go on.
    [[nodiscard]] RunRecord snapshot() const;
    /// The library may have other policies and scenarios now.
    void reload();
    /// Of the recorder: empty unless it listens.
    [[nodiscard]] QString url() const;
    [[nodiscard]] RecordDetails& details() { return *m_details; }
    [[nodiscard]] CallsView& calls() { return *m_calls; }

Q_SIGNALS:
    void noteFound(const QString& note);
    void problemFound(const QString& problem);
    void problemSettled();
    void recordingChanged();
    /// A recording began: its record is record() until the next one.
    void began();
    /// The record changed there.
    void changed(retryscope::Place place);
    /// It is over; record() is to be kept.
    void finished();
    void saveRequested();
    /// By id, or file for the user's own.
    void policyChosen(const QString& key);
    void saveOwnRequested(const QString& key);
    /// Of a client that no preset matches, to be kept among the user's own.
    void policyMeasured(const retryscope::Policy& policy);
    /// With this policy among them.
    void compareRequested(const QString& id);
    void timelineRequested();
    void scenarioRequested();
    /// The request of this attempt shall be sent by the room Send.
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
    /// Infers from the calls that have ended, now or once what is under way has ended.
    void infer();
    void display(const RunRecord* record);
    void readPolicies();
    [[nodiscard]] QString chosenKey() const;

    const io::Library& m_library;
    Settings& m_settings;
    std::unique_ptr<io::Recorder> m_recorder;  ///< kept with its record when it has stopped
    std::unique_ptr<const RunRecord> m_opened; ///< shown in place of the recorder's
    std::map<std::string, Policy> m_policies;  ///< those that came with the program, by id
    RecordBar* m_bar;
    ClientLineView* m_lines;
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
