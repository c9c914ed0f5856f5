// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <optional>
#include <string>

namespace retryscope {

/// What a request's headers say about its call.
struct DeclaredAttempt
{
    /// The same in every attempt of a call and in no other; with the name of its header, so that two kinds of
    /// ids are never equal. Empty: the client gives none.
    std::string callId;
    /// How certain it is that no two calls share the id: 1 if the client makes one for each call, less if the
    /// caller can choose it.
    double certainty = 0;
    std::optional<int> attempt; ///< as the client counts: from 1, in Ruby from 0
    std::optional<int> max;     ///< attempts at most
    bool operator==(const DeclaredAttempt&) const = default;
};

/// Reads `amz-sdk-invocation-id` and `amz-sdk-request: attempt=2; max=3` (AWS SDKs), `x-goog-api-client: …
/// gccl-invocation-id/ID gccl-attempt-count/2` (Google Cloud), `x-ms-client-request-id` (Azure),
/// `x-stainless-retry-count: 1` (the clients of OpenAI and Anthropic), `Idempotency-Key`, and
/// `x-envoy-attempt-count: 2` with `x-request-id` (Envoy, where its route includes the count). Ignores
/// invalid numbers, numbers above 10,000, and ids longer than 200 bytes.
/// groupBy: a header field whose value is the id of the call, because somebody says so: certain, and in place
/// of any other id. Empty: none.
[[nodiscard]] DeclaredAttempt declaredIn(const Headers& headers, const std::string& groupBy = {});

} // namespace retryscope
