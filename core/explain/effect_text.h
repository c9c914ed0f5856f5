// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/possible_effect.h"

#include <string>

namespace retryscope {

/// For a cell: `never sent`, `refused unprocessed`, `possibly done; POST without an idempotency key`.
[[nodiscard]] std::string effectText(const PossibleEffect& effect);
/// The same as a sentence that answers whether the request could have been carried out already.
[[nodiscard]] std::string effectSentence(const PossibleEffect& effect);

/// Whose failure it is, as AWS documents and SDKs for Java divide them: `Client` for 4xx, `Service` for 5xx
/// (both an AmazonServiceException), none for a failure without a response (an AmazonClientException). Empty
/// for successes. Source: Amazon DynamoDB Developer Guide, Error Handling.
[[nodiscard]] std::string errorTypeSentence(const AttemptFacts& facts);

} // namespace retryscope
