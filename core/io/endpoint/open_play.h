// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/simulate/scenario.h"

#include <cstdint>
#include <vector>

namespace retryscope::io {

// How a scenario is played to clients of other programs, which do not say which attempt they are at.

/// Every step of a scenario, in the order of its file.
[[nodiscard]] std::vector<const EndpointStep*> allSteps(const Scenario& scenario);
[[nodiscard]] bool hasFault(const Scenario& scenario, Misbehaviour fault);

/// An error where a fault that happens before a request arrives (`refuse`, `tls-fail`, `no-host`,
/// `no-connect`) stands among other steps: nobody could tell when its turn is.
Result<Done> checkForAnyone(const Scenario& scenario);

/// Which call, and which request of it, a request stands for.
struct StepPosition
{
    int call = 1;
    std::int64_t request = 1;
    bool operator==(const StepPosition&) const = default;
};

/// number: of the request, from 1, over all clients. Entries of `calls` follow one another as if each call
/// took one pass through its steps.
[[nodiscard]] StepPosition positionOfRequest(const Scenario& scenario, std::int64_t number);

} // namespace retryscope::io
