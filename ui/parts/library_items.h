// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "ui/parts/chooser_button.h"

namespace retryscope::io {
class Library;
} // namespace retryscope::io

namespace retryscope::ui {

struct Settings;

/// A policy with its library key.
struct ChoosablePolicy
{
    QString key; ///< id, or file for the user's own
    Policy policy;
    bool operator==(const ChoosablePolicy&) const = default;
};

/// All readable policies: built-in presets first, then the user's own.
[[nodiscard]] std::vector<ChoosablePolicy> choosablePolicies(const io::Library& library);
/// The built-in presets.
[[nodiscard]] std::vector<Policy> builtInPolicies(const io::Library& library);
/// For example `3 attempts · first retry after 0 to 1 s · recorded`: attempts, first delay and evidence.
[[nodiscard]] QString policySummaryLine(const Policy& policy, bool isEdited = false);
/// True if a built-in preset has this id.
[[nodiscard]] bool isPreset(const Policy& policy);
/// The policies by section and client: the user's own first, documents last. A search also finds them by
/// family, by mode, by statuses and headers in their rules, and by the headers they obey. habits: repeats
/// what is installed here, favourites, recently used policies and the AWS rules in force at the top; nullptr:
/// does not. A search also finds, by the name of a client, what people have who set nothing.
[[nodiscard]] std::vector<ChooserItem> policyItems(const io::Library& library,
                                                   const Settings* habits = nullptr);
/// The scenarios, grouped by service.
[[nodiscard]] std::vector<ChooserItem> scenarioItems(const io::Library& library);

} // namespace retryscope::ui
