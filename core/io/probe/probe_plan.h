// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/probe/probe_origin.h"
#include "core/policy/policy.h"
#include "core/simulate/scenario.h"

#include <functional>
#include <string>
#include <vector>

namespace retryscope::io {

/// All that is fixed before a probe.
struct ProbePlan
{
    std::string
        through; ///< `http://` or `https://` URL of the box; its path and query come before a row's own
    ListenAddress listen;
    Scenario behaviours; ///< each of its steps becomes a row
    Headers headers;     ///< of every request, beside those of the row
    std::vector<Policy> policies;
    int repeat = 1;                               ///< requests for each row, 1 to 100
    Duration patience = std::chrono::seconds{10}; ///< of the client, without a byte
    std::string boxName;                          ///< as it was given; empty: read from `Server` or `Via`
    /// The box that has this page, for boxes that name themselves in no header; empty text: nobody's.
    std::function<std::string(const std::string& body)> boxOfPage;
    WireOptions wire;
    std::uint64_t seed = 0; ///< of the request ids
};

/// What is wrong with a plan, before anything is opened: a row without meaning behind a box (`tls-fail`,
/// `no-host`, `no-connect`), two rows of one id, a request that cannot be sent, the origin's own address as
/// the one of the box. Fills missing ids in.
Result<ProbePlan> checkedPlan(ProbePlan plan);

/// What leaves for this step: marked as row `id`, through the box, within the plan's patience.
[[nodiscard]] RequestSpec probeRequest(const ProbePlan& plan, const EndpointStep& step,
                                       const std::string& id);

} // namespace retryscope::io
