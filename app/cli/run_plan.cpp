// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/run_plan.h"

#include "app/cli/console.h"
#include "app/cli/layers.h"
#include "app/cli/played_scenario.h"
#include "app/cli/policy_choice.h"
#include "app/cli/poll_choice.h"
#include "app/cli/request_choice.h"

#include <QFileInfo>
#include <QRandomGenerator>

namespace retryscope::cli {

namespace {

io::Result<QString> onePolicy(const Arguments& arguments)
{
    const QStringList given = arguments.values(QStringLiteral("policy"));
    if (given.isEmpty()) {
        return QString::fromLatin1(kDefaultPolicy);
    }
    if (given.size() > 1 || given.first() == QLatin1String("all")) {
        return valueError(QStringLiteral("policy"), given.join(QStringLiteral("', '")),
                          QStringLiteral("one preset id or policy file for '%1'").arg(arguments.command));
    }
    return given.first();
}

io::Result<std::optional<Scenario>> chooseScenario(const Arguments& arguments, const io::Library& library)
{
    const QString option = QStringLiteral("scenario");
    if (!arguments.has(option)) {
        return arguments.has(QStringLiteral("behind"))
                   ? io::Result<std::optional<Scenario>>(
                         usageError(QStringLiteral("--behind needs --scenario: Retryscope does not change "
                                                   "the responses of a real server")))
                   : std::optional<Scenario>();
    }
    io::Result<Scenario> scenario = playedScenario(arguments, library);
    return scenario ? io::Result<std::optional<Scenario>>(std::move(scenario).value()) : scenario.error();
}

} // namespace

io::Result<RunPlan> planRun(const Arguments& arguments, const io::Library& library)
{
    const io::Result<QString> policyId = onePolicy(arguments);
    if (!policyId) {
        return policyId.error();
    }
    io::Result<std::optional<Scenario>> scenario = chooseScenario(arguments, library);
    if (!scenario) {
        return scenario.error();
    }
    io::Result<RequestSpec> spec = chooseRequest(arguments, scenario.value());
    if (!spec) {
        return spec.error();
    }
    io::Result<PolicyChoice> choice = choosePolicy(arguments, library, policyId.value(), spec.value());
    if (!choice) {
        return choice.error();
    }
    if (const io::Result<io::Done> polls = checkPolls(spec.value(), *choice.value().policy); !polls) {
        return polls.error();
    }
    RunPlan plan;
    plan.scenario = std::move(scenario).value();
    plan.header.policy = choice.value().policy;
    plan.header.overrides = choice.value().overrides;
    plan.header.settings = choice.value().settings;
    plan.header.spec = std::move(spec).value();
    plan.header.scenarioId = plan.scenario ? plan.scenario->id : std::string();
    const io::Result<OuterLoop> loop = outerLoopFrom(arguments);
    if (!loop) {
        return loop.error();
    }
    plan.header.loop = loop.value();
    plan.header.noWait = arguments.has(QStringLiteral("no-wait"));
    plan.header.callsPerClient = static_cast<int>(arguments.integer(QStringLiteral("calls")).value_or(1));
    plan.header.clients = static_cast<int>(arguments.integer(QStringLiteral("clients")).value_or(1));
    if (const io::Result<io::Done> done = checkOutput(arguments); !done) {
        return done.error();
    }
    return plan;
}

std::uint64_t chooseSeed(const Arguments& arguments)
{
    if (const std::optional<qint64> seed = arguments.integer(QStringLiteral("seed"))) {
        return static_cast<std::uint64_t>(*seed);
    }
    const std::uint64_t random = QRandomGenerator::global()->generate();
    Console::note(QStringLiteral("Seed: %1 (random; --seed %1 repeats the same delays)").arg(random));
    return random;
}

io::Result<io::Done> checkOutput(const Arguments& arguments)
{
    const QString option = QStringLiteral("output");
    return arguments.has(option) ? checkOutputFile(option, arguments.value(option))
                                 : io::Result<io::Done>(io::Done{});
}

io::Result<io::Done> checkOutputFile(const QString& option, const QString& path)
{
    const QFileInfo file(path);
    const QFileInfo folder(file.absolutePath());
    if (path.isEmpty() || file.isDir() || !folder.isDir() || !folder.isWritable() ||
        (file.exists() && !file.isWritable())) {
        return io::Error{
            io::Error::Kind::Environment,
            QStringLiteral("cannot write this file; name a file in an existing, writable folder"),
            path.isEmpty() ? QStringLiteral("--") + option : path};
    }
    return io::Done{};
}

} // namespace retryscope::cli
