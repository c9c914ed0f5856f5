// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/scenario.h"

#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <algorithm>
#include <set>

namespace retryscope::test {

namespace {

EndpointStep step(int status, int repeat = 1)
{
    return {.status = status, .repeat = repeat};
}

const WallTime kNow{1767225600000}; // 2026-01-01T00:00:00Z

} // namespace

class TstScenario : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFaultHasANameThatReadsBack()
    {
        std::set<std::string_view> names;
        for (int i = 1; i <= static_cast<int>(Misbehaviour::NoConnect); ++i) {
            const auto fault = static_cast<Misbehaviour>(i);
            names.insert(toString(fault));
            QVERIFY(misbehaviourFrom(toString(fault)) == fault);
        }
        QCOMPARE(names.size(), std::size_t{12});
        QVERIFY(!misbehaviourFrom(""));
        QVERIFY(!misbehaviourFrom("explode"));
    }

    void eachRequestMeetsTheNextStep_data()
    {
        QTest::addColumn<int>("request");
        QTest::addColumn<int>("status");
        QTest::newRow("first") << 1 << 500;
        QTest::newRow("repeatedOnce") << 2 << 503;
        QTest::newRow("repeatedTwice") << 4 << 503;
        QTest::newRow("last") << 5 << 200;
        QTest::newRow("lastRepeats") << 1000 << 200;
    }

    void eachRequestMeetsTheNextStep()
    {
        QFETCH(int, request);
        const Scenario scenario{.steps = {step(500), step(503, 3), step(200)}};
        QTEST(stepFor(scenario, 1, request).status, "status");
        QCOMPARE(stepFor(scenario, 7, request).status, stepFor(scenario, 1, request).status);
    }

    void successiveCallsCanMeetDifferentSteps_data()
    {
        QTest::addColumn<int>("call");
        QTest::addColumn<int>("status");
        QTest::newRow("firstOfTheFirst") << 1 << 503;
        QTest::newRow("lastOfTheFirst") << 70 << 503;
        QTest::newRow("firstOfTheSecond") << 71 << 200;
        QTest::newRow("lastEntryRepeats") << 9999 << 200;
    }

    void successiveCallsCanMeetDifferentSteps()
    {
        QFETCH(int, call);
        const Scenario scenario{
            .calls = {{.times = 70, .steps = {step(503)}}, {.times = 10, .steps = {step(200)}}}};
        QTEST(stepFor(scenario, call, 1).status, "status");
    }

    void aScenarioWithoutStepsAnswersEmptySuccesses()
    {
        QCOMPARE(stepFor({}, 1, 1).status, 200);
        QVERIFY(stepFor({}, 1, 1).body.empty());
        QCOMPARE(stepFor({.calls = {{.steps = {}}}}, 1, 1).status, 200);
    }

    void aScenarioWithoutATitleIsCalledByItsId()
    {
        QCOMPARE(titleOf(Scenario{.id = "a"}), std::string("a"));
        QCOMPARE(titleOf(Scenario{.id = "a", .title = "An outage"}), std::string("An outage"));
    }

    void zeroRepeatsCountAsOne()
    {
        const Scenario scenario{.steps = {step(500, 0), step(503, -4), step(200)}};
        QCOMPARE(stepFor(scenario, 1, 1).status, 500);
        QCOMPARE(stepFor(scenario, 1, 2).status, 503);
        QCOMPARE(stepFor(scenario, 1, 3).status, 200);
    }

    void fillsPlaceholdersAndLeavesTheRest_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
        };
        row("nothing", "plain", "plain");
        row("empty", "", "");
        row("date", "at {date}.", "at Thu, 01 Jan 2026 00:00:00 GMT.");
        row("later", "{date+3600}", "Thu, 01 Jan 2026 01:00:00 GMT");
        row("earlier", "{date-1}", "Wed, 31 Dec 2025 23:59:59 GMT");
        row("requestId", "<Id>{requestId}</Id>", "<Id>R1</Id>");
        row("severalInOneText", "{requestId}{requestId}", "R1R1");
        row("insideJson", "{\"a\":{\"b\":\"{requestId}\"}}", "{\"a\":{\"b\":\"R1\"}}");
        row("unknown", "{name}", "{name}");
        row("unknownShift", "{date*2}", "{date*2}");
        row("shiftThatIsNoNumber", "{date+x}", "{date+x}");
        row("emptyShift", "{date+}", "{date+}");
        row("doubleSign", "{date+-1}", "{date+-1}");
        row("absurdShift", "{date+99999999999999999999}", "{date+99999999999999999999}");
        row("openOnly", "a{", "a{");
        row("openBeforePlaceholder", "{{requestId}", "{R1");
        row("closeOnly", "}a", "}a");
        row("emptyBraces", "{}", "{}");
    }

    void fillsPlaceholdersAndLeavesTheRest()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        QCOMPARE(fillPlaceholders(text.toStdString(), kNow, "R1"), expected.toStdString());
    }

    void onTheWayOnlyStepsThatHoldForTheRequestCount_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<int>("request");
        QTest::addColumn<int>("status"); // 0: no step
        QTest::newRow("first PUT") << QByteArray("PUT") << QByteArray("/a/x") << 1 << 503;
        QTest::newRow("second PUT") << QByteArray("PUT") << QByteArray("/a/x?y=/b") << 2 << 200;
        QTest::newRow("third PUT") << QByteArray("PUT") << QByteArray("/a/x") << 3 << 200;
        QTest::newRow("GET") << QByteArray("GET") << QByteArray("/a/x") << 1 << 0;
        QTest::newRow("GET below b") << QByteArray("GET") << QByteArray("/x/b/y/b/z") << 2 << 429;
        QTest::newRow("not quite below b") << QByteArray("GET") << QByteArray("/x/b") << 2 << 0;
        QTest::newRow("in the query") << QByteArray("GET") << QByteArray("/x?/b/") << 1 << 0;
    }

    void onTheWayOnlyStepsThatHoldForTheRequestCount()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, path);
        QFETCH(int, request);
        Scenario scenario{.steps = {step(503), step(429), step(200)}};
        scenario.steps[0].when = StepCondition{.method = "PUT"};
        scenario.steps[1].when = StepCondition{.path = "/*/b/*"};
        scenario.steps[2].when = StepCondition{.method = "PUT", .path = "/a/*"};

        const EndpointStep* met =
            overlayStepFor(scenario, 1, request, method.toStdString(), path.toStdString());

        QTEST(met == nullptr ? 0 : met->status, "status");
    }

    void aSuccessThatNothingIsWrongWithIsLeftToTheUpstream()
    {
        QVERIFY(isPassedOn(step(200)));
        QVERIFY(!isPassedOn(step(503)));
        QVERIFY(!isPassedOn({.fault = Misbehaviour::Truncate}));
        QVERIFY(!isPassedOn({.announcedBytes = 7}));
        QVERIFY(isPassedOn({.fault = Misbehaviour::Truncate, .pass = true}));
    }

    void manyBracesAreReadInOneGo()
    {
        const std::string braces(1 << 20, '{');
        QCOMPARE(fillPlaceholders(braces, kNow, "R1"), braces);
        const std::string closed = std::string(1 << 16, '{') + "}";
        QCOMPARE(fillPlaceholders(closed, kNow, "R1"), closed);
    }

    void requestIdsDifferByEverythingTheyAreMadeOf()
    {
        const std::set<std::string> ids{requestIdFor(1, 1, 1, 1), requestIdFor(2, 1, 1, 1),
                                        requestIdFor(1, 2, 1, 1), requestIdFor(1, 1, 2, 1),
                                        requestIdFor(1, 1, 1, 2)};
        QCOMPARE(ids.size(), std::size_t{5});
        QCOMPARE(requestIdFor(1, 1, 1, 1), requestIdFor(1, 1, 1, 1));
        for (const std::string& id : ids) {
            QCOMPARE(id.size(), std::size_t{16});
            QVERIFY(std::all_of(id.begin(), id.end(),
                                [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }));
        }
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstScenario)

#include "tst_scenario.moc"
