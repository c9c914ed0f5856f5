// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/method_barrier.h"

#include "core/decide/judge.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

/// 5xx of a GET or PUT is retried, 429 of what may be sent twice.
Policy choosyPolicy()
{
    Policy policy = plainPolicy();
    policy.rules = {
        ruleFor("reads", {.statusIn = {{500, 599}}, .methodIn = {"GET", "PUT"}}, ErrorKind::Server),
        ruleFor("twice", {.statusIn = {{429, 429}}, .idempotent = true}, ErrorKind::Throttling)};
    return policy;
}

std::optional<int> barredFor(const char* method, const AttemptFacts& facts, int made = 0)
{
    RequestSpec spec;
    spec.method = method;
    const ResolvedPolicy policy = resolved(choosyPolicy(), spec);
    RequestState request;
    request.attemptsMade = request.attemptsCounted = made;
    const Decision decision = judge(policy, spec, {}, request, facts, {}, 0).decision;
    return ruleBarredByMethod(policy, facts, decision);
}

} // namespace

class TstMethodBarrier : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theRuleThatAsksForAnotherMethodIsNamed()
    {
        QVERIFY(barredFor("POST", response(503)) == 0);
        QVERIFY(barredFor("PATCH", response(429)) == 1);
    }

    void whereTheMethodDidNotDecideThereIsNone()
    {
        QVERIFY(!barredFor("GET", response(503)));    // it is retried
        QVERIFY(!barredFor("GET", response(503), 2)); // the attempts are used up
        QVERIFY(!barredFor("POST", response(404)));   // of no method
        QVERIFY(!barredFor("PUT", response(404)));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstMethodBarrier)
#include "tst_method_barrier.moc"
