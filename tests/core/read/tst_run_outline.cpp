// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/run_outline.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

using namespace retryscope;

namespace {

/// `R0+1 D1+100`: kind, start and length in milliseconds.
std::string shown(const std::vector<OutlineSegment>& outline)
{
    constexpr std::string_view kLetters = "DSRUX";
    std::string line;
    for (const OutlineSegment& segment : outline) {
        line += line.empty() ? "" : " ";
        line += kLetters[static_cast<std::size_t>(segment.kind)];
        line += std::to_string(segment.start.time_since_epoch() / std::chrono::milliseconds(1)) + '+' +
                std::to_string(segment.length / std::chrono::milliseconds(1));
    }
    return line;
}

RunRecord recordOf(const std::vector<AttemptFacts>& responses, int calls = 1)
{
    Policy policy = test::plainPolicy();
    policy.backoff = test::plainBackoff();
    return test::runOf(policy, responses, {.calls = calls});
}

} // namespace

class TstRunOutline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void attemptsAndDelaysFollowEachOther()
    {
        QCOMPARE(shown(outlineOf(recordOf({test::response(503), test::response(200)}), 60)),
                 std::string("R0+1 D1+100 S101+1"));
        QCOMPARE(shown(outlineOf(recordOf({test::response(400)}), 60)), std::string("X0+1"));
        QVERIFY(outlineOf(RunRecord(), 60).empty());
    }

    void whatRunsLastsUntilNowAndWhatWasStoppedCountsSo()
    {
        const auto shownOf = [](const AttemptRecord& attempt, CallVerdict verdict) {
            RunRecord record{RunHeader{}};
            record.adopt(
                {.end = Instant{std::chrono::milliseconds{30}}, .verdict = verdict, .attempts = {attempt}});
            return shown(outlineOf(record, 60));
        };
        AttemptRecord attempt;
        attempt.start = Instant{std::chrono::milliseconds{10}};
        QVERIFY(shownOf(attempt, CallVerdict::Running).starts_with("U10+"));
        attempt.isRunning = false;
        attempt.end = Instant{std::chrono::milliseconds{15}};
        attempt.decision.verdict = Verdict::Stop;
        attempt.facts = test::faulty(FaultKind::Cancelled);
        QCOMPARE(shownOf(attempt, CallVerdict::Cancelled), std::string("U10+5"));
        attempt.decision.stopReason = StopReason::DeadlineExceeded; // not the user: a failure
        QCOMPARE(shownOf(attempt, CallVerdict::Failed), std::string("X10+5"));
        attempt.decision.verdict = Verdict::Retry;
        attempt.facts = test::response(503);
        attempt.actualDelay = Duration::zero();
        QCOMPARE(shownOf(attempt, CallVerdict::Failed), std::string("R10+5"));
    }

    void delaysThatWereSkippedAreNotDrawn()
    {
        for (const bool noWait : {false, true}) {
            RunRecord record(RunHeader{.noWait = noWait});
            AttemptRecord attempt;
            attempt.isRunning = false;
            attempt.sendDelay = std::chrono::milliseconds{5};
            attempt.start = Instant{std::chrono::milliseconds{10}};
            attempt.end = Instant{std::chrono::milliseconds{11}};
            attempt.decision.verdict = Verdict::Stop;
            record.adopt({.end = attempt.end, .attempts = {attempt}});
            QCOMPARE(shown(outlineOf(record, 60)), std::string(noWait ? "X10+1" : "D5+5 X10+1"));
        }
    }

    void aLongRunIsCutIntoStretches()
    {
        const RunRecord record = recordOf({test::response(503)}, 500);
        for (const std::size_t most : {std::size_t{1}, std::size_t{7}, std::size_t{60}}) {
            const std::vector<OutlineSegment> outline = outlineOf(record, most);
            QVERIFY(!outline.empty() && outline.size() <= most);
            QCOMPARE(outline.front().start, Instant{});
            QCOMPARE(outline.back().start + outline.back().length, record.end());
            QCOMPARE(outline.back().kind, OutlineKind::Stopped);
            for (std::size_t index = 1; index < outline.size(); ++index) {
                QVERIFY(outline[index - 1].start + outline[index - 1].length <= outline[index].start);
                QVERIFY(outline[index - 1].kind != outline[index].kind ||
                        outline[index - 1].start + outline[index - 1].length < outline[index].start);
            }
        }
    }

    void theStrongestOfAStretchIsShown()
    {
        // 200 successes of 1 ms, and one failure in their midst
        std::vector<AttemptFacts> responses(100, test::response(200));
        responses.push_back(test::response(400));
        responses.resize(201, test::response(200));
        const std::vector<OutlineSegment> outline = outlineOf(recordOf(responses, 201), 10);
        QCOMPARE(outline.size(), std::size_t{3});
        QCOMPARE(outline[1].kind, OutlineKind::Stopped);
        QCOMPARE(outline[0].kind, OutlineKind::Succeeded);
    }
};

RETRYSCOPE_TEST(TstRunOutline)
#include "tst_run_outline.moc"
