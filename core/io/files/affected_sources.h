// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affected/affected.h"

namespace retryscope::io {

class Library;

/// library must outlive the result.
[[nodiscard]] AffectedSources affectedSources(const Library& library);

} // namespace retryscope::io
