// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/recorder/recorder_desk.h"

#include "core/io/endpoint/open_play.h"
#include "core/io/wire/tls_setup.h"
#include "core/recording/declared_attempt.h"

#include <QDateTime>

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

/// Hosts whose tunnels are counted apart; those beyond are counted together.
constexpr std::size_t kMostTunnelHosts = 1000;

WallTime wallNow()
{
    return WallTime{QDateTime::currentMSecsSinceEpoch()};
}

} // namespace

RecorderDesk::RecorderDesk(RecorderPlan plan, Events events)
    : m_ways{.plan = std::move(plan), .upstream = {}, .ownAuthority = {}}
    , m_events(std::move(events))
    , m_grouping(std::make_unique<CallGrouping>(recordedHeader(WallTime{0}, m_ways.plan.service)))
{
}

Result<Done> RecorderDesk::open()
{
    if (Result<Done> checked = checkPlan(plan()); !checked) {
        return checked;
    }
    if (!plan().upstream.empty()) {
        m_ways.upstream = targetOf(plan().upstream).value();
    }
    if (!plan().scenario) {
        const Result<QSslConfiguration> tls = tlsConfigurationFor(plan().wire);
        if (!tls) {
            return tls.error();
        }
        m_tls = tls.value();
    }
    if (plan().intercept) {
        const QString folder =
            plan().authorityFolder.isEmpty() ? CertificateAuthority::defaultFolder() : plan().authorityFolder;
        Result<CertificateAuthority> authority = CertificateAuthority::openIn(folder, plan().interceptHosts);
        if (!authority) {
            return authority.error();
        }
        m_authority = std::move(authority).value();
    }
    if (plan().scenario || plan().overlay) {
        m_play = std::make_unique<PlayedScenario>(plan().scenario ? *plan().scenario : *plan().overlay);
        const std::vector<const EndpointStep*> steps = allSteps(m_play->scenario());
        m_respondsEarly =
            std::ranges::any_of(steps, [](const EndpointStep* step) { return step->beforeBody; });
    }
    return Done{};
}

void RecorderDesk::start(const std::string& ownAuthority)
{
    m_ways.ownAuthority = ownAuthority;
    RunHeader header = recordedHeader(wallNow(), plan().service);
    if (plan().scenario) {
        header.scenarioId = plan().scenario->id;
    }
    header.seed = plan().seed;
    m_grouping = std::make_unique<CallGrouping>(std::move(header), m_events.changed, plan().groupBy);
    m_clock.start();
}

Instant RecorderDesk::now() const
{
    return Instant{std::chrono::duration_cast<Duration>(std::chrono::nanoseconds(m_clock.nsecsElapsed()))};
}

void RecorderDesk::admit()
{
    ++m_admitted;
    ++m_underWay;
}

void RecorderDesk::begin(Sighting& sighting)
{
    ++m_requests;
    m_memory.keep(sighting.request());
    sighting.attempt = m_grouping->begin(sighting.request());
    m_events.seen(sighting.request(), *sighting.attempt);
}

void RecorderDesk::end(Sighting& sighting, std::optional<Fault> fault)
{
    const Instant at = now();
    m_loopWatch.noteEnd();
    --m_underWay;
    m_grouping->end(*sighting.attempt, at, sighting.finish(at, std::move(fault), m_memory));
    m_events.settled();
}

bool RecorderDesk::isFull() const
{
    return (plan().stopAfter && m_admitted >= *plan().stopAfter) || isOverLimit();
}

bool RecorderDesk::isOverLimit() const
{
    const RecordingLimits& limits = plan().limits;
    return m_admitted >= limits.requests || m_memory.headBytes() >= limits.headBytes;
}

Error RecorderDesk::limitReached() const
{
    const bool isByCount = m_admitted >= plan().limits.requests;
    const QString most =
        isByCount ? QStringLiteral("%1 requests").arg(plan().limits.requests)
                  : QStringLiteral("%1 MiB of headers").arg(plan().limits.headBytes / (1024 * 1024));
    return {Error::Kind::Environment,
            QStringLiteral("the recording has ended at its limit of %1; start a new one").arg(most),
            {}};
}

const EndpointStep* RecorderDesk::stepFor(Sighting& sighting)
{
    if (!m_play) {
        return nullptr;
    }
    const Scenario& scenario = m_play->scenario();
    int call = sighting.attempt->call;
    std::int64_t request = sighting.attempt->attempt;
    ++m_cursor;
    if (scenario.perEndpoint) {
        call = 1;
        request = m_cursor;
    } else if (plan().stepChoice == StepChoice::Declared) {
        request =
            std::max(declaredIn(sighting.request().headers).attempt.value_or(static_cast<int>(request)), 1);
    }
    if (plan().scenario) {
        return &m_play->pass(retryscope::stepFor(scenario, call, request));
    }
    const EndpointStep* const step = overlayStepFor(scenario, call, request, sighting.request().method,
                                                    pathAndQueryOf(sighting.request().url));
    return step == nullptr ? nullptr : &m_play->pass(*step);
}

ResponsePlan RecorderDesk::planFor(const EndpointStep& step, const HttpRequest& request,
                                   const SeenAttempt& attempt) const
{
    const std::string requestId = requestIdFor(plan().seed, attempt.client, attempt.call, attempt.attempt);
    return responsePlanFor(step, {.method = request.method,
                                  .keepAlive = request.keepAlive,
                                  .isHttp10 = request.isHttp10,
                                  .now = wallNow(),
                                  .requestId = requestId,
                                  .isOnKept = request.ofConnection > 1});
}

ResponsePlan RecorderDesk::refusal(int status, const std::string& reason, const std::string& text) const
{
    EndpointStep step;
    step.status = status;
    step.reason = reason;
    step.headers.add("Content-Type", "text/plain; charset=utf-8");
    step.body = "retryscope recorder: " + text + '\n';
    step.close = true;
    return responsePlanFor(step, {.now = wallNow()});
}

Result<Route> RecorderDesk::routeTo(const WireTarget& target, bool isTunnel) const
{
    const Result<std::optional<Proxy>> proxy = proxyFor(plan().wire, target);
    if (!proxy) {
        return proxy.error();
    }
    Route route;
    route.dial.target = target;
    route.dial.proxy = proxy.value();
    const bool isHttpProxy = route.dial.proxy && route.dial.proxy->kind == ProxyKind::Http;
    route.isAbsolute = isHttpProxy && !target.isTls && !isTunnel;
    route.dial.needsTunnel = route.dial.proxy && !route.isAbsolute;
    if (target.isTls) {
        route.dial.tls = m_tls;
    }
    route.dial.key.isTls = target.isTls;
    route.dial.key.verifyPeer = plan().wire.verifyPeer;
    route.dial.timeout = plan().connectTimeout;
    return route;
}

void RecorderDesk::noteRefusedHandshake(const std::string& host, HandshakeEnd end, const std::string& reason)
{
    constexpr std::size_t kMost = 300; // bytes of each
    const RefusedHandshake refused{
        .at = now(), .host = host.substr(0, kMost), .end = end, .reason = reason.substr(0, kMost)};
    m_grouping->refuseHandshake(refused);
    m_events.handshakeRefused(refused);
}

QString RecorderDesk::authorityFile() const
{
    return m_authority ? m_authority->certificateFile() : QString();
}

std::size_t RecorderDesk::beginTunnel(TunnelCount::Kind kind, const std::string& authority)
{
    const auto find = [&](const std::string& name) {
        return std::ranges::find_if(m_tunnels, [&](const TunnelCount& count) {
            return count.kind == kind && count.authority == name;
        });
    };
    const bool isOneOfTooMany = find(authority) == m_tunnels.end() && m_tunnels.size() >= kMostTunnelHosts;
    const std::string name = isOneOfTooMany ? "others" : authority;
    auto found = find(name);
    if (found == m_tunnels.end()) {
        m_tunnels.push_back({.kind = kind, .authority = name});
        found = m_tunnels.end() - 1;
    }
    ++found->tunnels;
    m_events.outside();
    return static_cast<std::size_t>(found - m_tunnels.begin());
}

void RecorderDesk::countTunnel(std::size_t index, std::int64_t sent, std::int64_t received)
{
    m_tunnels[index].sentBytes += sent;
    m_tunnels[index].receivedBytes += received;
}

void RecorderDesk::noteOutside(OutsideRequest request)
{
    constexpr std::size_t kMostOfWhat = 2048;
    ++m_outsideCount;
    if (m_outside.size() < Recorder::kMostOutside) {
        request.what.resize(std::min(request.what.size(), kMostOfWhat));
        m_outside.push_back(std::move(request));
    }
    m_events.outside();
}

} // namespace retryscope::io
