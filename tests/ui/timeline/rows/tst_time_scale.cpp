// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/timeline/rows/time_scale.h"

#include <QStringList>

using namespace retryscope;
using namespace retryscope::ui;
using namespace std::chrono_literals;

namespace {

Instant atOffset(Duration sinceStart)
{
    return Instant{sinceStart};
}

/// `0 | 0.5 s | 1 s`
QString textOf(const std::vector<TimeTick>& ticks)
{
    QStringList labels;
    for (const TimeTick& tick : ticks) {
        labels << tick.label;
    }
    return labels.join(QStringLiteral(" | "));
}

} // namespace

class TstTimeScale : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void timeAndPixelsMapOntoEachOther()
    {
        const TimeScale scale{.begin = atOffset(100ms), .end = atOffset(1100ms), .left = 50, .width = 500};
        QCOMPARE(scale.toX(atOffset(100ms)), 50.0);
        QCOMPARE(scale.toX(atOffset(600ms)), 300.0);
        QCOMPARE(scale.toX(atOffset(1100ms)), 550.0);
        QVERIFY(scale.toTime(300) == atOffset(600ms));
        QVERIFY(scale.toTime(0) == atOffset(0ms));
        for (Duration time = 0us; time < 2s; time += 17'321us) {
            QVERIFY(scale.toTime(scale.toX(atOffset(time))) == atOffset(time));
        }
    }

    void zoomKeepsTheMomentUnderTheCursor()
    {
        const TimeScale scale{.begin = atOffset(0ms), .end = atOffset(1000ms), .left = 100, .width = 400};
        const TimeScale zoomed = scale.zoomedAbout(200, 2);
        QVERIFY(zoomed.toTime(200) == scale.toTime(200));
        QVERIFY(zoomed.length() == 500ms);
        QVERIFY(zoomed.zoomedAbout(200, 0.5) == scale);
    }

    void zoomEndsAtTheShortestRange()
    {
        TimeScale scale{.begin = atOffset(0ms), .end = atOffset(1000ms), .left = 0, .width = 400};
        for (int step = 0; step < 100; ++step) {
            scale = scale.zoomedAbout(100, 4);
        }
        QVERIFY(scale.length() == TimeScale::kShortest);
    }

    void panMovesByPixels()
    {
        const TimeScale scale{.begin = atOffset(500ms), .end = atOffset(1500ms), .left = 0, .width = 100};
        QVERIFY(scale.pannedBy(10).begin == atOffset(400ms));
        QVERIFY(scale.pannedBy(-10).begin == atOffset(600ms));
        QVERIFY(scale.pannedBy(10).length() == scale.length());
    }

    void limitMovesBeforeItShortens()
    {
        const TimeScale early{.begin = atOffset(-300ms), .end = atOffset(200ms), .left = 0, .width = 100};
        QVERIFY(early.limitedTo(atOffset(0ms), atOffset(1s)).begin == atOffset(0ms));
        QVERIFY(early.limitedTo(atOffset(0ms), atOffset(1s)).length() == 500ms);
        const TimeScale late{.begin = atOffset(900ms), .end = atOffset(1400ms), .left = 0, .width = 100};
        QVERIFY(late.limitedTo(atOffset(0ms), atOffset(1s)).end == atOffset(1s));
        const TimeScale tooLong{.begin = atOffset(-1s), .end = atOffset(9s), .left = 0, .width = 100};
        QVERIFY(tooLong.limitedTo(atOffset(0ms), atOffset(1s)).begin == atOffset(0ms));
        QVERIFY(tooLong.limitedTo(atOffset(0ms), atOffset(1s)).end == atOffset(1s));
    }

    void ticksStandAtRoundTimes_data()
    {
        QTest::addColumn<qint64>("begin");
        QTest::addColumn<qint64>("end");
        QTest::addColumn<QString>("labels");
        QTest::newRow("microseconds")
            << qint64(0) << qint64(100) << "0 | 20 µs | 40 µs | 60 µs | 80 µs | 100 µs";
        QTest::newRow("milliseconds") << qint64(0) << qint64(40'000) << "0 | 10 ms | 20 ms | 30 ms | 40 ms";
        QTest::newRow("half seconds")
            << qint64(0) << qint64(2'600'000) << "0 | 0.5 s | 1 s | 1.5 s | 2 s | 2.5 s";
        QTest::newRow("seconds") << qint64(0) << qint64(9'000'000) << "0 | 2 s | 4 s | 6 s | 8 s";
        QTest::newRow("from the middle") << qint64(1'234'000) << qint64(1'260'000)
                                         << "1235 ms | 1240 ms | 1245 ms | 1250 ms | 1255 ms | 1260 ms";
        QTest::newRow("steps of a clock")
            << qint64(0) << qint64(100'000'000) << "0 | 20 s | 40 s | 60 s | 80 s | 100 s";
        QTest::newRow("minutes") << qint64(0) << qint64(1'000'000'000) << "0 | 5 min | 10 min | 15 min";
        QTest::newRow("hours") << qint64(0) << qint64(36'000'000'000) << "0 | 2 h | 4 h | 6 h | 8 h | 10 h";
        QTest::newRow("half hours") << qint64(0) << qint64(9'000'000'000)
                                    << "0 | 30 min | 1 h | 1 h 30 min | 2 h | 2 h 30 min";
        QTest::newRow("half days") << qint64(0) << qint64(216'000'000'000)
                                   << "0 | 12 h | 1 day | 1 day 12 h | 2 days | 2 days 12 h";
        QTest::newRow("days") << qint64(0) << qint64(864'000'000'000)
                              << "0 | 2 days | 4 days | 6 days | 8 days | 10 days";
    }

    void ticksStandAtRoundTimes()
    {
        QFETCH(qint64, begin);
        QFETCH(qint64, end);
        QFETCH(QString, labels);
        const TimeScale scale{
            .begin = Instant{Duration{begin}}, .end = Instant{Duration{end}}, .left = 0, .width = 600};
        QCOMPARE(textOf(ticksOf(scale, 100)), labels);
    }

    void ticksNeverStandCloserThanAsked()
    {
        for (std::int64_t length = 10; length < 100'000'000'000; length = length * 3 / 2 + 1) {
            const TimeScale scale{
                .begin = atOffset(7us), .end = atOffset(Duration{7 + length}), .left = 10, .width = 700};
            const std::vector<TimeTick> ticks = ticksOf(scale, 90);
            for (std::size_t index = 1; index < ticks.size(); ++index) {
                QVERIFY2(scale.toX(ticks[index].at) - scale.toX(ticks[index - 1].at) >= 89.9,
                         qPrintable(textOf(ticks)));
                QVERIFY2(ticks[index].label != ticks[index - 1].label, qPrintable(textOf(ticks)));
            }
        }
    }

    void wallClockTicksStandAtRoundClockTimes()
    {
        const TimeScale scale{.begin = atOffset(0ms), .end = atOffset(3s), .left = 0, .width = 400};
        // 12:00:00.250 on 2026-01-01
        const std::chrono::milliseconds startedAt{1'767'268'800'250};
        const std::vector<TimeTick> ticks = wallClockTicksOf(scale, 120, startedAt);
        QCOMPARE(textOf(ticks), QStringLiteral("12:00:01 | 12:00:02 | 12:00:03"));
        QVERIFY(ticks.front().at == atOffset(750ms));
    }
};

RETRYSCOPE_TEST(TstTimeScale)
#include "tst_time_scale.moc"
