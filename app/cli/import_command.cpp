// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/delivery.h"
#include "app/cli/json_values.h"
#include "app/cli/library_listing.h"
#include "core/explain/phrases.h"
#include "core/explain/report.h"
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

/// As the text is read; what is not written comes last. A row is the setting's own cells after its line.
template <typename Setting, typename Cells>
void addSettings(Report& report, std::vector<Setting> settings, const char* title, const char* remark,
                 Cells cellsOf)
{
    if (settings.empty()) {
        return;
    }
    std::ranges::stable_sort(
        settings, {}, [](const Setting& setting) { return std::pair(setting.line == 0, setting.line); });
    ReportTable table{{{"line"}, {title, WhenNarrow::Fold}, {remark, WhenNarrow::Fold}}, {}};
    for (const Setting& setting : settings) {
        std::vector<Toned> cells = cellsOf(setting);
        cells.insert(cells.begin(), {setting.line > 0 ? std::to_string(setting.line) : "-"});
        table.add(std::move(cells));
    }
    report.gap();
    report.add(std::move(table));
}

/// Where the policy is now, and how it is used.
void addPlace(Report& report, const Arguments& arguments, bool isReplacing)
{
    const QString option = QStringLiteral("output");
    report.gap();
    if (!arguments.has(option)) {
        report.code("The policy was not saved. Save it with --output FILE, then use it with --policy FILE.");
        return;
    }
    report.code(filled("Saved to %1%2. Use it with --policy %1.", fromQString(arguments.value(option)),
                       isReplacing ? ", replacing the previous file" : ""));
}

Report importReport(const io::ImportedPolicy& imported)
{
    constexpr int kColumn = 9;
    Report report;
    const QString guessed = QStringLiteral(" (guessed from %1; to choose, use --from KIND)");
    report.field("read as",
                 fromQString(io::titleOf(imported.kind) +
                             (imported.guessedBy.isEmpty() ? QString() : guessed.arg(imported.guessedBy))),
                 kColumn);
    report.field("part", fromQString(imported.part), kColumn);
    if (imported.parts.size() > 1) {
        const QStringList some = imported.parts.mid(0, 20);
        report.field("parts",
                     fromQString(some.join(QStringLiteral(", "))) +
                         (imported.parts.size() > some.size() ? ", …" : "") + " (choose with --part)",
                     kColumn);
    }
    report.field("policy", imported.policy.id + ", extends " + fromQString(imported.base), kColumn);
    addSettings(
        report, imported.understood, "understood", "in the policy", [](const io::UnderstoodSetting& one) {
            return std::vector<Toned>{{fromQString(one.setting), Tone::Good}, {fromQString(one.became)}};
        });
    addSettings(report, imported.notUnderstood, "not in the policy", "why, and the effect on retries",
                [](const io::SkippedSetting& one) {
                    return std::vector<Toned>{{fromQString(one.setting), Tone::Warning},
                                              {fromQString(one.why + QStringLiteral(". ") + one.means)}};
                });
    addSettings(report, imported.unimportant, "does not matter", "why not",
                [](const io::UnimportantSetting& one) {
                    return std::vector<Toned>{{fromQString(one.setting)}, {fromQString(one.why)}};
                });
    report.gap();
    report.say(fromQString(io::whatWasRead(imported)) +
               (imported.parts.size() > 1 ? " To import another part, use --part." : ""));
    return report;
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
        throw usageError(QStringLiteral("'policies import' needs exactly one file (- for standard input)"));
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
    Report report = importReport(imported);
    addPlace(report, arguments, isReplacing);
    return deliver(console, importToJson(imported), report);
}

} // namespace retryscope::cli
