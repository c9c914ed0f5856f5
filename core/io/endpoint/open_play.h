// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/simulate/scenario.h"

#include <cstdint>
#include <vector>

namespace retryscope::io {

// How a scenario is played to clients of other programs, which do not say which attempt they are at.

/// All steps of a scenario, in the order of the file.
[[nodiscard]] std::vector<const EndpointStep*> allSteps(const Scenario& scenario);
[[nodiscard]] bool hasFault(const Scenario& scenario, Misbehaviour fault);

/// Fails if a fault that happens before a request arrives (`refuse`, `tls-fail`, `no-host`, `no-connect`) is
/// one of several steps: the endpoint could not tell its turn.
Result<Done> checkForAnyone(const Scenario& scenario);

/// The call, and the attempt in it, that a request represents.
struct StepPosition
{
    int call = 1;
    std::int64_t request = 1;
    bool operator==(const StepPosition&) const = default;
};

/// number: of the request, from 1, over all clients. Treats the entries of `calls` as if each call passed
/// once through its steps.
[[nodiscard]] StepPosition positionOfRequest(const Scenario& scenario, std::int64_t number);

} // namespace retryscope::io
