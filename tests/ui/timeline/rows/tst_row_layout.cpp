// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/timeline/rows/row_layout.h"

using namespace retryscope::ui;

namespace {

constexpr RowHeights kHeights{.roomiest = 64, .roomy = 40, .compact = 20};

RowLayout layoutOf(int rows, double rowHeight)
{
    return {.rows = rows, .top = 10, .height = 200, .rowHeight = rowHeight};
}

} // namespace

class TstRowLayout : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void rowsGetSmallerUntilTheyCannotBeReadAndThenScroll_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<double>("readable");
        QTest::addColumn<double>("fitting");
        QTest::addColumn<int>("density");
        QTest::newRow("none") << 0 << 64.0 << 64.0 << int(RowDensity::Roomy);
        QTest::newRow("few") << 3 << 64.0 << 64.0 << int(RowDensity::Roomy);
        QTest::newRow("some") << 5 << 40.0 << 40.0 << int(RowDensity::Roomy);
        QTest::newRow("more") << 8 << 25.0 << 25.0 << int(RowDensity::Compact);
        QTest::newRow("too many to read") << 50 << 20.0 << 4.0 << int(RowDensity::Thin);
        QTest::newRow("several to a pixel") << 100'000 << 20.0 << 0.002 << int(RowDensity::Overview);
    }

    void rowsGetSmallerUntilTheyCannotBeReadAndThenScroll()
    {
        QFETCH(int, rows);
        QFETCH(double, readable);
        QFETCH(double, fitting);
        QFETCH(int, density);
        QCOMPARE(readableRowHeight(rows, 200, kHeights), readable);
        QCOMPARE(fittingRowHeight(rows, 200, kHeights), fitting);
        QCOMPARE(int(densityOf(fitting, kHeights)), density);
    }

    void rowUnderAPixelIsFoundWhileScrolled()
    {
        const RowLayout layout = layoutOf(100, 20).withOffset(45);
        QCOMPARE(layout.rowAt(10), 2);
        QCOMPARE(layout.rowAt(24.9), 2);
        QCOMPARE(layout.rowAt(25), 3);
        QCOMPARE(layout.rowAt(9), -1);
        QCOMPARE(layout.rowAt(210), -1);
        QCOMPARE(layout.topOf(3), 25.0);
    }

    void noRowLiesBelowTheLast()
    {
        QCOMPARE(layoutOf(3, 20).rowAt(69.9), 2);
        QCOMPARE(layoutOf(3, 20).rowAt(70.1), -1);
        QCOMPARE(layoutOf(0, 20).rowAt(15), -1);
        QCOMPARE(layoutOf(0, 20).lastVisible(), -1);
    }

    void scrollingStopsAtBothEnds()
    {
        QCOMPARE(layoutOf(100, 20).withOffset(-5).offset, 0.0);
        QCOMPARE(layoutOf(100, 20).withOffset(1e9).offset, 1800.0);
        QCOMPARE(layoutOf(3, 20).withOffset(50).offset, 0.0);
    }

    void onlyRowsInSightAreVisible()
    {
        const RowLayout layout = layoutOf(100, 20).withOffset(30);
        QCOMPARE(layout.firstVisible(), 1);
        QCOMPARE(layout.lastVisible(), 11);
    }

    void showingARowScrollsAsLittleAsPossible()
    {
        const RowLayout layout = layoutOf(100, 20);
        QCOMPARE(layout.showing(3).offset, 0.0);
        QCOMPARE(layout.showing(10).offset, 20.0);
        QCOMPARE(layout.withOffset(1000).showing(20).offset, 400.0);
        QCOMPARE(layout.showing(99).offset, 1800.0);
    }

    void changingTheRowHeightKeepsTheRowUnderTheCursor()
    {
        const RowLayout before = layoutOf(1000, 2).withOffset(500);
        const RowLayout after = before.withRowHeight(10, 110);
        QCOMPARE(after.rowAt(110), before.rowAt(110));
    }
};

RETRYSCOPE_TEST(TstRowLayout)
#include "tst_row_layout.moc"
