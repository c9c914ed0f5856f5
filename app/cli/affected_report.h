// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "core/affected/affected.h"
#include "core/policy/retry_settings.h"

#include <vector>

namespace retryscope::cli {

/// One SDK named with --sdk.
struct WantedSdk
{
    const Sdk* sdk = nullptr;
    std::string version; ///< empty: the newest known
};
/// `botocore` or `botocore@1.43.67`
[[nodiscard]] io::Result<WantedSdk> wantedSdkFrom(const QString& text);

[[nodiscard]] QJsonObject affectedDocument(const std::vector<AffectedClient>& clients,
                                           const RetrySettings& settings);
/// inFull: with the changes and notes of each client.
[[nodiscard]] QString affectedReport(const std::vector<AffectedClient>& clients,
                                     const RetrySettings& settings, bool inFull, const TextStyle& style);

} // namespace retryscope::cli
