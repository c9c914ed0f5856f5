// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/timeline/strips/quota_curve.h"
#include "ui/timeline/strips/quota_painter.h"

#include <QImage>
#include <QPainter>

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

/// The curve as it is painted when this much time is shown: 500 pixels of it, right of 100 of words.
QImage painted(const QuotaCurve& curve, double beginMs, double endMs)
{
    const Theme& theme = Theme::light();
    QImage image(700, 120, QImage::Format_RGB32);
    image.fill(theme.card);
    QPainter painter(&image);
    const TimeScale scale{.begin = Instant{fromMilliseconds(beginMs)},
                          .end = Instant{fromMilliseconds(endMs)},
                          .left = 100,
                          .width = 500};
    QuotaPainter(painter, {.curve = &curve,
                           .theme = &theme,
                           .font = {},
                           .area = QRectF(image.rect()),
                           .scale = scale,
                           .end = Instant{fromMilliseconds(10'000)},
                           .selected = {},
                           .owner = {}})
        .paint();
    return image;
}

int linePixelsIn(const QImage& image, int x)
{
    int pixels = 0;
    for (int y = 0; y < image.height(); ++y) {
        pixels += image.pixel(x, y) == Theme::light().quotaLine.rgb() ? 1 : 0;
    }
    return pixels;
}

QuotaCurve drainedAt(std::vector<std::pair<double, int>> levels)
{
    QuotaCurve curve{.capacity = 500, .startLevel = 500, .begin = {}, .points = {}, .callIndex = {}};
    int level = 500;
    for (const auto& [at, after] : levels) {
        curve.points.push_back(
            {.at = Instant{fromMilliseconds(at)}, .level = after, .change = after - level});
        level = after;
    }
    return curve;
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
        const QuotaCurve curve = quotaCurveFor(RunRecord(header), -1);
        QCOMPARE(curve.startLevel, 42);
        QCOMPARE(curve.spentBefore, 500 - 42); // so the chart says why it does not begin full
        header.startStates.clear();
        QCOMPARE(quotaCurveFor(RunRecord(header), -1).spentBefore, 0);
    }

    void aPartOfTheCurveIsCutOffWithTheLevelAtItsEdges()
    {
        const QuotaCurve curve = drainedAt({{100, 491}, {5000, 481}, {9000, 0}});
        const QImage image = painted(curve, 1000, 8000);
        for (const int x : {100, 101, 102, 597, 598, 599}) {
            QVERIFY2(linePixelsIn(image, x) > 0 && linePixelsIn(image, x) <= 3,
                     qPrintable(QStringLiteral("%1 at %2").arg(linePixelsIn(image, x)).arg(x)));
        }
        // Without a step in the range, the line is as level at its edges as in its middle.
        const QImage level = painted(curve, 1000, 4000);
        QCOMPARE(linePixelsIn(level, 101), linePixelsIn(level, 350));
        QCOMPARE(linePixelsIn(level, 598), linePixelsIn(level, 350));
    }

    void whatIsGivenBackAndSpentAtOnceIsOneMoment()
    {
        QuotaCurve curve = drainedAt({{100, 20}, {200, 21}, {200, 20}, {300, 15}});
        curve.points[2].refused = true;
        const std::vector<QuotaMoment> moments =
            momentsOf(curve, Instant{fromMilliseconds(100)}, Instant{fromMilliseconds(250)});
        QVERIFY(moments == (std::vector<QuotaMoment>{
                               {Instant{fromMilliseconds(200)}, 20, 0, true}})); // 100 is in the level there
        curve.points[2].refused = false;
        // No dot floats off the line where nothing was left of the refund.
        const QImage with = painted(curve, 150, 250);
        curve.points.erase(curve.points.begin() + 1, curve.points.begin() + 3);
        QCOMPARE(with, painted(curve, 150, 250));
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
