// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the main window that keeps runs and recordings in the history, and that works on recordings.

#include "core/explain/phrases.h"
#include "core/io/files/file_work.h"
#include "core/io/files/run_store.h"
#include "core/io/live/run_controller.h"
#include "core/io/text/utf8.h"
#include "ui/parts/file_dialogs.h"
#include "ui/parts/foreign_text.h"
#include "ui/record/record_page.h"
#include "ui/record/recorded_request.h"
#include "ui/runs/runs_room.h"
#include "ui/send/played_response.h"
#include "ui/send/run_summary.h"
#include "ui/send/send_room.h"
#include "ui/window/history_journal.h"
#include "ui/window/main_window.h"
#include "ui/window/rail.h"
#include "ui/window/rooms.h"
#include "ui/window/run_export.h"
#include "ui/window/status_line.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QTimer>

#include <memory>
#include <optional>
#include <utility>

namespace retryscope::ui {

namespace {

/// The history, with the limits that are set.
io::RunStore historyOf(const Services& services)
{
    constexpr qint64 kMebibyte = 1024 * 1024;
    io::RunStoreLimits limits;
    limits.runs = services.settings.runsKept;
    limits.bytes = services.settings.runsMebibytes * kMebibyte;
    return services.runs->within(limits);
}

} // namespace

/// The run that is shown goes into the history, without its secrets, on a thread of its own.
void MainWindow::keepRun(io::IfThere ifThere)
{
    if (m_services.runs == nullptr || m_services.controller.record().isEmpty()) {
        return;
    }
    m_shownRun.clear();
    auto* work = new io::FileWork(this);
    work->setObjectName(QStringLiteral("keepingRun"));
    work->keep(historyOf(m_services), m_services.controller.record(), m_journal->take(), ifThere,
               [this, work](io::Result<io::AddedRun> added) {
                   work->deleteLater();
                   if (!added && added.error().kind == io::Error::Kind::BadUsage) {
                       offerToSave(added.error().text()); // it has no place there; nothing is broken
                       return;
                   }
                   if (!added) {
                       m_status->showError(tr("Cannot keep this run in Runs: %1").arg(added.error().text()));
                       return;
                   }
                   m_shownRun = added.value().summary.id;
                   if (!m_recordFile.isEmpty() && m_recordingFile == m_recordFile) {
                       m_recordingRun = m_shownRun; // the room Record shows the same
                   }
                   m_sessionTimer->start();
                   if (m_rooms->current() == Room::Runs) {
                       m_rooms->runs()->refresh();
                   }
               });
}

/// Once: whoever sends such runs knows it then.
void MainWindow::offerToSave(const QString& why)
{
    if (!std::exchange(m_saidNotKept, true)) {
        m_status->showOffer(tr("Not kept in Runs: %1.").arg(why), tr("Save as file…"), [this] { saveAs(); });
    }
}

void MainWindow::recoverRuns()
{
    if (m_services.runs == nullptr) {
        return;
    }
    auto* work = new io::FileWork(this);
    work->setObjectName(QStringLiteral("recoveringRuns"));
    work->recover(historyOf(m_services), [this, work](const io::Result<QStringList>& ids) {
        work->deleteLater();
        if (!ids) {
            m_status->showError(tr("Cannot recover an interrupted run for Runs: %1").arg(ids.error().text()));
            return;
        }
        if (ids.value().isEmpty()) {
            return;
        }
        m_status->showNote(tr("Recovered %1, interrupted when Retryscope ended. See Runs.")
                               .arg(toQString(counted(static_cast<int>(ids.value().size()), "run"))));
        if (m_rooms->current() == Room::Runs) {
            m_rooms->runs()->refresh();
        }
    });
}

void MainWindow::connectRecording()
{
    RecordPage& page = m_rooms->recording();
    connect(&page, &RecordPage::began, this, [this, &page] {
        m_isRecordingKept = false;
        m_recordingRun.clear();
        m_recordingFile.clear();
        m_grouping = std::make_shared<KeptGrouping>();
        m_recordingJournal->begin(page.record().header());
    });
    connect(&page, &RecordPage::changed, this, [this, &page](Place place) {
        m_recordingJournal->note(page.record(), place);
        if (!m_actions->save->isEnabled()) {
            displaySave();
        }
    });
    connect(&page, &RecordPage::finished, this, &MainWindow::keepRecording);
    connect(&page, &RecordPage::regrouped, this, &MainWindow::takeGrouping);
    connect(&page, &RecordPage::recordingChanged, this, &MainWindow::displayRecording);
    connect(&page, &RecordPage::sendAgainRequested, this, &MainWindow::sendRecordedAgain);
    connect(&page, &RecordPage::importNotesRequested, m_actions->importNotes, &QAction::trigger);
    connect(&page, &RecordPage::saveRequested, this, &MainWindow::saveRecording);
    connect(&page, &RecordPage::policyChosen, &m_send->bar(), &RequestBar::policyChosen);
    connect(&page, &RecordPage::policyChosen, this,
            [this](const QString& id) { m_status->showNote(tr("Send now uses the policy %1.").arg(id)); });
    connect(&page, &RecordPage::saveOwnRequested, this, [this](const QString& key) {
        Q_EMIT m_send->bar().policyChosen(key);
        savePolicy();
    });
    connect(&page, &RecordPage::policyMeasured, this, &MainWindow::keepImported);
    connect(&page, &RecordPage::timelineRequested, this, [this] {
        showRecording();
        m_rooms->enter(Room::Send);
    });
    connect(&page, &RecordPage::compareRequested, this, [this](const QString& id) {
        showRecording();
        m_rooms->compareUnder(id.isEmpty() ? QStringList() : QStringList{id});
    });
    connect(&page, &RecordPage::scenarioRequested, this, [this, &page] {
        m_send->useScenario(scenarioFrom(page.snapshot()), {});
        (void)showPanel(QStringLiteral("endpoint"));
    });
}

/// Once: when it is over, or with the window.
void MainWindow::keepRecording()
{
    const RunRecord& record = m_rooms->recording().record();
    if (std::exchange(m_isRecordingKept, true) || m_services.runs == nullptr || record.isEmpty()) {
        return;
    }
    auto* work = new io::FileWork(this);
    work->setObjectName(QStringLiteral("keepingRecording"));
    work->keep(historyOf(m_services), record, m_recordingJournal->take(), io::IfThere::AddAgain,
               [this, work](io::Result<io::AddedRun> added) {
                   work->deleteLater();
                   if (!added) {
                       m_status->showError(
                           tr("Cannot keep this recording in Runs: %1").arg(added.error().text()));
                       return;
                   }
                   m_recordingRun = added.value().summary.id;
                   m_status->showNote(tr("Saved the recording in Runs"));
               });
}

void MainWindow::takeGrouping(const QString& what)
{
    const RunHeader& grouped = m_rooms->recording().record().header();
    const RunHeader& shown = m_services.controller.record().header();
    m_recordingFile.clear(); // the file has the calls as they were
    if (shown.isRecorded && shown.startedAt == grouped.startedAt) {
        showRecording();
    }
    if (what.isEmpty()) {
        m_status->hideMessage();
    } else {
        m_status->showOffer(what, tr("Undo"), [this] { m_rooms->recording().undo(); });
    }
    keepGrouping(m_grouping, m_rooms->recording().record());
}

void MainWindow::keepGrouping(const std::shared_ptr<KeptGrouping>& kept, const RunRecord& record)
{
    if (m_services.runs == nullptr) {
        return;
    }
    if (kept->isBusy) {
        kept->waiting = record;
        return;
    }
    kept->isBusy = true;
    auto* work = new io::FileWork(this);
    work->setObjectName(QStringLiteral("keepingGrouping"));
    work->keep(
        historyOf(m_services), record, nullptr, io::IfThere::Find,
        [this, work, kept](io::Result<io::AddedRun> added) {
            work->deleteLater();
            kept->isBusy = false;
            if (!added) {
                m_status->showError(tr("Cannot keep this grouping in Runs: %1").arg(added.error().text()));
            } else if (const QString id = added.value().summary.id; id != kept->id) {
                const QString before = std::exchange(kept->id, added.value().wasThere ? QString() : id);
                if (!before.isEmpty()) {
                    (void)m_services.runs->remove(before);
                }
                if (kept == m_grouping) { // else another recording is shown by now
                    m_shownRun = m_shownRun == m_recordingRun ? id : m_shownRun;
                    m_recordingRun = id;
                    m_sessionTimer->start();
                }
            }
            if (const std::optional<RunRecord> next = std::exchange(kept->waiting, std::nullopt)) {
                keepGrouping(kept, *next);
            }
        });
}

void MainWindow::showRecording()
{
    const RecordPage& page = m_rooms->recording();
    m_services.controller.setRecord(page.snapshot());
    m_recordFile = page.isRecording() ? QString() : m_recordingFile;
    m_shownRun = page.isRecording() ? QString() : m_recordingRun;
    displayTitle();
    displayRun();
    m_sessionTimer->start();
}

void MainWindow::displayRecording()
{
    m_rail->setBusy(m_actions->record, m_rooms->isRecording(), tr("recording"));
    displayEscape();
    displaySave();
    displaySummary();
}

bool MainWindow::openRecording(const RunRecord& record, const QString& name)
{
    if (!record.header().isRecorded) {
        return false;
    }
    if (!m_rooms->recording().open(record, name)) {
        m_rooms->enter(Room::Send); // messages stay in the room that they came up in
        m_status->showNote(tr("Another recording is under way, so this one is shown in Send only."));
        return false;
    }
    m_recordingFile = m_recordFile;
    m_recordingRun = m_shownRun;
    m_grouping = std::make_shared<KeptGrouping>();
    return true;
}

/// Under whatever policy the room Send has. A signature holds for some minutes, so it is told of.
void MainWindow::sendRecordedAgain(Place place)
{
    const RecordedRequest again = recordedRequest(m_rooms->recording().record(), place);
    QStringList remarks;
    if (!again.isWhole) {
        remarks += tr("The recording contains only the beginning of the request body.");
    }
    if (again.isSigned) {
        remarks += tr("The recorded client signed this request, and the signature expires after a few "
                      "minutes. Sign it again.");
    }
    QStringList names;
    for (const std::string& name : again.leftOut) {
        names += shortened(name, 60);
    }
    if (!names.isEmpty()) {
        remarks += tr("Left out, because the recording has no value for them: %1.")
                       .arg(names.mid(0, 10).join(QStringLiteral(", ")));
    }
    m_rooms->enter(Room::Send);
    m_send->takeRequest(again.request, remarks.join(QLatin1Char('\n')));
}

void MainWindow::saveRecording()
{
    if (!m_rooms->hasRecording()) {
        return;
    }
    QFileDialog* dialog = makeSaveDialog(this, tr("Save the record"), {recordFormat()},
                                         fileNameOf(m_rooms->recording().record().header()));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        saveRecord(path, m_rooms->recording().snapshot(), [this, path] { rememberFile(path); });
    });
    dialog->open();
}

/// In the room Record it is about the recording, elsewhere about the run that is shown.
void MainWindow::displaySave()
{
    const bool canSave = m_rooms->current() == Room::Record ? m_rooms->hasRecording()
                                                            : !m_services.controller.record().isEmpty();
    m_actions->save->setEnabled(canSave);
    m_actions->saveAs->setEnabled(canSave);
}

} // namespace retryscope::ui
