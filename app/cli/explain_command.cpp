// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/delivery.h"
#include "app/cli/given_response.h"
#include "app/cli/policy_choice.h"
#include "app/cli/request_choice.h"
#include "app/cli/run_plan.h"
#include "app/cli/verdict_report.h"

#include <limits>

namespace retryscope::cli {

namespace {

/// The request that the response answers. --header describes the response here, so it is not sent.
RequestSpec answeredRequest(const Arguments& arguments, RequestSpec spec)
{
    if (arguments.has(QStringLiteral("header"))) {
        spec.headers = {};
    }
    return spec;
}

io::Result<GivenAttempt> situationFrom(const Arguments& arguments)
{
    io::Result<RequestSpec> spec = chooseRequest(arguments, std::nullopt);
    if (!spec) {
        return spec.error();
    }
    constexpr int kMost = std::numeric_limits<int>::max();
    const io::Result<std::optional<qint64>> attempt = arguments.integer(QStringLiteral("attempt"), 1, kMost);
    const io::Result<std::optional<qint64>> tokens = arguments.integer(QStringLiteral("tokens"), 0, kMost);
    if (!attempt || !tokens) {
        return attempt ? tokens.error() : attempt.error();
    }
    GivenAttempt situation;
    situation.spec = answeredRequest(arguments, std::move(spec).value());
    io::Result<AttemptFacts> facts = givenResponse(arguments, situation.spec.method);
    if (!facts) {
        return facts.error();
    }
    situation.facts = std::move(facts).value();
    situation.attempt = static_cast<int>(attempt.value().value_or(1));
    if (tokens.value()) {
        situation.tokens = static_cast<int>(*tokens.value());
    }
    return situation;
}

} // namespace

Outcome explainCommand(const Arguments& arguments, const Console& console)
{
    if (!arguments.positional.isEmpty()) {
        return usageError(QStringLiteral("unexpected '%1'; a response is given with --status, --fault or "
                                         "--response")
                              .arg(arguments.positional.first()));
    }
    const io::Result<GivenAttempt> situation = situationFrom(arguments);
    if (!situation) {
        return situation.error();
    }
    if (const io::Result<io::Done> done = checkOutput(arguments); !done) {
        return done.error();
    }
    const io::Library library = userLibrary();
    QStringList ids = policyIds(arguments, library);
    if (ids.isEmpty()) {
        Arguments all;
        all.add(QStringLiteral("policy"), QStringLiteral("all"));
        ids = policyIds(all, library);
    }
    std::vector<JudgedUnder> verdicts;
    for (const QString& id : ids) {
        const io::Result<PolicyChoice> choice = choosePolicy(arguments, library, id, situation.value().spec);
        if (!choice) {
            return choice.error();
        }
        verdicts.push_back(judgeUnder(choice.value(), situation.value()));
    }
    const QJsonObject document = verdictDocument(verdicts, situation.value());
    if (const io::Result<io::Done> saved = saveOutput(document, arguments); !saved) {
        return saved.error();
    }
    const io::Result<io::Done> printed =
        console.wantsJson() ? console.print(document)
                            : console.print(verdictReport(verdicts, situation.value(), console.style()));
    return printed ? Outcome(ExitCode::Succeeded) : Outcome(printed.error());
}

} // namespace retryscope::cli
