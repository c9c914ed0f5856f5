// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/moment.h"
#include "tests/support/strict_main.h"

#include <QDateTime>
#include <QTest>

using namespace retryscope;

class TstMoment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsTimes_data();
    void readsTimes();
    void readsATimeWithoutZoneAsLocal();
    void refusesWhatIsNoTime_data();
    void refusesWhatIsNoTime();
};

void TstMoment::readsTimes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("microseconds");
    QTest::newRow("UTC") << QByteArray("2026-01-01T00:00:00Z") << qint64{1767225600000000};
    QTest::newRow("milliseconds") << QByteArray("2026-01-01T00:00:00.123Z") << qint64{1767225600123000};
    QTest::newRow("microseconds") << QByteArray("2026-01-01T00:00:00.123456Z") << qint64{1767225600123456};
    QTest::newRow("nanoseconds") << QByteArray("2026-01-01T00:00:00.123456789Z") << qint64{1767225600123456};
    QTest::newRow("a comma and a blank") << QByteArray("2026-01-01 00:00:00,5Z") << qint64{1767225600500000};
    QTest::newRow("east") << QByteArray("2026-01-01T01:30:00.000+01:30") << qint64{1767225600000000};
    QTest::newRow("west") << QByteArray("2025-12-31T16:00:00-0800") << qint64{1767225600000000};
    QTest::newRow("the beginning") << QByteArray("1970-01-01T00:00:00Z") << qint64{0};
}

void TstMoment::readsTimes()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, microseconds);
    const auto moment = io::readMoment(text.toStdString());
    QVERIFY(moment && moment->hasZone);
    QCOMPARE(moment->since1970.count(), microseconds);
}

void TstMoment::readsATimeWithoutZoneAsLocal()
{
    const auto moment = io::readMoment("2026-07-01T12:00:00.250");
    QVERIFY(moment && !moment->hasZone);
    const QDateTime local(QDate(2026, 7, 1), QTime(12, 0, 0, 250));
    QCOMPARE(moment->since1970.count() / 1000, local.toMSecsSinceEpoch());
}

void TstMoment::refusesWhatIsNoTime_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"", "yesterday", "2026-01-01", "2026-13-01T00:00:00Z", "2026-01-01T25:00:00Z",
                             "2026-01-01T00:00:00 o'clock", "2026-01-01T00:00:00+1", "1969-12-31T23:59:59Z",
                             "2026-01-01T00:00:00.000Z and more text than any time has, whatever it is"}) {
        QTest::newRow(text) << QByteArray(text);
    }
}

void TstMoment::refusesWhatIsNoTime()
{
    QFETCH(QByteArray, text);
    QVERIFY(!io::readMoment(text.toStdString()));
}

RETRYSCOPE_TEST(TstMoment)
#include "tst_moment.moc"
