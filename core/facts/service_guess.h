// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"

#include <string>
#include <vector>

namespace retryscope {

/// Which service a request is for, with each fact that speaks for it.
struct ServiceGuess
{
    std::string service =
        "generic"; ///< as policies name services (`s3`, `dynamodb-streams`), else as its hosts do (`kms`)
    std::string operation; ///< for example ListObjectsV2; empty when the request does not tell
    /// How its errors come: `rest-xml`, `query`, `ec2`, `json`, `rest-json`, `rpc-v2-cbor`; empty when only
    /// the service is known, whose own then holds. resolve() reads what a policy does not know as `generic`.
    std::string protocol;
    std::vector<std::string>
        evidence; ///< `host ends with s3.eu-west-1.amazonaws.com`, `X-Amz-Target: DynamoDB_20120810.…`
    bool operator==(const ServiceGuess&) const = default;
};

/// Judged from what the request says of itself, strongest first: `X-Amz-Target`, a Smithy protocol, the host,
/// the form of a query service (two of them may have the same version), the scope of a signature. *generic*
/// without evidence is a host that is not AWS'; with evidence, one that belongs to a customer there (load
/// balancer, own API). Nothing is looked up.
[[nodiscard]] ServiceGuess guessService(const RequestSpec& spec);

/// Gives `spec` the service with its protocol, and the operation, that a request with these headers and this
/// body says of itself; what it does not say stays as it is.
void learnService(RequestSpec& spec, const Headers& headers, const std::string& body);

} // namespace retryscope
