// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/recipes/possible_changes.h"

#include <functional>
#include <string>

namespace retryscope {

/// The command that prints the code of a change to the client's settings; empty: there is none.
using CodeCommandOf = std::function<std::string(const Change&)>;

/// The changes that reverse the decision, smallest first: the verdict after each change, its scope, and where
/// it is made. Then those for a shorter delay, and the remarks. isCodeWanted: the first change with code
/// shows it, and so do those with short code; the others show the command that prints it.
[[nodiscard]] Report changesReport(const PossibleChanges& changes, const CodeCommandOf& commandOf,
                                   bool isCodeWanted);

/// The code with which the real client follows a policy: each snippet below the place where it belongs.
[[nodiscard]] Report codeReport(const ClientCode& code);

} // namespace retryscope
