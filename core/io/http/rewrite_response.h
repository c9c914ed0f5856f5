// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/facts/error_name.h"

namespace retryscope::io {

/// Applies one change of the response (ownerOf() is Response) down to its body bytes: changes and parses them
/// again and updates their headers (`Content-Length`, `x-amz-crc32`). The result gets the same decision as
/// with the engine's applyChange(). Does not parse an incomplete body again. Any other change leaves the
/// response as it is. pastedTextOf() turns the result into an editable text.
[[nodiscard]] AttemptFacts rewriteResponse(const AttemptFacts& facts, const ErrorReading& reading,
                                           const Change& change);

} // namespace retryscope::io
