// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

#include <memory>

namespace retryscope::test {

/// What a proxy does beside, or instead of, handing on.
enum class Misdeed {
    None,         ///< every byte as it comes; a broken origin becomes its own 502
    NamesIt429,   ///< a 503 becomes its own 429 whose body is named 429
    DropsFields,  ///< without Retry-After
    Cuts,         ///< only the first half of each body, under the length of it
    AsksFirst,    ///< `GET /auth` at the origin with the request's header fields; what is no 200 becomes 500
    AddsPrefix,   ///< passes every path on below `/inner`
    SendsAgain,   ///< once more where the origin ends without a byte
    SendsForEver, ///< again and again
    Hangs,        ///< never responds
    Babbles,      ///< responds with what is no HTTP
    Refuses,      ///< responds 403 without asking
    Crashes,      ///< at its third request
};

/// A small reverse proxy on loopback that does one thing wrong. One request for each connection.
class MisbehavingProxy : public QTcpServer
{
public:
    explicit MisbehavingProxy(Misdeed misdeed) : m_misdeed(misdeed)
    {
        connect(this, &QTcpServer::newConnection, this, &MisbehavingProxy::acceptAll);
        m_isReady = listen(QHostAddress::LocalHost);
    }
    [[nodiscard]] bool isReady() const { return m_isReady; }
    [[nodiscard]] QString url() const { return QStringLiteral("http://127.0.0.1:%1").arg(serverPort()); }
    void setMisdeed(Misdeed misdeed) { m_misdeed = misdeed; }
    /// HOST:PORT
    void setOrigin(const QString& address) { m_origin = address; }

private:
    /// One request and what became of it.
    struct Exchange
    {
        QPointer<QTcpSocket> client;
        QByteArray request;
        QByteArray response;
        bool isSent = false; ///< something went to the client
    };

    void acceptAll()
    {
        while (QTcpSocket* client = nextPendingConnection()) {
            auto exchange = std::make_shared<Exchange>();
            exchange->client = client;
            connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
            connect(client, &QTcpSocket::readyRead, this, [this, exchange] { read(exchange); });
        }
    }

    void read(const std::shared_ptr<Exchange>& exchange)
    {
        exchange->request += exchange->client->readAll();
        const qsizetype end = exchange->request.indexOf("\r\n\r\n");
        if (end < 0 || exchange->isSent) {
            return;
        }
        const qsizetype field = exchange->request.toLower().indexOf("content-length:");
        const qsizetype begin = field + static_cast<qsizetype>(qstrlen("content-length:"));
        const qsizetype length = field < 0 || field > end
                                     ? 0
                                     : exchange->request.mid(begin, 20).simplified().split(' ')[0].toInt();
        if (exchange->request.size() >= end + 4 + length) {
            exchange->isSent = true;
            misbehave(exchange);
        }
    }

    void misbehave(const std::shared_ptr<Exchange>& exchange)
    {
        ++m_requests;
        switch (m_misdeed) {
        case Misdeed::Hangs:
            return;
        case Misdeed::Babbles:
            respond(exchange, "\x16\x03 I am no HTTP\r\n\r\n");
            return;
        case Misdeed::Refuses:
            respond(exchange, ownPage("403 Forbidden", "<html>no</html>"));
            return;
        case Misdeed::Crashes:
            if (m_requests >= 3) {
                close();
                exchange->client->abort();
                return;
            }
            break;
        case Misdeed::AsksFirst:
            ask(exchange);
            return;
        case Misdeed::AddsPrefix:
            exchange->request.insert(exchange->request.indexOf(' ') + 1, "/inner");
            break;
        default:
            break;
        }
        forward(exchange);
    }

    static QByteArray ownPage(const QByteArray& status, const QByteArray& body)
    {
        return "HTTP/1.1 " + status +
               "\r\nServer: culprit/1.0\r\nContent-Type: text/html\r\nContent-Length: " +
               QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n" + body;
    }

    static void respond(const std::shared_ptr<Exchange>& exchange, const QByteArray& bytes)
    {
        if (exchange->client) {
            exchange->client->write(bytes);
            exchange->client->disconnectFromHost();
        }
    }

    /// As nginx does with auth_request: without the query, and without the body.
    void ask(const std::shared_ptr<Exchange>& exchange)
    {
        auto* origin = new QTcpSocket(this);
        QByteArray question = exchange->request.left(exchange->request.indexOf("\r\n\r\n") + 4);
        question.replace(0, question.indexOf("\r\n"), "GET /auth HTTP/1.0");
        connect(origin, &QTcpSocket::connected, origin, [origin, question] { origin->write(question); });
        connect(origin, &QTcpSocket::disconnected, this, [this, origin, exchange] {
            const bool isAllowed = origin->readAll().mid(9, 3) == "200";
            origin->deleteLater();
            if (isAllowed) {
                forward(exchange);
            } else {
                respond(exchange, ownPage("500 Internal Server Error", "<html>500</html>"));
            }
        });
        connectToOrigin(origin);
    }

    void connectToOrigin(QTcpSocket* origin) const
    {
        const qsizetype colon = m_origin.lastIndexOf(QLatin1Char(':'));
        origin->connectToHost(m_origin.left(colon), static_cast<quint16>(m_origin.mid(colon + 1).toInt()));
    }

    void forward(const std::shared_ptr<Exchange>& exchange)
    {
        auto* origin = new QTcpSocket(this);
        connect(origin, &QTcpSocket::connected, origin,
                [origin, exchange] { origin->write(exchange->request); });
        connect(origin, &QTcpSocket::readyRead, this, [this, origin, exchange] {
            exchange->response += origin->readAll();
            handOn(exchange);
        });
        connect(origin, &QTcpSocket::disconnected, this, [this, origin, exchange] {
            origin->deleteLater();
            finish(exchange);
        });
        connect(origin, &QTcpSocket::errorOccurred, this,
                [this, origin, exchange](QAbstractSocket::SocketError problem) {
                    if (problem == QAbstractSocket::ConnectionRefusedError) {
                        origin->deleteLater();
                        finish(exchange);
                    }
                });
        connect(exchange->client, &QTcpSocket::disconnected, origin, &QTcpSocket::abort);
        connectToOrigin(origin);
    }

    /// As much as is there, changed as the misdeed wants it.
    void handOn(const std::shared_ptr<Exchange>& exchange)
    {
        if (!exchange->client) {
            return;
        }
        if (m_misdeed == Misdeed::NamesIt429 && exchange->response.startsWith("HTTP/1.1 503")) {
            respond(exchange, ownPage("429 Too Many Requests", "<Error><Code>429</Code></Error>"));
            return;
        }
        QByteArray bytes = exchange->response;
        if (m_misdeed == Misdeed::DropsFields) {
            const qsizetype begin = bytes.indexOf("Retry-After");
            bytes.remove(begin, begin < 0 ? 0 : bytes.indexOf("\r\n", begin) + 2 - begin);
        }
        if (m_misdeed == Misdeed::Cuts) {
            const qsizetype body = bytes.indexOf("\r\n\r\n") + 4;
            bytes.chop((bytes.size() - body) / 2);
        }
        exchange->response.clear();
        m_handedOn.insert(exchange.get(), true);
        exchange->client->write(bytes);
        if (m_misdeed == Misdeed::Cuts) {
            exchange->client->disconnectFromHost();
        }
    }

    /// The origin has gone.
    void finish(const std::shared_ptr<Exchange>& exchange)
    {
        if (!exchange->client || exchange->client->state() != QAbstractSocket::ConnectedState) {
            return;
        }
        if (m_handedOn.take(exchange.get())) {
            exchange->client->disconnectFromHost();
            return;
        }
        const bool sendsAgain = m_misdeed == Misdeed::SendsForEver ||
                                (m_misdeed == Misdeed::SendsAgain && !m_sentAgain.contains(exchange.get()));
        if (sendsAgain) {
            m_sentAgain.insert(exchange.get(), true);
            forward(exchange);
            return;
        }
        respond(exchange, ownPage("502 Bad Gateway", "<html>502</html>"));
    }

    Misdeed m_misdeed;
    QString m_origin;
    bool m_isReady = false;
    int m_requests = 0;
    QHash<const Exchange*, bool> m_handedOn;
    QHash<const Exchange*, bool> m_sentAgain;
};

} // namespace retryscope::test
