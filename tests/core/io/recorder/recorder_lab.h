// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/recorder/recorder.h"
#include "core/io/wire/tcp_probe.h"
#include "tests/core/io/endpoint/raw_client.h"

#include <QSslConfiguration>
#include <QTcpServer>
#include <QTcpSocket>

#include <functional>
#include <memory>
#include <vector>

namespace retryscope::test {

/// A server of bare bytes: each connection shows what arrived and does what the test says.
class RawUpstream : public QObject
{
    Q_OBJECT
public:
    /// tls: its connections are encrypted.
    explicit RawUpstream(const QSslConfiguration* tls = nullptr);
    ~RawUpstream() override;

    /// Called with everything that has arrived on a connection and was not taken yet; what it returns is
    /// sent. It takes from the bytes what it has read.
    std::function<QByteArray(QByteArray& unread)> respond;

    [[nodiscard]] quint16 port() const;
    [[nodiscard]] std::string url() const; ///< `http://127.0.0.1:PORT`
    [[nodiscard]] int connections() const { return static_cast<int>(m_connections.size()); }
    [[nodiscard]] QByteArray received(int connection = 0) const;
    [[nodiscard]] qint64 receivedBytes(int connection = 0) const;
    [[nodiscard]] bool isOpen(int connection = 0) const;
    void send(const QByteArray& bytes, int connection = 0);
    /// With a FIN, once everything has left.
    void close(int connection = 0);
    /// With a RST.
    void reset(int connection = 0);
    /// Reads nothing until it is told to go on.
    void pause(bool isPaused, int connection = 0);
    [[nodiscard]] qint64 unsent(int connection = 0) const;
    void stopListening();

private:
    struct Connection;
    void accept(qintptr descriptor);
    void read(Connection& connection);

    class Server;
    std::unique_ptr<Server> m_server;
    std::vector<std::unique_ptr<Connection>> m_connections;
};

/// `HTTP/1.1 STATUS R` with a Content-Length.
[[nodiscard]] QByteArray rawResponse(int status, const QByteArray& body = {}, const QByteArray& fields = {});
/// Takes one request without a body from the bytes; false while it is not whole.
[[nodiscard]] bool takeRequest(QByteArray& unread);
/// Responds to every request without a body with this.
[[nodiscard]] std::function<QByteArray(QByteArray&)> always(const QByteArray& response);

[[nodiscard]] EndpointStep recorderStep(int status, const std::string& body = {});
[[nodiscard]] Scenario recorderScenario(std::vector<EndpointStep> steps);

/// A recorder that is recording; ends the test program where it cannot.
[[nodiscard]] std::unique_ptr<io::Recorder> recorderWith(io::RecorderPlan plan);
[[nodiscard]] std::unique_ptr<io::Recorder> recorderFor(const RawUpstream& upstream);
[[nodiscard]] QUrl urlOf(const io::Recorder& recorder);
/// GET of a client that says which call and attempt this is.
[[nodiscard]] QByteArray sdkGet(const QByteArray& call, int attempt, const QByteArray& path = "/");

/// Attempts of the record that have ended.
[[nodiscard]] int endedAttempts(const io::Recorder& recorder);
/// The n-th attempt over all calls, in the order of the record.
[[nodiscard]] const AttemptRecord& attemptOf(const io::Recorder& recorder, int number = 0);

} // namespace retryscope::test
