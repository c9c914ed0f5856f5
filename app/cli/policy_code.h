// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/mapping.h"

#include <QString>

namespace retryscope::cli {

/// `429=throttling` maps an error name, `status:429=throttling` maps a status.
[[nodiscard]] ErrorMapping mappingFrom(const QString& value);

} // namespace retryscope::cli
