// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHash>
#include <QTcpServer>
#include <QTcpSocket>

namespace retryscope::test {

/// A small proxy on loopback: HTTP (CONNECT and absolute form) or SOCKS 5. It forwards to 127.0.0.1 whatever
/// host it is asked for, so that no name needs to exist.
class TestProxy : public QObject
{
    Q_OBJECT
public:
    enum class Kind { Http, Socks5 };
    explicit TestProxy(Kind kind, QObject* parent = nullptr);

    [[nodiscard]] quint16 port() const { return m_server.serverPort(); }
    void refuseWith(QByteArray response) { m_refusal = std::move(response); }
    void demandPassword(QByteArray userAndPassword) { m_credentials = std::move(userAndPassword); }

    [[nodiscard]] int connections() const { return m_connections; }
    [[nodiscard]] const QByteArray& lastHead() const { return m_lastHead; } ///< HTTP
    [[nodiscard]] const QByteArray& lastRequest() const
    {
        return m_lastRequest;
    } ///< SOCKS: the request's bytes

private:
    struct Client
    {
        QByteArray received;
        QTcpSocket* upstream = nullptr;
        int stage = 0; ///< SOCKS: greeting, password, request
    };

    void onConnection();
    void onBytes(QTcpSocket* socket);
    void onHttp(QTcpSocket* socket, Client& client);
    void onSocks(QTcpSocket* socket, Client& client);
    void onSocksRequest(QTcpSocket* socket, Client& client);
    void forward(QTcpSocket* socket, Client& client, quint16 port, const QByteArray& response,
                 const QByteArray& first);

    Kind m_kind;
    QByteArray m_refusal;
    QByteArray m_credentials;
    int m_connections = 0;
    QByteArray m_lastHead;
    QByteArray m_lastRequest;
    QHash<QTcpSocket*, Client> m_clients;
    QTcpServer m_server; ///< last: its sockets report their end while it goes
};

} // namespace retryscope::test
