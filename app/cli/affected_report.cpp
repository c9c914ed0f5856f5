// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/affected_report.h"

#include "app/cli/json_values.h"
#include "app/cli/text_table.h"
#include "core/affected/affected_text.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>

namespace retryscope::cli {

namespace {

QJsonObject costToJson(const FailureCost& cost)
{
    return {{QStringLiteral("firstDelayMs"),
             QJsonArray{durationOrNull(cost.firstLow), durationOrNull(cost.firstHigh)}},
            {QStringLiteral("longestDelaysMs"), durationOrNull(cost.longest)},
            {QStringLiteral("tokens"), numberOrNull(cost.tokens)}};
}

QJsonObject sideToJson(const AffectedSide& side)
{
    return {{QStringLiteral("settings"), toQString(wordOf(side.settings))},
            {QStringLiteral("policy"), textOrNull(side.policy)},
            {QStringLiteral("mode"), textOrNull(side.mode)},
            {QStringLiteral("attempts"), numberOrNull(side.attempts)},
            {QStringLiteral("plain"), costToJson(side.plain)},
            {QStringLiteral("throttling"), costToJson(side.throttling)},
            {QStringLiteral("quota"), numberOrNull(side.capacity)},
            {QStringLiteral("source"), textOrNull(side.source)}};
}

QJsonObject settingToJson(const EffectiveSetting& setting)
{
    return {{QStringLiteral("name"), toQString(setting.name)},
            {QStringLiteral("value"), setting.value ? QJsonValue(toQString(*setting.value)) : QJsonValue()},
            {QStringLiteral("origin"), setting.value ? QJsonValue(toQString(setting.origin)) : QJsonValue()}};
}

QString grid(const std::vector<AffectedClient>& clients, const TextStyle& style)
{
    TextTable table({{QStringLiteral("SDK")},
                     {QStringLiteral("service")},
                     {QStringLiteral("mode")},
                     {QStringLiteral("attempts")},
                     {QStringLiteral("first delay"), WhenNarrow::Fold},
                     {QStringLiteral("after throttling"), WhenNarrow::Drop},
                     {QStringLiteral("tokens per retry"), WhenNarrow::Drop}});
    for (const AffectedClient& client : clients) {
        const AffectedCells cells = cellsOf(client);
        const bool isChanged = client.today != client.after;
        table.addRow({{toQString(sdkText(client)), Tone::Strong},
                      {toQString(client.service)},
                      {toQString(cells.mode)},
                      {toQString(cells.attempts), isChanged ? Tone::Warning : Tone::Plain},
                      {toQString(cells.firstDelay)},
                      {toQString(cells.throttlingDelay)},
                      {toQString(cells.tokens)}});
    }
    return table.text(style);
}

QString bullet(const std::string& text, const TextStyle& style)
{
    return QStringLiteral("  ") + wrapped(toQString(text), style, 4, 2) + QLatin1Char('\n');
}

QString storyOf(const AffectedClient& client, const TextStyle& style)
{
    QString story = QLatin1Char('\n') + style.paint(toQString(sdkText(client)), Tone::Strong) +
                    QStringLiteral(", ") + toQString(client.sdk->title) + QStringLiteral(", ") +
                    printable(toQString(shownName(client.service))) + QLatin1Char('\n');
    story += bullet("today: " + sideText(client.today), style);
    story += bullet("after: " + sideText(client.after), style);
    for (const std::string& problem : client.problems) {
        story += bullet(problem, style);
    }
    for (const std::string& change : changesOf(client)) {
        story += bullet(change, style);
    }
    if (const std::string keep = keepOf(client); !keep.empty()) {
        story += bullet("To keep today's behaviour: " + keep, style);
        for (const std::string& also : keepAlsoOf(client)) {
            story += bullet(also, style);
        }
    }
    for (const std::string& remark : client.remarks) {
        story += style.paint(bullet(remark, style), Tone::Faint);
    }
    return story;
}

} // namespace

QJsonObject affectedDocument(const std::vector<AffectedClient>& clients, const RetrySettings& settings)
{
    QJsonArray entries;
    for (const AffectedClient& client : clients) {
        entries.append(QJsonObject{{QStringLiteral("sdk"), toQString(client.sdk->id)},
                                   {QStringLiteral("title"), toQString(client.sdk->title)},
                                   {QStringLiteral("version"), textOrNull(client.version)},
                                   {QStringLiteral("service"), toQString(client.service)},
                                   {QStringLiteral("readsSwitch"), toQString(wordOf(client.line->use))},
                                   {QStringLiteral("today"), sideToJson(client.today)},
                                   {QStringLiteral("after"), sideToJson(client.after)},
                                   {QStringLiteral("isAffected"), client.today != client.after},
                                   {QStringLiteral("changes"), textsToJson(changesOf(client))},
                                   {QStringLiteral("keep"), textOrNull(keepOf(client))},
                                   {QStringLiteral("keepAlso"), textsToJson(keepAlsoOf(client))},
                                   {QStringLiteral("problem"), textOrNull(joined(client.problems, "; "))},
                                   {QStringLiteral("remarks"), textsToJson(client.remarks)},
                                   {QStringLiteral("source"), toQString(client.line->source)}});
    }
    return {{QStringLiteral("settings"),
             QJsonArray{settingToJson(settings.mode), settingToJson(settings.maxAttempts),
                        settingToJson(settings.newRetries)}},
            {QStringLiteral("clients"), entries}};
}

QString affectedReport(const std::vector<AffectedClient>& clients, const RetrySettings& settings, bool inFull,
                       const TextStyle& style)
{
    QString report;
    for (const EffectiveSetting* setting : {&settings.mode, &settings.maxAttempts, &settings.newRetries}) {
        report += QStringLiteral("%1 %2\n").arg(toQString(setting->name).leftJustified(18),
                                                printable(toQString(settingText(*setting))));
    }
    report += QLatin1Char('\n') + grid(clients, style);
    for (const std::string& refusal : inFull ? std::vector<std::string>{} : refusalsIn(clients, settings)) {
        report += QLatin1Char('\n') + wrapped(toQString(refusal), style, 0, 0) + QLatin1Char('\n');
    }
    for (const AffectedClient& client : clients) {
        report += inFull ? storyOf(client, style) : QString();
    }
    report += QLatin1Char('\n') + wrapped(toQString(switchText()), style, 0, 0) + QLatin1Char('\n');
    if (!inFull) {
        report +=
            QLatin1Char('\n') +
            wrapped(QStringLiteral("Each cell shows today → after the switch. For one SDK, --sdk "
                                   "NAME@VERSION shows what changes and how to keep today's behaviour."),
                    style, 0, 0) +
            QLatin1Char('\n');
    }
    return report;
}

} // namespace retryscope::cli
