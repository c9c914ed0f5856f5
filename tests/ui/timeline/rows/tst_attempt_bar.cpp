// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/timeline/rows/attempt_bar.h"

using namespace retryscope;
using namespace retryscope::ui;

namespace {

Instant at(double milliseconds)
{
    return Instant{fromMilliseconds(milliseconds)};
}

} // namespace

class TstAttemptBar : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void barOfARetryHoldsDelayAndWindow()
    {
        const AttemptBar bar = barOf(test::threeAttempts(), {0, 0});
        QVERIFY(bar.state == AttemptBar::State::Done);
        QVERIFY(bar.verdict == Verdict::Retry);
        QVERIFY(bar.start == at(0));
        QVERIFY(bar.end == at(38.2));
        QVERIFY(bar.delayEnd == at(38.2 + 412.3));
        QVERIFY(bar.planned == at(38.2 + 412));
        QVERIFY(bar.windowBegin == at(38.2));
        QVERIFY(bar.windowEnd == at(1038.2));
        QVERIFY(bar.last() == bar.windowEnd);
        QVERIFY(bar.spanKinds & kindBit(SpanKind::RetryDelay));
    }

    void barOfAStopHasNothingAfterTheAttempt()
    {
        const AttemptBar bar = barOf(test::threeAttempts(), {0, 2});
        QVERIFY(bar.verdict == Verdict::Stop);
        QVERIFY(bar.last() == at(1703.8));
        QVERIFY(bar.delayEnd == bar.end && bar.planned == bar.end && bar.windowEnd == bar.end);
    }

    void runningAttemptGrowsWithTime()
    {
        test::RecordWriter writer;
        writer.beginCall(0);
        writer.beginAttempt(10);
        const AttemptBar bar = barOf(writer.record(), {0, 0});
        QVERIFY(bar.state == AttemptBar::State::Running);
        QVERIFY(bar.at(at(25)).end == at(25));
        QVERIFY(bar.at(at(5)).end == at(10));
    }

    void delayUnderWayGrowsWithTimeUntilItIsMeasured()
    {
        test::RecordWriter writer;
        writer.beginCall(0);
        writer.beginAttempt(0);
        writer.retryAfter(20, 503, "SlowDown", 100, 200);
        const AttemptBar waiting = barOf(writer.record(), {0, 0});
        QVERIFY(waiting.state == AttemptBar::State::Delaying);
        QVERIFY(waiting.at(at(70)).delayEnd == at(70));
        QVERIFY(waiting.planned == at(120));
        writer.endDelay(101);
        const AttemptBar over = barOf(writer.record(), {0, 0});
        QVERIFY(over.state == AttemptBar::State::Done);
        QVERIFY(over.at(at(500)).delayEnd == at(121));
    }

    void delayThatWasCancelledStopsGrowing()
    {
        test::RecordWriter writer;
        writer.beginCall(0);
        writer.beginAttempt(0);
        writer.retryAfter(20, 503, "SlowDown", 20'000, 20'000);
        writer.endDelay(30);
        writer.endCall(50, CallVerdict::Cancelled);
        const AttemptBar bar = barOf(writer.record(), {0, 0});
        QVERIFY(bar.at(at(9000)).delayEnd == at(50));
    }

    void whatPhasesLeaveOverIsInTheLegendOnceItMayBeSeen_data()
    {
        QTest::addColumn<double>("waited"); // of 50 ms
        QTest::addColumn<bool>("isSaid");
        QTest::newRow("a fiftieth") << 49.0 << true;
        QTest::newRow("a thousandth") << 49.95 << false;
    }

    void whatPhasesLeaveOverIsInTheLegendOnceItMayBeSeen()
    {
        QFETCH(double, waited);
        QFETCH(bool, isSaid);
        test::RecordWriter writer;
        writer.beginCall(0);
        writer.beginAttempt(0);
        writer.succeed(50);
        CallRecord call = writer.record().calls().front();
        call.attempts.front().facts.phases = {.wait = at(waited).time_since_epoch()};
        RunRecord record(writer.record().header());
        record.adopt(call);
        const AttemptBar bar = barOf(record, {0, 0});
        QCOMPARE((bar.spanKinds & kindBit(SpanKind::Attempt)) != 0, isSaid);
    }

    void sendDelayLiesBeforeTheAttempt()
    {
        test::RecordWriter writer;
        writer.beginCall(0);
        writer.beginAttempt(300, 250);
        const AttemptBar bar = barOf(writer.record(), {0, 0});
        QVERIFY(bar.sendDelayBegin == at(50));
        QVERIFY(bar.start == at(300));
    }
};

RETRYSCOPE_TEST(TstAttemptBar)
#include "tst_attempt_bar.moc"
