// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/delivery.h"
#include "app/cli/given_response.h"
#include "app/cli/json_values.h"
#include "app/cli/layers.h"
#include "app/cli/option_values.h"
#include "app/cli/policy_choice.h"
#include "app/cli/request_choice.h"
#include "app/cli/run_plan.h"
#include "core/explain/bounds_report.h"
#include "core/explain/verdict_report.h"
#include "core/io/documents/policy_json.h"
#include "core/io/json/json_fields.h"
#include "core/io/redact/redact.h"

#include <QJsonArray>

#include <utility>

namespace retryscope::cli {

namespace {

AttemptFacts failureFrom(const Arguments& arguments, const std::string& method)
{
    if (isResponseGiven(arguments)) {
        return givenResponse(arguments, method);
    }
    Arguments usual = arguments;
    const bool isLimited = arguments.has(QStringLiteral("attempt-timeout")) &&
                           !arguments.has(QStringLiteral("attempt-time")) &&
                           !arguments.has(QStringLiteral("latency"));
    if (arguments.has(QStringLiteral("read-timeout")) || isLimited) {
        usual.add(QStringLiteral("fault"), QStringLiteral("readTimeout"));
    } else {
        usual.add(QStringLiteral("status"), QStringLiteral("503"));
    }
    return givenResponse(usual, method);
}

Duration usualTimeOf(const SteadyFailure& failure)
{
    if (failure.facts.fault && failure.facts.fault->kind == FaultKind::ReadTimeout) {
        return failure.spec.readTimeout;
    }
    const bool isDialling = failure.facts.fault && failure.facts.fault->kind == FaultKind::ConnectTimeout;
    return isDialling ? failure.spec.connectTimeout : Duration::zero();
}

SteadyFailure steadyFailureFrom(const Arguments& arguments)
{
    RequestSpec spec = chooseRequest(arguments, std::nullopt);
    const std::optional<Duration> time = arguments.time(QStringLiteral("attempt-time"));
    const bool hasTimeout = arguments.has(QStringLiteral("read-timeout"));
    if (time && hasTimeout) {
        throw usageError(QStringLiteral(
            "--attempt-time and --read-timeout both set how long an attempt takes; give only one"));
    }
    SteadyFailure failure{.spec = std::move(spec)};
    Headers headers = headersIn(arguments, QStringLiteral("request-header"));
    failure.spec.headers = std::move(headers); // --header describes the response
    AttemptFacts facts = failureFrom(arguments, failure.spec.method);
    failure.facts = std::move(facts);
    failure.calls = static_cast<int>(arguments.integer(QStringLiteral("calls")).value_or(1));
    failure.clients = static_cast<int>(arguments.integer(QStringLiteral("clients")).value_or(1));
    failure.attemptTime = time.value_or(hasTimeout ? failure.spec.readTimeout : usualTimeOf(failure));
    if (failure.spec.attemptTimeout) {
        failure.attemptTime = std::min(failure.attemptTime, *failure.spec.attemptTimeout);
    }
    if (arguments.has(QStringLiteral("latency"))) {
        if (time || hasTimeout) {
            throw usageError(
                QStringLiteral("--latency sets how long an attempt takes, so it cannot be combined with "
                               "--attempt-time or --read-timeout; to limit it, use --attempt-timeout"));
        }
        const LatencySpread latency = latencyFrom(arguments.value(QStringLiteral("latency")));
        failure.latency = latency;
    }
    return failure;
}

std::vector<BoundsUnder> boundsUnderAll(const Arguments& arguments, const io::Library& library,
                                        const SteadyFailure& failure, const Layers& layers,
                                        ReplacedPresets& replaced)
{
    std::vector<BoundsUnder> results;
    for (const QString& id : policyIds(arguments, library)) {
        const PolicyChoice choice = choosePolicy(arguments, library, id, failure.spec);
        if (!replaced.add(choice.policy->policy.id, choice.replacement)) {
            continue;
        }
        NestedBounds bounds = nestedBoundsOf(*choice.policy, failure, layers.outside, layers.within);
        auto policy = std::make_shared<ResolvedPolicy>(*choice.policy);
        policy->policy.title = io::redactedText(policy->policy.title);
        results.push_back({std::move(policy),
                           std::move(bounds),
                           {.connect = arguments.has(QStringLiteral("connect-timeout")),
                            .read = arguments.has(QStringLiteral("read-timeout")) ||
                                    arguments.has(QStringLiteral("attempt-time")) ||
                                    arguments.has(QStringLiteral("latency"))}});
    }
    return results;
}

QJsonObject toJson(const TimeBounds& bounds)
{
    return {{QStringLiteral("best"), io::millisecondsToJson(bounds.best)},
            {QStringLiteral("expected"), io::millisecondsToJson(bounds.expected)},
            {QStringLiteral("worst"), io::millisecondsToJson(bounds.worst)}};
}

QJsonObject toJson(const CountBounds& bounds)
{
    return {{QStringLiteral("fewest"), bounds.fewest},
            {QStringLiteral("expected"), bounds.expected},
            {QStringLiteral("most"), bounds.most}};
}

QJsonObject toJson(const AttemptBounds& attempt)
{
    return {{QStringLiteral("startMs"), toJson(attempt.start)},
            {QStringLiteral("endMs"), toJson(attempt.end)},
            {QStringLiteral("madeIn"), attempt.madeIn}};
}

QJsonObject toJson(const OwnLimitBounds& limit)
{
    return {{QStringLiteral("limitMs"), io::millisecondsToJson(limit.limit)},
            {QStringLiteral("attempts"), toJson(limit.attempts)},
            {QStringLiteral("endsBy"), limit.endsBy},
            {QStringLiteral("canEndCall"), limit.canEndIt}};
}

QJsonObject toJson(const DeadlineBounds& deadline)
{
    return {{QStringLiteral("deadlineMs"), io::millisecondsToJson(deadline.deadline)},
            {QStringLiteral("attemptsThatFit"), toJson(deadline.fitting)},
            {QStringLiteral("attemptsBegun"), toJson(deadline.begun)},
            {QStringLiteral("allFit"), deadline.allFit},
            {QStringLiteral("answerMs"), toJson(deadline.response)},
            {QStringLiteral("enoughMs"), io::millisecondsToJson(deadline.enough)},
            {QStringLiteral("longestAttemptMs"), durationOrNull(deadline.longestAttempt)},
            {QStringLiteral("longestRequestMs"), durationOrNull(deadline.longestRequest)}};
}

QJsonObject toJson(const OuterDeadlineBounds& outer)
{
    return {{QStringLiteral("calls"), outer.calls}, {QStringLiteral("cutShare"), outer.cutShare}};
}

QJsonObject toJson(const SeriesBounds& series)
{
    return {{QStringLiteral("calls"), series.calls},
            {QStringLiteral("clients"), series.clients},
            {QStringLiteral("clientCalls"), static_cast<qint64>(series.clientCalls)},
            {QStringLiteral("workedOut"), series.isWorkedOut},
            {QStringLiteral("attempts"), static_cast<qint64>(series.attempts)},
            {QStringLiteral("requests"), static_cast<qint64>(series.requests)},
            {QStringLiteral("totalMs"), toJson(series.total)},
            {QStringLiteral("firstWithoutTokens"), numberOrNull(series.firstWithoutTokens)}};
}

QJsonObject toJson(const LayerBounds& layer)
{
    return {{QStringLiteral("name"), toQString(layer.name)},
            {QStringLiteral("attempts"), layer.attempts},
            {QStringLiteral("requests"), static_cast<qint64>(layer.requests)},
            {QStringLiteral("totalMs"), toJson(layer.total)},
            {QStringLiteral("isClient"), layer.isClient}};
}

QJsonObject toJson(const LatencySpread& latency)
{
    return {{QStringLiteral("p50"), io::millisecondsToJson(latency.p50)},
            {QStringLiteral("p99"), io::millisecondsToJson(latency.p99)}};
}

QJsonObject toJson(const CallPercentiles& percentiles)
{
    return {{QStringLiteral("p50"), io::millisecondsToJson(percentiles.p50)},
            {QStringLiteral("p90"), io::millisecondsToJson(percentiles.p90)},
            {QStringLiteral("p99"), io::millisecondsToJson(percentiles.p99)}};
}

QJsonObject toJson(const BoundsUnder& result, const SteadyFailure& failure)
{
    const NestedBounds& nested = result.bounds;
    const CallBounds& call = nested.call;
    const auto json = [](const auto& value) {
        return toJson(value);
    };
    return {{QStringLiteral("policy"), toQString(result.policy->policy.id)},
            {QStringLiteral("attemptTimeMs"), io::millisecondsToJson(failure.attemptTime)},
            {QStringLiteral("latencyMs"), orNull(failure.latency, json)},
            {QStringLiteral("percentilesMs"), orNull(call.percentiles, json)},
            {QStringLiteral("caveats"), textsToJson(caveatsOf(result, failure))},
            {QStringLiteral("attempts"), call.attempts},
            {QStringLiteral("ownLimit"), orNull(call.ownLimit, json)},
            {QStringLiteral("stopReason"),
             textOrNull(call.stopReason ? std::string(toString(*call.stopReason)) : "")},
            {QStringLiteral("totalMs"), toJson(call.total)},
            {QStringLiteral("delaysMs"), toJson(call.delays)},
            {QStringLiteral("exact"), call.areReached},
            {QStringLiteral("schedule"), arrayOf(call.schedule, json)},
            {QStringLiteral("deadline"), orNull(call.deadline, json)},
            {QStringLiteral("outerDeadline"), orNull(nested.outerDeadline, json)},
            {QStringLiteral("series"), orNull(call.series, json)},
            {QStringLiteral("requests"), static_cast<qint64>(nested.layers.front().requests)},
            {QStringLiteral("layers"), arrayOf(nested.layers, json)},
            {QStringLiteral("sentences"), textsToJson(boundsSentences(nested))},
            {QStringLiteral("warnings"), io::problemsToJson(warningsOn(result.policy->policy))}};
}

QJsonObject boundsDocument(const std::vector<BoundsUnder>& results, const SteadyFailure& failure)
{
    const QJsonArray entries =
        arrayOf(results, [&](const BoundsUnder& result) { return toJson(result, failure); });
    return {{QStringLiteral("bounds"), entries}};
}

} // namespace

ExitCode boundsCommand(const Arguments& arguments, const Console& console)
{
    if (!arguments.positional.isEmpty()) {
        throw usageError(QStringLiteral("unexpected \"%1\"; give the policy with --policy")
                             .arg(arguments.positional.first()));
    }
    if (!arguments.has(QStringLiteral("policy"))) {
        throw usageError(QStringLiteral("bounds needs --policy ID|FILE, or --policy all"));
    }
    const SteadyFailure failure = steadyFailureFrom(arguments);
    const Layers layers = layersFrom(arguments);
    if (arguments.has(QStringLiteral("layer")) &&
        !arguments.values(QStringLiteral("layer")).contains(QStringLiteral("sdk"))) {
        Console::note(
            QStringLiteral("NOTE: every --layer counts as around the client; to place the client, add "
                           "--layer sdk, for example --layer application=3 --layer sdk --layer proxy=2"));
    }
    if (failure.latency && !layers.within.empty()) {
        throw usageError(QStringLiteral("--latency describes the client's own attempts; it cannot be "
                                        "combined with a --layer behind the client"));
    }
    checkOutput(arguments);
    ReplacedPresets replaced;
    const std::vector<BoundsUnder> results =
        boundsUnderAll(arguments, userLibrary(), failure, layers, replaced);
    QJsonObject document = boundsDocument(results, failure);
    if (!replaced.toJson().isEmpty()) {
        document.insert(QStringLiteral("replaced"), replaced.toJson());
    }
    saveOutput(document, arguments);
    Report report = askedReport({.replaced = fromQString(replaced.text())});
    report.append(boundsReport(results, failure));
    console.wantsJson() ? console.print(document) : console.print(report);
    return ExitCode::Succeeded;
}

} // namespace retryscope::cli
