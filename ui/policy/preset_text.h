// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <QString>

#include <vector>

namespace retryscope::ui {

/// Everything about one preset as Markdown: what it emulates, its notes, its values and rules with their
/// sources, and its differences from each similar preset in `all`.
[[nodiscard]] QString presetMarkdown(const Policy& preset, const std::vector<Policy>& all);

} // namespace retryscope::ui
