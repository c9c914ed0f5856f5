// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/cli/option_values.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace retryscope::cli {

/// One option of one or several commands: its name, its value, how to parse the value, and its help.
struct OptionSpec
{
    QString name;         ///< without the dashes
    QString value;        ///< placeholder of its value; empty for a switch
    QString help;         ///< what it means for these commands
    QStringList commands; ///< empty: every command; `policies/code`: that action of `policies`
    ValueRule rule = {};
};

/// The table. An option that means different things in several commands has a row for each meaning; no two
/// rows have the same name and the same command.
[[nodiscard]] const std::vector<OptionSpec>& options();

} // namespace retryscope::cli
