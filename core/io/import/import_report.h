// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/io/import/import.h"

namespace retryscope::io {

struct SavedTo
{
    QString file; ///< empty: it was not saved
    bool isReplacing = false;
};

/// What a configuration was read as, and what became of each of its settings.
[[nodiscard]] Report importReport(const ImportedPolicy& imported, const SavedTo& saved);

} // namespace retryscope::io
