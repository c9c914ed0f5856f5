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

/// The client got a response that the box made of bytes of the origin that are no HTTP: what it calls the
/// body is the origin's. The row must be compared.
[[nodiscard]] bool handsOnBareBytes(const BenchRow& row);

/// The origin sent a 304, and none of the requests that it saw asked for one (If-None-Match,
/// If-Modified-Since): the box had left that out, as one that fills a cache does.
[[nodiscard]] bool isUnaskedNotModified(const BenchRow& row);

/// Fills in what became of headers and body, and the outcome: `origin`, `client`, `arrivals` and `behaviour`
/// must be there. Left out of the comparison is what concerns one connection or every hop may change (RFC
/// 9110, section 7.6.1): Connection, Keep-Alive, Transfer-Encoding, Content-Length, Date, Trailer and
/// Upgrade. isHeard: the origin would have read a request of this row; false where nothing listened.
void compareSides(BenchRow& row, const DecodedBodies& bodies, bool isHeard);

/// Server, Via and their likes: every box sets its own, and no client retries for them.
[[nodiscard]] bool namesTheBox(const std::string& header);

} // namespace retryscope
