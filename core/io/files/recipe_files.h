// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipes/client_code.h"

namespace retryscope::io {

/// The recipes in resources/recipes; read on first use.
[[nodiscard]] const Recipes& clientRecipes();

} // namespace retryscope::io
