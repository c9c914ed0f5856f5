// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/record_json.h"

class QIODevice;

namespace retryscope::io {

/// Writes a record as HAR 1.2: one entry for each attempt and for each redirect that it followed, call by
/// call. What HAR has no member for stands in `_retryscope` of the entry: call, attempt, verdict, kind, error
/// name, delays, fault. A path without a host, as virtual runs have it, gets the host `scenario.invalid`. The
/// device keeps errors.
void writeRecordAsHar(const RunRecord& record, QIODevice& device, const RecordJsonOptions& options = {});

} // namespace retryscope::io
