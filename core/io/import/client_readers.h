// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipes/client_code.h"

namespace retryscope::io {

/// The clients that the built-in presets and the configuration importers know.
[[nodiscard]] const ClientReaders& clientReaders();

} // namespace retryscope::io
