// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"

#include <QString>
#include <QStringList>

namespace retryscope::cli {

/// Topics of `help` besides the commands: `all`, `services` and `terms`.
[[nodiscard]] QStringList helpTopics();

/// The page of a command, or the overview for an empty name. At 80 columns it has at most 60 lines.
[[nodiscard]] QString helpText(const QString& command, const TextStyle& style);
/// The same with every option of the command, and the names that its options accept.
[[nodiscard]] QString fullHelpText(const QString& command, const TextStyle& style);
/// The glossary, one line a term.
[[nodiscard]] QString termsText();
/// The AWS services that Retryscope knows, with protocol and operations.
[[nodiscard]] QString servicesText(const TextStyle& style);

} // namespace retryscope::cli
