// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <QString>

namespace retryscope::ui {

/// The decoded query parameters of a URL or path, in order. A plus sign becomes a space, as servers read it.
/// Accepts any text, even half a URL.
[[nodiscard]] Headers parametersOf(const QString& address);

/// The same address with these parameters. Unchanged parameters keep their exact spelling.
[[nodiscard]] QString withParameters(const QString& address, const Headers& parameters);

} // namespace retryscope::ui
