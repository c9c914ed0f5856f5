// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/trace.h"
#include "core/io/format/json_fields.h"

namespace retryscope::io {

/// The findings, as in `trace`.
void writeTrace(JsonWriter& writer, const Trace& trace, const ResolvedPolicy& policy);
/// The server's wish that held (the last one found), as in `hint`; null when the trace holds none.
void writeHint(JsonWriter& writer, const Trace& trace, const ResolvedPolicy& policy);
/// Complaints go to the cursor's problem.
[[nodiscard]] Trace traceFromJson(const JsonCursor& steps, RuleBook& rules);

} // namespace retryscope::io
