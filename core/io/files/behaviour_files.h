// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/simulate/scenario.h"

#include <QString>
#include <QStringList>

namespace retryscope::io {

/// Every built-in set of behaviours, and one after the other.
inline constexpr auto kAllBehaviours = "all";

/// `common`, `aws`, `rare`, then `all`.
[[nodiscard]] QStringList behaviourNames();
/// By name, or a file where it holds a `/` or ends in `.json`. An unknown name is BadUsage and lists them. A
/// step of `all` says by itself which service it is of.
Result<Scenario> behavioursNamed(const QString& nameOrFile);

} // namespace retryscope::io
