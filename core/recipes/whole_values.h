// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipes/client_wishes.h"

namespace retryscope {

/// Adds the values that recipes need from the whole policy, not only from its differences.
void addWholeValues(RecipeValues& values, const Policy& policy);

} // namespace retryscope
