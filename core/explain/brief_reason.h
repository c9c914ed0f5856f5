// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <string>

namespace retryscope {

/// The reason for the decision in one short sentence, for large type: `Not retried: 429 named “429” (neither
/// table lists the exception name).` Without the kinds, ids and client messages of whySentence().
[[nodiscard]] std::string briefReason(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                      const Decision& decision, int attempt);

} // namespace retryscope
