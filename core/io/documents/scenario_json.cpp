// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/scenario_json.h"

#include "core/facts/header_syntax.h"
#include "core/io/documents/message_json.h"
#include "core/io/documents/step_json.h"
#include "core/io/http/error_body.h"
#include "core/io/json/json_cursor.h"
#include "core/io/text/utf8.h"
#include "core/policy/policy.h"

#include <QJsonArray>
#include <QRegularExpression>

namespace retryscope::io {
namespace {

constexpr const char* kScenarioFormat = "retryscope.scenario/1";
constexpr std::int64_t kMaxTimes = 1'000'000'000;

JsonCursor member(const JsonCursor& json, const char16_t* key)
{
    return json.at(QString::fromUtf16(key));
}

void checkFormat(const JsonCursor& json)
{
    if (json.string() != QLatin1String(kScenarioFormat)) {
        json.complain(QStringLiteral("\"%1\"").arg(QLatin1String(kScenarioFormat)));
    }
}

std::string idOf(const JsonCursor& json)
{
    static const QRegularExpression allowed(QStringLiteral("\\A[A-Za-z0-9][A-Za-z0-9._-]*\\z"));
    const std::string id(json.shortText());
    if (!allowed.match(toQString(id)).hasMatch()) {
        json.complain(QStringLiteral("a name of letters, digits, '.', '_' and '-'"));
    }
    return id;
}

std::string shortNameIn(const JsonCursor& json)
{
    const JsonCursor given = member(json, u"shortName");
    const std::string name = textOf(given);
    if (toQString(name).toUcs4().size() > static_cast<qsizetype>(kLongestShortName)) {
        given.complain(QStringLiteral("at most %1 characters").arg(kLongestShortName));
    }
    return name;
}

std::vector<EndpointStep> stepsOf(const JsonCursor& json)
{
    constexpr auto kStepBytes = static_cast<qint64>(sizeof(EndpointStep));
    const std::vector<JsonCursor> items = json.items();
    if (!json.make(static_cast<qint64>(items.size()) * kStepBytes)) {
        return {};
    }
    if (items.empty()) {
        json.complain(QStringLiteral("a list of at least one step"));
    }
    std::vector<EndpointStep> steps;
    steps.reserve(items.size());
    for (const JsonCursor& item : items) {
        if (item.hasProblem()) {
            break;
        }
        steps.push_back(stepFromJson(item));
    }
    return steps;
}

std::vector<CallScript> callsOf(const JsonCursor& json)
{
    const std::vector<JsonCursor> items = json.items();
    if (items.empty()) {
        json.complain(QStringLiteral("a list of at least one entry"));
    }
    std::vector<CallScript> calls;
    calls.reserve(items.size());
    for (const JsonCursor& item : items) {
        if (item.hasProblem()) {
            break;
        }
        calls.push_back({.times = static_cast<int>(member(item, u"times").integer(1, kMaxTimes, 1)),
                         .steps = stepsOf(member(item, u"steps"))});
        rejectUnknownKeys(item, {QStringLiteral("times"), QStringLiteral("steps")});
    }
    return calls;
}

void readScript(const JsonCursor& json, Scenario& scenario)
{
    const JsonCursor calls = member(json, u"calls");
    const JsonCursor server = member(json, u"server");
    scenario.perEndpoint = member(json, u"perEndpoint").boolean();
    if (!server.value().isUndefined()) {
        server.reject(QStringLiteral("this version has no fleet simulation and therefore no server models; "
                                     "use \"steps\" or \"calls\" instead"));
    } else if (!calls.isPresent()) {
        scenario.steps = stepsOf(member(json, u"steps"));
    } else if (member(json, u"steps").isPresent()) {
        calls.reject(QStringLiteral("\"steps\" is present too; use only one of them"));
    } else if (scenario.perEndpoint) {
        calls.reject(QStringLiteral("\"perEndpoint\" lets all calls share one list of \"steps\"; it cannot "
                                    "be combined with \"calls\""));
    } else {
        scenario.calls = callsOf(calls);
    }
}

QJsonObject requestToJson(const RequestSpec& request)
{
    QJsonObject json;
    json.insert(u"method", toQString(request.method));
    json.insert(u"path", toQString(request.url));
    if (!request.protocol.empty()) {
        json.insert(u"protocol", toQString(request.protocol));
    }
    if (!request.headers.entries.empty()) {
        json.insert(u"headers", headersToJson(request.headers));
    }
    if (!request.body.empty()) {
        writeBody(request.body, json);
    }
    return json;
}

QJsonArray stepsToJson(const std::vector<EndpointStep>& steps)
{
    QJsonArray list;
    for (const EndpointStep& step : steps) {
        list.append(stepToJson(step));
    }
    return list;
}

} // namespace

namespace {

RequestSpec requestWith(const JsonCursor& json, const QStringList& otherKeys)
{
    RequestSpec request;
    request.method = textOf(member(json, u"method"), "GET");
    if (!isToken(request.method)) {
        member(json, u"method").complain(QStringLiteral("an HTTP method such as GET"));
    }
    request.url = textOf(member(json, u"path"), "/", kLongestInHead);
    const bool hasBlanks = request.url.find_first_of(" \t\r\n#") != std::string::npos;
    if (!request.url.starts_with('/') || hasBlanks) {
        member(json, u"path")
            .complain(QStringLiteral("path and query, beginning with '/', without spaces and '#'"));
    }
    request.protocol = textOf(member(json, u"protocol"));
    request.headers = headersOf(json);
    request.body = bodyOf(json);
    rejectUnknownKeys(json,
                      QStringLiteral("method path protocol headers body bodyBase64").split(u' ') + otherKeys);
    return request;
}

} // namespace

RequestSpec requestFromJson(const JsonCursor& json)
{
    return requestWith(json, {});
}

RequestSpec stepRequestFromJson(const JsonCursor& json)
{
    RequestSpec request = requestWith(json, {QStringLiteral("service"), QStringLiteral("operation")});
    request.service = textOf(member(json, u"service"), request.service);
    request.operation = textOf(member(json, u"operation"));
    return request;
}

QJsonObject stepRequestToJson(const RequestSpec& request)
{
    QJsonObject json = requestToJson(request);
    json.insert(u"service", toQString(request.service));
    if (!request.operation.empty()) {
        json.insert(u"operation", toQString(request.operation));
    }
    return json;
}

Result<Scenario> scenarioFromJson(const QByteArray& text, const QString& place)
{
    const Result<QJsonObject> document = parseJsonObject(text, place);
    return document ? scenarioFromJson(document.value(), place) : document.error();
}

Result<Scenario> scenarioFromJson(const QJsonObject& document, const QString& place)
{
    return readObject(document, place, [](const JsonCursor& json) {
        checkFormat(member(json, u"format"));
        Scenario scenario;
        scenario.id = idOf(member(json, u"id"));
        scenario.title = textOf(member(json, u"title"), scenario.id);
        scenario.shortName = shortNameIn(json);
        scenario.service = textOf(member(json, u"service"), "generic");
        scenario.operation = textOf(member(json, u"operation"));
        if (const JsonCursor request = member(json, u"request"); request.isPresent()) {
            scenario.request = requestFromJson(request);
            scenario.request->service = scenario.service;
            scenario.request->operation = scenario.operation;
            prepareBatch(*scenario.request);
        }
        readScript(json, scenario);
        rejectUnknownKeys(
            json,
            QStringLiteral("format id title shortName service operation request steps calls perEndpoint")
                .split(u' '));
        return scenario;
    });
}

QJsonObject scenarioToJson(const Scenario& scenario)
{
    QJsonObject json;
    json.insert(u"format", QLatin1String(kScenarioFormat));
    json.insert(u"id", toQString(scenario.id));
    json.insert(u"title", toQString(scenario.title));
    if (!scenario.shortName.empty()) {
        json.insert(u"shortName", toQString(scenario.shortName));
    }
    json.insert(u"service", toQString(scenario.service));
    if (!scenario.operation.empty()) {
        json.insert(u"operation", toQString(scenario.operation));
    }
    if (scenario.request) {
        json.insert(u"request", requestToJson(*scenario.request));
    }
    if (scenario.perEndpoint) {
        json.insert(u"perEndpoint", true);
    }
    if (scenario.calls.empty()) {
        json.insert(u"steps", stepsToJson(scenario.steps));
        return json;
    }
    QJsonArray calls;
    for (const CallScript& script : scenario.calls) {
        QJsonObject entry;
        entry.insert(u"times", script.times);
        entry.insert(u"steps", stepsToJson(script.steps));
        calls.append(entry);
    }
    json.insert(u"calls", calls);
    return json;
}

} // namespace retryscope::io
