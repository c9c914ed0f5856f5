// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/policy_facts.h"
#include "core/explain/policy_summary.h"

#include "tests/bench/measure.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <algorithm>
#include <chrono>
#include <functional>

namespace retryscope::test {

namespace {

using Change = std::function<void(Policy&)>;

/// Three attempts, 100 ms doubled, 500 tokens, one rule.
Policy someClient()
{
    Policy policy;
    policy.id = "some-client";
    policy.title = "Python, some client 1.0, standard mode";
    policy.attempts.source = "manual, page 1";
    policy.backoff = {.type = BackoffType::Exponential,
                      .base = {.byDefault = ms(100)},
                      .cap = ms(20000),
                      .jitter = Jitter::Full};
    policy.quota = QuotaSpec{.costByKind = {{ErrorKind::Timeout, 10}}};
    policy.rules = {{.id = "slow", .when = {.nameIn = {"SlowDown"}}, .kind = ErrorKind::Throttling}};
    return policy;
}

std::string differences(const Policy& here, const Policy& there)
{
    std::string text;
    for (const PolicyDifference& difference : differencesBetween(here, there)) {
        text += (text.empty() ? "" : "\n") + differenceText(difference);
    }
    return text;
}

std::string factNamed(const Policy& policy, const std::string& name)
{
    for (const PolicyFact& fact : factsOf(policy)) {
        if (fact.name == name) {
            return fact.value + " | " + fact.source;
        }
    }
    return "no such fact";
}

} // namespace

class TstPolicySummary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aConditionThatBothHaveIsWrittenOnce()
    {
        QCOMPARE(differenceText(
                     {"rule a", "permanent when the status is 500", "transient when the status is 500"}),
                 std::string("rule a when the status is 500: permanent → transient"));
        QCOMPARE(differenceText({"rule a", "permanent when the status is 500", "permanent when it is 503"}),
                 std::string("rule a: permanent when the status is 500 → permanent when it is 503"));
        QCOMPARE(differenceText({"rule a", "permanent when the status is 500", ""}),
                 std::string("rule a: permanent when the status is 500 → none"));
    }

    void aRowShowsTheNumbersOfAPolicy()
    {
        const PolicySummary summary = summaryOf(someClient());
        QCOMPARE(summary.client, std::string("Python"));
        QCOMPARE(evidenceText(summary.evidence), std::string("from source"));
        QCOMPARE(summary.attempts, 3);
        QCOMPARE(summary.firstDelayLow, ms(0));
        QCOMPARE(summary.firstDelayHigh, ms(100));
        QVERIFY(summary.cap == ms(20000));
        QCOMPARE(summary.jitter, std::string("full"));
        QCOMPARE(summary.quota, std::string("500 per client, 5 per retry, timeout 10"));
        QCOMPARE(summary.hints, std::string("none"));
    }

    void theOriginTellsHowThePolicyIsKnown()
    {
        Policy policy = someClient();
        policy.emulates = {{.client = "some", .version = "1.0", .mode = "standard"}};
        QCOMPARE(evidenceText(summaryOf(policy).evidence), std::string("recorded"));
        policy.emulates.clear();
        policy.document = "Some guide";
        QCOMPARE(evidenceText(summaryOf(policy).evidence), std::string("from a document"));
        QCOMPARE(summaryOf(policy).client, std::string("document"));
    }

    void aTitleWithoutACommaNamesItsClientBeforeTheBracket()
    {
        Policy policy = someClient();
        policy.title = "curl --retry 3 (from source, not recorded)";
        QCOMPARE(summaryOf(policy).client, std::string("curl --retry 3"));
    }

    /// In the words of the form, not of the file.
    void jitterSaysHowMuch()
    {
        Policy policy = someClient();
        const auto jitter = [&policy](Jitter kind) {
            policy.backoff.jitter = kind;
            policy.backoff.spread = 0.25;
            policy.backoff.noise = ms(300);
            return summaryOf(policy).jitter;
        };
        QCOMPARE(jitter(Jitter::Below), std::string("up to 25 % less"));
        QCOMPARE(jitter(Jitter::Above), std::string("up to 25 % on top"));
        QCOMPARE(jitter(Jitter::Around), std::string("up to 25 % either way"));
        QCOMPARE(jitter(Jitter::Plus), std::string("up to 300 ms on top"));
    }

    void factsCarryTheirSources()
    {
        QCOMPARE(factNamed(someClient(), "attempts"), std::string("3 (2 retries) | manual, page 1"));
        QCOMPARE(factNamed(someClient(), "cap"), std::string("at most 20 s before jitter | "));
        QCOMPARE(factNamed(someClient(), "growth"), std::string("100 ms × 2^n, n from 0 | "));
    }

    void whatIsForPeopleMakesNoDifference()
    {
        Policy other = someClient();
        other.id = "other";
        other.title = "Other";
        other.attempts.source = "elsewhere";
        other.rules.front().title = "slow down";
        other.rules.front().source = "elsewhere";
        QCOMPARE(differences(someClient(), other), std::string());
    }

    void everyDifferenceIsASentence_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<std::string>("sentence");
        const auto row = [](const char* name, Change change, const char* sentence) {
            QTest::newRow(name) << std::move(change) << std::string(sentence);
        };
        row(
            "attempts", [](Policy& p) { p.attempts.max = 5; }, "attempts: 3 (2 retries) → 5 (4 retries)");
        row(
            "retries", [](Policy& p) { p.attempts.countsFirst = false; },
            "attempts: 3 (2 retries) → 4 (3 retries)");
        row(
            "base", [](Policy& p) { p.backoff.base.byKind[ErrorKind::Throttling] = ms(1000); },
            "growth: 100 ms × 2^n, n from 0 → 100 ms × 2^n, n from 0, 1 s × 2^n after throttling");
        row(
            "cap", [](Policy& p) { p.backoff.cap.reset(); }, "cap: at most 20 s before jitter → no cap");
        row(
            "firstAtOnce", [](Policy& p) { p.backoff.firstRetryAtOnce = true; },
            "first delay: 0 to 100 ms → at once\nfirst retry: none → at once");
        row(
            "quota", [](Policy& p) { p.quota.reset(); },
            "retry quota: 500 tokens per client, 5 for a retry, 10 after timeout; each success gives back "
            "what "
            "the last retry of the call cost, or 1 token without a retry → none");
        row(
            "hint", [](Policy& p) { p.hints = {{.header = "retry-after"}}; },
            "delay hint retry-after: none → in seconds: no shorter than the client's own delay; no upper "
            "limit");
        row(
            "service", [](Policy& p) { p.services["dynamodb"].attempts = AttemptLimit{.max = 10}; },
            "attempts for dynamodb: none → 10 (9 retries)");
        row(
            "ruleGone", [](Policy& p) { p.rules.clear(); },
            "rule slow: throttling when the error name is SlowDown → none");
        row(
            "kind", [](Policy& p) { p.rules.front().kind = ErrorKind::Transient; },
            "rule slow when the error name is SlowDown: throttling → transient");
        row(
            "place",
            [](Policy& p) {
                p.reading["json"].places = {{NameSource::Json, "__type"}};
            },
            "error name in json responses: none → json:__type");
    }

    void everyDifferenceIsASentence()
    {
        QFETCH(Change, change);
        QFETCH(std::string, sentence);
        Policy other = someClient();
        change(other);
        QCOMPARE(differences(someClient(), other), sentence);
    }

    void namesThatOnlyOneListsAreNamed()
    {
        Policy here = someClient();
        Policy there = someClient();
        here.rules.front().when.nameIn = {"A", "B", "C", "D", "E"};
        there.rules.front().when.nameIn = {"A", "B", "C", "D", "Extra"};
        const std::string text = differences(here, there);
        QVERIFY2(text.find("(with E)") != std::string::npos, text.c_str());
        QVERIFY2(text.find("(with Extra)") != std::string::npos, text.c_str());
    }

    /// A policy of a stranger may have 2,000 services. Ten times as many cost 100 times as much where each
    /// member is held against each fact.
    void manyServicesTakeNoLongerEach()
    {
        const auto withServices = [](int services, int retries) {
            Policy policy = someClient();
            for (int service = 0; service < services; ++service) {
                ServiceOverride& change = policy.services["s" + std::to_string(service)];
                change.attempts = AttemptLimit{.max = retries};
                change.backoff = policy.backoff;
                change.backoff->spread = 0.1 * retries; // which no words tell
            }
            return policy;
        };
        const auto timeOf = [&](int services) {
            const Policy here = withServices(services, 2);
            const Policy there = withServices(services, 3);
            std::chrono::nanoseconds best = std::chrono::hours{1};
            for (int run = 0; run < 3; ++run) {
                const auto begin = bench::processorTime();
                bench::keep(differencesBetween(here, there));
                bench::keep(otherMembersOf(here));
                best = std::min(best, bench::processorTime() - begin);
            }
            return static_cast<double>(best.count());
        };
        const double growth = timeOf(1000) / timeOf(100);
        QVERIFY2(growth < 30, std::to_string(growth).c_str());
    }

    void neighboursAreOfOneClientOrOneDocument()
    {
        const Policy here = someClient();
        Policy there = here;
        QVERIFY(!areNeighbours(here, there));
        there.id = "other";
        QVERIFY(areNeighbours(here, there));
        there.title = "Ruby, other client";
        QVERIFY(!areNeighbours(here, there));
        there = here;
        there.id = "guide";
        there.document = "Some guide";
        QVERIFY(!areNeighbours(here, there));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstPolicySummary)
#include "tst_policy_summary.moc"
