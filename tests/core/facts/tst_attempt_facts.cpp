// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/attempt_facts.h"
#include "core/facts/request_spec.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <cmath>
#include <set>

namespace retryscope::test {

class TstAttemptFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFaultHasANameThatReadsBack()
    {
        std::set<std::string> names;
        for (const FaultKind kind : allFaultKinds()) {
            names.insert(named(kind));
            QVERIFY(faultKindFrom(toString(kind)) == kind);
        }
        QCOMPARE(names.size(), allFaultKinds().size());
        QCOMPARE(allFaultKinds().size(), std::size_t{13});
        QVERIFY(!faultKindFrom("ConnectionReset"));
        QVERIFY(!faultKindFrom(""));
    }

    void factsCompareByWhatTheyPointTo()
    {
        QVERIFY(response(503) == response(503));
        QVERIFY(response(503) != response(500));
        QVERIFY(response(503) != faulty(FaultKind::ConnectionReset));
        AttemptFacts cut = response(503);
        cut.fault = Fault{.kind = FaultKind::ResponseTruncated, .detail = {}};
        QVERIFY(cut != response(503));
        QVERIFY(faulty(FaultKind::ConnectionReset) != response(503));
        AttemptFacts again = response(503);
        again.hiddenSends = 1;
        QVERIFY(again != response(503));
        AttemptFacts slow = response(503);
        slow.phases.wait = Duration(1);
        QVERIFY(slow != response(503));
        AttemptFacts wired = response(503);
        wired.wire = std::make_shared<const WireFacts>();
        QVERIFY(wired != response(503));
    }

    void theFirstFieldAtAPlaceIsFound()
    {
        const ParsedBody body{.fields = {{"xml:a/b", "1"}, {"xml:a/b", "2"}}};
        QVERIFY(body.find("xml:a/b"));
        QCOMPARE(*body.find("xml:a/b"), std::string("1"));
        QVERIFY(!body.find("xml:a"));
    }

    void millisecondsRoundToMicrosecondsAndSaturate_data()
    {
        QTest::addColumn<double>("milliseconds");
        QTest::addColumn<qint64>("microseconds");
        QTest::newRow("whole") << 50.0 << qint64(50000);
        QTest::newRow("roundsUp") << 0.0005 << qint64(1);
        QTest::newRow("roundsDown") << 0.00049 << qint64(0);
        QTest::newRow("negative") << -1.5 << qint64(-1500);
        QTest::newRow("infinite") << HUGE_VAL << std::numeric_limits<qint64>::max();
        QTest::newRow("minusInfinite") << -HUGE_VAL << std::numeric_limits<qint64>::min();
        QTest::newRow("notANumberIsNothing") << std::nan("") << qint64(0);
    }

    void millisecondsRoundToMicrosecondsAndSaturate()
    {
        QFETCH(double, milliseconds);
        QTEST(qint64(fromMilliseconds(milliseconds).count()), "microseconds");
    }

    void theServiceTellsTheProtocolUnlessOneIsNamed_data()
    {
        QTest::addColumn<QByteArray>("service");
        QTest::addColumn<QByteArray>("named");
        QTest::addColumn<QByteArray>("protocol");
        QTest::newRow("s3") << QByteArray("s3") << QByteArray() << QByteArray("rest-xml");
        QTest::newRow("dynamodb") << QByteArray("dynamodb") << QByteArray() << QByteArray("json");
        QTest::newRow("simpledb") << QByteArray("simpledb") << QByteArray() << QByteArray("query");
        QTest::newRow("unknown") << QByteArray("mine") << QByteArray() << QByteArray("generic");
        QTest::newRow("namedWins") << QByteArray("simpledb") << QByteArray("soap") << QByteArray("soap");
    }

    void theServiceTellsTheProtocolUnlessOneIsNamed()
    {
        QFETCH(QByteArray, service);
        QFETCH(QByteArray, named);
        QFETCH(QByteArray, protocol);
        const RequestSpec spec{.service = service.toStdString(), .protocol = named.toStdString()};
        QCOMPARE(protocolOf(spec), protocol.toStdString());
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstAttemptFacts)

#include "tst_attempt_facts.moc"
