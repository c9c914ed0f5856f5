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

QString onePolicy(const Arguments& arguments)
{
    const QStringList given = arguments.values(QStringLiteral("policy"));
    if (given.isEmpty()) {
        return QString::fromLatin1(kDefaultPolicy);
    }
    if (given.size() > 1 || given.first() == QLatin1String("all")) {
        throw valueError(QStringLiteral("policy"), given.join(QStringLiteral("', '")),
                         QStringLiteral("one preset id or policy file for \"%1\"").arg(arguments.command));
    }
    return given.first();
}

std::optional<Scenario> chooseScenario(const Arguments& arguments, const io::Library& library)
{
    const QString option = QStringLiteral("scenario");
    if (!arguments.has(option)) {
        if (arguments.has(QStringLiteral("behind"))) {
            throw usageError(QStringLiteral(
                "--behind needs --scenario: Retryscope does not change the responses of a real server"));
        }
        return std::nullopt;
    }
    return playedScenario(arguments, library);
}

} // namespace

RunPlan planRun(const Arguments& arguments, const io::Library& library)
{
    const QString policyId = onePolicy(arguments);
    std::optional<Scenario> scenario = chooseScenario(arguments, library);
    RequestSpec spec = chooseRequest(arguments, scenario);
    const PolicyChoice choice = choosePolicy(arguments, library, policyId, spec);
    checkPolls(spec, *choice.policy);
    RunPlan plan;
    plan.scenario = std::move(scenario);
    plan.header.policy = choice.policy;
    plan.header.overrides = choice.overrides;
    plan.header.settings = choice.settings;
    plan.header.spec = std::move(spec);
    plan.header.scenarioId = plan.scenario ? plan.scenario->id : std::string();
    plan.header.loop = outerLoopFrom(arguments);
    plan.header.noWait = arguments.has(QStringLiteral("no-wait"));
    plan.header.callsPerClient = static_cast<int>(arguments.integer(QStringLiteral("calls")).value_or(1));
    plan.header.clients = static_cast<int>(arguments.integer(QStringLiteral("clients")).value_or(1));
    checkOutput(arguments);
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

void checkOutput(const Arguments& arguments)
{
    const QString option = QStringLiteral("output");
    if (arguments.has(option)) {
        checkOutputFile(option, arguments.value(option));
    }
}

void checkOutputFile(const QString& option, const QString& path)
{
    const QFileInfo file(path);
    const QFileInfo folder(file.absolutePath());
    if (path.isEmpty() || file.isDir() || !folder.isDir() || !folder.isWritable() ||
        (file.exists() && !file.isWritable())) {
        throw io::Error{io::Error::Kind::Environment,
                        QStringLiteral("cannot write this file; name a file in an existing, writable folder"),
                        path.isEmpty() ? QStringLiteral("--") + option : path};
    }
}

} // namespace retryscope::cli
