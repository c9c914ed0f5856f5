// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/library_items.h"

#include <QStringList>

#include <vector>

namespace retryscope::ui {

/// Presets that go together, or why there are none.
struct PolicyGroup
{
    QStringList keys;
    QString problem; ///< for people; empty when there are keys
};

/// True for a preset with the retry rules that the SDKs agreed on in 2026: its title says so.
[[nodiscard]] bool hasRulesOf2026(const Policy& policy);

/// Modes of the current policy's client, those before 2026 first. Of several versions before, that of the
/// current one, else the newest that has its modes recorded.
[[nodiscard]] PolicyGroup beforeAndAfter2026(const std::vector<ChoosablePolicy>& all, const Policy& current);
/// Every preset of the current policy's client.
[[nodiscard]] PolicyGroup allOfClient(const std::vector<ChoosablePolicy>& all, const Policy& current);
/// Every reading of the published documents.
[[nodiscard]] PolicyGroup documentPolicies(const std::vector<ChoosablePolicy>& all);

} // namespace retryscope::ui
