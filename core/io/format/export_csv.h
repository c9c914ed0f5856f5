// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/record_json.h"

class QIODevice;

namespace retryscope::io {

/// The attempts of a record as RFC 4180 text in UTF-8: a header, then a row per attempt, call by call. Each
/// value is the one of that name in `retryscope.record/1`; what is null there is empty here. Columns may be
/// added at the end, and are never renamed or moved. Times in milliseconds. Problems stay with the device.
void writeRecordAsCsv(const RunRecord& record, QIODevice& device, RecordJsonOptions options = {});
/// The same, in memory.
[[nodiscard]] QByteArray recordToCsv(const RunRecord& record, RecordJsonOptions options = {});

} // namespace retryscope::io
