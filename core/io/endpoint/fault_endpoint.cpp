// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/fault_endpoint.h"

#include "core/io/endpoint/connection_server.h"
#include "core/io/endpoint/fault_connection.h"
#include "core/io/endpoint/host_names.h"
#include "core/io/endpoint/odd_ports.h"
#include "core/io/endpoint/open_play.h"

#include <QDateTime>
#include <QMetaMethod>
#include <QPointer>
#include <QTcpSocket>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace retryscope::io {

namespace {

QUrl loopbackUrl(const char* scheme, quint16 port)
{
    QUrl url;
    url.setScheme(QLatin1String(scheme));
    url.setHost(QStringLiteral("127.0.0.1"));
    url.setPort(port);
    return url;
}

std::string nameOf(const EndpointStep& step)
{
    return step.fault == Misbehaviour::None ? std::to_string(step.status) : std::string(toString(step.fault));
}

struct ExpectedAttempt
{
    int client = 1;
    int call = 1;
    int attempt = 1;
};

} // namespace

struct FaultEndpoint::Private
{
    explicit Private(FaultEndpoint& owner)
        : endpoint(owner)
        , server(1, {.open = [this](QTcpSocket* socket) { return open(socket); },
                     .closeIdle =
                         [this] {
                             return closeIdlest(connections);
                         }})
    {
    }

    Result<Done> start(std::shared_ptr<PlayedScenario> played, quint16 wantedPort, std::uint64_t ids);
    Result<Done> openOddPorts();
    Result<Done> listen(quint16 port);
    void stopListening();
    QObject* open(QTcpSocket* socket);
    void abandonConnections();
    [[nodiscard]] QUrl baseFor(Misbehaviour fault) const;
    [[nodiscard]] const EndpointStep& nextStep() const;
    std::optional<ResponsePlan> response(const HttpRequest& request, int connection,
                                         FaultConnection::Part part);
    ResponsePlan misdirected(const HttpRequest& request, const QString& host);
    void tell(const HttpRequest& request, const EndpointStep& step, int connection);

    [[nodiscard]] const Scenario& scenario() const { return play->scenario(); }

    FaultEndpoint& endpoint;
    std::shared_ptr<PlayedScenario> play = std::make_shared<PlayedScenario>(Scenario{});
    std::uint64_t seed = 0;
    bool isOpen = false;
    std::optional<QStringList> hostNames; ///< beside this machine's; absent: every host is ours
    ConnectionServer server;
    QTcpSocket placeholder; ///< keeps the port ours while nothing listens there
    quint16 port = 0;
    std::unique_ptr<TlsFailPort> tlsFailPort;
    std::unique_ptr<FullPort> fullPort;
    std::vector<QPointer<FaultConnection>> connections;
    Duration headTime = kHeadTime;
    int requestCount = 0;
    int connectionCount = 0;
    std::optional<ExpectedAttempt> expected;
    /// A request of the announced attempt met a connection that dies without a response: what is sent again
    /// by itself then meets the next step, as it would anywhere.
    bool hasDied = false;
    int hiddenInCall = 0;          ///< requests of its call that came without being announced
    std::int64_t expectations = 0; ///< attempts announced so far, over all calls
};

PlayedScenario::PlayedScenario(Scenario scenario) : m_scenario(std::move(scenario))
{
    m_since.start();
}

const EndpointStep& PlayedScenario::pass(const EndpointStep& step)
{
    constexpr double kPerMillisecond = 1e6;
    return m_gate.pass(
        step, Instant{fromMilliseconds(static_cast<double>(m_since.nsecsElapsed()) / kPerMillisecond)});
}

FaultEndpoint::FaultEndpoint(QObject* parent) : QObject(parent), d(std::make_unique<Private>(*this)) {}

FaultEndpoint::~FaultEndpoint()
{
    close();
}

Result<Done> FaultEndpoint::open(const Scenario& scenario, quint16 port, std::uint64_t seed,
                                 const QStringList& hostNames)
{
    if (Result<Done> checked = checkForAnyone(scenario); !checked) {
        return checked;
    }
    Result<Done> started = d->start(std::make_shared<PlayedScenario>(scenario), port, seed);
    d->hostNames = hostNames;
    if (started && d->nextStep().fault == Misbehaviour::Refuse) {
        d->stopListening();
    }
    return started;
}

Result<Done> FaultEndpoint::openForRun(const Scenario& scenario, std::uint64_t seed)
{
    return openForRun(std::make_shared<PlayedScenario>(scenario), seed);
}

Result<Done> FaultEndpoint::openForRun(std::shared_ptr<PlayedScenario> play, std::uint64_t seed)
{
    return d->start(std::move(play), 0, seed);
}

void FaultEndpoint::close()
{
    d->isOpen = false;
    d->hostNames.reset();
    d->server.stop();
    d->placeholder.abort();
    d->abandonConnections();
    d->tlsFailPort.reset();
    d->fullPort.reset();
    d->port = 0;
    d->requestCount = 0;
    d->connectionCount = 0;
    d->expected.reset();
    d->expectations = 0;
    d->hasDied = false;
    d->hiddenInCall = 0;
}

void FaultEndpoint::setHeadTime(Duration time)
{
    d->headTime = time;
}

bool FaultEndpoint::isOpen() const
{
    return d->isOpen;
}

QUrl FaultEndpoint::url() const
{
    const std::vector<const EndpointStep*> steps = allSteps(d->scenario());
    return d->baseFor(steps.size() == 1 ? steps.front()->fault : Misbehaviour::None);
}

int FaultEndpoint::requestCount() const
{
    return d->requestCount;
}

int FaultEndpoint::connectionCount() const
{
    return d->connectionCount;
}

QUrl FaultEndpoint::expect(int client, int call, int attempt)
{
    if (!d->expected || d->expected->client != client || d->expected->call != call) {
        d->hiddenInCall = 0;
    }
    d->hasDied = false;
    d->expected = ExpectedAttempt{.client = client, .call = call, .attempt = attempt};
    ++d->expectations;
    const Misbehaviour fault = d->nextStep().fault;
    if (fault == Misbehaviour::Refuse) {
        d->stopListening();
    } else if (d->isOpen && !d->server.isListening()) {
        static_cast<void>(d->listen(d->port)); // the placeholder kept the port
    }
    return d->baseFor(fault);
}

/// ids: seed of the request ids.
Result<Done> FaultEndpoint::Private::start(std::shared_ptr<PlayedScenario> played, quint16 wantedPort,
                                           std::uint64_t ids)
{
    endpoint.close();
    play = std::move(played);
    seed = ids;
    if (Result<Done> listening = listen(wantedPort); !listening) {
        return listening;
    }
    if (Result<Done> opened = openOddPorts(); !opened) {
        endpoint.close();
        return opened;
    }
    isOpen = true;
    return Done{};
}

Result<Done> FaultEndpoint::Private::openOddPorts()
{
    if (hasFault(scenario(), Misbehaviour::TlsFail)) {
        tlsFailPort = std::make_unique<TlsFailPort>();
        if (Result<Done> opened = tlsFailPort->open(); !opened) {
            return opened;
        }
    }
    if (hasFault(scenario(), Misbehaviour::NoConnect)) {
        fullPort = std::make_unique<FullPort>();
        return fullPort->open();
    }
    return Done{};
}

Result<Done> FaultEndpoint::Private::listen(quint16 wanted)
{
    placeholder.abort();
    if (!server.listen(QHostAddress::LocalHost, wanted)) {
        return Error{
            Error::Kind::Environment,
            QStringLiteral("cannot listen on 127.0.0.1:%1: %2; choose another port, or 0 for a free port")
                .arg(wanted)
                .arg(server.errorString()),
            {}};
    }
    port = server.serverPort();
    return Done{};
}

/// Without a placeholder the system could give the port to another program, or to a client that
/// then connects to itself.
void FaultEndpoint::Private::stopListening()
{
    server.stop();
    abandonConnections();
    if (placeholder.state() == QAbstractSocket::UnconnectedState) {
        placeholder.bind(QHostAddress::LocalHost, port,
                         QAbstractSocket::ShareAddress | QAbstractSocket::ReuseAddressHint);
    }
}

QObject* FaultEndpoint::Private::open(QTcpSocket* socket)
{
    std::erase_if(connections,
                  [](const QPointer<FaultConnection>& connection) { return connection.isNull(); });
    const int number = ++connectionCount;
    auto* connection = new FaultConnection(
        socket,
        [this, number](const HttpRequest& request, FaultConnection::Part part) {
            return response(request, number, part);
        },
        &endpoint);
    connection->setHeadTime(headTime);
    connections.emplace_back(connection);
    return connection;
}

void FaultEndpoint::Private::abandonConnections()
{
    for (const QPointer<FaultConnection>& connection : connections) {
        if (!connection.isNull()) {
            connection->abandon();
        }
    }
    connections.clear();
}

QUrl FaultEndpoint::Private::baseFor(Misbehaviour fault) const
{
    if (fault == Misbehaviour::TlsFail && tlsFailPort) {
        return loopbackUrl("https", tlsFailPort->port());
    }
    if (fault == Misbehaviour::NoConnect && fullPort) {
        return loopbackUrl("http", fullPort->port());
    }
    if (fault == Misbehaviour::NoHost) {
        return QUrl(QStringLiteral("http://no-such-host.invalid"));
    }
    return loopbackUrl("http", port);
}

const EndpointStep& FaultEndpoint::Private::nextStep() const
{
    if (!expected) {
        const StepPosition position = positionOfRequest(scenario(), requestCount + 1);
        return stepFor(scenario(), position.call, position.request);
    }
    return scenario().perEndpoint ? stepFor(scenario(), 1, expectations)
                                  : stepFor(scenario(), expected->call, expected->attempt + hiddenInCall);
}

std::optional<ResponsePlan> FaultEndpoint::Private::response(const HttpRequest& request, int connection,
                                                             FaultConnection::Part part)
{
    if (part == FaultConnection::Part::Head && !nextStep().beforeBody) {
        return std::nullopt;
    }
    if (hostNames) {
        if (const std::optional<QString> host = foreignHost(request, *hostNames)) {
            return misdirected(request, *host);
        }
    }
    if (expected && hasDied) {
        ++hiddenInCall;
        ++expectations;
    }
    const EndpointStep& step = play->pass(nextStep());
    const bool isOnKept = request.ofConnection > 1;
    hasDied = step.fault == Misbehaviour::Close || step.fault == Misbehaviour::Reset ||
              (step.fault == Misbehaviour::CloseKept && isOnKept);
    ++requestCount;
    const ExpectedAttempt attempt = expected.value_or(ExpectedAttempt{.attempt = requestCount});
    const std::string requestId = requestIdFor(seed, attempt.client, attempt.call, attempt.attempt);
    ResponsePlan plan = responsePlanFor(step, {.method = request.method,
                                               .keepAlive = request.keepAlive,
                                               .isHttp10 = request.isHttp10,
                                               .now = WallTime{QDateTime::currentMSecsSinceEpoch()},
                                               .requestId = requestId,
                                               .isOnKept = isOnKept});
    tell(request, step, connection);
    return plan;
}

ResponsePlan FaultEndpoint::Private::misdirected(const HttpRequest& request, const QString& host)
{
    EndpointStep step;
    step.status = 421;
    step.reason = "Misdirected Request";
    step.headers.add("Content-Type", "text/plain");
    step.body =
        "retryscope endpoint: this endpoint does not serve this host; add the host with --host-name\n";
    step.close = true;
    Q_EMIT endpoint.requestMisdirected(host);
    return responsePlanFor(step, {.method = request.method,
                                  .isHttp10 = request.isHttp10,
                                  .now = WallTime{QDateTime::currentMSecsSinceEpoch()}});
}

void FaultEndpoint::Private::tell(const HttpRequest& request, const EndpointStep& step, int connection)
{
    static const QMetaMethod signal = QMetaMethod::fromSignal(&FaultEndpoint::requestReceived);
    if (!endpoint.isSignalConnected(signal)) {
        return;
    }
    Q_EMIT endpoint.requestReceived({.number = requestCount,
                                     .connection = connection,
                                     .call = expected ? expected->call : 1,
                                     .at = WallTime{QDateTime::currentMSecsSinceEpoch()},
                                     .method = request.method,
                                     .target = request.target,
                                     .headers = request.headers,
                                     .body = request.body,
                                     .bodyBytes = request.bodyBytes,
                                     .step = nameOf(step)});
}

} // namespace retryscope::io
