// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/window/window_lab.h"

#include "core/io/live/event_loop_scheduler.h"
#include "core/io/wire/wire_transport.h"
#include "ui/parts/tab_order.h"
#include "ui/window/page_area.h"

#include <QApplication>
#include <QHostAddress>
#include <QStackedWidget>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

namespace retryscope::test {

namespace {

/// Counts what makes a layout begin anew.
class LayoutRequests : public QObject
{
public:
    LayoutRequests() { qApp->installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        count += event->type() == QEvent::LayoutRequest ? 1 : 0;
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

WindowLab::WindowLab()
    : controller({.transport = [] { return std::make_unique<io::WireTransport>(); },
                  .scheduler =
                      [] {
                          return std::make_unique<io::EventLoopScheduler>();
                      }})
    , library(m_folder.filePath(QStringLiteral("data")))
    , session(m_folder.filePath(QStringLiteral("data")))
    , runs(m_folder.filePath(QStringLiteral("data/runs")))
{
    openWindow();
    window->showPanel(QStringLiteral("endpoint")); // past the welcome, as most of its life
}

void WindowLab::openWindow()
{
    window.reset();
    window = std::make_unique<ui::MainWindow>(
        ui::Services{.controller = controller,
                     .library = library,
                     .endpoint = endpoint,
                     .settings = settings,
                     .session = &session,
                     .runs = &runs,
                     .retrySettings = [] { return resolveRetrySettings({}); },
                     .newSeed =
                         [this] {
                             return nextSeed++;
                         }});
    if (settings.geometry.isEmpty() && firstSize.isValid()) {
        window->setSize(firstSize);
    }
    window->show();
    window->activateWindow();
    if (!QTest::qWaitForWindowActive(window.get())) {
        qFatal("the window does not become active, so shortcuts would do nothing");
    }
}

QWidget* WindowLab::room() const
{
    return dynamic_cast<ui::PageArea&>(*find<QStackedWidget>("rooms").currentWidget()).widget();
}

void WindowLab::restart()
{
    window->close();
    controller.setRecord({});
    openWindow();
}

void WindowLab::simulate(const char* scenario)
{
    const auto kept = runs.list().value().runs.size();
    QVERIFY(window->chooseScenario(QString::fromLatin1(scenario)).ok());
    window->setVirtual(true);
    send();
    QTRY_VERIFY(hasEnded());
    QTRY_COMPARE(runs.list().value().runs.size(), kept + 1);
}

void WindowLab::send() const
{
    QTest::keyClick(window.get(), Qt::Key_Return, Qt::ControlModifier);
}

const AttemptRecord& WindowLab::attempt(std::size_t number) const
{
    return record().calls().front().attempts[number - 1];
}

void KeyWalk::next()
{
    QWidget* here = QApplication::focusWidget();
    const QWidget* inGroup = ui::nextInTabGroup(here, true);
    if (inGroup != nullptr && inGroup != m_first && inGroup != here) {
        m_first = m_first == nullptr ? here : m_first;
        QTest::keyClick(here, Qt::Key_Right);
    } else {
        m_first = nullptr;
        QTest::keyClick(here, Qt::Key_Tab);
    }
}

bool isAtRest()
{
    QCoreApplication::processEvents();
    const LayoutRequests requests;
    QCoreApplication::processEvents();
    return requests.count == 0;
}

bool listenAndRespond(QTcpServer& server, const QByteArray& response)
{
    QObject::connect(&server, &QTcpServer::newConnection, &server, [&server, response] {
        QTcpSocket* socket = server.nextPendingConnection();
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket, response] {
            if (socket->readAll().contains("\r\n\r\n")) {
                socket->write(response);
            }
        });
    });
    return server.listen(QHostAddress::LocalHost);
}

QProcessEnvironment environmentWithoutDisplay()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* variable : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"}) {
        environment.remove(QString::fromLatin1(variable));
    }
    return environment;
}

} // namespace retryscope::test
