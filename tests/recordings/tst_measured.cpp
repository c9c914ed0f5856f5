// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/recordings/measured.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

using namespace retryscope;
using namespace retryscope::test;

namespace {

/// A date has whole seconds and a client works for a while, so longer delays are compared roughly.
constexpr double kDelayGrainMs = 5;

/// Counts what agrees and says what does not.
struct Agreement
{
    int agreeing = 0;
    int total = 0;
    QStringList differing;

    void compare(const QString& id, const QString& thing, const QString& real, const QString& ours)
    {
        ++total;
        if (real == ours) {
            ++agreeing;
        } else {
            differing +=
                QStringLiteral("%1: %2 %3 by the client, %4 by the preset").arg(id, thing, real, ours);
        }
    }
};

/// Upper ends of the delays that are none of 0, rounded, as the clients drew them with dice that always show
/// the highest face.
QString longestDelays(const CallRecord& call)
{
    QStringList texts;
    for (const AttemptRecord& attempt : call.attempts) {
        const Duration longest = attempt.decision.window.value_or(DelayWindow{}).high;
        if (attempt.decision.verdict == Verdict::Retry && longest > Duration::zero()) {
            texts += QString::number(std::ceil(toMilliseconds(longest) / kDelayGrainMs));
        }
    }
    return texts.join(QLatin1Char(' '));
}

QString measuredDelays(const QJsonArray& waits)
{
    QStringList texts;
    for (const QJsonValue& wait : waits) {
        if (wait.toDouble() > 0) {
            texts += QString::number(std::ceil(wait.toDouble() / kDelayGrainMs));
        }
    }
    return texts.join(QLatin1Char(' '));
}

QString wordFor(bool ok)
{
    return ok ? QStringLiteral("success") : QStringLiteral("failure");
}

} // namespace

/// What real clients did with some thousand responses, against the presets named after them. A row's
/// `notModelled` says for which client no rule has words, and why.
class TstMeasured : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void presetDoesAsTheClient_data();
    void presetDoesAsTheClient();
};

void TstMeasured::presetDoesAsTheClient_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("column");
    for (const auto& [file, table] : measuredTables()) {
        const QJsonArray clients = table[QStringLiteral("clients")].toArray();
        QVERIFY(!clients.isEmpty());
        for (qsizetype i = 0; i < clients.size(); ++i) {
            QTest::addRow("%s, %s", qPrintable(file), qPrintable(clients[i].toString()))
                << file << static_cast<int>(i);
        }
    }
}

void TstMeasured::presetDoesAsTheClient()
{
    QFETCH(QString, file);
    QFETCH(int, column);
    static const std::map<QString, Policy> presets = emulations();
    static const std::map<QString, QJsonObject> tables = measuredTables();
    const QJsonObject& table = tables.at(file);
    const QString client = table[QStringLiteral("clients")].toArray()[column].toString();
    QVERIFY2(presets.count(client) == 1, "no preset emulates this client");
    const QJsonArray rows = table[QStringLiteral("rows")].toArray();
    QVERIFY(rows.size() > 100);
    Agreement requests;
    Agreement outcomes;
    Agreement delays;
    for (const QJsonValue& value : rows) {
        const QJsonObject row = value.toObject();
        const auto cell = [&](const char* key) -> QJsonValue {
            return row[QLatin1String(key)].toArray().at(column);
        };
        const QJsonObject exceptions = row[QStringLiteral("notModelled")].toObject();
        if (cell("requests").isNull() || exceptions.contains(client)) {
            QVERIFY(!exceptions.contains(client) || !exceptions[client].toString().isEmpty());
            continue;
        }
        const QString id = row[QStringLiteral("id")].toString();
        const CallRecord call = played(presets.at(client), measuredScenario(row), 1).calls().front();
        const int sent = static_cast<int>(call.attempts.size()) + hiddenSendsOf(call);
        requests.compare(id, QStringLiteral("requests"), QString::number(cell("requests").toInt()),
                         QString::number(sent));
        if (cell("ok").isBool()) {
            outcomes.compare(id, QString(), wordFor(cell("ok").toBool()),
                             wordFor(call.verdict == CallVerdict::Succeeded));
        }
        if (cell("waits").isArray() && cell("requests").toInt() == sent) {
            delays.compare(id, QStringLiteral("delays"), measuredDelays(cell("waits").toArray()),
                           longestDelays(call));
        }
    }
    qInfo("%s: requests %d/%d, outcomes %d/%d, delays %d/%d", qPrintable(client), requests.agreeing,
          requests.total, outcomes.agreeing, outcomes.total, delays.agreeing, delays.total);
    const QStringList differing = requests.differing + outcomes.differing + delays.differing;
    QVERIFY2(differing.isEmpty(), qPrintable(differing.join(QLatin1Char('\n'))));
}

RETRYSCOPE_TEST(TstMeasured)
#include "tst_measured.moc"
