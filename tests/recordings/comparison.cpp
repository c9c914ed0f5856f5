// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/recordings/comparison.h"

#include "core/decide/client_walk.h"
#include "core/simulate/bounds.h"

#include <algorithm>
#include <set>

namespace retryscope::test {

namespace {

/// What the recorder adds to a wait: the client's own work on a busy machine.
constexpr double kRelativeSlack = 0.03;
constexpr double kSlackMs = 30;
constexpr double kCutResetSlackMs = 50; ///< the recorder pauses before the RST of a cut body

/// Their time-out is one for an attempt from its beginning to its end: curl --max-time, the timeouts
/// of gaxios, ky 2 and openai 7.
const std::set<QString> kLimitsAttempts{
    QStringLiteral("curl-7.88.1-retry-3"),     QStringLiteral("curl-7.88.1-retry-3-all-errors"),
    QStringLiteral("gaxios-7.3.1-retry-true"), QStringLiteral("gaxios-8.3.3-retry-true"),
    QStringLiteral("ky-2.1.0-default"),        QStringLiteral("openai-js-7.59.0-default")};

const std::vector<Scenario>& scenarios()
{
    static const std::vector<Scenario> all = recordedScenarios();
    return all;
}

} // namespace

const Scenario* scenarioCalled(const QString& id)
{
    const std::string wanted = id.toStdString();
    const auto found = std::find_if(scenarios().begin(), scenarios().end(),
                                    [&](const Scenario& s) { return s.id == wanted; });
    return found == scenarios().end() ? nullptr : &*found;
}

/// A server counts what it reads; these attempts never get that far.
bool reachesServer(const AttemptRecord& attempt)
{
    static const std::set<FaultKind> early{FaultKind::ConnectionRefused, FaultKind::HostNotFound,
                                           FaultKind::ConnectTimeout, FaultKind::TlsFailed,
                                           FaultKind::Unreachable};
    return !attempt.facts.fault || !early.contains(attempt.facts.fault->kind);
}

int requestsOf(const CallRecord& call)
{
    return static_cast<int>(std::count_if(call.attempts.begin(), call.attempts.end(), reachesServer)) +
           hiddenSendsOf(call);
}

namespace {

QString outcomeWord(bool ok)
{
    return ok ? QStringLiteral("success") : QStringLiteral("failure");
}

bool succeeded(const CallRecord& call)
{
    return call.verdict == CallVerdict::Succeeded;
}

void compareWaits(const CallRecord& call, const Observation& seen, Comparison& result)
{
    for (std::size_t i = 0; i < seen.waitsMs.size() && i + 1 < call.attempts.size(); ++i) {
        const AttemptRecord& attempt = call.attempts[i];
        const DelayWindow window = attempt.decision.window.value_or(DelayWindow{});
        const bool isCut = attempt.facts.fault && attempt.facts.fault->kind == FaultKind::ResponseReset;
        const double slack = kSlackMs + (isCut ? kCutResetSlackMs : 0);
        const double low = toMilliseconds(window.low) * (1 - kRelativeSlack) - kSlackMs;
        const double high = (toMilliseconds(window.high) + toMilliseconds(call.attempts[i + 1].sendDelay)) *
                                (1 + kRelativeSlack) +
                            slack;
        const bool isCutByClient =
            attempt.facts.response && attempt.facts.fault && isAttemptLimit(attempt.facts.fault->detail);
        if (isCutByClient) {
            continue; // the recorder counts from the end of what it was still sending
        }
        ++result.waits;
        result.excessMs.push_back(seen.waitsMs[i] -
                                  toMilliseconds(window.high + call.attempts[i + 1].sendDelay));
        result.agreeingByNumber.try_emplace(i, 0);
        result.shorterWaits += seen.waitsMs[i] < low ? 1 : 0;
        if (seen.waitsMs[i] >= low && seen.waitsMs[i] <= high) {
            ++result.waitsAgreeing;
            ++result.agreeingByNumber[i];
        } else {
            result.differences.append(
                QStringLiteral("%1: wait %2 was %3 ms, the preset draws from %4 to %5 ms")
                    .arg(seen.scenario)
                    .arg(i + 1)
                    .arg(seen.waitsMs[i])
                    .arg(toMilliseconds(window.low))
                    .arg(toMilliseconds(window.high)));
        }
    }
}

} // namespace

RunRecord playedTo(const Policy& policy, const Scenario& scenario, const QString& client)
{
    return played(policy, scenario, 1, kLimitsAttempts.contains(client));
}

bool endsAs(const CallRecord& call, const Observation& seen)
{
    const bool isEnded = seen.endedAfter > 0 && requestsOf(call) >= seen.endedAfter;
    return isEnded || (requestsOf(call) == seen.requests && succeeded(call) == seen.ok);
}

namespace {

RequestSpec requestTo(const UnreachedServer& server)
{
    const char* service = server.operation == QLatin1String("GetItem") ? "dynamodb" : "s3";
    return recordedRequest(service, server.operation.toStdString());
}

} // namespace

int triesOf(const Policy& policy, const UnreachedServer& server)
{
    const RequestSpec spec = requestTo(server);
    return boundsOf(resolve(policy, spec), {.spec = spec, .facts = bareFault(server.fault)}).attempts;
}

std::pair<ResolvedPolicy, Decision> decidedAt(const Policy& policy, const UnreachedServer& server)
{
    const RequestSpec spec = requestTo(server);
    ResolvedPolicy resolved = resolve(policy, spec);
    Decision decision = firstDecision(resolved, spec, bareFault(server.fault));
    return {std::move(resolved), std::move(decision)};
}

Comparison compared(const Policy& policy, const Recording& recording)
{
    Comparison result;
    for (const Observation& seen : recording.observations) {
        const Scenario* scenario = scenarioCalled(seen.scenario);
        if (!scenario) {
            result.differences.append(seen.scenario + QStringLiteral(": no such scenario"));
            continue;
        }
        if (!seen.notModelled.isEmpty()) {
            result.differences.append(seen.scenario + QStringLiteral(": not modelled: ") + seen.notModelled);
            continue;
        }
        const RunRecord record = playedTo(policy, *scenario, recording.client);
        const CallRecord& call = record.calls().front();
        ++result.total;
        if (endsAs(call, seen)) {
            ++result.agreeing;
            compareWaits(call, seen, result);
        } else if (requestsOf(call) == seen.requests) {
            result.differences.append(
                QStringLiteral("%1: recorded as a %2, the preset ends in a %3")
                    .arg(seen.scenario, outcomeWord(seen.ok), outcomeWord(succeeded(call))));
        } else {
            result.differences.append(QStringLiteral("%1: %2 requests recorded, the preset makes %3")
                                          .arg(seen.scenario)
                                          .arg(seen.requests)
                                          .arg(requestsOf(call)));
        }
    }
    return result;
}

} // namespace retryscope::test
