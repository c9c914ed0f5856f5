// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/endurance/fault_stage.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using namespace retryscope::test;

/// Faults in pairs: every two of fault, method, kept connection, TLS and proxy meet at least once, live.
class TstFaultPairs : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        const QString problem = m_certificates.make();
        if (!problem.isEmpty()) {
            QSKIP(qPrintable(problem));
        }
    }

    void everyPairIsRecordedAsItWas_data()
    {
        QTest::addColumn<int>("number");
        m_rows = allFaultPairs();
        for (std::size_t number = 0; number < m_rows.size(); ++number) {
            QTest::newRow(nameOf(m_rows[number])) << static_cast<int>(number);
        }
    }
    void everyPairIsRecordedAsItWas()
    {
        QFETCH(int, number);
        const FaultRow& row = m_rows[static_cast<std::size_t>(number)];
        FaultStage stage(row, m_certificates);
        QVERIFY(stage.isReady());
        const RunRecord record = stage.run();
        const QString problem = problemWith(record, row, stage.spec());
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

private:
    TestCertificates m_certificates;
    std::vector<FaultRow> m_rows;
};

RETRYSCOPE_TEST(TstFaultPairs)
#include "tst_fault_pairs.moc"
