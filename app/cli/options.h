// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/option_table.h"

#include <QString>
#include <QStringList>

#include <functional>

namespace retryscope::cli {

/// True if the command uses the option; an option of `policies/code` is one of `policies`.
[[nodiscard]] bool isOf(const QString& command, const OptionSpec& option);
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

} // namespace retryscope::cli
