// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/http_date.h"

#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

constexpr qint64 kNovember1994 = 784111777000; // 1994-11-06T08:49:37Z, the example of RFC 9110

} // namespace

class TstHttpDate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEachForm_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("milliseconds");
        QTest::newRow("fixdate") << QByteArray("Sun, 06 Nov 1994 08:49:37 GMT") << kNovember1994;
        QTest::newRow("rfc850") << QByteArray("Sunday, 06-Nov-94 08:49:37 GMT") << kNovember1994;
        QTest::newRow("asctime") << QByteArray("Sun Nov  6 08:49:37 1994") << kNovember1994;
        for (const char* zone : {"UTC", "UT", "Z", "+0000", "-0000"}) {
            QTest::newRow(zone) << QByteArray("Sun, 6 Nov 1994 08:49:37 ") + zone << kNovember1994;
        }
        QTest::newRow("aheadOfUtc") << QByteArray("Sun, 06 Nov 1994 10:19:37 +0130") << kNovember1994;
        QTest::newRow("behindUtc") << QByteArray("Sun, 06 Nov 1994 00:49:37 PST") << kNovember1994;
        QTest::newRow("withoutADay") << QByteArray("6 Nov 1994 08:49:37 GMT") << kNovember1994;
        QTest::newRow("epoch") << QByteArray("Thu, 01 Jan 1970 00:00:00 GMT") << qint64(0);
        QTest::newRow("beforeTheEpoch") << QByteArray("Wed, 31 Dec 1969 23:59:59 GMT") << qint64(-1000);
        QTest::newRow("leapDay") << QByteArray("Thu, 29 Feb 2024 00:00:00 GMT") << qint64(1709164800000);
        QTest::newRow("leapDayOfACentury")
            << QByteArray("Tue, 29 Feb 2000 12:00:00 GMT") << qint64(951825600000);
        QTest::newRow("leapSecond") << QByteArray("Sat, 31 Dec 2016 23:59:60 GMT") << qint64(1483228800000);
        QTest::newRow("twoDigits69") << QByteArray("Tuesday, 01-Jan-69 00:00:00 GMT")
                                     << qint64(3124224000000);
        QTest::newRow("twoDigits70") << QByteArray("Thursday, 01-Jan-70 00:00:00 GMT") << qint64(0);
        QTest::newRow("lastYear") << QByteArray("Fri, 31 Dec 9999 23:59:59 GMT") << qint64(253402300799000);
    }

    void readsEachForm()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, milliseconds);
        const std::optional<WallTime> time = parseHttpDate(text.toStdString());
        QVERIFY(time);
        QCOMPARE(time->count(), milliseconds);
    }

    void rejectsWhatIsNoDate_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"",
                                 " ",
                                 "0",
                                 "120",
                                 "GMT",
                                 "tomorrow",
                                 "Sun, 06 Nov 1994 08:49:37",
                                 "Sun, 06 Nov 1994 08:49:37 CET",
                                 "Sun, 06 Nov 1994 08:49:37 gmt",
                                 "Sun, 06 Nov 1994 08:49 GMT",
                                 "Sun, 06 Nov 1994 x8:49:37 GMT",
                                 "Sun, 06 Nov 1994 08:x9:37 GMT",
                                 "Sun, 06 Nov 1994 08:49:3x GMT",
                                 "Sun, 06 Nov 1994 08:49:-7 GMT",
                                 "Sun, 06 Nov 1994 24:00:00 GMT",
                                 "Sun, 06 Nov 1994 08:60:00 GMT",
                                 "Sun, 06 Nov 1994 08:49:61 GMT",
                                 "Sun, 06 Nov 1994 8:-1:00 GMT",
                                 "Sun, 06 Nov 1994 08:49:37 GMT GMT",
                                 "Sun, 00 Nov 1994 08:49:37 GMT",
                                 "Sun, 31 Nov 1994 08:49:37 GMT",
                                 "Wed, 29 Feb 2023 00:00:00 GMT",
                                 "Thu, 29 Feb 1900 00:00:00 GMT",
                                 "Sun, 06 Nov 10000 08:49:37 GMT",
                                 "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
                                 "Sun, 06 nov 1994 08:49:37 GMT",
                                 "Sun, 06 11 1994 08:49:37 GMT",
                                 "xyz, 06 Nov 1994 08:49:37 GMT",
                                 "Sun, 0x6 Nov 1994 08:49:37 GMT",
                                 "Sun, +6 Nov 1994 08:49:37 GMT",
                                 "1994-11-06T08:49:37Z",
                                 "Nov Nov Nov Nov Nov",
                                 ":::::"}) {
            QTest::newRow(*text == '\0' ? "empty" : text) << QByteArray(text);
        }
        QTest::newRow("nulBytes") << QByteArray(40, '\0');
        QTest::newRow("manySpaces") << QByteArray(100000, ' ');
        QTest::newRow("manyColons") << QByteArray(100000, ':');
    }

    void rejectsWhatIsNoDate()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!parseHttpDate(text.toStdString()));
    }

    void writesTheFixedForm()
    {
        QCOMPARE(httpDate(WallTime{kNovember1994}), std::string("Sun, 06 Nov 1994 08:49:37 GMT"));
    }

    void fractionsOfASecondAreDropped()
    {
        QCOMPARE(httpDate(WallTime{999}), std::string("Thu, 01 Jan 1970 00:00:00 GMT"));
        QCOMPARE(httpDate(WallTime{-1}), std::string("Wed, 31 Dec 1969 23:59:59 GMT"));
    }

    void whatWasWrittenReadsBack()
    {
        // A step that is no divisor of a day meets every month, weekday and many times of day.
        constexpr std::int64_t kStep = 86400'000 + 3'723'000;
        const WallTime last{4102444800000}; // 2100-01-01
        for (WallTime time{-86400'000LL * 365}; time < last; time += WallTime{kStep}) {
            const std::optional<WallTime> back = parseHttpDate(httpDate(time));
            QVERIFY(back);
            QCOMPARE(*back, time);
        }
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstHttpDate)

#include "tst_http_date.moc"
