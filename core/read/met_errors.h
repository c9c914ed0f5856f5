// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <string>
#include <vector>

namespace retryscope {

/// An error that the attempts of a record met and that was not retried as what it is: its name is in no rule
/// of the policy, or it ended the call.
struct MetError
{
    std::string name; ///< as the client reads it; empty: the response bore none
    int status = 0;
    int count = 0;          ///< attempts that met it
    bool isKnown = false;   ///< some rule lists the name
    bool isRetried = false; ///< at least once
    bool operator==(const MetError&) const = default;
};

/// Each name or, without one, each status once; in the order in which they were first met.
[[nodiscard]] std::vector<MetError> metErrorsIn(const RunRecord& record);

} // namespace retryscope
