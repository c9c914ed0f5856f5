// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/io/format/json_cursor.h"

namespace retryscope::io {

/// The body is whole and in no coding, and nothing is hidden in it or in what was read in it: reading it
/// again gives what was read then.
[[nodiscard]] bool isLegible(const JsonCursor& attempt, const Response& response);

/// A record says some things twice: the body, and what was read in it; the bytes that came, and the status in
/// them. Somebody who edits one of them by hand would else be shown verdicts on the other. Complains at the
/// place of the second where both are whole, none is redacted and they do not agree.
void rejectContradictions(const JsonCursor& attempt, const Response& response);
void rejectContradictions(const JsonCursor& attempt, const AttemptFacts& facts);

} // namespace retryscope::io
