// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/record_json.h"

class QIODevice;

namespace retryscope::io {

/// Writes the attempts of a record as CSV (RFC 4180, UTF-8): a header, then one row per attempt, call by
/// call. Values have the same names as in `retryscope.record/1`; null becomes empty. Later versions may add
/// columns at the end, but never rename or move them. Times in milliseconds. The device keeps errors.
void writeRecordAsCsv(const RunRecord& record, QIODevice& device, RecordJsonOptions options = {});
/// The same, in memory.
[[nodiscard]] QByteArray recordToCsv(const RunRecord& record, RecordJsonOptions options = {});

} // namespace retryscope::io
