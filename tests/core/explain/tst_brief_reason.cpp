// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/brief_reason.h"

#include "core/explain/hint_text.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

using namespace std::chrono_literals;

namespace retryscope::test {

namespace {

QString reason(const Decision& decision, const AttemptFacts& facts = response(503))
{
    return QString::fromStdString(briefReason(resolved(plainPolicy()), facts, decision, 1));
}

Decision stopped(StopReason stop, const Trace& trace = {})
{
    return {.verdict = Verdict::Stop,
            .stopReason = stop,
            .kind = ErrorKind::Transient,
            .rule = 0,
            .trace = trace};
}

} // namespace

/// The reason in one line, and what is said of waits and of the server's wishes beside it.
class TstBriefReason : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStopHasItsReason()
    {
        QCOMPARE(reason(stopped(StopReason::QuotaExhausted)),
                 QStringLiteral("Not retried: the client's retry quota is too low."));
        QCOMPARE(
            reason(stopped(StopReason::QuotaExhausted,
                           {QuotaCharged{.cost = 5, .before = 1, .after = 1, .granted = false}})),
            QStringLiteral(
                "Not retried: the client's retry quota is too low. A retry costs 5 tokens, and 1 is left."));
        QCOMPARE(reason(stopped(StopReason::AttemptsExhausted)),
                 QStringLiteral("Gave up: no attempt is left. Otherwise this client would retry 503."));
        QCOMPARE(
            reason(stopped(StopReason::AttemptsExhausted, {AttemptsCounted{.made = 1, .allowed = 1}})),
            QStringLiteral("Gave up: the only attempt is used up. Otherwise this client would retry 503."));
        QCOMPARE(reason(stopped(StopReason::AttemptsExhausted, {AttemptsCounted{.made = 3, .allowed = 3}}),
                        faulty(FaultKind::ReadTimeout)),
                 QStringLiteral("Gave up: all 3 attempts are used up. Otherwise this client would retry this "
                                "failure: no byte came within the read timeout."));
        QCOMPARE(reason(stopped(StopReason::BodyNotReplayable)),
                 QStringLiteral("Not retried: the client can send the request body only once."));
        QCOMPARE(
            reason(stopped(StopReason::BodyNotReplayable,
                           {BodyChecked{.isReplayable = false, .bytes = 2'266'446, .limit = 1'048'576}})),
            QStringLiteral("Not retried: the request body of 2.16 MiB is longer than the 1 MiB that this "
                           "client keeps for a retry."));
        QCOMPARE(reason(stopped(StopReason::Cancelled)), QStringLiteral("You stopped the call."));
        QCOMPARE(reason(stopped(StopReason::Cancelled), faulty(FaultKind::Cancelled)),
                 QStringLiteral("You stopped the call before a response arrived."));
    }

    void aDeadlineWithinTheAttemptIsSaid()
    {
        const Trace trace{DeadlineChecked{.fits = false}};
        AttemptFacts cut = faulty(FaultKind::Cancelled);
        QCOMPARE(reason(stopped(StopReason::DeadlineExceeded, trace), cut),
                 QStringLiteral("The deadline of the call passed before a response arrived."));
        cut.response = response(200).response;
        QCOMPARE(reason(stopped(StopReason::DeadlineExceeded, trace), cut),
                 QStringLiteral("The deadline of the call passed before the response was complete."));
    }

    void aRetrySaysWhen()
    {
        Decision decision{.verdict = Verdict::Retry, .kind = ErrorKind::NotReady, .rule = -1};
        QCOMPARE(reason(decision),
                 QStringLiteral("Polled again at once: 503 (no rule of this client matches)."));
        decision.kind = ErrorKind::PartDone;
        decision.window = DelayWindow{0ms, 2s};
        QCOMPARE(reason(decision),
                 QStringLiteral("Sent the rest again after 0 to 2 s: 503 (no rule of this client matches)."));
        decision.window = DelayWindow{0ms, 0ms};
        QVERIFY(reason(decision).contains(QStringLiteral("at once")));
    }

    void longWaitsAreMarked()
    {
        Decision decision{.verdict = Verdict::Retry};
        QVERIFY(waitMarkOf(decision) == WaitMark::None);
        decision.window = DelayWindow{0ms, 61s};
        QVERIFY(waitMarkOf(decision) == WaitMark::AboveAMinute);
        decision.trace = {DeadlineChecked{.left = 61s, .needed = 1s}};
        QVERIFY(waitMarkOf(decision) == WaitMark::PastDeadline);
        decision.trace = {DeadlineChecked{.left = 62s, .needed = 1s}};
        QVERIFY(waitMarkOf(decision) == WaitMark::AboveAMinute);
        decision.verdict = Verdict::Succeed;
        QVERIFY(waitMarkOf(decision) == WaitMark::None);
        QVERIFY(waitMarkOf(stopped(StopReason::DeadlineExceeded)) == WaitMark::None);

        QCOMPARE(waitMarkText(WaitMark::None, {}), std::string());
        QCOMPARE(waitMarkText(WaitMark::AboveAMinute, DelayWindow{90s, 90s}),
                 std::string("The delay is 90 s, and the caller waits that long."));
        QCOMPARE(waitMarkText(WaitMark::AboveAMinute, DelayWindow{0s, 90s}),
                 std::string("The delay can be up to 90 s, and the caller waits that long."));
        QCOMPARE(waitMarkText(WaitMark::AboveAMinute, {}),
                 std::string("The delay can be longer than a minute, and the caller waits that long."));
        QCOMPARE(std::string(toString(WaitMark::None)), std::string());
        QCOMPARE(std::string(toString(WaitMark::PastDeadline)), std::string("pastDeadline"));
    }

    void wishesWithoutADelayAreSaid()
    {
        ServerHint hint{.header = "X-Until", .value = "soon", .meaning = HintMeaning::Date};
        QCOMPARE(askedText(hint), std::string("X-Until: soon (a date) asks for a delay until that time"));
        hint.use = HintUse::Bounded;
        QCOMPARE(hintUseText(hint), std::string("changed"));
        hint.use = HintUse::Unreadable;
        hint.meaning = HintMeaning::None;
        QCOMPARE(hintSentences(hint),
                 std::string("X-Until: soon has no readable value. This client reads only other values in "
                             "this header, so the hint has no effect."));
        hint.use = HintUse::Obeyed;
        const auto sentences = unreadHintSentences({hint}, {.verdict = Verdict::Retry});
        QCOMPARE(sentences.size(), std::size_t{1});
        QVERIFY(sentences.front().text.ends_with(" A rule of this client looks for this header."));
        hint.applied = 1s;
        QVERIFY(unreadHintSentences({hint}, {.verdict = Verdict::Retry}).empty());
        hint.applied = {};
        hint.use = HintUse::Ignored;
        hint.isRead = true;
        QVERIFY(unreadHintSentences({hint}, {.verdict = Verdict::Succeed})
                    .front()
                    .text.ends_with("This client reads this header only after failures."));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstBriefReason)
#include "tst_brief_reason.moc"
