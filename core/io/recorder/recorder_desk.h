// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/endpoint/fault_writer.h"
#include "core/io/endpoint/http_request_parser.h"
#include "core/io/recorder/certificate_authority.h"
#include "core/io/recorder/loop_watch.h"
#include "core/io/recorder/recorder.h"
#include "core/io/recorder/request_way.h"
#include "core/io/upstream/sighting.h"
#include "core/io/wire/dialer.h"
#include "core/recording/call_grouping.h"

#include <QElapsedTimer>
#include <QSslConfiguration>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace retryscope::io {

/// How to reach a server.
struct Route
{
    DialPlan dial;
    bool isAbsolute = false; ///< through a proxy that wants the whole address in the request line
};

/// State shared by a recorder's connections: clock, record, scenario and transports.
class RecorderDesk
{
public:
    struct Events
    {
        std::function<void(Place)> changed;
        std::function<void(const SeenRequest&, const SeenAttempt&)> seen;
        std::function<void()> settled; ///< an attempt is over, or the last bytes of one have left
        std::function<void()> outside; ///< tunnels() or outside() is another one
        std::function<void(const RefusedHandshake&)> handshakeRefused;
        std::function<void()> looped; ///< the upstream sends the recorder its own requests back
    };
    RecorderDesk(RecorderPlan plan, Events events);

    /// Loads what the plan names: server, certificates, authority. Call this first.
    Result<Done> open();
    /// Starts the clock.
    void start(const std::string& ownAuthority);

    [[nodiscard]] const RecorderPlan& plan() const { return m_ways.plan; }
    [[nodiscard]] const WayPlan& ways() const { return m_ways; }
    [[nodiscard]] Instant now() const;
    [[nodiscard]] const RunRecord& record() const { return m_grouping->record(); }
    void settle() { m_grouping->settle(now()); }
    void finish() { m_grouping->finish(now()); }

    /// Notes the arrival of a request.
    void admit();
    /// Adds the request to the record as an attempt.
    void begin(Sighting& sighting);
    /// Ends that attempt.
    void end(Sighting& sighting, std::optional<Fault> fault);
    /// Notes the end of a client's connection. byClient: the client closed it.
    void endConnection(int number, bool byClient) { m_grouping->endConnection(number, now(), byClient); }
    [[nodiscard]] bool isFull() const; ///< no more requests are admitted
    /// The error for a record that has reached its limit.
    [[nodiscard]] bool isOverLimit() const;
    [[nodiscard]] Error limitReached() const; ///< that, for people
    void tellSettled() { m_events.settled(); }
    [[nodiscard]] int underWay() const { return m_underWay; }
    [[nodiscard]] std::int64_t requestCount() const { return m_requests; }

    /// The step of the scenario or overlay for this attempt; nullptr: none.
    [[nodiscard]] const EndpointStep* stepFor(Sighting& sighting);
    /// True if any step of the scenario responds before the request body has arrived.
    [[nodiscard]] bool respondsEarly() const { return m_respondsEarly; }
    [[nodiscard]] ResponsePlan planFor(const EndpointStep& step, const HttpRequest& request,
                                       const SeenAttempt& attempt) const;
    /// The recorder's own response, which closes the connection.
    [[nodiscard]] ResponsePlan refusal(int status, const std::string& reason, const std::string& text) const;

    /// isTunnel: pass all bytes unread.
    Result<Route> routeTo(const WireTarget& target, bool isTunnel) const;
    /// TLS configuration for an intercepted host.
    Result<QSslConfiguration> serverFor(const QString& host) { return m_authority->serverFor(host); }
    [[nodiscard]] QString authorityFile() const;
    /// The handshake after a CONNECT failed. reason: the TLS library's, for HandshakeEnd::Alert.
    void noteRefusedHandshake(const std::string& host, HandshakeEnd end, const std::string& reason = {});

    /// Notes an open tunnel to this authority and returns its index in tunnels().
    std::size_t beginTunnel(TunnelCount::Kind kind, const std::string& authority);
    void countTunnel(std::size_t index, std::int64_t sent, std::int64_t received);
    [[nodiscard]] const std::vector<TunnelCount>& tunnels() const { return m_tunnels; }
    void tellOutside() { m_events.outside(); }
    void noteOutside(OutsideRequest request);
    [[nodiscard]] const std::vector<OutsideRequest>& outside() const { return m_outside; }
    [[nodiscard]] std::int64_t outsideCount() const { return m_outsideCount; }

    LoopWatch& loopWatch() { return m_loopWatch; }
    void tellLooped() { m_events.looped(); }
    /// Notes a shortage of file descriptors.
    void noteShortage(const DescriptorShortage& more)
    {
        m_grouping->noteShortage(more);
        m_events.outside();
    }

    void noteInFlight(std::int64_t bytes) { m_mostInFlight = std::max(m_mostInFlight, bytes); }
    [[nodiscard]] std::int64_t mostInFlight() const { return m_mostInFlight; }

private:
    WayPlan m_ways;
    Events m_events;
    QElapsedTimer m_clock;
    std::unique_ptr<CallGrouping> m_grouping;
    SightingMemory m_memory;
    std::unique_ptr<PlayedScenario> m_play; ///< scenario or overlay
    bool m_respondsEarly = false;
    std::optional<QSslConfiguration> m_tls; ///< towards upstreams
    std::optional<CertificateAuthority> m_authority;
    LoopWatch m_loopWatch;
    std::vector<TunnelCount> m_tunnels;
    std::vector<OutsideRequest> m_outside;
    std::int64_t m_outsideCount = 0;
    std::int64_t m_admitted = 0;
    std::int64_t m_requests = 0; ///< recorded
    std::int64_t m_cursor = 0;   ///< requests that met a step
    int m_underWay = 0;
    std::int64_t m_mostInFlight = 0;
};

} // namespace retryscope::io
