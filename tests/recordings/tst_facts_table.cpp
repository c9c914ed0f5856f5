// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/scenario_json.h"
#include "tests/recordings/recording.h"
#include "tests/support/strict_main.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace retryscope;
using namespace retryscope::test;

namespace {

const QString kNotRun = QStringLiteral("–");

QJsonObject table()
{
    QFile file(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/recordings/facts_table.json"));
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("cannot read %s", qPrintable(file.fileName()));
    }
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll(), &error);
    if (document.isNull()) {
        qFatal("%s: %s", qPrintable(file.fileName()), qPrintable(error.errorString()));
    }
    return document.object();
}

Scenario scenarioOfRow(const QJsonObject& row)
{
    const QJsonObject object{{QStringLiteral("format"), QStringLiteral("retryscope.scenario/1")},
                             {QStringLiteral("id"), QStringLiteral("row")},
                             {QStringLiteral("title"), row[QStringLiteral("answer")]},
                             {QStringLiteral("service"), row[QStringLiteral("service")]},
                             {QStringLiteral("operation"), row[QStringLiteral("operation")]},
                             {QStringLiteral("steps"), row[QStringLiteral("steps")]}};
    const auto scenario =
        io::scenarioFromJson(QJsonDocument(object).toJson(), row[QStringLiteral("answer")].toString());
    if (!scenario) {
        qFatal("%s", qPrintable(scenario.error().text()));
    }
    return scenario.value();
}

/// The call in the table's words: `3`, `3 t`, `1 ok`.
QString cellOf(const CallRecord& call, bool marksThrottling)
{
    QString cell = QString::number(call.attempts.size());
    const bool isThrottled =
        std::any_of(call.attempts.begin(), call.attempts.end(),
                    [](const AttemptRecord& a) { return a.decision.kind == ErrorKind::Throttling; });
    if (marksThrottling && isThrottled) {
        cell += QStringLiteral(" t");
    }
    return call.verdict == CallVerdict::Succeeded ? cell + QStringLiteral(" ok") : cell;
}

} // namespace

/// One response, many clients: what each of them makes of it, and where a preset knowingly differs.
class TstFactsTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void presetMakesAsManyAttemptsAsTheClient_data();
    void presetMakesAsManyAttemptsAsTheClient();
};

void TstFactsTable::presetMakesAsManyAttemptsAsTheClient_data()
{
    QTest::addColumn<QJsonObject>("row");
    QTest::addColumn<QJsonObject>("column");
    QTest::addColumn<QString>("expected");
    const QJsonObject facts = table();
    const QJsonArray clients = facts[QStringLiteral("clients")].toArray();
    for (const QJsonValue& value : facts[QStringLiteral("rows")].toArray()) {
        const QJsonObject row = value.toObject();
        const QJsonArray attempts = row[QStringLiteral("attempts")].toArray();
        QCOMPARE(attempts.size(), clients.size());
        for (qsizetype i = 0; i < clients.size(); ++i) {
            if (attempts[i].toString() == kNotRun) {
                continue;
            }
            const QString client = clients[i][QStringLiteral("client")].toString();
            const QJsonObject difference = row[QStringLiteral("differs")].toObject()[client].toObject();
            QVERIFY(difference.isEmpty() || !difference[QStringLiteral("why")].toString().isEmpty());
            QTest::addRow("%s: %s", qPrintable(client), qPrintable(row[QStringLiteral("answer")].toString()))
                << row << clients[i].toObject()
                << (difference.isEmpty() ? attempts[i] : difference[QStringLiteral("instead")]).toString();
        }
    }
}

void TstFactsTable::presetMakesAsManyAttemptsAsTheClient()
{
    QFETCH(QJsonObject, row);
    QFETCH(QJsonObject, column);
    QFETCH(QString, expected);
    static const std::map<QString, Policy> presets = emulations();
    const QString client = column[QStringLiteral("client")].toString();
    QVERIFY2(presets.count(client) == 1, "no preset emulates this client");

    const RunRecord record = played(presets.at(client), scenarioOfRow(row), 1);

    QCOMPARE(cellOf(record.calls().front(), column[QStringLiteral("marksThrottling")].toBool()), expected);
}

RETRYSCOPE_TEST(TstFactsTable)
#include "tst_facts_table.moc"
