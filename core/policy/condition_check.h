// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/rule.h"

#include <optional>
#include <string>

namespace retryscope {

/// What a condition asks at once and no attempt can be; absent: it can match.
[[nodiscard]] std::optional<std::string> contradictionIn(const Condition& when);

/// Why a condition without such a contradiction never matches all the same. hasHints: the policy heeds some
/// header with a delay.
[[nodiscard]] std::optional<std::string> idlenessOf(const Condition& when, bool hasHints);

/// True where nothing can meet `narrow` without meeting `wide`: a rule with the wide one leaves nothing for a
/// later rule with the narrow one. Not found for conditions that say the same in different words.
[[nodiscard]] bool covers(const Condition& wide, const Condition& narrow);

} // namespace retryscope
