// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/timeline/chart/hover_card.h"
#include "ui/timeline/chart/minimap.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/rows/attempt_bars.h"

#include <QHelpEvent>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QSignalSpy>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

Instant at(double milliseconds)
{
    return Instant{fromMilliseconds(milliseconds)};
}

class ShownWithMap
{
public:
    explicit ShownWithMap(const RunRecord* record, QSize size = {800, 300}) : map(chart)
    {
        chart.resize(size);
        chart.setRecord(record);
        chart.show();
        map.resize(300, 24);
        map.show();
    }

    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&chart, key, modifiers);
    }

    void drag(QPoint from, QPoint to, QWidget* widget = nullptr)
    {
        QWidget* target = widget != nullptr ? widget : chart.viewport();
        QTest::mousePress(target, Qt::LeftButton, {}, from);
        QTest::mouseMove(target, (from + to) / 2);
        QTest::mouseMove(target, to);
        QTest::mouseRelease(target, Qt::LeftButton, {}, to);
    }

    [[nodiscard]] QPoint onAxis(double fraction) const
    {
        const QRectF plot = chart.plotArea();
        return QPointF(plot.left() + plot.width() * fraction, plot.bottom() + 8).toPoint();
    }

    [[nodiscard]] QPoint labelOf(int row) const
    {
        const RowLayout layout = chart.layoutOfRows();
        return QPointF(20, layout.topOf(row) + layout.rowHeight / 2).toPoint();
    }

    [[nodiscard]] HoverCard* card() const { return chart.findChild<HoverCard*>(QStringLiteral("hoverCard")); }

    TimelineChart chart;
    Minimap map;
};

} // namespace

class TstTimelineMoves : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aDragOnTheAxisSelectsARangeThatIsThenFitted()
    {
        const RunRecord record = test::threeAttempts();
        ShownWithMap shown(&record);
        const TimeScale before = shown.chart.scale();
        shown.drag(shown.onAxis(0.25), shown.onAxis(0.5));
        QVERIFY(shown.chart.sight().selectedRange().has_value());
        const TimeRange range = *shown.chart.sight().selectedRange();
        QVERIFY(std::chrono::abs(range.length() - before.length() / 4) < before.length() / 50);
        QVERIFY(shown.chart.scale() == before);
        shown.press(Qt::Key_F);
        QVERIFY(shown.chart.scale().begin == range.begin && shown.chart.scale().end == range.end);
        shown.press(Qt::Key_Escape);
        QVERIFY(!shown.chart.sight().selectedRange());
    }

    void shiftAndArrowsSelectTheTimeOfTheAttempts()
    {
        const RunRecord record = test::threeAttempts();
        ShownWithMap shown(&record);
        const std::vector<AttemptRecord>& attempts = record.calls().front().attempts;
        const Instant firstDelayEnd = attempts[1].start;
        const Instant secondDelayEnd = attempts[2].start;
        shown.press(Qt::Key_Home);
        shown.press(Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(shown.chart.currentRow(), 1);
        QVERIFY(shown.chart.sight().selectedRange() == (TimeRange{at(0), secondDelayEnd}));
        shown.press(Qt::Key_Up, Qt::ShiftModifier);
        QVERIFY(shown.chart.sight().selectedRange() == (TimeRange{at(0), firstDelayEnd}));
    }

    void withoutARangeFitSelectionShowsTheAttempt()
    {
        const RunRecord record = test::threeAttempts();
        ShownWithMap shown(&record);
        shown.press(Qt::Key_End);
        shown.press(Qt::Key_F);
        QVERIFY(shown.chart.scale().begin > at(1600) && shown.chart.scale().begin < at(1660));
    }

    void altAndArrowsAndMouseButtonsGoBackAndForward()
    {
        const RunRecord record = test::threeAttempts();
        ShownWithMap shown(&record);
        const TimeScale whole = shown.chart.scale();
        shown.press(Qt::Key_End);
        shown.press(Qt::Key_F);
        const TimeScale close = shown.chart.scale();
        shown.press(Qt::Key_Left, Qt::AltModifier);
        QVERIFY(shown.chart.scale() == whole);
        shown.press(Qt::Key_Right, Qt::AltModifier);
        QVERIFY(shown.chart.scale() == close);
        QTest::mouseClick(shown.chart.viewport(), Qt::BackButton, {}, {400, 100});
        QVERIFY(shown.chart.scale() == whole);
        QTest::mouseClick(shown.chart.viewport(), Qt::ForwardButton, {}, {400, 100});
        QVERIFY(shown.chart.scale() == close);
        QVERIFY(!shown.chart.sight().history().canGoForward());
    }

    void zoomingStepByStepIsOneStepBack()
    {
        const RunRecord record = test::threeAttempts();
        ShownWithMap shown(&record);
        const TimeScale whole = shown.chart.scale();
        for (int step = 0; step < 5; ++step) {
            shown.press(Qt::Key_Plus);
        }
        QVERIFY(shown.chart.scale() != whole);
        shown.press(Qt::Key_Left, Qt::AltModifier);
        QVERIFY(shown.chart.scale() == whole);
    }

    void ctrlAndArrowsPan()
    {
        const RunRecord record = test::threeAttempts();
        ShownWithMap shown(&record);
        shown.press(Qt::Key_Plus);
        shown.press(Qt::Key_Plus);
        const TimeScale before = shown.chart.scale();
        shown.press(Qt::Key_Right, Qt::ControlModifier);
        QVERIFY(shown.chart.scale().begin > before.begin);
        QVERIFY(shown.chart.scale().length() == before.length());
    }

    void twoFingersZoomAboutTheirMiddle()
    {
        const RunRecord record = test::threeAttempts();
        ShownWithMap shown(&record);
        const QPointF middle(400, 100);
        const Instant under = shown.chart.scale().toTime(middle.x());
        const Duration before = shown.chart.scale().length();
        QNativeGestureEvent event(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, middle,
                                  middle, shown.chart.viewport()->mapToGlobal(middle), 0.5, {});
        QCoreApplication::sendEvent(shown.chart.viewport(), &event);
        QVERIFY(shown.chart.scale().length() < before * 3 / 4);
        QVERIFY(std::chrono::abs(shown.chart.scale().toTime(middle.x()) - under) < before / 100);
    }

    void theMinimapMovesWhatIsShown()
    {
        const RunRecord record = test::manyAttempts(50);
        ShownWithMap shown(&record);
        QVERIFY(shown.map.frame().isEmpty());
        for (int step = 0; step < 6; ++step) {
            shown.press(Qt::Key_Plus);
        }
        const TimeScale before = shown.chart.scale();
        const QRectF frame = shown.map.frame();
        QVERIFY(!frame.isEmpty());
        shown.drag(frame.center().toPoint(), frame.center().toPoint() + QPoint(60, 0), &shown.map);
        const Duration moved = shown.chart.scale().begin - before.begin;
        const Duration expected = shown.chart.sight().wholeRange().length() * 60 / shown.map.mapWidth();
        QVERIFY(std::chrono::abs(moved - expected) < expected / 5);
        QVERIFY(shown.chart.scale().length() == before.length());
        QVERIFY(!shown.map.grab().isNull());
    }

    void theMouseLeavesALineWithItsTime()
    {
        const RunRecord record = test::threeAttempts();
        ShownWithMap shown(&record);
        const QSignalSpy moved(&shown.chart, &TimelineChart::cursorChanged);
        QTest::mouseMove(shown.chart.viewport(), QPoint(400, 60));
        QVERIFY(shown.chart.sight().cursor().has_value());
        QVERIFY(std::abs(shown.chart.scale().toX(*shown.chart.sight().cursor()) - 400) < 1);
        QVERIFY(moved.count() > 0);
        QVERIFY(shown.chart.sight().timeText(*shown.chart.sight().cursor()).endsWith(QStringLiteral(" s")));
    }

    void theCardOfTheMouseAndOfTheKeyboardNamesItsNumbers()
    {
        const RunRecord record = test::threeAttempts();
        ShownWithMap shown(&record);
        const QPoint point(400, static_cast<int>(shown.chart.layoutOfRows().topOf(0) + 5));
        QHelpEvent help(QEvent::ToolTip, point, shown.chart.viewport()->mapToGlobal(point));
        QCoreApplication::sendEvent(shown.chart.viewport(), &help);
        QVERIFY(shown.card()->isVisible());
        const QString byMouse = shown.card()->text();
        for (const char* expected :
             {"Wait for first byte: 19.1 ms", "Planned delay: 412 ms", "Delay range: 0 to 1 s",
              "Measured delay: 412 ms", "Late by: 0.3 ms", "Retry quota: 500 → 495", "↻ Retry"}) {
            QVERIFY2(byMouse.contains(QString::fromUtf8(expected)), qPrintable(byMouse));
        }
        shown.press(Qt::Key_Home);
        QVERIFY(!shown.card()->isVisible());
        shown.press(Qt::Key_Space);
        QCOMPARE(shown.card()->text(), byMouse);
        QVERIFY(shown.card()->isVisible());
        shown.press(Qt::Key_Escape);
        QVERIFY(!shown.card()->isVisible());
        shown.press(Qt::Key_F2);
        QVERIFY(shown.card()->isVisible());
    }

    void whereRowsShareALineTheCardCountsTheOutcomes()
    {
        const RunRecord record = test::callsOfTwo(3000, 3);
        ShownWithMap shown(&record);
        shown.chart.setAllFolded(true);
        shown.press(Qt::Key_0);
        const QPoint point(400, static_cast<int>(shown.chart.plotArea().top()) + 3);
        QHelpEvent help(QEvent::ToolTip, point, shown.chart.viewport()->mapToGlobal(point));
        QCoreApplication::sendEvent(shown.chart.viewport(), &help);
        const QString text = shown.card()->text();
        for (const char* expected : {" attempts in rows ", "✕ Stop: ", "↻ Retry: ", "✓ Succeed: "}) {
            QVERIFY2(text.contains(QString::fromUtf8(expected)), qPrintable(text));
        }
    }

    void callsAreFoldedWithMouseAndKeys()
    {
        const RunRecord record = test::callsOfTwo(3, 3);
        ShownWithMap shown(&record);
        QVERIFY(shown.chart.rows().isGrouped());
        QCOMPARE(shown.chart.rows().count(), 9);
        QTest::mouseClick(shown.chart.viewport(), Qt::LeftButton, {}, shown.labelOf(0));
        QCOMPARE(shown.chart.rows().count(), 7);
        QVERIFY(shown.chart.rows().isFolded(0));
        QCOMPARE(shown.chart.currentRow(), 0);
        shown.press(Qt::Key_Right);
        QCOMPARE(shown.chart.rows().count(), 9);
        shown.press(Qt::Key_Right);
        QCOMPARE(shown.chart.currentRow(), 1);
        shown.press(Qt::Key_Home);
        shown.press(Qt::Key_Left);
        QCOMPARE(shown.chart.rows().count(), 7);
        shown.press(Qt::Key_Slash);
        QCOMPARE(shown.chart.rows().count(), 3);
        shown.press(Qt::Key_Asterisk);
        QCOMPARE(shown.chart.rows().count(), 9);
        shown.chart.setGroupsCalls(false);
        QCOMPARE(shown.chart.rows().count(), 6);
    }

    void anAttemptInAFoldedCallIsShownByItsCall()
    {
        const RunRecord record = test::callsOfTwo(3, 3);
        ShownWithMap shown(&record);
        shown.chart.setCurrentAttempt({1, 0});
        QCOMPARE(shown.chart.currentRow(), 4);
        shown.press(Qt::Key_Slash);
        QCOMPARE(shown.chart.currentRow(), 1);
        shown.press(Qt::Key_Asterisk);
        QCOMPARE(shown.chart.currentRow(), 4);
        const QSignalSpy picked(&shown.chart, &TimelineChart::rowPicked);
        shown.press(Qt::Key_Up);
        QCOMPARE(picked.constFirst().constFirst().toInt(), 3);
        QVERIFY(shown.chart.rows().attemptAt(3) == (Place{1, 1}));
        shown.chart.setCurrentAttempt({1, 1}); // as the table responses
        QCOMPARE(shown.chart.currentRow(), 3);
    }

    void manyCallsComeFolded()
    {
        const RunRecord record = test::callsOfTwo(30, 3);
        ShownWithMap shown(&record);
        QCOMPARE(shown.chart.rows().count(), 30);
        RunRecord growing(record.header());
        ShownWithMap live(&growing);
        for (const CallRecord& call : record.calls()) {
            growing.adopt(call);
            const auto index = static_cast<int>(growing.calls().size()) - 1;
            live.chart.onRecorded({index, 0});
            live.chart.onRecorded({index, 1});
        }
        QCOMPARE(live.chart.rows().count(), 30);
    }

    void anAppendedAttemptLeavesTheOtherRowsAsTheyAre()
    {
        test::RecordWriter writer;
        writer.beginCall(0);
        double now = 0;
        for (int attempt = 1; attempt <= 8; ++attempt) {
            writer.beginAttempt(now);
            writer.retryAfter(now + 10, 503, "SlowDown", 10, 20);
            writer.endDelay(10);
            now += 20;
        }
        ShownWithMap shown(&writer.record(), {800, 500});
        shown.chart.zoomToFit();
        shown.chart.setNow(at(now + 1));
        shown.chart.grab();
        QVERIFY(QTest::qWaitForWindowExposed(&shown.chart));
        QCoreApplication::processEvents();
        shown.chart.grab();
        QCOMPARE(shown.chart.rowsPainted(), 8);
        shown.chart.setNow(at(now + 2));
        QTRY_VERIFY(shown.chart.rowsPainted() <= 3);
    }

    void barsArePackedWithoutALoss()
    {
        const RunRecord record = test::threeAttempts();
        AttemptBars bars;
        AttemptBar longDelay;
        longDelay.delayEnd = longDelay.planned = Instant{std::chrono::hours{30}};
        for (int attempt = 0; attempt < 3; ++attempt) {
            bars.set(attempt, barOf(record, {0, attempt}));
        }
        bars.set(3, longDelay);
        for (int attempt = 0; attempt < 3; ++attempt) {
            QVERIFY(bars.at(attempt) == barOf(record, {0, attempt}));
        }
        QVERIFY(bars.at(3) == longDelay);
    }
};

RETRYSCOPE_TEST(TstTimelineMoves)
#include "tst_timeline_moves.moc"
