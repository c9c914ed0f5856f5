// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/completion.h"
#include "core/io/text/suggestions.h"

namespace retryscope::cli {

ExitCode completionCommand(const Arguments& arguments, const Console& console)
{
    const QString shell = arguments.positional.value(0);
    if (arguments.positional.size() != 1 || !completionShells().contains(shell)) {
        throw usageError(shell.isEmpty() || arguments.positional.size() > 1
                             ? QStringLiteral("\"completion\" needs exactly one shell; allowed: %1")
                                   .arg(completionShells().join(QStringLiteral(", ")))
                             : QStringLiteral("unknown shell \"%1\"; %2")
                                   .arg(shell, io::allowedText(shell, completionShells())));
    }
    console.print(completionScript(shell));
    return ExitCode::Succeeded;
}

} // namespace retryscope::cli
