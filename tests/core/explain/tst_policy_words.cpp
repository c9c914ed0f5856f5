// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/policy_words.h"

#include "core/io/files/library.h"
#include "tests/support/lab.h"
#include "tests/support/sentences.h"
#include "tests/support/strict_main.h"

using namespace std::chrono_literals;

namespace retryscope::test {

/// A policy's groups of numbers, each as one line.
class TstPolicyWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPresetIsSaidInLines()
    {
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            const Policy policy = library.policy(entry.id).value();
            RETRYSCOPE_VERIFY_TEXT(flawOf, backoffLine(policy.backoff), policy.id);
            RETRYSCOPE_VERIFY_TEXT(flawOf, successLine(policy.success), policy.id);
            if (policy.quota) {
                RETRYSCOPE_VERIFY_TEXT(flawOf, quotaLine(*policy.quota), policy.id);
            }
            if (policy.limiter) {
                RETRYSCOPE_VERIFY_TEXT(flawOf, limiterLine(*policy.limiter), policy.id);
            }
            if (policy.clock) {
                RETRYSCOPE_VERIFY_TEXT(flawOf, clockLine(*policy.clock), policy.id);
            }
            for (const HintSpec& hint : policy.hints) {
                RETRYSCOPE_VERIFY_TEXT(flawOf, hintLine(hint), policy.id);
            }
            for (const AttemptHeader& header : policy.attemptHeaders) {
                RETRYSCOPE_VERIFY_TEXT(flawOf, attemptHeaderLine(header), policy.id);
            }
            for (const auto& [protocol, reading] : policy.reading) {
                RETRYSCOPE_VERIFY_TEXT(flawOf, placesLine(reading), policy.id + ", " + protocol);
            }
        }
    }

    void aBackoffSaysItsFormulaAndItsHabits()
    {
        QCOMPARE(backoffLine({}), std::string("none"));
        BackoffSpec backoff = plainBackoff();
        QCOMPARE(backoffLine(backoff), std::string("100 ms × 2^n, n from 0, no jitter, no cap"));
        backoff.cap = 20s;
        QCOMPARE(backoffLine(backoff), std::string("100 ms × 2^n, n from 0, no jitter, at most 20 s"));
        backoff.jitter = Jitter::Full;
        backoff.base.byKind[ErrorKind::Throttling] = 1s;
        QCOMPARE(backoffLine(backoff), std::string("100 ms × 2^n, n from 0, full jitter, 1 s × 2^n after "
                                                   "throttling, at most 20 s before jitter"));
        backoff.base.byKind.clear();
        backoff.capApplies = CapApplies::AfterJitter;
        backoff.jitter = Jitter::Around;
        backoff.spread = 0.25;
        backoff.when = BackoffWhen::BeforeEach;
        backoff.firstWithoutJitter = true;
        backoff.firstRetryAtOnce = true;
        backoff.beforeGivingUp = true;
        QCOMPARE(backoffLine(backoff),
                 std::string("100 ms × 2^n, n from 0, jitter of up to 25 % either way, at most 20 s after "
                             "jitter, before every attempt, the first without jitter, the first retry at "
                             "once, once more before giving up"));
    }

    void aQuotaSaysWhatARetryCostsAndWhatComesBack()
    {
        QuotaSpec quota = plainQuota();
        QCOMPARE(quotaLine(quota),
                 std::string("500 tokens per client, 5 for a retry; each success gives back what the last "
                             "retry of the call cost, or 1 token without a retry"));
        quota.scope = QuotaScope::Call;
        quota.costByKind[ErrorKind::Timeout] = 10;
        quota.longPolling = {"ReceiveMessage", "GetActivityTask"};
        quota.reserve = 3;
        quota.whenEmpty = WhenQuotaEmpty::TakeWhatIsLeft;
        QCOMPARE(
            quotaLine(quota),
            std::string(
                "500 tokens per call, 5 for a retry, 10 after timeout; 2 operations that poll for work "
                "wait before they fail for lack of tokens; full again for every call; a retry that "
                "costs more than is left takes what is left; retries only while more than 2 tokens remain"));
        quota.longPolling.clear();
        quota.reserve = 0;
        quota.whenEmpty = WhenQuotaEmpty::ChargeAnyway;
        QVERIFY(quotaLine(quota).ends_with("; also charges the last failure of a call"));
    }

    void aLimiterSaysWhoWaits()
    {
        LimiterSpec limiter = plainLimiter();
        QVERIFY(
            limiterLine(limiter).ends_with("at the lowest rate an attempt waits up to 2 s for its token"));
        limiter.whenEmpty = WhenLimited::Fail;
        limiter.scope = QuotaScope::Call;
        QVERIFY(limiterLine(limiter).ends_with("; a call without a token fails instead of waiting; new for "
                                               "every call, so a first attempt never waits"));
    }

    void everyPlaceOfANameHasItsWord()
    {
        ErrorReading reading;
        QCOMPARE(placesLine(reading), std::string("none"));
        reading.places = {{NameSource::Header, "x-amzn-errortype"},
                          {NameSource::Xml, "Error/Code"},
                          {NameSource::Json, "__type"},
                          {NameSource::Status, ""},
                          {NameSource::Reason, ""},
                          {NameSource::StatusText, ""}};
        QCOMPARE(placesLine(reading), std::string("header:x-amzn-errortype, xml:Error/Code, json:__type, "
                                                  "status, reason, statusText"));
        QCOMPARE(successLine({}), std::string("2xx"));
        QCOMPARE(successLine({.statusIn = {}}), std::string("none"));
    }

    void habitsOfHintsAndClocks()
    {
        QCOMPARE(hintHabitsText({.zeroMeansNone = true, .unreadableForbids = true}),
                 std::string("; 0 counts as none; anything else forbids the retry"));
        QCOMPARE(clockLine({.tolerance = 4min, .learns = false}),
                 std::string("counts as different from 4 min on"));
        QCOMPARE(clockLine({.tolerance = 4min, .learns = true}),
                 std::string("counts as different from 4 min on, and the client remembers the difference"));
        QCOMPARE(attemptHeaderLine({.name = "a", .first = "1", .later = ""}), std::string("1"));
        QCOMPARE(attemptHeaderLine({.name = "a", .first = "1", .later = "2"}), std::string("1, then 2"));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstPolicyWords)
#include "tst_policy_words.moc"
