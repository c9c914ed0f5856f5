// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace retryscope::cli {

/// One command as the user types it, and its page of help.
struct CommandSpec
{
    QString name;
    QString group;     ///< heading in the overview: `Send requests`
    QStringList usage; ///< what follows the name, one line for each form
    QString summary;   ///< half a sentence for the overview
    QString purpose;   ///< whole sentences
    /// The options on the page, in this order; `help all` lists the others, too.
    QStringList options;
    /// Forms and meanings of actions: `show ID|FILE`, `Show one policy with its sources`.
    std::vector<std::pair<QString, QString>> actions;
    QStringList examples; ///< complete commands without `retryscope-cli`; they run as written, apart from
                          ///< addresses and file names
    QString exitCodes;    ///< `0 done; 2 wrong usage`
    QString more;         ///< what else `help all` shows, for example `Faults and templates`; may be empty
};

/// In the order of the overview.
[[nodiscard]] const std::vector<CommandSpec>& commands();
[[nodiscard]] QStringList commandNames();
/// nullptr: unknown.
[[nodiscard]] const CommandSpec* findCommand(const QString& name);

} // namespace retryscope::cli
