// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/recorder/recorder_plan.h"

#include "core/io/endpoint/open_play.h"
#include "core/io/http/wire_target.h"
#include "core/io/text/utf8.h"
#include "core/io/wire/proxy_choice.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace retryscope::io {

namespace {

Error badUsage(const QString& message)
{
    return {Error::Kind::BadUsage, message, {}};
}

Result<Done> checkSources(const RecorderPlan& plan)
{
    if (plan.upstream.empty() && !plan.forwardProxy && !plan.scenario) {
        return badUsage(QStringLiteral(
            "nothing would respond; choose an upstream server, a forward proxy or a scenario"));
    }
    if (plan.scenario && (!plan.upstream.empty() || plan.overlay)) {
        return badUsage(
            QStringLiteral("--scenario responds to every request itself. To inject faults into a server's "
                           "responses, use --overlay with --upstream or --forward-proxy"));
    }
    if (plan.overlay && plan.upstream.empty() && !plan.forwardProxy) {
        return badUsage(QStringLiteral("--overlay needs --upstream or --forward-proxy"));
    }
    if (plan.intercept && !plan.forwardProxy) {
        return badUsage(QStringLiteral("--intercept needs --forward-proxy"));
    }
    if (plan.stopAfter && *plan.stopAfter < 1) {
        return badUsage(QStringLiteral("--stop-after needs at least 1 request"));
    }
    if (plan.duration && *plan.duration <= Duration::zero()) {
        return badUsage(QStringLiteral("--duration needs more than 0 ms"));
    }
    return Done{};
}

Result<Done> checkUpstream(const RecorderPlan& plan)
{
    if (plan.upstream.empty()) {
        return Done{};
    }
    const Result<WireTarget> target = targetOf(plan.upstream);
    if (!target) {
        return badUsage(QStringLiteral("upstream %1").arg(target.error().text()));
    }
    if (target.value().path.find('?') != std::string::npos) {
        return badUsage(
            QStringLiteral("an upstream can have a path but not a query: each request brings its own"));
    }
    const Result<std::optional<Proxy>> proxy = proxyFor(plan.wire, target.value());
    return proxy ? Result<Done>(Done{}) : proxy.error();
}

/// What can be done to the response of an upstream on its way.
bool isDoable(const EndpointStep& step)
{
    constexpr std::array kFaults{Misbehaviour::None,  Misbehaviour::Truncate, Misbehaviour::TruncateReset,
                                 Misbehaviour::Close, Misbehaviour::Reset,    Misbehaviour::Hang};
    return std::find(kFaults.begin(), kFaults.end(), step.fault) != kFaults.end();
}

Result<Done> checkScenario(const Scenario& scenario, bool isOverlay)
{
    constexpr std::int64_t kMostMissing = std::int64_t{64} * 1024; ///< held back, so it has to be in memory
    const std::vector<const EndpointStep*> steps = allSteps(scenario);
    const auto bad = [&](std::size_t index, const QString& message) {
        return Error{Error::Kind::BadInput, QStringLiteral("step %1: %2").arg(index + 1).arg(message),
                     toQString(scenario.id)};
    };
    for (std::size_t index = 0; index < steps.size(); ++index) {
        const EndpointStep& step = *steps[index];
        const bool isUnheard = step.fault == Misbehaviour::Refuse || step.fault == Misbehaviour::TlsFail ||
                               step.fault == Misbehaviour::NoHost || step.fault == Misbehaviour::NoConnect;
        if (isUnheard) {
            return bad(index, QStringLiteral("\"%1\" happens before a request arrives, so there would be "
                                             "nothing to record; use responses, or faults after a request")
                                  .arg(toQString(toString(step.fault))));
        }
        if (!isOverlay && (step.pass || step.when)) {
            return bad(index, QStringLiteral(
                                  "\"pass\" and \"when\" work only in an overlay, with a server behind it"));
        }
        if (step.pass && !isDoable(step)) {
            return bad(index, QStringLiteral("a step with \"pass\" allows only the faults truncate, "
                                             "truncate-reset, close, reset and hang"));
        }
        if (step.pass && step.missingBytes > kMostMissing) {
            return bad(index, QStringLiteral("a step with \"pass\" can remove at most 65536 bytes"));
        }
    }
    return Done{};
}

} // namespace

Result<Done> checkPlan(const RecorderPlan& plan)
{
    for (const auto& check : {checkSources, checkUpstream}) {
        if (Result<Done> checked = check(plan); !checked) {
            return checked;
        }
    }
    const QHostAddress host = hostToListenOn(plan.listen);
    if (host.isNull()) {
        return cannotListen(plan.listen, QStringLiteral("not an IP address"));
    }
    if (!host.isLoopback() && !plan.allowRemote) {
        return badUsage(QStringLiteral("other machines can reach %1 and use the recorder as you do. To allow "
                                       "this, add --allow-remote")
                            .arg(plan.listen.host));
    }
    if (plan.scenario) {
        return checkScenario(*plan.scenario, false);
    }
    return plan.overlay ? checkScenario(*plan.overlay, true) : Result<Done>(Done{});
}

} // namespace retryscope::io
