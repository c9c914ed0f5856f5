// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipes/client_code.h"

namespace retryscope::io {

/// What the built-in presets and the readers of configurations know of clients.
[[nodiscard]] const ClientReaders& clientReaders();

} // namespace retryscope::io
