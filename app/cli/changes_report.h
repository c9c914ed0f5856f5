// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/console.h"
#include "core/change/reversing_changes.h"

#include <QJsonArray>
#include <QString>
#include <QStringList>

#include <string>

namespace retryscope::cli {

/// How `policies code` is asked for the code of a change, beside the change itself.
struct CodeCommand
{
    QString policy;      ///< as it was given: an id, or a file
    QStringList options; ///< `--service dynamodb`: what the question was asked with and the code depends on
};
/// policy: as it was given; service: of the request.
[[nodiscard]] CodeCommand codeCommandFor(const Arguments& arguments, const QString& policy,
                                         const std::string& service);

/// What would turn this decision around, smallest first, each with what then results, whom it concerns and,
/// for settings of the client, what to write; else the two changes that are needed at once; then what the
/// verdict is sensitive to. Empty for a success. isBrief: names the command that
/// prints the code instead of the code.
[[nodiscard]] QString changesReport(const Situation& situation, Verdict verdict, const CodeCommand& command,
                                    bool isBrief, const TextStyle& style);

/// The command that prints the code of a change of the client's settings; empty where there is none.
[[nodiscard]] QString codeCommandText(const CodeCommand& command, const Change& change);

[[nodiscard]] QJsonArray changesToJson(const Situation& situation, const CodeCommand& command);
/// In the same form, what would make the wait for the server's hint shorter.
[[nodiscard]] QJsonArray shorteningsToJson(const Situation& situation, const CodeCommand& command);
[[nodiscard]] QJsonArray pairsToJson(const Situation& situation, const CodeCommand& command);
[[nodiscard]] QJsonArray sensitivitiesToJson(const Situation& situation);

} // namespace retryscope::cli
