// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/io/wire/misbehaving_server.h"

#include <QSslCertificate>
#include <QSslSocket>
#include <QTcpSocket>
#include <QTimer>

#include <sys/socket.h>

namespace retryscope::test {

namespace {

/// Closing then sends a RST instead of a FIN.
void reset(QTcpSocket* socket)
{
    const linger atOnce{1, 0};
    ::setsockopt(static_cast<int>(socket->socketDescriptor()), SOL_SOCKET, SO_LINGER, &atOnce, sizeof atOnce);
    socket->abort();
}

qint64 announcedBody(const QByteArray& head)
{
    for (const QByteArray& line : head.split('\n')) {
        if (line.toLower().startsWith("content-length:")) {
            return line.mid(15).trimmed().toLongLong();
        }
    }
    return 0;
}

} // namespace

MisbehavingServer::MisbehavingServer(QObject* parent) : QObject(parent) {}

bool MisbehavingServer::listenPlain()
{
    m_server = std::make_unique<QTcpServer>();
    connect(m_server.get(), &QTcpServer::newConnection, this, &MisbehavingServer::onConnection);
    return m_server->listen(QHostAddress::LocalHost);
}

bool MisbehavingServer::listenTls(const QSslConfiguration& configuration)
{
    auto server = std::make_unique<QSslServer>();
    server->setSslConfiguration(configuration);
    m_server = std::move(server);
    connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, this, &MisbehavingServer::onConnection);
    return m_server->listen(QHostAddress::LocalHost);
}

void MisbehavingServer::setScript(QList<Behaviour> script)
{
    m_script = std::move(script);
    m_position = 0;
}

quint16 MisbehavingServer::port() const
{
    return m_server->serverPort();
}

void MisbehavingServer::onConnection()
{
    while (QTcpSocket* socket = m_server->nextPendingConnection()) {
        ++m_connections;
        m_received[socket] = {};
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { onBytes(socket); });
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
            m_received.erase(socket);
            socket->deleteLater();
        });
        onBytes(socket);
    }
}

const Behaviour& MisbehavingServer::next() const
{
    return m_script.at(std::min(m_position, m_script.size() - 1));
}

void MisbehavingServer::onBytes(QTcpSocket* socket)
{
    QByteArray& received = m_received[socket];
    received += socket->readAll();
    const qsizetype end = received.indexOf("\r\n\r\n");
    if (end < 0) {
        return;
    }
    const QByteArray head = received.first(end + 4);
    const qint64 body = announcedBody(head);
    if (!next().beforeBody && received.size() < head.size() + body) {
        return;
    }
    m_lastHead = head;
    const auto* secure = qobject_cast<QSslSocket*>(socket);
    m_lastClient = secure == nullptr
                       ? QString()
                       : secure->peerCertificate().subjectInfo(QSslCertificate::CommonName).value(0);
    m_lastBodySize = received.size() - head.size();
    received.clear();
    act(socket);
}

void MisbehavingServer::act(QTcpSocket* socket)
{
    const Behaviour behaviour = next();
    ++m_requests;
    ++m_position;
    socket->write(behaviour.bytes);
    socket->flush();
    switch (behaviour.ending) {
    case Behaviour::Ending::KeepOpen:
        break;
    case Behaviour::Ending::Fin:
        socket->disconnectFromHost();
        break;
    case Behaviour::Ending::BareFin:
        ::shutdown(static_cast<int>(socket->socketDescriptor()), SHUT_WR);
        break;
    case Behaviour::Ending::Reset:
        if (behaviour.resetsLater) {
            QTimer::singleShot(50, socket, [socket] { reset(socket); });
        } else {
            reset(socket);
        }
        break;
    }
}

void MisbehavingServer::resetAll()
{
    const auto sockets = m_received;
    for (const auto& [socket, bytes] : sockets) {
        reset(socket);
    }
}

void MisbehavingServer::closeAll()
{
    const auto sockets = m_received;
    for (const auto& [socket, bytes] : sockets) {
        socket->disconnectFromHost();
    }
}

QByteArray response(int status, const QByteArray& body, const QByteArray& moreHeaders)
{
    return "HTTP/1.1 " + QByteArray::number(status) +
           " Reason\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n" + moreHeaders + "\r\n" +
           body;
}

} // namespace retryscope::test
