// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/measure.h"
#include "tests/core/io/traffic/traffic_lab.h"
#include "tests/support/strict_main.h"
#include "tests/support/traffic_shapes.h"

#include <QTest>

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
        double growth = kMostGrowth + 1;
        for (int tries = 0; tries < kTries && growth > kMostGrowth; ++tries) {
            const double ofFew = std::max(secondsFor(few, format), kLeast);
            const double ofMany = secondsFor(many, format);
            QVERIFY(ofMany > 0);
            growth = std::min(growth, ofMany / ofFew);
            if (tries > 0 || qEnvironmentVariableIsSet("RETRYSCOPE_SHOW_COST")) {
                qInfo("%.3f s, then %.3f s: %.1f times", ofFew, ofMany, ofMany / ofFew);
            }
        }
        QVERIFY2(growth <= kMostGrowth, qPrintable(QString::number(growth)));
    }
};

RETRYSCOPE_TEST(TstImportCost)
#include "tst_import_cost.moc"
