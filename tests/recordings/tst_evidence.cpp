// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/rule_evidence.h"
#include "core/io/text/utf8.h"
#include "tests/recordings/comparison.h"
#include "tests/recordings/measured.h"
#include "tests/support/strict_main.h"

#include <QCollator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <set>

using namespace retryscope;
using namespace retryscope::test;

namespace {

using Situations = std::map<QString, std::set<QString>>; // by rule

/// What was played to the client of one preset.
struct Proven
{
    std::set<QString> releases;
    Situations recorded;
    Situations measured;
};
using ProvenByPreset = std::map<QString, Proven>;

QString evidenceFile()
{
    return QStringLiteral(RETRYSCOPE_SOURCE_DIR "/resources/policies/evidence.json");
}

void addDecisions(Situations& situations, const RunRecord& record)
{
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            if (!reachesServer(attempt)) {
                continue; // nobody saw whether the client tried it at all
            }
            const QString rule = toQString(io::decidedBy(*record.header().policy, attempt.decision));
            situations[rule].insert(toQString(io::situationOf(attempt.facts)));
        }
    }
}

/// `botocore-1.43.67-standard` -> `1.43.67`, by the client that the policy emulates under this name.
QString releaseOf(const Policy& policy, const QString& client)
{
    for (const EmulatedClient& emulated : policy.emulates) {
        if (toQString(emulated.client + "-" + emulated.version + "-" + emulated.mode) == client) {
            return toQString(emulated.version);
        }
    }
    return {};
}

void addRecordings(ProvenByPreset& all, const std::map<QString, Policy>& presets)
{
    std::vector<Recording> made = recordings();
    for (Recording& quiet : quietRecordings()) {
        made.push_back(std::move(quiet));
    }
    for (FaultRecording& faults : faultRecordings()) {
        made.push_back(std::move(faults.cut));
    }
    for (const Recording& recording : made) {
        const Policy& preset = presets.at(recording.client);
        Proven& proven = all[toQString(preset.id)];
        proven.releases.insert(releaseOf(preset, recording.client));
        for (const Observation& seen : recording.observations) {
            const Scenario* scenario = scenarioCalled(seen.scenario);
            if (scenario == nullptr || !seen.notModelled.isEmpty()) {
                continue;
            }
            const RunRecord record = playedTo(preset, *scenario, recording.client);
            if (endsAs(record.calls().front(), seen)) {
                addDecisions(proven.recorded, record);
            }
        }
    }
}

void addFaults(ProvenByPreset& all, const std::map<QString, Policy>& presets)
{
    for (const FaultRecording& recording : faultRecordings()) {
        const Policy& preset = presets.at(recording.cut.client);
        Proven& proven = all[toQString(preset.id)];
        for (const UnreachedServer& server : recording.unreached) {
            if (triesOf(preset, server) == server.attempts) {
                const auto& [policy, decision] = decidedAt(preset, server);
                proven.recorded[toQString(io::decidedBy(policy, decision))].insert(
                    QLatin1String(wordOf(server.fault).data()));
            }
        }
    }
}

void addMeasurements(ProvenByPreset& all, const std::map<QString, Policy>& presets)
{
    for (const auto& [file, table] : measuredTables()) {
        const QJsonArray clients = table[QStringLiteral("clients")].toArray();
        for (qsizetype column = 0; column < clients.size(); ++column) {
            const QString client = clients[column].toString();
            const Policy& preset = presets.at(client);
            Proven& proven = all[toQString(preset.id)];
            proven.releases.insert(releaseOf(preset, client));
            for (const QJsonValue& value : table[QStringLiteral("rows")].toArray()) {
                const QJsonObject row = value.toObject();
                const QJsonValue requests = row[QStringLiteral("requests")].toArray().at(column);
                if (requests.isNull() || row[QStringLiteral("notModelled")].toObject().contains(client)) {
                    continue;
                }
                const RunRecord record = played(preset, measuredScenario(row), 1);
                const CallRecord& call = record.calls().front();
                if (static_cast<int>(call.attempts.size()) + hiddenSendsOf(call) == requests.toInt()) {
                    addDecisions(proven.measured, record);
                }
            }
        }
    }
}

QJsonObject jsonOf(const Situations& situations, const Situations& without = {})
{
    QJsonObject json;
    for (const auto& [rule, all] : situations) {
        const auto known = without.find(rule);
        QJsonArray list;
        for (const QString& situation : all) {
            if (known == without.end() || !known->second.contains(situation)) {
                list.append(situation);
            }
        }
        if (!list.isEmpty()) {
            json.insert(rule, list);
        }
    }
    return json;
}

QJsonArray releasesOf(const std::set<QString>& releases)
{
    QStringList sorted(releases.begin(), releases.end());
    QCollator numbers{QLocale::c()};
    numbers.setNumericMode(true);
    std::sort(sorted.begin(), sorted.end(), numbers);
    return QJsonArray::fromStringList(sorted);
}

/// The file: a line for each rule.
QByteArray documentOf(const ProvenByPreset& all)
{
    QByteArray text = "{\n  \"format\": \"retryscope.evidence/1\",\n  \"policies\": {";
    const char* beforePolicy = "\n";
    for (const auto& [id, proven] : all) {
        text += beforePolicy + QByteArray("    \"") + id.toUtf8() + "\": {\n      \"releases\": " +
                QJsonDocument(releasesOf(proven.releases)).toJson(QJsonDocument::Compact);
        for (const auto& [name, rules] : {std::pair("recorded", jsonOf(proven.recorded)),
                                          std::pair("measured", jsonOf(proven.measured, proven.recorded))}) {
            text += ",\n      \"" + QByteArray(name) + "\": {";
            const char* beforeRule = "\n";
            for (auto rule = rules.begin(); rule != rules.end(); ++rule) {
                text += beforeRule + QByteArray("        \"") + rule.key().toUtf8() +
                        "\": " + QJsonDocument(rule.value().toArray()).toJson(QJsonDocument::Compact);
                beforeRule = ",\n";
            }
            text += rules.isEmpty() ? "}" : "\n      }";
        }
        text += "\n    }";
        beforePolicy = ",\n";
    }
    return text + "\n  }\n}\n";
}

} // namespace

/// Holds the file of evidence against the recordings and measurements that are there.
class TstEvidence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// `./dev evidence` sets RETRYSCOPE_WRITE_EVIDENCE, and the file is written.
    void theFileSaysWhatWasPlayed()
    {
        const std::map<QString, Policy> presets = emulations();
        ProvenByPreset all;
        addRecordings(all, presets);
        addFaults(all, presets);
        addMeasurements(all, presets);
        const QByteArray made = documentOf(all);
        QFile file(evidenceFile());
        if (qEnvironmentVariableIsSet("RETRYSCOPE_WRITE_EVIDENCE")) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(made);
            return;
        }
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY2(file.readAll() == made, "the file is stale; ./dev evidence writes it anew");
    }
};

RETRYSCOPE_TEST(TstEvidence)
#include "tst_evidence.moc"
