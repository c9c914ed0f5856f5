// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace retryscope::ui {

/// How many calls a run makes, by how many clients, and with which random seed.
struct RunSettings
{
    int calls = 1;   ///< of each client, one after the other; they share its retry tokens; 1 to 100,000
    int clients = 1; ///< side by side, each with retry tokens of its own; 1 to 1,000
    std::uint64_t seed = 1;
    bool keepsSeed = false; ///< false: each run draws a new one when it is sent
    bool isVirtual = false; ///< computed at once, nothing is sent
    bool waits = true;      ///< false: delays are planned and recorded, not slept
    /// Quota and limiter go on from run to run, as in one long-lived client. Virtual runs always start full.
    bool keepsTokens = true;
    bool operator==(const RunSettings&) const = default;

    [[nodiscard]] int allCalls() const { return calls * clients; }
};

} // namespace retryscope::ui
