// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "core/run/run_record.h"

namespace retryscope::cli {

/// Prints a record in the wanted form, saves it where --output says, and turns its verdict into an exit code.
[[nodiscard]] Outcome deliverRecord(const RunRecord& record, const Arguments& arguments,
                                    const Console& console);
/// The same two forms of a record, without secrets unless --include-secrets was given.
[[nodiscard]] QString recordText(const RunRecord& record, const Arguments& arguments, const Console& console);
[[nodiscard]] QJsonObject recordDocument(const RunRecord& record, const Arguments& arguments);
/// Saves a document where --output says; nothing without that option.
[[nodiscard]] io::Result<io::Done> saveOutput(const QJsonObject& document, const Arguments& arguments);

} // namespace retryscope::cli
