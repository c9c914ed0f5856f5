// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/policy/resolve.h"
#include "core/run/run_record.h"

#include <string>

namespace retryscope {

/// The client looked at the body of a success and decided by it: it takes it for an error, or one of its
/// rules for successes asks for a name or a text in the body.
[[nodiscard]] bool decidesByBody(const ResolvedPolicy& policy, const Decision& decision);
/// A success to this client, although the body is an error (bodyErrorOf).
[[nodiscard]] bool missesBodyError(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                   const Decision& decision);
/// A success to this client, although its body is an error, or did not arrive whole.
[[nodiscard]] bool isDoubted(const ResolvedPolicy& policy, const AttemptFacts& facts,
                             const Decision& decision);
/// The same of the last attempt of a call that succeeded.
[[nodiscard]] bool isDoubted(const RunRecord& record, const CallRecord& call);
/// The calls of the record of which that is true, among the first 1000: looking at a million takes a second.
[[nodiscard]] int doubtedIn(const RunRecord& record);
/// Why Retryscope offers no change that reverses the decision about a success.
[[nodiscard]] std::string nothingToChangeSentence(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                                  const Decision& decision);
/// `its body is an error (json:error.code: 429)`; empty if it is none.
[[nodiscard]] std::string bodyErrorClause(const AttemptFacts& facts);
/// That the body is an error, where, and what the client makes of it; empty if it is none.
[[nodiscard]] std::string bodyErrorSentence(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                            const Decision& decision);

} // namespace retryscope
