// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/facts/error_name.h"

namespace retryscope::io {

/// The response with one change of the response (ownerOf() says Response) in it, down to the bytes
/// of its body: those are changed and read anew, and the headers that describe them
/// (`Content-Length`, `x-amz-crc32`) follow. It decides as the engine's applyChange() does. A body
/// that was not kept whole is not read anew. Any other change leaves the response as it is.
/// pastedTextOf() makes a text to edit of the result.
[[nodiscard]] AttemptFacts rewriteResponse(const AttemptFacts& facts, const ErrorReading& reading,
                                           const Change& change);

} // namespace retryscope::io
