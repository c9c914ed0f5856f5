// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/delivery.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_values.h"
#include "app/cli/policy_choice.h"
#include "app/cli/recorded_attempt.h"
#include "core/explain/inference_text.h"
#include "core/explain/phrases.h"
#include "core/explain/report.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "core/recording/client_version.h"
#include "core/recording/measured_policy.h"

#include <QFileInfo>
#include <QJsonArray>

#include <algorithm>
#include <cmath>
#include <optional>

namespace retryscope::cli {

namespace {

/// Presets that a client's entry names at most, beside those that it may be, and the least score of one.
constexpr std::size_t kMostFits = 10;
constexpr double kWorthNaming = 0.5;

std::vector<PresetFit> worthNaming(const InferredClient& client)
{
    std::vector<PresetFit> fits;
    for (const PresetFit& fit : client.fits) {
        if (fits.size() < client.named || (fits.size() < kMostFits && fit.score >= kWorthNaming)) {
            fits.push_back(fit);
        }
    }
    return fits;
}

QJsonObject checkToJson(const FitCheck& check)
{
    return {{QStringLiteral("question"), toQString(wordOf(check.question))},
            {QStringLiteral("asked"), check.asked},
            {QStringLiteral("agreed"), check.agreed}};
}

QJsonObject fitToJson(const PresetFit& fit)
{
    QJsonArray checks;
    for (const FitCheck& check : fit.checks) {
        if (check.asked > 0) {
            checks.append(checkToJson(check));
        }
    }
    return {{QStringLiteral("policy"), toQString(fit.policy)},
            {QStringLiteral("title"), toQString(fit.title)},
            {QStringLiteral("score"), std::round(fit.score * 1000) / 1000},
            {QStringLiteral("evidence"), std::round(fit.evidence * 10) / 10},
            {QStringLiteral("attempts"), numberOrNull(fit.attempts)},
            {QStringLiteral("checks"), checks},
            {QStringLiteral("against"), textsToJson(againstTexts(fit))}};
}

QJsonObject backoffToJson(const BackoffEstimate& backoff)
{
    const QJsonArray waits = arrayOf(backoff.waits, [](const SeenWaits& seen) {
        return QJsonObject{{QStringLiteral("retry"), seen.retry},
                           {QStringLiteral("count"), seen.count},
                           {QStringLiteral("leastMs"), toMilliseconds(seen.least)},
                           {QStringLiteral("medianMs"), toMilliseconds(seen.median)},
                           {QStringLiteral("mostMs"), toMilliseconds(seen.most)}};
    });
    return {{QStringLiteral("waits"), waits},
            {QStringLiteral("baseMs"), durationOrNull(backoff.base)},
            {QStringLiteral("growth"), backoff.growth ? QJsonValue(backoff.growth->value) : QJsonValue()},
            {QStringLiteral("capMs"), durationOrNull(backoff.cap)},
            {QStringLiteral("jitter"),
             backoff.jitter ? QJsonValue(toQString(wordOf(*backoff.jitter))) : QJsonValue()}};
}

/// What the client may be, by id.
QJsonArray namedToJson(const InferredClient& client)
{
    QJsonArray ids;
    for (std::size_t index = 0; index < client.named; ++index) {
        ids.append(toQString(client.fits[index].policy));
    }
    return ids;
}

QJsonValue numberToJson(const std::optional<MeasuredNumber>& number)
{
    return orNull(number, [](const MeasuredNumber& measured) {
        return QJsonObject{{QStringLiteral("value"), measured.value},
                           {QStringLiteral("low"), measured.low},
                           {QStringLiteral("high"), measured.high}};
    });
}

QJsonObject measuredToJson(const SeenClient& seen)
{
    const QJsonArray delays =
        arrayOf(seen.backoff.waits, [](const SeenWaits& waits) { return toMilliseconds(waits.median); });
    const QJsonArray hints = arrayOf(seen.hints, [](const SeenHint& hint) {
        return QJsonObject{{QStringLiteral("header"), toQString(hint.header)},
                           {QStringLiteral("obeyed"), toQString(wordOf(hint.obeyed))},
                           {QStringLiteral("askedMs"), toMilliseconds(hint.asked)},
                           {QStringLiteral("waitedMs"), toMilliseconds(hint.waited)},
                           {QStringLiteral("ownMs"),
                            hint.ownLeast
                                ? QJsonArray{toMilliseconds(*hint.ownLeast), toMilliseconds(*hint.ownMost)}
                                : QJsonValue()}};
    });
    return {{QStringLiteral("attempts"), seen.attempts},
            {QStringLiteral("delayMs"), delays},
            {QStringLiteral("growth"), numberToJson(seen.backoff.growth)},
            {QStringLiteral("jitter"),
             seen.backoff.jitter ? toQString(wordOf(*seen.backoff.jitter)) : QStringLiteral("unknown")},
            {QStringLiteral("hints"), hints}};
}

QJsonValue timeLimitToJson(const std::optional<SeenTimeLimit>& limit)
{
    return orNull(limit, [](const SeenTimeLimit& seen) {
        return QJsonObject{{QStringLiteral("atLeastMs"), toMilliseconds(seen.atLeast)},
                           {QStringLiteral("atMostMs"), toMilliseconds(seen.atMost)},
                           {QStringLiteral("calls"), seen.calls},
                           {QStringLiteral("fewestAttempts"), seen.fewest},
                           {QStringLiteral("mostAttempts"), seen.most}};
    });
}

QJsonObject clientToJson(const InferredClient& client)
{
    const QJsonArray list = arrayOf(worthNaming(client), [](const PresetFit& fit) { return fitToJson(fit); });
    const SeenClient& seen = client.seen;
    QJsonObject object{{QStringLiteral("userAgent"), toQString(client.userAgent)},
                       {QStringLiteral("calls"), seen.calls},
                       {QStringLiteral("requests"), seen.requests},
                       {QStringLiteral("failures"), seen.failures},
                       {QStringLiteral("retried"), seen.retried},
                       {QStringLiteral("attempts"), seen.attempts},
                       {QStringLiteral("declaredMax"), numberOrNull(seen.declaredMax)},
                       {QStringLiteral("endedEarly"), seen.endedEarly},
                       {QStringLiteral("timeLimit"), timeLimitToJson(seen.timeLimit)},
                       {QStringLiteral("sentAgainBelow"), seen.resent},
                       {QStringLiteral("backoff"), backoffToJson(seen.backoff)},
                       {QStringLiteral("maxKnown"), seen.isMaxKnown},
                       {QStringLiteral("verdict"), toQString(wordOf(client.naming()))},
                       {QStringLiteral("is"), namedToJson(client)},
                       {QStringLiteral("measured"), measuredToJson(seen)},
                       {QStringLiteral("sentence"), toQString(fitHeadline(client))},
                       {QStringLiteral("remarks"), textsToJson(fitRemarks(client))},
                       {QStringLiteral("ties"), client.named > 1 ? namedToJson(client) : QJsonArray()},
                       {QStringLiteral("fits"), list}};
    if (!client.saidVersion.empty()) {
        object.insert(client.isNewer ? QStringLiteral("newerThan") : QStringLiteral("olderThan"),
                      toQString(client.recordedVersion));
        if (client.between) {
            object.insert(QStringLiteral("newerThan"), toQString(versionOf(client.between->older)));
            object.insert(QStringLiteral("olderThan"), toQString(versionOf(client.between->newer)));
        }
    }
    return object;
}

/// The first presets with what agrees, and what speaks against the best.
void addFits(Report& report, const InferredClient& client)
{
    constexpr std::size_t kShown = 5;
    const std::vector<PresetFit> fits = worthNaming(client);
    const bool isTied = client.naming() == Naming::Tied; // as many as the sentence says
    const std::size_t shown = std::min(fits.size(), isTied ? client.named : std::max(kShown, client.named));
    if (shown == 0) {
        return;
    }
    ReportTable table{{{"preset"}, {"matches"}, {"evidence", WhenNarrow::Fold}}, {}};
    for (std::size_t index = 0; index < shown; ++index) {
        const PresetFit& fit = fits[index];
        table.add({{fit.policy, index < client.named ? Tone::Strong : Tone::Plain},
                   {agreementCount(fit)},
                   {(fit.isDocument ? "a document; " : "") + agreementText(fit)}});
    }
    report.gap();
    report.add(std::move(table));
    if (shown < fits.size()) {
        report.say(filled("and %1 more (--format json)", fits.size() - shown));
    }
    if (const std::vector<std::string> against = againstTexts(client.fits.front()); !against.empty()) {
        report.gap();
        report.say("Evidence against " + client.fits.front().policy + ":");
        report.item(against);
    }
}

/// number: of the client among several; 0 for the only one.
void addClient(Report& report, const InferredClient& client, std::size_t number)
{
    report.add(ReportLines{{{number > 0 ? filled("%1. ", number) : ""}, {clientText(client), Tone::Strong}}});
    report.say(activitySentences(client.seen));
    report.say(backoffSentence(client.seen.backoff));
    for (const SeenHint& hint : client.seen.hints) {
        report.say(hintSentences(hint));
    }
    report.gap();
    report.say(fitHeadline(client));
    report.say(fitRemarks(client));
    addFits(report, client);
}

std::vector<Policy> presetsToTry(const Arguments& arguments)
{
    const io::Library library = userLibrary();
    QStringList ids = policyIds(arguments, library);
    if (ids.isEmpty()) {
        // What the user made of a recording, or of a preset, is no evidence of its own.
        for (const io::Library::Entry& entry : library.policyEntries()) {
            if (entry.isBuiltIn) {
                ids.append(entry.id);
            }
        }
    }
    std::vector<Policy> presets;
    for (const QString& id : ids) {
        Policy policy = need(library.policy(id));
        presets.push_back(std::move(policy));
    }
    return presets;
}

/// --policy-output: the client that --client names, or the only one.
void savePolicy(const Arguments& arguments, const RunRecord& record,
                const std::vector<InferredClient>& clients)
{
    const QString file = arguments.value(QStringLiteral("policy-output"));
    if (file.isEmpty()) {
        return;
    }
    const QString chosen = arguments.value(QStringLiteral("client"));
    bool isNumber = true;
    const int number = chosen.isEmpty() ? 1 : chosen.toInt(&isNumber);
    if (!isNumber || number < 1 || number > static_cast<int>(clients.size()) ||
        (chosen.isEmpty() && clients.size() > 1)) {
        throw usageError(
            clients.empty() ? QStringLiteral("--policy-output needs a client, and this record has none")
            : clients.size() == 1
                ? QStringLiteral("this record has one client: --client 1")
                : QStringLiteral("--policy-output needs --client N, from 1 to %1 for this record")
                      .arg(clients.size()));
    }
    QString id = io::idFrom(QFileInfo(file).completeBaseName());
    const Policy policy = measuredPolicy(record, clients[static_cast<std::size_t>(number) - 1],
                                         fromQString(id.isEmpty() ? QStringLiteral("measured") : id));
    need(io::writeFile(file, io::documentBytes(io::policyToJson(policy))));
}

} // namespace

ExitCode inferCommand(const Arguments& arguments, const Console& console)
{
    if (arguments.positional.size() != 1) {
        throw usageError(QStringLiteral("infer needs one RECORD file, got %1")
                             .arg(arguments.positional.isEmpty()
                                      ? QStringLiteral("none")
                                      : arguments.positional.join(QStringLiteral(", "))));
    }
    const std::vector<Policy> presets = presetsToTry(arguments);
    const RunRecord record = readRecord(arguments.positional.first());
    std::optional<Interrupt> interrupt(std::in_place, Interrupt::Remains::Nothing);
    const std::vector<InferredClient> clients = inferClients(record, presets, Interrupt::wasRaised);
    const QJsonArray list =
        arrayOf(clients, [](const InferredClient& client) { return clientToJson(client); });
    QJsonObject document{{QStringLiteral("clients"), list}};
    Report report;
    if (const RunHeader& header = record.header(); !header.isRecorded) {
        document.insert(QStringLiteral("madeUnder"), toQString(header.policy->policy.id));
        report.say("Retryscope made this record itself, under the policy " + header.policy->policy.id +
                   ". The result below ignores that.");
        report.gap();
    }
    for (std::size_t index = 0; index < clients.size(); ++index) {
        if (index > 0) {
            report.gap();
        }
        addClient(report, clients[index], clients.size() > 1 ? index + 1 : 0);
    }
    if (clients.empty()) {
        report.say("The record has no requests.");
    }
    const std::size_t all = clients.size() < kMostInferred ? clients.size() : clientsIn(record);
    if (const auto left = static_cast<qint64>(all - clients.size()); left > 0) {
        document.insert(QStringLiteral("clientsLeftOut"), left);
        report.gap();
        report.say(filled("Not compared: %1 more with fewer calls.", left));
    }
    saveOutput(document, arguments);
    savePolicy(arguments, record, clients);
    interrupt.reset(); // whoever reads may be slow
    console.wantsJson() ? console.print(document) : console.print(report);
    if (Interrupt::wasRaised()) {
        return ExitCode::Interrupted;
    }
    const bool isAnyNamed =
        std::ranges::any_of(clients, [](const InferredClient& client) { return client.named > 0; });
    return isAnyNamed ? ExitCode::Succeeded : ExitCode::CallFailed;
}

} // namespace retryscope::cli
