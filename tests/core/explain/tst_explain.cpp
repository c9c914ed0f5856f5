// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/call_outcome.h"
#include "core/explain/explain.h"
#include "core/explain/stop_text.h"

#include "core/decide/judge.h"
#include "core/explain/brief_reason.h"
#include "core/explain/step_text.h"
#include "core/explain/used_up.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using namespace retryscope::test;
using namespace std::chrono_literals;

namespace {

QString toText(const std::string& text)
{
    return QString::fromStdString(text);
}

/// Throttling names, 5xx and faults are retried with 100 ms × 2^n; 500 tokens; an unknown name stops.
Policy talkativePolicy()
{
    Policy policy = plainPolicy();
    policy.reading["generic"] = {.syntax = BodySyntax::Any,
                                 .places = {{NameSource::Xml, "Error/Code"}, {NameSource::Json, "__type"}},
                                 .messagePlaces = {{NameSource::Xml, "Error/Message"}},
                                 .source = "reader"};
    Rule throttling = ruleFor("throttling-names", {.nameIn = {"SlowDown"}}, ErrorKind::Throttling);
    throttling.title = "the error name means throttling";
    Rule unknown = ruleFor("unknown-name", {.nameIs = NameIs::Unknown}, ErrorKind::Permanent);
    unknown.title = "a name that the table does not know";
    unknown.message = "Unable to parse ExceptionName: {name} Message: {message}";
    policy.rules.insert(policy.rules.begin(), {throttling, unknown});
    policy.backoff = plainBackoff();
    policy.quota = plainQuota();
    return policy;
}

Judgement judged(const ResolvedPolicy& policy, const AttemptFacts& facts, const RequestSpec& spec = {},
                 RequestState request = {}, ClientState client = {})
{
    return judge(policy, spec, std::move(client), std::move(request), facts, {.now = Instant{1ms}}, 0.5);
}

QString headline(const Policy& policy, const AttemptFacts& facts, const RequestSpec& spec = {},
                 RequestState request = {}, ClientState client = {})
{
    const ResolvedPolicy flat = resolved(policy, spec);
    const int attempt = request.attemptsMade + 1;
    const Judgement judgement = judged(flat, facts, spec, std::move(request), std::move(client));
    return toText(explain(flat, facts, judgement.decision, attempt).headline);
}

RequestState afterAttempts(int attempts)
{
    return {.attemptsMade = attempts, .attemptsCounted = attempts};
}

} // namespace

class TstExplain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRetrySaysWhenAndWhy();
    void anUnknownNameIsQuotedWithTheClientsOwnMessage();
    void aFailureWithoutAnAnswerIsNamedInWords();
    void aResponseThatWasCutShortHasAStatusOrNone();
    void exhaustedAttemptsSayHowMany();
    void anEmptyQuotaIsTheClientsOwnRefusal();
    void aDeadlineSaysWhatIsLeft();
    void aBodyThatIsAStreamStops();
    void aBodyThatIsTooLongNamesTheLimit();
    void aRuleThatHoldsUnderAConditionSaysIt();
    void aPartDoneBatchSaysHowManyItemsAreLeft();
    void aSuccessNamesItsAttempt();
    void everyFindingBecomesOneSentenceInItsOrder();
    void theFormulaIsFilledIn_data();
    void theFormulaIsFilledIn();
    void whoAnsweredIsSaidWithItsEvidence();
    void ruleTitlesAreMadeFromConditions();
    void callsAreSummedUp();
    void aRuleThatIsUsedUpIsNamedWithItsNumber();
    void aGrpcStatusThatARuleAsksForIsWhatCame();
    void everyStopReasonHasItsWords_data();
    void everyStopReasonHasItsWords();
    void aRecordedCallIsSaidToHaveEndedAsItWasSeen_data();
    void aRecordedCallIsSaidToHaveEndedAsItWasSeen();
};

void TstExplain::aRetrySaysWhenAndWhy()
{
    QCOMPARE(headline(talkativePolicy(), xmlError(503, "SlowDown")),
             QStringLiteral("Retried after 100 ms: this client counts 503 SlowDown as throttling (rule "
                            "throttling-names: the error name means throttling)."));
}

void TstExplain::anUnknownNameIsQuotedWithTheClientsOwnMessage()
{
    AttemptFacts facts = xmlError(429, "429");
    auto response = std::make_shared<Response>(*facts.response);
    response->parsed.fields.push_back({"xml:Error/Message", "too many"});
    facts.response = response;
    QCOMPARE(headline(talkativePolicy(), facts),
             QStringLiteral("Not retried: this client counts 429 named “429” as permanent (rule "
                            "unknown-name: a name that the table does not know). The client's own message: "
                            "“Unable to parse ExceptionName: 429 Message: too many”."));
}

void TstExplain::aFailureWithoutAnAnswerIsNamedInWords()
{
    const QString text = headline(talkativePolicy(), faulty(FaultKind::ConnectionRefused));
    QVERIFY2(
        text.startsWith(QStringLiteral(
            "Retried after 100 ms: the connection was refused. This client counts it as transient (rule ")),
        qPrintable(text));
}

/// With a status it is another case, in which many clients decide otherwise.
void TstExplain::aResponseThatWasCutShortHasAStatusOrNone()
{
    QVERIFY(headline(talkativePolicy(), faulty(FaultKind::ResponseTruncated))
                .contains(QStringLiteral("the response was truncated, and its status is unknown")));
    AttemptFacts facts = response(200);
    facts.fault = Fault{.kind = FaultKind::ResponseTruncated};
    const QString text = headline(talkativePolicy(), facts);
    QVERIFY2(text.contains(QStringLiteral("200, the response was truncated")), qPrintable(text));
    QVERIFY2(!text.contains(QStringLiteral("unknown")), qPrintable(text));
}

void TstExplain::exhaustedAttemptsSayHowMany()
{
    QCOMPARE(headline(talkativePolicy(), xmlError(503, "SlowDown"), {}, afterAttempts(2)),
             QStringLiteral(
                 "Gave up: all 3 attempts are used up. Otherwise this client would retry 503 SlowDown."));

    Policy once = talkativePolicy();
    once.attempts.max = 1;
    QCOMPARE(headline(once, xmlError(503, "SlowDown")),
             QStringLiteral(
                 "Gave up: the only attempt is used up. Otherwise this client would retry 503 SlowDown."));
    AttemptFacts late;
    late.fault = Fault{FaultKind::ReadTimeout, {}};
    QCOMPARE(headline(once, late),
             QStringLiteral("Gave up: the only attempt is used up. Otherwise this client would retry this "
                            "failure: no byte came within the read timeout."));

    Policy waitsFirst = talkativePolicy();
    waitsFirst.backoff.beforeGivingUp = true;
    QVERIFY(headline(waitsFirst, xmlError(503, "SlowDown"), {}, afterAttempts(2))
                .endsWith(QStringLiteral("The client waits another 400 ms before it gives up.")));
}

void TstExplain::anEmptyQuotaIsTheClientsOwnRefusal()
{
    QCOMPARE(headline(talkativePolicy(), xmlError(503, "SlowDown"), {}, {}, {.quota = 1}),
             QStringLiteral(
                 "Not retried: the client's retry quota is too low. A retry costs 5 tokens, and 1 is left."));
}

void TstExplain::aDeadlineSaysWhatIsLeft()
{
    RequestSpec spec;
    spec.deadline = 51ms;
    QCOMPARE(
        headline(talkativePolicy(), xmlError(503, "SlowDown"), spec),
        QStringLiteral("Gave up: the delay of 100 ms does not fit into the 50 ms left before the deadline."));
}

void TstExplain::aBodyThatIsAStreamStops()
{
    RequestSpec spec;
    spec.bodyIsReplayable = false;
    QCOMPARE(headline(talkativePolicy(), xmlError(503, "SlowDown"), spec),
             QStringLiteral("Not retried: the client can send the request body only once."));
}

void TstExplain::aBodyThatIsTooLongNamesTheLimit()
{
    Policy policy = talkativePolicy();
    policy.requestBody = RequestBodySpec{.max = 1024, .onlyOnceSent = false, .source = "kept"};
    RequestSpec spec;
    spec.body = std::string(2048, 'x');
    QCOMPARE(
        headline(policy, xmlError(503, "SlowDown"), spec),
        QStringLiteral("Not retried: the request body of 2 KiB is longer than the 1 KiB that this client "
                       "keeps for a retry."));
}

void TstExplain::aRuleThatHoldsUnderAConditionSaysIt()
{
    Policy policy = talkativePolicy();
    policy.rules.front().proviso = "with urllib3 1.26; with urllib3 2 it is an error";
    const QString text = headline(policy, xmlError(503, "SlowDown"));
    QVERIFY2(text.endsWith(QStringLiteral(
                 "throttling). The rule applies with urllib3 1.26; with urllib3 2 it is an error.")),
             qPrintable(text));
}

void TstExplain::aPartDoneBatchSaysHowManyItemsAreLeft()
{
    Policy policy = talkativePolicy();
    Rule rule = ruleFor("part-done", {.partDone = true}, ErrorKind::PartDone);
    rule.scope = RuleScope::Successes;
    policy.rules.push_back(rule);
    QCOMPARE(headline(policy, partDone("{}", 1)),
             QStringLiteral("Part done: the client sends the remaining 1 item again after 100 ms."));
}

void TstExplain::aSuccessNamesItsAttempt()
{
    QCOMPARE(headline(talkativePolicy(), response(200)), QStringLiteral("200 is a success."));
    QCOMPARE(headline(talkativePolicy(), response(200), {}, afterAttempts(2)),
             QStringLiteral("200 is a success after 3 attempts."));
}

void TstExplain::everyFindingBecomesOneSentenceInItsOrder()
{
    const ResolvedPolicy policy = resolved(talkativePolicy());
    const AttemptFacts facts = xmlError(503, "SlowDown");
    const Decision decision = judged(policy, facts).decision;

    const Explanation explanation = explain(policy, facts, decision, 1);

    QCOMPARE(explanation.sentences.size(), decision.trace.size());
    QStringList lines;
    for (std::size_t i = 0; i < explanation.sentences.size(); ++i) {
        const Sentence& sentence = explanation.sentences[i];
        QCOMPARE(sentence.step, static_cast<int>(i));
        lines.append(toText(sentence.title + " | " + sentence.text));
    }
    const QStringList expected{
        QStringLiteral("Error name | The error name is “SlowDown” (from xml:Error/Code)."),
        QStringLiteral("The error name means throttling | The error name is “SlowDown”."),
        QStringLiteral("Kind of error: throttling | The server asks the client to slow down."),
        QStringLiteral("Attempts left | The client has made 1 of 3 attempts, including the first."),
        QStringLiteral("Delay | The delay is 100 ms × 2^0 = 100 ms."),
        QStringLiteral("Retry quota | This retry costs 5 tokens: 500 → 495."),
    };
    QCOMPARE(lines, expected);
}

void TstExplain::theFormulaIsFilledIn_data()
{
    QTest::addColumn<int>("jitter");
    QTest::addColumn<int>("capApplies");
    QTest::addColumn<QString>("text");
    const auto before = static_cast<int>(CapApplies::BeforeJitter);
    const auto after = static_cast<int>(CapApplies::AfterJitter);
    QTest::newRow("no jitter") << static_cast<int>(Jitter::None) << before
                               << QStringLiteral("min(1 s × 2^2, 20 s) = 1.5 s");
    QTest::newRow("full, cap first") << static_cast<int>(Jitter::Full) << before
                                     << QStringLiteral("0.375 × min(1 s × 2^2, 20 s) = 1.5 s");
    QTest::newRow("full, cap last") << static_cast<int>(Jitter::Full) << after
                                    << QStringLiteral("min(0.375 × 1 s × 2^2, 20 s) = 1.5 s");
    QTest::newRow("equal") << static_cast<int>(Jitter::Equal) << before
                           << QStringLiteral("(½ + 0.375 ÷ 2) × min(1 s × 2^2, 20 s) = 1.5 s");
    QTest::newRow("decorrelated") << static_cast<int>(Jitter::Decorrelated) << before
                                  << QStringLiteral("min(1 s + 0.375 × (4 s − 1 s), 20 s) = 1.5 s");
}

void TstExplain::theFormulaIsFilledIn()
{
    QFETCH(int, jitter);
    QFETCH(int, capApplies);
    QFETCH(QString, text);
    const BackoffComputed backoff{.base = 1s,
                                  .factor = 2,
                                  .exponent = 2,
                                  .cap = 20s,
                                  .capApplies = static_cast<CapApplies>(capApplies),
                                  .jitter = static_cast<Jitter>(jitter),
                                  .draw = 0.375,
                                  .high = 4s,
                                  .result = 1500ms};
    QCOMPARE(toText(formulaText(backoff)), text);
}

void TstExplain::whoAnsweredIsSaidWithItsEvidence()
{
    QCOMPARE(toText(sentenceFor(Responder{
                 .kind = ResponderKind::Proxy, .name = "nginx", .evidence = {"Server: nginx", "no body"}})),
             QStringLiteral("Probably a proxy, nginx, not the service (Server: nginx; no body)."));
    QCOMPARE(toText(sentenceFor(Responder{.kind = ResponderKind::Nobody})),
             QStringLiteral("Nobody, because no response arrived."));
}

void TstExplain::ruleTitlesAreMadeFromConditions()
{
    const auto titleOf = [](Condition when) {
        Rule rule = ruleFor("any", std::move(when), ErrorKind::Transient);
        rule.title.clear();
        return toText(ruleTitle(rule));
    };
    QCOMPARE(titleOf({}), QStringLiteral("always"));
    QCOMPARE(titleOf({.statusIn = {{500, 500}, {400, 499}, {590, 595}}}),
             QStringLiteral("the status is 500, 4xx or 590-595"));
    QCOMPARE(titleOf({.nameIn = {"A", "B", "C", "D"}}), QStringLiteral("the error name is one of 4 listed"));
    QCOMPARE(titleOf({.statusIn = {{400, 400}}, .nameIn = {"A"}}),
             QStringLiteral("the status is 400, and the error name is A"));
    QCOMPARE(titleOf({.nameIs = NameIs::Unknown}),
             QStringLiteral("this client does not know the error name"));
    QCOMPARE(titleOf({.bodyIs = {BodyState::Absent}}), QStringLiteral("there is no body"));
    QCOMPARE(titleOf({.faultIn = {FaultKind::ReadTimeout}}),
             QStringLiteral("no byte came within the read timeout"));
}

void TstExplain::callsAreSummedUp()
{
    CallRecord call{
        .end = Instant{1700ms}, .verdict = CallVerdict::Failed, .stopReason = StopReason::AttemptsExhausted};
    call.attempts.resize(3);
    QCOMPARE(toText(summaryOf(call)), QStringLiteral("failed after 3 attempts in 1.7 s: no attempts left"));
    call.verdict = CallVerdict::Succeeded;
    call.stopReason.reset();
    call.attempts.resize(1);
    QCOMPARE(toText(summaryOf(call)), QStringLiteral("succeeded at the first attempt in 1.7 s"));
}

/// Istio reads no error names, and has a rule for the header.
void TstExplain::aGrpcStatusThatARuleAsksForIsWhatCame()
{
    Policy policy = plainPolicy();
    Rule rule = ruleFor("grpc", {.headerValues = {{.header = "grpc-status", .textIn = {"1", "14"}}}},
                        ErrorKind::Transient);
    rule.scope = RuleScope::All;
    policy.rules = {rule};
    const QString said = headline(policy, response(200, {{"grpc-status", "14"}}));
    QVERIFY2(said.contains(QStringLiteral("counts ") + toText(grpcStatusText("14")) +
                           QStringLiteral(" as transient")),
             qPrintable(said));
    QVERIFY2(!said.contains(QStringLiteral("200")), qPrintable(said));
    QVERIFY(headline(policy, response(200, {{"grpc-status", "5"}}))
                .startsWith(QStringLiteral("200 is a success")));
    QVERIFY(headline(policy, response(503, {{"grpc-status", "14"}}))
                .contains(QStringLiteral("this client counts 503 as")));
}

/// urllib3 with `status: 4`: the fifth 503 is no error of another kind.
void TstExplain::aRuleThatIsUsedUpIsNamedWithItsNumber()
{
    Policy policy = plainPolicy();
    policy.attempts.max = 9;
    Rule rule = ruleFor("statuses", {.statusIn = {{503, 503}}}, ErrorKind::Transient);
    rule.atMost = 4;
    policy.rules = {rule};
    RequestState after = afterAttempts(4);
    after.ruleUses = {4};
    QCOMPARE(headline(policy, response(503), {}, after),
             QStringLiteral("Not retried: this client retries 503 only 4 times per call, and has already "
                            "done so (rule statuses: the status is 503). No other rule matches."));
    const ResolvedPolicy flat = resolved(policy);
    const Decision last = judged(flat, response(503), {}, after).decision;
    QVERIFY(usedUpRule(flat, last) == &flat.policy.rules.front());
    QCOMPARE(toText(briefReason(flat, response(503), last, 5)),
             QStringLiteral("Not retried: this client retries 503 only 4 times per call, and has already "
                            "done so (the status is 503)."));
    CallRecord call{
        .end = Instant{1700ms}, .verdict = CallVerdict::Failed, .stopReason = StopReason::NotRetryable};
    call.attempts.resize(1);
    call.attempts.back().decision = last;
    QCOMPARE(toText(summaryOf(call)),
             QStringLiteral("failed after 1 attempt in 1.7 s: the retries of a rule are used up"));

    // Another response at the same place has another reason.
    QVERIFY(usedUpRule(flat, judged(flat, response(404), {}, after).decision) == nullptr);
}

void TstExplain::everyStopReasonHasItsWords_data()
{
    QTest::addColumn<StopReason>("reason");
    QTest::addColumn<QString>("words");
    const auto row = [](StopReason reason, const char* words) {
        QTest::newRow(words) << reason << QString::fromLatin1(words);
    };
    row(StopReason::NotRetryable, "not retryable");
    row(StopReason::AttemptsExhausted, "no attempts left");
    row(StopReason::QuotaExhausted, "retry quota too low");
    row(StopReason::DeadlineExceeded, "deadline exceeded");
    row(StopReason::BodyNotReplayable, "body cannot be sent again");
    row(StopReason::SafetyLimit, "safety limit");
    row(StopReason::NoSendToken, "no send token");
    row(StopReason::Cancelled, "cancelled");
    row(StopReason::UnreadCode, "depends on code that was not read");
    QCOMPARE(EnumWords<StopReason>::kWords.size(), std::size_t{9}); // each has a row
}

void TstExplain::everyStopReasonHasItsWords()
{
    QFETCH(StopReason, reason);
    QFETCH(QString, words);
    CallRecord call{.end = Instant{5ms}, .verdict = CallVerdict::Failed, .stopReason = reason};
    call.attempts.resize(1);
    QCOMPARE(toText(summaryOf(call)), QStringLiteral("failed after 1 attempt in 5 ms: %1").arg(words));
}

void TstExplain::aRecordedCallIsSaidToHaveEndedAsItWasSeen_data()
{
    QTest::addColumn<int>("attempts");
    QTest::addColumn<QString>("announced");
    QTest::addColumn<StopReason>("guessed");
    QTest::addColumn<QString>("words");
    QTest::newRow("one attempt") << 1 << QString() << StopReason::NotRetryable
                                 << QStringLiteral("not retried");
    QTest::newRow("the like was retried before")
        << 3 << QString() << StopReason::AttemptsExhausted << QStringLiteral("gave up");
    QTest::newRow("another failure at last")
        << 3 << QString() << StopReason::NotRetryable << QStringLiteral("gave up");
    QTest::newRow("announced as the last")
        << 3 << QStringLiteral("attempt=3; max=3") << StopReason::AttemptsExhausted
        << QStringLiteral("no attempts left");
    QTest::newRow("fewer than announced") << 3 << QStringLiteral("attempt=3; max=5")
                                          << StopReason::AttemptsExhausted << QStringLiteral("gave up");
    QTest::newRow("the recording ended")
        << 1 << QString() << StopReason::Cancelled << QStringLiteral("cancelled");
}

/// A recorder knows no reason but the one that the client announced.
void TstExplain::aRecordedCallIsSaidToHaveEndedAsItWasSeen()
{
    QFETCH(int, attempts);
    QFETCH(QString, announced);
    QFETCH(StopReason, guessed);
    QFETCH(QString, words);
    CallRecord call{.end = Instant{5ms}, .verdict = CallVerdict::Failed, .stopReason = guessed};
    call.attempts.resize(static_cast<std::size_t>(attempts));
    AttemptRecord& last = call.attempts.back();
    last.attempt = attempts;
    last.decision.verdict = Verdict::Stop;
    last.decision.stopReason = guessed;
    last.decision.trace.add(ClientObserved{.isRetried = false});
    if (!announced.isEmpty()) {
        Headers headers;
        headers.add("amz-sdk-request", announced.toStdString());
        WireFacts wire;
        wire.sentHeaders = std::move(headers);
        last.facts.wire = std::make_shared<const WireFacts>(std::move(wire));
    }
    QCOMPARE(toText(stopText(call)), words);
    QVERIFY2(toText(summaryOf(call)).startsWith(QStringLiteral("failed after ")) &&
                 toText(summaryOf(call)).endsWith(QStringLiteral(": ") + words),
             summaryOf(call).c_str());
    const std::string brief =
        briefReason(resolved(plainPolicy()), response(503), last.decision, last.attempt);
    QVERIFY2(brief.starts_with("503: the client sent nothing more for this call"), brief.c_str());
}

RETRYSCOPE_TEST(TstExplain)
#include "tst_explain.moc"
