// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affected/affected_client.h"
#include "core/facts/attempt_facts.h"
#include "core/policy/retry_settings.h"
#include "core/policy/sdk_switch.h"

#include <functional>
#include <optional>
#include <string>

namespace retryscope {

/// What this needs from outside the engine.
struct AffectedSources
{
    PolicyLookup preset;
    /// Completes a response from its headers and body, because the engine does not parse bodies.
    std::function<void(Response& response)> complete;
};

/// What to ask about one SDK.
struct AffectedQuestion
{
    const Sdk* sdk = nullptr;             ///< must outlive the result
    std::string version;                  ///< empty: the newest known
    PartVersions parts;                   ///< versions of other packages, which hold on both sides
    std::optional<std::string> toVersion; ///< absent: the newest known
    std::string service;
};

/// One SDK with one service. A version that has the 2026 rules as its default: before them, and today. Any
/// other version: today, and after an upgrade, or after the release to come. With toVersion: those two
/// versions. settings: those that this SDK reads. The figures are for the first failure of a fresh client: a
/// 500, and the usual throttling response of the protocol.
[[nodiscard]] AffectedClient affectedClient(const AffectedSources& sources, const AffectedQuestion& question,
                                            const RetrySettings& settings);

} // namespace retryscope
