// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/retry_settings.h"
#include "core/read/affected_client.h"

#include <string>
#include <vector>

namespace retryscope {

/// `botocore@1.43.67`; without a version where the newest is meant.
[[nodiscard]] std::string sdkText(const AffectedClient& client);

/// One line of a table; each cell `today → after`, or one text where both are the same.
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

/// `mode legacy, botocore-1.43.67-legacy`; where there is no preset, whence its figures come; where its
/// settings are refused, that.
[[nodiscard]] std::string sideText(const AffectedSide& side);
/// What differs, in sentences; one that says so where nothing does.
[[nodiscard]] std::vector<std::string> changesOf(const AffectedClient& client);
/// What to set, and nothing more; empty: no setting does it, or nothing has to be kept.
[[nodiscard]] std::string keepOf(const AffectedClient& client);
/// Further ways, as sentences: they keep the mode, so there are none where it stays.
[[nodiscard]] std::vector<std::string> keepAlsoOf(const AffectedClient& client);
/// What `error` and `not known` in the cells stand for, each with the settings to correct; empty: neither is
/// there.
[[nodiscard]] std::vector<std::string> refusalsIn(const std::vector<AffectedClient>& clients,
                                                  const RetrySettings& settings);

/// `adaptive (AWS_RETRY_MODE)`, `not set`. The value is a text of the user's.
[[nodiscard]] std::string settingText(const EffectiveSetting& setting);
/// When the rules of 2026 become the default, as far as it is known.
[[nodiscard]] std::string switchText();

} // namespace retryscope
