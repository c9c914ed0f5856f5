// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/load_curves.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

using namespace retryscope;

namespace {

Instant at(double milliseconds)
{
    return Instant{fromMilliseconds(milliseconds)};
}

AttemptRecord attemptOf(double begin, double end)
{
    AttemptRecord attempt;
    attempt.start = at(begin);
    attempt.end = at(end);
    attempt.isRunning = false;
    return attempt;
}

/// One call of a client for each list of begins and ends.
RunRecord recordOf(const std::vector<std::vector<std::pair<double, double>>>& clients)
{
    RunRecord record;
    for (std::size_t client = 0; client < clients.size(); ++client) {
        CallRecord call{.client = static_cast<int>(client) + 1, .verdict = CallVerdict::Succeeded};
        for (const auto& [begin, end] : clients[client]) {
            call.attempts.push_back(attemptOf(begin, end));
            call.end = at(end);
        }
        record.adopt(std::move(call));
    }
    return record;
}

/// Two calls, one of which is still waiting for its second response; and one that has not sent yet.
RunRecord runningRecord()
{
    RunRecord record = recordOf({{{0, 10}}, {{5, 8}, {20, 20}}});
    CallRecord running = record.callAt(1);
    running.client = 3;
    running.verdict = CallVerdict::Running;
    running.attempts.back().isRunning = true;
    record.adopt(std::move(running));
    record.adopt({.client = 4, .verdict = CallVerdict::Running});
    return record;
}

LoadCurves curvesOf(const RunRecord& record)
{
    LoadCurves curves;
    curves.assign(record);
    return curves;
}

} // namespace

class TstLoadCurves : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void attemptsSideBySideAddUp();
    void anAttemptThatFollowsAtOnceDoesNotOverlap();
    void anAttemptOfNoLengthIsSeen();
    void whatIsUnderWayStaysInFlight();
    void beginsAreCountedForOneSecond();
    void eventsOneByOneGiveTheSameCurves();
    void aMomentBeforeTheLastOneCountsAsTheLastOne();
    void theLimiterTellsWhatItLetsPass();
};

void TstLoadCurves::attemptsSideBySideAddUp()
{
    const LoadCurves curves = curvesOf(recordOf({{{0, 100}, {200, 300}}, {{50, 250}}}));

    const StepCurve& inFlight = curves.inFlight();
    QCOMPARE(inFlight.valueAt(at(0)), 1.0);
    QCOMPARE(inFlight.valueAt(at(50)), 2.0);
    QCOMPARE(inFlight.valueAt(at(150)), 1.0);
    QCOMPARE(inFlight.valueAt(at(225)), 2.0);
    QCOMPARE(inFlight.valueAt(at(300)), 0.0);
    QCOMPARE(inFlight.highest(), 2.0);
}

void TstLoadCurves::anAttemptThatFollowsAtOnceDoesNotOverlap()
{
    QCOMPARE(curvesOf(recordOf({{{0, 100}, {100, 200}}})).inFlight().highest(), 1.0);
}

void TstLoadCurves::anAttemptOfNoLengthIsSeen()
{
    const StepCurve inFlight = curvesOf(recordOf({{{5, 5}, {5, 5}}})).inFlight();

    QCOMPARE(inFlight.highest(), 1.0);
    QCOMPARE(inFlight.last(), 0.0);
}

void TstLoadCurves::whatIsUnderWayStaysInFlight()
{
    const RunRecord record = runningRecord();
    LoadCurves curves = curvesOf(record);
    QCOMPARE(curves.inFlight().valueAt(at(6)), 3.0);
    QCOMPARE(curves.inFlight().valueAt(at(19)), 0.0);
    QCOMPARE(curves.inFlight().last(), 1.0);
    curves.append(record, 3, -1); // a call began: nothing was sent
    QCOMPARE(curves.inFlight().last(), 1.0);
    RunRecord ended = record;
    ended.append(CallBegan{.client = 9, .call = 1, .at = at(30)});
    ended.append(AttemptBegan{.client = 9, .call = 1, .at = at(30)});
    curves.append(ended, 4, 0);
    QCOMPARE(curves.inFlight().last(), 2.0);
}

void TstLoadCurves::beginsAreCountedForOneSecond()
{
    const LoadCurves curves = curvesOf(recordOf({{{0, 1}, {400, 401}, {1100, 3000}}}));

    const StepCurve& lastSecond = curves.lastSecond();
    QCOMPARE(lastSecond.valueAt(at(400)), 2.0);
    QCOMPARE(lastSecond.valueAt(at(999)), 2.0);
    QCOMPARE(lastSecond.valueAt(at(1000)), 1.0);
    QCOMPARE(lastSecond.valueAt(at(1100)), 2.0);
    QCOMPARE(lastSecond.valueAt(at(1400)), 1.0);
    QCOMPARE(lastSecond.valueAt(at(2100)), 0.0);
}

void TstLoadCurves::eventsOneByOneGiveTheSameCurves()
{
    const RunRecord whole = test::runOf(
        test::plainPolicy(),
        {test::Outcome{.facts = test::response(503)}, test::Outcome{.facts = test::response(200)}},
        {.calls = 4});
    RunRecord growing(whole.header());
    LoadCurves live;
    live.assign(growing);
    for (const CallRecord& call : whole.calls()) {
        auto place = growing.append(CallBegan{.call = call.call, .at = call.start});
        live.append(growing, place.call, place.attempt);
        for (const AttemptRecord& attempt : call.attempts) {
            place = growing.append(
                AttemptBegan{.call = call.call, .attempt = attempt.attempt, .at = attempt.start});
            live.append(growing, place.call, place.attempt);
            place = growing.append(AttemptJudged{.call = call.call,
                                                 .attempt = attempt.attempt,
                                                 .at = attempt.end,
                                                 .facts = attempt.facts,
                                                 .decision = attempt.decision});
            live.append(growing, place.call, place.attempt);
            live.append(growing, place.call, place.attempt); // told twice: the end of a delay
        }
    }
    live.advanceTo(whole.end());

    const LoadCurves loaded = curvesOf(whole);
    QVERIFY(!loaded.inFlight().points().empty());
    QVERIFY(live.inFlight() == loaded.inFlight());
    QVERIFY(live.lastSecond() == loaded.lastSecond());
}

void TstLoadCurves::aMomentBeforeTheLastOneCountsAsTheLastOne()
{
    StepCurve curve;
    curve.append(at(10), 1);
    curve.append(at(5), 2);

    QVERIFY((curve.points() == std::vector<StepCurve::Point>{{at(10), 1}, {at(10), 2}}));
    QCOMPARE(curve.valueAt(at(9)), 0.0);
    QCOMPARE(curve.valueAt(at(10)), 2.0);
}

void TstLoadCurves::theLimiterTellsWhatItLetsPass()
{
    RunRecord record = recordOf({{{0, 10}, {20, 30}}});
    CallRecord call = record.calls().front();
    call.client = 2;
    call.attempts[0].decision.trace = {LimiterUpdated{.measuredPerSecond = 4}};
    call.attempts[1].decision.trace = {LimiterUpdated{
        .rateAfterPerSecond = 2.5, .measuredPerSecond = 5, .throttled = true, .enabled = true}};
    record.adopt(call);

    const RateCurve curve = rateCurveOf(record, 2);

    QVERIFY((curve.samples == std::vector<RateSample>{{at(10), 0, 4, false}, {at(30), 2.5, 5, true}}));
    QCOMPARE(curve.limit.valueAt(at(29)), 0.0);
    QCOMPARE(curve.measured.highest(), 5.0);
    QVERIFY(rateCurveOf(record, 1).samples.empty());
}

RETRYSCOPE_TEST(TstLoadCurves)
#include "tst_load_curves.moc"
