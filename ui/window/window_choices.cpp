// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the main window that the command line fills in and asks for.

#include "core/io/live/run_controller.h"
#include "ui/explanation/changes_panel.h"
#include "ui/explanation/explanation_panel.h"
#include "ui/policies/policies_room.h"
#include "ui/send/run_view.h"
#include "ui/send/send_room.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms.h"
#include "ui/window/status_line.h"
#include "ui/window/window_actions.h"

#include <QAction>

#include <algorithm>
#include <iterator>

namespace retryscope::ui {

namespace {

/// Where the names that --panel takes lead: to a room, and to a part of it.
struct PanelPlace
{
    const char* name;
    Room room;
    enum Part {
        Whole,
        Script,
        Request,
        Expectations,
        Attempts,
        Response,
        Wire,
        Log,
        Rate,
        Library,
        Affected,
        Import,
        Editor
    } part = Whole;
    int editor = 0; ///< of PolicyPanel::showPart()
};

constexpr PanelPlace kPanels[] = {{"send", Room::Send},
                                  {"request", Room::Send, PanelPlace::Request},
                                  {"endpoint", Room::Send, PanelPlace::Script},
                                  {"expectations", Room::Send, PanelPlace::Expectations},
                                  {"attempts", Room::Send, PanelPlace::Attempts},
                                  {"response", Room::Send, PanelPlace::Response},
                                  {"wire", Room::Send, PanelPlace::Wire},
                                  {"log", Room::Send, PanelPlace::Log},
                                  {"rate", Room::Send, PanelPlace::Rate},
                                  {"runs", Room::Runs},
                                  {"judge", Room::Judge},
                                  {"compare", Room::Compare},
                                  {"bounds", Room::Bounds},
                                  {"record", Room::Record},
                                  {"proxy", Room::Proxy},
                                  {"presets", Room::Policies, PanelPlace::Library},
                                  {"affected", Room::Policies, PanelPlace::Affected},
                                  {"import", Room::Policies, PanelPlace::Import},
                                  {"policy", Room::Policies, PanelPlace::Editor, 0},
                                  {"rules", Room::Policies, PanelPlace::Editor, 1},
                                  {"json", Room::Policies, PanelPlace::Editor, 2},
                                  {"about", Room::Policies, PanelPlace::Editor, 3},
                                  {"mapping", Room::Policies, PanelPlace::Editor, 4},
                                  {"code", Room::Policies, PanelPlace::Editor, 5}};

} // namespace

io::Result<io::Done> MainWindow::chooseScenario(const QString& idOrFile)
{
    return m_send->chooseScenario(idOrFile);
}

io::Result<io::Done> MainWindow::choosePolicy(const QString& idOrFile)
{
    return m_send->choosePolicy(idOrFile);
}

void MainWindow::setUrl(const QString& url)
{
    m_send->setUrl(url);
}

void MainWindow::setSeed(std::uint64_t seed)
{
    RunSettings settings = m_send->runSettings();
    settings.seed = seed;
    settings.keepsSeed = true;
    m_send->setRunSettings(settings);
}

void MainWindow::setVirtual(bool isVirtual)
{
    RunSettings settings = m_send->runSettings();
    settings.isVirtual = isVirtual;
    m_send->setRunSettings(settings);
}

void MainWindow::setCalls(int calls, int clients)
{
    RunSettings settings = m_send->runSettings();
    settings.calls = calls;
    settings.clients = clients;
    m_send->setRunSettings(settings);
}

QStringList MainWindow::panelNames()
{
    QStringList names;
    for (const PanelPlace& place : kPanels) {
        names += QString::fromLatin1(place.name);
    }
    return names;
}

bool MainWindow::showPanel(const QString& name)
{
    const auto* place =
        std::find_if(std::begin(kPanels), std::end(kPanels),
                     [&name](const PanelPlace& candidate) { return name == QLatin1String(candidate.name); });
    if (place == std::end(kPanels)) {
        return false;
    }
    m_rooms->enter(place->room);
    if (place->part == PanelPlace::Script || place->part == PanelPlace::Request ||
        place->part == PanelPlace::Expectations) {
        m_actions->showSetup->setChecked(true);
        place->part == PanelPlace::Script    ? m_send->showScript()
        : place->part == PanelPlace::Request ? m_send->showRequest()
                                             : m_send->showExpectations();
    } else if (place->part == PanelPlace::Library) {
        m_rooms->policies().showLibrary();
    } else if (place->part == PanelPlace::Affected) {
        m_rooms->policies().showAffected();
    } else if (place->part == PanelPlace::Import) {
        m_rooms->policies().showImport();
    } else if (place->part == PanelPlace::Editor) {
        m_rooms->policies().showEditor(place->editor);
    } else if (place->part != PanelPlace::Whole) {
        m_send->leaveWelcome();
        m_actions->showDetails->setChecked(true);
        RunView& view = m_send->view();
        place->part == PanelPlace::Attempts   ? view.showAttempts()
        : place->part == PanelPlace::Response ? view.showResponse()
        : place->part == PanelPlace::Wire     ? view.showWire()
        : place->part == PanelPlace::Rate     ? view.showRate()
                                              : view.showLog();
    }
    return true;
}

void MainWindow::settle()
{
    m_send->view().explanation().changesPanel().computeNow();
}

QString MainWindow::message() const
{
    const QString problem = m_send->bar().addressProblem();
    return !problem.isEmpty() ? problem : m_status->text();
}

} // namespace retryscope::ui
