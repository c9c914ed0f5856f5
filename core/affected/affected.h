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

/// One SDK with one service, today and after the release that makes the 2026 rules the default. version:
/// empty for the newest known. settings: those that this SDK reads. The figures are for the first failure of
/// a fresh client: a 500, and the usual throttling response of the protocol. sdk must outlive the result.
[[nodiscard]] AffectedClient affectedClient(const AffectedSources& sources, const Sdk& sdk,
                                            const std::string& version, const std::string& service,
                                            const RetrySettings& settings);

} // namespace retryscope
