// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/bounds_report.h"
#include "app/cli/delivery.h"
#include "app/cli/given_response.h"
#include "app/cli/policy_choice.h"
#include "app/cli/request_choice.h"
#include "app/cli/run_plan.h"

namespace retryscope::cli {

namespace {

constexpr int kMostLayerAttempts = 1000; ///< as the program's own brake has it
constexpr int kMostSteadyCalls = 1000;

struct Layers
{
    std::vector<RetryLayer> outside;
    std::vector<RetryLayer> within;
};

io::Result<RetryLayer> layerFrom(const QString& text)
{
    const auto refused = [&text] {
        return valueError(QStringLiteral("layer"), text,
                          QStringLiteral("NAME=ATTEMPTS or NAME=ATTEMPTS,MS with 1 to %1 attempts and the "
                                         "delay between them, or sdk alone for the policy's place")
                              .arg(kMostLayerAttempts));
    };
    const qsizetype equals = text.indexOf(QLatin1Char('='));
    const QStringList numbers = text.mid(equals + 1).split(QLatin1Char(','));
    bool isCount = false;
    bool isDelay = true;
    const int attempts = numbers.first().toInt(&isCount);
    const double delay = numbers.size() == 2 ? numbers.last().toDouble(&isDelay) : 0;
    constexpr double kLongestDelay = 1e9;
    if (equals < 1 || numbers.size() > 2 || !isCount || !isDelay || attempts < 1 ||
        attempts > kMostLayerAttempts || !(delay >= 0 && delay <= kLongestDelay)) {
        return refused();
    }
    return RetryLayer{
        .name = text.left(equals).toStdString(), .attempts = attempts, .delay = fromMilliseconds(delay)};
}

io::Result<Layers> layersFrom(const Arguments& arguments)
{
    const QStringList texts = arguments.values(QStringLiteral("layer"));
    const QString policy = QStringLiteral("sdk");
    if (texts.count(policy) > 1) {
        return usageError(QStringLiteral("--layer sdk is the place of the policy; give it once"));
    }
    Layers layers;
    bool isWithin = false;
    for (const QString& text : texts) {
        if (text == policy) {
            isWithin = true;
            continue;
        }
        io::Result<RetryLayer> layer = layerFrom(text);
        if (!layer) {
            return layer.error();
        }
        (isWithin ? layers.within : layers.outside).push_back(std::move(layer).value());
    }
    return layers;
}

io::Result<AttemptFacts> failureFrom(const Arguments& arguments, const std::string& method)
{
    const bool isGiven = arguments.has(QStringLiteral("status")) || arguments.has(QStringLiteral("fault")) ||
                         arguments.has(QStringLiteral("response"));
    if (isGiven) {
        return givenResponse(arguments, method);
    }
    Arguments usual = arguments;
    if (arguments.has(QStringLiteral("read-timeout"))) {
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
    const io::Result<std::optional<qint64>> calls =
        arguments.integer(QStringLiteral("calls"), 1, kMostSteadyCalls);
    const io::Result<std::optional<Duration>> time = arguments.milliseconds(QStringLiteral("attempt-time"));
    if (!calls || !time) {
        return calls ? time.error() : calls.error();
    }
    const bool hasTimeout = arguments.has(QStringLiteral("read-timeout"));
    if (time.value() && hasTimeout) {
        return usageError(QStringLiteral("--attempt-time and --read-timeout both say how long an attempt "
                                         "takes; give one of them"));
    }
    SteadyFailure failure{.spec = std::move(spec).value()};
    failure.spec.headers = {}; // --header describes the response
    io::Result<AttemptFacts> facts = failureFrom(arguments, failure.spec.method);
    if (!facts) {
        return facts.error();
    }
    failure.facts = std::move(facts).value();
    failure.calls = static_cast<int>(calls.value().value_or(1));
    failure.attemptTime = time.value().value_or(hasTimeout ? failure.spec.readTimeout : usualTimeOf(failure));
    return failure;
}

io::Result<std::vector<BoundsUnder>> boundsUnderAll(const Arguments& arguments, const io::Library& library,
                                                    const SteadyFailure& failure, const Layers& layers)
{
    std::vector<BoundsUnder> results;
    for (const QString& id : policyIds(arguments, library)) {
        io::Result<PolicyChoice> choice = choosePolicy(arguments, library, id, failure.spec);
        if (!choice) {
            return choice.error();
        }
        NestedBounds bounds = nestedBoundsOf(*choice.value().policy, failure, layers.outside, layers.within);
        results.push_back({std::move(choice).value(), std::move(bounds)});
    }
    return results;
}

} // namespace

Outcome boundsCommand(const Arguments& arguments, const Console& console)
{
    if (!arguments.positional.isEmpty()) {
        return usageError(QStringLiteral("unexpected '%1'; a policy is given with --policy")
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
    if (const io::Result<io::Done> done = checkOutput(arguments); !done) {
        return done.error();
    }
    const io::Result<std::vector<BoundsUnder>> results =
        boundsUnderAll(arguments, userLibrary(), failure.value(), layers.value());
    if (!results) {
        return results.error();
    }
    const QJsonObject document = boundsDocument(results.value(), failure.value());
    if (const io::Result<io::Done> saved = saveOutput(document, arguments); !saved) {
        return saved.error();
    }
    const io::Result<io::Done> printed =
        console.wantsJson() ? console.print(document)
                            : console.print(boundsReport(results.value(), failure.value(), console.style()));
    return printed ? Outcome(ExitCode::Succeeded) : Outcome(printed.error());
}

} // namespace retryscope::cli
