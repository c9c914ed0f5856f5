// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipes/client_wishes.h"

namespace retryscope {

/// Adds what recipes ask of a whole policy, not only of what differs from its client's own.
void addWholeValues(RecipeValues& values, const Policy& policy);

} // namespace retryscope
