// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/simulate/scenario.h"

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QUrl>

#include <memory>

namespace retryscope::io {

/// One request as the endpoint saw it; for the log, the window and the counts that prove
/// one attempt is one request.
struct ReceivedRequest
{
    int number = 0;     ///< from 1, over the life of the endpoint
    int connection = 0; ///< from 1
    int call = 1;
    WallTime at{0};
    std::string method;
    std::string target;
    Headers headers;
    std::string body; ///< bounded
    std::int64_t bodyBytes = 0;
    std::string step; ///< what was answered: `503`, `reset`, …
};

/// A scenario while it is played. Its rate limits hold for all endpoints that play it.
class PlayedScenario
{
public:
    explicit PlayedScenario(Scenario scenario);
    PlayedScenario(const PlayedScenario&) = delete;
    PlayedScenario& operator=(const PlayedScenario&) = delete;

    [[nodiscard]] const Scenario& scenario() const { return m_scenario; }
    /// What answers a request that would meet this step, which is one of the scenario's, now.
    [[nodiscard]] const EndpointStep& pass(const EndpointStep& step);

private:
    Scenario m_scenario;
    ThrottleGate m_gate; ///< knows steps by their place, so neither moves
    QElapsedTimer m_since;
};

/// A listening port of its own on loopback that plays one scenario. Many may be open at once.
class FaultEndpoint : public QObject
{
    Q_OBJECT
public:
    explicit FaultEndpoint(QObject* parent = nullptr);
    ~FaultEndpoint() override;

    /// For foreign clients: all requests share one cursor. `refuse`, `tls-fail`, `no-host` and `no-connect`
    /// happen before a request can say which one it is, so they are accepted as the only step. port 0: any
    /// free one. seed: of the request ids. A request for another host than this machine and `hostNames` gets
    /// 421 Misdirected Request; it is neither counted nor does it use up a step.
    Result<Done> open(const Scenario& scenario, quint16 port = 0, std::uint64_t seed = 0,
                      const QStringList& hostNames = {});
    /// For a run of this program, which calls expect() before each attempt: every step can be played.
    /// An error when the machine cannot do what a step needs.
    Result<Done> openForRun(const Scenario& scenario, std::uint64_t seed = 0);
    /// The same of one scenario that several endpoints play, one for each client of the run.
    Result<Done> openForRun(std::shared_ptr<PlayedScenario> play, std::uint64_t seed);
    void close();
    /// Of the connections to come: from the first byte of a head to its end, above 0; kHeadTime else.
    void setHeadTime(Duration time);
    [[nodiscard]] bool isOpen() const;
    /// `http://127.0.0.1:PORT`; another one where the only step is tls-fail, no-host or no-connect.
    [[nodiscard]] QUrl url() const;
    [[nodiscard]] int requestCount() const;
    [[nodiscard]] int connectionCount() const;

    /// Says which attempt comes next, so that the right step responds, however often it is asked. While a
    /// `refuse` step is next, nothing listens and kept connections are closed. Returns the URL base this
    /// attempt must use.
    QUrl expect(int client, int call, int attempt);

Q_SIGNALS:
    void requestReceived(const retryscope::io::ReceivedRequest& request);
    void requestMisdirected(const QString& host); ///< to this host, which is not ours

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace retryscope::io
