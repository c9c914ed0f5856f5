// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/io/endpoint/connection_server.h"
#include "core/io/endpoint/listen_address.h"
#include "core/io/text/result.h"
#include "core/simulate/scenario.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <string>

namespace retryscope::io {

/// The Host that an upstream is told, where the client named another one: it called the recorder.
enum class HostHeader {
    Keep,    ///< as the client wrote and perhaps signed it; the upstream may not know the name
    Rewrite, ///< the upstream's; a signature over Host (AWS Signature Version 4) is then wrong
};

/// Which of a scenario's steps a request meets.
enum class StepChoice {
    Arrived,  ///< the n-th request of a call meets step n
    Declared, ///< a request that says which attempt it is (`amz-sdk-request: attempt=2`) meets that step
};

/// What one recording holds at most; one that comes to it ends when its last response has left.
struct RecordingLimits
{
    std::int64_t requests = 1'000'000;
    std::int64_t headBytes = std::int64_t{1024} * 1024 * 1024; ///< heads, addresses, notes
};

/// All that is fixed before a recording. At least one of `upstream`, `forwardProxy` and `scenario` is given;
/// a scenario responds to whatever arrives, so it goes with `forwardProxy` but not with `upstream`.
struct RecorderPlan
{
    ListenAddress listen{QStringLiteral("127.0.0.1"), 0}; ///< port 0: any free one
    bool allowRemote = false;                             ///< `listen` need not be loopback

    /// `http://` or `https://` URL that requests go on to; its path comes before theirs. Empty: none.
    std::string upstream;
    HostHeader host = HostHeader::Keep;
    /// Requests say themselves where they go: absolute-form, and CONNECT, which is tunnelled and counted.
    bool forwardProxy = false;
    /// CONNECT is opened with a certificate authority of our own; needs forwardProxy.
    bool intercept = false;
    /// Opened are CONNECTs to these hosts and those below them, and the authority is good for no others;
    /// empty: all.
    QStringList interceptHosts;
    /// Where that authority is kept; CertificateAuthority::defaultFolder().
    QString authorityFolder;
    /// Names beside this machine's, `listen` and the upstream's that requests may call the recorder by. One
    /// for another host gets 421 and is not recorded: a web page could have its own name point here.
    QStringList hostNames;

    std::optional<Scenario> scenario; ///< responds; nothing is forwarded
    /// Played on the way to where requests go: see overlayStepFor(). Not with `scenario`.
    std::optional<Scenario> overlay;
    StepChoice stepChoice = StepChoice::Arrived;
    std::uint64_t seed = 0; ///< of the request ids that steps fill in

    std::optional<std::int64_t> stopAfter; ///< requests, at least 1: ends when the last of them has
    std::optional<Duration> duration;      ///< above 0: ends then
    RecordingLimits limits;

    /// From the first byte of a head to its end, and for a TLS handshake; above 0.
    Duration headTime = kHeadTime;

    std::string service; ///< of the record; empty: that of the first request which tells
    WireOptions wire;    ///< towards upstreams: proxy, trusted authorities, verification
    Duration connectTimeout = std::chrono::seconds{10}; ///< to an upstream, TLS included; 0: none
};

/// What is wrong with a plan, before anything is opened: what goes together with what, a URL that is none, a
/// host beyond loopback that was not allowed, a scenario that cannot be played. BadUsage, or BadInput for a
/// scenario.
Result<Done> checkPlan(const RecorderPlan& plan);

} // namespace retryscope::io
