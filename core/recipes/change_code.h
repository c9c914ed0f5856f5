// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/reversing_changes.h"
#include "core/recipes/client_code.h"
#include "core/recipes/client_wishes.h"

#include <optional>

namespace retryscope {

/// What to write in the real client for a change of its settings; absent for changes that others make.
/// sdks: see codeContextFor(). policy: as the client has it now. service: whose calls the change is for.
[[nodiscard]] std::optional<ClientCode> codeForChange(const Recipes& recipes, const Sdks& sdks,
                                                      const Policy& policy, const std::string& service,
                                                      const Change& change);

} // namespace retryscope
