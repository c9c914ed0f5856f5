// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/policy_facts.h"

#include "core/io/files/library.h"
#include "tests/support/lab.h"
#include "tests/support/sentences.h"
#include "tests/support/strict_main.h"

using namespace std::chrono_literals;

namespace retryscope::test {

/// A policy's groups of numbers, each as one line.
class TstPolicyFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPresetIsSaidInWords()
    {
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            const Policy policy = library.policy(entry.id).value();
            for (const PolicyFact& fact : factsOf(policy)) {
                RETRYSCOPE_VERIFY_TEXT(flawOf, fact.value, policy.id + ", " + fact.name);
            }
        }
    }

    /// A report shows the parts in one line, so each has to be the continuation of the first.
    void aBackoffSaysItsFormulaAndItsHabits()
    {
        QCOMPARE(backoffOf({}), std::string("none"));
        BackoffSpec backoff = plainBackoff();
        QCOMPARE(backoffOf(backoff), std::string("100 ms × 2^n, n from 0, no jitter, no cap"));
        backoff.cap = 20s;
        QCOMPARE(backoffOf(backoff), std::string("100 ms × 2^n, n from 0, no jitter, at most 20 s"));
        backoff.jitter = Jitter::Full;
        backoff.base.byKind[ErrorKind::Throttling] = 1s;
        QCOMPARE(backoffOf(backoff), std::string("100 ms × 2^n, n from 0, 1 s × 2^n after throttling, full "
                                                 "jitter, at most 20 s before jitter"));
        backoff.base.byKind.clear();
        backoff.capApplies = CapApplies::AfterJitter;
        backoff.jitter = Jitter::Around;
        backoff.spread = 0.25;
        backoff.floor = 50ms;
        backoff.when = BackoffWhen::BeforeEach;
        backoff.firstWithoutJitter = true;
        backoff.firstRetryAtOnce = true;
        backoff.beforeGivingUp = true;
        QCOMPARE(backoffOf(backoff),
                 std::string("100 ms × 2^n, n from 0, jitter of up to 25 % either way, the first without "
                             "jitter, at most 20 s after jitter, at least 50 ms, the first retry at once, "
                             "before every attempt, once more before giving up"));
        backoff = {.type = BackoffType::Listed, .delays = {100ms, 1s}, .jitter = Jitter::Plus, .noise = 1s};
        QCOMPARE(backoffOf(backoff),
                 std::string("100 ms, 1 s in this order, jitter of up to 1 s on top, no cap"));
    }

    void aQuotaSaysWhatARetryCostsAndWhatComesBack()
    {
        QuotaSpec quota = plainQuota();
        const auto words = [&quota] {
            Policy policy = plainPolicy();
            policy.quota = quota;
            return valueOf(policy, "retry quota");
        };
        QCOMPARE(words(), std::string("500 tokens per client, 5 for a retry; each success gives back what "
                                      "the last retry of the call cost, or 1 token without a retry"));
        quota.scope = QuotaScope::Call;
        quota.costByKind[ErrorKind::Timeout] = 10;
        quota.longPolling = {"ReceiveMessage", "GetActivityTask"};
        quota.reserve = 3;
        quota.whenEmpty = WhenQuotaEmpty::TakeWhatIsLeft;
        QCOMPARE(
            words(),
            std::string(
                "500 tokens per call, 5 for a retry, 10 after timeout; 2 operations that poll for work "
                "wait before they fail for lack of tokens; full again for every call; a retry that "
                "costs more than is left takes what is left; retries only while more than 2 tokens remain"));
        quota.longPolling.clear();
        quota.reserve = 0;
        quota.whenEmpty = WhenQuotaEmpty::ChargeAnyway;
        QVERIFY(words().ends_with("; also charges the last failure of a call"));
    }

    void aLimiterSaysWhoWaits()
    {
        Policy policy = plainPolicy();
        QCOMPARE(valueOf(policy, "send rate"), std::string("not limited"));
        policy.limiter = plainLimiter();
        QVERIFY(valueOf(policy, "send rate")
                    .ends_with("at the lowest rate an attempt waits up to 2 s for its token"));
        policy.limiter->whenEmpty = WhenLimited::Fail;
        policy.limiter->scope = QuotaScope::Call;
        QVERIFY(valueOf(policy, "send rate")
                    .ends_with("; a call without a token fails instead of waiting; new for every call, so a "
                               "first attempt never waits"));
    }

    void everyPlaceOfANameHasItsWord()
    {
        Policy policy = plainPolicy();
        policy.reading = {{"generic", {}}};
        QCOMPARE(valueOf(policy, "error name in generic responses"), std::string("none"));
        policy.reading["generic"].places = {{NameSource::Header, "x-amzn-errortype"},
                                            {NameSource::Xml, "Error/Code"},
                                            {NameSource::Json, "__type"},
                                            {NameSource::Status, ""},
                                            {NameSource::Reason, ""},
                                            {NameSource::StatusText, ""}};
        QCOMPARE(valueOf(policy, "error name in generic responses"),
                 std::string("header:x-amzn-errortype, xml:Error/Code, json:__type, status, reason, "
                             "statusText"));
        QCOMPARE(valueOf(policy, "success"), std::string("2xx"));
        policy.success.statusIn.clear();
        QCOMPARE(valueOf(policy, "success"), std::string("none"));
    }

    void habitsOfHintsAndClocks()
    {
        Policy policy = plainPolicy();
        policy.hints = {{.header = "retry-after", .zeroMeansNone = true, .unreadableForbids = true},
                        {.header = "retry-after", .unit = HintUnit::Date}};
        QVERIFY(valueOf(policy, "delay hint retry-after")
                    .ends_with("; 0 is ignored; anything else forbids the retry"));
        QVERIFY(valueOf(policy, "delay hint retry-after, otherwise").starts_with("in a date: "));
        policy.clock = ClockSpec{.tolerance = 4min, .learns = false};
        QCOMPARE(valueOf(policy, "clock"), std::string("counts as different from 4 min on"));
        policy.clock->learns = true;
        QCOMPARE(valueOf(policy, "clock"),
                 std::string("counts as different from 4 min on, and the client remembers the difference"));
        policy.attemptHeaders = {{.name = "a", .first = "1"}, {.name = "b", .first = "1", .later = "2"}};
        QCOMPARE(valueOf(policy, "header a"), std::string("1"));
        QCOMPARE(valueOf(policy, "header b"), std::string("1, then 2"));
    }

    void aFactTellsMembersByTheirPaths()
    {
        ToldMembers told;
        told.add({"backoff.cap", "clock"});
        QVERIFY(told.contains("backoff.cap"));
        QVERIFY(!told.contains("backoff.capApplies"));
        QVERIFY(told.contains("clock.tolerance"));
        QVERIFY(!told.contains("backoff"));
    }

private:
    static std::string valueOf(const Policy& policy, const char* name)
    {
        for (const PolicyFact& fact : factsOf(policy)) {
            if (fact.name == name) {
                return fact.value;
            }
        }
        return "no such fact";
    }
    static std::string backoffOf(const BackoffSpec& backoff)
    {
        Policy policy = plainPolicy();
        policy.backoff = backoff;
        std::string text;
        for (const PolicyFact& fact : factsOf(policy)) {
            if (fact.group == "backoff") {
                text +=
                    (fact.continues ? ", " : "") + (fact.label.empty() ? "" : fact.label + " ") + fact.value;
            }
        }
        return text;
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstPolicyFacts)
#include "tst_policy_facts.moc"
