// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/recipes/change_code.h"

#include <QJsonArray>
#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace retryscope::cli {

/// The arguments of `policies code` that print the code of a change, without the change itself.
struct CodeCommand
{
    QString policy;      ///< id or file, as on the command line
    QStringList options; ///< options of this command line on which the code depends, for example `--service
                         ///< dynamodb`
};
/// policy: as on the command line; service: of the request.
[[nodiscard]] CodeCommand codeCommandFor(const Arguments& arguments, const QString& policy,
                                         const std::string& service);

/// The command that prints the code of a change to the client's settings; empty if there is none.
[[nodiscard]] QString codeCommandText(const CodeCommand& command, const Change& change);

[[nodiscard]] QJsonArray changesToJson(const std::vector<OfferedChange>& changes, const CodeCommand& command);
[[nodiscard]] QJsonArray pairsToJson(const std::vector<OfferedPair>& pairs, const CodeCommand& command);
[[nodiscard]] QJsonArray sensitivitiesToJson(const std::vector<SensitiveTo>& sensitivities);

} // namespace retryscope::cli
