// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/probe/bench.h"

#include <string>
#include <vector>

namespace retryscope {

/// One client before and after a change to the proxy.
struct ThenVerdict
{
    std::string client; ///< its display name
    BenchVerdict now;
    BenchVerdict then;
};

/// How a change to the proxy affects the clients' decisions: `Then C++ default and Rust standard retry.`,
/// `Then Java standard waits as long as without the proxy.`, `Then a call causes up to 3 requests at the
/// origin instead of 6.`, `This changes no verdict.` Empty without clients.
[[nodiscard]] std::string thenText(const std::vector<ThenVerdict>& verdicts);

} // namespace retryscope
