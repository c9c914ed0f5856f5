// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/storage/result.h"
#include "core/run/run_record.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>

namespace retryscope::io {

struct RecordJsonOptions
{
    bool includeSecrets = false; ///< false: authorization, cookies, tokens and signatures become `[redacted]`
};

/// `retryscope.record/1` (contract, section 2). Beside the contract's fields the whole resolved policy is
/// kept under `policy.resolved`, so that a record can be read without the preset it was made with.
[[nodiscard]] QJsonObject recordToJson(const RunRecord& record, RecordJsonOptions options = {});
/// A document as text: indented for readers; a record of more attempts than anybody reads (1,000) without
/// blanks, which are half of its bytes.
[[nodiscard]] QByteArray documentBytes(const QJsonObject& document);
/// The JSON of one finding, as in `trace`.
[[nodiscard]] QJsonObject traceStepToJson(const TraceStep& step, const ResolvedPolicy& policy);
[[nodiscard]] QJsonArray traceToJson(const Trace& trace, const ResolvedPolicy& policy);
/// Reads a saved record back. place: file name for error messages.
Result<RunRecord> recordFromJson(const QByteArray& json, const QString& place);
Result<RunRecord> recordFromJson(const QJsonObject& document, const QString& place);

} // namespace retryscope::io
