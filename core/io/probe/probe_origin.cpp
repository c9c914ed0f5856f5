// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/probe/probe_origin.h"

#include "core/io/http/described_size.h"
#include "core/io/http/wire_target.h"
#include "core/io/probe/origin_facts.h"
#include "core/io/text/utf8.h"

#include <QDateTime>
#include <QUrl>
#include <QUrlQuery>

#include <algorithm>

namespace retryscope::io {

namespace {

constexpr int kMostOpen = 512; ///< connections at a time; further ones wait

/// Of the header where it came through, else of the query: some boxes drop the one, some the other.
std::string rowOf(const HttpRequest& request)
{
    if (const std::string* mark = request.headers.find(kProbeMark)) {
        return *mark;
    }
    const std::size_t query = request.target.find('?');
    if (query == std::string::npos) {
        return {};
    }
    const QUrlQuery parameters(toQString(std::string_view(request.target).substr(query + 1)));
    return parameters.queryItemValue(QString::fromLatin1(kProbeMark)).toStdString();
}

bool isOwn(const OwnRequests& own, const HttpRequest& request)
{
    return own.paths.empty() ||
           (request.method == own.method && own.paths.contains(decodedPathOf(request.target)));
}

WallTime wallTimeNow()
{
    return WallTime{QDateTime::currentMSecsSinceEpoch()};
}

} // namespace

ProbeOrigin::ProbeOrigin(QObject* parent) : QObject(parent)
{
    m_clock.start();
    connect(&m_server, &QTcpServer::newConnection, this, &ProbeOrigin::acceptAll);
}

ProbeOrigin::~ProbeOrigin()
{
    m_server.close();
    abandonConnections();
}

Result<Done> ProbeOrigin::open(const ListenAddress& address)
{
    m_host = hostToListenOn(address);
    if (m_host.isNull() || !m_server.listen(m_host, address.port)) {
        return cannotListen(address,
                            m_host.isNull() ? QStringLiteral("not an IP address") : m_server.errorString());
    }
    m_port = m_server.serverPort();
    return Done{};
}

QString ProbeOrigin::address() const
{
    return addressText(m_host, m_port);
}

void ProbeOrigin::expect(const std::string& row, const EndpointStep& step, std::string requestId,
                         OwnRequests own)
{
    Expected& expected = m_rows[row] = {};
    expected.step = &step;
    expected.requestId = std::move(requestId);
    expected.own = std::move(own);
}

const std::vector<Arrival>& ProbeOrigin::arrivals(const std::string& row) const
{
    static const std::vector<Arrival> none;
    const auto found = m_rows.find(row);
    return found == m_rows.end() ? none : found->second.arrivals;
}

int ProbeOrigin::arrivalCount(const std::string& row) const
{
    const auto found = m_rows.find(row);
    return found == m_rows.end() ? 0 : found->second.ownCount;
}

std::optional<WallTime> ProbeOrigin::firstAt(const std::string& row) const
{
    const auto found = m_rows.find(row);
    return found == m_rows.end() ? std::nullopt : found->second.firstAt;
}

bool ProbeOrigin::isBusy(const std::string& row) const
{
    const std::vector<Arrival>& all = arrivals(row);
    return std::any_of(all.begin(), all.end(),
                       [](const Arrival& arrival) { return arrival.end == ArrivalEnd::Open; });
}

void ProbeOrigin::refuse(bool refuses)
{
    if (!refuses) {
        m_placeholder.abort();
        if (!m_server.isListening()) {
            m_server.listen(m_host, m_port); // the placeholder kept the port
        }
        return;
    }
    m_server.close();
    abandonConnections();
    if (m_placeholder.state() == QAbstractSocket::UnconnectedState) {
        m_placeholder.bind(m_host, m_port, QAbstractSocket::ShareAddress | QAbstractSocket::ReuseAddressHint);
    }
}

Duration ProbeOrigin::now() const
{
    return std::chrono::duration_cast<Duration>(std::chrono::nanoseconds(m_clock.nsecsElapsed()));
}

void ProbeOrigin::acceptAll()
{
    std::erase_if(m_connections,
                  [](const QPointer<FaultConnection>& connection) { return connection.isNull(); });
    while (QTcpSocket* socket = m_server.nextPendingConnection()) {
        const int number = ++m_connectionCount;
        auto* connection = new FaultConnection(
            socket,
            [this, number](const HttpRequest& request, FaultConnection::Part part) {
                return respond(request, part, number);
            },
            this);
        m_connections.emplace_back(connection);
        watch(connection, number);
    }
    if (static_cast<int>(m_connections.size()) >= kMostOpen) {
        m_server.pauseAccepting();
    }
}

void ProbeOrigin::watch(FaultConnection* connection, int number)
{
    connect(connection, &FaultConnection::ended, this, [this, number](bool isWaiting) {
        settle(number, isWaiting ? ArrivalEnd::Abandoned : ArrivalEnd::Answered);
    });
    connect(connection, &FaultConnection::played, this, [this, number] {
        // Who stays silent has played all there is at once; the end is the other side's.
        const auto found = m_underWay.find(number);
        const auto row = found == m_underWay.end() ? m_rows.end() : m_rows.find(found->second.first);
        if (row != m_rows.end() && row->second.step->fault != Misbehaviour::Hang) {
            settle(number, ArrivalEnd::Answered);
        }
    });
    connect(connection, &QObject::destroyed, this, [this] {
        if (m_server.isListening()) {
            m_server.resumeAccepting();
        }
    });
}

void ProbeOrigin::settle(int number, ArrivalEnd end)
{
    const auto found = m_underWay.find(number);
    if (found == m_underWay.end()) {
        return;
    }
    const auto [row, index] = found->second;
    m_underWay.erase(found);
    endArrival(row, index, end);
}

void ProbeOrigin::closeIdleConnections()
{
    for (const QPointer<FaultConnection>& connection : m_connections) {
        if (!connection.isNull()) {
            connection->closeIdle();
        }
    }
}

void ProbeOrigin::abandonConnections()
{
    for (const QPointer<FaultConnection>& connection : m_connections) {
        if (!connection.isNull()) {
            connection->abandon();
        }
    }
    m_connections.clear();
    m_underWay.clear();
}

std::optional<ResponsePlan> ProbeOrigin::respond(const HttpRequest& request, FaultConnection::Part part,
                                                 int number)
{
    const auto found = m_rows.find(rowOf(request));
    if (part == FaultConnection::Part::Head && (found == m_rows.end() || !found->second.step->beforeBody)) {
        return std::nullopt;
    }
    if (found == m_rows.end()) {
        return stray(request);
    }
    Expected& row = found->second;
    ++row.count;
    row.ownCount += isOwn(row.own, request) ? 1 : 0;
    if (row.count > kFlood) {
        return ResponsePlan{.ending = ResponseEnding::Fin};
    }
    note(row, request, number);
    m_underWay[number] = {found->first, row.arrivals.size() - 1};
    if (row.arrivals.back().isOther && m_beside.contains({request.method, decodedPathOf(request.target)})) {
        return plain(200, "OK", "retryscope probe: allowed\n", request);
    }
    return probePlanFor(*row.step, {.method = request.method,
                                    .keepAlive = request.keepAlive,
                                    .isHttp10 = request.isHttp10,
                                    .now = *row.firstAt,
                                    .requestId = row.requestId,
                                    .isOnKept = request.ofConnection > 1});
}

ResponsePlan ProbeOrigin::stray(const HttpRequest& request)
{
    return plain(404, "Not Found", "retryscope probe: this request does not belong to any row\n", request);
}

ResponsePlan ProbeOrigin::plain(int status, const char* reason, const char* body, const HttpRequest& request)
{
    EndpointStep step;
    step.status = status;
    step.reason = reason;
    step.headers.add("Content-Type", "text/plain");
    step.body = body;
    return responsePlanFor(step, {.method = request.method,
                                  .keepAlive = request.keepAlive,
                                  .isHttp10 = request.isHttp10,
                                  .now = wallTimeNow()});
}

void ProbeOrigin::note(Expected& row, const HttpRequest& request, int number)
{
    row.firstAt = row.firstAt.value_or(wallTimeNow());
    const std::string* host = request.headers.find("host");
    row.arrivals.push_back({.connection = number,
                            .reused = request.ofConnection > 1,
                            .method = request.method,
                            .target = request.target,
                            .host = host == nullptr ? std::string() : *host,
                            .headers = request.headers,
                            .bodyBytes = request.bodyBytes,
                            .at = now(),
                            .isOther = !isOwn(row.own, request)});
    if (row.arrivals.size() > 1) {
        keepWithin(row.arrivals.back());
    }
}

void ProbeOrigin::keepWithin(Arrival& arrival)
{
    constexpr std::size_t kBeginning = 256;
    const std::size_t size = static_cast<std::size_t>(sumOf(arrival.headers.entries)) +
                             arrival.target.size() + arrival.host.size() + arrival.method.size();
    if (m_heads + size <= kMostHeads) {
        m_heads += size;
        return;
    }
    arrival.headers = {};
    for (std::string* text : {&arrival.target, &arrival.host, &arrival.method}) {
        *text = text->substr(0, kBeginning);
        text->shrink_to_fit();
    }
}

void ProbeOrigin::endArrival(const std::string& row, std::size_t index, ArrivalEnd end)
{
    const auto found = m_rows.find(row);
    if (found == m_rows.end() || index >= found->second.arrivals.size()) {
        return;
    }
    Arrival& arrival = found->second.arrivals[index];
    if (arrival.end == ArrivalEnd::Open) {
        arrival.end = end;
        arrival.endedAt = now();
        Q_EMIT settled(toQString(row));
    }
}

} // namespace retryscope::io
