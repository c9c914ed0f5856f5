// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/trace.h"
#include "core/policy/resolve.h"

namespace retryscope {

struct Classification
{
    ErrorKind kind = ErrorKind::None;
    int rule = -1;
};

/// True when the answer is complete and its status is one of the policy's success statuses.
[[nodiscard]] bool hasSuccessStatus(const ResolvedPolicy& policy, const AttemptFacts& facts);

/// Tries the rules in order and appends one RuleTried each, then KindChosen.
/// clockIsOff: result of checkpoint 2b.
[[nodiscard]] Classification classify(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                      const ErrorName& name, bool clockIsOff, Trace& trace);

} // namespace retryscope
