// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/run/outer_loop.h"

#include <string>
#include <vector>

namespace retryscope {

/// One sentence for each note about a number on which the policy's document contradicts itself. topics: the
/// numbers in use; empty: all.
[[nodiscard]] std::vector<std::string> conflictSentences(const Policy& policy,
                                                         const std::vector<NoteTopic>& topics = {});
/// The same sentences, each introduced as a contradiction in the document.
[[nodiscard]] std::vector<std::string> twoReadings(const Policy& policy,
                                                   const std::vector<NoteTopic>& topics);

/// Which numbers are Retryscope's defaults, because the document gives none: one sentence for each note.
[[nodiscard]] std::vector<std::string> assumptionSentences(const Policy& policy);

/// `application repeats a failed call: at most 3 rounds (2 retries), 500 ms between them`
[[nodiscard]] std::string loopText(const OuterLoop& loop);

} // namespace retryscope
