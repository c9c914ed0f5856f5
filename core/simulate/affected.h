// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/policy/retry_settings.h"
#include "core/policy/sdk_switch.h"
#include "core/read/affected_client.h"

#include <functional>
#include <optional>
#include <string>

namespace retryscope {

/// What the question needs from outside of the engine.
struct AffectedSources
{
    /// A preset by its id; absent: there is none.
    std::function<std::optional<Policy>(const std::string& id)> preset;
    /// Fills in what follows from headers and body of a response: the engine reads no body itself.
    std::function<void(Response& response)> complete;
};

/// One SDK about one service, today and after the release in which the rules of 2026 are the default.
/// version: empty for the newest known. settings: those that this SDK looks at. Figures are those of a first
/// failure of a fresh client: a 500 for the plain one, and what services of the protocol send as throttling.
/// sdk must outlive the answer.
[[nodiscard]] AffectedClient affectedClient(const AffectedSources& sources, const Sdk& sdk,
                                            const std::string& version, const std::string& service,
                                            const RetrySettings& settings);

} // namespace retryscope
