// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "ui/parts/library_box.h"

namespace retryscope::io {
class Library;
} // namespace retryscope::io

namespace retryscope::ui {

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
/// The policies by where they come from: documents, recorded clients, the user's own.
[[nodiscard]] std::vector<LibraryBox::Item> policyItems(const io::Library& library);
/// The scenarios by service.
[[nodiscard]] std::vector<LibraryBox::Item> scenarioItems(const io::Library& library);

} // namespace retryscope::ui
