// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/changes_json.h"
#include "core/explain/verdict_report.h"
#include "core/recipes/possible_changes.h"

#include <QJsonObject>

#include <vector>

namespace retryscope::cli {

/// `{"rows": […]}`
[[nodiscard]] QJsonObject verdictDocument(const std::vector<JudgedUnder>& verdicts);
/// The same for one verdict in full, with the trace and the smallest changes that reverse it.
[[nodiscard]] QJsonObject verdictDocument(const JudgedUnder& verdict, const PossibleChanges& changes,
                                          const CodeCommand& command);

} // namespace retryscope::cli
