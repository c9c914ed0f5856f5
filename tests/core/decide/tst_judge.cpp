// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/judge.h"
#include "core/facts/http_date.h"
#include "core/run/seeded_dice.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <limits>

namespace retryscope::test {

namespace {

const WallTime kStart{1767225600000}; // 2026-01-01T00:00:00Z

/// What happened before the attempt to be judged, with the values that most tests leave alone.
struct Situation
{
    RequestSpec spec;
    ClientState client;
    RequestState request;
    Instant now{ms(10)};
    double draw = 0.5;
};

Judgement judged(const Policy& policy, const AttemptFacts& facts, const Situation& situation = {})
{
    const RunClockReading clock{
        .now = situation.now,
        .wallTime = kStart + std::chrono::duration_cast<WallTime>(situation.now.time_since_epoch())};
    return judge(resolved(policy, situation.spec), situation.spec, situation.client, situation.request, facts,
                 clock, situation.draw);
}

/// Names of the findings, in order.
std::vector<std::string> stepsOf(const Trace& trace)
{
    static const std::array<const char*, std::variant_size_v<TraceStep>> names{
        "NameFound",       "EmbeddedErrorFound", "RuleTried",        "KindChosen",      "ClockCompared",
        "LimiterUpdated",  "QuotaReturned",      "PartDoneFound",    "AttemptsCounted", "BodyChecked",
        "BackoffComputed", "HintApplied",        "DeadlineChecked",  "QuotaCharged",    "WaitedBefore",
        "SendDelayed",     "SafetyLimitReached", "OperationStarted", "ClientObserved"};
    std::vector<std::string> steps;
    for (const TraceStep& step : trace) {
        steps.emplace_back(names.at(step.index()));
    }
    return steps;
}

/// A policy in which every checkpoint leaves a finding.
Policy fullPolicy()
{
    Policy policy = plainPolicy();
    policy.attempts.max = 5;
    policy.backoff = plainBackoff();
    policy.backoff.jitter = Jitter::Full;
    policy.quota = plainQuota();
    policy.limiter = plainLimiter();
    policy.clock = ClockSpec{};
    policy.hints = {{.header = "retry-after"}};
    return policy;
}

std::string stopOf(const Judgement& judgement)
{
    return judgement.decision.stopReason ? named(*judgement.decision.stopReason) : std::string("none");
}

AttemptFacts dated(int status, WallTime date)
{
    AttemptFacts facts = response(status, {{"Date", httpDate(date)}});
    auto response = std::make_shared<Response>(*facts.response);
    response->date = parseHttpDate(httpDate(date));
    facts.response = std::move(response);
    return facts;
}

} // namespace

class TstJudge : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCheckpointsComeInTheirOrder()
    {
        Situation situation;
        situation.spec.body = "x";
        situation.spec.deadline = std::chrono::seconds{60};
        AttemptFacts facts = dated(503, kStart);
        auto response = std::make_shared<Response>(*facts.response);
        response->headers.add("Retry-After", "1");
        facts.response = std::move(response);
        const Judgement result = judged(fullPolicy(), facts, situation);
        QCOMPARE(
            stepsOf(result.decision.trace),
            (std::vector<std::string>{"NameFound", "ClockCompared", "RuleTried", "KindChosen",
                                      "LimiterUpdated", "AttemptsCounted", "BodyChecked", "BackoffComputed",
                                      "HintApplied", "DeadlineChecked", "QuotaCharged"}));
        QCOMPARE(named(result.decision.verdict), std::string("retry"));
        QCOMPARE(result.decision.delay, ms(1000));
    }

    void anOperationThatPollsForWorkWaitsBeforeItFailsForWantOfTokens_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<double>("delay");
        QTest::newRow("long polling") << "ReceiveMessage" << 100.0;
        QTest::newRow("any other") << "SendMessage" << 0.0;
    }
    void anOperationThatPollsForWorkWaitsBeforeItFailsForWantOfTokens()
    {
        QFETCH(QString, operation);
        QFETCH(double, delay);
        Policy policy = plainPolicy();
        policy.backoff = plainBackoff();
        policy.quota = plainQuota();
        policy.quota->longPolling = {"ReceiveMessage"};
        RequestSpec spec;
        spec.operation = operation.toStdString();
        const ResolvedPolicy resolvedPolicy = resolved(policy, spec);
        const Judgement refused = judge(resolvedPolicy, spec, {.quota = 4}, {}, response(503), {}, 0.5);
        QCOMPARE(named(*refused.decision.stopReason), std::string("quotaExhausted"));
        QCOMPARE(refused.decision.delay, ms(delay));
        const Judgement used = judge(resolvedPolicy, spec, {}, {.attemptsMade = 2, .attemptsCounted = 2},
                                     response(503), {}, 0.5);
        QCOMPARE(named(*used.decision.stopReason), std::string("attemptsExhausted"));
        QCOMPARE(used.decision.delay, Duration::zero());
        Policy lenient = policy;
        lenient.rules.front().scope = RuleScope::All;
        lenient.rules.front().when = {};
        lenient.rules.front().succeedsAtLimit = true;
        const Judgement handedOver =
            judge(resolved(lenient, spec), spec, {.quota = 4}, {}, response(200), {}, 0.5);
        QCOMPARE(named(handedOver.decision.verdict), std::string("succeed"));
        QCOMPARE(handedOver.decision.delay, Duration::zero());
    }

    void aSuccessEndsTheWalk()
    {
        const Judgement result = judged(fullPolicy(), response(200));
        QCOMPARE(stepsOf(result.decision.trace),
                 (std::vector<std::string>{"KindChosen", "LimiterUpdated", "QuotaReturned"}));
        QCOMPARE(named(result.decision.verdict), std::string("succeed"));
        QVERIFY(!result.decision.window);
        QCOMPARE(result.request.attemptsMade, 1);
    }

    void whatAClientHandsOverIsASuccessOnlyAtTheLimit()
    {
        Policy policy = fullPolicy();
        Rule corrupt;
        corrupt.id = "corrupt";
        corrupt.scope = RuleScope::All;
        corrupt.when.crc32Mismatch = true;
        corrupt.kind = ErrorKind::Transient;
        corrupt.succeedsAtLimit = true;
        policy.rules.insert(policy.rules.begin(), corrupt);
        const auto corruptResponse = [](int status) {
            AttemptFacts facts = response(status);
            auto response = std::make_shared<Response>(*facts.response);
            response->parsed.crc32Matches = false;
            facts.response = std::move(response);
            return facts;
        };
        QCOMPARE(named(judged(policy, corruptResponse(200)).decision.verdict), std::string("retry"));

        Situation last;
        last.request.attemptsMade = last.request.attemptsCounted = 4;
        const Judgement handedOver = judged(policy, corruptResponse(200), last);
        QCOMPARE(named(handedOver.decision.verdict), std::string("succeed"));
        QCOMPARE(stopOf(handedOver), std::string("none"));
        QCOMPARE(named(handedOver.decision.kind), std::string("transient"));
        QVERIFY(!handedOver.decision.window);
        QCOMPARE(stopOf(judged(policy, corruptResponse(500), last)), std::string("attemptsExhausted"));

        Situation dry;
        dry.client.quota = 0;
        QCOMPARE(named(judged(policy, corruptResponse(200), dry).decision.verdict), std::string("succeed"));
        QCOMPARE(stopOf(judged(policy, corruptResponse(500), dry)), std::string("quotaExhausted"));
    }

    void anErrorInASuccessfulResponseIsFoundFirst()
    {
        Policy policy = plainPolicy();
        policy.reading["generic"] = {
            .syntax = BodySyntax::Xml,
            .embedded = {{.bodyIs = {EmbeddedBody::ErrorDocument}, .treatAsStatus = 500}}};
        const Judgement result = judged(policy, xmlError(200, "InternalError"));
        QCOMPARE(stepsOf(result.decision.trace).front(), std::string("EmbeddedErrorFound"));
        const auto found = findStep<EmbeddedErrorFound>(result.decision.trace);
        QCOMPARE(found->status, 200);
        QCOMPARE(found->treatedAs, 500);
        QVERIFY(found->body == BodyState::Parsed);
    }

    void aSuccessIsSearchedForANameOnlyWhereARuleAsksForOne_data()
    {
        QTest::addColumn<Condition>("when");
        QTest::addColumn<int>("scope");
        QTest::addColumn<bool>("isSearched");
        const auto row = [](const char* name, const Condition& when, RuleScope scope, bool isSearched) {
            QTest::newRow(name) << when << static_cast<int>(scope) << isSearched;
        };
        row("name", {.nameIn = {"Busy"}}, RuleScope::Successes, true);
        row("nameOfAnything", {.nameIn = {"Busy"}}, RuleScope::All, true);
        row("prefix", {.namePrefixIn = {"Bu"}}, RuleScope::Successes, true);
        row("state", {.nameIs = NameIs::Present}, RuleScope::Successes, true);
        row("nameOfErrors", {.nameIn = {"Busy"}}, RuleScope::Errors, false);
        row("status", {.statusIn = {{202, 202}}}, RuleScope::Successes, false);
    }

    void aSuccessIsSearchedForANameOnlyWhereARuleAsksForOne()
    {
        QFETCH(Condition, when);
        QFETCH(int, scope);
        Policy policy = plainPolicy();
        policy.rules = {ruleFor("it", when, ErrorKind::Transient)};
        policy.rules.front().scope = static_cast<RuleScope>(scope);
        const Judgement result = judged(policy, xmlError(200, "Free"));
        QTEST(findStep<NameFound>(result.decision.trace).has_value(), "isSearched");
    }

    void aPermanentErrorStopsBeforeAnythingIsCharged()
    {
        const Judgement result = judged(fullPolicy(), response(404));
        QCOMPARE(stopOf(result), std::string("notRetryable"));
        QVERIFY(!findStep<AttemptsCounted>(result.decision.trace));
        QVERIFY(!result.client.quota);
    }

    void anErrorIsHandedOverByARuleForErrorsAlone()
    {
        Policy policy = fullPolicy();
        Rule fine = ruleFor("fine", {.statusIn = {{500, 500}}}, ErrorKind::Server);
        fine.succeedsAtLimit = true;
        policy.rules.insert(policy.rules.begin(), fine);
        Situation last;
        last.request.attemptsMade = last.request.attemptsCounted = 4;
        QCOMPARE(named(judged(policy, response(500), last).decision.verdict), std::string("succeed"));
        AttemptFacts cut = response(500);
        cut.fault = Fault{.kind = FaultKind::ResponseTruncated, .detail = {}};
        QCOMPARE(named(judged(policy, cut, last).decision.verdict), std::string("stop"));
    }

    void attemptsMayDependOnTheKindOfTheLatestFailure()
    {
        Policy policy = fullPolicy();
        policy.attempts.maxByKind = {{ErrorKind::Timeout, 2}};
        policy.rules.insert(policy.rules.begin(),
                            ruleFor("gone", {.faultIn = {FaultKind::ConnectionReset}}, ErrorKind::Timeout));
        Situation second;
        second.request.attemptsMade = second.request.attemptsCounted = 1;
        const Judgement gone = judged(policy, faulty(FaultKind::ConnectionReset), second);
        QCOMPARE(stopOf(gone), std::string("attemptsExhausted"));
        QCOMPARE(findStep<AttemptsCounted>(gone.decision.trace)->allowed, 2);
        QCOMPARE(named(judged(policy, response(503), second).decision.verdict), std::string("retry"));
    }

    void aClientMayLimitItsCallsByItself()
    {
        Policy policy = fullPolicy();
        policy.attempts.maxElapsed = ms(1000);
        Situation late;
        late.now = Instant{ms(1000)};
        const Judgement stopped = judged(policy, response(503), late);
        QCOMPARE(stopOf(stopped), std::string("deadlineExceeded"));
        QVERIFY(findStep<DeadlineChecked>(stopped.decision.trace)->isOfPolicy);
        late.spec.deadline = ms(500);
        QVERIFY(!findStep<DeadlineChecked>(judged(policy, response(503), late).decision.trace)->isOfPolicy);
        policy.attempts.maxElapsed.reset();
        policy.attempts.timeoutCoversCall = true;
        late.spec.deadline.reset();
        QCOMPARE(stopOf(judged(policy, response(503), late)), std::string("none"));
        late.spec.attemptTimeout = ms(900);
        QCOMPARE(stopOf(judged(policy, response(503), late)), std::string("deadlineExceeded"));
    }

    void everyCallMayBringTokens()
    {
        Policy policy = fullPolicy();
        policy.quota->start = 3;
        policy.quota->earnPerCall = 2;
        const ResolvedPolicy ready = resolved(policy, {});
        const CallBeginning first = beginCall(ready, {}, Instant{});
        QCOMPARE(*first.client.quota, 5);
        QCOMPARE(*beginCall(ready, first.client, Instant{}).client.quota, 7);
        ClientState full;
        full.quota = policy.quota->capacity;
        QCOMPARE(*beginCall(ready, full, Instant{}).client.quota, policy.quota->capacity);
    }

    void theLastAttemptStopsBeforeAnythingIsCharged()
    {
        Situation situation;
        situation.request.attemptsMade = 4;
        situation.request.attemptsCounted = 4;
        const Judgement result = judged(fullPolicy(), response(503), situation);
        QCOMPARE(stopOf(result), std::string("attemptsExhausted"));
        QVERIFY(*findStep<AttemptsCounted>(result.decision.trace) ==
                (AttemptsCounted{.made = 5, .allowed = 5}));
        QVERIFY(!findStep<QuotaCharged>(result.decision.trace));
        QVERIFY(!result.decision.window);
    }

    void aStreamThatIsGoneStops()
    {
        Situation situation;
        situation.spec.bodyIsReplayable = false;
        const Judgement result = judged(fullPolicy(), response(503), situation);
        QCOMPARE(stopOf(result), std::string("bodyNotReplayable"));
    }

    void aBodyBeyondWhatTheClientKeepsIsSentOnce()
    {
        Policy policy = fullPolicy();
        policy.requestBody = RequestBodySpec{.max = 9, .onlyOnceSent = false, .source = "s"};
        Situation situation;
        situation.spec.body = "0123456789";
        const Judgement result = judged(policy, response(503), situation);
        QCOMPARE(stopOf(result), std::string("bodyNotReplayable"));
        QVERIFY(*findStep<BodyChecked>(result.decision.trace) ==
                (BodyChecked{.isReplayable = false, .bytes = 10, .limit = 9}));
        situation.spec.body.pop_back();
        QVERIFY(judged(policy, response(503), situation).decision.verdict == Verdict::Retry);
    }

    void aLimitOnBodiesThatWereSentLetsAConnectionBeMadeAgain()
    {
        Policy policy = fullPolicy();
        policy.requestBody = RequestBodySpec{.max = 9, .onlyOnceSent = true, .source = "s"};
        Situation situation;
        situation.spec.body = "0123456789";
        QVERIFY(judged(policy, faulty(FaultKind::ConnectionRefused), situation).decision.verdict ==
                Verdict::Retry);
        QCOMPARE(stopOf(judged(policy, faulty(FaultKind::ConnectionReset), situation)),
                 std::string("bodyNotReplayable"));
    }

    void aRequestWithoutABodyNeedsNoBodyCheck()
    {
        const Judgement result = judged(fullPolicy(), response(503));
        QVERIFY(!findStep<BodyChecked>(result.decision.trace));
    }

    void theDeadlineStopsWhatCannotEndInTime_data()
    {
        QTest::addColumn<double>("deadline");
        QTest::addColumn<QByteArray>("stop");
        QTest::newRow("fits") << 111.0 << QByteArray("none"); // 10 ms are over, the delay takes 100 ms
        QTest::newRow("endsExactlyThen") << 110.0 << QByteArray("deadlineExceeded");
        QTest::newRow("tooShort") << 50.0 << QByteArray("deadlineExceeded");
        QTest::newRow("farAway") << 1e300 << QByteArray("none");
    }

    void theDeadlineStopsWhatCannotEndInTime()
    {
        QFETCH(double, deadline);
        QFETCH(QByteArray, stop);
        Policy policy = fullPolicy();
        policy.backoff.jitter = Jitter::None;
        Situation situation;
        situation.spec.deadline = ms(deadline);
        const Judgement result = judged(policy, response(503), situation);
        QCOMPARE(stopOf(result), stop.toStdString());
        // A stop leaves the bucket alone and has no delay.
        QCOMPARE(!findStep<QuotaCharged>(result.decision.trace), stop != "none");
        QCOMPARE(result.decision.window.has_value(), stop == "none");
    }

    void anEmptyBucketStops()
    {
        Situation situation;
        situation.client.quota = 4;
        const Judgement result = judged(fullPolicy(), response(503), situation);
        QCOMPARE(stopOf(result), std::string("quotaExhausted"));
        QVERIFY(*findStep<QuotaCharged>(result.decision.trace) ==
                (QuotaCharged{
                    .kind = ErrorKind::Transient, .cost = 5, .before = 4, .after = 4, .granted = false}));
        QCOMPARE(*result.client.quota, 4);
        QCOMPARE(result.decision.delay, Duration::zero());
    }

    void aRetryIsChargedByItsKind()
    {
        Policy policy = fullPolicy();
        policy.quota->costByKind[ErrorKind::Timeout] = 10;
        policy.rules.insert(policy.rules.begin(),
                            ruleFor("timeout", {.faultIn = {FaultKind::ReadTimeout}}, ErrorKind::Timeout));
        QCOMPARE(*judged(policy, response(503)).client.quota, 495);
        QCOMPARE(*judged(policy, faulty(FaultKind::ReadTimeout)).client.quota, 490);
    }

    void aRuleCanHaveACostAndADelayOfItsOwn()
    {
        Policy policy = fullPolicy();
        policy.rules.front().quotaCost = 0;
        policy.rules.front().delay = ms(7);
        const Judgement result = judged(policy, response(503));
        QCOMPARE(*result.client.quota, 500);
        QCOMPARE(result.decision.delay, ms(7));
        QVERIFY(*result.decision.window == (DelayWindow{ms(7), ms(7)}));
        const auto backoff = findStep<BackoffComputed>(result.decision.trace);
        QCOMPARE(backoff->factor, 1.0);
        QVERIFY(!backoff->atOnce);
        policy.rules.front().delay = Duration::zero();
        QVERIFY(findStep<BackoffComputed>(judged(policy, response(503)).decision.trace)->atOnce);
    }

    void theLastCostComesBackWithASuccess()
    {
        const Judgement result =
            judged(fullPolicy(), response(200),
                   {.client = {.quota = 480}, .request = {.attemptsMade = 2, .lastCost = 10}});
        QVERIFY(*findStep<QuotaReturned>(result.decision.trace) ==
                (QuotaReturned{.amount = 10, .before = 480, .after = 490}));
        QCOMPARE(*result.client.quota, 490);
    }

    void aQuotaPerCallLeavesTheClientAlone()
    {
        Policy policy = fullPolicy();
        policy.quota->scope = QuotaScope::Call;
        policy.quota->capacity = 9;
        const Judgement first = judged(policy, response(503));
        QCOMPARE(*first.request.quota, 4);
        QVERIFY(!first.client.quota);
        Situation situation;
        situation.client = first.client;
        situation.request = first.request;
        QCOMPARE(stopOf(judged(policy, response(503), situation)), std::string("quotaExhausted"));
    }

    void fiveHundredTokensPayTwoRetriesOfFiftyCalls()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        const RunRecord record =
            runOf(policy, std::vector<AttemptFacts>{response(503)}, RunOptions{.calls = 52});
        for (int call = 0; call < 52; ++call) {
            const CallRecord& made = record.calls()[static_cast<std::size_t>(call)];
            QCOMPARE(made.attempts.size(), call < 50 ? std::size_t{3} : std::size_t{1});
            QCOMPARE(named(*made.stopReason),
                     std::string(call < 50 ? "attemptsExhausted" : "quotaExhausted"));
        }
    }

    void aFailureThatDoesNotCountBringsTheEndNoNearer()
    {
        Policy policy = plainPolicy();
        policy.attempts.max = 1;
        policy.backoff = plainBackoff();
        policy.rules.back().countsAsAttempt = false;
        const Judgement result = judged(policy, faulty(FaultKind::ConnectionReset));
        QCOMPARE(named(result.decision.verdict), std::string("retry"));
        QCOMPARE(result.request.attemptsMade, 1);
        QCOMPARE(result.request.attemptsCounted, 0);
        QVERIFY(!findStep<AttemptsCounted>(result.decision.trace)->counted);
    }

    void someClientsWaitOnceMoreBeforeTheyGiveUp()
    {
        Policy policy = plainPolicy();
        policy.attempts.max = 1;
        policy.backoff = plainBackoff();
        policy.backoff.beforeGivingUp = true;
        const Judgement result = judged(policy, response(503));
        QCOMPARE(stopOf(result), std::string("attemptsExhausted"));
        QCOMPARE(result.decision.delay, ms(100));
        QVERIFY(*result.decision.window == (DelayWindow{ms(100), ms(100)}));
        QVERIFY(findStep<BackoffComputed>(result.decision.trace)->beforeGivingUp);
    }

    void theDrawChoosesWithinTheWindow()
    {
        Situation situation;
        situation.draw = 0.25;
        const Judgement result = judged(fullPolicy(), response(503), situation);
        QCOMPARE(result.decision.delay, ms(25));
        QVERIFY(*result.decision.window == (DelayWindow{ms(0), ms(100)}));
        QCOMPARE(result.request.delayBefore.delay, ms(25));
    }

    void aPollingClientPlansNoDelayAfterAnAttempt()
    {
        Policy policy = fullPolicy();
        policy.backoff.when = BackoffWhen::BeforeEach;
        const Judgement result = judged(policy, response(503));
        QCOMPARE(result.decision.delay, Duration::zero());
        QVERIFY(*result.decision.window == DelayWindow{});
        QVERIFY(!findStep<BackoffComputed>(result.decision.trace));
    }

    void aBatchSendsOnlyWhatWasLeft()
    {
        Policy policy = plainPolicy();
        policy.rules.insert(policy.rules.begin(), ruleFor("part", {.partDone = true}, ErrorKind::PartDone));
        policy.rules.front().scope = RuleScope::Successes;
        Situation situation;
        situation.spec.batch =
            BatchEnvelope{.before = "{\"RequestItems\":", .after = ",\"X\":1}", .items = 5};

        const Judgement first = judged(policy, partDone("{\"T\":[1,2]}", 2), situation);
        QCOMPARE(named(first.decision.verdict), std::string("retry"));
        QVERIFY(*findStep<PartDoneFound>(first.decision.trace) == (PartDoneFound{.left = 2, .total = 5}));
        QCOMPARE(*first.request.nextBody, std::string("{\"RequestItems\":{\"T\":[1,2]},\"X\":1}"));

        situation.request = first.request;
        const Judgement second = judged(policy, partDone("{\"T\":[2]}", 1), situation);
        QVERIFY(*findStep<PartDoneFound>(second.decision.trace) == (PartDoneFound{.left = 1, .total = 2}));
        QCOMPARE(*second.request.nextBody, std::string("{\"RequestItems\":{\"T\":[2]},\"X\":1}"));

        situation.request = second.request;
        const Judgement failed = judged(policy, response(404), situation);
        QCOMPARE(*failed.request.nextBody, *second.request.nextBody);
    }

    void theServersClockIsComparedInWholeSeconds_data()
    {
        QTest::addColumn<qint64>("serverAheadSeconds");
        QTest::addColumn<bool>("off");
        QTest::newRow("same") << qint64(0) << false;
        QTest::newRow("justWithin") << qint64(239) << false;
        QTest::newRow("justOff") << qint64(240) << true;
        QTest::newRow("behindJustWithin") << qint64(-239) << false;
        QTest::newRow("behindJustOff") << qint64(-240) << true;
    }

    /// A Date header has no fractions, so ours must not have any either.
    void theServersClockIsComparedInWholeSeconds()
    {
        QFETCH(qint64, serverAheadSeconds);
        QFETCH(bool, off);
        Situation situation;
        situation.now = Instant{ms(987.654)};
        const AttemptFacts facts = dated(403, kStart + std::chrono::seconds{serverAheadSeconds});
        const Judgement result = judged(fullPolicy(), facts, situation);
        const auto compared = findStep<ClockCompared>(result.decision.trace);
        QVERIFY(compared);
        QCOMPARE(compared->difference, Duration{std::chrono::seconds{serverAheadSeconds}});
        QCOMPARE(compared->isOff, off);
        QCOMPARE(result.client.clockSkew, off ? compared->difference : Duration::zero());
    }

    void theSendRateIsToldOnceTheLimiterIsAwake()
    {
        Policy policy = fullPolicy();
        const auto updateAfter = [&policy](int status) {
            return *findStep<LimiterUpdated>(judged(policy, response(status)).decision.trace);
        };
        const LimiterUpdated asleep = updateAfter(500);
        QVERIFY(!asleep.enabled);
        QCOMPARE(asleep.rateBeforePerSecond, 0.0);
        QCOMPARE(asleep.rateAfterPerSecond, 0.0);
        policy.rules = {ruleFor("slow", {.statusIn = {{503, 503}}}, ErrorKind::Throttling)};
        const Judgement throttled = judged(policy, response(503));
        const LimiterUpdated awake = updateAfter(503);
        QVERIFY(awake.enabled);
        QCOMPARE(awake.rateBeforePerSecond, 0.0);
        QCOMPARE(awake.rateAfterPerSecond, throttled.client.limiter.fillRate);
        const Judgement second = judged(policy, response(503), {.client = throttled.client});
        QCOMPARE(findStep<LimiterUpdated>(second.decision.trace)->rateBeforePerSecond,
                 throttled.client.limiter.fillRate);
    }

    void whatIsLeftCountsOnlyWhereTheBatchIsPartDone()
    {
        Policy policy = plainPolicy();
        policy.rules = {ruleFor("left", {.partDone = true}, ErrorKind::PartDone)};
        policy.rules.front().scope = RuleScope::All;
        const auto found = findStep<PartDoneFound>(judged(policy, partDone("{}", 2)).decision.trace);
        QCOMPARE(found->left, 2);
        QCOMPARE(found->total, 0); // the request is no batch that is known
        policy.rules.front().kind = ErrorKind::Transient;
        const Judgement whole = judged(policy, partDone("{}", 2));
        QVERIFY(!findStep<PartDoneFound>(whole.decision.trace));
        QVERIFY(!whole.request.nextBody);
    }

    void aFailureThatDoesNotCountIsRetriedAlsoAtTheLimit()
    {
        Policy policy = plainPolicy();
        policy.rules.front().countsAsAttempt = false;
        Situation last;
        last.request = {.attemptsMade = 7, .attemptsCounted = 3};
        QCOMPARE(named(judged(policy, response(503), last).decision.verdict), std::string("retry"));
    }

    void aDelayBeforeGivingUpIsFound()
    {
        Policy policy = fullPolicy();
        policy.backoff.beforeGivingUp = true;
        Situation last;
        last.request = {.attemptsMade = 4, .attemptsCounted = 4};
        const auto backoff = findStep<BackoffComputed>(judged(policy, response(503), last).decision.trace);
        QVERIFY(backoff && backoff->beforeGivingUp);
    }

    void aClockThatIsNotComparedIsNotOff()
    {
        Policy policy = plainPolicy();
        policy.clock = ClockSpec{};
        policy.rules = {ruleFor("skewed", {.serverClockOff = true}, ErrorKind::Transient)};
        QCOMPARE(named(judged(policy, response(403)).decision.kind), std::string("permanent"));
        QCOMPARE(named(judged(policy, dated(403, kStart + std::chrono::hours{1})).decision.kind),
                 std::string("transient"));
    }

    void theUsesOfARuleThatMayMatchOnceAreCounted()
    {
        Policy policy = plainPolicy();
        policy.rules = {ruleFor("once", {.statusIn = {{500, 500}}}, ErrorKind::Transient),
                        ruleFor("always", {.statusIn = {{503, 503}}}, ErrorKind::Transient)};
        policy.rules.front().atMost = 1;
        const Situation situation{.request = judged(policy, response(500)).request};
        QCOMPARE(situation.request.ruleUses, (std::vector<int>{1, 0}));
        QCOMPARE(named(judged(policy, response(500), situation).decision.kind), std::string("permanent"));
        QVERIFY(judged(policy, response(503)).request.ruleUses.empty());
    }

    /// fetch in Node sends once more after 421, before the client around it sees the response.
    void aRuleWithADelayOfItsOwnDoesNotLookAtHints()
    {
        Policy policy = fullPolicy();
        Rule rule = ruleFor("misdirected", {.statusIn = {{421, 421}}}, ErrorKind::Transient);
        rule.delay = Duration::zero();
        policy.rules = {rule};
        policy.hints = {{.header = "retry-after", .bounds = HintBounds::Replace, .forbidsAbove = ms(1000)}};
        const Decision decision = judged(policy, response(421, {{"Retry-After", "2"}})).decision;
        QCOMPARE(named(decision.verdict), std::string("retry"));
        QCOMPARE(decision.delay, Duration::zero());
        QVERIFY(decision.window == DelayWindow{});
        QVERIFY(!findStep<HintApplied>(decision.trace));
    }

    void howFarTheServerIsAheadIsKnownFromTheLatestResponse()
    {
        const Judgement result = judged(plainPolicy(), dated(503, kStart + std::chrono::seconds{60}));
        QCOMPARE(*result.request.serverAhead, ms(60000) - ms(10));
        QVERIFY(!judged(plainPolicy(), response(503), {.request = result.request}).request.serverAhead);
    }

    void aClockThatIsNotKnownIsNotCompared()
    {
        Policy policy = plainPolicy();
        policy.clock = ClockSpec{};
        const AttemptFacts facts = dated(503, kStart + std::chrono::hours{1});
        const RequestSpec spec;
        const Judgement result =
            judge(resolved(policy, spec), spec, {}, {}, facts, {.now = Instant{ms(10)}}, 0.5);
        QVERIFY(!findStep<ClockCompared>(result.decision.trace));
        QVERIFY(!result.request.serverAhead);
    }

    void aLearnedSkewMakesTheClocksAgree()
    {
        const AttemptFacts facts = dated(403, kStart + std::chrono::hours{1});
        Situation situation;
        situation.client = judged(fullPolicy(), facts, situation).client;
        const Judgement again = judged(fullPolicy(), facts, situation);
        QCOMPARE(findStep<ClockCompared>(again.decision.trace)->difference, Duration::zero());
        QVERIFY(!findStep<ClockCompared>(again.decision.trace)->isOff);
    }

    void aClientThatDoesNotLearnFindsTheClockOffEachTime()
    {
        Policy policy = fullPolicy();
        policy.clock->learns = false;
        const Judgement result = judged(policy, dated(403, kStart + std::chrono::hours{1}));
        QVERIFY(findStep<ClockCompared>(result.decision.trace)->isOff);
        QCOMPARE(result.client.clockSkew, Duration::zero());
    }

    void successesDoNotTeachTheClock()
    {
        const Judgement result = judged(fullPolicy(), dated(200, kStart + std::chrono::hours{1}));
        QVERIFY(!findStep<ClockCompared>(result.decision.trace));
        QCOMPARE(result.client.clockSkew, Duration::zero());
    }

    void theLimiterLearnsFromEveryAnswer()
    {
        Policy policy = fullPolicy();
        policy.rules.insert(policy.rules.begin(),
                            ruleFor("slow", {.statusIn = {{429, 429}}}, ErrorKind::Throttling));
        Situation situation;
        situation.now = Instant{std::chrono::seconds{1}};
        const Judgement success = judged(policy, response(200), situation);
        QVERIFY(!success.client.limiter.enabled);
        QVERIFY(success.client.limiter.measuredRate > 0);
        const Judgement throttled = judged(policy, response(429), situation);
        QVERIFY(throttled.client.limiter.enabled);
        QVERIFY(findStep<LimiterUpdated>(throttled.decision.trace)->throttled);
    }

    /// A thousand policies, facts and states of every kind: always a decision, the same one again, and every
    /// number within its bounds.
    void anythingIsDecidedTheSameWayTwiceAndWithinBounds();
};

namespace {

class Chaos
{
public:
    explicit Chaos(int round) : m_round(round) {}

    double draw() { return seededDraw(11, m_round, 1, ++m_number); }
    int choice(int count) { return static_cast<int>(draw() * count); }
    bool maybe() { return choice(2) == 0; }
    template <typename T>
    T oneOf(std::initializer_list<T> values)
    {
        return *(values.begin() + choice(static_cast<int>(values.size())));
    }

    Condition condition()
    {
        Condition when;
        if (maybe()) {
            when.statusIn = {{oneOf({200, 400, 500}), oneOf({500, 503, 599})}};
        }
        if (choice(4) == 0) {
            when.nameIn = {"SlowDown", ""};
        }
        if (choice(4) == 0) {
            when.nameIs = static_cast<NameIs>(choice(4));
        }
        if (choice(6) == 0) {
            when.faultIn = {static_cast<FaultKind>(choice(13))};
        }
        if (choice(6) == 0) {
            when.bodyIs = {static_cast<BodyState>(choice(3))};
        }
        if (choice(8) == 0) {
            when.serverClockOff = maybe();
        }
        return when;
    }

    Policy policy()
    {
        Policy policy = plainPolicy();
        policy.rules.clear();
        for (int i = choice(6); i > 0; --i) {
            Rule rule = ruleFor("r", condition(), static_cast<ErrorKind>(choice(9)));
            rule.scope = static_cast<RuleScope>(choice(3));
            rule.countsAsAttempt = choice(4) != 0;
            if (choice(6) == 0) {
                rule.delay = ms(draw() * 1000);
            }
            if (choice(6) == 0) {
                rule.atMost = 1 + choice(2);
            }
            policy.rules.push_back(rule);
        }
        policy.lastMatchWins = maybe();
        policy.otherwise = static_cast<ErrorKind>(choice(9));
        policy.attempts = {.max = oneOf({0, 1, 3, std::numeric_limits<int>::max()}), .countsFirst = maybe()};
        policy.backoff = {.type = static_cast<BackoffType>(choice(2)),
                          .base = {.byDefault = ms(draw() * 1000)},
                          .factor = 1 + draw() * 9,
                          .exponentStart = choice(3),
                          .jitter = static_cast<Jitter>(choice(4)),
                          .when = static_cast<BackoffWhen>(choice(2)),
                          .firstRetryAtOnce = maybe(),
                          .beforeGivingUp = maybe()};
        if (maybe()) {
            policy.backoff.cap = ms(1000 + draw() * 20000);
        }
        if (maybe()) {
            policy.quota = QuotaSpec{.capacity = 1 + choice(20),
                                     .scope = static_cast<QuotaScope>(choice(2)),
                                     .cost = choice(8),
                                     .giveBack = static_cast<GiveBack>(choice(4)),
                                     .whenEmpty = static_cast<WhenQuotaEmpty>(choice(2))};
        }
        if (maybe()) {
            policy.limiter = plainLimiter();
        }
        if (maybe()) {
            policy.hints = {{.header = "retry-after",
                             .unit = static_cast<HintUnit>(choice(4)),
                             .bounds = static_cast<HintBounds>(choice(3))}};
        }
        if (maybe()) {
            policy.clock = ClockSpec{.learns = maybe()};
        }
        return policy;
    }

    AttemptFacts facts()
    {
        AttemptFacts result;
        if (choice(4) != 0) {
            const int status = oneOf({200, 204, 301, 400, 403, 404, 429, 500, 503, 0, -1, 999});
            result = oneOf(
                {response(status), xmlError(status, oneOf<std::string>({"SlowDown", "", "X"})),
                 jsonError(status, "a#SlowDown"), partDone("{}", choice(3)),
                 response(status, {{"Retry-After", oneOf<std::string>({"1", "-1", "99999999999", "x"})}}),
                 dated(status, kStart + std::chrono::hours{choice(3) - 1})});
        }
        if (choice(3) == 0) {
            result.fault = Fault{.kind = static_cast<FaultKind>(choice(13)), .detail = {}};
        }
        return result;
    }

    Situation situation()
    {
        Situation result;
        result.spec.bodyIsReplayable = choice(4) != 0;
        result.spec.body = oneOf<std::string>({"", "x"});
        if (choice(3) == 0) {
            result.spec.deadline = ms(draw() * 2000);
        }
        result.request.attemptsMade = choice(5);
        result.request.attemptsCounted = choice(result.request.attemptsMade + 1);
        result.request.delayBefore.delay = ms(draw() * 5000);
        result.now = Instant{ms(draw() * 1000)};
        result.draw = draw();
        return result;
    }

private:
    int m_round;
    int m_number = 0;
};

} // namespace

void TstJudge::anythingIsDecidedTheSameWayTwiceAndWithinBounds()
{
    for (int round = 0; round < 5000; ++round) {
        Chaos chaos(round);
        const Policy policy = chaos.policy();
        const AttemptFacts facts = chaos.facts();
        const Situation situation = chaos.situation();

        const Judgement result = judged(policy, facts, situation);
        const Judgement again = judged(policy, facts, situation);
        QVERIFY(result.decision == again.decision);
        QVERIFY(result.client == again.client);
        QVERIFY(result.request == again.request);

        const Decision& decision = result.decision;
        QCOMPARE(decision.stopReason.has_value(), decision.verdict == Verdict::Stop);
        QCOMPARE(decision.verdict == Verdict::Succeed, decision.kind == ErrorKind::None);
        QVERIFY(decision.verdict != Verdict::Retry || decision.window);
        QVERIFY(decision.delay >= Duration::zero());
        if (decision.window) {
            QVERIFY(decision.window->low <= decision.delay && decision.delay <= decision.window->high);
        }
        QVERIFY(findStep<KindChosen>(decision.trace));
        for (const std::optional<int>& level : {result.client.quota, result.request.quota}) {
            QVERIFY(!level || (*level >= 0 && *level <= policy.quota->capacity));
        }
        QCOMPARE(result.request.attemptsMade, situation.request.attemptsMade + 1);
    }
}

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstJudge)

#include "tst_judge.moc"
