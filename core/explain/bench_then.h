// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/probe/bench.h"

#include <string>
#include <vector>

namespace retryscope {

/// One client before and after a change of the box.
struct ThenVerdict
{
    std::string client; ///< as people call it
    BenchVerdict now;
    BenchVerdict then;
};

/// What a change of the box makes of the clients' decisions: `Then C++ default and Rust standard retry.`,
/// `Then Java standard waits as long as without the box.`, `Then a call is up to 3 requests at the origin
/// instead of 6.`, `It changes no verdict.` Empty without clients.
[[nodiscard]] std::string thenText(const std::vector<ThenVerdict>& verdicts);

} // namespace retryscope
