// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/files/file_work.h"
#include "core/io/files/opened_file.h"
#include "core/io/files/run_store.h"
#include "core/io/text/result.h"
#include "core/simulate/run_plan.h"
#include "ui/parts/services.h"
#include "ui/parts/settings.h"

#include <QMainWindow>
#include <QPointer>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

QT_BEGIN_NAMESPACE
class QAction;
class QTimer;
QT_END_NAMESPACE

namespace retryscope {
struct Place;
} // namespace retryscope

namespace retryscope::ui {

class HistoryJournal;
class StatusLine;
enum class NameUse;
class Rail;
class Rooms;
enum class Room;
class SendRoom;
class WindowActions;

/// The main window: rail, rooms, actions, and opening and saving of files. It contains no domain rules.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(const Services& services, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Sends the draft of the Send room. If that fails, the message bar says why.
    void send();
    /// Opens a record, scenario, policy or probe result. On an error the message bar shows it too, and
    /// nothing changes.
    io::Result<io::Done> openPath(const QString& path);
    /// The same in the background: the window stays responsive, and a progress bar appears for large files.
    void openInBackground(const QStringList& paths);
    /// Chooses a scenario by id or file; if there is no such scenario, returns an error and changes nothing.
    io::Result<io::Done> chooseScenario(const QString& idOrFile);
    io::Result<io::Done> choosePolicy(const QString& idOrFile);
    /// Empty: the built-in endpoint.
    void setUrl(const QString& url);
    /// Sets the seed and keeps it for the next runs.
    void setSeed(std::uint64_t seed);
    void setVirtual(bool isVirtual);
    /// Sets the calls that each client makes in a row, and the number of parallel clients.
    void setCalls(int calls, int clients);
    void setTheme(ThemeChoice theme);
    /// points: added to the system's text size, from -Settings::kLargestZoom to Settings::kLargestZoom.
    void setTextSize(int points);
    /// The same until the window closes or the user chooses another; changes no setting.
    void setThemeForNow(ThemeChoice theme);
    void setTextSizeForNow(int points);
    /// Sets the size of the whole window, whatever the screen size.
    void setSize(QSize size);
    /// Brings a room, or a part of a room, to the front by its name; returns false for an unknown name.
    bool showPanel(const QString& name);
    [[nodiscard]] static QStringList panelNames();
    /// Runs all delayed updates at once; for pictures.
    void settle();
    /// Text of the message bar; empty while it is hidden.
    [[nodiscard]] QString message() const;

Q_SIGNALS:
    /// A setting changed that must survive even if the program is killed.
    void settingsChanged();
    /// Nothing was sent; error: why (also in the message bar).
    void sendFailed(const retryscope::io::Error& error);

protected:
    void closeEvent(QCloseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    /// How a room is reached.
    struct RoomEntry
    {
        Room room;
        QAction* action;
        const char* icon;
        const char* panel; ///< as showPanel() takes it
    };
    [[nodiscard]] std::vector<RoomEntry> roomEntries() const;
    void layOut();
    void connectActions();
    void connectSwitches();
    void displaySwitches();
    void connectRooms();
    void connectView();
    void connectTrial();
    void offerMapping(Place place);
    void restore();
    void remember();
    void fitToScreen();
    void restoreSession();
    void saveSession();
    void keepRun(io::IfThere ifThere);
    void offerToSave(const QString& why);
    /// What a real client does: kept as a run, saved, shown, compared, played.
    void connectRecording();
    void keepRecording();
    /// what: a sentence to show, with an offer to undo it; empty: none.
    void takeGrouping(const QString& what);
    /// What a person made of one recording, in the history: the last version alone.
    struct KeptGrouping
    {
        QString id; ///< empty: none, or it equals a run that was there before
        bool isBusy = false;
        std::optional<RunRecord> waiting; ///< a later version, to be kept after the one under way
    };
    void keepGrouping(const std::shared_ptr<KeptGrouping>& kept, const RunRecord& record);
    void saveRecording();
    /// write: absent: as a record that can be opened again.
    void saveRecord(const QString& path, RunRecord record, const std::function<void()>& then,
                    const io::WriteRun& write = {});
    /// In place of the run that is shown.
    void showRecording();
    /// A recording of a file or of the history in the room Record. False: it is a run of ours, or a recording
    /// goes on there.
    bool openRecording(const RunRecord& record, const QString& name);
    void sendRecordedAgain(Place place);
    void displayRecording();
    void displaySave();
    /// Runs that were under way when the program was killed come into the history.
    void recoverRuns();
    void openSettings();
    void askToClearRuns();
    /// A run of the history, in the Send room.
    void showStoredRun(const QString& id);
    /// The same at the start, in whatever room that begins with.
    void restoreShownRun(const QString& id);
    /// The room that has most to show of it.
    Room displayStoredRun(const QString& id, RunRecord record);
    /// Reads in the background, with a bar once it takes long. The caller deletes it.
    [[nodiscard]] io::FileWork* beginOpening(const QString& name);
    void cancelOpening();
    void escape();
    void focusRoom();
    void displayEscape();
    void displayHistory();
    void displayRun();
    void displaySummary();
    void takePasted(const QString& text);
    void paste();
    void applyTheme();
    void applyZoom();
    [[nodiscard]] bool isWindowKey(const QKeySequence& pressed) const;
    [[nodiscard]] ThemeChoice theme() const;
    [[nodiscard]] int textSize() const;
    void showTerm(const QString& term);
    void askForFile();
    void save();
    void saveAs();
    io::Result<io::Done> showOpened(const QString& path, io::Result<io::OpenedFile> opened);
    /// What somebody's client or proxy is told of retries.
    void showConfiguration(const QString& text);
    /// text: of another program's file with its requests.
    void importText(const QString& text);
    [[nodiscard]] std::function<void(io::Result<io::OpenedFile>)> showWhenOpened(const QString& path,
                                                                                 io::FileWork* work);
    void tellAboutImport();
    void showImportNotes();
    void saveTo(const QString& path);
    /// ending: of the chosen format; empty: the user chooses it in the dialog. scale: of a png.
    void askForExport(const QString& ending, int scale = 2);
    void exportTo(const QString& file, int scale);
    void saveScenario();
    void savePolicy();
    [[nodiscard]] NameUse useOfName(const QString& name, const QString& exceptFile = {}) const;
    /// exceptFile: may be replaced without a word; empty: none.
    void askForPolicyName(const QString& proposed, const QString& exceptFile,
                          std::function<void(const QString& name)> then);
    void askToRenamePolicy(const QString& file);
    void askToRemovePolicy(const QString& file);
    bool removePolicy(const QString& file);
    void reloadPolicies();
    /// As one of the user's own, in use from now on.
    void keepPolicy(const Policy& own);
    /// The same for one that was made of a configuration; it takes no other's place.
    void keepImported(Policy policy);
    void rememberFile(const QString& path);
    void displayTitle();
    void explainTerms();
    void explainProgram();

    Services m_services;
    WindowActions* m_actions;
    Rail* m_rail;
    Rooms* m_rooms;
    SendRoom* m_send;
    StatusLine* m_status;
    QPointer<io::FileWork> m_opening; ///< the large file that is being read
    QString m_recordFile;             ///< where the shown record was saved or opened; empty for a new run
    QFont m_systemFont;               ///< of the application, before the text size that the user chose
    std::optional<ThemeChoice> m_themeForNow; ///< of the command line
    std::optional<int> m_textSizeForNow;
    bool m_isApplyingTheme = false;
    QTimer* m_sessionTimer;
    HistoryJournal* m_journal; ///< of the run that goes on
    HistoryJournal* m_recordingJournal;
    bool m_isRecordingKept = true;
    bool m_saidNotKept = false; ///< that a run has no place in the history
    QString m_recordingRun;     ///< id in the history of the last recording; empty while it is not there
    std::shared_ptr<KeptGrouping> m_grouping = std::make_shared<KeptGrouping>(); ///< of that recording
    QString m_recordingFile; ///< where the recording that the room shows was opened; empty: nowhere
    QString m_shownRun;      ///< id in the history; empty while it is not there
    bool m_mustBeMaximised = false;
};

} // namespace retryscope::ui
