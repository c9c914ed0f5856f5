// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/affected/affected_client.h"
#include "ui/parts/table_model.h"

namespace retryscope::ui {

/// Something changes for this SDK.
[[nodiscard]] bool isAffected(const AffectedClient& client);

/// One row per SDK: its behaviour today → after the switch to the rules of 2026.
[[nodiscard]] TableModel<AffectedClient>::Columns affectedColumns();

} // namespace retryscope::ui
