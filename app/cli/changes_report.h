// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/change/reversing_changes.h"
#include "core/explain/report.h"

#include <QJsonArray>
#include <QString>
#include <QStringList>

#include <string>

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

/// The changes that would reverse this decision, smallest first: the verdict after each change, who can make
/// it, and the code for client settings. If no single change is enough, pairs of changes. Then the
/// sensitivities of the verdict. Empty for a success. isBrief: prints the command that prints the code,
/// instead of the code.
[[nodiscard]] Report changesReport(const Situation& situation, Verdict verdict, const CodeCommand& command,
                                   bool isBrief);

/// The command that prints the code of a change to the client's settings; empty if there is none.
[[nodiscard]] QString codeCommandText(const CodeCommand& command, const Change& change);

[[nodiscard]] QJsonArray changesToJson(const Situation& situation, const CodeCommand& command);
/// The changes that would shorten the delay of the server's delay hint, in the same form.
[[nodiscard]] QJsonArray shorteningsToJson(const Situation& situation, const CodeCommand& command);
[[nodiscard]] QJsonArray pairsToJson(const Situation& situation, const CodeCommand& command);
[[nodiscard]] QJsonArray sensitivitiesToJson(const Situation& situation);

} // namespace retryscope::cli
