// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/policy/resolve.h"

#include <string>

namespace retryscope {

/// The client looked at the body of a success and decided by it: it takes it for an error, or one of its
/// rules for successes asks for a name or a text in the body.
[[nodiscard]] bool decidesByBody(const ResolvedPolicy& policy, const Decision& decision);
/// A success to this client, although the body is an error (bodyErrorOf).
[[nodiscard]] bool missesBodyError(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                   const Decision& decision);
/// `its body is an error (json:error.code: 429)`; empty if it is none.
[[nodiscard]] std::string bodyErrorClause(const AttemptFacts& facts);
/// That the body is an error, where, and what the client makes of it; empty if it is none.
[[nodiscard]] std::string bodyErrorSentence(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                            const Decision& decision);

} // namespace retryscope
