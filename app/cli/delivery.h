// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "core/io/documents/record_json.h"
#include "core/run/run_record.h"

namespace retryscope::io {
class JournalFile;
} // namespace retryscope::io

namespace retryscope::cli {

/// Saves the record to --output, prints it in the form of --format, and returns the exit code. journal:
/// deleted when the record is saved.
[[nodiscard]] ExitCode deliverRecord(const RunRecord& record, const Arguments& arguments,
                                     const Console& console, io::JournalFile* journal = nullptr);
/// A record as text, without secrets unless --include-secrets was given.
[[nodiscard]] Report recordText(const RunRecord& record, const Arguments& arguments, const Console& console);
/// How a record is written: without secrets unless --include-secrets was given.
[[nodiscard]] io::RecordJsonOptions recordOptions(const Arguments& arguments);

/// Saves the output of `write` to --output, readable by its owner only. Does nothing without --output.
void saveOutput(const std::function<void(QIODevice&)>& write, const Arguments& arguments);
/// journal: deleted when the output is saved, else named to the user; nullptr: none.
void saveOutput(const std::function<void(QIODevice&)>& write, const Arguments& arguments,
                io::JournalFile* journal);
void saveOutput(const QJsonObject& document, const Arguments& arguments);

} // namespace retryscope::cli
