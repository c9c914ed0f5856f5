// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/io/wire/foreign_server.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTcpSocket>

namespace retryscope::test {

namespace {

/// nginx stands where only the administrator's path leads.
QString pathOf(const QString& program)
{
    const QString found = QStandardPaths::findExecutable(program);
    return found.isEmpty() ? QStandardPaths::findExecutable(
                                 program, {QStringLiteral("/usr/sbin"), QStringLiteral("/usr/local/sbin")})
                           : found;
}

bool responsesOn(quint16 port)
{
    QTcpSocket probe;
    probe.connectToHost(QHostAddress::LocalHost, port);
    return probe.waitForConnected(1000);
}

} // namespace

ForeignServer::~ForeignServer()
{
    m_process.kill();
    m_process.waitForFinished();
}

bool ForeignServer::isInstalled(const QString& program)
{
    return !pathOf(program).isEmpty();
}

quint16 ForeignServer::freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : quint16(0);
}

QString ForeignServer::start(const QString& program, const QStringList& arguments, quint16 port)
{
    m_process.setWorkingDirectory(folder());
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.start(pathOf(program), arguments);
    const QDeadlineTimer deadline(std::chrono::seconds{20});
    while (m_process.state() != QProcess::NotRunning && !deadline.hasExpired()) {
        if (responsesOn(port)) {
            return {};
        }
        m_process.waitForFinished(20); // gives it time, and notices when it gives up
    }
    return program + QStringLiteral(" does not listen: ") + QString::fromLocal8Bit(m_process.readAll());
}

bool ForeignServer::write(const QString& name, const QByteArray& content) const
{
    QFile file(m_folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

} // namespace retryscope::test
