// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <QString>

#include <vector>

namespace retryscope::ui {

/// Everything about one preset, as Markdown: what it emulates, notes, numbers and rules with their sources,
/// and in what it differs from each of its neighbours among all.
[[nodiscard]] QString presetMarkdown(const Policy& preset, const std::vector<Policy>& all);

} // namespace retryscope::ui
