// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/recordings/comparison.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using namespace retryscope::test;

/// Holds presets against what their clients did about servers that cannot be reached and responses that are
/// cut.
class TstFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void presetTriesAsOftenAsItsClient_data() { rows(); }
    void presetTriesAsOftenAsItsClient()
    {
        QFETCH(int, index);
        const FaultRecording& recording = m_recordings[static_cast<std::size_t>(index)];
        QVERIFY2(m_emulations.contains(recording.cut.client), "no preset emulates this client");
        const Policy& policy = m_emulations.at(recording.cut.client);
        QStringList differences;
        for (const UnreachedServer& server : recording.unreached) {
            if (const int tries = triesOf(policy, server); tries != server.attempts) {
                const std::string_view fault = wordOf(server.fault);
                differences += QStringLiteral("%1, %2: %3 attempts recorded, the preset makes %4")
                                   .arg(QLatin1String(fault.data()), server.operation)
                                   .arg(server.attempts)
                                   .arg(tries);
            }
        }
        QVERIFY2(differences.isEmpty(), qPrintable(differences.join(QLatin1Char('\n'))));
    }

    void presetDoesAsItsClientWithACutResponse_data() { rows(); }
    void presetDoesAsItsClientWithACutResponse()
    {
        QFETCH(int, index);
        const Recording& recording = m_recordings[static_cast<std::size_t>(index)].cut;
        Recording modelled{.client = recording.client};
        for (const Observation& seen : recording.observations) {
            if (seen.notModelled.isEmpty()) {
                modelled.observations.push_back(seen);
            }
        }
        const Comparison result = compared(m_emulations.at(recording.client), modelled);
        QStringList differences;
        for (const QString& difference : result.differences) {
            if (!difference.contains(QStringLiteral(": wait "))) { // recorded side by side
                differences += difference;
            }
        }
        QVERIFY2(result.agreeing == result.total, qPrintable(differences.join(QLatin1Char('\n'))));
    }

private:
    void rows() const
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_recordings.size(); ++i) {
            QTest::newRow(qPrintable(m_recordings[i].cut.client)) << static_cast<int>(i);
        }
    }

    std::map<QString, Policy> m_emulations = emulations();
    std::vector<FaultRecording> m_recordings = faultRecordings();
};

RETRYSCOPE_TEST(TstFaults)
#include "tst_faults.moc"
