// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/facts/responder.h"
#include "core/policy/policy.h"
#include "core/read/incurable_error.h"
#include "core/read/possible_effect.h"

#include <string>

namespace retryscope {

/// For a cell: `never sent`, `refused, not processed`, `possibly done; POST without an idempotency key`.
[[nodiscard]] std::string effectText(const PossibleEffect& effect);
/// A sentence that says whether the server could have carried out the request already. responder: only a
/// known responder makes a refusal certain.
[[nodiscard]] std::string effectSentence(const PossibleEffect& effect, ResponderKind responder);

/// Who caused the failure, as AWS documents and the SDKs for Java define it: `Client` for 4xx, `Service` for
/// 5xx, none without a response. In brackets: the class that a document names for it
/// (Policy::errorClasses). Empty for successes. The text gives both types when a name that begins with
/// `Client.` or `Server.` (EC2, SOAP) contradicts the status. A 4xx that asks to slow down, or that this
/// client counts as temporary (kind), is not a mistake in the request. Sources: Amazon DynamoDB Developer
/// Guide, Error Handling; Amazon EC2 API Reference, Error codes.
[[nodiscard]] std::string errorTypeSentence(const Policy& policy, const AttemptFacts& facts, ErrorKind kind);
/// What the program that called the client gets after this last attempt: a class of errors or `the response`
/// (Policy::errorClasses, Rule::raises). Empty: it is not known, or the call goes on or succeeded.
[[nodiscard]] std::string callerGets(const Policy& policy, const AttemptFacts& facts,
                                     const Decision& decision);
/// That a retry cannot help with this error, why, and the source.
[[nodiscard]] std::string incurableSentence(const IncurableError& error);
/// Shown in place of changes that would make a client retry.
[[nodiscard]] std::string noCureText();
/// True if error types matter to the client: it follows an AWS document or reads an AWS protocol.
[[nodiscard]] bool dividesErrorTypes(const Policy& policy);

} // namespace retryscope
