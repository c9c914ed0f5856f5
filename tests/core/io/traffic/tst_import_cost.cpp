// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/measure.h"
#include "tests/core/io/traffic/traffic_lab.h"
#include "tests/support/strict_main.h"
#include "tests/support/traffic_shapes.h"

#include <QTest>

#include <climits>
#include <limits>
#include <malloc.h>

using namespace retryscope;
using namespace retryscope::test;

namespace {

constexpr int kFew = 2'000;
constexpr int kMany = 10 * kFew;

double secondsFor(const QByteArray& bytes, const QString& format)
{
    const auto begin = bench::threadTime();
    const RunRecord record = importTraffic(bytes, format);
    const std::chrono::duration<double> took = bench::threadTime() - begin;
    return record.isEmpty() ? 0 : took.count();
}

} // namespace

/// Ten times the requests take little more than ten times as long, in each format and whatever the requests
/// have in common: SECURITY.md, *Cost*.
class TstImportCost : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Memory stays with the program: what the kernel takes for new pages, of which the larger file needs
    /// more than the heap has left, says nothing about the program.
    void initTestCase()
    {
        mallopt(M_TRIM_THRESHOLD, INT_MAX);
        mallopt(M_MMAP_THRESHOLD, INT_MAX);
        secondsFor(trafficOf(QStringLiteral("jaeger"), kTrafficShapes.at(0), 2 * kMany),
                   QStringLiteral("jaeger"));
    }

    void timeIsLinear_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<int>("shape");
        for (const QString& format : io::trafficFormats()) {
            for (std::size_t index = 0; index < kTrafficShapes.size(); ++index) {
                QTest::addRow("%s: %s", qPrintable(format), kTrafficShapes.at(index).name)
                    << format << static_cast<int>(index);
            }
        }
    }

    void timeIsLinear()
    {
        QFETCH(const QString, format);
        QFETCH(const int, shape);
        const TrafficShape& kind = kTrafficShapes.at(static_cast<std::size_t>(shape));
        const QByteArray few = trafficOf(format, kind, kFew);
        const QByteArray many = trafficOf(format, kind, kMany);
        QVERIFY2(!few.isEmpty(), "traffic_shapes.cpp does not write this format");

        constexpr double kMostGrowth = 13;
        constexpr double kLeast = 0.005; // seconds; below it the clock and the caches decide
        constexpr int kTries = 3;        // another process may have disturbed one
        double ofFew = kLeast;
        double ofMany = std::numeric_limits<double>::max();
        for (int tries = 0; tries < kTries && ofMany > kMostGrowth * ofFew; ++tries) {
            ofFew = std::max(ofFew, secondsFor(few, format));
            ofMany = std::min(ofMany, secondsFor(many, format));
            QVERIFY(ofMany > 0);
        }
        const double growth = ofMany / ofFew;
        if (qEnvironmentVariableIsSet("RETRYSCOPE_SHOW_COST")) {
            qInfo("%.3f s, then %.3f s: %.1f times", ofFew, ofMany, growth);
        }
        QVERIFY2(growth <= kMostGrowth, qPrintable(QString::number(growth)));
    }
};

RETRYSCOPE_TEST(TstImportCost)
#include "tst_import_cost.moc"
