// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/run/run_record.h"

namespace retryscope::cli {

/// An attempt of a saved record.
struct RecordedAttempt
{
    RunRecord record;
    Place place;
    QString choice; ///< which attempt was chosen and why: `Judged: attempt 2 of call 1, the last failure`
};

/// Notes on standard error: what is unusual about a record, and what an import understood.
void tellAbout(const RunRecord& record, const QString& file);
/// The header field of --group-by; empty: automatic.
[[nodiscard]] QString groupByIn(const Arguments& arguments);
/// Reads a record, or imports files of another program (--from, --group-by). An error names the file and the
/// place in it.
[[nodiscard]] RunRecord readRecord(const QStringList& files, const Arguments& arguments);
/// The attempt of --record, --client, --call and --attempt. Without --attempt it is the last failed attempt
/// of the call, else its last. If it does not exist, a usage error names what exists.
[[nodiscard]] RecordedAttempt recordedAttempt(const Arguments& arguments);

} // namespace retryscope::cli
