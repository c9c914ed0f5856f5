// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_parse.h"
#include "core/io/json/json_writer.h"
#include "core/io/text/result.h"
#include "core/run/run_record.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>

#include <optional>
#include <string>

namespace retryscope::io {

struct RecordJsonOptions
{
    bool includeSecrets = false; ///< false: authorization, cookies, tokens and signatures become `[redacted]`
    std::string beyond;          ///< of a replay: what was assumed past the record; empty: nothing was
    Progress progress;           ///< told after each call; what it says does not matter
};

/// `retryscope.record/1` (contract, section 2), attempt by attempt. Beside the contract's fields the whole
/// resolved policy is kept under `policy.resolved`, so that a record can be read without the preset it was
/// made with. Problems of writing stay with the device.
void writeRecord(QIODevice& device, const RunRecord& record, const RecordJsonOptions& options = {});
/// The same as one value of a larger document.
void writeRecord(JsonWriter& writer, const RunRecord& record, const RecordJsonOptions& options);
/// The same in memory, for small records.
[[nodiscard]] QByteArray recordBytes(const RunRecord& record, const RecordJsonOptions& options = {});
/// A document as indented text.
[[nodiscard]] QByteArray documentBytes(const QJsonObject& document);
[[nodiscard]] QJsonArray traceToJson(const Trace& trace, const ResolvedPolicy& policy);
/// Reads a saved record, attempt by attempt, from a seekable device. place: file name for error messages. A
/// journal (see RecordLines) can end anywhere: omits its incomplete end, and the header says so.
Result<RunRecord> readRecord(QIODevice& device, const QString& place, const Progress& progress = {});
/// The same; nullopt if the document has a different format.
Result<std::optional<RunRecord>> readRecordAmongOthers(QIODevice& device, const QString& place,
                                                       const Progress& progress = {});
/// A sentence about a record from another version of Retryscope; empty for this version and for other
/// programs.
[[nodiscard]] QString otherVersionNote(const RunHeader& header);
/// All warnings about a record: other version, incomplete run, lost end. Usually empty.
[[nodiscard]] QString noteAbout(const RunHeader& header);
Result<RunRecord> recordFromJson(const QByteArray& json, const QString& place);

} // namespace retryscope::io
