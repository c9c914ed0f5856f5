// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/policy_summary.h"
#include "ui/parts/table_model.h"

namespace retryscope::io {
class Library;
}

namespace retryscope::ui {

struct PresetRow
{
    Policy preset;
    PolicySummary summary;
    QString key; ///< library key: the id of a built-in preset, or the file of a policy of the user's
};

/// The numbers of a preset.
[[nodiscard]] TableModel<PresetRow>::Columns presetColumns();
/// One row per preset of the library. Skips presets that cannot be read; the policy panel reports their
/// errors.
[[nodiscard]] std::vector<PresetRow> presetRows(const io::Library& library);

} // namespace retryscope::ui
