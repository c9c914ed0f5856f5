// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/facts/error_name.h"

namespace retryscope {

/// The response with this single change, as the responder could have sent it. A change that does not fit
/// (dropping a body that is not there), or that does not concern the response, has no effect. Renaming an
/// error leaves the text of the body as it was: the engine reads only the parsed fields and cannot write
/// bodies. See io/http/rewrite_response for both.
[[nodiscard]] AttemptFacts applyChange(const AttemptFacts& facts, const ErrorReading& reading,
                                       const Change& change);

/// False for statuses whose messages have no body: 1xx, 204 and 304. Source: RFC 9110, section 6.4.1.
[[nodiscard]] bool mayHaveBody(int status);

} // namespace retryscope
