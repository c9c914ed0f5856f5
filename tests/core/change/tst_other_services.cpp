// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/other_services.h"

#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <string>
#include <vector>

namespace retryscope::test {

namespace {

using Names = std::vector<std::string>;

Condition status(int wanted)
{
    Condition condition;
    condition.statusIn = {{wanted, wanted}};
    return condition;
}

/// Two services retry a 409 that nobody else does, a third gives up on a 503 that everybody else retries, and
/// the rules of a fourth say what the general ones say.
Policy policyWithServices()
{
    Policy policy = plainPolicy();
    policy.services["alpha"].rules = {ruleFor("conflict", status(409), ErrorKind::Transient)};
    policy.services["beta"].rules = {ruleFor("busy", status(503), ErrorKind::Permanent)};
    policy.services["gamma"].rules = {ruleFor("conflict", status(409), ErrorKind::Throttling)};
    policy.services["plain"].rules = {ruleFor("same", status(500), ErrorKind::Transient)};
    return policy;
}

GivenAttempt given(int statusOf, const std::string& service = "generic", const std::string& protocol = {})
{
    GivenAttempt attempt;
    attempt.spec.url = "http://localhost/";
    attempt.spec.service = service;
    attempt.spec.protocol = protocol;
    attempt.facts = response(statusOf);
    return attempt;
}

} // namespace

class TstOtherServices : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesThoseThatDecideOtherwise()
    {
        QCOMPARE(servicesJudgedOtherwise(policyWithServices(), given(409)), (Names{"alpha", "gamma"}));
        QCOMPARE(servicesJudgedOtherwise(policyWithServices(), given(503)), (Names{"beta"}));
        QCOMPARE(servicesJudgedOtherwise(policyWithServices(), given(500)), Names{});
        QCOMPARE(servicesJudgedOtherwise(policyWithServices(), given(200)), Names{});
        QCOMPARE(servicesJudgedOtherwise(plainPolicy(), given(409)), Names{});
    }

    /// Whoever named a service, or a protocol that tells it, has no other to think of.
    void saysNothingOnceOneIsNamed()
    {
        QCOMPARE(servicesJudgedOtherwise(policyWithServices(), given(409, "beta")), Names{});
        QCOMPARE(servicesJudgedOtherwise(policyWithServices(), given(409, "generic", "json")), Names{});
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstOtherServices)
#include "tst_other_services.moc"
