// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/app/program.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QUrl>

#include <utility>

namespace retryscope::test {

/// Responds to every request with these bytes; none: never responds.
class PlainServer : public QTcpServer
{
public:
    explicit PlainServer(QByteArray response) : m_response(std::move(response))
    {
        connect(this, &QTcpServer::newConnection, this, &PlainServer::accept);
        m_isListening = listen(QHostAddress::LocalHost);
    }
    [[nodiscard]] bool isReady() const { return m_isListening; }
    [[nodiscard]] QString url() const { return QStringLiteral("http://127.0.0.1:%1/").arg(serverPort()); }
    [[nodiscard]] int requests() const { return m_requests; }

private:
    void accept()
    {
        QTcpSocket* socket = nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(*socket); });
    }
    void read(QTcpSocket& socket)
    {
        if (socket.readAll().contains("\r\n\r\n")) {
            ++m_requests;
            socket.write(m_response);
        }
    }

    QByteArray m_response;
    int m_requests = 0;
    bool m_isListening = false;
};

/// One exchange with a server; the response as it came.
inline QByteArray exchange(const QUrl& url, const QByteArray& request)
{
    QTcpSocket socket;
    socket.connectToHost(url.host(), static_cast<quint16>(url.port()));
    if (!socket.waitForConnected()) {
        return {};
    }
    socket.write(request);
    QByteArray response;
    while (!response.contains("\r\n\r\n") && socket.waitForReadyRead()) {
        response += socket.readAll();
    }
    return response;
}

/// Runs the program while the servers of this process respond.
inline ProgramResult runBeside(const QStringList& arguments)
{
    QProcess process;
    startProgram(process, arguments);
    const bool isOver =
        QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; }, 60'000);
    return isOver ? finish(process) : ProgramResult{};
}

} // namespace retryscope::test
