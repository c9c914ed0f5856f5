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
    QStringList examples; ///< what follows `retryscope-cli` in commands that work as they stand, or nearly
};

/// One option: what it is called, what it takes, how that is read, and on which commands it has an effect.
struct OptionSpec
{
    QString name;         ///< without the dashes
    QString value;        ///< placeholder of its value; empty for a switch
    QString help;         ///< broken into lines as the terminal's width asks
    QStringList commands; ///< empty: every command; `policies/code`: that action of `policies`
    ValueRule rule = {};
};

[[nodiscard]] const std::vector<CommandSpec>& commands();
[[nodiscard]] QStringList commandNames();
/// Commands that are planned, named so that they can be refused honestly.
[[nodiscard]] const QStringList& laterCommands();

/// nullptr when it has no effect on this command. An empty command knows only those of every command.
[[nodiscard]] const OptionSpec* findOption(const QString& name, const QString& command);
/// nullptr when no command knows it.
[[nodiscard]] const OptionSpec* findOptionOfAny(const QString& name);
/// `--seed has no effect on 'explain'`; empty: it has one. action: of `policies`. isGiven: whether an option
/// is there.
[[nodiscard]] QString whyWithoutEffect(const QString& name, const QString& command, const QString& action,
                                       const std::function<bool(const QString&)>& isGiven);
/// `--name` of every option that has an effect on the command, sorted.
[[nodiscard]] QStringList optionNames(const QString& command);

/// The text of --help: of the whole program for an empty command, else of that command. It fits the width.
[[nodiscard]] QString helpText(const QString& command, const TextStyle& style);

} // namespace retryscope::cli
