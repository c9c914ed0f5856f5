// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/probe/probe_origin.h"
#include "core/simulate/scenario.h"

#include <functional>
#include <string>
#include <vector>

namespace retryscope::io {

/// Everything that is fixed before a probe.
struct ProbePlan
{
    std::string
        through; ///< `http://` or `https://` URL of the box; its path and query come before a row's own
    ListenAddress listen;
    Scenario behaviours;                          ///< each of its steps becomes a row
    Headers headers;                              ///< of every request, beside those of the row
    int repeat = 1;                               ///< requests for each row, 1 to 100
    Duration patience = std::chrono::seconds{10}; ///< of the client, without a byte
    std::string boxName;                          ///< as it was given; empty: read from `Server` or `Via`
    /// Finds the proxy by its page, for proxies that no header names; empty: unknown.
    std::function<std::string(const std::string& body)> boxOfPage;
    WireOptions wire;
    std::uint64_t seed = 0; ///< of the request ids
};

/// Checks a plan before anything is opened and fills in missing ids. Errors: a fault that cannot happen
/// behind a proxy (`tls-fail`, `no-host`, `no-connect`), a repeated id, a request that cannot be sent, or the
/// origin's own address as the proxy's.
Result<ProbePlan> checkedPlan(ProbePlan plan);

/// The request for this step: marked with row `id`, sent through the proxy, with the plan's read timeout.
[[nodiscard]] RequestSpec probeRequest(const ProbePlan& plan, const EndpointStep& step,
                                       const std::string& id);

} // namespace retryscope::io
