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

/// The Host header sent to the server, since the client's own names the recorder.
enum class HostHeader {
    Keep,    ///< as the client wrote and perhaps signed it; the upstream may not know the name
    Rewrite, ///< the upstream's; a signature over Host (AWS Signature Version 4) is then wrong
};

/// How requests are assigned to the steps of a scenario.
enum class StepChoice {
    Arrived,  ///< the n-th request of a call meets step n
    Declared, ///< a request that says which attempt it is (`amz-sdk-request: attempt=2`) meets that step
};

/// Limits of one recording; at a limit it ends once its last response has been sent.
struct RecordingLimits
{
    std::int64_t requests = 1'000'000;
    std::int64_t headBytes = std::int64_t{1024} * 1024 * 1024; ///< heads, addresses, notes
};

/// Everything that is fixed before a recording. Needs at least one of `upstream`, `forwardProxy` and
/// `scenario`. A scenario responds to every request, so it can be combined with `forwardProxy` but not with
/// `upstream`.
struct RecorderPlan
{
    ListenAddress listen{QStringLiteral("127.0.0.1"), 0}; ///< port 0: any free one
    bool allowRemote = false;                             ///< `listen` need not be loopback

    /// `http://` or `https://` URL to forward requests to; its path is put before theirs. Empty: none.
    std::string upstream;
    HostHeader host = HostHeader::Keep;
    /// Requests name their own destination: in absolute form, or with CONNECT, whose tunnel is only counted.
    bool forwardProxy = false;
    /// Decrypts CONNECT tunnels with Retryscope's certificate authority; needs forwardProxy.
    bool intercept = false;
    /// Hosts whose tunnels are decrypted, with their subdomains; the authority is valid for no others. Empty:
    /// all.
    QStringList interceptHosts;
    /// Folder of the authority (default: CertificateAuthority::defaultFolder()).
    QString authorityFolder;
    /// Additional host names that requests may use for the recorder, besides this machine's, `listen` and the
    /// server's. A request for another host gets 421 and is not recorded: a web page could point its own name
    /// here.
    QStringList hostNames;

    std::optional<Scenario> scenario; ///< responds; nothing is forwarded
    /// Scenario that alters the server's responses: see overlayStepFor(). Not together with `scenario`.
    std::optional<Scenario> overlay;
    StepChoice stepChoice = StepChoice::Arrived;
    std::string groupBy;    ///< header field whose value is the id of a call; empty: automatic
    std::uint64_t seed = 0; ///< of the request ids that steps fill in

    std::optional<std::int64_t> stopAfter; ///< requests, at least 1: ends when the last of them has
    std::optional<Duration> duration;      ///< above 0: ends then
    RecordingLimits limits;

    /// Time limit for a request head from its first byte, and for a TLS handshake; above 0.
    Duration headTime = kHeadTime;

    std::string service; ///< of the record; empty: that of the first request which tells
    WireOptions wire;    ///< towards upstreams: proxy, trusted authorities, verification
    Duration connectTimeout = std::chrono::seconds{10}; ///< to an upstream, TLS included; 0: none
};

/// Checks a plan before anything is opened: options that conflict, an invalid URL, a non-loopback host
/// without permission (BadUsage), or a scenario that cannot be played (BadInput).
Result<Done> checkPlan(const RecorderPlan& plan);

} // namespace retryscope::io
