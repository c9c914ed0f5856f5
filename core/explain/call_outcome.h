// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <string>

namespace retryscope {

/// What became of a call that ended, without its reason: `failed after 3 attempts in 1.7 s`, `cancelled after
/// 1 attempt`, `the client disconnected after 2 attempts in 5 s`. The time is missing where the file has
/// none.
[[nodiscard]] std::string callOutcome(const CallRecord& call);
/// Why: `no attempts left`; empty for a success and where the outcome says it.
[[nodiscard]] std::string callReason(const CallRecord& call);
/// Both, the outcome first: `failed after 3 attempts in 1.7 s: no attempts left`.
[[nodiscard]] std::string summaryOf(const CallRecord& call);

} // namespace retryscope
