// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/affected_report.h"

#include "app/cli/json_values.h"
#include "app/cli/text_table.h"
#include "core/explain/condition_text.h"
#include "core/explain/name_text.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>

namespace retryscope::cli {

namespace {

constexpr auto kWhen =
    "AWS makes the rules of 2026 the default no sooner than November 2026 (announcement of May 2026); "
    "JavaScript did on 10 November 2026. When the others do was not established.";

std::string delayWords(const FailureCost& cost)
{
    if (!cost.firstHigh) {
        return "not known";
    }
    if (!cost.firstLow) {
        return "up to " + durationText(*cost.firstHigh);
    }
    return *cost.firstHigh == Duration::zero() ? "at once" : windowText(*cost.firstLow, *cost.firstHigh);
}

std::string numberWords(const std::optional<int>& number)
{
    return number ? std::to_string(*number) : "not known";
}

std::string tokenWords(const AffectedSide& side)
{
    if (!side.capacity) {
        return side.plain.tokens ? std::to_string(*side.plain.tokens) : "no quota";
    }
    return numberWords(side.plain.tokens) + " (throttling " + numberWords(side.throttling.tokens) + ") of " +
           std::to_string(*side.capacity);
}

void addChange(std::vector<std::string>& changes, const std::string& what, const std::string& before,
               const std::string& after)
{
    if (before != after) {
        changes.push_back(what + ": " + before + " → " + after);
    }
}

std::string longestWords(const FailureCost& cost)
{
    return cost.longest ? durationText(*cost.longest) : "not known";
}

QJsonObject costToJson(const FailureCost& cost)
{
    return {{QStringLiteral("firstDelayMs"),
             QJsonArray{durationOrNull(cost.firstLow), durationOrNull(cost.firstHigh)}},
            {QStringLiteral("longestDelaysMs"), durationOrNull(cost.longest)},
            {QStringLiteral("tokens"), numberOrNull(cost.tokens)}};
}

QJsonObject sideToJson(const AffectedSide& side)
{
    return {{QStringLiteral("policy"), textOrNull(side.policy)},
            {QStringLiteral("mode"), toQString(side.mode)},
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

/// Whether operations of the service hold a connection open to wait for work; `generic` stands for any.
bool pollsForWork(const std::string& service)
{
    return service == "generic" || service == "sqs" || service == "states" || service == "stepfunctions" ||
           service == "swf";
}

std::string arrowed(const std::string& before, const std::string& after)
{
    return before == after ? before : before + " → " + after;
}

std::string tokenCell(const AffectedSide& side)
{
    return side.plain.tokens || side.policy.empty() ? numberWords(side.plain.tokens) : "none";
}

QString sdkName(const AffectedClient& client)
{
    const QString id = toQString(client.sdk->id);
    return client.version.empty() ? id : id + QLatin1Char('@') + toQString(client.version);
}

QString grid(const std::vector<AffectedClient>& clients, const TextStyle& style)
{
    TextTable table({{QStringLiteral("SDK")},
                     {QStringLiteral("service")},
                     {QStringLiteral("mode")},
                     {QStringLiteral("attempts")},
                     {QStringLiteral("first delay"), WhenNarrow::Shorten},
                     {QStringLiteral("throttling"), WhenNarrow::Drop},
                     {QStringLiteral("tokens a retry"), WhenNarrow::Drop}});
    for (const AffectedClient& client : clients) {
        const AffectedSide& today = client.today;
        const AffectedSide& after = client.after;
        const bool isChanged = today != after;
        table.addRow({{sdkName(client), Tone::Strong},
                      {toQString(client.service)},
                      {toQString(arrowed(today.mode, after.mode))},
                      {toQString(arrowed(numberWords(today.attempts), numberWords(after.attempts))),
                       isChanged ? Tone::Warning : Tone::Plain},
                      {toQString(arrowed(delayWords(today.plain), delayWords(after.plain)))},
                      {toQString(arrowed(delayWords(today.throttling), delayWords(after.throttling)))},
                      {toQString(arrowed(tokenCell(today), tokenCell(after)))}});
    }
    return table.text(style);
}

QString bullet(const std::string& text, const TextStyle& style)
{
    return QStringLiteral("  ") + wrapped(toQString(text), style, 4, 2) + QLatin1Char('\n');
}

QString storyOf(const AffectedClient& client, const TextStyle& style)
{
    const auto policyText = [](const AffectedSide& side) {
        return side.policy.empty() ? "no preset: " + (side.source.empty() ? "nothing is known" : side.source)
                                   : side.policy;
    };
    QString story = QLatin1Char('\n') + style.paint(sdkName(client), Tone::Strong) + QStringLiteral(", ") +
                    toQString(client.sdk->title) + QStringLiteral(", ") +
                    printable(toQString(shownName(client.service))) + QLatin1Char('\n');
    story += bullet("today: mode " + client.today.mode + ", " + policyText(client.today), style);
    story += bullet("after: mode " + client.after.mode + ", " + policyText(client.after), style);
    for (const std::string& problem : client.problems) {
        story += bullet(problem, style);
    }
    for (const std::string& change : changesOf(client)) {
        story += bullet(change, style);
    }
    if (const std::string keep = keepOf(client); !keep.empty()) {
        story += bullet("to keep it as it is today: " + keep, style);
        for (const std::string& also : client.sdk->keepAlso) {
            story += bullet(also, style);
        }
    }
    for (const std::string& remark : client.remarks) {
        story += style.paint(bullet(remark, style), Tone::Faint);
    }
    return story;
}

} // namespace

std::vector<std::string> changesOf(const AffectedClient& client)
{
    const AffectedSide& today = client.today;
    const AffectedSide& after = client.after;
    if (today == after) {
        const std::string why =
            client.line->use == SwitchUse::Unread
                ? "Nothing changes while this version is used: it does not have the new rules."
            : client.line->use == SwitchUse::Always
                ? "Nothing changes any more: this version has the new rules already."
                : "Nothing changes.";
        return {why};
    }
    std::vector<std::string> changes;
    addChange(changes, "mode", today.mode, after.mode);
    addChange(changes, "attempts", numberWords(today.attempts), numberWords(after.attempts));
    addChange(changes, "first delay", delayWords(today.plain), delayWords(after.plain));
    addChange(changes, "first delay after throttling", delayWords(today.throttling),
              delayWords(after.throttling));
    addChange(changes, "all delays of a call at their longest", longestWords(today.plain),
              longestWords(after.plain));
    addChange(changes, "the same after throttling", longestWords(today.throttling),
              longestWords(after.throttling));
    addChange(changes, "tokens a retry", tokenWords(today), tokenWords(after));
    if (!today.obeysRetryAfter && after.obeysRetryAfter) {
        changes.emplace_back("x-amz-retry-after is obeyed, within 5 seconds above the client's own delay");
    }
    if (!today.hasLongPolling && after.hasLongPolling && pollsForWork(client.service)) {
        changes.emplace_back(
            "operations that poll for work (SQS ReceiveMessage, Step Functions GetActivityTask, SWF "
            "PollFor…) wait before they fail where only the tokens forbid a retry");
    }
    return changes;
}

std::string keepOf(const AffectedClient& client)
{
    return client.today == client.after || client.line->use != SwitchUse::Read ? std::string()
                                                                               : client.sdk->keep;
}

QJsonObject affectedDocument(const std::vector<AffectedClient>& clients, const RetrySettings& settings)
{
    QJsonArray entries;
    for (const AffectedClient& client : clients) {
        entries.append(QJsonObject{
            {QStringLiteral("sdk"), toQString(client.sdk->id)},
            {QStringLiteral("title"), toQString(client.sdk->title)},
            {QStringLiteral("version"), textOrNull(client.version)},
            {QStringLiteral("service"), toQString(client.service)},
            {QStringLiteral("readsSwitch"), toQString(wordOf(client.line->use))},
            {QStringLiteral("today"), sideToJson(client.today)},
            {QStringLiteral("after"), sideToJson(client.after)},
            {QStringLiteral("isAffected"), client.today != client.after},
            {QStringLiteral("changes"), textsToJson(changesOf(client))},
            {QStringLiteral("keep"), textOrNull(keepOf(client))},
            {QStringLiteral("keepAlso"),
             textsToJson(keepOf(client).empty() ? std::vector<std::string>{} : client.sdk->keepAlso)},
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
        report += QStringLiteral("%1 %2\n").arg(
            toQString(setting->name).leftJustified(18),
            setting->value ? QStringLiteral("%1 (%2)").arg(printable(toQString(*setting->value)),
                                                           printable(toQString(setting->origin)))
                           : QStringLiteral("not set"));
    }
    report += QLatin1Char('\n') + grid(clients, style);
    for (const AffectedClient& client : clients) {
        report += inFull ? storyOf(client, style) : QString();
    }
    report += QLatin1Char('\n') + wrapped(QLatin1String(kWhen), style, 0, 0) + QLatin1Char('\n');
    if (!inFull) {
        report += QLatin1Char('\n') +
                  wrapped(QStringLiteral(
                              "Each cell: today → after the switch. --sdk NAME@VERSION says what changes "
                              "for one, and what keeps it as it is."),
                          style, 0, 0) +
                  QLatin1Char('\n');
    }
    return report;
}

} // namespace retryscope::cli
