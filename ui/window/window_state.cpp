// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the main window that is remembered from one start to the next, and its look.

#include "core/io/files/file_work.h"
#include "core/io/files/library.h"
#include "core/io/files/run_store.h"
#include "core/io/files/session_store.h"
#include "core/io/live/run_controller.h"
#include "core/io/text/utf8.h"
#include "ui/explanation/explanation_panel.h"
#include "ui/parts/panes.h"
#include "ui/parts/tab_order.h"
#include "ui/parts/typed_input.h"
#include "ui/policies/policies_room.h"
#include "ui/record/record_page.h"
#include "ui/runs/runs_room.h"
#include "ui/send/draft_session.h"
#include "ui/send/run_view.h"
#include "ui/send/send_room.h"
#include "ui/theme/theme.h"
#include "ui/timeline/strips/strips.h"
#include "ui/timeline/table/attempts_table.h"
#include "ui/window/history_journal.h"
#include "ui/window/main_window.h"
#include "ui/window/rail.h"
#include "ui/window/rooms.h"
#include "ui/window/settings_dialog.h"
#include "ui/window/status_line.h"
#include "ui/window/window_actions.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScreen>
#include <QSplitter>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr QSize kFirstSize{1440, 900};
constexpr qreal kSmallestText = 6.0;

/// High contrast stays light where the system is light.
const Theme& themeFor(ThemeChoice choice, const QPalette& system)
{
    switch (choice) {
    case ThemeChoice::Light:
        return Theme::light();
    case ThemeChoice::Dark:
        return Theme::dark();
    case ThemeChoice::HighContrast:
        return Theme::highContrast(Theme::forPalette(system).isDark);
    case ThemeChoice::System:
        break;
    }
    return Theme::forPalette(system);
}

} // namespace

void MainWindow::restore()
{
    const Settings& settings = m_services.settings;
    if (settings.geometry.isEmpty() || !restoreGeometry(settings.geometry)) {
        resize(kFirstSize);
    }
    fitToScreen();
    for (QSplitter* splitter : findChildren<QSplitter*>()) {
        splitter->restoreState(settings.splitters.value(splitter->objectName()));
    }
    for (const auto& [action, isShown] : {std::pair(m_actions->showSetup, settings.showsSetup),
                                          std::pair(m_actions->showWhy, settings.showsWhy),
                                          std::pair(m_actions->showDetails, settings.showsDetails)}) {
        action->setChecked(!isShown);
        action->setChecked(isShown);
    }
    m_send->view().strips().choose(settings.strips);
    m_send->view().table().chooseColumns(settings.columns);
    m_actions->setTheme(settings.theme);
    m_actions->setRecentFiles(settings.recentFiles);
    m_send->bar().setUrlHistory(settings.urlHistory);
    applyZoom();
}

/// Never larger than the screen: what does not fit is maximised once it is shown, which always does.
void MainWindow::fitToScreen()
{
    constexpr double kShare = 0.95;
    const QRect room = screen()->availableGeometry();
    if (isMaximized() || isFullScreen()) {
        return;
    }
    m_mustBeMaximised = width() > room.width() * kShare || height() > room.height() * kShare;
    resize(size().boundedTo(room.size() * kShare));
    if (!room.contains(frameGeometry().topLeft())) {
        move(room.topLeft());
    }
}

void MainWindow::setSize(QSize size)
{
    m_mustBeMaximised = false;
    setWindowState(windowState() & ~Qt::WindowMaximized);
    resize(size);
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (std::exchange(m_mustBeMaximised, false)) {
        setWindowState(windowState() | Qt::WindowMaximized);
    }
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    constexpr int kNarrow = 1200;
    QMainWindow::resizeEvent(event);
    m_rail->setCompact(width() < kNarrow);
}

void MainWindow::remember()
{
    Settings& settings = m_services.settings;
    settings.geometry = saveGeometry();
    for (const QSplitter* splitter : findChildren<QSplitter*>()) {
        settings.splitters.insert(splitter->objectName(), Panes::unfoldedState(*splitter));
    }
    settings.showsSetup = m_actions->showSetup->isChecked();
    settings.showsWhy = m_actions->showWhy->isChecked();
    settings.showsDetails = m_actions->showDetails->isChecked();
    settings.strips = m_send->view().strips().chosen();
    settings.columns = m_send->view().table().chosenColumns();
}

/// What was typed when the program ended, however it ended.
void MainWindow::restoreSession()
{
    constexpr std::chrono::milliseconds kPause{500};
    m_sessionTimer->setSingleShot(true);
    m_sessionTimer->setInterval(kPause);
    connect(m_sessionTimer, &QTimer::timeout, this, &MainWindow::saveSession);
    io::ReadSession read;
    const bool isFirstStart = m_services.session != nullptr && !QFileInfo::exists(m_services.session->path());
    if (m_services.session != nullptr) {
        io::Result<io::ReadSession> stored = m_services.session->load();
        if (stored) {
            read = std::move(stored).value();
        } else {
            read.problems += stored.error().text();
        }
    }
    if (isFirstStart) {
        read.session.mode = io::SessionMode::Endpoint; // what most people come with is an address
    }
    const io::Session& session = read.session;
    m_send->setDraft(draftOf(session, m_send->draft(), m_services.library, &read.problems));
    m_rooms->policies().setInUse(m_send->draft().policyKey);
    m_send->setNotKept(session.notKept, session.auth);
    m_send->forgetHistory();
    if (!session.room.empty()) {
        (void)showPanel(toQString(session.room));
    }
    restoreShownRun(toQString(session.shownRun));
    // A view that the welcome hides must not have the focus: Qt would hand it on to whatever comes next.
    if (!m_send->showsWelcome()) {
        m_send->view().setFocus();
    } else if (session.mode == io::SessionMode::Endpoint && m_services.session != nullptr) {
        m_send->bar().focusAddress();
    } else {
        m_send->bar().focusSend();
    }
    if (!read.problems.isEmpty()) {
        m_status->showError(read.problems.join(QLatin1Char('\n')));
    }
    // While someone types it is saved twice a second, and not put off until they pause.
    connect(m_send, &SendRoom::draftEdited, this, [this] {
        if (!m_sessionTimer->isActive()) {
            m_sessionTimer->start();
        }
    });
    connect(m_rooms, &Rooms::entered, m_sessionTimer, qOverload<>(&QTimer::start));
}

void MainWindow::saveSession()
{
    if (m_services.session == nullptr) {
        return;
    }
    io::Session session = sessionOf(m_send->draft());
    session.notKept = m_send->notKept();
    session.auth = m_send->auth();
    for (const RoomEntry& entry : roomEntries()) {
        if (entry.room == m_rooms->current()) {
            session.room = entry.panel;
        }
    }
    session.shownRun = fromQString(m_shownRun);
    if (const auto saved = m_services.session->save(session); !saved) {
        m_status->showError(tr("Cannot save what you type: %1").arg(saved.error().text()));
    }
}

void MainWindow::openSettings()
{
    auto* dialog = new SettingsDialog(m_services, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SettingsDialog::themeChosen, this, &MainWindow::setTheme);
    connect(dialog, &SettingsDialog::zoomChosen, this, &MainWindow::setTextSize);
    connect(dialog, &SettingsDialog::clearRunsRequested, this, &MainWindow::askToClearRuns);
    dialog->open();
}

void MainWindow::askToClearRuns()
{
    const auto list = m_services.runs->list();
    const auto count = list ? list.value().runs.size() : 0;
    auto* box =
        new QMessageBox(QMessageBox::Question, tr("Delete all runs?"),
                        tr("This deletes %L1 runs from this computer, pinned ones included.").arg(count),
                        QMessageBox::Cancel, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setAttribute(Qt::WA_WindowPropagation);
    const QPushButton* remove = box->addButton(tr("Delete"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(remove, &QPushButton::clicked, this, [this] {
        const auto runs = m_services.runs->list();
        QStringList ids;
        for (const io::RunSummary& run : runs ? runs.value().runs : std::vector<io::RunSummary>()) {
            ids += run.id;
        }
        if (const auto removed = m_services.runs->remove(ids); !removed) {
            m_status->showError(removed.error().text());
            return;
        }
        m_shownRun.clear();
        m_status->showNote(tr("Deleted all runs"));
        if (m_rooms->current() == Room::Runs) {
            m_rooms->runs()->refresh();
        }
    });
    box->open();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    storeTypedInput();
    remember();
    saveSession();
    if (m_rooms->isRecording()) {
        m_rooms->recording().stop();
        keepRecording();
    }
    if (const std::optional<RunRecord> last = std::exchange(m_grouping->waiting, std::nullopt)) {
        m_grouping->isBusy = false; // its end is not waited for here
        keepGrouping(m_grouping, *last);
    }
    m_services.controller.cancel();
    QMainWindow::closeEvent(event);
}

ThemeChoice MainWindow::theme() const
{
    return m_themeForNow.value_or(m_services.settings.theme);
}

int MainWindow::textSize() const
{
    return m_textSizeForNow.value_or(m_services.settings.zoom);
}

void MainWindow::setTheme(ThemeChoice theme)
{
    m_themeForNow.reset();
    m_services.settings.theme = theme;
    m_actions->setTheme(theme);
    applyTheme();
    Q_EMIT settingsChanged();
}

void MainWindow::setThemeForNow(ThemeChoice theme)
{
    m_themeForNow = theme;
    m_actions->setTheme(theme);
    applyTheme();
}

void MainWindow::applyTheme()
{
    const QScopedValueRollback<bool> applying(m_isApplyingTheme, true);
    // Else a window with a style sheet would keep its palette and font from its children.
    QCoreApplication::setAttribute(Qt::AA_UseStyleSheetPropagationInWidgetStyles);
    const Theme& shown = themeFor(theme(), QGuiApplication::palette());
    setPalette(shown.palette());
    setStyleSheet(shown.styleSheet(QApplication::font()));
}

/// Only the application itself is told that the system's palette changed. And the keys of undo are the
/// window's, not those of the field that has the focus: a change is undone wherever it was made.
bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ApplicationPaletteChange && watched == qApp && !m_isApplyingTheme) {
        applyTheme();
    }
    if (event->type() == QEvent::FocusIn && watched == QApplication::focusWidget()) {
        noteFocusInTabGroup(QApplication::focusWidget());
    }
    if (event->type() == QEvent::KeyPress && watched == QApplication::focusWidget()) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isForward = key->key() == Qt::Key_Right || key->key() == Qt::Key_Down;
        const bool isArrow = isForward || key->key() == Qt::Key_Left || key->key() == Qt::Key_Up;
        QWidget* next = isArrow && (key->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier
                            ? nextInTabGroup(QApplication::focusWidget(), isForward)
                            : nullptr;
        if (next != nullptr) {
            next->setFocus(isForward ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return true;
        }
    }
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const auto* widget = qobject_cast<QWidget*>(watched);
        const QKeySequence pressed(key->keyCombination());
        const bool isHistory =
            m_actions->undo->shortcuts().contains(pressed) || m_actions->redo->shortcuts().contains(pressed);
        // Some platforms edit a line with Ctrl+E, Ctrl+K and others, which mean the same everywhere here.
        if ((isHistory && widget != nullptr && m_send->edits(widget)) || isWindowKey(pressed)) {
            event->ignore();
            return true;
        }
    }
    return QMainWindow::eventFilter(watched, event);
}

/// With Ctrl, of an action that works in every room; what copies, cuts and selects belongs to the field.
bool MainWindow::isWindowKey(const QKeySequence& pressed) const
{
    const auto* over = QApplication::focusWidget();
    if (over == nullptr || over->window() != this || pressed.isEmpty() ||
        !(pressed[0].keyboardModifiers() & Qt::ControlModifier)) {
        return false;
    }
    const QList<QAction*> all = actions();
    return std::ranges::any_of(all, [&](const QAction* action) {
        return action->isEnabled() && action->shortcutContext() == Qt::WindowShortcut &&
               action != m_actions->undo && action != m_actions->redo &&
               action->shortcuts().contains(pressed);
    });
}

void MainWindow::setTextSize(int points)
{
    m_textSizeForNow.reset();
    m_services.settings.zoom = std::clamp(points, -Settings::kLargestZoom, Settings::kLargestZoom);
    applyZoom();
    Q_EMIT settingsChanged();
}

void MainWindow::setTextSizeForNow(int points)
{
    m_textSizeForNow = std::clamp(points, -Settings::kLargestZoom, Settings::kLargestZoom);
    applyZoom();
}

void MainWindow::applyZoom()
{
    QFont font = m_systemFont;
    font.setPointSizeF(std::max(kSmallestText, font.pointSizeF() + textSize()));
    if (font != QApplication::font()) {
        QApplication::setFont(font);
    }
    applyTheme(); // its style sheet has the sizes of text
}

} // namespace retryscope::ui
