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
#include <string>
#include <vector>

namespace retryscope::io {

/// The parameter of the query and the header that say which row a request belongs to.
inline constexpr const char* kProbeMark = "retryscope-probe";

/// The server behind the box. It responds to a marked request as the step of that row says, whatever Host it
/// asks for, and keeps what arrived. Requests without a mark get 404 and are counted apart: many boxes ask on
/// their own whether a server is well.
class ProbeOrigin : public QObject
{
    Q_OBJECT
public:
    explicit ProbeOrigin(QObject* parent = nullptr);
    ~ProbeOrigin() override;

    /// Port 0: any free one. An error when this machine has no such address or the port is taken.
    Result<Done> open(const ListenAddress& address);
    [[nodiscard]] QString address() const; ///< HOST:PORT

    /// From now on requests of this row get this. requestId: fills `{requestId}` in. The step outlives it.
    void expect(const std::string& row, const EndpointStep& step, std::string requestId);
    /// The first ones, with their heads; of what came beyond kFlood, nothing.
    [[nodiscard]] const std::vector<Arrival>& arrivals(const std::string& row) const;
    [[nodiscard]] int arrivalCount(const std::string& row) const;
    /// Our clock at the first arrival, with which `{date}` was filled in; absent without one.
    [[nodiscard]] std::optional<WallTime> firstAt(const std::string& row) const;
    /// Some arrival of the row has neither been responded to in full nor been given up.
    [[nodiscard]] bool isBusy(const std::string& row) const;
    [[nodiscard]] int strays() const { return m_strays; } ///< requests without a mark

    /// While it does, nothing listens and kept connections are closed; the port stays ours.
    void refuse(bool refuses);
    /// Those that carry no request at the moment. The box notices in its own time.
    void closeIdleConnections();
    /// Since the origin was made; what Arrival::at counts from.
    [[nodiscard]] Duration now() const;

    /// Requests of one row beyond which it gets no response any more: the box sends in circles.
    static constexpr int kFlood = 50;
    /// Of heads that are kept of all rows in sum, beside the first one of each row. Those beyond are noted
    /// without headers, and with the beginning of what they asked for.
    static constexpr std::size_t kMostHeads = std::size_t{16} * 1024 * 1024;

Q_SIGNALS:
    void arrived(const QString& row);
    void settled(const QString& row); ///< an arrival has ended

private:
    struct Expected
    {
        const EndpointStep* step = nullptr;
        std::string requestId;
        std::vector<Arrival> arrivals;
        int count = 0; ///< with those that are not kept
        std::optional<WallTime> firstAt;
    };

    void acceptAll();
    void abandonConnections();
    void watch(FaultConnection* connection, int number);
    std::optional<ResponsePlan> respond(const HttpRequest& request, FaultConnection::Part part, int number);
    void settle(int number, ArrivalEnd end);
    ResponsePlan stray(const HttpRequest& request);
    void note(Expected& row, const HttpRequest& request, int number);
    void keepWithin(Arrival& arrival);
    void endArrival(const std::string& row, std::size_t index, ArrivalEnd end);

    QTcpServer m_server;
    QTcpSocket m_placeholder; ///< keeps the port ours while nothing listens there
    QHostAddress m_host;
    quint16 m_port = 0;
    std::map<std::string, Expected> m_rows;
    std::vector<QPointer<FaultConnection>> m_connections;
    /// What is under way on a connection, by its number: the row and which of its arrivals.
    std::map<int, std::pair<std::string, std::size_t>> m_underWay;
    int m_connectionCount = 0;
    int m_strays = 0;
    std::size_t m_heads = 0; ///< bytes kept beside the first of each row
    QElapsedTimer m_clock;
};

} // namespace retryscope::io
