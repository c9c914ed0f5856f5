// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/policy/policy.h"

#include <string>
#include <vector>

namespace retryscope {

/// A policy resolved for one service, operation and protocol. judge() and admit() accept nothing else, so no
/// caller can forget this step.
struct ResolvedPolicy
{
    Policy policy;        ///< `services` is applied and empty; rules are in the order in which they are tried
    ErrorReading reading; ///< the one for the request's protocol
    std::string service;
    std::string operation;
    std::string method; ///< of the request
    /// The first request of a call starts an operation and the others poll: the request says what to send,
    /// and the policy has a rule for the start. Otherwise the policy's rules for a start are not used.
    bool startsOperation = false;
    std::string protocol;
    bool countsEveryRule = false;           ///< some rule asks which rules held before
    Headers requestHeaders;                 ///< of the request as given, without the headers that the client
                                            ///< adds
    std::vector<std::string> knownNames;    ///< sorted; every name that some rule lists
    std::vector<std::string> knownPrefixes; ///< every prefix that some rule lists
    std::vector<std::string> knownParts;    ///< in lower case; every text that some rule looks for in names

    /// True when a rule lists this name, a prefix of it or a text in it.
    [[nodiscard]] bool knows(const std::string& name) const;
    bool operator==(const ResolvedPolicy&) const = default;
};

/// The weaker of the policy's evidence and of its reading for this protocol.
[[nodiscard]] EvidenceLevel evidenceOf(const ResolvedPolicy& policy);

/// The protocol in which this client reads errors of the request's service: spec.protocol, else the policy's
/// protocol for the service, else the service's own (protocolOf()).
[[nodiscard]] std::string protocolUnder(const Policy& policy, const RequestSpec& spec);

/// The same policy as if the service spoke this protocol.
[[nodiscard]] ResolvedPolicy readAs(ResolvedPolicy policy, const std::string& protocol);

/// Applies the override of spec.service, then of spec.operation, and picks the reading of the request's
/// protocol (else `generic`, else a reader that looks in every place where AWS services put an error name).
[[nodiscard]] ResolvedPolicy resolve(const Policy& policy, const RequestSpec& spec);

} // namespace retryscope
