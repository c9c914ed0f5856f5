// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/simulate/scenario.h"

#include <QString>
#include <QStringList>

namespace retryscope::io {

/// Name of the set that chains all built-in sets of origin responses.
inline constexpr auto kAllBehaviours = "all";

/// `common`, `aws`, `rare`, then `all`.
[[nodiscard]] QStringList behaviourNames();
/// A set of origin responses by name, or from a file if the text contains `/` or ends in `.json`. An unknown
/// name is BadUsage and lists the names. Each step of `all` names its service.
Result<Scenario> behavioursNamed(const QString& nameOrFile);

} // namespace retryscope::io
