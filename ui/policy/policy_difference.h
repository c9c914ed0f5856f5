// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/run/run_record.h"

#include <QString>

#include <vector>

namespace retryscope::ui {

/// Every value that differs between the edited policy and its preset, by JSON path, for the record.
[[nodiscard]] std::vector<PolicyOverrideNote> differencesOf(const Policy& preset, const Policy& edited,
                                                            const QString& origin);

} // namespace retryscope::ui
