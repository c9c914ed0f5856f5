// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "core/explain/report.h"

#include <QString>

namespace retryscope::cli {

/// As a terminal shows it. The columns of a table are two spaces apart. If a table is too wide, columns that
/// can shrink do so, widest first; then columns that can be dropped are, rightmost first.
[[nodiscard]] QString textOf(const Report& report, const TextStyle& style);

/// Wraps the text to the style's width; every line after the first begins with `indent` spaces. firstColumn:
/// column at which the first line begins.
[[nodiscard]] QString wrapped(const QString& text, const TextStyle& style, int indent, int firstColumn);

} // namespace retryscope::cli
