// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/facts/error_name.h"

namespace retryscope {

/// The response with this one thing different, as whoever responds could have sent it. A change that does not
/// fit (a body dropped where none came), or that is not one of the response, changes nothing. The body's text
/// stays what it was when its error gets another name: the engine cannot write bodies, and looks at their
/// fields only. See io/http/rewrite_response for both.
[[nodiscard]] AttemptFacts applyChange(const AttemptFacts& facts, const ErrorReading& reading,
                                       const Change& change);

/// False where a message of this status carries no body: 1xx, 204 and 304. Source: RFC 9110, section 6.4.1.
[[nodiscard]] bool mayHaveBody(int status);

} // namespace retryscope
