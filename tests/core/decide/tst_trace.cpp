// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/trace.h"

#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <utility>

namespace retryscope::test {

namespace {

/// One finding of each sort as it is made, and some with every part set.
std::vector<TraceStep> someOfEach()
{
    std::vector<TraceStep> steps;
    const auto addDefaults = [&steps]<typename... Steps>(const std::variant<Steps...>*) {
        (steps.emplace_back(Steps{}), ...);
    };
    addDefaults(static_cast<const TraceStep*>(nullptr));
    const BackoffComputed backoff{.kind = ErrorKind::Throttling,
                                  .base = ms(100),
                                  .factor = 1.5,
                                  .exponent = 3,
                                  .cap = ms(20'000),
                                  .capApplies = CapApplies::AfterJitter,
                                  .jitter = Jitter::Full,
                                  .draw = 0.25,
                                  .low = ms(0),
                                  .high = ms(800),
                                  .result = ms(200),
                                  .atOnce = true,
                                  .beforeGivingUp = true};
    steps.emplace_back(backoff);
    steps.emplace_back(WaitedBefore{backoff});
    steps.emplace_back(
        NameFound{.name = {NameState::Present, "SlowDown", "aws#SlowDown:", "header:x-amzn-errortype"},
                  .body = BodyState::Parsed});
    steps.emplace_back(
        NameFound{.name = {NameState::Present, std::string(70'000, 'n'), std::string("a\0b", 3), "status"},
                  .body = {}});
    steps.emplace_back(RuleTried{.rule = 41, .matched = false, .evidence = Evidence::Header});
    steps.emplace_back(
        KindChosen{.kind = ErrorKind::PartDone, .rule = 2, .status = 599, .fault = FaultKind::Cancelled});
    steps.emplace_back(HintApplied{"Retry-After", "120", ms(120'000), ms(5), ms(5000), ms(5000)});
    steps.emplace_back(HintApplied{"Retry-After", "", std::nullopt, ms(5), std::nullopt, ms(5)});
    return steps;
}

Trace traceOf(const std::vector<TraceStep>& steps)
{
    Trace trace;
    for (const TraceStep& step : steps) {
        trace.push_back(step);
    }
    return trace;
}

} // namespace

class TstTrace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void handsOutWhatWasPutIn()
    {
        const std::vector<TraceStep> steps = someOfEach();
        const Trace trace = traceOf(steps);
        QCOMPARE(trace.size(), steps.size());
        for (std::size_t i = 0; const TraceStep& step : trace) {
            QVERIFY2(step == steps[i], qPrintable(QStringLiteral("finding %1").arg(i)));
            QVERIFY(trace[i] == steps[i]);
            ++i;
        }
        QVERIFY(trace.back() == steps.back());
    }

    void findsTheFirstAndTheLastOfASort()
    {
        const Trace trace{RuleTried{.rule = 1}, HintApplied{.header = "first"}, RuleTried{.rule = 2},
                          HintApplied{.header = "last"}, QuotaCharged{.cost = 5}};
        QCOMPARE(findStep<RuleTried>(trace)->rule, 1);
        QCOMPARE(findLastStep<RuleTried>(trace)->rule, 2);
        QCOMPARE(findStep<HintApplied>(trace)->header, std::string("first"));
        QCOMPARE(findLastStep<HintApplied>(trace)->header, std::string("last"));
        QCOMPARE(findStep<QuotaCharged>(trace)->cost, 5);
        QVERIFY(!findStep<NameFound>(trace));
        QVERIFY(!findLastStep<DeadlineChecked>(trace));
    }

    void anEmptyOneHasNothing()
    {
        const Trace none;
        QVERIFY(none.empty());
        QCOMPARE(none.size(), std::size_t{0});
        QVERIFY(none.begin() == none.end());
        QVERIFY(!findStep<RuleTried>(none));
        QVERIFY(none == Trace{});
        QVERIFY(Trace(none).empty());
    }

    void copiesAreTheirOwn()
    {
        const Trace whole = traceOf(someOfEach());
        Trace copy = whole;
        QVERIFY(copy == whole);
        copy.add(SafetyLimitReached{.attempts = 3});
        QVERIFY(copy != whole);
        QCOMPARE(copy.size(), whole.size() + 1);

        Trace moved = std::move(copy);
        QVERIFY(std::get<SafetyLimitReached>(moved.back()) == SafetyLimitReached{3});
        QVERIFY(
            copy.empty()); // NOLINT(bugprone-use-after-move): what was moved from is there to be used again
        copy.add(BodyChecked{});
        QVERIFY(copy == Trace{BodyChecked{}});
        copy = whole;
        QVERIFY(copy == whole);
        moved.clear();
        QVERIFY(moved.empty());
        moved.add(BodyChecked{});
        QVERIFY(moved == Trace{BodyChecked{}});
    }

    void whatIsReplacedHasTheRoomOfItsReplacement()
    {
        Trace roomy;
        roomy.reserve(65536);
        roomy = Trace{BodyChecked{}};
        for (int i = 0; i < 1000; ++i) {
            roomy.add(SafetyLimitReached{.attempts = i});
        }
        QCOMPARE(roomy.size(), std::size_t{1001});
        QVERIFY(std::get<SafetyLimitReached>(roomy.back()) == SafetyLimitReached{999});
    }

    void roomToSpareChangesNothing()
    {
        Trace trace;
        trace.reserve(4096);
        trace.add(BodyChecked{.isReplayable = false});
        trace.trim();
        QVERIFY(trace == Trace{BodyChecked{.isReplayable = false}});
        trace.add(BodyChecked{});
        QCOMPARE(trace.size(), std::size_t{2});
        QVERIFY(trace != (Trace{BodyChecked{}, BodyChecked{}}));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstTrace)

#include "tst_trace.moc"
