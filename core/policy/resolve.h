// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/policy/policy.h"

#include <string>
#include <vector>

namespace retryscope {

/// A policy flattened for one service, operation and protocol. judge() and admit() take only this,
/// so nobody can forget to resolve.
struct ResolvedPolicy
{
    Policy policy;        ///< `services` is applied and empty; rules are in the order in which they are tried
    ErrorReading reading; ///< the one for the request's protocol
    std::string service;
    std::string operation;
    std::string method; ///< of the request
    /// The first request of a call starts an operation, the others poll: the request says what they send, and
    /// the policy has a rule for the start. Else its rules for a start are never tried.
    bool startsOperation = false;
    std::string protocol;
    bool countsEveryRule = false;        ///< some rule asks which rules held before
    Headers requestHeaders;              ///< of the request as it was asked for, without those of the client
    std::vector<std::string> knownNames; ///< sorted; every name that some rule lists
    std::vector<std::string> knownPrefixes; ///< every prefix that some rule lists

    /// True when a rule lists this name or a prefix of it.
    [[nodiscard]] bool knows(const std::string& name) const;
    bool operator==(const ResolvedPolicy&) const = default;
};

/// The weaker of the policy's evidence and of its reading for this protocol.
[[nodiscard]] EvidenceLevel evidenceOf(const ResolvedPolicy& policy);

/// The protocol in which this client reads errors of the request's service: spec.protocol, else what the
/// policy says of the service, else the service's own (protocolOf()).
[[nodiscard]] std::string protocolUnder(const Policy& policy, const RequestSpec& spec);

/// The same policy as if the service spoke this protocol.
[[nodiscard]] ResolvedPolicy readAs(ResolvedPolicy policy, const std::string& protocol);

/// Applies the override of spec.service, then that of spec.operation, picks the reading of the request's
/// protocol (else `generic`, else a reader that looks everywhere AWS services put a name).
[[nodiscard]] ResolvedPolicy resolve(const Policy& policy, const RequestSpec& spec);

} // namespace retryscope
