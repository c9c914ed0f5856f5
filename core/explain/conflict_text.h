// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/run/outer_loop.h"

#include <string>
#include <vector>

namespace retryscope {

/// Where the document that a policy follows says two things about a number that is used: one sentence for
/// each note. topics: what the numbers in use are about; empty: everything.
[[nodiscard]] std::vector<std::string> conflictSentences(const Policy& policy,
                                                         const std::vector<NoteTopic>& topics = {});
/// The same, each with a beginning that says so.
[[nodiscard]] std::vector<std::string> twoReadings(const Policy& policy,
                                                   const std::vector<NoteTopic>& topics);

/// Which of the numbers of attempts and delays are no document's, but defaults of ours; by what their sources
/// say.
[[nodiscard]] std::vector<std::string> ownNumberSentences(const Policy& policy);

/// `application makes a call that failed again: at most 3 rounds (2 retries), 500 ms between them`
[[nodiscard]] std::string loopText(const OuterLoop& loop);

} // namespace retryscope
