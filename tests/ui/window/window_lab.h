// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/files/library.h"
#include "core/io/files/run_store.h"
#include "core/io/files/session_store.h"
#include "core/io/live/run_controller.h"
#include "ui/window/main_window.h"

#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QWidget>

#include <memory>

QT_BEGIN_NAMESPACE
class QTcpServer;
QT_END_NAMESPACE

namespace retryscope::test {

/// A main window with everything it needs, on settings and folders of its own. Live runs go over loopback;
/// runs in virtual time take no time.
class WindowLab
{
    QTemporaryDir m_folder; // first, because the library lives in it

public:
    WindowLab();

    /// A new window on the settings as they are.
    void openWindow();
    /// The window is closed, and a new one is opened with nothing run.
    void restart();

    /// The widget or action of this name, which must exist.
    template <typename Type>
    [[nodiscard]] Type& find(const char* name) const
    {
        auto* found = window->findChild<Type*>(QString::fromLatin1(name));
        Q_ASSERT_X(found != nullptr, "WindowLab::find", name);
        return *found;
    }
    /// The room that is shown.
    [[nodiscard]] QWidget* room() const;
    /// Presses the keys that send.
    void send() const;
    /// Runs this scenario in virtual time until its run is kept.
    void simulate(const char* scenario);
    [[nodiscard]] const RunRecord& record() const { return controller.record(); }
    [[nodiscard]] const AttemptRecord& attempt(std::size_t number) const;
    /// True when a run began and has ended.
    [[nodiscard]] bool hasEnded() const { return !controller.isRunning() && !record().isEmpty(); }
    [[nodiscard]] QString path(const char* name) const
    {
        return m_folder.filePath(QString::fromLatin1(name));
    }

    io::RunController controller;
    io::Library library;
    io::SessionStore session;
    io::RunStore runs;
    io::FaultEndpoint endpoint;
    ui::Settings settings;
    std::uint64_t nextSeed = 100;
    QSize firstSize{1440, 900}; ///< whatever the screen of the test is; invalid: as the window has it
    std::unique_ptr<ui::MainWindow> window;
};

/// Handles what is pending. True when no layout asks for another one: layouts that go on for ever would keep
/// the processor busy.
[[nodiscard]] bool isAtRest();

/// Goes to every control as a user of the keyboard: with Tab, and with an arrow key through groups of
/// buttons.
class KeyWalk
{
public:
    void next();

private:
    const QWidget* m_first = nullptr; ///< of the group that the walk is in
};

/// Listens on a free port of this machine and responds to each request of one packet so; response: the bytes.
[[nodiscard]] bool listenAndRespond(QTcpServer& server, const QByteArray& response);

/// For the window program, which chooses its platform by it.
[[nodiscard]] QProcessEnvironment environmentWithoutDisplay();

} // namespace retryscope::test
