// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the main window that opens and saves files.

#include "core/explain/escape.h"
#include "core/explain/imported_report.h"
#include "core/io/documents/record_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/files/file_work.h"
#include "core/io/files/library.h"
#include "core/io/files/opened_file.h"
#include "core/io/files/run_store.h"
#include "core/io/import/import.h"
#include "core/io/live/run_controller.h"
#include "core/io/redact/redact.h"
#include "core/io/text/input_file.h"
#include "core/io/text/program_version.h"
#include "core/io/text/utf8.h"
#include "core/io/traffic/import_traffic.h"
#include "ui/endpoint/endpoint_panel.h"
#include "ui/explanation/explanation_panel.h"
#include "ui/parts/beside.h"
#include "ui/parts/file_dialogs.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/report_view.h"
#include "ui/parts/term.h"
#include "ui/policy/policy_panel.h"
#include "ui/send/run_summary.h"
#include "ui/send/run_view.h"
#include "ui/send/send_room.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/help_page.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms.h"
#include "ui/window/run_export.h"
#include "ui/window/status_line.h"
#include "ui/window/window_actions.h"

#include <QApplication>
#include <QCursor>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLocale>
#include <QMessageBox>
#include <QProgressDialog>
#include <QTimer>

#include <algorithm>

namespace retryscope::ui {

namespace {

bool isPacked(const QString& path)
{
    QFile file(path);
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly) && io::isPacked(file);
}

/// Shows itself when the work takes longer than half a second; nothing else can be begun then.
/// text: may hold the name of a file.
QProgressDialog* makeProgressBar(QWidget* parent, const QString& text, io::FileWork& work)
{
    constexpr int kWhole = 100;
    constexpr qsizetype kMostShown = 80; // characters: a name may have 255
    auto* bar = new QProgressDialog({}, {}, 0, kWhole, parent);
    QLabel* label = makePlainLabel(QStringLiteral("progressLabel"), bar);
    label->setAlignment(Qt::AlignCenter);
    label->setText(shortened(text, kMostShown));
    bar->setLabel(label);
    bar->setWindowModality(Qt::WindowModal);
    bar->setMinimumDuration(500); // milliseconds
    bar->setAutoClose(false);
    bar->setAutoReset(false);
    bar->setValue(0);
    QObject::connect(&work, &io::FileWork::progressed, bar,
                     [bar](double done) { bar->setValue(static_cast<int>(done * kWhole)); });
    return bar;
}

} // namespace

io::Result<io::Done> MainWindow::openPath(const QString& path)
{
    return showOpened(path, io::openAnything({path}, io::isConfiguration));
}

/// What was asked for last is what is shown.
void MainWindow::cancelOpening()
{
    if (m_opening) {
        m_opening->cancel();
    }
}

io::FileWork* MainWindow::beginOpening(const QString& name)
{
    cancelOpening();
    auto* work = new io::FileWork(this);
    m_opening = work;
    QProgressDialog* bar = makeProgressBar(this, tr("Opening %1").arg(name), *work);
    bar->setCancelButtonText(tr("Cancel"));
    connect(bar, &QProgressDialog::canceled, work, &io::FileWork::cancel);
    connect(work, &QObject::destroyed, bar, &QObject::deleteLater);
    return work;
}

void MainWindow::showStoredRun(const QString& id)
{
    if (m_services.runs == nullptr) {
        return;
    }
    io::FileWork* work = beginOpening(tr("the run"));
    work->open(*m_services.runs, id, [this, id, work](io::Result<RunRecord> record) {
        work->deleteLater();
        if (work->isCancelled()) {
            return;
        }
        if (!record) {
            m_status->showError(record.error().text());
            return;
        }
        m_rooms->enter(displayStoredRun(id, std::move(record).value()));
        m_send->adoptShown();
    });
}

/// A run that is not there any more, for it made room or was deleted, is no error at a start.
void MainWindow::restoreShownRun(const QString& id)
{
    if (m_services.runs == nullptr || id.isEmpty()) {
        return;
    }
    io::FileWork* work = beginOpening(tr("the last run"));
    work->open(*m_services.runs, id, [this, id, work](io::Result<RunRecord> record) {
        work->deleteLater();
        if (work->isCancelled() || !m_services.controller.record().isEmpty()) {
            return; // something else is shown by now
        }
        if (record) {
            (void)displayStoredRun(id, std::move(record).value());
        } else if (record.error().kind != io::Error::Kind::BadUsage) {
            m_status->showError(record.error().text());
        }
    });
}

Room MainWindow::displayStoredRun(const QString& id, RunRecord record)
{
    m_services.controller.setRecord(std::move(record));
    m_recordFile.clear();
    m_shownRun = id;
    const RunRecord& shown = m_services.controller.record();
    const QDateTime began = QDateTime::fromMSecsSinceEpoch(shown.header().startedAt.count());
    const QString name =
        tr("recording of %1").arg(QLocale().toString(began, QStringLiteral("d MMM HH:mm:ss")));
    const Room room = openRecording(shown, name) ? Room::Record : Room::Send;
    displayTitle();
    displayRun();
    m_sessionTimer->start();
    return room;
}

void MainWindow::openInBackground(const QStringList& paths)
{
    const QString& path = paths.front();
    if (paths.size() == 1 && QFileInfo(path).size() < kReadAtOnce && !isPacked(path)) {
        cancelOpening();
        (void)openPath(path);
        return;
    }
    io::FileWork* work =
        beginOpening(paths.size() == 1 ? QFileInfo(path).fileName() : tr("%1 files").arg(paths.size()));
    work->open(paths, showWhenOpened(path, work), io::isConfiguration);
}

/// Unless something else was asked for meanwhile.
std::function<void(io::Result<io::OpenedFile>)> MainWindow::showWhenOpened(const QString& path,
                                                                           io::FileWork* work)
{
    return [this, path, work](io::Result<io::OpenedFile> opened) {
        work->deleteLater();
        if (!work->isCancelled()) {
            (void)showOpened(path, std::move(opened));
        }
    };
}

void MainWindow::importText(const QString& text)
{
    const QByteArray bytes = text.toUtf8();
    const QString place = tr("pasted text");
    if (bytes.size() < kReadAtOnce) {
        (void)showOpened(place, io::openText(bytes, place, io::isConfiguration));
        return;
    }
    io::FileWork* work = beginOpening(place);
    work->open(bytes, place, showWhenOpened(place, work), io::isConfiguration);
}

/// Says in a line what an import understood, and offers to show all of it.
void MainWindow::tellAboutImport()
{
    const RunRecord& record = m_services.controller.record();
    m_status->showOffer(toQString(importedSummary(record)), tr("How it was read"),
                        [this] { m_actions->importNotes->trigger(); });
}

void MainWindow::showImportNotes()
{
    const RunRecord& record = m_services.controller.record();
    if (!record.header().import) {
        m_status->showNote(tr("This run does not come from a file of another program."));
        return;
    }
    showReport(this, tr("How the file was read"), importedReport(io::redacted(record)));
}

io::Result<io::Done> MainWindow::showOpened(const QString& path, io::Result<io::OpenedFile> opened)
{
    if (!opened) {
        m_status->showError(tr("Cannot open: %1").arg(opened.error().text()));
        return opened.error();
    }
    m_status->hideMessage();
    io::OpenedFile content = std::move(opened).value();
    if (const auto* configuration = std::get_if<io::ConfigurationText>(&content)) {
        showConfiguration(configuration->text);
        return io::Done{};
    }
    if (auto* record = std::get_if<RunRecord>(&content)) {
        const QString note = io::noteAbout(record->header());
        const bool isImport = record->header().isImportedNow;
        m_services.controller.setRecord(std::move(*record));
        m_recordFile = isImport ? QString() : path; // the file of another program is not saved over
        displayTitle();
        displayRun();
        const RunRecord& shown = m_services.controller.record();
        m_send->adoptShown();
        keepRun(io::IfThere::Find);
        m_rooms->enter(openRecording(shown, QFileInfo(path).fileName()) ? Room::Record : Room::Send);
        if (!note.isEmpty()) {
            m_status->showNote(tr("%1: %2").arg(QFileInfo(path).fileName(), note));
        } else if (isImport) {
            tellAboutImport();
        }
    } else if (auto* scenario = std::get_if<Scenario>(&content)) {
        m_send->useScenario(std::move(*scenario), path);
        showPanel(QStringLiteral("endpoint"));
    } else if (const auto* policy = std::get_if<Policy>(&content)) {
        m_send->usePolicy(*policy, path);
        showPanel(QStringLiteral("policy"));
    }
    if (auto* bench = std::get_if<Bench>(&content)) {
        m_rooms->showBench(std::move(*bench), path);
    } else if (auto* text = std::get_if<io::ResponseText>(&content)) {
        m_rooms->judgeText(text->text, std::move(text->reading));
    }
    rememberFile(path);
    return io::Done{};
}

void MainWindow::rememberFile(const QString& path)
{
    m_services.settings.rememberFile(QFileInfo(path).absoluteFilePath());
    m_actions->setRecentFiles(m_services.settings.recentFiles);
}

void MainWindow::displayTitle()
{
    const QString name = m_recordFile.isEmpty() ? QString() : QFileInfo(m_recordFile).fileName();
    const QString file = toQString(oneLine(fromQString(name))); // of a stranger, perhaps
    setWindowTitle(file.isEmpty() ? tr("Retryscope") : tr("%1 – Retryscope").arg(file));
}

void MainWindow::askForFile()
{
    QFileDialog* dialog =
        makeOpenDialog(this, tr("Open a record, scenario, policy, probe result or HAR"),
                       tr("All files (*);;Retryscope files (*.json *.partial);;HAR (*.har *.har.gz)"));
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &MainWindow::openInBackground);
    dialog->open();
}

void MainWindow::save()
{
    if (m_rooms->current() == Room::Record) {
        saveRecording();
    } else if (m_recordFile.isEmpty()) {
        saveAs();
    } else {
        saveTo(m_recordFile);
    }
}

void MainWindow::saveAs()
{
    QFileDialog* dialog = makeSaveDialog(this, tr("Save the record"), {recordFormat()},
                                         fileNameOf(m_services.controller.record().header()));
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::saveTo);
    dialog->open();
}

void MainWindow::saveTo(const QString& path)
{
    saveRecord(path, m_services.controller.record(), [this, path] {
        m_recordFile = path;
        displayTitle();
        rememberFile(path);
    });
}

void MainWindow::saveRecord(const QString& path, RunRecord record, const std::function<void()>& then,
                            const io::WriteRun& write)
{
    auto* work = new io::FileWork(this);
    QProgressDialog* bar = makeProgressBar(this, tr("Saving %1").arg(QFileInfo(path).fileName()), *work);
    const auto onSaved = [this, path, work, bar, then](const io::Result<io::Done>& saved) {
        bar->deleteLater();
        work->deleteLater();
        if (!saved) {
            m_status->showError(saved.error().text());
            return;
        }
        then();
        m_status->showNote(tr("Saved %1, secrets redacted.").arg(path));
    };
    work->save(path, std::move(record), onSaved, write);
}

void MainWindow::askForExport(const QString& ending, int scale)
{
    std::vector<FileFormat> formats = exportFormats();
    std::ranges::stable_partition(formats,
                                  [&ending](const FileFormat& format) { return format.ending == ending; });
    QFileDialog* dialog = makeSaveDialog(this, tr("Export the run"), formats,
                                         fileNameOf(m_services.controller.record().header()));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, scale](const QString& file) { exportTo(file, scale); });
    dialog->open();
}

/// A table of a hundred thousand attempts takes a second, so a thread of its own writes it.
void MainWindow::exportTo(const QString& file, int scale)
{
    if (const io::WriteRun write = runWriterOf(QFileInfo(file).suffix().toLower())) {
        saveRecord(
            file, m_services.controller.record(), [] {}, write);
        return;
    }
    const QString problem = m_send->view().timeline().exportTo(file, scale);
    problem.isEmpty() ? m_status->showNote(tr("Saved %1, secrets redacted.").arg(file))
                      : m_status->showError(problem);
}

void MainWindow::saveScenario()
{
    QFileDialog* dialog =
        makeSaveDialog(this, tr("Save the scenario"), {{tr("Scenario"), QStringLiteral("json")}},
                       toQString(m_send->script().scenario()->id));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        Scenario scenario = m_send->script().scenario();
        scenario.id = fromQString(io::idFrom(QFileInfo(file).completeBaseName()));
        const auto written = io::writeFile(file, io::documentBytes(io::scenarioToJson(scenario)));
        if (!written) {
            m_status->showError(written.error().text());
            return;
        }
        m_send->script().markSaved(toQString(scenario.id));
        m_send->markScenarioSaved(file);
        rememberFile(file);
        m_status->showNote(tr("Saved %1").arg(file));
    });
    dialog->open();
}

/// What is pointed at is explained first, else what has the focus.
void MainWindow::explainTerms()
{
    QWidget* pointed = QApplication::widgetAt(QCursor::pos());
    const QString ofPointed = pointed != nullptr && pointed->window() == this ? termAt(pointed) : QString();
    showTerm(ofPointed.isEmpty() ? termAt(QApplication::focusWidget()) : ofPointed);
}

void MainWindow::showTerm(const QString& term)
{
    auto* page = new HelpPage(*this, term);
    page->setAttribute(Qt::WA_DeleteOnClose);
    page->setAttribute(Qt::WA_WindowPropagation);
    page->open();
}

void MainWindow::explainProgram()
{
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Retryscope"), {}, QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setAttribute(Qt::WA_WindowPropagation);
    box->setIconPixmap(windowIcon().pixmap(64, 64));
    box->setTextFormat(Qt::RichText); // escaped: no word in it is of others
    box->setText(
        tr("<b>Retryscope %1</b><p>Makes HTTP retries visible: every attempt, every delay, and the reason "
           "for each decision.</p><p>GPL-3.0-or-later · built with Qt %2</p>")
            .arg(io::programVersion(), QString::fromLatin1(qVersion())));
    box->open();
}

} // namespace retryscope::ui
