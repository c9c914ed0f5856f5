// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/rule.h"

#include <optional>
#include <string>

namespace retryscope {

/// The contradiction within a condition, so that no attempt can meet it; absent if it can match.
[[nodiscard]] std::optional<std::string> contradictionIn(const Condition& when);

/// Why a condition without such a contradiction still never matches. hasHints: the policy obeys some delay
/// hint.
[[nodiscard]] std::optional<std::string> idlenessOf(const Condition& when, bool hasHints);

/// True if every attempt that meets `narrow` also meets `wide`, so that a rule with `wide` hides a later rule
/// with `narrow`. Does not recognise equal conditions in different form.
[[nodiscard]] bool covers(const Condition& wide, const Condition& narrow);

} // namespace retryscope
