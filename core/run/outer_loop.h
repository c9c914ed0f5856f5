// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <string>

namespace retryscope {

/// The application's own loop around the client, which repeats a failed call.
struct OuterLoop
{
    std::string name = "application";
    int rounds = 1;    ///< most rounds of a call, the first one included; at least 1
    Duration delay{0}; ///< between two rounds
    bool operator==(const OuterLoop&) const = default;
};

} // namespace retryscope
