// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affected/affected_client.h"
#include "core/explain/report.h"
#include "core/policy/retry_settings.h"

#include <string>
#include <vector>

namespace retryscope {

/// `botocore@1.43.67`; without a version for the newest; `botocore@1.43.67 → 1.44.0`.
[[nodiscard]] std::string sdkText(const AffectedClient& client);

/// One row of a table. Each cell is `old → new`, or a single text when both are the same.
struct AffectedCells
{
    std::string mode;
    std::string attempts;
    std::string firstDelay;      ///< before the first retry
    std::string throttlingDelay; ///< the same after throttling
    std::string tokens;          ///< that a retry takes from the quota
    bool operator==(const AffectedCells&) const = default;
};
[[nodiscard]] AffectedCells cellsOf(const AffectedClient& client);

/// `mode legacy, botocore-1.43.67-legacy`. Without a preset: the source of its figures. With refused
/// settings: that they are refused.
[[nodiscard]] std::string sideText(const AffectedSide& side);
/// `Before`, `Today` or `After`, with the version where it is known: the title of the left or the right side.
[[nodiscard]] std::string sideTitle(const AffectedClient& client, bool isLeft);
/// For whom these rules are, and since when, in sentences.
[[nodiscard]] std::string standingText(const AffectedClient& client);
/// Versions of other packages that decide, one sentence each: the given ones, and the assumed ones with the
/// command that shows them.
[[nodiscard]] std::vector<std::string> partsText(const AffectedClient& client);
/// The differences, one sentence each; a single sentence when nothing differs.
[[nodiscard]] std::vector<std::string> changesOf(const AffectedClient& client);
/// What keeps the old rules where no setting does, or what it does not keep: one sentence each.
[[nodiscard]] std::vector<std::string> keepAlsoOf(const AffectedClient& client);
/// What `error` and `unknown` in the cells mean, with the settings to correct; empty when no cell says so.
[[nodiscard]] std::vector<std::string> refusalsIn(const std::vector<AffectedClient>& clients,
                                                  const RetrySettings& settings);

/// `adaptive (AWS_RETRY_MODE)`, `not set`. The value is the user's text.
[[nodiscard]] std::string settingText(const EffectiveSetting& setting);
/// `10 November 2026`, `May 2026`. date: `2026-11-10` or `2026-05`.
[[nodiscard]] std::string dateText(const std::string& date);
/// When the 2026 rules became the default of which SDKs, and when somebody last looked.
[[nodiscard]] std::string switchText(const Sdks& sdks);
/// Of each SDK the versions that have the opt-in and the new default, how sure they are, and what
/// AWS_NEW_RETRIES_2026 must say.
[[nodiscard]] ReportTable versionsTable(const Sdks& sdks);

/// The settings and the clients. inFull: with the changes and notes of each client; otherwise with the table
/// of versions.
[[nodiscard]] Report affectedReport(const std::vector<AffectedClient>& clients, const RetrySettings& settings,
                                    const Sdks& sdks, bool inFull);

} // namespace retryscope
