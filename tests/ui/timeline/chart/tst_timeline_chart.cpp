// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/rows/bar_painter.h"

#include <QChart>
#include <QScrollBar>
#include <QSignalSpy>
#include <QWheelEvent>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

class Shown
{
public:
    explicit Shown(const RunRecord* record, QSize size = {800, 300})
    {
        chart.resize(size);
        chart.setRecord(record);
        chart.show();
    }

    QImage grab() { return chart.grab().toImage(); }

    /// False: the wheel was left to what is around.
    bool turnWheel(QPointF at, int notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWheelEvent event(at, chart.viewport()->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton,
                          modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(chart.viewport(), &event);
        return event.isAccepted();
    }

    [[nodiscard]] QPoint middleOf(int row) const
    {
        const RowLayout layout = chart.layoutOfRows();
        return {static_cast<int>(chart.plotArea().center().x()),
                static_cast<int>(layout.topOf(row) + layout.rowHeight / 2)};
    }

    TimelineChart chart;
};

bool isVisible(const TimelineChart& chart, int row)
{
    const RowLayout layout = chart.layoutOfRows();
    return layout.topOf(row) >= layout.top - 0.5 &&
           layout.topOf(row) + layout.rowHeight <= layout.top + layout.height + 0.5;
}

int coloursIn(const QImage& image)
{
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            colours.insert(image.pixel(x, y));
        }
    }
    return static_cast<int>(colours.size());
}

bool containsColour(const QImage& image, const QColor& colour)
{
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixel(x, y) == colour.rgb()) {
                return true;
            }
        }
    }
    return false;
}

} // namespace

class TstTimelineChart : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatTheServerAskedForIsMarked()
    {
        Policy policy = test::plainPolicy();
        policy.backoff = test::plainBackoff();
        policy.hints = {{.header = "retry-after", .bounds = HintBounds::LowerBound}};
        const RunRecord record =
            test::runOf(policy, {test::response(503, {{"Retry-After", "2"}}), test::response(200)});
        Shown shown(&record);

        QVERIFY(shown.chart.sight().legendParts().hasHint);
        const TimelineScene scene = shown.chart.scene();
        const AttemptBar bar = scene.barAt(0);
        const auto x = static_cast<int>(scene.xOf(bar.end + std::chrono::seconds{2}));
        const auto top = static_cast<int>(barGeometryOf(scene, 0).delayTop);
        QCOMPARE(shown.grab().pixelColor(x, top - 4), Theme::light().delayText);
        const AttemptTexts texts(record, {0, 0});
        QCOMPARE(texts.hintText(), QStringLiteral("Retry-After asked for 2 s, applied 2 s"));
    }

    void nothingMovesOnItsOwn()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record);
        QCOMPARE(shown.chart.chart()->animationOptions(), QChart::NoAnimation);
        shown.chart.zoomBy(2);
        const TimeScale scale = shown.chart.scale();
        const QImage once = shown.grab();
        QCoreApplication::processEvents();
        QVERIFY(shown.chart.scale() == scale); // reached at once, not by and by
        QCOMPARE(shown.grab(), once);
    }

    void wholeRunIsInSightAtFirst()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record);
        QVERIFY(shown.chart.scale().begin == Instant{});
        // The jitter window of the second attempt would end at 2.47 s, but its delay was shorter.
        QVERIFY(shown.chart.scale().end >= record.end());
        QVERIFY(shown.chart.scale().end < Instant{fromMilliseconds(471.5 + 2000)});
        QVERIFY(isVisible(shown.chart, 2));
    }

    void delayWindowPhasesAndVerdictAreDrawnInTheirColours()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record);
        const QImage image = shown.grab();
        const Theme& theme = Theme::forPalette(shown.chart.palette());
        for (const QColor& colour : {theme.retryDelay, theme.delayWindow, theme.plannedTick, theme.wait,
                                     theme.receive, theme.grid}) {
            QVERIFY2(containsColour(image, colour), qPrintable(colour.name()));
        }
        QVERIFY(coloursIn(image) > 20);
    }

    void verdictsStandInAColumnThatDoesNotMove()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record, {900, 300});
        const QRectF plot = shown.chart.plotArea();
        const auto column = [&] {
            const int left = static_cast<int>(plot.right()) + 6; // right of what marks a bar outside
            return shown.grab().copy(left, 0, shown.chart.width() - left, static_cast<int>(plot.bottom()));
        };
        const QImage before = column();
        QVERIFY(containsColour(before, Theme::light().stop));
        QVERIFY(containsColour(before, Theme::light().retry));
        shown.chart.zoomBy(3);
        QCOMPARE(column(), before);
    }

    void aRowWithoutABarInTheRangeSaysWhereItLies()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record, {900, 300});
        QTest::keyClick(&shown.chart, Qt::Key_End);
        QTest::keyClick(&shown.chart, Qt::Key_F); // the last attempt; the first one ended long before
        const QRectF plot = shown.chart.plotArea();
        const RowLayout layout = shown.chart.layoutOfRows();
        const QRectF edge(plot.left(), layout.topOf(0) + 4, 10, layout.rowHeight - 8);
        QVERIFY(coloursIn(shown.grab().copy(edge.toRect())) > 3);
        const QRectF beside = edge.translated(plot.width() / 2, 0);
        QVERIFY(coloursIn(shown.grab().copy(beside.toRect())) <= 3);
    }

    void shapesNeverOutnumberPixels_data()
    {
        QTest::addColumn<int>("attempts");
        QTest::newRow("100") << 100;
        QTest::newRow("10,000") << 10'000;
        QTest::newRow("100,000") << 100'000;
    }

    void shapesNeverOutnumberPixels()
    {
        QFETCH(int, attempts);
        const RunRecord record = test::manyAttempts(attempts);
        Shown shown(&record);
        shown.grab();
        const RowLayout readable = shown.chart.layoutOfRows();
        const int rowsInSight = readable.lastVisible() - readable.firstVisible() + 1;
        QVERIFY(rowsInSight < 20);
        QVERIFY(shown.chart.shapesPainted() <=
                rowsInSight * static_cast<int>(shown.chart.plotArea().width()));
        shown.chart.zoomToFit();
        shown.grab();
        QVERIFY2(shown.chart.shapesPainted() <= 10 * shown.chart.plotArea().height(),
                 qPrintable(QString::number(shown.chart.shapesPainted())));
    }

    void overviewShowsTheOnlyFailureAmongManyAttempts()
    {
        test::RecordWriter writer(0, 1, 20'001);
        for (int call = 1; call <= 20'001; ++call) {
            writer.beginCall(call, 1, call);
            writer.beginAttempt(call);
            if (call == 10'000) {
                writer.stop(call + 0.5, 400, "Bad");
            } else {
                writer.succeed(call + 0.5);
            }
        }
        Shown shown(&writer.record());
        shown.chart.zoomToFit();
        QVERIFY(densityOf(shown.chart.layoutOfRows().rowHeight, rowHeightsFor(shown.chart.font())) ==
                RowDensity::Overview);
        QVERIFY(containsColour(shown.grab(), Theme::forPalette(shown.chart.palette()).stop));
    }

    void manyRowsScrollAndFitZoomsOutToAllOfThem()
    {
        const RunRecord record = test::manyAttempts(200);
        Shown shown(&record);
        auto* bar = shown.chart.findChild<QScrollBar*>(QStringLiteral("timelineRowsBar"));
        QVERIFY(bar->isVisible());
        QVERIFY(!isVisible(shown.chart, 199));
        bar->setValue(bar->maximum());
        QVERIFY(isVisible(shown.chart, 199));
        QTest::keyClick(&shown.chart, Qt::Key_0);
        QVERIFY(!bar->isVisible());
        QVERIFY(isVisible(shown.chart, 0) && isVisible(shown.chart, 199));
    }

    void wheelWithCtrlZoomsAboutTheCursor()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record);
        const QPointF at(400, 100);
        const Instant under = shown.chart.scale().toTime(at.x());
        const Duration before = shown.chart.scale().length();
        shown.turnWheel(at, 3, Qt::ControlModifier);
        QVERIFY(shown.chart.scale().length() < before);
        QVERIFY(std::chrono::abs(shown.chart.scale().toTime(at.x()) - under) < before / 500);
        shown.turnWheel(at, -30, Qt::ControlModifier);
        QVERIFY(shown.chart.scale().begin == Instant{});
        QVERIFY(shown.chart.scale().length() == before);
    }

    void wheelScrollsTheRows()
    {
        const RunRecord record = test::manyAttempts(200);
        Shown shown(&record);
        const TimeScale before = shown.chart.scale();
        const double height = shown.chart.layoutOfRows().rowHeight;
        for (const QPointF at : {QPointF(20, 100), shown.chart.plotArea().center()}) {
            const double offset = shown.chart.layoutOfRows().offset;
            QVERIFY(shown.turnWheel(at, -2));
            QCOMPARE(shown.chart.layoutOfRows().offset, offset + 6 * height);
        }
        QVERIFY(shown.chart.scale() == before);
    }

    void wheelWithShiftPans()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record);
        shown.turnWheel({200, 100}, 5, Qt::ControlModifier);
        const TimeScale before = shown.chart.scale();
        shown.turnWheel({200, 100}, -1, Qt::ShiftModifier);
        QVERIFY(shown.chart.scale().begin > before.begin);
        QVERIFY(shown.chart.scale().length() == before.length());
    }

    void wheelIsLeftToThePageWhereAllRowsAreInSight()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record);
        QVERIFY(!shown.turnWheel({200, 100}, -1));
    }

    void dragWithShiftSelectsARange()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record);
        const TimeScale before = shown.chart.scale();
        QWidget* viewport = shown.chart.viewport();
        QTest::mousePress(viewport, Qt::LeftButton, Qt::ShiftModifier, QPoint(400, 100));
        QTest::mouseMove(viewport, QPoint(430, 100));
        QTest::mouseMove(viewport, QPoint(460, 100));
        QTest::mouseRelease(viewport, Qt::LeftButton, Qt::ShiftModifier, QPoint(460, 100));
        QVERIFY(shown.chart.scale() == before);
        const auto range = shown.chart.sight().selectedRange();
        QVERIFY(range.has_value());
        QVERIFY(std::abs(before.toX(range->begin) - 400) < 2 && std::abs(before.toX(range->end) - 460) < 2);
    }

    void dragPansAndDoesNotPick()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record);
        shown.turnWheel(shown.chart.plotArea().center(), 5, Qt::ControlModifier);
        const QSignalSpy picked(&shown.chart, &TimelineChart::rowPicked);
        const TimeScale before = shown.chart.scale();
        QWidget* viewport = shown.chart.viewport();
        QTest::mousePress(viewport, Qt::LeftButton, {}, QPoint(400, 100));
        QTest::mouseMove(viewport, QPoint(430, 100));
        QTest::mouseMove(viewport, QPoint(460, 100));
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, QPoint(460, 100));
        QVERIFY(shown.chart.scale().begin < before.begin);
        QVERIFY(shown.chart.scale().length() == before.length());
        QCOMPARE(picked.count(), 0);
    }

    void clickPicksTheRowUnderIt()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record);
        const QSignalSpy picked(&shown.chart, &TimelineChart::rowPicked);
        QTest::mouseClick(shown.chart.viewport(), Qt::LeftButton, {}, shown.middleOf(1));
        QCOMPARE(picked.count(), 1);
        QCOMPARE(shown.chart.currentRow(), 1);
    }

    void doubleClickZoomsOnTheAttempt()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record);
        QTest::mouseDClick(shown.chart.viewport(), Qt::LeftButton, {}, shown.middleOf(2));
        const TimeScale scale = shown.chart.scale();
        QVERIFY(scale.begin > Instant{fromMilliseconds(1600)} &&
                scale.begin < Instant{fromMilliseconds(1660)});
        QVERIFY(scale.end > Instant{fromMilliseconds(1703)} && scale.end < Instant{fromMilliseconds(1760)});
    }

    void keysWalkTheAttempts()
    {
        const RunRecord record = test::manyAttempts(200);
        Shown shown(&record);
        const auto press = [&](Qt::Key key) {
            QTest::keyClick(&shown.chart, key);
            return shown.chart.currentRow();
        };
        QCOMPARE(press(Qt::Key_Down), 0);
        QCOMPARE(press(Qt::Key_Down), 1);
        QCOMPARE(press(Qt::Key_Right), 2);
        QCOMPARE(press(Qt::Key_Up), 1);
        QCOMPARE(press(Qt::Key_Left), 0);
        QCOMPARE(press(Qt::Key_Up), 0);
        QCOMPARE(press(Qt::Key_End), 199);
        QVERIFY(isVisible(shown.chart, 199));
        QVERIFY(press(Qt::Key_PageUp) < 199);
        QCOMPARE(press(Qt::Key_Home), 0);
        QVERIFY(isVisible(shown.chart, 0));
    }

    void keysZoomAboutTheCurrentAttempt()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record);
        QTest::keyClick(&shown.chart, Qt::Key_End);
        const TimeScale whole = shown.chart.scale();
        const Instant start{fromMilliseconds(1659.7)};
        QTest::keyClick(&shown.chart, Qt::Key_Plus);
        QVERIFY(shown.chart.scale().length() < whole.length());
        QVERIFY(std::abs(shown.chart.scale().toX(start) - whole.toX(start)) < 1);
        QTest::keyClick(&shown.chart, Qt::Key_Minus);
        QTest::keyClick(&shown.chart, Qt::Key_Minus);
        QVERIFY(shown.chart.scale() == whole);
    }

    void attemptPickedElsewhereIsBroughtIntoSight()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record);
        shown.turnWheel({shown.chart.plotArea().left() + 5, 100}, 20, Qt::ControlModifier);
        const Instant start{fromMilliseconds(1659.7)};
        QVERIFY(shown.chart.scale().end < start);
        shown.chart.setCurrentRow(2);
        QVERIFY(shown.chart.scale().begin <= start && start <= shown.chart.scale().end);
    }

    void liveRunGrowsAndKeepsTheLatestAttemptInSight()
    {
        test::RecordWriter writer;
        Shown shown(&writer.record());
        const auto tell = [&] {
            shown.chart.onRecorded(writer.place());
        };
        writer.beginCall(0);
        tell();
        writer.beginAttempt(0);
        tell();
        QVERIFY(shown.chart.sight().run().isLive());
        const QImage before = shown.grab();
        shown.chart.setNow(Instant{fromMilliseconds(60)});
        QVERIFY(shown.grab() != before);
        shown.chart.setNow(Instant{fromMilliseconds(5000)});
        QVERIFY(shown.chart.scale().end > Instant{fromMilliseconds(5000)});
        double now = 5000;
        writer.retryAfter(now, 503, "SlowDown", 10, 20);
        tell();
        for (int attempt = 2; attempt <= 40; ++attempt) {
            writer.endDelay(10);
            tell();
            now += 10;
            writer.beginAttempt(now);
            tell();
            writer.retryAfter(now, 503, "SlowDown", 10, 20);
            tell();
        }
        QVERIFY(isVisible(shown.chart, 39));
        writer.endDelay(10);
        writer.endCall(now + 10, CallVerdict::Cancelled);
        shown.chart.onRecorded({writer.place().call, -1});
        QVERIFY(!shown.chart.sight().run().isLive());
    }

    void appendedRowsEqualAReplacedRecord()
    {
        test::RecordWriter writer(500, 2, 1);
        Shown live(&writer.record());
        const auto tell = [&] {
            live.chart.onRecorded(writer.place());
        };
        writer.beginCall(0, 1);
        tell();
        writer.beginAttempt(0);
        tell();
        writer.retryAfter(30, 503, "SlowDown", 50, 100);
        tell();
        writer.endDelay(51);
        tell();
        writer.beginAttempt(81);
        tell();
        writer.succeed(100);
        tell();
        Shown replaced(&writer.record());
        const TimelineScene left = live.chart.scene();
        const TimelineScene right = replaced.chart.scene();
        QVERIFY(*left.bars == *right.bars);
        QVERIFY(left.layout == right.layout);
        QCOMPARE(live.grab(), replaced.grab());
    }

    void legendExplainsOnlyWhatIsShown()
    {
        test::RecordWriter writer;
        Shown shown(&writer.record());
        QVERIFY(shown.chart.sight().legendParts() == LegendParts{});
        writer.beginCall(0);
        writer.beginAttempt(0);
        shown.chart.onRecorded({0, 0});
        QVERIFY(!shown.chart.sight().legendParts().hasWindow);
        writer.retryAfter(20, 503, "SlowDown", 10, 20);
        writer.endDelay(10);
        shown.chart.onRecorded({0, 0});
        const LegendParts parts = shown.chart.sight().legendParts();
        QVERIFY(parts.hasWindow && parts.hasPlanned && !parts.hasAssumed);
        QVERIFY(parts.spanKinds & kindBit(SpanKind::Wait));
        QVERIFY(!(parts.spanKinds & kindBit(SpanKind::Tls)));
        QVERIFY(!(parts.spanKinds & kindBit(SpanKind::Attempt)));
    }

    void assumedAttemptsLookDifferentAndAreExplained()
    {
        CallRecord call = test::manyAttempts(1).calls().front();
        RunRecord recorded(test::manyAttempts(1).header());
        recorded.adopt(call);
        call.attempts.front().assumed = true;
        RunRecord assumed(recorded.header());
        assumed.adopt(call);
        Shown left(&recorded);
        Shown right(&assumed);
        QVERIFY(right.chart.sight().legendParts().hasAssumed);
        QVERIFY(left.grab() != right.grab());
    }

    void wallClockLabelsTheAxisAnew()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record, {1200, 300});
        QCOMPARE(shown.chart.ticks().front().label, QStringLiteral("0"));
        shown.chart.setWallClock(true);
        QCOMPARE(shown.chart.ticks().front().label, QStringLiteral("00:00:00.000"));
    }

    void axisKeepsItsLabelsWhenAMuchLongerRunTakesTheirPlace()
    {
        RunRecord record;
        Shown shown(&record);
        record = test::manyAttempts(6);
        shown.chart.onReplaced();
        const QImage image = shown.grab();
        const int top = static_cast<int>(shown.chart.plotArea().bottom()) + 3;
        const QImage labels = image.copy(0, top, image.width(), image.height() - top);
        QVERIFY(shown.chart.ticks().size() > 2);
        QVERIFY(coloursIn(labels) > 5); // antialiased text; without it there is nothing but the card
    }

    void darkPaletteIsFollowed()
    {
        const RunRecord record = test::threeAttempts();
        Shown shown(&record);
        shown.chart.setPalette(Theme::dark().palette());
        QVERIFY(containsColour(shown.grab(), Theme::dark().retryDelay));
        QVERIFY(!containsColour(shown.grab(), Theme::light().card));
    }

    void tinyWidgetsAndEmptyRecordsAreDrawn_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("attempts");
        QTest::newRow("one pixel") << QSize(1, 1) << 3;
        QTest::newRow("flat") << QSize(900, 20) << 50;
        QTest::newRow("narrow") << QSize(60, 400) << 50;
        QTest::newRow("nothing") << QSize(800, 300) << 0;
    }

    void tinyWidgetsAndEmptyRecordsAreDrawn()
    {
        QFETCH(QSize, size);
        QFETCH(int, attempts);
        const RunRecord record = attempts == 0 ? RunRecord() : test::manyAttempts(attempts);
        Shown shown(&record, size);
        shown.chart.setMinimumSize(1, 1);
        shown.chart.resize(size);
        QVERIFY(!shown.grab().isNull());
        shown.chart.zoomToFit();
        shown.turnWheel({1, 1}, 2);
        QVERIFY(!shown.grab().isNull());
    }
};

RETRYSCOPE_TEST(TstTimelineChart)
#include "tst_timeline_chart.moc"
