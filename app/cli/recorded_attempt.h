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
    QString choice; ///< which one it is, and why it: `Attempt 2 of call 1: the last that failed`
};

/// Reads a record. An error names the file and the place in it.
[[nodiscard]] io::Result<RunRecord> readRecord(const QString& file);
/// What --record, --client, --call and --attempt point to; without --attempt the last one of the call that
/// failed, which decided what came of it, else the last. One that is not there is an error of usage that
/// says what is.
[[nodiscard]] io::Result<RecordedAttempt> recordedAttempt(const Arguments& arguments);

} // namespace retryscope::cli
