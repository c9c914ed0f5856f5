// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/played_step.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "ui/send/played_response.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

constexpr const char* kFirstDate = "Sun, 06 Nov 1994 08:49:37 GMT";
constexpr const char* kLaterDate = "Sun, 06 Nov 1994 08:49:38 GMT";

/// Each call is stopped by its first response, which is one of these in turn.
RunRecord callsMeeting(const std::vector<AttemptFacts>& responses)
{
    Policy policy = test::plainPolicy();
    policy.attempts.max = 1;
    return test::runOf(policy, responses, {.calls = static_cast<int>(responses.size())});
}

AttemptFacts unavailable(std::vector<Header> headers)
{
    return test::response(503, std::move(headers));
}

} // namespace

class TstPlayedResponse : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void callsThatDifferInWhatEachServerWritesAreOneScript_data();
    void callsThatDifferInWhatEachServerWritesAreOneScript();
    void callsThatDifferInMoreHaveScriptsOfTheirOwn_data();
    void callsThatDifferInMoreHaveScriptsOfTheirOwn();
    void aLaterCallThatMeetsTheSameIsNotJoinedAcrossAnother();
    void attemptsThatDifferInTheirDateAreOneStep();
    void aRecordingNamesItsClientAndNoServer();
    void aRecordWithoutAttemptsPlaysOneResponse();
};

void TstPlayedResponse::callsThatDifferInWhatEachServerWritesAreOneScript_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"Date", "date", "Connection", "Content-Length", "Transfer-Encoding"}) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

/// The scenario has one script, which says nothing of the field: whoever plays it writes its own.
void TstPlayedResponse::callsThatDifferInWhatEachServerWritesAreOneScript()
{
    QFETCH(QString, name);
    const std::string field = name.toStdString();
    const Scenario scenario = scenarioFrom(
        callsMeeting({unavailable({{"Retry-After", "1"}, {field, kFirstDate}, {"Server", "nginx"}}),
                      unavailable({{field, kLaterDate}, {"Retry-After", "1"}, {"Server", "nginx"}}),
                      unavailable({{"Retry-After", "1"}, {"Server", "nginx"}})}));
    QCOMPARE(scenario.calls.size(), std::size_t{0});
    QCOMPARE(scenario.steps.size(), std::size_t{1});
    QCOMPARE(scenario.steps.front().headers,
             (Headers{.entries = {{"Retry-After", "1"}, {"Server", "nginx"}}}));
}

void TstPlayedResponse::callsThatDifferInMoreHaveScriptsOfTheirOwn_data()
{
    QTest::addColumn<AttemptFacts>("other");
    const auto changed = [](const std::function<void(Response&)>& change) {
        AttemptFacts facts = unavailable({{"Date", kFirstDate}});
        Response response = *facts.response;
        change(response);
        facts.response = std::make_shared<const Response>(response);
        return facts;
    };
    QTest::newRow("status") << test::response(500, {{"Date", kFirstDate}});
    QTest::newRow("reason") << changed([](Response& response) { response.reason = "Slow Down"; });
    QTest::newRow("another field") << unavailable({{"Date", kFirstDate}, {"Retry-After", "1"}});
    QTest::newRow("body") << changed([](Response& response) { response.body = "<Error/>"; });
    QTest::newRow("fault") << test::faulty(FaultKind::ConnectionReset);
}

void TstPlayedResponse::callsThatDifferInMoreHaveScriptsOfTheirOwn()
{
    QFETCH(AttemptFacts, other);
    const Scenario scenario = scenarioFrom(callsMeeting({unavailable({{"Date", kFirstDate}}), other}));
    QCOMPARE(scenario.calls.size(), std::size_t{2});
    QCOMPARE(scenario.calls.front().times, 1);
    QCOMPARE(scenario.calls.front().steps.front().status, 503);
    QCOMPARE(scenario.calls.back().steps, (std::vector{stepPlaying(other)}));
}

/// The order of the calls is what is played.
void TstPlayedResponse::aLaterCallThatMeetsTheSameIsNotJoinedAcrossAnother()
{
    const Scenario scenario = scenarioFrom(callsMeeting({
        unavailable({{"Date", kFirstDate}}),
        unavailable({{"Date", kLaterDate}}),
        test::response(500),
        unavailable({{"Date", kFirstDate}}),
    }));
    QCOMPARE(scenario.calls.size(), std::size_t{3});
    QCOMPARE(scenario.calls.at(0).times, 2);
    QCOMPARE(scenario.calls.at(1).times, 1);
    QCOMPARE(scenario.calls.at(2).times, 1);
}

void TstPlayedResponse::attemptsThatDifferInTheirDateAreOneStep()
{
    const Scenario scenario = scenarioFrom(test::runOf(
        test::plainPolicy(), {unavailable({{"Date", kFirstDate}}), unavailable({{"Date", kLaterDate}}),
                              test::response(200, {{"Date", kLaterDate}})}));
    QCOMPARE(scenario.steps.size(), std::size_t{2});
    QCOMPARE(scenario.steps.front().repeat, 2);
    QCOMPARE(scenario.steps.back().status, 200);
}

/// Whoever plays it is another server, and who was recorded is to be read.
void TstPlayedResponse::aRecordingNamesItsClientAndNoServer()
{
    RunHeader header;
    header.isRecorded = true;
    header.spec.method = "GET";
    header.spec.url = "http://127.0.0.1:8899/bucket?list-type=2";
    RunRecord record(header);
    for (int number = 1; number <= 3; ++number) {
        CallRecord call{.call = number};
        call.source = CallSource{.userAgent = "curl/7.88.1 (x)"};
        record.adopt(std::move(call));
    }
    const Scenario scenario = scenarioFrom(record);
    QCOMPARE(scenario.request->url, std::string("/bucket?list-type=2"));
    QCOMPARE(scenario.title, std::string("curl/7.88.1: GET /bucket?list-type=2, and 2 more calls"));
}

void TstPlayedResponse::aRecordWithoutAttemptsPlaysOneResponse()
{
    RunRecord record;
    record.append(CallBegan{});
    const Scenario scenario = scenarioFrom(record);
    QCOMPARE(scenario.calls.size(), std::size_t{0});
    QCOMPARE(scenario.steps.size(), std::size_t{1});
}

RETRYSCOPE_TEST(TstPlayedResponse)
#include "tst_played_response.moc"
