// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/default_request.h"
#include "core/io/files/library.h"
#include "core/io/http/error_body.h"
#include "core/io/live/event_loop_scheduler.h"
#include "core/io/live/run_controller.h"
#include "core/io/wire/wire_transport.h"
#include "core/simulate/simulate.h"

#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <QSignalSpy>

#include <algorithm>

namespace retryscope::test {

namespace {

using namespace std::chrono_literals;

/// One client of each family and each document that does something that no other does.
constexpr const char* kPresets[] = {"sdk-reference-standard",  "sdk-reference-adaptive",
                                    "dynamodb-guide",          "aws-cpp-s3-blog",
                                    "simpledb-pseudocode",     "aws-general-polling",
                                    "botocore-1.43.67-legacy", "botocore-1.43.67-standard-newretries",
                                    "cpp-1.11.332-default",    "jsv3-3.1169.0-standard"};
constexpr Duration kReadTimeout = 500ms;

/// The same steps with delays that a test can wait for.
Scenario hurried(Scenario scenario)
{
    const auto hurry = [](std::vector<EndpointStep>& steps) {
        for (EndpointStep& step : steps) {
            step.delay = std::min<Duration>(step.delay, 20ms);
            step.drip = std::min<Duration>(step.drip, 1ms);
        }
    };
    hurry(scenario.steps);
    for (CallScript& script : scenario.calls) {
        hurry(script.steps);
    }
    return scenario;
}

RunHeader headerFor(Policy policy, const Scenario& scenario)
{
    RunHeader header{.scenarioId = scenario.id, .seed = 20260101, .noWait = true, .callsPerClient = 2};
    header.spec =
        scenario.request ? *scenario.request : io::defaultRequestFor(scenario.service, scenario.operation);
    header.spec.readTimeout = kReadTimeout;
    header.spec.connectTimeout = kReadTimeout;
    io::prepareBatch(header.spec);
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    return header;
}

io::LivePorts wirePorts()
{
    return {.transport = [] { return std::make_unique<io::WireTransport>(); },
            .scheduler =
                [] {
                    return std::make_unique<io::EventLoopScheduler>();
                }};
}

std::string durations(const Decision& decision)
{
    std::string text = std::to_string(decision.delay.count()) + " us";
    if (decision.window) {
        text += " of " + std::to_string(decision.window->low.count()) + " to " +
                std::to_string(decision.window->high.count());
    }
    return text;
}

/// What an attempt came to and why, without anything that depends on the moment.
std::string lineOf(const CallRecord& call, const AttemptRecord& attempt)
{
    const AttemptFacts& facts = attempt.facts;
    const Decision& decision = attempt.decision;
    std::string line =
        "call " + std::to_string(call.call) + " attempt " + std::to_string(attempt.attempt) + ": " +
        (facts.response ? std::to_string(facts.response->status) : std::string("-")) + " " +
        (facts.fault ? named(facts.fault->kind) : std::string("-")) + ", " + named(decision.verdict) + " " +
        (decision.stopReason ? named(*decision.stopReason) : std::string("-")) + ", " + named(decision.kind) +
        " rule " + std::to_string(decision.rule) + ", draw " + std::to_string(attempt.draw) + ", " +
        durations(decision) + ", body " + *attempt.sentBody + ", steps";
    for (const TraceStep& step : decision.trace) {
        line += " " + std::to_string(step.index());
        if (const auto* tried = std::get_if<RuleTried>(&step)) {
            line += "(" + std::to_string(tried->rule) + (tried->matched ? " yes)" : " no)");
        } else if (const auto* name = std::get_if<NameFound>(&step)) {
            line += "(" + name->name.found + " in " + name->name.origin + ")";
        } else if (const auto* charged = std::get_if<QuotaCharged>(&step)) {
            line += "(" + std::to_string(charged->before) + " to " + std::to_string(charged->after) + ")";
        }
    }
    return line;
}

QStringList eventLinesOf(const RunRecord& record)
{
    QStringList lines;
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            lines.append(QString::fromStdString(lineOf(call, attempt)));
        }
        lines.append(QString::fromStdString("ends " + named(call.verdict) + " " +
                                            (call.stopReason ? named(*call.stopReason) : std::string("-"))));
    }
    return lines;
}

/// An error document, behaving in this way; then a success.
Scenario behaving(Misbehaviour fault, const std::string& method)
{
    EndpointStep step{.fault = fault, .status = 503, .reason = "Slow Down"};
    step.headers.add("Content-Type", "application/xml");
    step.body = "<Error><Code>SlowDown</Code><RequestId>{requestId}</RequestId></Error>";
    step.drip = 1ms;
    step.parsed = io::parseBody(step.headers, QByteArrayView(step.body.data(), qsizetype(step.body.size())));
    Scenario scenario{.id = "behaving", .service = "s3", .operation = "GetObject"};
    scenario.request = io::defaultRequestFor("s3", "GetObject");
    scenario.request->method = method;
    scenario.steps = {step, {.status = 200, .reason = "OK"}};
    return scenario;
}

/// Where two runs part, for people.
QByteArray difference(const QStringList& expected, const QStringList& found)
{
    for (qsizetype i = 0; i < std::max(expected.size(), found.size()); ++i) {
        if (expected.value(i) != found.value(i)) {
            return (QStringLiteral("line %1\n expected %2\n found    %3")
                        .arg(i)
                        .arg(expected.value(i), found.value(i)))
                .toUtf8();
        }
    }
    return {};
}

} // namespace

/// One scenario, three ways: in virtual time, on a real socket, and replayed from what the socket saw.
class TstAgreement : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void virtualTimeTheWireAndTheReplayDecideAlike_data()
    {
        QTest::addColumn<QString>("scenarioId");
        QTest::addColumn<QString>("policyId");
        const io::Library library;
        QVERIFY(!library.scenarioEntries().empty());
        for (const io::Library::Entry& entry : library.scenarioEntries()) {
            for (const char* policy : kPresets) {
                QTest::addRow("%s under %s", qPrintable(entry.id), policy)
                    << entry.id << QString::fromLatin1(policy);
            }
        }
    }

    void virtualTimeTheWireAndTheReplayDecideAlike()
    {
        QFETCH(QString, scenarioId);
        QFETCH(QString, policyId);
        const io::Library library;
        const io::Result<Scenario> scenario = library.scenario(scenarioId);
        const io::Result<Policy> policy = library.policy(policyId);
        QVERIFY(scenario.ok() && policy.ok());
        compareThreeWays(policy.value(), hurried(scenario.value()));
    }

    void everyFaultComesOutAlike_data()
    {
        QTest::addColumn<Scenario>("scenario");
        for (const char* method : {"GET", "HEAD"}) {
            for (int i = 0; i <= static_cast<int>(Misbehaviour::NoConnect); ++i) {
                const auto fault = static_cast<Misbehaviour>(i);
                const std::string name = fault == Misbehaviour::None ? "none" : named(fault);
                QTest::addRow("%s %s", method, name.c_str()) << behaving(fault, method);
            }
            Scenario slow = behaving(Misbehaviour::Drip, method);
            slow.steps.front().drip = kReadTimeout + 100ms;
            QTest::addRow("%s drips too slowly", method) << slow;
            slow.steps.front().fault = Misbehaviour::DripHead;
            QTest::addRow("%s head drips too slowly", method) << slow;
            slow.steps.front() = behaving(Misbehaviour::None, method).steps.front();
            slow.steps.front().delay = kReadTimeout + 100ms;
            QTest::addRow("%s answers too late", method) << slow;
            for (const std::int64_t announced : {0, 10, 1000}) {
                Scenario wrong = behaving(Misbehaviour::None, method);
                wrong.steps.front().announcedBytes = announced;
                wrong.steps.front().close = true;
                QTest::addRow("%s announces %d", method, static_cast<int>(announced)) << wrong;
            }
        }
    }

    void everyFaultComesOutAlike()
    {
        QFETCH(Scenario, scenario);
        const io::Library library;
        const io::Result<Policy> policy = library.policy(QStringLiteral("cpp-1.11.332-default"));
        QVERIFY(policy.ok());
        compareThreeWays(policy.value(), scenario);
    }

private:
    static void compareThreeWays(const Policy& policy, const Scenario& scenario)
    {
        const RunHeader header = headerFor(policy, scenario);
        io::RunController controller(wirePorts());
        QSignalSpy finished(&controller, &io::RunController::finished);
        const io::Result<io::Done> started = controller.start(header, scenario);
        if (!started.ok()) {
            QSKIP(qPrintable(started.error().message)); // the machine cannot play this fault
        }
        QTRY_VERIFY_WITH_TIMEOUT(finished.size() == 1, 60'000);

        const QStringList simulated = eventLinesOf(simulate(header, scenario));
        const QStringList live = eventLinesOf(controller.record());
        const QStringList replayed =
            eventLinesOf(whatIf(controller.record(), policy, BeyondRecord::RepeatLast));
        QVERIFY(live.size() >= 2 * header.callsPerClient);
        QVERIFY2(live == simulated, difference(simulated, live).constData());
        QVERIFY2(replayed == live, difference(live, replayed).constData());
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstAgreement)

#include "tst_agreement.moc"
