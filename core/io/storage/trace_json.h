// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/trace.h"
#include "core/io/storage/json_fields.h"
#include "core/io/storage/record_json.h"

namespace retryscope::io {

/// The server's wish that held (the last one found), as in `hint`; null when the trace holds none.
[[nodiscard]] QJsonValue hintToJson(const Trace& trace, const ResolvedPolicy& policy);
/// Complaints go to the cursor's problem.
[[nodiscard]] Trace traceFromJson(const JsonCursor& steps, const ResolvedPolicy& policy);

} // namespace retryscope::io
