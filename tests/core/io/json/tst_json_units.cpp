// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_units.h"
#include "tests/support/strict_main.h"

#include <limits>

using namespace retryscope;
using namespace retryscope::io;

class TstJsonUnits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void durationIsReadExactly_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("microseconds");
        QTest::newRow("milliseconds") << QStringLiteral("50ms") << qint64{50'000};
        QTest::newRow("seconds") << QStringLiteral("20s") << qint64{20'000'000};
        QTest::newRow("minutes") << QStringLiteral("1min") << qint64{60'000'000};
        QTest::newRow("hours") << QStringLiteral("2h") << qint64{7'200'000'000};
        QTest::newRow("microseconds") << QStringLiteral("7us") << qint64{7};
        QTest::newRow("microseconds with their own letter") << QStringLiteral("7µs") << qint64{7};
        QTest::newRow("nothing") << QStringLiteral("0ms") << qint64{0};
        QTest::newRow("a fraction") << QStringLiteral("1.5s") << qint64{1'500'000};
        QTest::newRow("a fraction that binary numbers miss") << QStringLiteral("0.001ms") << qint64{1};
        QTest::newRow("zeros behind the last microsecond") << QStringLiteral("0.000001000s") << qint64{1};
        QTest::newRow("a fraction of a minute") << QStringLiteral("0.25min") << qint64{15'000'000};
        QTest::newRow("a blank before the unit") << QStringLiteral("50 ms") << qint64{50'000};
        QTest::newRow("the longest") << QStringLiteral("9223372036854775807us")
                                     << std::numeric_limits<qint64>::max();
    }
    void durationIsReadExactly()
    {
        QFETCH(const QString, text);
        QFETCH(const qint64, microseconds);
        const std::optional<Duration> duration = durationFromText(text);
        QVERIFY(duration.has_value());
        QCOMPARE(duration->count(), microseconds);
    }

    void whatIsNoDurationIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"",
                                 "50",
                                 "ms",
                                 "-5ms",
                                 "+5ms",
                                 "5 m s",
                                 "5 minutes",
                                 "5S",
                                 "5MS",
                                 "1.s",
                                 ".5s",
                                 "1,5s",
                                 "1e3ms",
                                 "0.0001ms",
                                 "0.0000001s",
                                 "0.000000001min",
                                 "0.33333333min",
                                 "9223372036854775808us",
                                 "9223372036855s",
                                 "99999999999999999999s",
                                 "inf",
                                 "nan",
                                 "1min30s",
                                 "५s"}) {
            QTest::newRow(text) << QString::fromUtf8(text);
        }
    }
    void whatIsNoDurationIsRefused()
    {
        QFETCH(const QString, text);
        QVERIFY(!durationFromText(text).has_value());
    }

    void durationIsWrittenInItsLargestWholeUnit_data()
    {
        QTest::addColumn<qint64>("microseconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << qint64{0} << QStringLiteral("0ms");
        QTest::newRow("a minute") << qint64{60'000'000} << QStringLiteral("1min");
        QTest::newRow("no whole minutes") << qint64{90'000'000} << QStringLiteral("90s");
        QTest::newRow("no whole seconds") << qint64{1'500'000} << QStringLiteral("1500ms");
        QTest::newRow("no whole milliseconds") << qint64{1'500} << QStringLiteral("1500us");
    }
    void durationIsWrittenInItsLargestWholeUnit()
    {
        QFETCH(const qint64, microseconds);
        QFETCH(const QString, text);
        QCOMPARE(durationToText(Duration{microseconds}), text);
        QCOMPARE(durationFromText(text), std::optional(Duration{microseconds}));
    }

    void statusesAreReadAndWritten_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<QString>("written");
        QTest::newRow("one") << QStringLiteral("503") << 503 << 503 << QStringLiteral("503");
        QTest::newRow("a hundred") << QStringLiteral("5xx") << 500 << 599 << QStringLiteral("5xx");
        QTest::newRow("a hundred as range")
            << QStringLiteral("400-499") << 400 << 499 << QStringLiteral("4xx");
        QTest::newRow("a range") << QStringLiteral("500-503") << 500 << 503 << QStringLiteral("500-503");
        QTest::newRow("a range of one") << QStringLiteral("500-500") << 500 << 500 << QStringLiteral("500");
    }
    void statusesAreReadAndWritten()
    {
        QFETCH(const QString, text);
        QFETCH(const int, from);
        QFETCH(const int, to);
        QFETCH(const QString, written);
        const std::optional<StatusRange> range = statusRangeFromText(text);
        QCOMPARE(range, std::optional(StatusRange{from, to}));
        QCOMPARE(statusRangeToText(*range), written);
    }

    void whatIsNoStatusIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "50", "099", "1000", "0xx", "5x", "5XX", "xxx", "599-500", "500-",
                                 "-500", "500-5xx", "5o3", "500-599-600", " 503"}) {
            QTest::newRow(text) << QString::fromLatin1(text);
        }
    }
    void whatIsNoStatusIsRefused()
    {
        QFETCH(const QString, text);
        QVERIFY(!statusRangeFromText(text).has_value());
    }

    void placesComeBackAsTheyWereWritten_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"header:x-amzn-errortype", "xml:*/Error/Code", "json:__type", "status", "reason"}) {
            QTest::newRow(text) << QString::fromLatin1(text);
        }
    }
    void placesComeBackAsTheyWereWritten()
    {
        QFETCH(const QString, text);
        const std::optional<NamePlace> place = namePlaceFromText(text);
        QVERIFY(place.has_value());
        QCOMPARE(namePlaceToText(*place), text);
    }

    void whatIsNoPlaceIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "body", "header:", "xml", "yaml:a", "Status", "status:"}) {
            QTest::newRow(text) << QString::fromLatin1(text);
        }
    }
    void whatIsNoPlaceIsRefused()
    {
        QFETCH(const QString, text);
        QVERIFY(!namePlaceFromText(text).has_value());
    }
};

RETRYSCOPE_TEST(TstJsonUnits)
#include "tst_json_units.moc"
