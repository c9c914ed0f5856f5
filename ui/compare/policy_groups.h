// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/library_items.h"

#include <QStringList>

#include <vector>

namespace retryscope::ui {

/// Presets that belong together, or why there are none.
struct PolicyGroup
{
    QStringList keys;
    QString problem; ///< for people; empty when there are keys
};

/// True for a preset with the SDKs' common retry rules of 2026, judged by its title.
[[nodiscard]] bool hasRulesOf2026(const Policy& policy);

/// The modes of the current policy's client, those before 2026 first. Of several earlier versions takes the
/// current policy's, else the one that also has the 2026 rules, else the last one listed.
[[nodiscard]] PolicyGroup beforeAndAfter2026(const std::vector<ChoosablePolicy>& all, const Policy& current);
/// Every preset of the current policy's client.
[[nodiscard]] PolicyGroup allOfClient(const std::vector<ChoosablePolicy>& all, const Policy& current);
/// Every reading of the published documents.
[[nodiscard]] PolicyGroup documentPolicies(const std::vector<ChoosablePolicy>& all);

} // namespace retryscope::ui
