// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/io/recorder/recorder_lab.h"

#include "core/facts/reason_phrase.h"
#include "core/io/endpoint/connection_end.h"

#include <QSslSocket>

#include <utility>

namespace retryscope::test {

class RawUpstream::Server final : public QTcpServer
{
public:
    std::function<void(qintptr)> accepted;

private:
    void incomingConnection(qintptr descriptor) override { accepted(descriptor); }
};

struct RawUpstream::Connection
{
    std::unique_ptr<QTcpSocket> socket;
    QByteArray received; ///< the first MiB
    QByteArray unread;
    qint64 bytes = 0;
    bool isPaused = false;
};

RawUpstream::RawUpstream(const QSslConfiguration* tls) : m_server(std::make_unique<Server>())
{
    m_server->accepted = [this, tls](qintptr descriptor) {
        accept(descriptor);
        if (tls != nullptr) {
            auto* secure = qobject_cast<QSslSocket*>(m_connections.back()->socket.get());
            secure->setSslConfiguration(*tls);
            secure->startServerEncryption();
        }
    };
    if (!m_server->listen(QHostAddress::LocalHost)) {
        qFatal("the upstream cannot listen");
    }
}

RawUpstream::~RawUpstream() = default;

void RawUpstream::accept(qintptr descriptor)
{
    m_connections.push_back(std::make_unique<Connection>());
    Connection& connection = *m_connections.back();
    connection.socket = std::make_unique<QSslSocket>();
    connection.socket->setReadBufferSize(64 * 1024);
    connection.socket->setSocketDescriptor(descriptor);
    connect(connection.socket.get(), &QTcpSocket::readyRead, this, [this, &connection] { read(connection); });
}

void RawUpstream::read(Connection& connection)
{
    if (connection.isPaused) {
        return;
    }
    constexpr qsizetype kKept = 1024 * 1024;
    const QByteArray bytes = connection.socket->readAll();
    connection.bytes += bytes.size();
    connection.received += bytes.left(kKept - connection.received.size());
    if (!respond) {
        return;
    }
    connection.unread += bytes;
    const QByteArray response = respond(connection.unread);
    connection.socket->write(response);
}

quint16 RawUpstream::port() const
{
    return m_server->serverPort();
}

std::string RawUpstream::url() const
{
    return "http://127.0.0.1:" + std::to_string(port());
}

QByteArray RawUpstream::received(int connection) const
{
    return connection < connections() ? m_connections[static_cast<std::size_t>(connection)]->received
                                      : QByteArray();
}

qint64 RawUpstream::receivedBytes(int connection) const
{
    return connection < connections() ? m_connections[static_cast<std::size_t>(connection)]->bytes : 0;
}

bool RawUpstream::isOpen(int connection) const
{
    return connection < connections() &&
           m_connections[static_cast<std::size_t>(connection)]->socket->state() ==
               QAbstractSocket::ConnectedState;
}

void RawUpstream::send(const QByteArray& bytes, int connection)
{
    QTcpSocket& socket = *m_connections[static_cast<std::size_t>(connection)]->socket;
    socket.write(bytes);
    socket.flush();
}

void RawUpstream::close(int connection)
{
    m_connections[static_cast<std::size_t>(connection)]->socket->disconnectFromHost();
}

void RawUpstream::reset(int connection)
{
    io::resetConnection(*m_connections[static_cast<std::size_t>(connection)]->socket);
}

void RawUpstream::pause(bool isPaused, int connection)
{
    Connection& paused = *m_connections[static_cast<std::size_t>(connection)];
    paused.isPaused = isPaused;
    read(paused);
}

qint64 RawUpstream::unsent(int connection) const
{
    return m_connections[static_cast<std::size_t>(connection)]->socket->bytesToWrite();
}

void RawUpstream::stopListening()
{
    m_server->close();
}

QByteArray rawResponse(int status, const QByteArray& body, const QByteArray& fields)
{
    return "HTTP/1.1 " + QByteArray::number(status) + " R\r\n" + fields +
           "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

bool takeRequest(QByteArray& unread)
{
    const qsizetype end = unread.indexOf("\r\n\r\n");
    if (end >= 0) {
        unread.remove(0, end + 4);
    }
    return end >= 0;
}

std::function<QByteArray(QByteArray&)> always(const QByteArray& response)
{
    return [response](QByteArray& unread) {
        QByteArray responses;
        while (takeRequest(unread)) {
            responses += response;
        }
        return responses;
    };
}

EndpointStep recorderStep(int status, const std::string& body)
{
    EndpointStep step;
    step.status = status;
    step.reason = reasonPhraseOf(status);
    step.body = body;
    return step;
}

Scenario recorderScenario(std::vector<EndpointStep> steps)
{
    Scenario scenario;
    scenario.id = "test";
    scenario.steps = std::move(steps);
    return scenario;
}

std::unique_ptr<io::Recorder> recorderWith(io::RecorderPlan plan)
{
    auto recorder = std::make_unique<io::Recorder>(std::move(plan));
    if (const auto started = recorder->start(); !started) {
        qFatal("%s", qPrintable(started.error().text()));
    }
    return recorder;
}

std::unique_ptr<io::Recorder> recorderFor(const RawUpstream& upstream)
{
    io::RecorderPlan plan;
    plan.upstream = upstream.url();
    return recorderWith(std::move(plan));
}

QUrl urlOf(const io::Recorder& recorder)
{
    return QUrl(recorder.url());
}

QByteArray sdkGet(const QByteArray& call, int attempt, const QByteArray& path)
{
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\namz-sdk-invocation-id: " + call +
           "\r\namz-sdk-request: attempt=" + QByteArray::number(attempt) + "; max=3\r\n\r\n";
}

int endedAttempts(const io::Recorder& recorder)
{
    int ended = 0;
    for (const CallRecord& call : recorder.record().calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            ended += attempt.isRunning ? 0 : 1;
        }
    }
    return ended;
}

const AttemptRecord& attemptOf(const io::Recorder& recorder, int number)
{
    for (const CallRecord& call : recorder.record().calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            if (number-- == 0) {
                return attempt;
            }
        }
    }
    qFatal("no such attempt");
}

} // namespace retryscope::test
