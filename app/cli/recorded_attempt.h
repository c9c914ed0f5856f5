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
};

/// Reads a record. An error names the file and the place in it.
[[nodiscard]] io::Result<RunRecord> readRecord(const QString& file);
/// What --record, --client, --call and --attempt point to. One that is not there is an error of usage that
/// says what is.
[[nodiscard]] io::Result<RecordedAttempt> recordedAttempt(const Arguments& arguments);

} // namespace retryscope::cli
