// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/attempt_headers.h"
#include "core/run/client_loop.h"
#include "core/run/seeded_dice.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

using Texts = std::vector<std::string>;

/// What a transport is handed, and how often it is told to give an attempt up.
class WatchedTransport final : public Transport
{
public:
    WatchedTransport(std::vector<Outcome> outcomes, Scheduler& scheduler)
        : m_inner(std::move(outcomes), scheduler)
    {
    }

    AttemptId send(const OutgoingAttempt& attempt, Done done) override
    {
        targets.push_back(attempt.spec->method + ' ' + attempt.spec->url + ' ' + attempt.spec->body);
        isNew.push_back(attempt.newConnection);
        headers.push_back(*attempt.addedHeaders);
        return m_inner.send(attempt, std::move(done));
    }
    AttemptFacts cancel(AttemptId id) override
    {
        ++cancelled;
        return m_inner.cancel(id);
    }

    Texts targets;
    std::vector<bool> isNew;
    std::vector<Headers> headers;
    int cancelled = 0;

private:
    ListTransport m_inner;
};

/// A runner over virtual ports that makes call after call.
struct CallByCall
{
    CallByCall(const Policy& policy_, std::vector<Outcome> outcomes, RequestSpec spec_ = {})
        : spec(std::move(spec_)), policy(resolved(policy_, spec)), transport(std::move(outcomes), scheduler)
    {
    }

    /// Begins the next call.
    void begin()
    {
        runner.start(1, ++made, {}, [](const ClientState&) {});
    }
    void make(int calls)
    {
        for (int call = 0; call < calls; ++call) {
            begin();
            while (scheduler.runNext()) {
            }
        }
    }

    RequestSpec spec;
    ResolvedPolicy policy;
    VirtualScheduler scheduler;
    WatchedTransport transport;
    SeededDice dice{7};
    int made = 0;
    std::function<void(const RunEvent&)> onEvent = [](const RunEvent&) {
    };
    Runner runner{policy, spec, {&transport, &scheduler, &dice}, {}, [this](const RunEvent& event) {
                      onEvent(event);
                  }};
};

const Outcome kFails{.facts = response(503), .duration = ms(10)};
const Outcome kSucceeds{.facts = response(200), .duration = ms(10)};
const Outcome kHangs{.facts = response(200), .neverComes = true};

Outcome startedAs(const std::string& token)
{
    return {.facts = responseWith(202, {.isJson = true, .fields = {{"json:id", token}}}), .duration = ms(10)};
}

} // namespace

/// What of a policy and its state reaches the wire.
class TstOutgoingAttempt : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOperationThatIsStartedIsPolledUnderItsOwnAddress()
    {
        Policy policy = plainPolicy();
        Rule waits = ruleFor("not-ready", {.statusIn = {{202, 202}}}, ErrorKind::NotReady);
        waits.scope = RuleScope::All;
        Rule starts = ruleFor("started", {.statusIn = {{200, 299}}}, ErrorKind::NotReady);
        starts.scope = RuleScope::Start;
        policy.rules = {waits, starts};
        RequestSpec spec;
        spec.method = "POST";
        spec.url = "http://api.example/start";
        spec.body = "{}";
        spec.poll = PollRequest{.method = "GET", .url = "/jobs/{token}", .body = {}, .tokenPlace = "json:id"};
        const Outcome waiting{.facts = response(202), .duration = ms(10)};
        CallByCall calls(policy, {startedAs("a"), waiting, kSucceeds, startedAs("b"), kSucceeds}, spec);
        calls.make(2);
        QCOMPARE(calls.transport.targets,
                 (Texts{"POST http://api.example/start {}", "GET http://api.example/jobs/a ",
                        "GET http://api.example/jobs/a ", "POST http://api.example/start {}",
                        "GET http://api.example/jobs/b "}));
    }

    void allAttemptsOfACallHaveItsId()
    {
        Policy policy = plainPolicy();
        policy.attemptHeaders = {{.name = "id", .first = "{callId}"}};
        CallByCall calls(policy, {kFails, kSucceeds, kFails, kSucceeds});
        calls.make(2);
        const auto idOf = [&calls](int call) {
            return uuidFrom(calls.dice.draw(1, call, 0), calls.dice.draw(1, call, -1));
        };
        Texts ids;
        for (const Headers& headers : calls.transport.headers) {
            ids.push_back(headers.entries.front().value);
        }
        QCOMPARE(ids, (Texts{idOf(1), idOf(1), idOf(2), idOf(2)}));
        QVERIFY(idOf(1) != idOf(2));
    }

    void aConnectionIsNotUsedAgainAfterTheKindsThatThePolicyNames_data()
    {
        QTest::addColumn<bool>("closes");
        QTest::newRow("transient") << true;
        QTest::newRow("throttling") << false;
    }
    void aConnectionIsNotUsedAgainAfterTheKindsThatThePolicyNames()
    {
        QFETCH(bool, closes);
        Policy policy = plainPolicy();
        policy.connection = ConnectionSpec{.closeAfter = {ErrorKind::Transient}, .source = "the test"};
        policy.rules.front().kind = closes ? ErrorKind::Transient : ErrorKind::Throttling;
        CallByCall calls(policy, {kFails, kHangs, kSucceeds});
        calls.begin();
        QVERIFY(calls.scheduler.runNext());
        calls.runner.cancel(); // in the second attempt, which comes to no verdict
        calls.make(1);
        QCOMPARE(calls.transport.isNew, (std::vector<bool>{false, closes, false}));
    }

    void anAttemptIsGivenUpOnce()
    {
        CallByCall calls(plainPolicy(), {kHangs});
        calls.begin();
        calls.runner.cancel();
        QCOMPARE(calls.transport.cancelled, 1);
        calls.onEvent = [&calls](const RunEvent& event) {
            if (std::holds_alternative<AttemptBegan>(event)) {
                calls.runner.cancel(); // before anything is sent
            }
        };
        calls.begin();
        QCOMPARE(calls.transport.cancelled, 1);
        QCOMPARE(calls.transport.targets.size(), std::size_t{1});
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstOutgoingAttempt)

#include "tst_outgoing_attempt.moc"
