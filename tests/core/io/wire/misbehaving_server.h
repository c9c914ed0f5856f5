// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QSslConfiguration>
#include <QSslServer>

#include <map>

namespace retryscope::test {

/// What the server does with one request.
struct Behaviour
{
    enum class Ending { KeepOpen, Fin, Reset, BareFin }; ///< BareFin: without TLS' close_notify
    QByteArray bytes;                                    ///< sent first
    Ending ending = Ending::KeepOpen;
    bool beforeBody = false;  ///< acts as soon as the head is there, without reading the body
    bool resetsLater = false; ///< Reset only once the client has had time to fetch the bytes
};

/// Responds, cuts, resets, talks nonsense, and counts what really arrived: connections and requests.
class MisbehavingServer : public QObject
{
    Q_OBJECT
public:
    explicit MisbehavingServer(QObject* parent = nullptr);

    bool listenPlain();
    bool listenTls(const QSslConfiguration& configuration);
    void setScript(QList<Behaviour> script); ///< one per request; the last one repeats

    [[nodiscard]] quint16 port() const;
    [[nodiscard]] int connections() const { return m_connections; }
    [[nodiscard]] int requests() const { return m_requests; }
    [[nodiscard]] const QByteArray& lastHead() const { return m_lastHead; }
    /// The common name in the certificate that the client showed with the last request; empty: none.
    [[nodiscard]] const QString& lastClient() const { return m_lastClient; }
    [[nodiscard]] qint64 lastBodySize() const { return m_lastBodySize; }
    [[nodiscard]] int openSockets() const { return static_cast<int>(m_received.size()); }
    void resetAll();
    void closeAll();

private:
    void onConnection();
    void onBytes(QTcpSocket* socket);
    void act(QTcpSocket* socket);
    [[nodiscard]] const Behaviour& next() const;

    QList<Behaviour> m_script{Behaviour{}};
    std::map<QTcpSocket*, QByteArray> m_received;
    QByteArray m_lastHead;
    QString m_lastClient;
    qint64 m_lastBodySize = 0;
    int m_connections = 0;
    int m_requests = 0;
    qsizetype m_position = 0;             ///< in the script
    std::unique_ptr<QTcpServer> m_server; ///< last: its sockets report their end while it goes
};

/// A complete response with a Content-Length.
[[nodiscard]] QByteArray response(int status, const QByteArray& body, const QByteArray& moreHeaders = {});

} // namespace retryscope::test
