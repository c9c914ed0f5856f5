// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/main_window.h"

#include "core/io/files/library.h"
#include "core/io/live/run_controller.h"
#include "core/io/text/utf8.h"
#include "ui/endpoint/endpoint_panel.h"
#include "ui/explanation/changes_panel.h"
#include "ui/explanation/explanation_panel.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/library_items.h"
#include "ui/parts/report_view.h"
#include "ui/parts/tab_order.h"
#include "ui/policies/policies_room.h"
#include "ui/policy/policy_panel.h"
#include "ui/proxy/proxy_page.h"
#include "ui/record/record_page.h"
#include "ui/runs/runs_room.h"
#include "ui/send/run_summary.h"
#include "ui/send/run_view.h"
#include "ui/send/send_room.h"
#include "ui/send/tried_change.h"
#include "ui/theme/theme.h"
#include "ui/timeline/table/attempts_table.h"
#include "ui/timeline/table/filter_bar.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/history_journal.h"
#include "ui/window/palette.h"
#include "ui/window/rail.h"
#include "ui/window/rooms.h"
#include "ui/window/status_line.h"
#include "ui/window/window_actions.h"

#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QTimer>
#include <QVBoxLayout>

namespace retryscope::ui {

namespace {

constexpr QSize kSmallest{640, 480};

void setVisibleBy(QAction* action, QWidget* widget)
{
    QObject::connect(action, &QAction::toggled, widget, &QWidget::setVisible);
}

} // namespace

MainWindow::MainWindow(const Services& services, QWidget* parent)
    : QMainWindow(parent)
    , m_services(services)
    , m_actions(new WindowActions(*this))
    , m_rail(new Rail(m_actions->menu()))
    , m_rooms(new Rooms(services))
    , m_send(&m_rooms->send())
    , m_status(new StatusLine)
    , m_systemFont(QApplication::font())
    , m_sessionTimer(new QTimer(this))
    , m_journal(new HistoryJournal(services.runs, this))
    , m_recordingJournal(new HistoryJournal(services.runs, this))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(Theme::applicationIcon());
    setAttribute(Qt::WA_WindowPropagation);
    setAcceptDrops(true);
    qApp->installEventFilter(this);
    m_journal->follow(services.controller);
    io::Library::readAhead();
    layOut();
    connectActions();
    connectRooms();
    connectView();
    connectTrial();
    restore();
    restoreSession();
    recoverRuns();
    displayTitle();
    displayRun();
}

/// Fields that lose the focus while they go still say that they were edited.
MainWindow::~MainWindow()
{
    disconnect(m_send, nullptr, this, nullptr);
    disconnect(m_rooms, nullptr, this, nullptr);
    QApplication::setFont(m_systemFont);
}

std::vector<MainWindow::RoomEntry> MainWindow::roomEntries() const
{
    return {{Room::Send, m_actions->sendRoom, "send", "send"},
            {Room::Runs, m_actions->runs, "clock", "runs"},
            {Room::Judge, m_actions->judge, "judge", "judge"},
            {Room::Compare, m_actions->compare, "compare", "compare"},
            {Room::Bounds, m_actions->bounds, "bounds", "bounds"},
            {Room::Record, m_actions->record, "record", "record"},
            {Room::Proxy, m_actions->proxy, "proxy", "proxy"},
            {Room::Policies, m_actions->policies, "policies", "policy"}};
}

void MainWindow::layOut()
{
    m_rail->setHome(m_actions->welcome);
    for (const RoomEntry& entry : roomEntries()) {
        m_rail->addRoom(entry.action, QString::fromLatin1(entry.icon));
    }
    m_rail->addTool(m_actions->shortcuts, QStringLiteral("help"));
    m_rail->addTool(m_actions->settings, QStringLiteral("settings"));
    auto* content = new QWidget;
    auto* layout = rowIn(content, 0);
    layout->addWidget(m_rail);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(m_rooms, 1);
    column->addWidget(m_status); // beside the rail, which needs its height
    layout->addLayout(column, 1);
    setCentralWidget(content);
    // No text, however long, makes the window larger than it was made: what has no room is shortened.
    QMainWindow::layout()->setSizeConstraint(QLayout::SetNoConstraint);
    setMinimumSize(kSmallest);
    m_status->setHint(tr("%1 finds any command").arg(m_actions->palette->shortcut().toString()));
}

void MainWindow::connectActions()
{
    connect(m_actions->open, &QAction::triggered, this, &MainWindow::askForFile);
    connect(m_actions->importNotes, &QAction::triggered, this, &MainWindow::showImportNotes);
    connect(m_actions, &WindowActions::recentFileChosen, this,
            [this](const QString& file) { openInBackground({file}); });
    connect(m_actions->save, &QAction::triggered, this, &MainWindow::save);
    connect(m_actions->saveAs, &QAction::triggered, this,
            [this] { m_rooms->current() == Room::Record ? saveRecording() : saveAs(); });
    connect(m_actions->exportRun, &QAction::triggered, this, [this] { askForExport({}); });
    connect(m_actions, &WindowActions::exportChosen, this,
            [this](const QString& ending) { askForExport(ending); });
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->undo, &QAction::triggered, this, [this] {
        switch (m_rooms->current()) {
        case Room::Runs:
            return m_rooms->runs()->undo();
        case Room::Record:
            return m_rooms->recording().undo();
        default:
            return m_send->undo();
        }
    });
    connect(m_actions->redo, &QAction::triggered, this,
            [this] { m_rooms->current() == Room::Record ? m_rooms->recording().redo() : m_send->redo(); });
    connect(
        m_send, &SendRoom::policyRestored, this,
        [this](const QString& title) {
            reloadPolicies();
            m_rooms->policies().showPolicy(m_send->policyKey());
            m_status->showNote(tr("Restored %1").arg(shortened(title)));
        },
        Qt::QueuedConnection);
    connect(&m_rooms->policies(), &PoliciesRoom::pageChanged, this, &MainWindow::displayHistory);
    connect(&m_rooms->policies(), &PoliciesRoom::favouritesChanged, this, &MainWindow::settingsChanged);
    connect(m_send, &SendRoom::draftEdited, this, &MainWindow::displayHistory);
    connect(m_rooms, &Rooms::entered, this, &MainWindow::displayHistory);
    connect(m_rooms, &Rooms::undoChanged, this, &MainWindow::displayHistory);
    displayHistory();
    const auto copy = [this](QAction* action, const QString& note, auto text) {
        connect(action, &QAction::triggered, this, [this, note, text] {
            copyWithoutSecrets(text(), m_services.controller.record().header());
            m_status->showNote(note);
        });
    };
    copy(m_actions->copyAttempts, tr("Copied the attempts"),
         [this] { return m_send->view().attemptsText(); });
    copy(m_actions->copyExplanation, tr("Copied the explanation"),
         [this] { return m_send->view().explanation().text(); });
    const auto inSend = [this](QAction* action, auto then) {
        connect(action, &QAction::triggered, this, [this, then] {
            m_rooms->enter(Room::Send);
            then();
        });
    };
    inSend(m_actions->editUrl, [this] {
        m_send->setTarget(Target::UnderTest);
        m_send->bar().focusAddress();
    });
    connect(m_actions->send, &QAction::triggered, this, [this] {
        if (m_rooms->current() == Room::Proxy) {
            m_rooms->proxy().probe();
            return;
        }
        if (m_rooms->current() == Room::Record) {
            m_rooms->recording().start();
            return;
        }
        m_rooms->enter(Room::Send);
        m_send->send();
    });
    inSend(m_actions->useRun, [this] { m_send->useRun(); });
    inSend(m_actions->choosePolicy, [this] { m_send->bar().openPolicies(); });
    connectSwitches();
    inSend(m_actions->authorization, [this] { m_send->showAuthorization(); });
    inSend(m_actions->limits, [this] { m_send->showLimits(); });
    inSend(m_actions->expectations, [this] { m_send->showExpectations(); });
    inSend(m_actions->runSettings, [this] { m_send->bar().openRun(); });
    connect(m_actions->stop, &QAction::triggered, this, &MainWindow::escape);
    connect(m_actions->newSeed, &QAction::triggered, this, [this] {
        RunSettings settings = m_send->runSettings();
        settings.seed = m_services.newSeed();
        m_send->setRunSettings(settings);
    });
    connect(m_actions->resetTokens, &QAction::triggered, &m_send->bar().run(), &RunPopover::refillRequested);
    const auto goToPane = [this](bool isForward) {
        if (QWidget* main = nextPane(*centralWidget(), QApplication::focusWidget(), isForward)) {
            main->setFocus(isForward ? Qt::TabFocusReason : Qt::BacktabFocusReason);
        }
    };
    connect(m_actions->nextPane, &QAction::triggered, this, [goToPane] { goToPane(true); });
    connect(m_actions->previousPane, &QAction::triggered, this, [goToPane] { goToPane(false); });
    connect(m_actions->openMenu, &QAction::triggered, m_rail, &Rail::openMenu);
    auto* palette = new Palette(m_services, *this, *m_actions->menu());
    connect(m_actions->palette, &QAction::triggered, palette, &Palette::open);
    connect(palette, &Palette::policyChosen, &m_send->bar(), &RequestBar::policyChosen);
    connect(palette, &Palette::scenarioChosen, this, [this](const QString& key) {
        m_rooms->enter(Room::Send);
        m_send->setTarget(Target::BuiltIn);
        Q_EMIT m_send->bar().scenarioChosen(key);
    });
    connect(palette, &Palette::termChosen, this, &MainWindow::showTerm);
    connect(palette, &Palette::runChosen, this, &MainWindow::showStoredRun);
    connect(m_actions->settings, &QAction::triggered, this, &MainWindow::openSettings);
    const auto showImport = [this] {
        (void)showPanel(QStringLiteral("import"));
    };
    connect(m_actions->importPolicy, &QAction::triggered, this, showImport);
    connect(m_send, &SendRoom::importRequested, this, showImport);
    connect(m_actions->affected, &QAction::triggered, this,
            [this] { (void)showPanel(QStringLiteral("affected")); });
    connect(m_actions->welcome, &QAction::triggered, this, [this] {
        m_rooms->enter(Room::Send);
        m_send->showWelcome();
    });
    connect(m_actions->shortcuts, &QAction::triggered, this, &MainWindow::explainTerms);
    connect(m_actions->messages, &QAction::triggered, this,
            [this] { showReport(this, tr("Messages"), m_status->messages()); });
    connect(m_status, &StatusLine::messagesRequested, m_actions->messages, &QAction::trigger);
    connect(m_actions->about, &QAction::triggered, this, &MainWindow::explainProgram);
}

/// What a request has as a switch is a command, too.
void MainWindow::connectSwitches()
{
    const auto connectSwitch = [this](QAction* action, auto set) {
        connect(action, &QAction::triggered, this, [this, set](bool isOn) {
            m_rooms->enter(Room::Send);
            set(isOn);
            m_send->leaveWelcome();
            displaySwitches(); // also where nothing changed: one of the two endpoints stays checked
        });
    };
    connectSwitch(m_actions->underTest, [this](bool) { m_send->setTarget(Target::UnderTest); });
    connectSwitch(m_actions->builtIn, [this](bool) { m_send->setTarget(Target::BuiltIn); });
    connectSwitch(m_actions->virtualTime, [this](bool isOn) {
        RunSettings settings = m_send->runSettings();
        settings.isVirtual = isOn;
        m_send->setRunSettings(settings);
    });
    connectSwitch(m_actions->followRedirects, [this](bool isOn) { m_send->setFollowsRedirects(isOn); });
    connect(m_send, &SendRoom::draftEdited, this, &MainWindow::displaySwitches);
}

void MainWindow::displaySwitches()
{
    m_actions->underTest->setChecked(m_send->bar().target() == Target::UnderTest);
    m_actions->builtIn->setChecked(m_send->bar().target() == Target::BuiltIn);
    m_actions->virtualTime->setChecked(m_send->runSettings().isVirtual);
    m_actions->followRedirects->setChecked(m_send->followsRedirects());
}

void MainWindow::connectRooms()
{
    for (const RoomEntry& entry : roomEntries()) {
        connect(entry.action, &QAction::triggered, this, [this, room = entry.room] { m_rooms->enter(room); });
        connect(m_rooms, &Rooms::entered, entry.action,
                [action = entry.action, room = entry.room](Room entered) {
                    action->setChecked(entered == room);
                });
    }
    connect(m_rooms, &Rooms::entered, this, &MainWindow::displayEscape);
    connect(m_rooms, &Rooms::entered, this, &MainWindow::displaySave);
    connect(m_rooms, &Rooms::probingChanged, this, &MainWindow::displayEscape);
    connect(m_rooms, &Rooms::recordingRoomMade, this, &MainWindow::connectRecording);
    connect(m_rooms, &Rooms::openRequested, this, &MainWindow::askForFile);
    connect(m_rooms, &Rooms::runRequested, this, &MainWindow::showStoredRun);
    connect(m_rooms, &Rooms::noteFound, m_status, &StatusLine::showNote);
    connect(m_rooms, &Rooms::entered, m_status,
            [this](Room room) { m_status->setRoom(static_cast<int>(room)); });
    connect(m_rooms, &Rooms::entered, this, &MainWindow::displaySummary);
    connect(m_rooms, &Rooms::problemFound, m_status, [this](const QString& problem) {
        m_rooms->current() == Room::Proxy ? m_status->showPassingError(problem)
                                          : m_status->showError(problem);
    });
    connect(m_rooms, &Rooms::problemSettled, m_status, &StatusLine::hideError);
    m_actions->runs->setEnabled(m_services.runs != nullptr);
    connect(m_send, &SendRoom::noteFound, m_status, &StatusLine::showNote);
    connect(m_send, &SendRoom::offerFound, m_status, &StatusLine::showOffer);
    connect(m_send, &SendRoom::problemFound, m_status, &StatusLine::showError);
    connect(m_send, &SendRoom::sendFailed, this, &MainWindow::sendFailed);
    connect(m_send, &SendRoom::draftEdited, m_status, &StatusLine::hideError);
    connect(m_send, &SendRoom::starting, this, [this] {
        m_status->hideMessage();
        m_recordFile.clear();
        m_shownRun.clear();
        displayTitle();
    });
    connect(m_send, &SendRoom::openRequested, this, &MainWindow::askForFile);
    connect(m_send, &SendRoom::saveScenarioRequested, this, &MainWindow::saveScenario);
    connect(m_send, &SendRoom::exportRequested, this, [this] { askForExport({}); });
    connect(m_send, &SendRoom::importNotesRequested, m_actions->importNotes, &QAction::trigger);
    connect(m_send, &SendRoom::pasteRequested, this, &MainWindow::paste);
    connect(m_send, &SendRoom::roomRequested, this, &MainWindow::showPanel);
    connect(m_send, &SendRoom::responsePasted, m_rooms,
            [this](const QString& text) { m_rooms->judgeText(text); });
    connect(m_send, &SendRoom::configurationPasted, this, &MainWindow::showConfiguration);
    connect(m_send, &SendRoom::trafficPasted, this, &MainWindow::importText);
    connect(m_send, &SendRoom::policyChanged, m_rooms, &Rooms::refresh);
    connect(m_send, &SendRoom::policyChanged, this, &MainWindow::displaySummary);
    connect(&m_rooms->policy(), &PolicyPanel::saveRequested, this, &MainWindow::savePolicy);
    connect(&m_rooms->policies(), &PoliciesRoom::policyMade, this, &MainWindow::keepImported);
    connect(&m_rooms->policies(), &PoliciesRoom::renameRequested, this, &MainWindow::askToRenamePolicy);
    connect(&m_rooms->policies(), &PoliciesRoom::removeRequested, this, &MainWindow::askToRemovePolicy);
    io::RunController& controller = m_services.controller;
    connect(&controller, &io::RunController::started, this, &MainWindow::displayRun);
    connect(&m_send->view(), &RunView::refreshed, this, &MainWindow::displayRun);
    connect(&controller, &io::RunController::replaced, this, &MainWindow::displayRun);
    connect(&controller, &io::RunController::finished, this, &MainWindow::displayRun);
    connect(&controller, &io::RunController::simulated, this, [this](std::int64_t calls, std::int64_t all) {
        m_status->setSummary(tr("Simulating · %L1 of %L2 calls · Esc stops").arg(calls).arg(all), {});
        m_status->setProgress(calls, all);
    });
    connect(&controller, &io::RunController::finished, this, [this] { m_status->setProgress(0, 0); });
    connect(&controller, &io::RunController::finished, this, [this] { keepRun(io::IfThere::AddAgain); });
    connect(&controller, &io::RunController::finished, m_rooms, &Rooms::refresh);
    connect(&controller, &io::RunController::replaced, m_rooms, &Rooms::refresh);
}

void MainWindow::connectView()
{
    RunView& view = m_send->view();
    m_actions->addToView(view.table().columnsMenu());
    TimelineView& timeline = view.timeline();
    connect(m_actions->filterAttempts, &QAction::triggered, this, [this, &view] {
        m_rooms->enter(Room::Send);
        view.showAttempts();
        view.filterBar().open();
    });
    connect(m_actions->findInResponse, &QAction::triggered, this, [this, &view] {
        if (m_rooms->current() == Room::Policies) {
            m_rooms->policies().setFocus(); // the field that searches them
            return;
        }
        m_rooms->enter(Room::Send);
        m_actions->showDetails->setChecked(true);
        view.findInResponse();
    });
    connect(m_actions->zoomIn, &QAction::triggered, &timeline, &TimelineView::zoomIn);
    connect(m_actions->zoomOut, &QAction::triggered, &timeline, &TimelineView::zoomOut);
    connect(m_actions->zoomToFit, &QAction::triggered, &timeline, &TimelineView::zoomToFit);
    connect(m_actions->copyPicture, &QAction::triggered, &timeline, &TimelineView::copyPicture);
    connect(&timeline, &TimelineView::copied, this,
            [this] { m_status->showNote(tr("Copied the timeline as a picture")); });
    connect(&timeline, &TimelineView::exportRequested, this, &MainWindow::askForExport);
    connect(m_actions->largerText, &QAction::triggered, this, [this] { setTextSize(textSize() + 1); });
    connect(m_actions->smallerText, &QAction::triggered, this, [this] { setTextSize(textSize() - 1); });
    connect(m_actions->normalText, &QAction::triggered, this, [this] { setTextSize(0); });
    connect(m_actions, &WindowActions::themeChosen, this, &MainWindow::setTheme);
    // In a narrow window the key opens and closes it, and what is wanted beside a run stays as it is.
    connect(m_actions->showSetup, &QAction::toggled, this, [this](bool isChecked) {
        if (m_send->isSetupFolded() && isChecked != m_send->isSetupWanted()) {
            m_rooms->enter(Room::Send);
            m_send->setSetupVisible(!m_send->isSetupOpen());
            m_actions->showSetup->setChecked(m_send->isSetupWanted());
        } else {
            m_send->setSetupWanted(isChecked);
        }
    });
    setVisibleBy(m_actions->showWhy, &view.explanation());
    setVisibleBy(m_actions->showDetails, &view.detailsCard());
}

void MainWindow::connectTrial()
{
    PolicyPanel& policy = m_rooms->policy();
    ChangesPanel& changesPanel = m_send->view().explanation().changesPanel();
    changesPanel.setPresets([&library = m_services.library] { return builtInPolicies(library); });
    connect(&m_send->view(), &RunView::judgeRequested, m_rooms, &Rooms::judgeAttempt);
    const auto* tried = new TriedChange(
        m_services.controller.record(), changesPanel, policy, m_send->script(),
        [this](const QString& id) { return choosePolicy(id); }, this);
    connect(&m_send->view(), &RunView::mapRequested, this, &MainWindow::offerMapping);
    const auto showRecord = [this, &policy] {
        policy.setRecord(&m_services.controller.record());
    };
    connect(&m_services.controller, &io::RunController::replaced, this, showRecord);
    connect(&m_services.controller, &io::RunController::finished, this, showRecord);
    showRecord();
    connect(tried, &TriedChange::noteFound, m_status, &StatusLine::showNote);
    connect(tried, &TriedChange::responsePlayed, this,
            [this] { (void)showPanel(QStringLiteral("endpoint")); });
}

void MainWindow::offerMapping(Place place)
{
    const RunRecord& record = m_services.controller.record();
    const AttemptFacts& facts = record.at(place).facts;
    const ErrorName name = nameOf(record.header().policy->reading, facts);
    (void)showPanel(QStringLiteral("mapping"));
    m_rooms->policy().offerMapping(name.state == NameState::Present ? name.name : std::string(),
                                   facts.response ? facts.response->status : 0);
}

void MainWindow::send()
{
    m_send->send();
}

void MainWindow::displayRun()
{
    m_actions->setHasRecord(!m_services.controller.record().isEmpty());
    displaySave();
    displayEscape();
    displaySummary();
    m_send->displayFile(m_recordFile);
}

void MainWindow::displaySummary()
{
    const Room room = m_rooms->current();
    const bool isBeginning = m_services.controller.isRunning() && m_services.controller.record().isEmpty();
    const QString summary = room != Room::Send ? QString()
                            : isBeginning      ? tr("Running · Esc stops")
                                               : runSummaryOf(m_services.controller.record());
    const auto ready = [this, room] {
        switch (room) {
        case Room::Record:
            return m_rooms->isRecording()
                       ? tr("Recording · Esc stops · keys and signatures redacted in every file")
                       : tr("Ready · Ctrl+Enter records");
        case Room::Proxy:
            return tr("Ready · Ctrl+Enter probes");
        case Room::Send:
        case Room::Runs:
            return tr("Ready · Ctrl+Enter sends");
        case Room::Judge:
        case Room::Compare:
        case Room::Bounds:
        case Room::Policies:
            return tr("Policy in Send: %1").arg(toQString(shortNameOf(m_rooms->policy().edited())));
        }
        return QString();
    };
    m_status->setSummary(summary.isEmpty() ? ready() : summary, summary);
}

/// What is undone is to be seen: forms in Send, the policy in Policies, deletions in Runs, the grouping of
/// calls in Record.
void MainWindow::displayHistory()
{
    bool canUndo = false;
    bool canRedo = false;
    const Room room = m_rooms->current();
    if (room == Room::Record) {
        canUndo = m_rooms->recording().canUndo();
        canRedo = m_rooms->recording().canRedo();
    } else if (room == Room::Runs) {
        canUndo = m_rooms->runs() != nullptr && m_rooms->runs()->canUndo();
    } else if (room == Room::Send || (room == Room::Policies && m_rooms->policies().showsEditor())) {
        canUndo = m_send->canUndo();
        canRedo = m_send->canRedo();
    }
    m_actions->undo->setEnabled(canUndo);
    m_actions->redo->setEnabled(canRedo);
}

/// Only what no widget wanted: cards, lists, searches and drawers close themselves first.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier) {
        escape();
        return;
    }
    QMainWindow::keyPressEvent(event);
}

/// Stops what runs; else closes the message and the page of a comparison.
void MainWindow::escape()
{
    if (m_rooms->current() == Room::Proxy && m_rooms->isProbing()) {
        m_rooms->proxy().stop();
    } else if (m_rooms->current() == Room::Record && m_rooms->isRecording()) {
        m_rooms->recording().stop();
    } else if (m_services.controller.isRunning()) {
        m_services.controller.cancel();
    } else {
        m_status->hideMessage();
        if (m_rooms->current() == Room::Policies) {
            m_rooms->policies().leavePage();
        }
    }
}

void MainWindow::displayEscape()
{
    m_actions->stop->setEnabled(m_services.controller.isRunning() || m_rooms->isProbing() ||
                                m_rooms->isRecording());
}

/// To what is read or typed in the room that is shown.
void MainWindow::focusRoom()
{
    const bool isSend = m_rooms->current() == Room::Send;
    QWidget* main = isSend ? &m_send->view() : m_rooms->currentWidget();
    while (main->focusProxy() != nullptr) {
        main = main->focusProxy();
    }
    const QList<QWidget*> order = tabOrderOf(*m_rooms);
    if (isSend && !order.contains(main)) { // a run begins, and has no timeline yet
        m_send->bar().focusSend();
    } else if (QWidget* then = order.contains(main) ? main : order.value(0)) {
        then->setFocus(Qt::OtherFocusReason);
    }
}

bool MainWindow::focusNextPrevChild(bool next)
{
    QWidget* from = QApplication::focusWidget();
    if (from != nullptr && (!from->isVisible() || !from->isEnabled())) {
        focusRoom(); // Qt asks as well when what has the focus is hidden or disabled
        return true;
    }
    QWidget* then = nextInTabOrder(*this, from, next);
    if (then == nullptr) {
        return false;
    }
    then->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return true;
}

void MainWindow::paste()
{
    takePasted(QGuiApplication::clipboard()->text());
}

/// Text from the clipboard, which may be anything.
void MainWindow::takePasted(const QString& text)
{
    m_rooms->enter(Room::Send);
    m_send->take(text);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (!urls.isEmpty() && std::ranges::all_of(urls, &QUrl::isLocalFile)) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        paths += url.toLocalFile();
    }
    openInBackground(paths);
}

} // namespace retryscope::ui
