// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/timeline/sight/shown_run.h"

#include <algorithm>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

Instant atTime(double milliseconds)
{
    return Instant{fromMilliseconds(milliseconds)};
}

} // namespace

class TstShownRun : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void growsToWhatIsReadAtOnce()
    {
        test::RecordWriter writer(500, 2, 1);
        ShownRun live;
        live.setRecord(&writer.record());
        for (int client = 1; client <= 2; ++client) {
            const double begin = client * 200;
            writer.beginCall(begin, client);
            (void)live.add(writer.place());
            writer.beginAttempt(begin);
            (void)live.add(writer.place());
            writer.retryAfter(begin + 20, 503, "SlowDown", 50, 100);
            (void)live.add(writer.place());
            writer.endDelay(50);
            writer.beginAttempt(begin + 70);
            (void)live.add(writer.place());
            writer.succeed(begin + 90);
            (void)live.add({writer.place().call, -1});
        }
        ShownRun whole;
        whole.setRecord(&writer.record());
        QVERIFY(live.bars() == whole.bars());
        QCOMPARE(live.rows().count(), whole.rows().count());
        QVERIFY(live.legendParts() == whole.legendParts());
        QVERIFY(live.last() == whole.last());
    }

    void tellsWhichRowsChanged()
    {
        test::RecordWriter writer;
        writer.beginCall(0);
        writer.beginAttempt(0);
        ShownRun run;
        run.setRecord(&writer.record());
        QVERIFY(run.add({0, 0}).rows.empty()); // it is known
        writer.retryAfter(10, 503, "SlowDown", 10, 20);
        const RowsChange judged = run.add({0, 0});
        QVERIFY(std::count(judged.rows.begin(), judged.rows.end(), 0) == 1);
        QCOMPARE(judged.from, RowsChange::kNone);
        writer.endDelay(10);
        writer.beginAttempt(20);
        const RowsChange next = run.add({0, -1});
        QVERIFY(std::count(next.rows.begin(), next.rows.end(), 1) == 1);
        QCOMPARE(next.from, 1);
        QVERIFY(!next.movesRows); // it is the last
    }

    void anAttemptOfAnEarlierCallMovesTheRowsBelowIt()
    {
        test::RecordWriter writer(0, 2, 1);
        for (int client = 1; client <= 2; ++client) {
            writer.beginCall(client, client);
            writer.beginAttempt(client);
        }
        ShownRun run;
        run.setRecord(&writer.record());
        QCOMPARE(run.rows().count(), 2);
        RunRecord grown(writer.record().header());
        CallRecord first = writer.record().calls()[0];
        first.attempts.push_back(first.attempts.front());
        first.attempts.back().attempt = 2;
        grown.adopt(first);
        grown.adopt(writer.record().calls()[1]);
        writer.record() = grown;
        QVERIFY(run.add({0, 1}).movesRows);
        QCOMPARE(run.rows().count(), 4);
    }

    void isLiveWhileACallIsUnderWay()
    {
        test::RecordWriter writer;
        ShownRun run;
        run.setRecord(&writer.record());
        QVERIFY(!run.isLive());
        writer.beginCall(0);
        writer.beginAttempt(0);
        (void)run.add(writer.place());
        QVERIFY(run.isLive());
        QVERIFY(run.setNow(atTime(70)));
        QVERIFY(!run.setNow(atTime(60)));
        QVERIFY(run.last() == atTime(70));
        const std::vector<int> growing = run.growingRows();
        QVERIFY(std::count(growing.begin(), growing.end(), 0) == 1);
        writer.succeed(30);
        (void)run.add({0, -1});
        QVERIFY(!run.isLive());
        QVERIFY(run.growingRows().empty());
        QVERIFY(run.last() == atTime(30));
    }

    void whatFoldedCallsDoNotShowIsNotExplained()
    {
        test::RecordWriter writer(0, 1, 2);
        for (int call = 1; call <= 2; ++call) {
            writer.beginCall(call * 100, 1, call);
            writer.beginAttempt(call * 100);
            writer.retryAfter(call * 100 + 10, 503, "SlowDown", 10, 20);
            writer.endDelay(10);
            writer.beginAttempt(call * 100 + 20);
            writer.succeed(call * 100 + 30);
        }
        ShownRun run;
        run.setRecord(&writer.record());
        QVERIFY(run.legendParts().hasWindow);
        run.setAllFolded(true);
        QVERIFY(!run.legendParts().hasWindow);
    }
};

RETRYSCOPE_TEST(TstShownRun)
#include "tst_shown_run.moc"
