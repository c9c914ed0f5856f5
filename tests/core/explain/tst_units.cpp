// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/units.h"
#include "tests/support/strict_main.h"

using namespace retryscope;

class TstUnits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void durationsTakeTheUnitThatReadsBest_data();
    void durationsTakeTheUnitThatReadsBest();
    void differentDurationsLookDifferent();
    void windowsNameTheUnitOnce_data();
    void windowsNameTheUnitOnce();
    void ratesAndSizesAreShort();
};

void TstUnits::durationsTakeTheUnitThatReadsBest_data()
{
    QTest::addColumn<qint64>("microseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << qint64{0} << QStringLiteral("0 ms");
    QTest::newRow("microseconds") << qint64{350} << QStringLiteral("0.35 ms");
    QTest::newRow("three digits of milliseconds") << qint64{412'740} << QStringLiteral("413 ms");
    QTest::newRow("just below a second is still milliseconds") << qint64{999'400} << QStringLiteral("999 ms");
    QTest::newRow("rounds up into seconds") << qint64{999'600} << QStringLiteral("1 s");
    QTest::newRow("seconds") << qint64{1'188'000} << QStringLiteral("1.19 s");
    QTest::newRow("tens of seconds") << qint64{51'150'000} << QStringLiteral("51.1 s");
    QTest::newRow("a minute") << qint64{60'000'000} << QStringLiteral("60 s");
    QTest::newRow("minutes and seconds") << qint64{125'000'000} << QStringLiteral("2 min 5 s");
    QTest::newRow("hours and minutes") << qint64{3'600'000'000 + 120'000'000} << QStringLiteral("1 h 2 min");
    QTest::newRow("a day") << qint64{86'400'000'000LL} << QStringLiteral("1 day");
    QTest::newRow("days") << qint64{86'400'000'000LL * 3} << QStringLiteral("3 days");
    QTest::newRow("a hundred years") << qint64{86'400'000'000LL * 36525} << QStringLiteral("36,525 days");
    QTest::newRow("below 100 s") << qint64{85'600'000} << QStringLiteral("85.6 s");
    QTest::newRow("negative") << qint64{-2'000} << QStringLiteral("−2 ms");
}

void TstUnits::durationsTakeTheUnitThatReadsBest()
{
    QFETCH(qint64, microseconds);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(durationText(Duration{microseconds})), text);
}

void TstUnits::differentDurationsLookDifferent()
{
    using namespace std::chrono_literals;
    const auto texts = [](Duration one, Duration other) {
        const auto [first, second] = unequalDurations(one, other);
        return QString::fromStdString(first + " and " + second);
    };
    QCOMPARE(texts(1s, 2s), QStringLiteral("1 s and 2 s"));
    QCOMPARE(texts(1s, 1s), QStringLiteral("1 s and 1 s"));
    QCOMPARE(texts(1s, 999'970us), QStringLiteral("1 s and 0.99997 s"));
    QCOMPARE(texts(1003ms, 1s), QStringLiteral("1.003 s and 1 s"));
    QCOMPARE(texts(200s, 200s + 300ms), QStringLiteral("200 s and 200.3 s"));
}

void TstUnits::windowsNameTheUnitOnce_data()
{
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QString>("text");
    QTest::newRow("from nothing") << 0.0 << 400.0 << QStringLiteral("0 to 400 ms");
    QTest::newRow("one value") << 50.0 << 50.0 << QStringLiteral("50 ms");
    QTest::newRow("one unit") << 100.0 << 400.0 << QStringLiteral("100 to 400 ms");
    QTest::newRow("seconds") << 1500.0 << 5000.0 << QStringLiteral("1.5 to 5 s");
    QTest::newRow("two units") << 500.0 << 2000.0 << QStringLiteral("500 ms to 2 s");
    QTest::newRow("less apart than is shown") << 1000.0 << 1000.4 << QStringLiteral("1 s");
    QTest::newRow("at once") << 0.0 << 0.0 << QStringLiteral("0 ms");
}

void TstUnits::windowsNameTheUnitOnce()
{
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(windowText(fromMilliseconds(low), fromMilliseconds(high))), text);
}

void TstUnits::ratesAndSizesAreShort()
{
    QCOMPARE(rateText(0.5), std::string("0.5 per second"));
    QCOMPARE(rateText(1234.5), std::string("1234 per second"));
    QCOMPARE(bytesText(1), std::string("1 byte"));
    QCOMPARE(bytesText(139), std::string("139 bytes"));
    QCOMPARE(bytesText(65'536), std::string("64 KiB"));
    QCOMPARE(bytesText(1'572'864), std::string("1.5 MiB"));
}

RETRYSCOPE_TEST(TstUnits)
#include "tst_units.moc"
