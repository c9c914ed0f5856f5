// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/judge.h"
#include "core/decide/server_hints.h"
#include "core/explain/explain.h"
#include "core/explain/hint_text.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <optional>

namespace retryscope::test {

namespace {

using HintSeconds = std::chrono::seconds;

/// A delay of exactly 1 s, and this hint.
Policy hintReader(const std::vector<HintSpec>& hints)
{
    Policy policy = plainPolicy();
    policy.backoff = plainBackoff();
    policy.backoff.base.byDefault = HintSeconds{1};
    policy.hints = hints;
    return policy;
}

std::vector<ServerHint> hintsUnder(const Policy& policy, const AttemptFacts& facts)
{
    const ResolvedPolicy flat = resolved(policy);
    return serverHintsOf(flat, facts, judge(flat, {}, {}, {}, facts, {}, 0.5).decision);
}

} // namespace

class TstServerHints : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyHintIsToldOfWhoeverReadsIt_data()
    {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("asked");
        const auto row = [](const char* header, const char* value, const char* asked) {
            QTest::addRow("%s: %s", header, value)
                << QString::fromLatin1(header) << QString::fromLatin1(value) << QString::fromUtf8(asked);
        };
        row("Retry-After", "7", "Retry-After: 7 (seconds) asks for 7 s");
        row("Retry-After", "1500", "Retry-After: 1500 (seconds) asks for 25 min");
        row("x-amz-retry-after", "1500", "x-amz-retry-after: 1500 (milliseconds) asks for 1.5 s");
        row("retry-after-ms", "12.5", "retry-after-ms: 12.5 (milliseconds) asks for 12.5 ms");
        row("x-should-retry", "false", "x-should-retry: false asks the client not to retry");
        row("Stripe-Should-Retry", "true", "Stripe-Should-Retry: true asks for a retry");
        row("Stripe-Should-Retry", "maybe", "Stripe-Should-Retry: maybe has no readable value");
        row("grpc-retry-pushback-ms", "250", "grpc-retry-pushback-ms: 250 (milliseconds) asks for 250 ms");
        row("grpc-retry-pushback-ms", "-1", "grpc-retry-pushback-ms: -1 asks the client not to retry");
        row("RateLimit", "\"default\";r=0;t=30",
            "RateLimit: \"default\";r=0;t=30 (seconds until the reset) asks for 30 s");
        row("RateLimit", "\"burst\";r=10;t=5, \"daily\";r=0;t=3600",
            "RateLimit: \"burst\";r=10;t=5, \"daily\";r=0;t=3600 (seconds until the reset) asks for 1 h");
        row("RateLimit", "limit=10, remaining=0, reset=5",
            "RateLimit: limit=10, remaining=0, reset=5 (seconds until the reset) asks for 5 s");
        row("X-RateLimit-Reset", "60", "X-RateLimit-Reset: 60 (seconds until the reset) asks for 60 s");
        row("Retry-After", "soon", "Retry-After: soon has no readable value");
        row("Retry-After", "-3", "Retry-After: -3 has no readable value");
        row("x-envoy-overloaded", "true", "x-envoy-overloaded: true asks the client not to retry");
        row("Retry-After", "0", "Retry-After: 0 (seconds) asks for 0 ms");
        row("Retry-After", "7s", "Retry-After: 7s has no readable value");
        row("Retry-After", "inf", "Retry-After: inf has no readable value");
        row("retry-after-ms", "0", "retry-after-ms: 0 (milliseconds) asks for 0 ms");
        row("X-RateLimit-Reset", "soon", "X-RateLimit-Reset: soon has no readable value");
        row("RateLimit", "r=0,t=5", "RateLimit: r=0,t=5 (seconds until the reset) asks for 5 s");
    }
    void everyHintIsToldOfWhoeverReadsIt()
    {
        QFETCH(QString, header);
        QFETCH(QString, value);
        QFETCH(QString, asked);
        const std::vector<ServerHint> hints =
            hintsUnder(hintReader({}), response(503, {{header.toStdString(), value.toStdString()}}));
        QCOMPARE(hints.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(askedText(hints.front())), asked);
        QVERIFY(hints.front().use == HintUse::Ignored);
        QVERIFY(!hints.front().isRead);
        QVERIFY(!hints.front().applied);
    }

    /// Services tell the state of their limits in every response; a delay is asked for once one is reached.
    void aLimitThatIsNotReachedAsksForNothing_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<Headers>("headers");
        QTest::addColumn<bool>("asks");
        const auto row = [](const char* name, int status, std::vector<Header> headers, bool asks) {
            QTest::newRow(name) << status << Headers{std::move(headers)} << asks;
        };
        row("some are left", 200, {{"RateLimit", "\"default\";r=5;t=30"}}, false);
        row("some were left", 200, {{"RateLimit", "limit=10, remaining=3, reset=30"}}, false);
        row("none is left", 200, {{"RateLimit", "\"default\";r=0;t=30"}}, true);
        row("none is left of the second", 429, {{"RateLimit", "\"burst\";r=10;t=5, \"daily\";r=0;t=30"}},
            true);
        row("refused by another limit", 429, {{"RateLimit", "\"default\";r=5;t=30"}}, false);
        row("not said, refused", 429, {{"RateLimit", "reset=30"}}, true);
        row("not said, not refused", 404, {{"RateLimit", "reset=30"}}, false);
        row("beside it some", 429, {{"X-RateLimit-Reset", "30"}, {"X-RateLimit-Remaining", "59"}}, false);
        row("beside it none", 403, {{"X-RateLimit-Remaining", "0"}, {"X-RateLimit-Reset", "30"}}, true);
        row("beside it nothing", 200, {{"X-RateLimit-Reset", "30"}}, false);
        row("beside it nothing, busy", 503, {{"X-RateLimit-Reset", "30"}}, true);
        row("beside it no number", 503, {{"X-RateLimit-Reset", "30"}, {"X-RateLimit-Remaining", "?"}}, true);
        row("its draft", 429, {{"RateLimit-Reset", "30"}, {"RateLimit-Remaining", "7"}}, false);
    }
    void aLimitThatIsNotReachedAsksForNothing()
    {
        QFETCH(int, status);
        QFETCH(Headers, headers);
        QFETCH(bool, asks);
        const AttemptFacts facts = response(status, headers.entries);
        const std::vector<ServerHint> hints = hintsUnder(hintReader({}), facts);
        QCOMPARE(hints.size(), std::size_t{asks ? 1U : 0U});
        QVERIFY(!asks || hints.front().asked == Duration{HintSeconds{30}});
        const Policy reader = hintReader({{.header = headers.entries.front().name}});
        QVERIFY(!hintsUnder(reader, facts).empty()); // whoever reads it as a delay is asked for one
    }

    void aDelayInTheBodyIsToldAsAHeaderIs_data()
    {
        using Fields = std::vector<BodyField>;
        QTest::addColumn<AttemptFacts>("facts");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, int status, const Fields& fields, const char* said) {
            const std::string error = std::string_view(name).starts_with("of an error") ? "json:error" : "";
            QTest::newRow(name) << jsonMembers(status, fields, error) << QString::fromLatin1(said);
        };
        const std::string type = "type.googleapis.com/google.rpc.RetryInfo";
        row("RetryInfo", 429, {{"json:d/0/@type", type}, {"json:d/0/retryDelay", "45.8s"}},
            "json:d[0].retryDelay: 45.8s (seconds until the reset) asks for 45.8 s");
        row("retryDelay of something else", 429, {{"json:d/0/retryDelay", "45.8s"}}, "");
        row("retry_after", 429, {{"json:retry_after", "0.65"}},
            "json:retry_after: 0.65 (seconds) asks for 650 ms");
        row("retryAfter", 503, {{"json:retryAfter", "30"}}, "json:retryAfter: 30 (seconds) asks for 30 s");
        row("retry_after_ms", 429, {{"json:error/retry_after_ms", "1500"}},
            "json:error.retry_after_ms: 1500 (milliseconds) asks for 1.5 s");
        row("a flag", 429, {{"json:retry_after", "true"}}, "");
        row("a text", 429, {{"json:retry_after", "soon"}}, "");
        row("a number below 0", 429, {{"json:retry_after", "-1"}}, "");
        row("a number in a sentence", 429, {{"json:message", "retry in 45.8s"}}, "");
        row("of a success", 200, {{"json:retryAfter", "5"}}, "");
        row("of an error in a success", 200, {{"json:error/code", "busy"}, {"json:error/retryAfter", "5"}},
            "json:error.retryAfter: 5 (seconds) asks for 5 s");
    }
    void aDelayInTheBodyIsToldAsAHeaderIs()
    {
        QFETCH(AttemptFacts, facts);
        QFETCH(QString, said);
        const std::vector<ServerHint> hints = hintsUnder(hintReader({}), facts);
        QCOMPARE(hints.empty() ? QString() : QString::fromStdString(askedText(hints.front())), said);
        QVERIFY(hints.empty() || hints.front().isInBody);
        QVERIFY(hints.empty() || hints.front().use == HintUse::Ignored);
    }

    void aValueThatForbidsTheRetryIsObeyed()
    {
        const Policy policy = hintReader({{.header = "grpc-retry-pushback-ms",
                                           .unit = HintUnit::Milliseconds,
                                           .bounds = HintBounds::Replace,
                                           .unreadableForbids = true}});
        const AttemptFacts facts = response(503, {{"grpc-retry-pushback-ms", "-1"}});
        const std::vector<ServerHint> hints = hintsUnder(policy, facts);
        QCOMPARE(hintSentences(hints.front()),
                 std::string("grpc-retry-pushback-ms: -1 asks the client not to retry. This client obeys."));
        QVERIFY(!hints.front().applied);
        const ResolvedPolicy flat = resolved(policy);
        const Explanation told = explain(flat, facts, judge(flat, {}, {}, {}, facts, {}, 0.5).decision, 1);
        QCOMPARE(told.headline,
                 std::string("Not retried: the server forbids a retry (grpc-retry-pushback-ms: -1)."));
        int named = 0;
        for (const Sentence& sentence : told.sentences) {
            named += sentence.text.find("grpc-retry-pushback-ms") == std::string::npos ? 0 : 1;
            QVERIFY(sentence.title != "The server's delay hint is unreadable");
        }
        QCOMPARE(named, 1);
    }

    /// openai-js: what is neither a number nor a date becomes no number, and a timer takes that for no time.
    void anUnreadableValueMayHaveAnEffect()
    {
        const Policy policy = hintReader({{.header = "retry-after",
                                           .unit = HintUnit::SecondsOrDate,
                                           .bounds = HintBounds::Replace,
                                           .unreadableMeans = Duration::zero()}});
        const ServerHint hint = hintsUnder(policy, response(529, {{"retry-after", "abc"}})).front();
        QVERIFY(hint.use == HintUse::Unreadable);
        QVERIFY(hint.applied == Duration::zero());
        const std::string statement = hintSentences(hint);
        QVERIFY2(statement.find("takes anything else as 0") != std::string::npos, statement.c_str());
        QVERIFY2(statement.find("no effect") == std::string::npos, statement.c_str());
        QVERIFY2(hintSummary(hint).find("taken as 0") != std::string::npos, hintSummary(hint).c_str());
    }

    void whyAHintThatIsReadHasNoEffectIsSaid()
    {
        Policy policy =
            hintReader({{.header = "retry-after",
                         .bounds = HintBounds::Replace,
                         .ignoreBelow = ms(2000),
                         .ignoreAbove = ms(20000)},
                        {.header = "x-wait", .bounds = HintBounds::Replace, .statusIn = {{429, 429}}}});
        const auto said = [&policy](const char* header, const char* value) {
            return hintSentences(hintsUnder(policy, response(503, {{header, value}})).front());
        };
        QCOMPARE(said("retry-after", "60"),
                 std::string("retry-after: 60 (seconds) asks for 60 s. The hint has no effect here: this "
                             "client ignores delay hints above 20 s."));
        QVERIFY(said("retry-after", "1").ends_with("this client ignores delay hints below 2 s."));
        QVERIFY(said("x-wait", "1").ends_with("this client does not read this header with this status."));
        policy.rules.front().delay = ms(5);
        QVERIFY(said("retry-after", "3").ends_with("the deciding rule sets its own delay."));

        policy = hintReader({{.header = "retry-after",
                              .bounds = HintBounds::Replace,
                              .isSigned = true,
                              .pastMeansNone = true}});
        QVERIFY(said("retry-after", "-1").ends_with("this client ignores delay hints below 0 ms."));
        QVERIFY(said("retry-after", "0").ends_with("This client obeys."));
    }

    void blanksAroundAValueAreNoneOfIt()
    {
        const std::vector<ServerHint> hints = hintsUnder(
            hintReader({}), response(503, {{"Retry-After", " 7\t"}, {"x-should-retry", " true "}}));
        QVERIFY(hints[0].asked == Duration{HintSeconds{7}});
        QVERIFY(hints[1].meaning == HintMeaning::Retry);
    }

    void aWishIsCutAtAHundredYears()
    {
        const std::vector<ServerHint> hints =
            hintsUnder(hintReader({}), response(503, {{"Retry-After", "1e300"}}));
        QVERIFY(hints.front().asked == Duration{HintSeconds{3'155'760'000}});
    }

    void aNumberOfSecondsFrom2001OnIsAMoment()
    {
        const auto meaningOf = [](const char* seconds) {
            return hintsUnder(hintReader({}), response(429, {{"X-RateLimit-Reset", seconds}}))
                .front()
                .meaning;
        };
        QVERIFY(meaningOf("999999999") == HintMeaning::SecondsToReset);
        QVERIFY(meaningOf("1000000000") == HintMeaning::ResetTime);
        const AttemptFacts dated = response(429, {{"Retry-After", "Thu, 01 Jan 2026 00:00:30 GMT"}});
        QVERIFY(hintsUnder(hintReader({}), dated).front().meaning == HintMeaning::Date);
    }

    void aHeaderThatOnlyTheClientKnowsIsReadInItsUnit()
    {
        const Policy policy =
            hintReader({{.header = "x-wait", .unit = HintUnit::Milliseconds, .bounds = HintBounds::Replace},
                        {.header = "x-pause", .unit = HintUnit::Seconds, .bounds = HintBounds::Within5s}});
        const std::vector<ServerHint> hints =
            hintsUnder(policy, response(400, {{"X-Wait", "250"}, {"X-Pause", "2"}}));
        QVERIFY(hints[0].asked == std::chrono::milliseconds{250});
        QVERIFY(hints[0].meaning == HintMeaning::Milliseconds);
        QVERIFY(hints[0].readAs == HintUnit::Milliseconds);
        QVERIFY(hints[0].bounds == HintBounds::Replace);
        QVERIFY(hints[1].asked == Duration{HintSeconds{2}});
        QVERIFY(hints[1].meaning == HintMeaning::Seconds);
        QVERIFY(hints[1].bounds == HintBounds::Within5s);
    }

    void whatTheClientReadsInAnotherWayIsWhatItWasAskedFor()
    {
        const Policy policy = hintReader(
            {{.header = "retry-after", .unit = HintUnit::Milliseconds, .bounds = HintBounds::Replace}});
        const std::vector<ServerHint> hints = hintsUnder(policy, response(503, {{"Retry-After", "1500"}}));
        QVERIFY(hints.front().asked == std::chrono::milliseconds{1500});
        QVERIFY(hints.front().use == HintUse::Obeyed);
    }

    void aReadableValueForbidsNothing()
    {
        const Policy policy = hintReader({{.header = "retry-after",
                                           .unit = HintUnit::Seconds,
                                           .bounds = HintBounds::Replace,
                                           .unreadableForbids = true}});
        const auto hintFor = [&policy](const char* value) {
            return hintsUnder(policy, response(503, {{"Retry-After", value}})).front();
        };
        QVERIFY(hintFor("7").meaning == HintMeaning::Seconds);
        QVERIFY(hintFor("7").applied == Duration{HintSeconds{7}});
        const ServerHint forbidding = hintFor("Thu, 01 Jan 2026 00:00:30 GMT"); // this client reads no dates
        QVERIFY(forbidding.meaning == HintMeaning::NoRetry);
        QVERIFY(!forbidding.asked);
    }

    void onlyTheWholeWindowAsAskedIsObedience_data()
    {
        QTest::addColumn<int>("bounds");
        QTest::addColumn<QString>("value");
        QTest::addColumn<double>("draw");
        QTest::addColumn<bool>("isObeyed");
        const auto row = [](const char* name, HintBounds bounds, const char* value, double draw,
                            bool isObeyed) {
            QTest::newRow(name) << static_cast<int>(bounds) << QString::fromLatin1(value) << draw << isObeyed;
        };
        row("replaced", HintBounds::Replace, "1", 0.5, true);
        row("a longer delay was possible", HintBounds::LowerBound, "1", 0.5, false);
        row("a shorter delay was possible", HintBounds::Within5s, "6", 1, false);
    }
    void onlyTheWholeWindowAsAskedIsObedience()
    {
        QFETCH(int, bounds);
        QFETCH(QString, value);
        QFETCH(double, draw);
        Policy policy = hintReader({{.header = "retry-after", .bounds = static_cast<HintBounds>(bounds)}});
        policy.backoff.base.byDefault = HintSeconds{2};
        policy.backoff.jitter = Jitter::Full;
        const ResolvedPolicy flat = resolved(policy);
        const AttemptFacts facts = response(503, {{"Retry-After", value.toStdString()}});
        const Decision decision = judge(flat, {}, {}, {}, facts, {}, draw).decision;
        const ServerHint hint = serverHintsOf(flat, facts, decision).front();
        QCOMPARE(*hint.applied, *hint.asked);
        QTEST(hint.use == HintUse::Obeyed, "isObeyed");
        QVERIFY(findStep<HintApplied>(decision.trace)->lower == hint.lower);
        QVERIFY(findStep<HintApplied>(decision.trace)->upper == hint.upper);
    }

    void aWishThatTheDeadlineCutOffWasAppliedAllTheSame()
    {
        const ResolvedPolicy flat =
            resolved(hintReader({{.header = "retry-after", .bounds = HintBounds::Within5s}}));
        const auto hintFor = [&flat](const char* seconds, std::optional<int> tokens) {
            ResolvedPolicy policy = flat;
            RequestSpec spec;
            ClientState client;
            if (tokens) {
                policy.policy.quota = plainQuota();
                client.quota = tokens;
            } else {
                spec.deadline = HintSeconds{1};
            }
            const AttemptFacts facts = response(503, {{"Retry-After", seconds}});
            const Decision decision = judge(policy, spec, client, {}, facts, {}, 0.5).decision;
            return serverHintsOf(policy, facts, decision).front();
        };
        QVERIFY(hintFor("3", {}).applied == Duration{HintSeconds{3}});
        QVERIFY(hintFor("3", {}).use == HintUse::Obeyed);
        QVERIFY(hintFor("30", {}).use == HintUse::Bounded);
        QVERIFY(!hintFor("3", 0).applied); // no token was left, whatever the server asked for
    }

    void aRepeatedHeaderIsToldOnce()
    {
        QCOMPARE(
            hintsUnder(hintReader({}), response(503, {{"Retry-After", "7"}, {"retry-after", "8"}})).size(),
            std::size_t{1});
    }

    void aBoundedHintComesBeforeAnIgnoredOne()
    {
        const Policy policy = hintReader({{.header = "retry-after", .bounds = HintBounds::LowerBound}});
        const std::vector<ServerHint> hints =
            hintsUnder(policy, response(503, {{"x-should-retry", "true"}, {"Retry-After", "0"}}));
        QVERIFY(hints[1].use == HintUse::Bounded);
        QVERIFY(foremostHint(hints) == &hints[1]);
    }

    void oneMoreOfALimitIsNoReasonToWait()
    {
        QVERIFY(hintsUnder(hintReader({}), response(429, {{"RateLimit", "r=1;t=30"}})).empty());
        QVERIFY(!hintsUnder(hintReader({}), response(429, {{"RateLimit", "r=0;t=30"}})).empty());
    }

    void datesCountFromTheDateOfTheResponse()
    {
        AttemptFacts facts = response(
            429, {{"Retry-After", "Thu, 01 Jan 2026 00:00:30 GMT"}, {"X-RateLimit-Reset", "1767225610"}});
        auto dated = std::make_shared<Response>(*facts.response);
        dated->date = WallTime{1767225600000};
        facts.response = dated;
        const std::vector<ServerHint> hints = hintsUnder(hintReader({}), facts);
        QCOMPARE(hints.size(), std::size_t{2});
        QVERIFY(hints[0].asked == Duration{HintSeconds{30}});
        QVERIFY(hints[1].asked == Duration{HintSeconds{10}});
    }

    void whatTheClientMakesOfItIsTold_data()
    {
        QTest::addColumn<int>("bounds");
        QTest::addColumn<int>("unit");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("use");
        QTest::addColumn<double>("applied");
        const auto row = [](const char* name, HintBounds bounds, HintUnit unit, const char* value,
                            const char* use, double applied) {
            QTest::newRow(name) << static_cast<int>(bounds) << static_cast<int>(unit)
                                << QString::fromLatin1(value) << QString::fromLatin1(use) << applied;
        };
        row("obeyed", HintBounds::Replace, HintUnit::Seconds, "7", "obeyed", 7000);
        row("raised by the own delay", HintBounds::LowerBound, HintUnit::Milliseconds, "10", "bounded", 1000);
        row("cut", HintBounds::Within5s, HintUnit::Seconds, "277403", "bounded", 6000);
        row("within its bounds", HintBounds::Within5s, HintUnit::Seconds, "3", "obeyed", 3000);
        row("no date", HintBounds::Replace, HintUnit::Date, "7", "unreadable", -1);
    }
    void whatTheClientMakesOfItIsTold()
    {
        QFETCH(int, bounds);
        QFETCH(int, unit);
        QFETCH(QString, value);
        QFETCH(QString, use);
        QFETCH(double, applied);
        const Policy policy = hintReader({{.header = "retry-after",
                                           .unit = static_cast<HintUnit>(unit),
                                           .bounds = static_cast<HintBounds>(bounds)}});
        const std::vector<ServerHint> hints =
            hintsUnder(policy, response(503, {{"Retry-After", value.toStdString()}}));
        QCOMPARE(hints.size(), std::size_t{1});
        const ServerHint& hint = hints.front();
        QCOMPARE(QString::fromStdString(std::string(toString(hint.use))), use);
        QVERIFY(hint.isRead);
        QCOMPARE(hint.applied ? toMilliseconds(*hint.applied) : -1.0, applied);
        QVERIFY(hint.asked.has_value()); // the server asked for it, whoever understands it
    }

    void aHintHasNoEffectWhereNoRetryFollows()
    {
        const Policy policy = hintReader({{.header = "retry-after", .bounds = HintBounds::Replace}});
        const std::vector<ServerHint> hints = hintsUnder(policy, response(400, {{"Retry-After", "7"}}));
        QCOMPARE(hintSentences(hints.front()),
                 std::string("Retry-After: 7 (seconds) asks for 7 s. The hint has no effect here."));
    }

    void theSecondOfTwoHintsHasNoEffect()
    {
        const Policy policy = hintReader({{.header = "retry-after", .bounds = HintBounds::Replace},
                                          {.header = "x-second", .bounds = HintBounds::Replace}});
        const std::vector<ServerHint> hints =
            hintsUnder(policy, response(503, {{"X-Second", "9"}, {"Retry-After", "7"}}));
        QCOMPARE(hints.size(), std::size_t{2});
        QVERIFY(hints[0].use == HintUse::Ignored && hints[0].isRead);
        QVERIFY(hints[1].use == HintUse::Obeyed);
        QVERIFY(foremostHint(hints) == &hints[1]);
    }

    void aRuleThatLooksForTheHeaderObeysIt()
    {
        Policy policy = hintReader({});
        policy.rules.insert(policy.rules.begin(),
                            ruleFor("told not to", {.headerIn = {"x-should-retry"}}, ErrorKind::Permanent));
        const std::vector<ServerHint> hints =
            hintsUnder(policy, response(503, {{"X-Should-Retry", "false"}}));
        QVERIFY(hints.front().isRead);
        QVERIFY(hints.front().use == HintUse::Obeyed);
        QVERIFY(!hints.front().applied);
    }

    void responsesWithoutHintsHaveNone()
    {
        QVERIFY(hintsUnder(hintReader({}), response(503, {{"Server", "x"}})).empty());
        QVERIFY(hintsUnder(hintReader({}), faulty(FaultKind::ConnectionReset)).empty());
        QVERIFY(foremostHint({}) == nullptr);
    }

    void longWaitsAreMarked()
    {
        const Policy policy = hintReader({{.header = "retry-after", .bounds = HintBounds::Replace}});
        const ResolvedPolicy flat = resolved(policy);
        const auto markOf = [&](const char* seconds, std::optional<Duration> deadline) {
            const RequestSpec spec{.deadline = deadline};
            const AttemptFacts facts = response(503, {{"Retry-After", seconds}});
            return waitMarkOf(judge(flat, spec, {}, {}, facts, {}, 0.5).decision);
        };
        QVERIFY(markOf("60", {}) == WaitMark::None);
        QVERIFY(markOf("61", {}) == WaitMark::AboveAMinute);
        QVERIFY(markOf("20", HintSeconds{10}) == WaitMark::PastDeadline);
        QVERIFY(markOf("5", HintSeconds{10}) == WaitMark::None);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstServerHints)
#include "tst_server_hints.moc"
