// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/probe/bench.h"

#include <string>

namespace retryscope {

/// The bodies of both sides without their content coding.
struct DecodedBodies
{
    std::string origin;
    std::string client;
};

/// True if the proxy made a response from bytes of the origin that are not HTTP, with these bytes as the
/// body. The row must be compared first.
[[nodiscard]] bool handsOnBareBytes(const BenchRow& row);

/// True if the origin sent a 304 although no request was conditional (If-None-Match, If-Modified-Since): the
/// proxy removed the condition, as caches do.
[[nodiscard]] bool isUnaskedNotModified(const BenchRow& row);

/// Fills in the outcome and what happened to headers and body; needs `origin`, `client`, `arrivals` and
/// `behaviour`. Ignores headers that concern one connection or that every hop may change (RFC 9110, section
/// 7.6.1): Connection, Keep-Alive, Transfer-Encoding, Content-Length, Date, Trailer and Upgrade. isHeard: the
/// origin was listening for this row.
void compareSides(BenchRow& row, const DecodedBodies& bodies, bool isHeard);

/// Server, Via and similar headers: every proxy sets its own, and no client bases retries on them.
[[nodiscard]] bool namesTheBox(const std::string& header);

} // namespace retryscope
