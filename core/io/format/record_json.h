// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/json_parse.h"
#include "core/io/format/json_writer.h"
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
/// The same in memory: for records that are small.
[[nodiscard]] QByteArray recordBytes(const RunRecord& record, const RecordJsonOptions& options = {});
/// A document as text, indented for readers.
[[nodiscard]] QByteArray documentBytes(const QJsonObject& document);
[[nodiscard]] QJsonArray traceToJson(const Trace& trace, const ResolvedPolicy& policy);
/// Reads a saved record back, attempt by attempt, from a device that can seek. place: file
/// name for error messages. A journal (see RecordLines) may end anywhere: what is cut short is left out, and
/// the header says so.
Result<RunRecord> readRecord(QIODevice& device, const QString& place, const Progress& progress = {});
/// The same; nothing when the document is of another format.
Result<std::optional<RunRecord>> readRecordAmongOthers(QIODevice& device, const QString& place,
                                                       const Progress& progress = {});
/// A sentence about a record that another version of this program wrote; empty for one of our own, and for
/// one of other programs.
[[nodiscard]] QString otherVersionNote(const RunHeader& header);
/// Everything that is worth a warning about a record that was read: the same, that its run was cut off, that
/// its end is lost. Empty for most.
[[nodiscard]] QString noteAbout(const RunHeader& header);
Result<RunRecord> recordFromJson(const QByteArray& json, const QString& place);

} // namespace retryscope::io
