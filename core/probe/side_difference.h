// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/probe/bench.h"

#include <string>

namespace retryscope {

/// True if the proxy made a response from bytes of the origin that are not HTTP, with these bytes as the
/// body.
[[nodiscard]] bool handsOnBareBytes(const RowFacts& row);

/// True if the origin sent a 304 although no request was conditional (If-None-Match, If-Modified-Since): the
/// proxy removed the condition, as caches do.
[[nodiscard]] bool isUnaskedNotModified(const RowFacts& row);

/// Fills in what happened to the body. sent, received: both bodies whole, without content coding.
void compareBodies(RowFacts& row, const std::string& sent, const std::string& received);

/// The row with its outcome and what happened to its headers, without verdicts. Ignores headers that concern
/// one connection or that every hop may change (RFC 9110, section 7.6.1): Connection, Keep-Alive,
/// Transfer-Encoding, Content-Length, Date, Trailer and Upgrade.
[[nodiscard]] BenchRow readingOf(RowFacts facts);

/// Server, Via and similar headers: every proxy sets its own, and no client bases retries on them.
[[nodiscard]] bool namesTheBox(const std::string& header);

} // namespace retryscope
