// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/timeline/strips/quota_curve.h"
#include "ui/timeline/strips/quota_painter.h"

using namespace retryscope;
using namespace retryscope::ui;

namespace {

std::vector<int> levelsOf(const QuotaCurve& curve)
{
    std::vector<int> levels;
    for (const QuotaPoint& point : curve.points) {
        levels.push_back(point.level);
    }
    return levels;
}

RunRecord withQuota(const RunRecord& record, const QuotaSpec& quota)
{
    RunHeader header = record.header();
    ResolvedPolicy policy = *header.policy;
    policy.policy.quota = quota;
    header.policy = std::make_shared<const ResolvedPolicy>(policy);
    RunRecord changed(header);
    for (const CallRecord& call : record.calls()) {
        changed.adopt(call);
    }
    return changed;
}

/// Two clients, side by side; each loses tokens of its own.
RunRecord twoClients()
{
    test::RecordWriter writer(100, 2);
    writer.beginCall(0, 1);
    writer.beginAttempt(0);
    writer.retryAfter(10, 503, "SlowDown", 5, 10);
    writer.endDelay(5);
    writer.beginAttempt(15);
    writer.stop(20, 400, "Bad");
    writer.beginCall(5, 2);
    writer.beginAttempt(5);
    writer.retryAfter(12, 503, "SlowDown", 5, 10);
    return writer.record();
}

} // namespace

class TstQuotaCurve : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void curveFollowsEveryChange()
    {
        const QuotaCurve curve = quotaCurveFor(test::threeAttempts(), -1);
        QVERIFY(curve.capacity == 500);
        QCOMPARE(curve.startLevel, 500);
        QVERIFY(levelsOf(curve) == (std::vector<int>{495, 490}));
        QCOMPARE(curve.level(), 490);
        QCOMPARE(curve.lowest(), 490);
        QCOMPARE(curve.highest(), 500);
    }

    void policyWithoutQuotaHasNoCurve()
    {
        const QuotaCurve curve = quotaCurveFor(test::RecordWriter(0).record(), -1);
        QVERIFY(!curve.capacity);
        QVERIFY(curve.points.empty());
    }

    void onlyTheClientLookedAtIsShown()
    {
        const RunRecord record = twoClients();
        QVERIFY(levelsOf(quotaCurveFor(record, 0)) == (std::vector<int>{95}));
        QVERIFY(levelsOf(quotaCurveFor(record, 1)) == (std::vector<int>{90}));
    }

    void quotaOfEachCallStartsFullAtTheCall()
    {
        const RunRecord record =
            withQuota(twoClients(), QuotaSpec{.capacity = 100, .scope = QuotaScope::Call});
        const QuotaCurve second = quotaCurveFor(record, 1);
        QCOMPARE(second.startLevel, 100);
        QVERIFY(second.begin == Instant{fromMilliseconds(5)});
        QVERIFY(levelsOf(second) == (std::vector<int>{90}));
    }

    void levelLeftByAnEarlierRunIsTheStart()
    {
        RunHeader header = test::threeAttempts().header();
        header.startStates = {ClientState{.quota = 42, .limiter = {}}};
        QCOMPARE(quotaCurveFor(RunRecord(header), -1).startLevel, 42);
    }

    void labelledLevelsEncloseTheCurve_data()
    {
        QTest::addColumn<int>("lowest");
        QTest::addColumn<int>("highest");
        QTest::newRow("untouched") << 500 << 500;
        QTest::newRow("two retries") << 490 << 500;
        QTest::newRow("drained") << 0 << 500;
        QTest::newRow("small") << 0 << 3;
        QTest::newRow("empty from the start") << 0 << 0;
        QTest::newRow("large") << 12 << 1'000'000;
    }

    void labelledLevelsEncloseTheCurve()
    {
        QFETCH(int, lowest);
        QFETCH(int, highest);
        const std::vector<int> levels = labelledLevels(lowest, highest);
        QVERIFY(levels.size() >= 2 || highest == 0);
        QVERIFY(levels.size() <= 4);
        QCOMPARE(levels.front(), highest);
        QVERIFY(levels.back() <= lowest && levels.back() >= 0);
        QVERIFY(std::is_sorted(levels.rbegin(), levels.rend()));
    }
};

RETRYSCOPE_TEST(TstQuotaCurve)
#include "tst_quota_curve.moc"
