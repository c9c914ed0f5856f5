// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/request_spec.h"

#include <string>
#include <vector>

namespace retryscope {

/// The service of a request, with the evidence.
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

/// Based on the request alone, the strongest evidence first: `X-Amz-Target`, a Smithy protocol, the host, the
/// form of a query service (two services can share a version), the signature scope. *generic* without
/// evidence means a host outside AWS; with evidence, a customer's host within AWS (load balancer, own API).
/// No look-ups.
[[nodiscard]] ServiceGuess guessService(const RequestSpec& spec);

/// Whose response this is, where headers or body show it.
struct RecognisedResponse
{
    std::string service;  ///< as policies name it, for example `s3`; empty: of no AWS service that is known
    std::string client;   ///< the beginning of the ids of the presets that are made for it: `openai-js`
    std::string evidence; ///< `header x-amz-id-2`; empty: nothing is recognised
    bool operator==(const RecognisedResponse&) const = default;
};

/// By the headers that only one service sends, else by the form of its error body. Sources: recorded
/// responses of the services, and the header lists of their documentation.
[[nodiscard]] RecognisedResponse recogniseResponse(const AttemptFacts& facts);

/// Sets service, protocol and operation of `spec` from these headers and this body; leaves unknown values
/// unchanged.
void learnService(RequestSpec& spec, const Headers& headers, const std::string& body);

} // namespace retryscope
