// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/bounds_report.h"
#include "app/cli/delivery.h"
#include "app/cli/given_response.h"
#include "app/cli/layers.h"
#include "app/cli/option_values.h"
#include "app/cli/policy_choice.h"
#include "app/cli/request_choice.h"
#include "app/cli/run_plan.h"
#include "app/cli/text_table.h"

namespace retryscope::cli {

namespace {

io::Result<AttemptFacts> failureFrom(const Arguments& arguments, const std::string& method)
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

io::Result<SteadyFailure> steadyFailureFrom(const Arguments& arguments)
{
    io::Result<RequestSpec> spec = chooseRequest(arguments, std::nullopt);
    if (!spec) {
        return spec.error();
    }
    const std::optional<Duration> time = arguments.time(QStringLiteral("attempt-time"));
    const bool hasTimeout = arguments.has(QStringLiteral("read-timeout"));
    if (time && hasTimeout) {
        return usageError(QStringLiteral(
            "--attempt-time and --read-timeout both set how long an attempt takes; give only one"));
    }
    SteadyFailure failure{.spec = std::move(spec).value()};
    io::Result<Headers> headers = headersIn(arguments, QStringLiteral("request-header"));
    if (!headers) {
        return headers.error();
    }
    failure.spec.headers = std::move(headers).value(); // --header describes the response
    io::Result<AttemptFacts> facts = failureFrom(arguments, failure.spec.method);
    if (!facts) {
        return facts.error();
    }
    failure.facts = std::move(facts).value();
    failure.calls = static_cast<int>(arguments.integer(QStringLiteral("calls")).value_or(1));
    failure.clients = static_cast<int>(arguments.integer(QStringLiteral("clients")).value_or(1));
    failure.attemptTime = time.value_or(hasTimeout ? failure.spec.readTimeout : usualTimeOf(failure));
    if (failure.spec.attemptTimeout) {
        failure.attemptTime = std::min(failure.attemptTime, *failure.spec.attemptTimeout);
    }
    if (arguments.has(QStringLiteral("latency"))) {
        if (time || hasTimeout) {
            return usageError(
                QStringLiteral("--latency sets how long an attempt takes, so it cannot be combined with "
                               "--attempt-time or --read-timeout; to limit it, use --attempt-timeout"));
        }
        const io::Result<LatencySpread> latency = latencyFrom(arguments.value(QStringLiteral("latency")));
        if (!latency) {
            return latency.error();
        }
        failure.latency = latency.value();
    }
    return failure;
}

io::Result<std::vector<BoundsUnder>> boundsUnderAll(const Arguments& arguments, const io::Library& library,
                                                    const SteadyFailure& failure, const Layers& layers,
                                                    ReplacedPresets& replaced)
{
    std::vector<BoundsUnder> results;
    for (const QString& id : policyIds(arguments, library)) {
        io::Result<PolicyChoice> choice = choosePolicy(arguments, library, id, failure.spec);
        if (!choice) {
            return choice.error();
        }
        if (!replaced.add(choice.value().policy->policy.id, choice.value().replacement)) {
            continue;
        }
        NestedBounds bounds = nestedBoundsOf(*choice.value().policy, failure, layers.outside, layers.within);
        results.push_back({std::move(choice).value(),
                           std::move(bounds),
                           {.connect = arguments.has(QStringLiteral("connect-timeout")),
                            .read = arguments.has(QStringLiteral("read-timeout")) ||
                                    arguments.has(QStringLiteral("attempt-time")) ||
                                    arguments.has(QStringLiteral("latency"))}});
    }
    return results;
}

QString leadOf(const ReplacedPresets& replaced, const TextStyle& style)
{
    const QString text = replaced.text();
    return text.isEmpty() ? QString() : wrapped(text, style, 0, 0) + QStringLiteral("\n\n");
}

} // namespace

Outcome boundsCommand(const Arguments& arguments, const Console& console)
{
    if (!arguments.positional.isEmpty()) {
        return usageError(QStringLiteral("unexpected '%1'; give the policy with --policy")
                              .arg(arguments.positional.first()));
    }
    if (!arguments.has(QStringLiteral("policy"))) {
        return usageError(QStringLiteral("bounds needs --policy ID|FILE, or --policy all"));
    }
    const io::Result<SteadyFailure> failure = steadyFailureFrom(arguments);
    if (!failure) {
        return failure.error();
    }
    const io::Result<Layers> layers = layersFrom(arguments);
    if (!layers) {
        return layers.error();
    }
    if (arguments.has(QStringLiteral("layer")) &&
        !arguments.values(QStringLiteral("layer")).contains(QStringLiteral("sdk"))) {
        Console::note(
            QStringLiteral("NOTE: every --layer counts as around the client; to place the client, add "
                           "--layer sdk, for example --layer application=3 --layer sdk --layer proxy=2"));
    }
    if (failure.value().latency && !layers.value().within.empty()) {
        return usageError(QStringLiteral("--latency describes the client's own attempts; it cannot be "
                                         "combined with a --layer behind the client"));
    }
    if (const io::Result<io::Done> done = checkOutput(arguments); !done) {
        return done.error();
    }
    ReplacedPresets replaced;
    const io::Result<std::vector<BoundsUnder>> results =
        boundsUnderAll(arguments, userLibrary(), failure.value(), layers.value(), replaced);
    if (!results) {
        return results.error();
    }
    QJsonObject document = boundsDocument(results.value(), failure.value());
    if (!replaced.toJson().isEmpty()) {
        document.insert(QStringLiteral("replaced"), replaced.toJson());
    }
    if (const io::Result<io::Done> saved = saveOutput(document, arguments); !saved) {
        return saved.error();
    }
    const io::Result<io::Done> printed =
        console.wantsJson() ? console.print(document)
                            : console.print(leadOf(replaced, console.style()) +
                                            boundsReport(results.value(), failure.value(), console.style()));
    return printed ? Outcome(ExitCode::Succeeded) : Outcome(printed.error());
}

} // namespace retryscope::cli
