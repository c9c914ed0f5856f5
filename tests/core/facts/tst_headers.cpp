// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/headers.h"

#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

class TstHeaders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesCompareWithoutCase_data()
    {
        QTest::addColumn<QByteArray>("left");
        QTest::addColumn<QByteArray>("right");
        QTest::addColumn<bool>("equal");
        QTest::newRow("sameText") << QByteArray("Date") << QByteArray("Date") << true;
        QTest::newRow("otherCase") << QByteArray("x-AMZ-Date") << QByteArray("X-amz-dATE") << true;
        QTest::newRow("otherLength") << QByteArray("Date") << QByteArray("Dat") << false;
        QTest::newRow("neighboursOfLettersStayDifferent") << QByteArray("[") << QByteArray("{") << false;
        QTest::newRow("onlyAsciiFolds") << QByteArray("\xC4") << QByteArray("\xE4") << false;
        QTest::newRow("bothEmpty") << QByteArray() << QByteArray() << true;
    }

    void namesCompareWithoutCase()
    {
        QFETCH(QByteArray, left);
        QFETCH(QByteArray, right);
        QTEST(equalsIgnoringCase(left.toStdString(), right.toStdString()), "equal");
    }

    void findsTheFirstOfSeveral()
    {
        const Headers headers{{{"Via", "1.1 a"}, {"via", "1.1 b"}}};
        QVERIFY(headers.find("VIA"));
        QCOMPARE(*headers.find("VIA"), std::string("1.1 a"));
    }

    void absentNameIsNotFound()
    {
        const Headers headers{{{"Via", ""}}};
        QVERIFY(!headers.contains("Vi"));
        QVERIFY(headers.contains("via"));
        QVERIFY(!Headers{}.find(""));
    }

    void addKeepsDuplicatesInOrder()
    {
        Headers headers;
        headers.add("A", "1");
        headers.add("a", "2");
        QCOMPARE(headers, (Headers{{{"A", "1"}, {"a", "2"}}}));
    }

    void setReplacesTheFirstAndDropsTheOthers()
    {
        Headers headers{{{"A", "1"}, {"B", "2"}, {"a", "3"}, {"C", "4"}}};
        headers.set("a", "new");
        QCOMPARE(headers, (Headers{{{"A", "new"}, {"B", "2"}, {"C", "4"}}}));
    }

    void setAddsWhatIsMissing()
    {
        Headers headers{{{"A", "1"}}};
        headers.set("Host", "example.org");
        QCOMPARE(headers, (Headers{{{"A", "1"}, {"Host", "example.org"}}}));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstHeaders)

#include "tst_headers.moc"
