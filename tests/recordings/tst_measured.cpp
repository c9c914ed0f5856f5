// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"
#include "core/io/format/scenario_json.h"
#include "tests/recordings/recording.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace retryscope;
using namespace retryscope::test;

namespace {

QJsonObject measured()
{
    const auto content =
        io::readFile(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/measured/requests.json"));
    if (!content) {
        qFatal("%s", qPrintable(content.error().text()));
    }
    return QJsonDocument::fromJson(content.value()).object();
}

Scenario measuredScenario(QJsonObject row)
{
    row.remove(QStringLiteral("requests"));
    row.insert(QStringLiteral("format"), QStringLiteral("retryscope.scenario/1"));
    row.insert(QStringLiteral("title"), row[QStringLiteral("id")]);
    const auto scenario =
        io::scenarioFromJson(QJsonDocument(row).toJson(), row[QStringLiteral("id")].toString());
    if (!scenario) {
        qFatal("%s", qPrintable(scenario.error().text()));
    }
    return scenario.value();
}

} // namespace

/// What real clients did with some 1,300 responses, against the presets named after them.
class TstMeasured : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void presetSendsAsManyRequestsAsTheClient_data();
    void presetSendsAsManyRequestsAsTheClient();
};

void TstMeasured::presetSendsAsManyRequestsAsTheClient_data()
{
    QTest::addColumn<int>("column");
    const QJsonArray clients = measured()[QStringLiteral("clients")].toArray();
    QVERIFY(!clients.isEmpty());
    for (qsizetype i = 0; i < clients.size(); ++i) {
        QTest::newRow(qPrintable(clients[i].toString())) << static_cast<int>(i);
    }
}

void TstMeasured::presetSendsAsManyRequestsAsTheClient()
{
    QFETCH(int, column);
    static const QJsonObject table = measured();
    const QString client = table[QStringLiteral("clients")].toArray()[column].toString();
    const Policy preset = emulations().at(client);
    QStringList differing;
    const QJsonArray rows = table[QStringLiteral("rows")].toArray();
    for (const QJsonValue& row : rows) {
        const Scenario scenario = measuredScenario(row.toObject());
        const auto attempts = played(preset, scenario, 1).calls().front().attempts.size();
        const int requests = row[QStringLiteral("requests")].toArray()[column].toInt();
        if (attempts != static_cast<std::size_t>(requests)) {
            differing += QStringLiteral("%1: %2 by the client, %3 by the preset")
                             .arg(QString::fromStdString(scenario.id))
                             .arg(requests)
                             .arg(attempts);
        }
    }
    QVERIFY(rows.size() > 1000);
    QVERIFY2(differing.isEmpty(), qPrintable(differing.join(QLatin1Char('\n'))));
}

RETRYSCOPE_TEST(TstMeasured)
#include "tst_measured.moc"
