// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"
#include "core/facts/instant.h"

#include <cstdint>
#include <optional>
#include <string>

namespace retryscope {

/// One request of a recorded client, as it arrived.
struct SeenRequest
{
    Instant at{};       ///< its first byte
    std::string peer;   ///< address of the client's machine, without a port
    int connection = 0; ///< number of the client's connection, from 1
    std::string method;
    std::string url; ///< absolute: where it went, or would have gone
    Headers headers;
    std::string body;           ///< kept part
    std::int64_t bodyBytes = 0; ///< all that arrived
    std::uint64_t bodyHash = 0; ///< of all that arrived; equal bodies have equal hashes; 0: not known
    /// Of the call, because a person says so: in place of any other id and number. Mostly empty.
    std::string callId;
    /// Only requests with the same scope can be attempts of one call: the parent of a span. Mostly empty.
    std::string scope;
    std::string operation; ///< as the client calls it, if something besides the request says so
    /// Number of the attempt in its call, from 1, if something besides the headers says so.
    std::optional<int> attempt;
};

} // namespace retryscope
