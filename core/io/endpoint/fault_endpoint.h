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

/// One request as received by the endpoint, for the log, the window and the check that one attempt is one
/// request.
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

/// A scenario being played. Its rate limits apply to all endpoints that play it.
class PlayedScenario
{
public:
    explicit PlayedScenario(Scenario scenario);
    PlayedScenario(const PlayedScenario&) = delete;
    PlayedScenario& operator=(const PlayedScenario&) = delete;

    [[nodiscard]] const Scenario& scenario() const { return m_scenario; }
    /// The step that responds now to a request for this step of the scenario.
    [[nodiscard]] const EndpointStep& pass(const EndpointStep& step);

private:
    Scenario m_scenario;
    ThrottleGate m_gate; ///< knows steps by their place, so neither moves
    QElapsedTimer m_since;
};

/// A listening loopback port that plays one scenario. Many can be open at the same time.
class FaultEndpoint : public QObject
{
    Q_OBJECT
public:
    explicit FaultEndpoint(QObject* parent = nullptr);
    ~FaultEndpoint() override;

    /// Opens the endpoint for other programs: all requests share one cursor. `refuse`, `tls-fail`, `no-host`
    /// and `no-connect` happen before a request arrives, so each is allowed only as the single step. port 0:
    /// any free port. seed: for request ids. A request for a host other than this machine and `hostNames`
    /// gets 421 Misdirected Request; it is not counted and uses no step.
    Result<Done> open(const Scenario& scenario, quint16 port = 0, std::uint64_t seed = 0,
                      const QStringList& hostNames = {});
    /// Opens the endpoint for a run in Retryscope, which calls expect() before each attempt, so every step
    /// can be played. Fails if the machine cannot play a step.
    Result<Done> openForRun(const Scenario& scenario, std::uint64_t seed = 0);
    /// The same for a scenario shared by several endpoints, one for each client of the run.
    Result<Done> openForRun(std::shared_ptr<PlayedScenario> play, std::uint64_t seed);
    void close();
    /// Time limit for request heads on future connections; above 0 (default: kHeadTime).
    void setHeadTime(Duration time);
    [[nodiscard]] bool isOpen() const;
    /// `http://127.0.0.1:PORT`; a different URL if the only step is tls-fail, no-host or no-connect.
    [[nodiscard]] QUrl url() const;
    [[nodiscard]] int requestCount() const;
    [[nodiscard]] int connectionCount() const;

    /// Announces the next attempt, so that the right step responds to all its requests. For a `refuse` step,
    /// stops listening and closes kept connections. Returns the base URL for this attempt.
    QUrl expect(int client, int call, int attempt);

Q_SIGNALS:
    void requestReceived(const retryscope::io::ReceivedRequest& request);
    void requestMisdirected(const QString& host); ///< to this host, which is not ours

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace retryscope::io
