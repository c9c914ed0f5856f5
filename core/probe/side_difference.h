// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/probe/bench.h"

#include <string>

namespace retryscope {

/// Detail of the fault `cancelled` of a row that was not sent because the probe was stopped; else the box was
/// the reason.
inline constexpr auto kProbeStopped = "stopped";

/// The bodies of both sides without their content coding.
struct DecodedBodies
{
    std::string origin;
    std::string client;
};

/// Fills in what became of headers and body, and the outcome: `origin`, `client`, `arrivals` and `behaviour`
/// must be there. Left out of the comparison is what concerns one connection or every hop may change (RFC
/// 9110, section 7.6.1): Connection, Keep-Alive, Transfer-Encoding, Content-Length, Date, Trailer and
/// Upgrade. isHeard: the origin would have read a request of this row; false where nothing listened.
void compareSides(BenchRow& row, const DecodedBodies& bodies, bool isHeard);

/// Server, Via and their likes: every box sets its own, and no client retries for them.
[[nodiscard]] bool namesTheBox(const std::string& header);

} // namespace retryscope
