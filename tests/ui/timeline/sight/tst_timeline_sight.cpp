// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/timeline/sight/timeline_sight.h"

using namespace retryscope;
using namespace retryscope::ui;

namespace {

Instant afterMs(double milliseconds)
{
    return Instant{fromMilliseconds(milliseconds)};
}

SightFrame frameOf(double width, double height)
{
    return {.plot = QRectF(100, 10, width, height), .textRoom = 0, .heights = {}};
}

/// 1000 pixels of time, 300 pixels of rows.
TimelineSight sightOf(const RunRecord& record)
{
    TimelineSight sight;
    sight.setFrame(frameOf(1000, 300));
    sight.setRecord(&record);
    return sight;
}

TimeRange rangeOf(const TimelineSight& sight)
{
    return {sight.scale().begin, sight.scale().end};
}

} // namespace

class TstTimelineSight : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void showsTheWholeRunAtFirst()
    {
        const RunRecord record = test::threeAttempts();
        const TimelineSight sight = sightOf(record);
        QVERIFY(rangeOf(sight) ==
                (TimeRange{afterMs(0), record.end()})); // not the window of the second delay
        QVERIFY(rangeOf(sight) == sight.wholeRange());
        QVERIFY(!sight.isZoomed());
        QCOMPARE(sight.currentRow(), -1);
        QVERIFY(!sight.history().canGoBack());
    }

    void withoutARecordThereIsNothingToMove()
    {
        TimelineSight sight;
        sight.setRecord(nullptr);
        sight.zoomBy(2);
        sight.panBy(10);
        sight.zoomToSelection();
        sight.showRow(3);
        sight.setGroupsCalls(false);
        (void)sight.add({0, 0});
        QCOMPARE(sight.rows().count(), 0);
        QCOMPARE(sight.currentRow(), -1);
        QVERIFY(!sight.isZoomed());
    }

    void leavesRoomForTheTextBehindTheLastBar()
    {
        const RunRecord record = test::threeAttempts();
        TimelineSight sight = sightOf(record);
        SightFrame frame = frameOf(1000, 300);
        frame.textRoom = 200;
        sight.setFrame(frame);
        QCOMPARE(sight.scale().toX(record.end()), 100 + 800.0);
    }

    void zoomsAboutAPointAndBack()
    {
        const RunRecord record = test::threeAttempts();
        TimelineSight sight = sightOf(record);
        const TimeRange whole = rangeOf(sight);
        const Instant under = sight.scale().toTime(400);
        sight.zoomAbout({400, 50}, 4);
        QVERIFY(std::chrono::abs(sight.scale().length() - whole.length() / 4) < Duration{10});
        QVERIFY(std::chrono::abs(sight.scale().toTime(400) - under) < Duration{10});
        QVERIFY(sight.isZoomed());
        sight.goBack();
        QVERIFY(rangeOf(sight) == whole);
        sight.goForward();
        QVERIFY(sight.isZoomed());
        QVERIFY(!sight.history().canGoForward());
    }

    void zoomsNoFurtherOutThanTheRun()
    {
        const RunRecord record = test::threeAttempts();
        TimelineSight sight = sightOf(record);
        const TimeRange whole = rangeOf(sight);
        sight.zoomBy(4);
        sight.zoomBy(1.0 / 400);
        QVERIFY(rangeOf(sight) == whole);
        QVERIFY(!sight.isZoomed());
    }

    void movesOfOneKindAreOneStepUntilTheUserPauses()
    {
        const RunRecord record = test::threeAttempts();
        TimelineSight sight = sightOf(record);
        const TimeRange whole = rangeOf(sight);
        sight.zoomBy(2);
        sight.zoomBy(2);
        const TimeRange close = rangeOf(sight);
        sight.settle();
        sight.zoomBy(2);
        sight.panBy(50); // another kind is a step, too
        QCOMPARE(sight.moves(), 4);
        sight.goBack();
        sight.goBack();
        QVERIFY(rangeOf(sight) == close);
        sight.goBack();
        QVERIFY(rangeOf(sight) == whole);
        QVERIFY(!sight.history().canGoBack());
    }

    void jumpsAreStepsOfTheirOwn()
    {
        const RunRecord record = test::threeAttempts();
        TimelineSight sight = sightOf(record);
        sight.setCurrentRow(0);
        sight.zoomToSelection();
        sight.setCurrentRow(2);
        sight.zoomToSelection();
        sight.goBack();
        QVERIFY(rangeOf(sight) != sight.wholeRange());
        sight.goBack();
        QVERIFY(rangeOf(sight) == sight.wholeRange());
    }

    void panningEndsWhereTheRunDoes()
    {
        const RunRecord record = test::threeAttempts();
        TimelineSight sight = sightOf(record);
        sight.zoomBy(4);
        const Duration length = sight.scale().length();
        sight.panTo(afterMs(-500));
        QVERIFY(sight.scale().begin == afterMs(0));
        sight.panBy(-1'000'000);
        QVERIFY(sight.scale().end == sight.wholeRange().end);
        QVERIFY(sight.scale().length() == length);
    }

    void rowsFollowTheRange()
    {
        const RunRecord record = test::callsOfTwo(90);
        TimelineSight sight = sightOf(record);
        QCOMPARE(sight.rows().count(), 90); // folded
        const auto seen = [&sight] {
            int rows = 0;
            for (int row = sight.layout().firstVisible(); row <= sight.layout().lastVisible(); ++row) {
                rows += sight.isInRange(row) ? 1 : 0;
            }
            return rows;
        };
        sight.selectRange(TimeRange{afterMs(7000), afterMs(7390)}); // calls 71 to 74
        sight.zoomToSelection();
        QCOMPARE(sight.layout().firstVisible(), 70);
        QCOMPARE(seen(), 4);
        sight.panTo(afterMs(200));
        QVERIFY(sight.layout().firstVisible() <= 2);
        QCOMPARE(seen(), 4);
        for (int step = 0; step < 100; ++step) {
            sight.panBy(-60);
            QVERIFY2(seen() >= 2, qPrintable(QString::number(step)));
        }
        sight.zoomToFit();
        sight.zoomAbout({1000, 12}, 40); // about a corner in which nothing is drawn
        QVERIFY(seen() > 0);
    }

    void rowsInSightStayWhereTheyAreWhileTheyHaveSomethingInTheRange()
    {
        const RunRecord record = test::callsOfTwo(90);
        TimelineSight sight = sightOf(record);
        sight.scrollTo(20 * sight.layout().rowHeight);
        const double offset = sight.layout().offset;
        sight.selectRange(TimeRange{afterMs(2000), afterMs(2600)}); // calls 21 to 26
        sight.zoomToSelection();
        QCOMPARE(sight.layout().offset, offset);
    }

    void aSelectedRangeIsFitted()
    {
        const RunRecord record = test::threeAttempts();
        TimelineSight sight = sightOf(record);
        const TimeRange wanted{afterMs(100), afterMs(300)};
        sight.selectRange(wanted);
        QVERIFY(rangeOf(sight) == sight.wholeRange());
        sight.zoomToSelection();
        QVERIFY(rangeOf(sight) == wanted);
        sight.selectRange(std::nullopt);
        QVERIFY(rangeOf(sight) == wanted);
    }

    void pickingOnExtendsTheRangeFromWhereItBegan()
    {
        const RunRecord record = test::threeAttempts();
        TimelineSight sight = sightOf(record);
        sight.pick(0, false);
        QVERIFY(!sight.selectedRange());
        sight.pick(1, true);
        QVERIFY(sight.selectedRange() == sight.rangeOfRows(0, 1));
        sight.pick(2, true);
        QVERIFY(sight.selectedRange() == sight.rangeOfRows(2, 0));
        sight.pick(1, false);
        sight.pick(2, true);
        QVERIFY(sight.selectedRange() == sight.rangeOfRows(1, 2));
    }

    void theCurrentRowIsBroughtIntoSight()
    {
        const RunRecord record = test::manyAttempts(200);
        TimelineSight sight = sightOf(record);
        QVERIFY(sight.layout().lastVisible() < 199);
        sight.setCurrentRow(199);
        QVERIFY(sight.layout().lastVisible() == 199);
        sight.zoomAbout({1100, 50}, 50);
        sight.setCurrentRow(0);
        const Instant start = sight.scene().barAt(0).start;
        QVERIFY(sight.scale().begin <= start && start <= sight.scale().end);
        QCOMPARE(sight.layout().firstVisible(), 0);
    }

    void allRowsFitAfterZoomingOut()
    {
        const RunRecord record = test::manyAttempts(2000);
        TimelineSight sight = sightOf(record);
        QVERIFY(sight.layout().largestOffset() > 0);
        sight.zoomToFit();
        QCOMPARE(sight.layout().largestOffset(), 0);
        QVERIFY(sight.density() == RowDensity::Overview);
        QVERIFY(sight.legendParts().isOverview);
    }

    void aFoldedCallStandsForItsAttempts()
    {
        const RunRecord record = test::callsOfTwo(3);
        TimelineSight sight = sightOf(record);
        QCOMPARE(sight.rows().count(), 9);
        sight.setCurrentAttempt({1, 0});
        const int before = sight.relayings();
        QVERIFY(sight.setFolded(1, true));
        QVERIFY(!sight.setFolded(1, true));
        QCOMPARE(sight.relayings(), before + 1);
        QCOMPARE(sight.rows().count(), 7);
        QCOMPARE(sight.currentRow(), sight.rows().rowOf({1, -1}));
        sight.setAllFolded(true);
        QCOMPARE(sight.rows().count(), 3);
        sight.setGroupsCalls(false);
        QCOMPARE(sight.rows().count(), 6);
    }

    void followsALiveRunUntilItIsZoomed()
    {
        test::RecordWriter writer;
        TimelineSight sight = sightOf(writer.record());
        writer.beginCall(0);
        (void)sight.add(writer.place());
        writer.beginAttempt(0);
        (void)sight.add(writer.place());
        sight.setNow(afterMs(5000));
        QVERIFY(sight.scale().end >= afterMs(5000));
        const TimeRange grown = rangeOf(sight);
        sight.setNow(afterMs(5001));
        QVERIFY(rangeOf(sight) == grown); // not another scale for every frame
        sight.zoomBy(10);
        const TimeRange close = rangeOf(sight);
        sight.setNow(afterMs(50'000));
        QVERIFY(rangeOf(sight) == close);
        sight.setNow(afterMs(10)); // time does not go back
        QVERIFY(sight.run().now() == afterMs(50'000));
    }

    void theLatestRowStaysInSightWhenItWas()
    {
        test::RecordWriter writer;
        TimelineSight sight = sightOf(writer.record());
        writer.beginCall(0);
        double now = 0;
        for (int attempt = 0; attempt < 60; ++attempt) {
            writer.beginAttempt(now);
            (void)sight.add(writer.place());
            writer.retryAfter(now + 1, 503, "SlowDown", 1, 2);
            writer.endDelay(1);
            (void)sight.add(writer.place());
            now += 2;
        }
        QCOMPARE(sight.layout().lastVisible(), 59);
        sight.scrollTo(0);
        writer.beginAttempt(now);
        (void)sight.add(writer.place());
        QCOMPARE(sight.layout().offset, 0);
    }

    void copiesOfASightGoTheirOwnWays()
    {
        const RunRecord record = test::threeAttempts();
        TimelineSight sight = sightOf(record);
        TimelineSight other = sight;
        other.zoomBy(3);
        other.setCurrentRow(1);
        QVERIFY(rangeOf(sight) == sight.wholeRange());
        QCOMPARE(sight.currentRow(), -1);
        sight.showAs(other);
        QVERIFY(rangeOf(sight) == rangeOf(other));
        QVERIFY(sight.layout() == other.layout());
    }

    void tellsTimeAsTheAxisDoes()
    {
        const RunRecord record = test::threeAttempts();
        TimelineSight sight = sightOf(record);
        QVERIFY2(sight.timeText(afterMs(1250)).startsWith(QStringLiteral("1.25")),
                 qPrintable(sight.timeText(afterMs(1250))));
        sight.setWallClock(true);
        QVERIFY2(sight.timeText(afterMs(1250)).startsWith(QStringLiteral("00:00:01.25")),
                 qPrintable(sight.timeText(afterMs(1250))));
    }
};

RETRYSCOPE_TEST(TstTimelineSight)
#include "tst_timeline_sight.moc"
