// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/reason_phrase.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/documents/step_templates.h"
#include "core/io/http/error_body.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QSet>
#include <QTest>

#include <functional>
#include <set>

using namespace retryscope;
using namespace retryscope::io;
using namespace std::chrono_literals;

namespace {

const QString kPlace = QStringLiteral("file.json");

QByteArray scenarioWith(const QByteArray& rest)
{
    return R"({"format":"retryscope.scenario/1","id":"a",)" + rest + '}';
}

QByteArray scenarioWithStep(const QByteArray& step)
{
    return scenarioWith("\"steps\":[" + step + ']');
}

/// The error's text, or the reason why there is none.
QString errorOf(const QByteArray& json)
{
    const Result<Scenario> read = scenarioFromJson(json, kPlace);
    return read ? QStringLiteral("(was accepted)") : read.error().text();
}

Scenario readOrFail(const QByteArray& json)
{
    Result<Scenario> read = scenarioFromJson(json, kPlace);
    if (!read) {
        qFatal("%s", qPrintable(read.error().text()));
    }
    return std::move(read).value();
}

EndpointStep stepOf(const QByteArray& json)
{
    return readOrFail(scenarioWithStep(json)).steps.front();
}

Scenario writtenAndReadAgain(const Scenario& scenario)
{
    return readOrFail(QJsonDocument(scenarioToJson(scenario)).toJson());
}

} // namespace

class TstScenarioJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsEveryFieldOfAStep();
    void aThrottledStepComesBackEqual();
    void aWrongThrottleIsNamed_data();
    void aWrongThrottleIsNamed();
    void fillsInWhatAStepLeavesOut();
    void readsEveryFault_data();
    void readsEveryFault();
    void makesLargeResponsesOfSmallFiles();
    void keepsTheOrderOfHeaderPairs();
    void letsFieldsOverrideATemplate();
    void givesAnOwnStatusItsOwnReason();
    void parsesTheBodyOfEveryStep();
    void readsCallsWithStepsOfTheirOwn();
    void readsTheRequestAndItsBatch();
    void says_data();
    void says();
    void writesWhatItReads_data();
    void writesWhatItReads();
    void everyMemberOfAStepIsReadAsItWasWritten();
    void writesATemplateAsItsNameAndWhatDiffers();
    void writesAStepThatTookTheFaultOffItsTemplate();
    void everyTemplateSurvivesWriting_data();
    void everyTemplateSurvivesWriting();
    void everyTemplateHasANameATitleAndAGroupOfItsOwn();
    void everyFaultHasATemplate();
    void everyBuiltInScenarioIsReadable_data();
    void everyBuiltInScenarioIsReadable();
    void builtInScenariosHaveTitlesOfTheirOwn();
    void theBatchScenarioLeavesLessUndoneEachTime();
};

void TstScenarioJson::readsEveryFieldOfAStep()
{
    const EndpointStep step =
        stepOf(R"({"status":503,"reason":"Busy","headers":{"A":"1"},"body":"b","delayMs":1.5,
        "announcedBytes":7,"close":true,"fault":"truncate","missingBytes":3,"dripMs":20,"repeat":4})");

    EndpointStep expected;
    expected.fault = Misbehaviour::Truncate;
    expected.status = 503;
    expected.reason = "Busy";
    expected.headers = {{{"A", "1"}}};
    expected.body = "b";
    expected.delay = 1500us;
    expected.announcedBytes = 7;
    expected.close = true;
    expected.missingBytes = 3;
    expected.drip = 20ms;
    expected.repeat = 4;
    expected.parsed = parseBody({}, "b");
    QVERIFY(step == expected);
}

void TstScenarioJson::fillsInWhatAStepLeavesOut()
{
    EndpointStep expected;
    expected.reason = "OK";
    QVERIFY(stepOf("{}") == expected);
    QCOMPARE(readOrFail(scenarioWithStep("{}")).title, std::string("a"));
    QCOMPARE(readOrFail(scenarioWithStep("{}")).service, std::string("generic"));
}

void TstScenarioJson::readsEveryFault_data()
{
    QTest::addColumn<Misbehaviour>("fault");

    QTest::newRow("close") << Misbehaviour::Close;
    QTest::newRow("reset") << Misbehaviour::Reset;
    QTest::newRow("hang") << Misbehaviour::Hang;
    QTest::newRow("truncate") << Misbehaviour::Truncate;
    QTest::newRow("truncate-reset") << Misbehaviour::TruncateReset;
    QTest::newRow("garbage") << Misbehaviour::Garbage;
    QTest::newRow("drip") << Misbehaviour::Drip;
    QTest::newRow("drip-head") << Misbehaviour::DripHead;
    QTest::newRow("refuse") << Misbehaviour::Refuse;
    QTest::newRow("tls-fail") << Misbehaviour::TlsFail;
    QTest::newRow("no-host") << Misbehaviour::NoHost;
    QTest::newRow("no-connect") << Misbehaviour::NoConnect;
    QTest::newRow("cut-head") << Misbehaviour::CutHead;
    QTest::newRow("cut-head-reset") << Misbehaviour::CutHeadReset;
    QTest::newRow("close-kept") << Misbehaviour::CloseKept;
}

void TstScenarioJson::readsEveryFault()
{
    QFETCH(const Misbehaviour, fault);

    const EndpointStep step = stepOf(QByteArray("{\"fault\":\"") + QTest::currentDataTag() + "\"}");

    QVERIFY(step.fault == fault);
}

void TstScenarioJson::makesLargeResponsesOfSmallFiles()
{
    const EndpointStep step =
        stepOf(R"({"status":200,"body":"ab","bodyRepeat":3,"fillerHeaderBytes":5,"headers":{"A":"1"}})");

    QCOMPARE(step.body, std::string("ababab"));
    QVERIFY((step.headers == Headers{{{"A", "1"}, {"X-Filler", "aaaaa"}}}));
}

void TstScenarioJson::keepsTheOrderOfHeaderPairs()
{
    const Headers expected{{{"Z", "1"}, {"A", "2"}, {"Z", "3"}}};

    const Scenario scenario =
        readOrFail(scenarioWithStep(R"({"status":200,"headers":[["Z","1"],["A","2"],["Z","3"]]})"));

    QVERIFY(scenario.steps.front().headers == expected);
    QVERIFY(writtenAndReadAgain(scenario) == scenario);
}

void TstScenarioJson::letsFieldsOverrideATemplate()
{
    EndpointStep expected = stepFromTemplate(QStringLiteral("s3-slow-down")).value_or(EndpointStep{});
    expected.delay = 30ms;
    expected.repeat = 2;

    QVERIFY(stepOf(R"({"template":"s3-slow-down","delayMs":30,"repeat":2})") == expected);
}

void TstScenarioJson::givesAnOwnStatusItsOwnReason()
{
    QCOMPARE(stepOf(R"({"template":"s3-slow-down"})").reason, std::string("Slow Down"));
    QCOMPARE(stepOf(R"({"template":"s3-slow-down","status":500})").reason,
             std::string("Internal Server Error"));
    QCOMPARE(stepOf(R"({"status":440})").reason, std::string());
    QCOMPARE(stepOf(R"({"status":503,"reason":""})").reason, std::string());
}

void TstScenarioJson::parsesTheBodyOfEveryStep()
{
    const EndpointStep step =
        stepOf(R"({"status":200,"bodyBase64":"PEVycm9yPjxDb2RlPkE8L0NvZGU+PC9FcnJvcj4="})");

    QCOMPARE(step.body, std::string("<Error><Code>A</Code></Error>"));
    const std::string* code = step.parsed.find("xml:Error/Code");
    QVERIFY(code != nullptr);
    QCOMPARE(*code, std::string("A"));
}

void TstScenarioJson::readsCallsWithStepsOfTheirOwn()
{
    const Scenario scenario = readOrFail(
        scenarioWith(R"("calls":[{"times":70,"steps":[{"status":503}]},{"steps":[{"status":200}]}])"));

    QCOMPARE(scenario.calls.size(), std::size_t{2});
    QCOMPARE(scenario.calls[0].times, 70);
    QCOMPARE(scenario.calls[0].steps.front().status, 503);
    QCOMPARE(scenario.calls[1].times, 1);
    QVERIFY(scenario.steps.empty());
}

void TstScenarioJson::readsTheRequestAndItsBatch()
{
    const Scenario scenario = readOrFail(scenarioWith(
        R"("service":"dynamodb","operation":"BatchWriteItem","steps":[{"status":200}],
           "request":{"method":"POST","path":"/x?y=1","protocol":"json","headers":{"A":"b"},"body":"{\"RequestItems\":{\"T\":[1,2]}}"})"));

    QVERIFY(scenario.request.has_value());
    QCOMPARE(scenario.request->method, std::string("POST"));
    QCOMPARE(scenario.request->url, std::string("/x?y=1"));
    QCOMPARE(scenario.request->protocol, std::string("json"));
    QCOMPARE(scenario.request->service, std::string("dynamodb"));
    QCOMPARE(scenario.request->operation, std::string("BatchWriteItem"));
    QVERIFY(scenario.request->batch.has_value());
    QCOMPARE(scenario.request->batch->items, 2);
}

void TstScenarioJson::says_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("start");
    QTest::addColumn<QString>("alsoSays");

    const auto row = [](const char* name, const QByteArray& json, const char* start,
                        const char* alsoSays = "") {
        QTest::newRow(name) << json << QString::fromUtf8(start) << QString::fromUtf8(alsoSays);
    };
    row("where JSON breaks", "{\n  \"a\":,\n}", "file.json, line 2, column ", "invalid JSON");
    row("that the top is a list", "[]", "file.json: ", "expected an object");
    row("that the format is missing", R"({"id":"a","steps":[{"status":200}]})",
        "file.json: format: found nothing", "retryscope.scenario/1");
    row("that the format is another one",
        R"({"format":"retryscope.policy/1","id":"a","steps":[{"status":200}]})",
        "file.json: format: found \"retryscope.policy/1\"");
    row("that the id is no name", R"({"format":"retryscope.scenario/1","id":"a b","steps":[{"status":200}]})",
        "file.json: id: found \"a b\"", "letters, digits");
    row("that the id is missing", R"({"format":"retryscope.scenario/1","steps":[{"status":200}]})",
        "file.json: id: found nothing");
    row("which key is unknown", scenarioWith(R"("stepz":[{"status":200}],"steps":[{"status":200}])"),
        "file.json: stepz: unknown key", "did you mean steps?");
    row("that fleets are not simulated", scenarioWith(R"("server":{"capacityPerSecond":50})"),
        "file.json: server: ", "this version has no fleet simulation");
    const QByteArray endless(5000, 'a');
    row("that the title is endless", scenarioWith(R"("title":")" + endless + R"(","steps":[{"status":200}])"),
        "file.json: title: found a string of 5000 bytes", "at most 4096");
    row("that the reason is endless",
        scenarioWith(R"("steps":[{"status":200,"reason":")" + endless.repeated(60) + R"("}])"),
        "file.json: steps[0].reason: found a string of 300000 bytes", "at most 262144");
    row("that there are no steps", scenarioWith(R"("title":"t")"), "file.json: steps: found nothing",
        "at least one step");
    row("that the steps are empty", scenarioWith(R"("steps":[])"), "file.json: steps: ", "at least one step");
    row("that steps is no list", scenarioWith(R"("steps":{})"), "file.json: steps: found an object", "array");
    row("that steps and calls exclude each other",
        scenarioWith(R"("steps":[{"status":200}],"calls":[{"steps":[{"status":200}]}])"),
        "file.json: calls: ", "only one");
    row("that perEndpoint needs steps",
        scenarioWith(R"("perEndpoint":true,"calls":[{"steps":[{"status":200}]}])"),
        "file.json: calls: ", "perEndpoint");
    row("which entry of calls has no steps",
        scenarioWith(R"("calls":[{"steps":[{"status":200}]},{"times":2}])"), "file.json: calls[1].steps: ");
    row("that times is no count", scenarioWith(R"("calls":[{"times":0,"steps":[{"status":200}]}])"),
        "file.json: calls[0].times: found 0", "whole number from 1");
    row("which step is no object", scenarioWithStep(R"({"status":200},7)"), "file.json: steps[1]", "object");
    row("that a status is out of range", scenarioWithStep(R"({"status":99})"),
        "file.json: steps[0].status: found 99", "from 200 to 999");
    row("that a status is no number", scenarioWithStep(R"({"status":"503"})"),
        "file.json: steps[0].status: found \"503\"");
    row("that a status is no whole number", scenarioWithStep(R"({"status":503.5})"),
        "file.json: steps[0].status: found 503.5");
    row("that a status is beyond all integers", scenarioWithStep(R"({"status":1e300})"),
        "file.json: steps[0].status: found 1e", "from 200 to 999");
    row("that a count is beyond all integers", scenarioWithStep(R"({"status":503,"announcedBytes":1e19})"),
        "file.json: steps[0].announcedBytes: found 1");
    row("which faults there are", scenarioWithStep(R"({"fault":"explode"})"),
        "file.json: steps[0].fault: found \"explode\"",
        "close, reset, hang, truncate, truncate-reset, garbage, drip, "
        "drip-head, refuse, tls-fail, no-host, no-connect");
    row("that an empty fault is none", scenarioWithStep(R"({"fault":""})"),
        "file.json: steps[0].fault: found \"\"");
    row("which templates there are", scenarioWithStep(R"({"template":"s3"})"),
        "file.json: steps[0].template: found \"s3\"", "s3-slow-down, ");
    row("that a delay is negative", scenarioWithStep(R"({"delayMs":-1})"),
        "file.json: steps[0].delayMs: found -1", "from 0 to 86400000");
    row("that a delay is too long", scenarioWithStep(R"({"delayMs":1e300})"),
        "file.json: steps[0].delayMs: ");
    row("that a delay is a text", scenarioWithStep(R"({"delayMs":"50ms"})"),
        "file.json: steps[0].delayMs: ", "a number");
    row("that a length is negative", scenarioWithStep(R"({"announcedBytes":-1})"),
        "file.json: steps[0].announcedBytes: found -1");
    row("a path that is none", scenarioWithStep(R"({"when":{"path":"bucket"}})"),
        "file.json: steps[0].when.path: ");
    row("a method that is none", scenarioWithStep(R"({"when":{"method":"P UT"}})"),
        "file.json: steps[0].when.method: ");
    row("a condition about nothing", scenarioWithStep(R"({"when":{}})"), "file.json: steps[0].when: ");
    row("that nothing is missing", scenarioWithStep(R"({"missingBytes":0})"),
        "file.json: steps[0].missingBytes: ");
    row("that a repetition is none", scenarioWithStep(R"({"repeat":0})"),
        "file.json: steps[0].repeat: found 0");
    row("a status of null", scenarioWithStep(R"({"status":null})"), "file.json: steps[0].status: found null",
        "from 200 to 999");
    row("that close is no flag", scenarioWithStep(R"({"close":1})"), "file.json: steps[0].close: found 1",
        "true or false");
    row("that a body is no text", scenarioWithStep(R"({"body":{}})"),
        "file.json: steps[0].body: found an object");
    row("that there are two bodies", scenarioWithStep(R"({"body":"a","bodyBase64":"YQ=="})"),
        "file.json: steps[0].bodyBase64: ", "only one");
    row("that a body is not Base64", scenarioWithStep(R"({"bodyBase64":"?"})"),
        "file.json: steps[0].bodyBase64: found \"?\"", "Base64");
    row("that headers are neither form", scenarioWithStep(R"({"headers":"A: b"})"),
        "file.json: steps[0].headers: found \"A: b\"", "list of [name, value] pairs");
    row("that a header value is no text", scenarioWithStep(R"({"headers":{"A":1}})"),
        "file.json: steps[0].headers.A: found 1", "a string");
    row("that a header name is none", scenarioWithStep(R"({"headers":{"A b":"1"}})"),
        "file.json: steps[0].headers.A b: \"A b\" is not a header name");
    row("that a header would break the line", scenarioWithStep(R"({"headers":[["A","1\r\nB: 2"]]})"),
        "file.json: steps[0].headers[0][1]: ", "without line breaks");
    row("that a pair is incomplete", scenarioWithStep(R"({"headers":[["A"]]})"),
        "file.json: steps[0].headers[0]: ", "[name, value] pair");
    row("that a reason would break the line", scenarioWithStep(R"({"reason":"a\nb"})"),
        "file.json: steps[0].reason: ");
    row("which key of a step is unknown", scenarioWithStep(R"({"delay":5})"),
        "file.json: steps[0].delay: unknown key", "delayMs");
    row("that a method is none", scenarioWith(R"("steps":[{"status":200}],"request":{"method":"GET /"})"),
        "file.json: request.method: ");
    row("that a path is relative", scenarioWith(R"("steps":[{"status":200}],"request":{"path":"a"})"),
        "file.json: request.path: found \"a\"");
    row("that a path would break the line",
        scenarioWith(R"("steps":[{"status":200}],"request":{"path":"/a b"})"), "file.json: request.path: ");
    row("which key of a request is unknown",
        scenarioWith(R"("steps":[{"status":200}],"request":{"url":"/"})"),
        "file.json: request.url: unknown key", "method, path");
}

void TstScenarioJson::says()
{
    QFETCH(const QByteArray, json);
    QFETCH(const QString, start);
    QFETCH(const QString, alsoSays);

    const QString error = errorOf(json);

    QVERIFY2(error.startsWith(start), qPrintable(error));
    QVERIFY2(error.contains(alsoSays), qPrintable(error));
}

void TstScenarioJson::writesWhatItReads_data()
{
    QTest::addColumn<QByteArray>("json");

    QTest::newRow("bare faults") << scenarioWithStep(R"({"fault":"reset"},{"fault":"hang","repeat":3})");
    QTest::newRow("a body that is no text") << scenarioWithStep(R"({"status":200,"bodyBase64":"/wA="})");
    QTest::newRow("a long body") << scenarioWithStep(R"({"status":200,"body":")" +
                                                     QByteArray(1'000'000, 'a') + R"("})");
    QTest::newRow("an empty reason") << scenarioWithStep(R"({"status":503,"reason":""})");
    QTest::newRow("a template with another status")
        << scenarioWithStep(R"({"template":"s3-slow-down","status":500})");
    QTest::newRow("a template without its headers")
        << scenarioWithStep(R"({"template":"s3-slow-down","headers":{}})");
    QTest::newRow("calls") << scenarioWith(
        R"("calls":[{"times":70,"steps":[{"status":503}]},{"steps":[{"status":200}]}])");
    QTest::newRow("one cursor for all") << scenarioWith(R"("perEndpoint":true,"steps":[{"status":200}])");
    QTest::newRow("a request") << scenarioWith(
        R"("steps":[{"status":200}],"request":{"method":"PUT","path":"/a","protocol":"soap","headers":{"A":"b"},"bodyBase64":"/wA="})");
}

void TstScenarioJson::writesWhatItReads()
{
    QFETCH(const QByteArray, json);

    const Scenario scenario = readOrFail(json);

    QVERIFY(writtenAndReadAgain(scenario) == scenario);
}

void TstScenarioJson::everyMemberOfAStepIsReadAsItWasWritten()
{
    std::vector<std::function<void(EndpointStep&)>> changes{
        [](EndpointStep& step) { step.status = 418; },
        [](EndpointStep& step) { step.reason = "Odd"; },
        [](EndpointStep& step) {
            step.headers = {{{"B", "2"}, {"A", "1"}, {"A", "3"}}};
        },
        [](EndpointStep& step) { step.body = "another"; },
        [](EndpointStep& step) { step.body = "\xff\x01"; },
        [](EndpointStep& step) { step.delay = 1500us; },
        [](EndpointStep& step) { step.announcedBytes = 0; },
        [](EndpointStep& step) { step.close = !step.close; },
        [](EndpointStep& step) { step.missingBytes = 77; },
        [](EndpointStep& step) { step.drip = 77ms; },
        [](EndpointStep& step) { step.repeat = 77; },
        [](EndpointStep& step) {
            step.throttle = ThrottleSpec{.ratePerSecond = 7.5, .burst = 2, .templateName = "s3-slow-down"};
            step.throttled = {*stepFromTemplate(QStringLiteral("s3-slow-down"))};
        },
        [](EndpointStep& step) {
            step.interim = {{.status = 102}, {.status = 103, .headers = {{{"Link", "</a>"}}}}};
        },
        [](EndpointStep& step) {
            step.headers.set("Transfer-Encoding", "chunked");
            step.trailers = {{{"B", "2"}, {"A", "1"}}};
        },
        [](EndpointStep& step) { step.beforeBody = true; },
        [](EndpointStep& step) { step.pass = true; },
        [](EndpointStep& step) { step.when = StepCondition{.method = "PUT", .path = "/bucket/*"}; },
        [](EndpointStep& step) { step.id = "413-before"; },
        [](EndpointStep& step) { step.title = "Too large, said early"; },
        [](EndpointStep& step) {
            step.request =
                RequestSpec{.method = "PUT", .url = "/a?b", .headers = {{{"Expect", "100-continue"}}}};
            step.request->service = "s3";
            step.request->operation = "PutObject";
            step.request->body = "abc";
        }};
    for (const auto& [fault, word] : EnumWords<Misbehaviour>::kWords) {
        if (fault != Misbehaviour::None) { // an own step has it, a template's cannot be taken off
            changes.emplace_back([fault = fault](EndpointStep& step) { step.fault = fault; });
        }
    }
    // Does not compile when a step has another member: it belongs into the list above, and into step_json.
    const auto& [fault, status, reason, headers, body, delay, announced, close, missing, drip, repeat, name,
                 parsed, throttle, throttled, interim, trailers, early, id, title, request, pass, when] =
        EndpointStep{};
    QVERIFY(fault == Misbehaviour::None && name.empty() && !throttle && throttled.empty());

    std::vector<EndpointStep> steps{stepOf("{}")};
    for (const StepTemplate& made : stepTemplates()) {
        steps.push_back(made.step);
    }
    for (const EndpointStep& base : steps) {
        for (const auto& change : changes) {
            Scenario scenario = readOrFail(scenarioWithStep("{}"));
            EndpointStep& step = scenario.steps.front() = base;
            change(step);
            step.parsed = parseBody(step.headers, QByteArray::fromStdString(step.body));
            QVERIFY2(writtenAndReadAgain(scenario).steps.front() == step,
                     QJsonDocument(scenarioToJson(scenario)).toJson().constData());
        }
    }
}

void TstScenarioJson::writesATemplateAsItsNameAndWhatDiffers()
{
    const QByteArray step = R"({"delayMs":30,"template":"s3-slow-down"})";

    const QJsonObject json = scenarioToJson(readOrFail(scenarioWithStep(step)));

    QCOMPARE(QJsonDocument(json[u"steps"][0].toObject()).toJson(QJsonDocument::Compact), step);
}

void TstScenarioJson::writesAStepThatTookTheFaultOffItsTemplate()
{
    Scenario scenario = readOrFail(scenarioWithStep(R"({"template":"fault-truncate"})"));
    scenario.steps.front().fault = Misbehaviour::None;

    const Scenario again = writtenAndReadAgain(scenario);

    scenario.steps.front().templateName.clear();
    QVERIFY(again == scenario);
}

void TstScenarioJson::everyTemplateSurvivesWriting_data()
{
    QTest::addColumn<int>("index");

    int index = 0;
    for (const StepTemplate& known : stepTemplates()) {
        QTest::newRow(qPrintable(known.name)) << index++;
    }
}

void TstScenarioJson::everyTemplateSurvivesWriting()
{
    QFETCH(const int, index);
    EndpointStep step = stepTemplates().at(static_cast<std::size_t>(index)).step;
    Scenario scenario;
    scenario.id = scenario.title = "a";
    scenario.steps = {step};

    QVERIFY(writtenAndReadAgain(scenario) == scenario);
    scenario.steps.front().templateName.clear();
    QVERIFY(writtenAndReadAgain(scenario) == scenario);
}

void TstScenarioJson::everyTemplateHasANameATitleAndAGroupOfItsOwn()
{
    QSet<QString> names;
    QSet<QString> titles;
    for (const StepTemplate& known : stepTemplates()) {
        names << known.name;
        titles << known.title;
        QVERIFY(!known.group.isEmpty());
        QCOMPARE(known.step.templateName, known.name.toStdString());
    }
    QCOMPARE(static_cast<std::size_t>(names.size()), stepTemplates().size());
    QCOMPARE(static_cast<std::size_t>(titles.size()), stepTemplates().size());
    QVERIFY(!stepFromTemplate(QStringLiteral("no such template")).has_value());
}

void TstScenarioJson::everyFaultHasATemplate()
{
    std::set<Misbehaviour> covered;
    for (const StepTemplate& known : stepTemplates()) {
        covered.insert(known.step.fault);
    }
    QCOMPARE(covered.size(), static_cast<std::size_t>(Misbehaviour::NoConnect) + 1);
}

void TstScenarioJson::everyBuiltInScenarioIsReadable_data()
{
    QTest::addColumn<QString>("path");

    const QDir folder(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/resources/scenarios"));
    for (const QString& name : folder.entryList({QStringLiteral("*.json")})) {
        QTest::newRow(qPrintable(name)) << folder.filePath(name);
    }
}

void TstScenarioJson::everyBuiltInScenarioIsReadable()
{
    QFETCH(const QString, path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));

    const Result<Scenario> read = scenarioFromJson(file.readAll(), path);

    QVERIFY2(read.ok(), read.ok() ? "" : qPrintable(read.error().text()));
    QCOMPARE(QString::fromStdString(read.value().id), QFileInfo(path).completeBaseName());
    QVERIFY(writtenAndReadAgain(read.value()) == read.value());
}

void TstScenarioJson::builtInScenariosHaveTitlesOfTheirOwn()
{
    QSet<QString> titles;
    const QDir folder(QStringLiteral(":/retryscope/scenarios"));
    const QStringList names = folder.entryList();
    for (const QString& name : names) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        titles << QString::fromStdString(readOrFail(file.readAll()).title);
    }
    QVERIFY(names.size() >= 16);
    QCOMPARE(titles.size(), names.size());
}

void TstScenarioJson::theBatchScenarioLeavesLessUndoneEachTime()
{
    QFile file(QStringLiteral(":/retryscope/scenarios/dynamodb-batch-part-done.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Scenario scenario = readOrFail(file.readAll());
    QVERIFY(scenario.request && scenario.request->batch);

    int left = scenario.request->batch->items;
    QVERIFY(left >= 5);
    for (std::size_t i = 0; i + 1 < scenario.steps.size(); ++i) {
        QVERIFY(scenario.steps[i].parsed.remaining.has_value());
        QVERIFY(scenario.steps[i].parsed.remaining->left < left);
        left = scenario.steps[i].parsed.remaining->left;
    }
    QVERIFY(!scenario.steps.back().parsed.remaining.has_value());
    QCOMPARE(scenario.steps.size(), std::size_t{3});
}

void TstScenarioJson::aThrottledStepComesBackEqual()
{
    const Scenario scenario = readOrFail(scenarioWithStep(
        R"({"status":200,"throttle":{"ratePerSecond":20,"burst":5,"template":"s3-slow-down"}})"));
    const EndpointStep& step = scenario.steps.front();
    QVERIFY(step.throttle.has_value());
    QCOMPARE(step.throttle->ratePerSecond, 20.0);
    QCOMPARE(step.throttle->burst, 5.0);
    QCOMPARE(step.throttled.size(), std::size_t{1});
    QCOMPARE(step.throttled.front().status, 503);
    QVERIFY(writtenAndReadAgain(scenario) == scenario);
    QCOMPARE(stepOf(R"({"throttle":{"ratePerSecond":1,"template":"s3-slow-down"}})").throttle->burst, 1.0);
}

void TstScenarioJson::aWrongThrottleIsNamed_data()
{
    QTest::addColumn<QByteArray>("throttle");
    QTest::addColumn<QString>("place");
    QTest::newRow("no rate") << QByteArray(R"({"template":"s3-slow-down"})") << "ratePerSecond";
    QTest::newRow("rate 0") << QByteArray(R"({"ratePerSecond":0,"template":"s3-slow-down"})")
                            << "ratePerSecond";
    QTest::newRow("burst 0") << QByteArray(R"({"ratePerSecond":1,"burst":0,"template":"s3-slow-down"})")
                             << "burst";
    QTest::newRow("no template") << QByteArray(R"({"ratePerSecond":1})") << "template";
    QTest::newRow("unknown template")
        << QByteArray(R"({"ratePerSecond":1,"template":"nonsense"})") << "template";
    QTest::newRow("unknown member") << QByteArray(R"({"ratePerSecond":1,"template":"s3-slow-down","rate":2})")
                                    << "throttle";
}

void TstScenarioJson::aWrongThrottleIsNamed()
{
    QFETCH(QByteArray, throttle);
    QFETCH(QString, place);
    const QString error = errorOf(scenarioWithStep("{\"throttle\":" + throttle + '}'));
    QVERIFY2(error.contains(QStringLiteral("steps[0].throttle")) && error.contains(place), qPrintable(error));
}

RETRYSCOPE_TEST(TstScenarioJson)
#include "tst_scenario_json.moc"
