// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/run/outer_loop.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// One sentence for each note about a number on which the policy's document contradicts itself. topics: the
/// numbers in use; empty: all. status: of the response; absent: all notes.
[[nodiscard]] std::vector<std::string> conflictSentences(const Policy& policy,
                                                         const std::vector<NoteTopic>& topics = {},
                                                         std::optional<int> status = {});
/// The same sentences, each introduced as a contradiction in the document.
[[nodiscard]] std::vector<std::string> twoReadings(const Policy& policy,
                                                   const std::vector<NoteTopic>& topics);

/// Which numbers are Retryscope's defaults, because the document gives none: one sentence for each note.
[[nodiscard]] std::vector<std::string> assumptionSentences(const Policy& policy);

/// `application retries a failed call: up to 3 attempts, 500 ms apart`
[[nodiscard]] std::string loopText(const OuterLoop& loop);

} // namespace retryscope
