// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/recordings/recording.h"

#include "core/io/documents/default_request.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/files/library.h"
#include "core/policy/resolve.h"
#include "core/simulate/simulate.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace retryscope::test {

namespace {

/// The clients were recorded with these.
constexpr Duration kRecordedTimeout = std::chrono::seconds{2};

QDir folder()
{
    return QDir(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/recordings"));
}

QJsonDocument document(const QString& name)
{
    QFile file(folder().filePath(name));
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("cannot read %s", qPrintable(file.fileName()));
    }
    return QJsonDocument::fromJson(file.readAll());
}

std::vector<double> numbers(const QJsonValue& list)
{
    std::vector<double> result;
    for (const QJsonValue& value : list.toArray()) {
        result.push_back(value.toDouble());
    }
    return result;
}

Observation observationFrom(const QJsonObject& object)
{
    Observation result{.scenario = object[QStringLiteral("scenario")].toString(),
                       .requests = object[QStringLiteral("requests")].toInt(),
                       .waitsMs = numbers(object[QStringLiteral("waitsMs")]),
                       .ok = object[QStringLiteral("ok")].toBool(),
                       .endedAfter = object[QStringLiteral("endedAfter")].toInt(),
                       .notModelled = object[QStringLiteral("notModelled")].toString()};
    for (const QJsonValue& value : object[QStringLiteral("amzSdkRequest")].toArray()) {
        result.amzSdkRequest.push_back(value.toString());
    }
    return result;
}

QuotaRecording quotaRecordingFrom(const QString& client, const QString& name, const QJsonObject& object)
{
    QuotaRecording result{.client = client, .name = name};
    result.requestsPerCall =
        object[QStringLiteral("requestsPerCall")].toString().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QJsonValue& call : object[QStringLiteral("calls")].toArray()) {
        result.waitsBeforeFirstMs.push_back(call[QStringLiteral("beforeFirstRequestMs")].toDouble());
        result.gapsMs.push_back(numbers(call[QStringLiteral("gapsMs")]));
    }
    return result;
}

/// prefix: of the files' names, as a folder is.
std::vector<Recording> recordingsIn(const QString& prefix)
{
    std::vector<Recording> result;
    const QDir in(folder().filePath(prefix));
    for (const QString& name : in.entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        if (name.startsWith(QStringLiteral("quota-")) || name.startsWith(QStringLiteral("scenarios"))) {
            continue;
        }
        Recording recording{.client = name.chopped(5)};
        for (const QJsonValue& value : document(prefix + name).array()) {
            recording.observations.push_back(observationFrom(value.toObject()));
        }
        result.push_back(std::move(recording));
    }
    return result;
}

} // namespace

std::vector<Scenario> recordedScenarios()
{
    std::vector<Scenario> result;
    for (const QString& name :
         {QStringLiteral("scenarios.json"), QStringLiteral("scenarios-grpc.json"),
          QStringLiteral("scenarios-sqs.json"), QStringLiteral("scenarios-faults.json")}) {
        for (const QJsonValue& value : document(name).array()) {
            const auto scenario = io::scenarioFromJson(QJsonDocument(value.toObject()).toJson(), name);
            if (!scenario) {
                qFatal("%s", qPrintable(scenario.error().text()));
            }
            result.push_back(scenario.value());
        }
    }
    return result;
}

std::vector<Recording> recordings()
{
    return recordingsIn(QString());
}

std::vector<Recording> quietRecordings()
{
    return recordingsIn(QStringLiteral("quiet/"));
}

std::vector<QuotaRecording> quotaRecordings()
{
    std::vector<QuotaRecording> result;
    for (const QString& name :
         folder().entryList({QStringLiteral("quota-*.json")}, QDir::Files, QDir::Name)) {
        const QJsonObject all = document(name).object();
        for (const QString& key : all.keys()) {
            result.push_back(quotaRecordingFrom(name.chopped(5).mid(6), key, all[key].toObject()));
        }
    }
    return result;
}

std::vector<FaultRecording> faultRecordings()
{
    std::vector<FaultRecording> result;
    for (const QString& name : QDir(folder().filePath(QStringLiteral("faults")))
                                   .entryList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
        FaultRecording recording{.cut = {.client = name.chopped(5)}};
        for (const QJsonValue& value : document(QStringLiteral("faults/") + name).array()) {
            const QJsonObject row = value.toObject();
            if (const QString word = row[QStringLiteral("fault")].toString(); word.isEmpty()) {
                recording.cut.observations.push_back(observationFrom(row));
            } else {
                recording.unreached.push_back({.fault = fromWord<FaultKind>(word.toStdString()).value(),
                                               .operation = row[QStringLiteral("operation")].toString(),
                                               .attempts = row[QStringLiteral("attempts")].toInt()});
            }
        }
        result.push_back(std::move(recording));
    }
    return result;
}

RequestSpec recordedRequest(const std::string& service, const std::string& operation)
{
    RequestSpec spec = io::defaultRequestFor(service, operation);
    spec.service = service;
    spec.operation = operation;
    spec.readTimeout = kRecordedTimeout;
    spec.connectTimeout = kRecordedTimeout;
    return spec;
}

QStringList emulatedNames(const Policy& policy)
{
    QStringList names;
    for (const EmulatedClient& client : policy.emulates) {
        names.append(QString::fromStdString(client.client + "-" + client.version + "-" + client.mode));
    }
    return names;
}

std::map<QString, Policy> emulations()
{
    std::map<QString, Policy> result;
    const io::Library library;
    for (const io::Library::Entry& entry : library.policyEntries()) {
        const auto policy = library.policy(entry.id);
        if (!policy) {
            qFatal("%s", qPrintable(policy.error().text()));
        }
        for (const QString& name : emulatedNames(policy.value())) {
            result.emplace(name, policy.value());
        }
    }
    return result;
}

int hiddenSendsOf(const CallRecord& call)
{
    int sends = 0;
    for (const AttemptRecord& attempt : call.attempts) {
        sends += attempt.facts.hiddenSends;
    }
    return sends;
}

RunRecord played(const Policy& policy, const Scenario& scenario, int calls, bool limitsAttempts)
{
    RunHeader header;
    const RequestSpec usual = recordedRequest(scenario.service, scenario.operation);
    header.spec = scenario.request.value_or(usual);
    header.spec.service = usual.service;
    header.spec.operation = usual.operation;
    header.spec.readTimeout = usual.readTimeout;
    header.spec.connectTimeout = usual.connectTimeout;
    if (limitsAttempts) {
        header.spec.attemptTimeout = kRecordedTimeout;
    }
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    header.seed = 1;
    header.callsPerClient = calls;
    return simulate(std::move(header), scenario);
}

} // namespace retryscope::test
