// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <string>

namespace retryscope {

/// Why an attempt was retried or not in one short sentence, to be read in large type: `429 named “429” is not
/// retried: a name in neither table.` What whySentence() says besides (kinds, ids, the client's own message)
/// is left out.
[[nodiscard]] std::string briefReason(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                      const Decision& decision, int attempt);

} // namespace retryscope
