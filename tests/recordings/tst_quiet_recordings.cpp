// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/recordings/comparison.h"
#include "tests/support/strict_main.h"

#include <algorithm>
#include <map>

using namespace retryscope;
using namespace retryscope::test;

namespace {

constexpr double kQuietWaitsThatAgree = 0.99; ///< of each client

/// `145/155 middle 4, longest 43 ms over`: waits that agree, and how far they lie over the longest that the
/// preset draws.
QString waitsText(const Comparison& result)
{
    QString text = QStringLiteral("%1/%2").arg(result.waitsAgreeing, 3).arg(result.waits, -3);
    if (!result.excessMs.empty()) {
        std::vector<double> sorted = result.excessMs;
        std::sort(sorted.begin(), sorted.end());
        text += QStringLiteral(" middle %1, longest %2 ms over")
                    .arg(sorted[sorted.size() / 2], 0, 'f', 0)
                    .arg(sorted.back(), 0, 'f', 0);
    }
    return text;
}

} // namespace

/// Holds the presets against recordings whose waits no busy machine made longer
/// (tests/data/recordings/quiet).
class TstQuietRecordings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void presetDecidesAndWaitsAsRecorded_data();
    void presetDecidesAndWaitsAsRecorded();
    void cleanupTestCase();

private:
    std::map<QString, Policy> m_emulations = emulations();
    std::vector<Recording> m_given = recordings();
    std::map<QString, Recording> m_quiet;
    QStringList m_matrix;
};

void TstQuietRecordings::presetDecidesAndWaitsAsRecorded_data()
{
    QTest::addColumn<QString>("client");
    for (Recording& recording : quietRecordings()) {
        QTest::newRow(qPrintable(recording.client)) << recording.client;
        m_quiet.emplace(recording.client, std::move(recording));
    }
}

void TstQuietRecordings::presetDecidesAndWaitsAsRecorded()
{
    QFETCH(QString, client);
    const auto policy = m_emulations.find(client);
    QVERIFY2(policy != m_emulations.end(), "no preset emulates this client");

    const Comparison result = compared(policy->second, m_quiet.at(client));

    const QString differences = result.differences.join(QLatin1Char('\n'));
    const auto given = std::find_if(m_given.begin(), m_given.end(),
                                    [&](const Recording& recording) { return recording.client == client; });
    m_matrix.append(QStringLiteral("%1 %2/%3 %4%5")
                        .arg(client, -40)
                        .arg(result.agreeing, 3)
                        .arg(result.total, -3)
                        .arg(waitsText(result), given == m_given.end()
                                                    ? QString()
                                                    : QStringLiteral("; the other recording: ") +
                                                          waitsText(compared(policy->second, *given))));
    for (const QString& difference : result.differences) {
        m_matrix.append(QStringLiteral("    ") + difference);
    }
    QVERIFY2(result.agreeing == result.total, qPrintable(differences));
    QVERIFY2(result.waitsAgreeing >= kQuietWaitsThatAgree * result.waits, qPrintable(differences));
}

void TstQuietRecordings::cleanupTestCase()
{
    qInfo("%s", qPrintable(QStringLiteral(
                               "client, requests and outcomes that agree, waits that agree and how far they "
                               "lie over the preset's\n") +
                           m_matrix.join(QLatin1Char('\n'))));
}

RETRYSCOPE_TEST(TstQuietRecordings)
#include "tst_quiet_recordings.moc"
