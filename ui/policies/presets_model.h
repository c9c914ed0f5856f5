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

/// One row per preset of the library, with its numbers.
class PresetsModel : public TableModel<PresetRow>
{
    Q_OBJECT
public:
    enum Column { Client, Title, Version, Mode, Origin, Attempts, FirstDelay, Cap, Jitter, Quota, Hints };

    explicit PresetsModel(QObject* parent = nullptr);

    /// Skips presets that cannot be read; the policy panel reports their errors.
    void load(const io::Library& library);
    /// Row of this key; -1: none.
    [[nodiscard]] int rowOf(const QString& key) const;
};

} // namespace retryscope::ui
