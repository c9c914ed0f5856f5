// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/delivery.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_values.h"
#include "app/cli/policy_choice.h"
#include "app/cli/recorded_attempt.h"
#include "core/explain/inference_report.h"
#include "core/explain/inference_text.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "core/io/files/library.h"
#include "core/io/redact/redact.h"
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
    if (arguments.positional.isEmpty()) {
        throw usageError(QStringLiteral("infer needs a RECORD file, got none"));
    }
    const std::vector<Policy> presets = presetsToTry(arguments);
    RunRecord record = readRecord(arguments.positional, arguments);
    if (record.header().isImportedNow) { // as its record would be written
        record = io::redacted(record);
    }
    std::optional<Interrupt> interrupt(std::in_place, Interrupt::Remains::Nothing);
    const std::vector<InferredClient> clients = inferClients(record, presets, Interrupt::wasRaised);
    const QJsonArray list =
        arrayOf(clients, [](const InferredClient& client) { return clientToJson(client); });
    QJsonObject document{{QStringLiteral("clients"), list}};
    std::string madeUnder;
    if (const RunHeader& header = record.header(); !header.isRecorded) {
        madeUnder = header.policy->policy.id;
        document.insert(QStringLiteral("madeUnder"), toQString(madeUnder));
    }
    const std::size_t all = clients.size() < kMostInferred ? clients.size() : clientsIn(record);
    const std::size_t leftOut = all - clients.size();
    if (leftOut > 0) {
        document.insert(QStringLiteral("clientsLeftOut"), static_cast<qint64>(leftOut));
    }
    saveOutput(document, arguments);
    savePolicy(arguments, record, clients);
    interrupt.reset(); // whoever reads may be slow
    console.wantsJson() ? console.print(document)
                        : console.print(inferenceReport(clients, leftOut, madeUnder));
    if (Interrupt::wasRaised()) {
        return ExitCode::Interrupted;
    }
    const bool isAnyNamed =
        std::ranges::any_of(clients, [](const InferredClient& client) { return client.named > 0; });
    return isAnyNamed ? ExitCode::Succeeded : ExitCode::CallFailed;
}

} // namespace retryscope::cli
