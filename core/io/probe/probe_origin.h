// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/endpoint/fault_connection.h"
#include "core/io/endpoint/listen_address.h"
#include "core/io/text/result.h"
#include "core/probe/bench.h"
#include "core/simulate/scenario.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace retryscope::io {

/// The query parameter and the header that assign a request to a row.
inline constexpr const char* kProbeMark = "retryscope-probe";

/// The requests that are a row's: its method, and its path as the proxy passes it on. Without paths: all that
/// carry its mark. The paths are those of decodedPathOf().
struct OwnRequests
{
    std::string method;
    std::set<std::string> paths;
};

/// The server behind the proxy. It responds to a marked request with the step of its row, whatever the Host,
/// and keeps the request. Unmarked requests get a 404 and are counted separately: many proxies send health
/// checks.
class ProbeOrigin : public QObject
{
    Q_OBJECT
public:
    explicit ProbeOrigin(QObject* parent = nullptr);
    ~ProbeOrigin() override;

    /// Port 0: any free port. Fails if this machine has no such address or the port is in use.
    Result<Done> open(const ListenAddress& address);
    [[nodiscard]] QString address() const; ///< HOST:PORT

    /// Sets the response for requests of this row. requestId: replaces `{requestId}`. The step must outlive
    /// the origin.
    void expect(const std::string& row, const EndpointStep& step, std::string requestId,
                OwnRequests own = {});
    /// Requests of this method and path (decodedPathOf()) are the proxy's own wherever a row does not claim
    /// them: they get a plain 200, so that the row's request can follow.
    void expectBeside(const std::string& method, const std::string& path) { m_beside.emplace(method, path); }
    /// The first arrivals with the row's mark, with their heads; nothing beyond kFlood.
    [[nodiscard]] const std::vector<Arrival>& arrivals(const std::string& row) const;
    /// The row's own requests, all of them.
    [[nodiscard]] int arrivalCount(const std::string& row) const;
    /// Local time of the first arrival, used for `{date}`; absent without an arrival.
    [[nodiscard]] std::optional<WallTime> firstAt(const std::string& row) const;
    /// True while an arrival of the row has neither a complete response nor been abandoned.
    [[nodiscard]] bool isBusy(const std::string& row) const;

    /// While refusing, the origin does not listen and closes idle connections, but keeps its port.
    void refuse(bool refuses);
    /// Closes idle connections. The proxy might notice later.
    void closeIdleConnections();
    /// Time since the origin was created; the clock of Arrival::at.
    [[nodiscard]] Duration now() const;

    /// Total limit for kept heads, besides the first head of each row. Later arrivals are kept without
    /// headers and with a shortened target.
    static constexpr std::size_t kMostHeads = std::size_t{16} * 1024 * 1024;

Q_SIGNALS:
    void settled(const QString& row); ///< an arrival has ended

private:
    struct Expected
    {
        const EndpointStep* step = nullptr;
        std::string requestId;
        std::vector<Arrival> arrivals;
        OwnRequests own;
        int count = 0;    ///< with those that are not kept
        int ownCount = 0; ///< of these, the row's own
        std::optional<WallTime> firstAt;
    };

    void acceptAll();
    void abandonConnections();
    void watch(FaultConnection* connection, int number);
    std::optional<ResponsePlan> respond(const HttpRequest& request, FaultConnection::Part part, int number);
    void settle(int number, ArrivalEnd end);
    ResponsePlan stray(const HttpRequest& request);
    static ResponsePlan plain(int status, const char* reason, const char* body, const HttpRequest& request);
    void note(Expected& row, const HttpRequest& request, int number);
    void keepWithin(Arrival& arrival);
    void endArrival(const std::string& row, std::size_t index, ArrivalEnd end);

    QTcpServer m_server;
    QTcpSocket m_placeholder; ///< keeps the port ours while nothing listens there
    QHostAddress m_host;
    quint16 m_port = 0;
    std::map<std::string, Expected> m_rows;
    std::set<std::pair<std::string, std::string>> m_beside; ///< method and path
    std::vector<QPointer<FaultConnection>> m_connections;
    /// What is under way on a connection, by its number: the row and which of its arrivals.
    std::map<int, std::pair<std::string, std::size_t>> m_underWay;
    int m_connectionCount = 0;
    std::size_t m_heads = 0; ///< bytes kept beside the first of each row
    QElapsedTimer m_clock;
};

} // namespace retryscope::io
