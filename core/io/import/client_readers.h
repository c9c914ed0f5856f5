// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipes/possible_changes.h"

namespace retryscope::io {

/// The clients that the built-in presets and the configuration importers know.
[[nodiscard]] const ClientReaders& clientReaders();
/// The same with recipes, SDKs and errors, for possibleChangesOf().
[[nodiscard]] ClientKnowledge clientKnowledge();

} // namespace retryscope::io
