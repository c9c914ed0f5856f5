// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "core/change/reversing_changes.h"

#include <QJsonArray>
#include <QString>

namespace retryscope::cli {

/// What would turn this decision around, smallest first, each with what then results, whom it concerns and,
/// for settings of the client, what to write; else the two changes that are needed at once; then what the
/// verdict is sensitive to. Empty for a success that nothing would change. isBrief: names the command that
/// prints the code instead of the code.
[[nodiscard]] QString changesReport(const Situation& situation, Verdict verdict, bool isBrief,
                                    const TextStyle& style);

[[nodiscard]] QJsonArray changesToJson(const Situation& situation);
[[nodiscard]] QJsonArray pairsToJson(const Situation& situation);
[[nodiscard]] QJsonArray sensitivitiesToJson(const Situation& situation);

} // namespace retryscope::cli
