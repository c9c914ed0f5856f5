// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/delivery.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_values.h"
#include "app/cli/policy_choice.h"
#include "app/cli/recorded_attempt.h"
#include "app/cli/text_table.h"
#include "core/explain/inference_text.h"
#include "core/io/text/utf8.h"
#include "core/recording/inference.h"

#include <QJsonArray>

#include <algorithm>

namespace retryscope::cli {

namespace {

/// Presets that a client's entry names at most, and the least that one of them agrees.
constexpr std::size_t kMostFits = 10;
constexpr double kWorthNaming = 0.5;

std::vector<PresetFit> worthNaming(const InferredClient& client)
{
    std::vector<PresetFit> fits;
    for (const PresetFit& fit : client.fits) {
        if (fits.size() < kMostFits && fit.score >= kWorthNaming) {
            fits.push_back(fit);
        }
    }
    return fits;
}

bool isExplained(const InferredClient& client)
{
    return !client.fits.empty() && client.fits.front().score >= kFits;
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
            {QStringLiteral("checks"), checks},
            {QStringLiteral("against"), textsToJson(againstTexts(fit))}};
}

QJsonObject backoffToJson(const BackoffEstimate& backoff)
{
    QJsonArray waits;
    for (const SeenWaits& seen : backoff.waits) {
        waits.append(QJsonObject{{QStringLiteral("retry"), seen.retry},
                                 {QStringLiteral("count"), seen.count},
                                 {QStringLiteral("leastMs"), toMilliseconds(seen.least)},
                                 {QStringLiteral("medianMs"), toMilliseconds(seen.median)},
                                 {QStringLiteral("mostMs"), toMilliseconds(seen.most)}});
    }
    return {{QStringLiteral("waits"), waits},
            {QStringLiteral("baseMs"), durationOrNull(backoff.base)},
            {QStringLiteral("growth"), backoff.growth ? QJsonValue(*backoff.growth) : QJsonValue()},
            {QStringLiteral("capMs"), durationOrNull(backoff.cap)},
            {QStringLiteral("jitter"),
             backoff.jitter ? QJsonValue(toQString(wordOf(*backoff.jitter))) : QJsonValue()}};
}

/// The presets that explain the client as well as the first does, that one included; empty: there is no
/// other.
QJsonArray tiesToJson(const InferredClient& client)
{
    QJsonArray ids;
    const std::size_t alike = isExplained(client) ? equallyGoodFits(client) : 0;
    for (std::size_t index = 0; index < alike && alike > 1; ++index) {
        ids.append(toQString(client.fits[index].policy));
    }
    return ids;
}

QJsonValue timeLimitToJson(const std::optional<SeenTimeLimit>& limit)
{
    return limit ? QJsonValue(QJsonObject{{QStringLiteral("atLeastMs"), toMilliseconds(limit->atLeast)},
                                          {QStringLiteral("atMostMs"), toMilliseconds(limit->atMost)},
                                          {QStringLiteral("calls"), limit->calls},
                                          {QStringLiteral("fewestAttempts"), limit->fewest},
                                          {QStringLiteral("mostAttempts"), limit->most}})
                 : QJsonValue();
}

QJsonObject clientToJson(const InferredClient& client)
{
    QJsonArray list;
    for (const PresetFit& fit : worthNaming(client)) {
        list.append(fitToJson(fit));
    }
    return {{QStringLiteral("userAgent"), toQString(client.userAgent)},
            {QStringLiteral("calls"), client.calls},
            {QStringLiteral("requests"), client.requests},
            {QStringLiteral("failures"), client.failures},
            {QStringLiteral("retried"), client.retried},
            {QStringLiteral("attempts"), client.attempts},
            {QStringLiteral("declaredMax"), numberOrNull(client.declaredMax)},
            {QStringLiteral("endedEarly"), client.endedEarly},
            {QStringLiteral("timeLimit"), timeLimitToJson(client.timeLimit)},
            {QStringLiteral("sentAgainBelow"), client.resent},
            {QStringLiteral("backoff"), backoffToJson(client.backoff)},
            {QStringLiteral("maxKnown"), client.isMaxKnown},
            {QStringLiteral("sentence"), toQString(fitHeadline(client))},
            {QStringLiteral("ties"), tiesToJson(client)},
            {QStringLiteral("fits"), list}};
}

QString paragraph(const std::string& text, const TextStyle& style)
{
    return wrapped(toQString(text), style, 0, 0) + QLatin1Char('\n');
}

/// The first presets with what agrees, and what speaks against the best.
QString fitLines(const InferredClient& client, const TextStyle& style)
{
    TextTable table({{QStringLiteral("preset"), WhenNarrow::Keep},
                     {QStringLiteral("fits"), WhenNarrow::Keep},
                     {QStringLiteral("agrees in"), WhenNarrow::Fold}});
    constexpr std::size_t kShown = 5;
    std::size_t shown = 0;
    for (const PresetFit& fit : worthNaming(client)) {
        if (shown++ < kShown) {
            table.addRow({{toQString(fit.policy), fit.score >= kFits ? Tone::Strong : Tone::Plain},
                          {toQString(scoreText(fit.score))},
                          {toQString(agreementText(fit))}});
        }
    }
    if (shown == 0) {
        return {};
    }
    QString text = QLatin1Char('\n') + table.text(style);
    const std::vector<std::string> against = againstTexts(client.fits.front());
    if (!against.empty()) {
        text += QStringLiteral("\nAgainst %1:\n").arg(toQString(client.fits.front().policy));
        for (const std::string& clause : against) {
            text += QStringLiteral("  ") + wrapped(toQString(clause), style, 4, 2) + QLatin1Char('\n');
        }
    }
    return text;
}

QString clientLines(const InferredClient& client, const TextStyle& style)
{
    QString text = style.paint(toQString(clientText(client)), Tone::Strong) + QLatin1Char('\n') +
                   paragraph(activityText(client), style);
    if (const std::string backoff = backoffText(client.backoff); !backoff.empty()) {
        text += paragraph("backoff: " + backoff, style);
    }
    return text + QLatin1Char('\n') + paragraph(fitHeadline(client), style) + fitLines(client, style);
}

io::Result<std::vector<Policy>> presetsToTry(const Arguments& arguments)
{
    const io::Library library = userLibrary();
    QStringList ids = policyIds(arguments, library);
    if (ids.isEmpty()) {
        for (const io::Library::Entry& entry : library.policyEntries()) {
            ids.append(entry.id);
        }
    }
    std::vector<Policy> presets;
    for (const QString& id : ids) {
        io::Result<Policy> policy = library.policy(id);
        if (!policy) {
            return policy.error();
        }
        presets.push_back(std::move(policy).value());
    }
    return presets;
}

} // namespace

Outcome inferCommand(const Arguments& arguments, const Console& console)
{
    if (arguments.positional.size() != 1) {
        return usageError(QStringLiteral("infer needs one RECORD file, got %1")
                              .arg(arguments.positional.isEmpty()
                                       ? QStringLiteral("none")
                                       : arguments.positional.join(QStringLiteral(", "))));
    }
    const io::Result<std::vector<Policy>> presets = presetsToTry(arguments);
    if (!presets) {
        return presets.error();
    }
    const io::Result<RunRecord> record = readRecord(arguments.positional.first());
    if (!record) {
        return record.error();
    }
    const Interrupt interrupt(Interrupt::Remains::Nothing);
    const std::vector<InferredClient> clients =
        inferClients(record.value(), presets.value(), Interrupt::wasRaised);
    QJsonArray list;
    QString text;
    for (const InferredClient& client : clients) {
        list.append(clientToJson(client));
        text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + clientLines(client, console.style());
    }
    if (clients.empty()) {
        text = QStringLiteral("The record has no requests.\n");
    }
    QJsonObject document{{QStringLiteral("clients"), list}};
    const std::size_t all = clients.size() < kMostInferred ? clients.size() : clientsIn(record.value());
    if (const auto left = static_cast<qint64>(all - clients.size()); left > 0) {
        document.insert(QStringLiteral("clientsLeftOut"), left);
        text += QStringLiteral("\n%1 more, with fewer calls, were not compared.\n").arg(left);
    }
    if (const io::Result<io::Done> saved = saveOutput(document, arguments); !saved) {
        return saved.error();
    }
    const io::Result<io::Done> printed = console.wantsJson() ? console.print(document) : console.print(text);
    if (!printed) {
        return printed.error();
    }
    if (Interrupt::wasRaised()) {
        return ExitCode::Interrupted;
    }
    return std::any_of(clients.begin(), clients.end(), isExplained) ? ExitCode::Succeeded
                                                                    : ExitCode::CallFailed;
}

} // namespace retryscope::cli
