// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/theme/theme.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/strips/quota_chart.h"
#include "ui/timeline/strips/strips.h"
#include "ui/timeline/table/attempts_model.h"
#include "ui/timeline/timeline_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImageReader>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QVBoxLayout>
#include <QXmlStreamReader>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

/// Timeline, quota chart and table over one selection, as the window arranges them.
class Panel : public QWidget
{
public:
    explicit Panel(const RunRecord* record)
    {
        auto* column = new QVBoxLayout(this);
        column->addWidget(view = new TimelineView, 3);
        column->addWidget(strips = new Strips);
        quota = strips->findChild<QuotaChart*>();
        column->addWidget(table = new QTableView, 2);
        model.attach(record);
        table->setModel(&model);
        table->setSelectionBehavior(QAbstractItemView::SelectRows);
        view->setSelectionModel(table->selectionModel());
        view->linkStrips(strips);
        view->setRecord(record);
        strips->setRecord(record);
        chart = view->findChild<TimelineChart*>(QStringLiteral("timelineChart"));
        resize(900, 700);
        show();
    }

    void tell(const test::RecordWriter& writer)
    {
        const Place place = writer.place();
        model.onRecorded(place);
        view->onRecorded(place);
        strips->onRecorded(place);
    }

    AttemptsModel model;
    TimelineView* view = nullptr;
    TimelineChart* chart = nullptr;
    Strips* strips = nullptr;
    QuotaChart* quota = nullptr;
    QTableView* table = nullptr;
};

QString readSvg(const QString& file, QStringList* texts)
{
    QFile device(file);
    if (!device.open(QIODevice::ReadOnly)) {
        return device.errorString();
    }
    QXmlStreamReader reader(&device);
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::Characters) {
            texts->append(reader.text().toString().simplified());
        }
    }
    return reader.hasError() ? reader.errorString() : QString();
}

} // namespace

class TstTimelineView : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void emptyTimelineSaysWhatToPress()
    {
        const RunRecord record;
        Panel panel(&record);
        panel.view->setEmptyText(QStringLiteral("Press Send"));
        auto* label = panel.view->findChild<QLabel*>(QStringLiteral("timelineEmpty"));
        QVERIFY(label->isVisible());
        QCOMPARE(label->text(), QStringLiteral("Press Send"));
        QVERIFY(!panel.chart->isVisible());
    }

    void chartAppearsWithTheFirstAttempt()
    {
        test::RecordWriter writer;
        Panel panel(&writer.record());
        QVERIFY(!panel.chart->isVisible());
        writer.beginCall(0);
        panel.tell(writer);
        writer.beginAttempt(0);
        panel.tell(writer);
        QVERIFY(panel.chart->isVisible());
        QVERIFY(panel.chart->sight().run().isLive());
    }

    void runningAttemptIsDrawnGrowing()
    {
        test::RecordWriter writer;
        Panel panel(&writer.record());
        writer.beginCall(0);
        panel.tell(writer);
        writer.beginAttempt(0);
        panel.tell(writer);
        const Instant before = panel.chart->now();
        QTRY_VERIFY(panel.chart->now() > before);
        writer.succeed(10);
        panel.tell(writer);
        QVERIFY(!panel.chart->sight().run().isLive());
    }

    void clickInTheTableSelectsInTheChart()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        const QRect cell = panel.table->visualRect(panel.model.index(1, 2));
        QTest::mouseClick(panel.table->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(panel.chart->currentRow(), 1);
        QVERIFY(panel.chart->accessibleDescription().startsWith(QStringLiteral("Attempt 2, reset")));
    }

    void clickInTheChartSelectsInTheTable()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        const RowLayout layout = panel.chart->layoutOfRows();
        const QPoint at(300, static_cast<int>(layout.topOf(2) + layout.rowHeight / 2));
        QTest::mouseClick(panel.chart->viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(panel.table->currentIndex().row(), 2);
        QVERIFY(panel.table->selectionModel()->isRowSelected(2));
    }

    void keysInTheChartWalkTheTable()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        QTest::keyClick(panel.chart, Qt::Key_End);
        QCOMPARE(panel.table->currentIndex().row(), 2);
        QTest::keyClick(panel.chart, Qt::Key_Up);
        QCOMPARE(panel.table->currentIndex().row(), 1);
        QTest::keyClick(panel.table, Qt::Key_Up);
        QCOMPARE(panel.chart->currentRow(), 0);
    }

    void newRecordForgetsTheSelection()
    {
        RunRecord record = test::threeAttempts();
        Panel panel(&record);
        panel.table->selectRow(2);
        QCOMPARE(panel.chart->currentRow(), 2);
        record = test::manyAttempts(1);
        panel.model.onReplaced();
        panel.view->onReplaced();
        panel.strips->onReplaced();
        QCOMPARE(panel.chart->currentRow(), -1);
        QVERIFY(!panel.grab().isNull());
    }

    void anAttemptThatBreaksAnExpectationIsFramed()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        const auto framed = [&panel] {
            const QImage image = panel.chart->grab().toImage();
            const QRect plot = panel.chart->plotArea().toRect();
            QSet<int> rows;
            for (int y = plot.top(); y < plot.bottom(); ++y) {
                for (int x = plot.left(); x < plot.right(); ++x) {
                    if (image.pixelColor(x, y) == Theme::forPalette(panel.palette()).danger) {
                        rows.insert((y - plot.top()) * 3 / plot.height());
                    }
                }
            }
            return rows;
        };
        QCOMPARE(framed(), QSet<int>());
        panel.view->setUnmet({{.call = 0, .attempt = 1}});
        QCOMPARE(framed(), QSet<int>({1}));
        panel.view->setUnmet({});
        QCOMPARE(framed(), QSet<int>());
    }

    void quotaChartSharesTheTimeAxis()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        panel.table->selectRow(2);
        const QColor cursor = Theme::forPalette(panel.palette()).accent;
        const QImage timeline = panel.chart->grab().toImage();
        const QImage quota = panel.quota->grab().toImage();
        const auto columnOf = [&](const QImage& image) {
            // Right of the labels, where the current row has a bar of the same colour.
            for (int x = static_cast<int>(panel.chart->plotArea().left()); x < image.width(); ++x) {
                int hits = 0;
                for (int y = 0; y < image.height(); ++y) {
                    hits += image.pixel(x, y) == cursor.rgb() ? 1 : 0;
                }
                if (hits > image.height() / 4) {
                    return x;
                }
            }
            return -1;
        };
        const int inTimeline = panel.chart->mapTo(&panel, QPoint(columnOf(timeline), 0)).x();
        const int inQuota = panel.quota->mapTo(&panel, QPoint(columnOf(quota), 0)).x();
        QVERIFY(columnOf(timeline) >= 0 && columnOf(quota) >= 0);
        QCOMPARE(inQuota, inTimeline);
    }

    void quotaChartSaysWhatIsLeft()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        QCOMPARE(panel.quota->statement(), QStringLiteral("Retry quota: 490 of 500 tokens"));
        QVERIFY(panel.quota->absence().isEmpty());

        const RunRecord without = test::RecordWriter(0).record();
        panel.quota->setRecord(&without);
        QCOMPARE(panel.quota->statement(), QStringLiteral("Retry quota: not used by this policy"));
        QCOMPARE(panel.quota->absence(), QStringLiteral("Not used by this policy"));
    }

    void oneCursorRunsThroughChartAndCurvesAtTheSamePixel()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        panel.strips->choose(
            {QStringLiteral("quota"), QStringLiteral("inFlight"), QStringLiteral("lastSecond")});
        panel.resize(900, 1000);
        QTest::mouseMove(panel.chart->viewport(), QPoint(417, 40));

        QTRY_COMPARE(panel.strips->shown().size(), std::size_t{3});
        const QImage image = panel.grab().toImage();
        const int x = panel.chart->mapTo(&panel, QPoint(417, 0)).x();
        const QRgb line = Theme::light().muted.rgb();
        const auto pixelsOn = [&](const QWidget& widget) {
            const QPoint corner = widget.mapTo(&panel, QPoint(0, 0));
            int pixels = 0;
            for (int y = corner.y(); y < corner.y() + widget.height(); ++y) {
                pixels += image.pixel(x, y) == line ? 1 : 0;
            }
            return pixels;
        };
        QVERIFY(pixelsOn(*panel.chart) > panel.chart->height() / 3);
        for (const ui::Strip* strip : panel.strips->shown()) {
            QVERIFY2(pixelsOn(*strip) > strip->height() / 3, qPrintable(strip->objectName()));
        }
    }

    void toolButtonsZoom()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        const auto press = [&](const char* name) {
            QTest::mouseClick(panel.view->findChild<QToolButton*>(QLatin1String(name)), Qt::LeftButton);
            return panel.chart->scale().length();
        };
        const Duration whole = panel.chart->scale().length();
        QVERIFY(press("timelineZoomIn") < whole);
        QVERIFY(press("timelineZoomIn") < whole / 2);
        QVERIFY(press("timelineZoomOut") < whole);
        QVERIFY(press("timelineFit") == whole);
    }

    void theHeaderTellsWhatHappenedInTheRangeThatIsShown()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        auto* range = panel.view->findChild<QLabel*>(QStringLiteral("timelineRange"));
        auto* statistics = panel.view->findChild<QLabel*>(QStringLiteral("timelineStatistics"));
        auto* legend = panel.view->findChild<QWidget*>(QStringLiteral("timelineLegend"));
        QVERIFY(legend->isVisible());
        QVERIFY(!range->isVisible());
        const QRectF plot = panel.chart->plotArea();
        QWidget* viewport = panel.chart->viewport();
        const auto onAxis = [&plot](double share) {
            return QPointF(plot.left() + plot.width() * share, plot.bottom() + 8).toPoint();
        };
        QTest::mousePress(viewport, Qt::LeftButton, {}, onAxis(0.1));
        QTest::mouseMove(viewport, onAxis(0.3));
        QTest::mouseMove(viewport, onAxis(0.99));
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, onAxis(0.99));
        QTRY_VERIFY(range->isVisible());
        QVERIFY(!legend->isVisible());
        QVERIFY2(range->text().contains(QStringLiteral(" to ")), qPrintable(range->text()));
        QVERIFY2(statistics->text().startsWith(QStringLiteral("1 call with retries, 2 retries, ")),
                 qPrintable(statistics->text()));
        QVERIFY(statistics->toolTip().contains(QStringLiteral("p99")));
        QTest::keyClick(panel.chart, Qt::Key_Escape);
        QTRY_VERIFY(legend->isVisible() && !range->isVisible());
    }

    void toolsAreNamedInSentenceCase()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        for (const QToolButton* button : panel.view->findChildren<QToolButton*>()) {
            QStringList words{button->text(), button->accessibleName()};
            if (button->menu() != nullptr) {
                for (const QAction* action : button->menu()->actions()) {
                    words += action->text();
                }
            }
            for (const QString& word : words) {
                QVERIFY2(word.isEmpty() || !word.front().isLower(), qPrintable(word));
            }
        }
    }

    void axisCanCountFromTheWallClock()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        auto* button = panel.view->findChild<QToolButton*>(QStringLiteral("timelineZero"));
        QCOMPARE(button->accessibleDescription(), QStringLiteral("Start of the run"));
        button->menu()->actions().at(1)->trigger();
        QCOMPARE(button->accessibleDescription(), QStringLiteral("Wall clock (UTC)"));
        QVERIFY(panel.chart->ticks().front().label.contains(QLatin1Char(':')));
    }

    void exportedSvgHoldsTheRunAsText()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("timeline.svg"));
        QCOMPARE(panel.view->exportTo(file), QString());
        QStringList texts;
        QCOMPARE(readSvg(file, &texts), QString());
        const QString all = texts.join(QLatin1Char('\n'));
        for (const char* expected :
             {"503", "SlowDown", "reset", "Stop", "Retry after 412 ms", "412 ms of 0 to 1 s",
              "A policy for tests", "for-tests", "seed 7", "490 of 500 tokens", "Retry delay"}) {
            QVERIFY2(all.contains(QString::fromUtf8(expected)), qPrintable(all));
        }
        QVERIFY(QSvgRenderer(file).isValid());
    }

    void exportedPngHasTwiceTheSizeAndIsNotBlank()
    {
        const RunRecord record = test::manyAttempts(11);
        Panel panel(&record);
        const QTemporaryDir folder;
        const QString png = folder.filePath(QStringLiteral("timeline.PNG"));
        QCOMPARE(panel.view->exportTo(png), QString());
        const QImage image(png);
        QCOMPARE(image.width(), 2400);
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); y += 3) {
            for (int x = 0; x < image.width(); x += 3) {
                colours.insert(image.pixel(x, y));
            }
        }
        QVERIFY(colours.contains(Theme::light().retryDelay.rgb()));
        QVERIFY(colours.contains(Theme::light().delayWindow.rgb()));
    }

    void copiedPictureIsInTheClipboard()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        QSignalSpy copied(panel.view, &TimelineView::copied);
        auto* menu = panel.view->findChild<QToolButton*>(QStringLiteral("timelineExport"))->menu();
        menu->actions().front()->trigger();
        QCOMPARE(copied.size(), 1);
        QCOMPARE(QGuiApplication::clipboard()->image().width(), 2400);
    }

    void exportedPdfIsOne()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("timeline.pdf"));
        QCOMPARE(panel.view->exportTo(file), QString());
        QFile device(file);
        QVERIFY(device.open(QIODevice::ReadOnly));
        const QByteArray content = device.readAll();
        QVERIFY(content.startsWith("%PDF-"));
        QVERIFY(content.trimmed().endsWith("%%EOF"));
    }

    void exportSaysWhatIsWrongWithTheFile()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        const QString problem = panel.view->exportTo(QStringLiteral("timeline.bmp"));
        QVERIFY(problem.contains(QStringLiteral("bmp")));
        QVERIFY(problem.contains(QStringLiteral("svg, png or pdf")));
        const QTemporaryDir folder;
        const QString missing = folder.filePath(QStringLiteral("no/such/folder/timeline.svg"));
        QVERIFY(panel.view->exportTo(missing).contains(missing));
    }

    void widgetsHaveNamesForScreenReaders()
    {
        const RunRecord record = test::threeAttempts();
        Panel panel(&record);
        QVERIFY(!panel.quota->accessibleName().isEmpty());
        QVERIFY(!panel.chart->accessibleName().isEmpty());
        const QList<QToolButton*> buttons = panel.view->findChildren<QToolButton*>();
        QCOMPARE(buttons.size(), 9);
        for (const QToolButton* button : buttons) {
            QVERIFY(!button->accessibleName().isEmpty());
            QVERIFY(!button->toolTip().isEmpty());
        }
    }
};

RETRYSCOPE_TEST(TstTimelineView)
#include "tst_timeline_view.moc"
