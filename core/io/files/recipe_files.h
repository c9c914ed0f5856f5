// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipes/client_code.h"

namespace retryscope::io {

/// The recipes of resources/recipes; read when they are first asked for.
[[nodiscard]] const Recipes& clientRecipes();

} // namespace retryscope::io
