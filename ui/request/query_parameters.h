// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <QString>

namespace retryscope::ui {

/// The parameters in the query of a URL or path, decoded, in their order. A plus sign stands for a blank, as
/// servers read it. Any text will do, also half a URL.
[[nodiscard]] Headers parametersOf(const QString& address);

/// The same address with these parameters. What is left as it was keeps its way of writing to the letter.
[[nodiscard]] QString withParameters(const QString& address, const Headers& parameters);

} // namespace retryscope::ui
