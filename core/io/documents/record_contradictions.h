// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/io/json/json_cursor.h"

namespace retryscope::io {

/// True if the body is complete, without content coding and without redaction, so that parsing it again gives
/// the same fields.
[[nodiscard]] bool isLegible(const JsonCursor& attempt, const Response& response);

/// A record has some data twice: the body and its parsed fields; the raw bytes and the status. Someone who
/// edits one by hand would otherwise see verdicts on the other. Sets a problem at the second place if both
/// are complete and unredacted but differ.
void rejectContradictions(const JsonCursor& attempt, const Response& response);
void rejectContradictions(const JsonCursor& attempt, const AttemptFacts& facts);

} // namespace retryscope::io
