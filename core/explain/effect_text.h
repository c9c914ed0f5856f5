// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/responder.h"
#include "core/policy/policy.h"
#include "core/read/incurable_error.h"
#include "core/read/possible_effect.h"

#include <string>

namespace retryscope {

/// For a cell: `never sent`, `refused unprocessed`, `possibly done; POST without an idempotency key`.
[[nodiscard]] std::string effectText(const PossibleEffect& effect);
/// The same as a sentence that answers whether the request could have been carried out already. responder: a
/// refusal is taken at its word only where it can be told who refuses.
[[nodiscard]] std::string effectSentence(const PossibleEffect& effect, ResponderKind responder);

/// Of a redirect: which clients follow it below their retry code, so that it is not this response that they
/// judge. Empty for others. Recorded: aws-sdk-cpp 1.8.187 and 1.11.332 (libcurl), botocore 1.29.27
/// and 1.43.67 (S3RegionRedirector), AWS SDK for JavaScript 2.1693.
[[nodiscard]] std::string redirectSentence(const AttemptFacts& facts);

/// Whose failure it is, as AWS documents and SDKs for Java divide them: `Client` for 4xx, `Service` for 5xx,
/// none for a failure without a response; in brackets the class in which this client tells of it, where it is
/// known (Policy::errorClasses). Empty for successes. Where a name begins with `Client.` or `Server.`, as
/// those of EC2 and SOAP do, and says otherwise than the status, both are said. A 4xx that asks to slow down,
/// or that this client counts as something which may pass (kind), is no fault of the request. Sources: Amazon
/// DynamoDB Developer Guide, Error Handling; Amazon EC2 API Reference, Error codes.
[[nodiscard]] std::string errorTypeSentence(const Policy& policy, const AttemptFacts& facts, ErrorKind kind);
/// That no retry cures this error, why, and who says so.
[[nodiscard]] std::string incurableSentence(const IncurableError& error);
/// Where changes that would make a client retry it would stand.
[[nodiscard]] std::string noCureText();
/// That division means something to the client: it follows a document of AWS, or reads an AWS protocol.
[[nodiscard]] bool dividesErrorTypes(const Policy& policy);

} // namespace retryscope
