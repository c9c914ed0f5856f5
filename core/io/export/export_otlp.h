// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/record_json.h"

class QIODevice;

namespace retryscope::io {

/// Writes a record as OTLP JSON in one line (contract, section 10): one trace for each call, with an INTERNAL
/// span `call`, a CLIENT span for each attempt, whose redirects are events, and an INTERNAL span `backoff`
/// for each delay. The ids follow from seed, client and call, and with recorded and imported calls from the
/// start, too: equal runs have equal ids. The device keeps errors.
void writeRecordAsOtlp(const RunRecord& record, QIODevice& device, const RecordJsonOptions& options = {});

} // namespace retryscope::io
