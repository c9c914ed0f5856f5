// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/policy_size.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <functional>

namespace retryscope::test {

namespace {

using Fill = std::function<void(Policy&, std::size_t)>;

template <typename Member>
Fill listOf(Member member)
{
    return [member](Policy& policy, std::size_t count) {
        (policy.*member).resize(count);
    };
}

template <typename Member>
Fill mapOf(Member member)
{
    return [member](Policy& policy, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            (policy.*member)[std::to_string(i)] = {};
        }
    };
}

template <typename Member>
Fill halfOfRulesIn(Member member)
{
    return [member](Policy& policy, std::size_t count) {
        policy.rules.resize(count / 2);
        (policy.*member)["one"].rules.resize(count - count / 2);
    };
}

/// As many values as are asked for, in one list of one condition.
template <typename Member>
Fill valuesOf(Member member)
{
    return [member](Policy& policy, std::size_t count) {
        policy.rules.resize(1);
        (policy.rules.front().when.*member).resize(count);
    };
}

} // namespace

class TstPolicySize : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asManyAsAllowedAndNotOneMore_data()
    {
        QTest::addColumn<Fill>("fill");
        QTest::addColumn<std::size_t>("most");
        QTest::addColumn<std::string>("path");
        const auto row = [](const char* name, const Fill& fill, std::size_t most, const char* path) {
            QTest::newRow(name) << fill << most << std::string(path);
        };
        row("rules", listOf(&Policy::rules), PolicyLimits::kRules, "rules");
        row("rules, half of them a service's", halfOfRulesIn(&Policy::services), PolicyLimits::kRules,
            "rules");
        row("rules, half of them an operation's", halfOfRulesIn(&Policy::operations), PolicyLimits::kRules,
            "rules");
        row(
            "texts",
            [](Policy& policy, std::size_t count) {
                policy.rules.resize(2);
                policy.rules[0].when.bodyHas.resize(count / 2, "a");
                policy.rules[1].when.messageHas.resize(count - count / 2, "a");
            },
            PolicyLimits::kTexts, "rules");
        row(
            "a long text",
            [](Policy& policy, std::size_t count) {
                policy.rules.resize(1);
                policy.rules.front().when.bodyHas = {std::string(count, 'a')};
            },
            PolicyLimits::kTextBytes, "rules");
        row(
            "places of a message",
            [](Policy& policy, std::size_t count) { policy.reading["json"].messagePlaces.resize(count); },
            PolicyLimits::kStatements, "reading.json.messages");
        row("services", mapOf(&Policy::services), PolicyLimits::kOverrides, "services");
        row("operations", mapOf(&Policy::operations), PolicyLimits::kOverrides, "operations");
        row("protocols", mapOf(&Policy::protocols), PolicyLimits::kOverrides, "protocols");
        row("readings", mapOf(&Policy::reading), PolicyLimits::kOverrides, "reading");
        row("hints", listOf(&Policy::hints), PolicyLimits::kStatements, "hints");
        row(
            "statuses of a hint",
            [](Policy& policy, std::size_t count) {
                policy.hints.resize(1);
                policy.hints.front().statusIn.resize(count);
            },
            PolicyLimits::kStatements, "hints[0].statusIn");
        row(
            "operations whose 200 may hold an error",
            [](Policy& policy, std::size_t count) {
                policy.reading["xml"].embedded.resize(1);
                policy.reading["xml"].embedded.front().operationIn.resize(count);
            },
            PolicyLimits::kStatements, "reading.xml.in200[0].operationIn");
        row("headers", listOf(&Policy::attemptHeaders), PolicyLimits::kStatements, "attemptHeaders");
        row("clients", listOf(&Policy::emulates), PolicyLimits::kStatements, "emulates");
        row("notes", listOf(&Policy::notes), PolicyLimits::kStatements, "notes");
        row(
            "successes", [](Policy& policy, std::size_t count) { policy.success.statusIn.resize(count); },
            PolicyLimits::kStatements, "success.statusIn");
        row(
            "delays", [](Policy& policy, std::size_t count) { policy.backoff.delays.resize(count); },
            PolicyLimits::kStatements, "backoff.delays");
        row(
            "delays of a service",
            [](Policy& policy, std::size_t count) {
                policy.services["s3"].backoff.emplace().delays.resize(count);
            },
            PolicyLimits::kStatements, "services.s3.backoff.delays");
    }

    void asManyAsAllowedAndNotOneMore()
    {
        QFETCH(Fill, fill);
        QFETCH(std::size_t, most);
        QFETCH(std::string, path);
        Policy policy;
        fill(policy, most);
        QVERIFY(!sizeProblemOf(policy));
        fill(policy, most + 1);
        const std::optional<PolicyProblem> problem = sizeProblemOf(policy);
        QVERIFY(problem);
        QCOMPARE(problem->path, path);
        QVERIFY(problem->text.find(std::to_string(most + 1)) != std::string::npos);
        QVERIFY(problem->text.find("the limit is " + std::to_string(most)) != std::string::npos);
        QCOMPARE(problemsOf(policy), std::vector{*problem}); // nothing else is looked at
    }

    void everyListOfAConditionCounts_data()
    {
        QTest::addColumn<Fill>("fill");
        QTest::newRow("statusIn") << valuesOf(&Condition::statusIn);
        QTest::newRow("nameIn") << valuesOf(&Condition::nameIn);
        QTest::newRow("namePrefixIn") << valuesOf(&Condition::namePrefixIn);
        QTest::newRow("nameHas") << valuesOf(&Condition::nameHas);
        QTest::newRow("bodyIs") << valuesOf(&Condition::bodyIs);
        QTest::newRow("lacks") << valuesOf(&Condition::lacks);
        QTest::newRow("methodIn") << valuesOf(&Condition::methodIn);
        QTest::newRow("jsonIs") << valuesOf(&Condition::jsonIs);
        QTest::newRow("faultIn") << valuesOf(&Condition::faultIn);
        QTest::newRow("protocolIn") << valuesOf(&Condition::protocolIn);
        QTest::newRow("serviceIn") << valuesOf(&Condition::serviceIn);
        QTest::newRow("operationIn") << valuesOf(&Condition::operationIn);
        QTest::newRow("operationNotIn") << valuesOf(&Condition::operationNotIn);
        QTest::newRow("headerValues") << valuesOf(&Condition::headerValues);
        QTest::newRow("afterRules") << valuesOf(&Condition::afterRules);
        QTest::newRow("headerIn") << valuesOf(&Condition::headerIn);
        QTest::newRow("texts of a header") << Fill([](Policy& policy, std::size_t count) {
            policy.rules.resize(1);
            policy.rules.front().when.headerValues.resize(1);
            policy.rules.front().when.headerValues.front().textIn.resize(count - 1);
        });
        QTest::newRow("texts at a place") << Fill([](Policy& policy, std::size_t count) {
            policy.rules.resize(1);
            policy.rules.front().when.valueAt.emplace().textIn.resize(count);
        });
        QTest::newRow("rules that a service replaces")
            << Fill([](Policy& policy, std::size_t count) { policy.services["s3"].replaces.resize(count); });
        QTest::newRow("successes of a service") << Fill([](Policy& policy, std::size_t count) {
            policy.services["s3"].success.emplace().statusIn.resize(count);
        });
        QTest::newRow("two rules") << Fill([](Policy& policy, std::size_t count) {
            policy.rules.resize(2);
            policy.rules[0].when.nameIn.resize(count / 2);
            policy.rules[1].when.nameIn.resize(count - count / 2);
        });
    }

    void everyListOfAConditionCounts()
    {
        QFETCH(Fill, fill);
        Policy policy;
        fill(policy, PolicyLimits::kValues);
        QVERIFY(!sizeProblemOf(policy));
        fill(policy, PolicyLimits::kValues + 1);
        QVERIFY(sizeProblemOf(policy));
        QCOMPARE(sizeProblemOf(policy)->path, std::string("rules"));
    }

    void noMoreProblemsAreToldThanPeopleRead()
    {
        Policy policy = plainPolicy();
        for (std::size_t i = 0; i < 2 * kMostProblems; ++i) {
            policy.rules.push_back(ruleFor("", {}, ErrorKind::Transient));
            policy.notes.push_back({});
            policy.hints.push_back({.header = "retry-after", .source = "the lab"});
        }
        QCOMPARE(problemsOf(policy).size(), kMostProblems);
        QCOMPARE(remarksOn(policy).size(), kMostProblems);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstPolicySize)

#include "tst_policy_size.moc"
