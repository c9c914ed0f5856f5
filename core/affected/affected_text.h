// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affected/affected_client.h"
#include "core/explain/report.h"
#include "core/policy/retry_settings.h"

#include <string>
#include <vector>

namespace retryscope {

/// `botocore@1.43.67`; without a version for the newest.
[[nodiscard]] std::string sdkText(const AffectedClient& client);

/// One row of a table. Each cell is `today → after`, or a single text when both are the same.
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
/// The differences, one sentence each; a single sentence when nothing differs.
[[nodiscard]] std::vector<std::string> changesOf(const AffectedClient& client);
/// The setting that keeps today's rules; empty when no setting does, or none is needed.
[[nodiscard]] std::string keepOf(const AffectedClient& client);
/// Other ways to keep today's mode, one sentence each; none when the mode stays.
[[nodiscard]] std::vector<std::string> keepAlsoOf(const AffectedClient& client);
/// What `error` and `unknown` in the cells mean, with the settings to correct; empty when no cell says so.
[[nodiscard]] std::vector<std::string> refusalsIn(const std::vector<AffectedClient>& clients,
                                                  const RetrySettings& settings);

/// `adaptive (AWS_RETRY_MODE)`, `not set`. The value is the user's text.
[[nodiscard]] std::string settingText(const EffectiveSetting& setting);
/// When the 2026 rules become the default, as far as known.
[[nodiscard]] std::string switchText();

/// The settings and the clients. inFull: with the changes and notes of each client.
[[nodiscard]] Report affectedReport(const std::vector<AffectedClient>& clients, const RetrySettings& settings,
                                    bool inFull);

} // namespace retryscope
