// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/delivery.h"
#include "app/cli/json_values.h"
#include "app/cli/library_listing.h"
#include "core/io/documents/policy_json.h"
#include "core/io/import/import.h"
#include "core/io/import/import_report.h"
#include "core/io/text/input_file.h"
#include "core/io/text/utf8.h"

#include <QFileInfo>
#include <QJsonArray>

namespace retryscope::cli {

namespace {

QJsonValue lineValue(int line)
{
    return line > 0 ? QJsonValue(line) : QJsonValue();
}

QJsonObject importToJson(const io::ImportedPolicy& imported)
{
    const QJsonArray understood = arrayOf(imported.understood, [](const io::UnderstoodSetting& one) {
        return QJsonObject{{QStringLiteral("line"), lineValue(one.line)},
                           {QStringLiteral("setting"), one.setting},
                           {QStringLiteral("became"), one.became}};
    });
    const QJsonArray notUnderstood = arrayOf(imported.notUnderstood, [](const io::SkippedSetting& one) {
        return QJsonObject{{QStringLiteral("line"), lineValue(one.line)},
                           {QStringLiteral("setting"), one.setting},
                           {QStringLiteral("why"), one.why},
                           {QStringLiteral("means"), one.means}};
    });
    const QJsonArray unimportant = arrayOf(imported.unimportant, [](const io::UnimportantSetting& one) {
        return QJsonObject{{QStringLiteral("line"), lineValue(one.line)},
                           {QStringLiteral("setting"), one.setting},
                           {QStringLiteral("why"), one.why}};
    });
    return {{QStringLiteral("from"), toQString(wordOf(imported.kind))},
            {QStringLiteral("guessed"), !imported.guessedBy.isEmpty()},
            {QStringLiteral("part"), imported.part},
            {QStringLiteral("parts"), QJsonArray::fromStringList(imported.parts)},
            {QStringLiteral("policy"), imported.document},
            {QStringLiteral("understood"), understood},
            {QStringLiteral("notUnderstood"), notUnderstood},
            {QStringLiteral("unimportant"), unimportant},
            {QStringLiteral("blocks"), QJsonArray::fromStringList(imported.blocks)},
            {QStringLiteral("passedOver"), imported.passedOver}};
}

io::ImportWish wishFrom(const Arguments& arguments)
{
    io::ImportWish wish{.kind = {},
                        .part = arguments.value(QStringLiteral("part")),
                        .id = arguments.value(QStringLiteral("id"))};
    if (arguments.has(QStringLiteral("from"))) {
        wish.kind = fromWord<ConfigurationKind>(arguments.value(QStringLiteral("from")).toStdString());
    }
    return wish;
}

} // namespace

ExitCode importCommand(const Arguments& arguments, const Console& console)
{
    if (arguments.positional.size() != 2) {
        throw usageError(QStringLiteral("\"policies import\" needs exactly one file (- for standard input)"));
    }
    const io::ImportWish wish = wishFrom(arguments);
    const QString file = arguments.positional.at(1);
    const bool isPiped = file == QLatin1String("-");
    const QByteArray content = need(isPiped ? io::readStandardInput(io::kMostDocumentBytes)
                                            : io::readFile(file, io::kMostDocumentBytes));
    const io::ImportedPolicy imported =
        need(io::importPolicy(content, wish, isPiped ? QStringLiteral("standard input") : file));
    const bool isReplacing = QFileInfo::exists(arguments.value(QStringLiteral("output")));
    saveOutput(imported.document, arguments);
    return deliver(console, importToJson(imported),
                   io::importReport(imported, {.file = arguments.value(QStringLiteral("output")),
                                               .isReplacing = isReplacing}));
}

} // namespace retryscope::cli
