// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace retryscope::cli {

/// Shells that completionScript() knows: bash, zsh, fish.
[[nodiscard]] QStringList completionShells();
/// A script that completes commands, options, ids and file names of retryscope-cli in this shell. It holds
/// all built-in ids, so that completing starts no program. shell: one of completionShells().
[[nodiscard]] QString completionScript(const QString& shell);

} // namespace retryscope::cli
