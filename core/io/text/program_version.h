// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace retryscope::io {

/// Of the running program, with the commit where it is known: `0.1.0+g70d7610`. A program that sets no
/// application version has that of the project alone.
[[nodiscard]] QString programVersion();
/// What a file says about the program that wrote it: `retryscope 0.1.0+g70d7610`.
[[nodiscard]] QString programNameAndVersion();

} // namespace retryscope::io
