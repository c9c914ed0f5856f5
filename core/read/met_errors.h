// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <string>
#include <vector>

namespace retryscope {

/// An error in a record that the policy did not recognise or did not retry: no rule lists its name, or the
/// error ended the call.
struct MetError
{
    std::string name; ///< as the client reads it; empty if the response has none
    int status = 0;
    int count = 0;          ///< attempts that met it
    bool isKnown = false;   ///< some rule lists the name
    bool isRetried = false; ///< at least once
    bool operator==(const MetError&) const = default;
};

/// Each name or, without one, each status once; in the order in which they were first met.
[[nodiscard]] std::vector<MetError> metErrorsIn(const RunRecord& record);

} // namespace retryscope
