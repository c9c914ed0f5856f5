// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"
#include "core/facts/instant.h"

#include <optional>
#include <string>

namespace retryscope {

/// How the bytes travel: proxy and TLS. Empty strings mean "not used".
struct WireOptions
{
    std::string proxyUrl;        ///< `http://…` or `socks5://…`, optionally with user and password
    std::string noProxy;         ///< comma-separated hosts, `.domain` suffixes or `*`, as curl reads it
    std::string caFile;          ///< PEM file with the only certificate authorities to trust
    std::string certificateFile; ///< PEM client certificate
    std::string keyFile;         ///< PEM private key of the client certificate
    /// Hosts besides the one of the request that may see the client certificate at a redirect.
    std::vector<std::string> certificateHosts;
    bool verifyPeer = true; ///< the user interface warns clearly if false

    bool operator==(const WireOptions&) const = default;
};

/// A batch request split around its items, so that a later attempt can send only what was left
/// without the engine parsing JSON: body = before + items + after.
struct BatchEnvelope
{
    std::string before;
    std::string after;
    int items = 0; ///< items of the first request
    bool operator==(const BatchEnvelope&) const = default;
};

/// Method and address of one request.
struct RequestTarget
{
    std::string method; ///< empty: that of the request as it was asked for
    std::string url;    ///< the same
    bool operator==(const RequestTarget&) const = default;
};

/// What a call sends once its first request started an operation; see pollFor().
struct PollRequest
{
    std::string method = "GET";
    std::string url;  ///< http(s)://…, or a path from `/` on, which is one of the server of the request
    std::string body; ///< header fields are those of the request
    std::string tokenPlace; ///< of `{token}` in the first response: `json:PATH`, `xml:PATH`, `body`
    bool operator==(const PollRequest&) const = default;
};

inline constexpr int kMostFollowed = 20;

/// What the user asked to send. A value; nothing in it changes during a run.
struct RequestSpec
{
    std::string method = "GET";
    std::string url;
    Headers headers;
    std::string body;
    std::string service = "generic"; ///< selects service overrides of a policy and the error reader
    std::string operation;           ///< for example ListObjectsV2; empty when unknown
    std::string protocol; ///< rest-xml, rest-json, query, ec2, soap, json, generic; empty: the service's own
    bool bodyIsReplayable = true; ///< false for a stream that can be read once
    Duration connectTimeout = std::chrono::seconds{10};
    Duration readTimeout = std::chrono::seconds{60}; ///< idle time between two reads
    /// Limit for one attempt, from the look-up to the last byte of the response, even if bytes keep arriving;
    /// absent: no limit.
    std::optional<Duration> attemptTimeout;
    std::optional<Duration> deadline; ///< of the whole call, attempts and delays
    /// Redirects that are followed within one attempt, from 0 to kMostFollowed.
    int follow = 0;
    /// Header fields that go along to another server, beside those that are known to be harmless. None that
    /// holds a secret ever does.
    std::vector<std::string> followHeaders;
    bool staysAtServer = false; ///< redirects to other servers are not followed
    WireOptions wire;
    std::optional<BatchEnvelope> batch;
    /// Present: the request starts an operation, under a policy that knows how one is started.
    std::optional<PollRequest> poll;

    bool operator==(const RequestSpec&) const = default;
};

/// Protocol that errors of this service come in (serviceProtocol()), for services not known there `generic`.
/// An explicit `spec.protocol` wins.
[[nodiscard]] std::string protocolOf(const RequestSpec& spec);

/// The detail text of a fault caused by RequestSpec::attemptTimeout.
[[nodiscard]] std::string attemptLimitText(Duration limit);
/// Whether a fault says that of itself, in records too.
[[nodiscard]] bool isAttemptLimit(const std::string& faultDetail);
/// The limit that such a detail names; absent for other details.
[[nodiscard]] std::optional<Duration> attemptLimitIn(const std::string& faultDetail);

} // namespace retryscope
