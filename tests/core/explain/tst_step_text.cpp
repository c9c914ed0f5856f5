// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/step_text.h"

#include "core/decide/judge.h"
#include "core/explain/attempt_words.h"
#include "core/explain/brief_reason.h"
#include "core/explain/explain.h"
#include "core/run/seeded_dice.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <set>

namespace retryscope::test {

namespace {

/// Every group has a source, so that each sentence can show it.
Policy sourcedPolicy()
{
    Policy policy = plainPolicy();
    policy.attempts.source = "attempts source";
    policy.backoff = plainBackoff();
    policy.backoff.source = "backoff source";
    policy.quota = plainQuota();
    policy.quota->source = "quota source";
    policy.limiter = plainLimiter();
    policy.limiter->source = "limiter source";
    policy.hints = {{.header = "retry-after", .source = "hint source"}};
    policy.clock = ClockSpec{.source = "clock source"};
    policy.reading["generic"] = {.places = {{NameSource::Json, "__type"}}, .source = "reader source"};
    policy.rules.front().title = "a server error";
    policy.rules.front().source = "rule source";
    policy.otherwiseSource = "last word source";
    return policy;
}

} // namespace

class TstStepText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFindingHasASentenceWithItsNumbers_data()
    {
        QTest::addColumn<TraceStep>("step");
        QTest::addColumn<AttemptFacts>("facts");
        QTest::addColumn<QString>("expected"); // title | text | source
        const auto row = [](const char* name, const TraceStep& step, const char* expected,
                            const AttemptFacts& facts = response(503)) {
            QTest::newRow(name) << step << facts << QString::fromUtf8(expected);
        };
        const ErrorName found{NameState::Present, "Busy", "a#Busy", "json:__type"};
        row("name", NameFound{.name = found, .body = BodyState::Parsed},
            "Error name | The error name is “Busy” (from json:__type), where it is written “a#Busy”. | "
            "reader source");
        row("emptyName", NameFound{.name = {NameState::Empty, "", "", "xml:Error/Code"}},
            "Error name | The error name in xml:Error/Code is empty. | reader source");
        row("noNameInTheBody", NameFound{.body = BodyState::Parsed},
            "Error name | No error name at json:__type. The body contains xml:Error/Code. | reader source",
            xmlError(503, "Busy"));
        row("noBody", NameFound{.body = BodyState::Absent},
            "Error name | No error name: the response has no body. | reader source");
        row("unreadableBody", NameFound{.body = BodyState::Unparseable},
            "Error name | No error name: the body cannot be parsed. | reader source",
            responseWith(503, {.isEmpty = false}));
        row("noAnswer", NameFound{}, "Error name | No error name: no HTTP response arrived. | reader source",
            faulty(FaultKind::ReadTimeout));
        row("embeddedError", EmbeddedErrorFound{.status = 200, .treatedAs = 500},
            "Success status, but a failure | The status is 200, but the body is an error document. The "
            "client treats the response as 500. | reader source");
        row("embeddedNothing", EmbeddedErrorFound{.status = 200, .treatedAs = 200, .body = BodyState::Absent},
            "Success status, but a failure | The status is 200, but the body is empty. | reader source");
        row("embeddedRubbish",
            EmbeddedErrorFound{.status = 200, .treatedAs = 500, .body = BodyState::Unparseable},
            "Success status, but a failure | The status is 200, but the body cannot be parsed. The client "
            "treats the response as 500. | reader source");
        row("ruleMatched", RuleTried{.rule = 0, .matched = true},
            "A server error | The status is 503. | rule source");
        row("ruleDidNotMatch", RuleTried{.rule = 0, .evidence = Evidence::Status},
            "A server error | The status is 404. | rule source", response(404));
        row("kind", KindChosen{.kind = ErrorKind::Transient, .rule = 0, .status = 503},
            "Kind of error: transient | This failure might pass by itself. | rule source");
        row("kindWithoutARule", KindChosen{.kind = ErrorKind::Permanent, .status = 404},
            "Kind of error: permanent | This client does not retry this kind. No rule matched, so the "
            "policy's default applies. | last word source");
        row("clockOff",
            ClockCompared{
                .difference = std::chrono::hours{1}, .tolerance = std::chrono::minutes{4}, .isOff = true},
            "The clocks differ | The response's Date header is 1 h from the client's clock. A difference of "
            "at least 4 min counts as clock skew. | clock source");
        row("clockRight", ClockCompared{.difference = ms(0), .tolerance = std::chrono::minutes{4}},
            "The clocks agree | The response's Date header is 0 ms from the client's clock. A difference of "
            "at least 4 min counts as clock skew. | clock source");
        row("rateSleeps", LimiterUpdated{.measuredPerSecond = 2},
            "Send rate | After this response the client measures a send rate of 2 per second. It sends "
            "without a limit until the first throttling response. | limiter source");
        row("rateCut",
            LimiterUpdated{
                .rateAfterPerSecond = 1.4, .measuredPerSecond = 2, .throttled = true, .enabled = true},
            "Send rate | After this throttling response the client measures a send rate of 2 per second. It "
            "allows 1.4 per second from now on. | limiter source");
        row("tokensReturned", QuotaReturned{.amount = 5, .before = 490, .after = 495},
            "Retry quota | The quota gets back 5 tokens: 490 → 495. | quota source");
        row("bucketFull", QuotaReturned{.amount = 0, .before = 500, .after = 500},
            "Retry quota | The quota is full: 500 tokens. | quota source");
        row("partDone", PartDoneFound{.left = 2, .total = 5},
            "Part done | The server did not process 2 of 5 items. The next attempt sends only what is left. "
            "| ");
        row("attemptsLeft", AttemptsCounted{.made = 1, .allowed = 3},
            "Attempts left | The client has made 1 of 3 attempts, including the first. | attempts source");
        row("noAttemptLeft", AttemptsCounted{.made = 3, .allowed = 3},
            "No attempts left | The client has made 3 of 3 attempts, including the first. | attempts source");
        row("doesNotCount", AttemptsCounted{.made = 0, .allowed = 3, .counted = false},
            "Attempts | This client does not count this failure as an attempt: still 0 of 3. | attempts "
            "source");
        row("bodyAgain", BodyChecked{.isReplayable = true},
            "Request body | The client can send the body again. | ");
        row("bodyTooLong", BodyChecked{.isReplayable = false, .bytes = 2048, .limit = 1024},
            "Request body | The request body of 2 KiB is longer than the 1 KiB that this client keeps for a "
            "retry. | ");
        row("bodyGone", BodyChecked{.isReplayable = false},
            "Request body | The client can send the request body only once. | ");
        row("delay",
            BackoffComputed{.base = ms(100),
                            .factor = 2,
                            .exponent = 1,
                            .jitter = Jitter::Full,
                            .draw = 0.5,
                            .high = ms(200),
                            .result = ms(100)},
            "Delay | The delay is 0.5 × 100 ms × 2^1 = 100 ms. Its range is 0 to 200 ms. | backoff source");
        row("delayDrawnLater",
            BackoffComputed{.base = ms(100), .factor = 2, .jitter = Jitter::Full, .high = ms(100)},
            "Delay | The delay is random, from 0 to 100 ms: at most 100 ms × 2^0. | backoff source");
        row("delayDrawnFromTheUpperHalf",
            BackoffComputed{.base = ms(100),
                            .factor = 1,
                            .cap = ms(50),
                            .jitter = Jitter::Equal,
                            .low = ms(25),
                            .high = ms(50)},
            "Delay | The delay is random, from 25 to 50 ms: at most min(100 ms, 50 ms). | backoff source");
        row("delayDrawnAround",
            BackoffComputed{.base = ms(100), .jitter = Jitter::Around, .low = ms(80), .high = ms(120)},
            "Delay | The delay is random, from 80 to 120 ms. | backoff source");
        row("atOnceWhateverCouldBeDrawn", BackoffComputed{.high = ms(100), .atOnce = true},
            "Delay | The client retries at once. | backoff source");
        const auto capped = [](Jitter jitter) {
            return BackoffComputed{.base = ms(100),
                                   .factor = 2,
                                   .exponent = 4,
                                   .cap = ms(500),
                                   .capApplies = CapApplies::AfterJitter,
                                   .jitter = jitter,
                                   .draw = 0.5,
                                   .low = ms(500),
                                   .high = ms(500),
                                   .result = ms(500)};
        };
        row("capWithoutJitter", capped(Jitter::None),
            "Delay | The delay is min(100 ms × 2^4, 500 ms) = 500 ms. | backoff source");
        row("capAfterJitter", capped(Jitter::Full),
            "Delay | The delay is min(0.5 × 100 ms × 2^4, 500 ms) = 500 ms. | backoff source");
        row("capOfDrawsFromTheLastDelay", capped(Jitter::Decorrelated),
            "Delay | The delay is min(100 ms + 0.5 × (500 ms − 100 ms), 500 ms) = 500 ms. | backoff source");
        row("sendRefused",
            SendDelayed{
                .tokens = 0.05, .ratePerSecond = 0.5, .delay = ms(1900), .enabled = true, .refused = true},
            "Send rate | The client has 0.05 send tokens and gets 0.5 per second. This client does not wait, "
            "so it does not send this attempt. | limiter source");
        row("started", OperationStarted{.token = PollToken::Found},
            "Operation started | Polling begins, with the token from this response. | ");
        row("startedWithoutAToken", OperationStarted{.token = PollToken::NotNeeded},
            "Operation started | Polling begins; the polls need no token. | ");
        row("startedInVain", OperationStarted{.token = PollToken::Missing},
            "Operation cannot be polled | The response has no token where the polls look for one. | ");
        row("delayAtOnce", BackoffComputed{.atOnce = true},
            "Delay | The client retries at once. | backoff source");
        row("delayBeforeGivingUp",
            BackoffComputed{.base = ms(100),
                            .factor = 2,
                            .low = ms(100),
                            .high = ms(100),
                            .result = ms(100),
                            .beforeGivingUp = true},
            "One more delay before giving up | The delay is 100 ms × 2^0 = 100 ms. | backoff source");
        row("hint",
            HintApplied{.header = "retry-after",
                        .text = "2",
                        .asked = ms(2000),
                        .lower = ms(100),
                        .applied = ms(2000)},
            "The server's delay hint | retry-after: 2 (seconds) asks for 2 s. The client obeys: it waits 2 "
            "s. It waits at least its own backoff of 100 ms. | hint source");
        row("hintWithinBounds",
            HintApplied{.header = "retry-after",
                        .text = "60",
                        .asked = ms(60000),
                        .lower = ms(400),
                        .upper = ms(5400),
                        .applied = ms(5400)},
            "The server's delay hint | retry-after: 60 (seconds) asks for 60 s. The client's bounds change "
            "this: it waits 5.4 s. Its bounds are 400 ms to 5.4 s. | hint source");
        row("hintUnreadable", HintApplied{.header = "retry-after", .text = "soon"},
            "The server's delay hint is unreadable | retry-after: soon has no effect: this client expects "
            "seconds. | hint source");
        row("hintForbids", HintApplied{.header = "retry-after", .text = "never", .forbids = true},
            "The server forbids a retry | retry-after: never asks the client not to retry. | hint source");
        row("hintTooLong",
            HintApplied{.header = "retry-after", .text = "3600", .asked = ms(3'600'000), .forbids = true},
            "The server's delay hint is too long | retry-after: 3600 asks for 1 h. That is longer than this "
            "client's limit for delay hints, so it does not retry. | hint source");
        // Of a record whose policy is another one by now.
        row("hintOfAnUnknownHeader",
            HintApplied{
                .header = "x-gone", .text = "2", .asked = ms(2000), .upper = ms(500), .applied = ms(500)},
            "The server's delay hint | x-gone: 2 asks for 2 s. The client's bounds change this: it waits 500 "
            "ms. Its bounds are 0 to 500 ms. | ");
        row("unreadableHintOfAnUnknownHeader", HintApplied{.header = "x-gone", .text = "soon"},
            "The server's delay hint is unreadable | x-gone: soon has no effect. | ");
        row("limitOfTheClient", DeadlineChecked{.left = ms(500), .needed = ms(100), .isOfPolicy = true},
            "The call's time limit allows the delay | This client's time limit for a call leaves 500 ms. The "
            "delay needs 100 ms. | attempts source");
        row("limitOfTheClientTooShort",
            DeadlineChecked{.left = ms(50), .needed = ms(100), .fits = false, .isOfPolicy = true},
            "The call's time limit does not allow the delay | This client's time limit for a call leaves 50 "
            "ms. The delay needs 100 ms. | attempts source");
        row("limitOfTheClientPassed",
            DeadlineChecked{.left = ms(-1), .needed = ms(0), .fits = false, .isOfPolicy = true},
            "The call's time limit does not allow the delay | This client's time limit for a call has "
            "passed. The delay needs 0 ms. | attempts source");
        row("deadlineAfterAFault", DeadlineChecked{.left = ms(-3), .fits = false},
            "The deadline of the call passed | No time is left for another attempt. | ",
            faulty(FaultKind::ConnectionReset));
        row("deadlineFits", DeadlineChecked{.left = ms(500), .needed = ms(100)},
            "The deadline allows the delay | The deadline leaves 500 ms. The delay needs 100 ms. | ");
        row("deadlineTooShort", DeadlineChecked{.left = ms(50), .needed = ms(100), .fits = false},
            "The deadline does not allow the delay | The deadline leaves 50 ms. The delay needs 100 ms. | ");
        row("deadlineInTheAttempt", DeadlineChecked{.fits = false},
            "The deadline of the call passed | The deadline ended this attempt. | ",
            faulty(FaultKind::Cancelled));
        row("deadlinePassed", DeadlineChecked{.left = ms(-3), .fits = false},
            "The deadline of the call passed | No time is left for another attempt. | ");
        row("tokensCharged", QuotaCharged{.cost = 5, .before = 500, .after = 495},
            "Retry quota | This retry costs 5 tokens: 500 → 495. | quota source");
        row("tokensRanOut", QuotaCharged{.cost = 5, .before = 1, .after = 1, .granted = false},
            "The retry quota is too low | A retry after this failure costs 5 tokens, and 1 is left. The "
            "client itself stops here, not the server. Each success gives back what the last retry of the "
            "call cost, or 1 token without a retry. The quota is full again after 499 calls that succeed at "
            "the first attempt. Time alone gives nothing back. | quota source");
        row("polls",
            WaitedBefore{.backoff = {.base = ms(100), .factor = 2, .exponent = 3, .result = ms(800)}},
            "Delay before polling | The delay is 100 ms × 2^3 = 800 ms. | backoff source");
        row("pollsDrawnLater",
            WaitedBefore{.backoff = {.base = ms(100), .factor = 1, .jitter = Jitter::Full, .high = ms(100)}},
            "Delay before polling | The delay is random, from 0 to 100 ms: at most 100 ms. | backoff source");
        row("sendAtOnce", SendDelayed{},
            "Send rate | No throttling response arrived so far, so the send rate has no limit. | limiter "
            "source");
        row("sendDelayed",
            SendDelayed{.tokens = 0.05, .ratePerSecond = 0.5, .delay = ms(1900), .enabled = true},
            "Send rate | The client has 0.05 send tokens and gets 0.5 per second. This attempt waits 1.9 s. "
            "| limiter source");
        row("safetyLimit", SafetyLimitReached{1000},
            "Safety limit | Retryscope stops a call after 1,000 attempts. The client itself would continue. "
            "| "
            "Retryscope's own limit");
    }

    void everyFindingHasASentenceWithItsNumbers()
    {
        QFETCH(TraceStep, step);
        QFETCH(AttemptFacts, facts);
        QFETCH(QString, expected);
        const ResolvedPolicy policy = resolved(sourcedPolicy());
        const Trace trace{step};
        const Sentence sentence = sentenceFor(step, {policy, facts, trace});
        QCOMPARE(QString::fromStdString(sentence.title + " | " + sentence.text + " | " + sentence.source),
                 expected);
    }

    /// How a client reads a hint is the policy's.
    void aHintIsSaidAsTheClientReadsIt()
    {
        const auto said = [](const HintSpec& spec, const HintApplied& step) {
            Policy policy = sourcedPolicy();
            policy.hints = {spec};
            const ResolvedPolicy reading = resolved(policy);
            return sentenceFor(step, {reading, response(503), Trace{step}}).text;
        };
        HintApplied step{.header = "retry-after", .text = "soon"};
        HintSpec spec{.header = "retry-after", .unreadableMeans = ms(1000)};
        QCOMPARE(said(spec, step), std::string("This client takes retry-after: soon as 1 s."));
        step.text = "2";
        step.asked = ms(2000);
        step.applied = ms(2100);
        spec = {.header = "retry-after", .noise = ms(200)};
        const std::string jittered =
            "retry-after: 2 (seconds) asks for 2 s. The client obeys and adds jitter: it waits 2.1 s.";
        QCOMPARE(said(spec, step), jittered);
        spec = {.header = "retry-after", .spread = 0.1};
        QCOMPARE(said(spec, step), jittered);
        step.applied = ms(0);
        spec = {.header = "retry-after", .atOnceAbove = ms(1500)};
        QCOMPARE(said(spec, step), std::string("retry-after: 2 (seconds) asks for 2 s. The client waits 0 "
                                               "ms, because its timers cannot count that far."));
        spec.atOnceAbove = ms(2000);
        QCOMPARE(
            said(spec, step),
            std::string(
                "retry-after: 2 (seconds) asks for 2 s. The client's bounds change this: it waits 0 ms."));
        step.lower = ms(100);
        step.upper = ms(5100);
        step.applied = ms(2000);
        spec = {.header = "retry-after", .bounds = HintBounds::Within5s};
        QCOMPARE(said(spec, step),
                 std::string("retry-after: 2 (seconds) asks for 2 s. The client obeys: it waits 2 s. Its "
                             "bounds are 100 ms to 5.1 s: the client's own delay and up to 5 seconds more."));
    }

    /// A record may be shown beside a policy that has no such group.
    void whatThePolicyDoesNotHaveIsSaidWithoutASource_data()
    {
        QTest::addColumn<TraceStep>("step");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const TraceStep& step, const char* said) {
            QTest::newRow(name) << step << QString::fromUtf8(said);
        };
        row("clock", ClockCompared{.difference = ms(10), .tolerance = ms(1000)},
            "The response's Date header is 10 ms from the client's clock. A difference of at least 1 s "
            "counts as clock skew.");
        row("limiter", LimiterUpdated{.measuredPerSecond = 2},
            "After this response the client measures a send rate of 2 per second. It sends without a limit "
            "until the first throttling response.");
        row("send", SendDelayed{.tokens = 1, .ratePerSecond = 0.5, .enabled = true},
            "The client has 1 send token and gets 0.5 per second. It sends this attempt at once.");
        row("returned", QuotaReturned{.amount = 1, .before = 3, .after = 4},
            "The quota gets back 1 token: 3 → 4.");
        row("refused", QuotaCharged{.cost = 5, .before = 2, .after = 2, .granted = false},
            "A retry after this failure costs 5 tokens, and 2 are left. The client itself stops here, not "
            "the server.");
    }
    void whatThePolicyDoesNotHaveIsSaidWithoutASource()
    {
        QFETCH(TraceStep, step);
        QFETCH(QString, said);
        const ResolvedPolicy policy = resolved(plainPolicy());
        const Sentence sentence = sentenceFor(step, {policy, response(503), Trace{step}});
        QCOMPARE(QString::fromStdString(sentence.text), said);
        QVERIFY(sentence.source.empty());
    }

    void aQuotaOfTheCallIsFullAgainWithTheNext()
    {
        Policy policy = sourcedPolicy();
        policy.quota->scope = QuotaScope::Call;
        const TraceStep step = QuotaCharged{.cost = 5, .before = 0, .after = 0, .granted = false};
        const ResolvedPolicy own = resolved(policy);
        QVERIFY(sentenceFor(step, {own, response(503), Trace{step}})
                    .text.ends_with("The next call starts with a full quota."));
    }

    /// The fault's word in a record is the same as for an attempt that the user stopped.
    void anAttemptThatTheDeadlineCutIsNotTheUsersDoing()
    {
        RequestSpec spec;
        spec.deadline = ms(1000);
        const RunRecord record =
            runOf(plainPolicy(), std::vector<Outcome>{{.facts = response(200), .neverComes = true}},
                  RunOptions{.spec = spec});
        const AttemptContext at = contextOf(record, {.call = 0, .attempt = 0});
        const AttemptRecord& attempt = at.attempt;
        QVERIFY(attempt.facts.fault->kind == FaultKind::Cancelled);
        QVERIFY(attempt.decision.stopReason == StopReason::DeadlineExceeded);
        QCOMPARE(words::result(at), std::string("deadline passed"));
        QCOMPARE(words::caption(at), std::string("deadline passed"));
        QCOMPARE(words::response(at), std::string("the deadline of the call passed"));
        QCOMPARE(words::shortReason(at), std::string("Deadline passed"));
        QCOMPARE(words::markedVerdict(at), std::string("✕ Stop"));
        QCOMPARE(words::why(at),
                 std::string("Gave up: the deadline of the call passed before a response arrived."));
        QCOMPARE(briefReason(*record.header().policy, attempt.facts, attempt.decision, 1),
                 std::string("The deadline of the call passed before a response arrived."));
        QCOMPARE(explain(*record.header().policy, attempt.facts, attempt.decision, 1).sentences.back().text,
                 std::string("The deadline ended this attempt."));
    }

    void anAttemptThatTheUserStoppedSaysSo()
    {
        AttemptRecord attempt;
        attempt.isRunning = false;
        attempt.facts = faulty(FaultKind::Cancelled);
        attempt.decision = {.verdict = Verdict::Stop, .stopReason = StopReason::Cancelled};
        RunHeader header;
        header.policy = std::make_shared<const ResolvedPolicy>(resolved(plainPolicy()));
        const CallRecord call;
        const AttemptContext at{.header = header, .call = call, .attempt = attempt};
        QCOMPARE(words::result(at), std::string("cancelled"));
        QCOMPARE(words::markedVerdict(at), std::string("□ Cancelled"));
        QCOMPARE(words::shortReason(at), std::string("Cancelled"));
    }

    void whatEndsACallIsSaidInItsHeadline_data()
    {
        QTest::addColumn<int>("reason");
        QTest::addColumn<QString>("detail");
        QTest::addColumn<QString>("headline");
        const auto row = [](const char* name, StopReason reason, const char* detail, const char* headline) {
            QTest::newRow(name) << static_cast<int>(reason) << QString::fromUtf8(detail)
                                << QString::fromUtf8(headline);
        };
        row("deadline", StopReason::DeadlineExceeded, "",
            "Gave up: the deadline of the call passed before a response arrived.");
        row("safetyLimit", StopReason::SafetyLimit, "",
            "Stopped by Retryscope's safety limit: the client itself would never give up.");
        row("user", StopReason::Cancelled, "the user stopped the call",
            "Cancelled: the user stopped the call.");
        row("replay", StopReason::Cancelled, "nothing more was recorded",
            "Cancelled: nothing more was recorded.");
        row("unknown", StopReason::Cancelled, "", "Cancelled.");
    }

    void whatEndsACallIsSaidInItsHeadline()
    {
        QFETCH(int, reason);
        QFETCH(QString, detail);
        QFETCH(QString, headline);
        AttemptFacts facts = faulty(FaultKind::Cancelled);
        facts.fault->detail = detail.toStdString();
        const Decision decision{.verdict = Verdict::Stop, .stopReason = static_cast<StopReason>(reason)};
        QCOMPARE(QString::fromStdString(explain(resolved(plainPolicy()), facts, decision, 1).headline),
                 headline);
    }

    /// Whatever a run comes to, there is one whole sentence about each of its attempts.
    void headlinesAreNeverEmpty()
    {
        const std::vector<AttemptFacts> outcomes{response(200),     response(404),
                                                 response(503),     xmlError(400, "Busy"),
                                                 partDone("{}", 1), faulty(FaultKind::TlsFailed)};
        for (int seed = 0; seed < 500; ++seed) {
            Policy policy = sourcedPolicy();
            policy.quota->capacity = 6;
            policy.otherwise = static_cast<ErrorKind>(static_cast<int>(seededDraw(1, seed + 1, 1, 1) * 9));
            std::vector<AttemptFacts> responses;
            for (int i = 1; i <= 4; ++i) {
                const double draw = seededDraw(2, seed + 1, 1, i);
                responses.push_back(
                    outcomes[static_cast<std::size_t>(draw * static_cast<double>(outcomes.size()))]);
            }
            const RunRecord record = runOf(policy, responses, RunOptions{.calls = 3});
            for (const CallRecord& call : record.calls()) {
                for (const AttemptRecord& attempt : call.attempts) {
                    const Explanation explanation =
                        explain(*record.header().policy, attempt.facts, attempt.decision, attempt.attempt);
                    QVERIFY(explanation.headline.ends_with('.'));
                    QVERIFY(explanation.headline.size() > 10);
                    QCOMPARE(explanation.sentences.size(), attempt.decision.trace.size());
                    for (const Sentence& sentence : explanation.sentences) {
                        QVERIFY(!sentence.title.empty() && !sentence.text.empty());
                    }
                }
            }
        }
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstStepText)

#include "tst_step_text.moc"
