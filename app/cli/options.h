// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "app/cli/option_values.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace retryscope::cli {

/// One command as the user types it.
struct CommandSpec
{
    QString name;
    QString arguments; ///< what follows the name, for the usage line
    QString summary;
    QStringList examples; ///< complete commands without `retryscope-cli`; they run as written, apart from
                          ///< addresses and file names
};

/// One option: its name, its value, how to parse the value, and the commands that use it.
struct OptionSpec
{
    QString name;         ///< without the dashes
    QString value;        ///< placeholder of its value; empty for a switch
    QString help;         ///< wrapped to the width of the terminal
    QStringList commands; ///< empty: every command; `policies/code`: that action of `policies`
    ValueRule rule = {};
};

[[nodiscard]] const std::vector<CommandSpec>& commands();
[[nodiscard]] QStringList commandNames();

/// nullptr if this command does not use the option. For an empty command, only options that every command
/// uses are found.
[[nodiscard]] const OptionSpec* findOption(const QString& name, const QString& command);
/// nullptr if no command has this option.
[[nodiscard]] const OptionSpec* findOptionOfAny(const QString& name);
/// Why the option has no effect, for example `--seed has no effect on 'explain'`; empty if it has one.
/// action: of `policies`. isGiven: whether an option is on the command line.
[[nodiscard]] QString whyWithoutEffect(const QString& name, const QString& command, const QString& action,
                                       const std::function<bool(const QString&)>& isGiven);
/// `--name` of every option that has an effect on the command, sorted.
[[nodiscard]] QStringList optionNames(const QString& command);

/// The text of --help, wrapped to the width of `style`: for the whole program if `command` is empty,
/// otherwise for that command.
[[nodiscard]] QString helpText(const QString& command, const TextStyle& style);

} // namespace retryscope::cli
