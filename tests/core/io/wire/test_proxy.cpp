// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/io/wire/test_proxy.h"

#include <QUrl>

namespace retryscope::test {

namespace {

/// Bytes that the proxy holds for a server which has not taken them: like a real one it then reads no
/// further, so that a client does not get rid of a large body that the server never read.
constexpr qint64 kHeldBytes = qint64{64} * 1024;

void relay(QTcpSocket* client, QTcpSocket* upstream)
{
    if (upstream->bytesToWrite() < kHeldBytes) {
        upstream->write(client->read(kHeldBytes));
    }
}

} // namespace

TestProxy::TestProxy(Kind kind, QObject* parent) : QObject(parent), m_kind(kind)
{
    connect(&m_server, &QTcpServer::newConnection, this, &TestProxy::onConnection);
    m_server.listen(QHostAddress::LocalHost);
}

void TestProxy::onConnection()
{
    while (QTcpSocket* socket = m_server.nextPendingConnection()) {
        ++m_connections;
        socket->setReadBufferSize(kHeldBytes);
        m_clients.insert(socket, {});
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { onBytes(socket); });
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
            m_clients.remove(socket);
            socket->deleteLater();
        });
    }
}

void TestProxy::onBytes(QTcpSocket* socket)
{
    Client& client = m_clients[socket];
    if (client.upstream != nullptr) {
        relay(socket, client.upstream);
        return;
    }
    client.received += socket->readAll();
    if (m_kind == Kind::Http) {
        onHttp(socket, client);
    } else {
        onSocks(socket, client);
    }
}

void TestProxy::onHttp(QTcpSocket* socket, Client& client)
{
    const qsizetype end = client.received.indexOf("\r\n\r\n");
    if (end < 0) {
        return;
    }
    m_lastHead = client.received.first(end + 4);
    if (!m_credentials.isEmpty() &&
        !m_lastHead.contains("Proxy-Authorization: Basic " + m_credentials.toBase64())) {
        socket->write("HTTP/1.1 407 Who Are You\r\nContent-Length: 0\r\n\r\n");
        return;
    }
    if (!m_refusal.isEmpty()) {
        socket->write(m_refusal);
        return;
    }
    const QList<QByteArray> words = m_lastHead.first(m_lastHead.indexOf("\r\n")).split(' ');
    const bool isTunnel = words[0] == "CONNECT";
    const QUrl url(QString::fromLatin1(isTunnel ? "http://" + words[1] : words[1]));
    forward(socket, client, static_cast<quint16>(url.port(80)),
            isTunnel ? QByteArray("HTTP/1.1 200 Connection established\r\n\r\n") : QByteArray(),
            isTunnel ? QByteArray() : client.received);
}

void TestProxy::onSocks(QTcpSocket* socket, Client& client)
{
    if (client.stage == 0 && client.received.size() >= 2 + client.received[1]) {
        const char method = m_credentials.isEmpty() ? '\x00' : '\x02';
        client.stage = m_credentials.isEmpty() ? 2 : 1;
        client.received.clear();
        socket->write(QByteArray("\x05", 1) + method);
    } else if (client.stage == 1) {
        const qsizetype user = client.received[1];
        const QByteArray given = client.received.mid(2, user) + ':' + client.received.mid(3 + user);
        client.received.clear();
        client.stage = 2;
        socket->write(given == m_credentials ? QByteArray::fromHex("0100") : QByteArray::fromHex("0101"));
    } else if (client.stage == 2 && client.received.size() >= 10) {
        onSocksRequest(socket, client);
    }
}

void TestProxy::onSocksRequest(QTcpSocket* socket, Client& client)
{
    m_lastRequest = client.received;
    if (!m_refusal.isEmpty()) {
        socket->write(m_refusal);
        return;
    }
    const auto high = static_cast<unsigned char>(m_lastRequest[m_lastRequest.size() - 2]);
    const auto low = static_cast<unsigned char>(m_lastRequest[m_lastRequest.size() - 1]);
    forward(socket, client, static_cast<quint16>(high << 8U | low),
            QByteArray::fromHex("05000001000000000000"), {});
}

void TestProxy::forward(QTcpSocket* socket, Client& client, quint16 port, const QByteArray& response,
                        const QByteArray& first)
{
    client.upstream = new QTcpSocket(socket);
    QTcpSocket* upstream = client.upstream;
    connect(upstream, &QTcpSocket::connected, socket, [socket, response] { socket->write(response); });
    connect(upstream, &QTcpSocket::readyRead, socket,
            [socket, upstream] { socket->write(upstream->readAll()); });
    connect(upstream, &QTcpSocket::bytesWritten, socket, [socket, upstream] { relay(socket, upstream); });
    connect(upstream, &QTcpSocket::disconnected, socket, [socket] { socket->disconnectFromHost(); });
    upstream->connectToHost(QHostAddress::LocalHost, port);
    upstream->write(first);
}

} // namespace retryscope::test
