// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "core/policy/policy.h"

#include <QStringList>

namespace retryscope::cli {

/// A policy for people: its numbers and rules, each with its source.
[[nodiscard]] QString policyReport(const Policy& policy, const TextStyle& style);
/// Every source that the policy names, each once, in the order of the file.
[[nodiscard]] QStringList sourcesOf(const Policy& policy);

} // namespace retryscope::cli
