// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/pasted_response.h"
#include "core/io/probe/behind_box.h"
#include "core/probe/side_difference.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;
using namespace retryscope::io;

namespace {

AttemptFacts sideWith(int status, std::string body, Headers headers = {})
{
    Response response{.status = status, .headers = std::move(headers), .body = std::move(body)};
    completeResponse(response);
    return {.response = std::make_shared<const Response>(std::move(response))};
}

AttemptFacts faultOf(FaultKind kind)
{
    return {.fault = Fault{.kind = kind, .detail = {}}};
}

BenchRow benchRow(const char* id, AttemptFacts origin, AttemptFacts client)
{
    RowFacts row;
    row.id = id;
    row.origin = std::move(origin);
    row.client = std::move(client);
    row.arrivals = 1;
    return test::comparedRow(std::move(row));
}

const Headers kWait{{{"Retry-After", "2"}, {"Content-Type", "text/xml"}}};
constexpr auto kSlowDownBody = "<Error><Code>SlowDown</Code></Error>";

/// 503 in XML becomes a page named 429; 500 in JSON loses its Retry-After; a reset becomes a 502; silence
/// stays.
Bench culprit()
{
    const Headers typed{{{"Content-Type", "text/xml"}}};
    Bench bench;
    bench.rows = {benchRow("slow", sideWith(503, kSlowDownBody, kWait),
                           sideWith(429, "<Error><Code>429</Code></Error>", typed)),
                  benchRow("json", sideWith(500, "{\"a\":1}", kWait), sideWith(500, "{\"a\":1}", typed)),
                  benchRow("reset", faultOf(FaultKind::ConnectionReset), sideWith(502, "<html></html>")),
                  benchRow("silence", faultOf(FaultKind::ReadTimeout), faultOf(FaultKind::ReadTimeout)),
                  benchRow("ok", sideWith(200, "fine"), sideWith(200, "fine"))};
    return bench;
}

} // namespace

class TstBehindBox : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void replacesWhatTheBoxReplaced();
    void dropsWhatTheBoxDropped();
    void infersFromTheSameClass();
    void turnsFaultsAsTheBoxDid();
    void namesTheNearestRowWhereThereIsNone();
    void putsAWholeScenarioBehindTheBox();
    void leavesPlaceholdersToTheMomentOfSending();
    void putsWhatAnswersTooFastRequestsBehindTheBoxToo();
    void namesTheRowsItInferredFrom();
    void agreesWithEachRowOfItsOwn();
};

void TstBehindBox::replacesWhatTheBoxReplaced()
{
    const Result<BehindBox> behind =
        behindBox(culprit(), sideWith(503, "<Error><Code>Other</Code></Error>", kWait));

    QVERIFY(behind.ok());
    QVERIFY(behind.value().row == "slow" && !behind.value().isInferred);
    QCOMPARE(behind.value().facts.response->status, 429);
    QVERIFY(behind.value().facts.response->parsed.find("xml:Error/Code") != nullptr);
}

void TstBehindBox::dropsWhatTheBoxDropped()
{
    const Result<BehindBox> behind =
        behindBox(culprit(), sideWith(500, "{\"mine\":true}", {{{"Retry-After", "9"}, {"X-Mine", "1"}}}));

    const Response& response = *behind.value().facts.response;
    QVERIFY(response.body == "{\"mine\":true}");
    QVERIFY(!response.headers.contains("Retry-After") && response.headers.contains("X-Mine"));
}

void TstBehindBox::infersFromTheSameClass()
{
    const Result<BehindBox> behind = behindBox(culprit(), sideWith(501, "{}", kWait));

    QVERIFY(behind.ok());
    QVERIFY(behind.value().row == "json" && behind.value().isInferred);
    QCOMPARE(behind.value().facts.response->status, 501);
}

void TstBehindBox::turnsFaultsAsTheBoxDid()
{
    const Bench bench = culprit();

    const AttemptFacts reset = behindBox(bench, faultOf(FaultKind::ConnectionReset)).value().facts;
    const AttemptFacts silence = behindBox(bench, faultOf(FaultKind::ReadTimeout)).value().facts;

    QVERIFY(!reset.fault && reset.response->status == 502);
    QVERIFY(silence.fault && silence.fault->kind == FaultKind::ReadTimeout && !silence.response);
}

void TstBehindBox::namesTheNearestRowWhereThereIsNone()
{
    const Result<BehindBox> behind = behindBox(culprit(), sideWith(404, "{}"));

    QVERIFY(!behind.ok() && behind.error().kind == Error::Kind::BadUsage);
    QVERIFY2(
        behind.error().message.contains(QStringLiteral("no row for status 404; the nearest row is json")),
        qPrintable(behind.error().message));
}

void TstBehindBox::putsAWholeScenarioBehindTheBox()
{
    const EndpointStep slow{.status = 503, .headers = kWait, .body = kSlowDownBody, .repeat = 2};
    const EndpointStep reset{.fault = Misbehaviour::Reset};
    const EndpointStep hang{.fault = Misbehaviour::Hang};

    const Result<ScenarioBehind> scenario =
        scenarioBehind(culprit(), {.id = "s", .steps = {slow, reset, hang}});

    QVERIFY(scenario.ok());
    const std::vector<EndpointStep>& steps = scenario.value().scenario.steps;
    QVERIFY(steps[0].status == 429 && steps[0].repeat == 2 && !steps[0].headers.contains("Retry-After"));
    QVERIFY(steps[1].status == 502 && steps[1].fault == Misbehaviour::None);
    QVERIFY(steps[2].fault == Misbehaviour::Hang);
    QVERIFY(scenario.value().scenario.id == "s-behind-box");
    QVERIFY(scenario.value().inferredRows.empty());
    QVERIFY(!scenarioBehind(culprit(), {.id = "s", .steps = {{.status = 404}}}).ok());
}

void TstBehindBox::leavesPlaceholdersToTheMomentOfSending()
{
    const EndpointStep step{
        .status = 500, .headers = {{{"X-At", "{date+5}"}}}, .body = "{\"id\":\"{requestId}\"}"};

    const EndpointStep behind =
        scenarioBehind(culprit(), {.id = "s", .steps = {step}}).value().scenario.steps[0];

    QVERIFY(*behind.headers.find("x-at") == "{date+5}");
    QVERIFY(behind.body == step.body);
}

void TstBehindBox::putsWhatAnswersTooFastRequestsBehindTheBoxToo()
{
    EndpointStep step{.body = "fine"};
    step.throttle = ThrottleSpec{.templateName = "s3-slow-down"};
    step.throttled = {{.status = 503, .headers = kWait, .body = kSlowDownBody}};

    const EndpointStep behind =
        scenarioBehind(culprit(), {.id = "s", .steps = {step}}).value().scenario.steps[0];

    QVERIFY(behind.throttle == step.throttle && behind.throttled.size() == 1);
    QCOMPARE(behind.throttled[0].status, 429);
}

void TstBehindBox::namesTheRowsItInferredFrom()
{
    const std::vector<EndpointStep> steps{
        {.status = 501, .body = "{}"}, {.status = 501, .body = "{}"}, {.body = "fine"}};

    const ScenarioBehind behind = scenarioBehind(culprit(), {.id = "s", .steps = steps}).value();

    QVERIFY((behind.inferredRows == std::vector<std::string>{"json"}));
}

void TstBehindBox::agreesWithEachRowOfItsOwn()
{
    const Bench bench = culprit();
    for (const BenchRow& row : bench.rows) {
        const BehindBox behind = behindBox(bench, row.origin).value();

        QVERIFY(behind.row == row.id);
        QVERIFY(!behind.facts.response == !row.client.response);
        if (row.client.response) {
            QCOMPARE(behind.facts.response->status, row.client.response->status);
            QVERIFY(behind.facts.response->body == row.client.response->body);
        }
    }
}

RETRYSCOPE_TEST(TstBehindBox)
#include "tst_behind_box.moc"
