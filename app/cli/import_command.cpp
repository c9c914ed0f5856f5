// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/import_command.h"

#include "app/cli/delivery.h"
#include "app/cli/library_listing.h"
#include "app/cli/text_table.h"
#include "core/io/documents/policy_json.h"
#include "core/io/import/import.h"
#include "core/io/text/input_file.h"
#include "core/io/text/utf8.h"

#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>
#include <utility>

namespace retryscope::cli {

namespace {

QJsonValue lineValue(int line)
{
    return line > 0 ? QJsonValue(line) : QJsonValue();
}

QJsonObject importToJson(const io::ImportedPolicy& imported)
{
    QJsonArray understood;
    for (const io::UnderstoodSetting& one : imported.understood) {
        understood.append(QJsonObject{{QStringLiteral("line"), lineValue(one.line)},
                                      {QStringLiteral("setting"), one.setting},
                                      {QStringLiteral("became"), one.became}});
    }
    QJsonArray notUnderstood;
    for (const io::SkippedSetting& one : imported.notUnderstood) {
        notUnderstood.append(QJsonObject{{QStringLiteral("line"), lineValue(one.line)},
                                         {QStringLiteral("setting"), one.setting},
                                         {QStringLiteral("why"), one.why},
                                         {QStringLiteral("means"), one.means}});
    }
    QJsonArray unimportant;
    for (const io::UnimportantSetting& one : imported.unimportant) {
        unimportant.append(QJsonObject{{QStringLiteral("line"), lineValue(one.line)},
                                       {QStringLiteral("setting"), one.setting},
                                       {QStringLiteral("why"), one.why}});
    }
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

QString lineText(int line)
{
    return line > 0 ? QString::number(line) : QStringLiteral("-");
}

/// As the text is read; what is not written comes last.
template <typename Settings>
Settings inOrderOfLines(Settings settings)
{
    std::stable_sort(settings.begin(), settings.end(), [](const auto& left, const auto& right) {
        return std::pair(left.line == 0, left.line) < std::pair(right.line == 0, right.line);
    });
    return settings;
}

/// Where the policy is now, and how it is used.
QString whereItIs(const Arguments& arguments, bool isReplacing)
{
    const QString option = QStringLiteral("output");
    if (!arguments.has(option)) {
        return QStringLiteral(
            "\nThe policy was not saved. Save it with --output FILE, then use it with --policy FILE.\n");
    }
    const QString file = printable(arguments.value(option));
    return QStringLiteral("\nSaved to %1%2. Use it with --policy %1.\n")
        .arg(file, isReplacing ? QStringLiteral(", replacing the previous file") : QString());
}

QString importReport(const io::ImportedPolicy& imported, const TextStyle& style)
{
    QString report = QStringLiteral("read as  %1").arg(io::titleOf(imported.kind));
    if (!imported.guessedBy.isEmpty()) {
        report += QStringLiteral(" (guessed from %1; to choose, use --from KIND)").arg(imported.guessedBy);
    }
    report += QLatin1Char('\n');
    if (!imported.part.isEmpty()) {
        report += QStringLiteral("part     %1\n").arg(printable(imported.part));
    }
    if (imported.parts.size() > 1) {
        const QStringList others = imported.parts.mid(0, 20);
        report += QStringLiteral("parts    %1%2 (choose with --part)\n")
                      .arg(printable(others.join(QStringLiteral(", "))),
                           imported.parts.size() > others.size() ? QStringLiteral(", …") : QString());
    }
    report += QStringLiteral("policy   %1, extends %2\n\n").arg(toQString(imported.policy.id), imported.base);
    TextTable understood({{QStringLiteral("line")},
                          {QStringLiteral("understood"), WhenNarrow::Fold},
                          {QStringLiteral("in the policy"), WhenNarrow::Fold}});
    for (const io::UnderstoodSetting& one : inOrderOfLines(imported.understood)) {
        understood.addRow(
            {{lineText(one.line)}, {printable(one.setting), Tone::Good}, {printable(one.became)}});
    }
    report += understood.text(style);
    if (!imported.notUnderstood.empty()) {
        TextTable left({{QStringLiteral("line")},
                        {QStringLiteral("not in the policy"), WhenNarrow::Fold},
                        {QStringLiteral("why, and the effect on retries"), WhenNarrow::Fold}});
        for (const io::SkippedSetting& one : inOrderOfLines(imported.notUnderstood)) {
            left.addRow({{lineText(one.line)},
                         {printable(one.setting), Tone::Warning},
                         {printable(QStringLiteral("%1. %2").arg(one.why, one.means))}});
        }
        report += QLatin1Char('\n') + left.text(style);
    }
    if (!imported.unimportant.empty()) {
        TextTable rest({{QStringLiteral("line")},
                        {QStringLiteral("does not matter"), WhenNarrow::Fold},
                        {QStringLiteral("why not"), WhenNarrow::Fold}});
        for (const io::UnimportantSetting& one : inOrderOfLines(imported.unimportant)) {
            rest.addRow({{lineText(one.line)}, {printable(one.setting)}, {printable(one.why)}});
        }
        report += QLatin1Char('\n') + rest.text(style);
    }
    report += QLatin1Char('\n') + printable(io::whatWasRead(imported));
    if (imported.parts.size() > 1) {
        report += QStringLiteral(" To import another part, use --part.");
    }
    return report + QLatin1Char('\n');
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

Outcome importCommand(const Arguments& arguments, const Console& console)
{
    if (arguments.positional.size() != 2) {
        return usageError(QStringLiteral("'policies import' needs exactly one file (- for standard input)"));
    }
    const io::ImportWish wish = wishFrom(arguments);
    const QString file = arguments.positional.at(1);
    const bool isPiped = file == QLatin1String("-");
    const io::Result<QByteArray> content =
        isPiped ? io::readStandardInput(io::kMostDocumentBytes) : io::readFile(file, io::kMostDocumentBytes);
    if (!content) {
        return content.error();
    }
    const io::Result<io::ImportedPolicy> imported =
        io::importPolicy(content.value(), wish, isPiped ? QStringLiteral("standard input") : file);
    if (!imported) {
        return imported.error();
    }
    const bool isReplacing = QFileInfo::exists(arguments.value(QStringLiteral("output")));
    const io::Result<io::Done> saved = saveOutput(imported.value().document, arguments);
    if (!saved) {
        return saved.error();
    }
    return deliver(console, importToJson(imported.value()),
                   importReport(imported.value(), console.style()) + whereItIs(arguments, isReplacing));
}

} // namespace retryscope::cli
