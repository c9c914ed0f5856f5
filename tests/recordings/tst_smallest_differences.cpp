// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/scenario_json.h"
#include "core/io/files/library.h"
#include "tests/recordings/recording.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

using namespace retryscope;
using namespace retryscope::test;

namespace {

/// The clients' dice were held at their upper end; a date has whole seconds, a timer whole milliseconds.
constexpr double kMeasuredSlackMs = 2.5;

QJsonArray smallestDifferences()
{
    const auto content =
        io::readFile(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/measured/smallest-differences.json"));
    if (!content) {
        qFatal("%s", qPrintable(content.error().text()));
    }
    return QJsonDocument::fromJson(content.value()).object()[QStringLiteral("rows")].toArray();
}

Scenario scenarioOfCase(QJsonObject object, const QString& cause)
{
    object.insert(QStringLiteral("format"), QStringLiteral("retryscope.scenario/1"));
    object.insert(QStringLiteral("id"), QStringLiteral("case"));
    object.insert(QStringLiteral("title"), cause);
    const auto scenario = io::scenarioFromJson(QJsonDocument(object).toJson(), cause);
    if (!scenario) {
        qFatal("%s", qPrintable(scenario.error().text()));
    }
    return scenario.value();
}

QString listOf(const QJsonArray& numbers)
{
    return QString::fromUtf8(QJsonDocument(numbers).toJson(QJsonDocument::Compact));
}

/// What the preset makes of a case, in the form in which it was measured of the client.
QJsonValue presetsOwn(const CallRecord& call, const QString& compared)
{
    if (compared == QLatin1String("ok")) {
        return call.verdict == CallVerdict::Succeeded;
    }
    if (compared == QLatin1String("requests")) {
        return static_cast<int>(call.attempts.size());
    }
    QJsonArray waits;
    for (const AttemptRecord& attempt : call.attempts) {
        if (attempt.decision.verdict == Verdict::Retry) {
            waits.append(toMilliseconds(attempt.decision.window.value_or(DelayWindow{}).high));
        }
    }
    return waits;
}

bool agree(const QJsonValue& measured, const QJsonValue& ours)
{
    if (!measured.isArray()) {
        return measured == ours;
    }
    const QJsonArray left = measured.toArray();
    const QJsonArray right = ours.toArray();
    bool same = left.size() == right.size();
    for (qsizetype i = 0; same && i < left.size(); ++i) {
        same = std::abs(left[i].toDouble() - right[i].toDouble()) <= kMeasuredSlackMs;
    }
    return same;
}

QString shown(const QJsonValue& value)
{
    return value.isArray() ? listOf(value.toArray()) : value.toVariant().toString();
}

} // namespace

/// The smallest response for each cause in which a preset once differed from its client.
class TstSmallestDifferences : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void presetDoesAsTheClientDid_data();
    void presetDoesAsTheClientDid();
};

void TstSmallestDifferences::presetDoesAsTheClientDid_data()
{
    QTest::addColumn<QJsonObject>("row");
    const QJsonArray rows = smallestDifferences();
    QVERIFY(rows.size() > 80);
    for (qsizetype i = 0; i < rows.size(); ++i) {
        const QJsonObject row = rows[i].toObject();
        QTest::addRow("%lld, %s: %s", static_cast<long long>(i + 1),
                      qPrintable(row[QStringLiteral("client")].toString()),
                      qPrintable(row[QStringLiteral("cause")].toString()))
            << row;
    }
}

void TstSmallestDifferences::presetDoesAsTheClientDid()
{
    QFETCH(QJsonObject, row);
    static const std::map<QString, Policy> presets = emulations();
    const QString client = row[QStringLiteral("client")].toString();
    const QString compared = row[QStringLiteral("compared")].toString();
    QVERIFY2(presets.count(client) == 1, "no preset emulates this client");
    const Scenario scenario =
        scenarioOfCase(row[QStringLiteral("case")].toObject(), row[QStringLiteral("cause")].toString());

    const QJsonValue ours = presetsOwn(played(presets.at(client), scenario, 1).calls().front(), compared);

    const QJsonValue real = row[QStringLiteral("real")];
    const QString reason = row[QStringLiteral("notModelled")].toString();
    const QString sentence =
        QStringLiteral("%1: %2 by the client, %3 by the preset").arg(compared, shown(real), shown(ours));
    if (!reason.isEmpty()) {
        QEXPECT_FAIL("", qPrintable(reason), Continue);
    }
    QVERIFY2(agree(real, ours), qPrintable(sentence));
}

RETRYSCOPE_TEST(TstSmallestDifferences)
#include "tst_smallest_differences.moc"
