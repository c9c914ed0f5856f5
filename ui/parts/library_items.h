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

/// A policy by what the library finds it by.
struct ChoosablePolicy
{
    QString key; ///< id, or file for the user's own
    Policy policy;
    bool operator==(const ChoosablePolicy&) const = default;
};

/// All that can be read, the user's own after those that came with the program.
[[nodiscard]] std::vector<ChoosablePolicy> choosablePolicies(const io::Library& library);
/// Those that came with the program.
[[nodiscard]] std::vector<Policy> builtInPolicies(const io::Library& library);
/// `3 attempts · 0 to 1 s · recorded`: how often, how long the first delay is, and how that is known.
[[nodiscard]] QString policySummaryLine(const Policy& policy, bool isEdited = false);
/// It comes with the program: one of this id does.
[[nodiscard]] bool isPreset(const Policy& policy);
/// A preset's title without what a colon or bracket adds: presets stay different without it.
[[nodiscard]] QString shortTitle(const Policy& preset);
/// The same without the client and the word `mode`, for a list that groups presets by client.
[[nodiscard]] QString titleInGroup(const Policy& preset);
/// The policies by where their clients are met and by client, the documents after them, the user's own first.
/// A search finds them by family,
/// mode, the statuses and headers that their rules name, and the headers that they obey, too. habits:
/// favourites, and what was used lately, stand at the top once more; nullptr: they do not.
[[nodiscard]] std::vector<ChooserItem> policyItems(const io::Library& library,
                                                   const Settings* habits = nullptr);
/// The scenarios by service.
[[nodiscard]] std::vector<ChooserItem> scenarioItems(const io::Library& library);

} // namespace retryscope::ui
