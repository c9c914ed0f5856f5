// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/network/wire_transport.h"
#include "core/io/server/endpoint_transport.h"
#include "core/io/server/fault_endpoint.h"
#include "tests/support/strict_main.h"

#include <QTest>

#include <optional>

using namespace retryscope;
using namespace retryscope::io;
using namespace std::chrono_literals;

namespace {

FaultStep stepOf(StepFault fault)
{
    FaultStep step;
    step.fault = fault;
    step.status = fault == StepFault::None ? 503 : 200;
    step.reason = "R";
    step.body = "body";
    step.drip = 1ms;
    return step;
}

/// One client of a run that plays a scenario: sends attempts one after another.
class Lab
{
public:
    explicit Lab(std::vector<FaultStep> steps)
    {
        Scenario scenario;
        scenario.steps = std::move(steps);
        const auto opened = endpoint.openForRun(scenario);
        isReady = opened.ok();
        spec.url = "/path?query";
        spec.readTimeout = 100ms;
        spec.connectTimeout = 100ms;
    }

    AttemptFacts send(int attempt)
    {
        std::optional<AttemptFacts> facts;
        transport.send({.spec = &spec, .attempt = attempt, .body = &spec.body},
                       [&facts](AttemptFacts found) { facts = std::move(found); });
        if (!QTest::qWaitFor([&facts] { return facts.has_value(); }, 10000)) {
            qFatal("the attempt did not end");
        }
        return *facts;
    }

    FaultEndpoint endpoint;
    RequestSpec spec;
    EndpointTransport transport{std::make_unique<WireTransport>(), endpoint};
    bool isReady = false;
};

} // namespace

class TstEndpointTransport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void meetsEachFaultAsItsOwnKind_data();
    void meetsEachFaultAsItsOwnKind();
    void sendsPathAndQueryToTheEndpoint();
    void getsTheStepOfEachAttempt();
    void tellsNothingAfterACancel();
};

void TstEndpointTransport::meetsEachFaultAsItsOwnKind_data()
{
    QTest::addColumn<StepFault>("step");
    QTest::addColumn<QString>("fault");
    QTest::addColumn<int>("requests");

    const auto row = [](StepFault step, const char* fault, int requests) {
        QTest::newRow(std::string(toString(step)).c_str()) << step << QString::fromUtf8(fault) << requests;
    };
    row(StepFault::Close, "closedBeforeResponse", 1);
    row(StepFault::Reset, "connectionReset", 1);
    row(StepFault::Hang, "readTimeout", 1);
    row(StepFault::Truncate, "responseTruncated", 1);
    row(StepFault::TruncateReset, "responseReset", 1);
    row(StepFault::Garbage, "malformedResponse", 1);
    row(StepFault::Drip, "", 1);
    row(StepFault::DripHead, "", 1);
    row(StepFault::Refuse, "connectionRefused", 0);
    row(StepFault::TlsFail, "tlsFailed", 0);
    row(StepFault::NoHost, "hostNotFound", 0);
    row(StepFault::NoConnect, "connectTimeout", 0);
}

void TstEndpointTransport::meetsEachFaultAsItsOwnKind()
{
    QFETCH(const StepFault, step);
    QFETCH(const QString, fault);
    QFETCH(const int, requests);
    // After an answer on a connection that is kept, and before another one.
    Lab lab({stepOf(StepFault::None), stepOf(step), stepOf(StepFault::None)});
    if (!lab.isReady && step == StepFault::NoConnect) {
        QSKIP("this machine cannot leave a connection unanswered");
    }
    QVERIFY(lab.send(1).reply);

    const AttemptFacts facts = lab.send(2);

    const std::string_view kind = facts.fault ? toString(facts.fault->kind) : std::string_view();
    QCOMPARE(QString::fromStdString(std::string(kind)), fault);
    QCOMPARE(lab.endpoint.requestCount(), 1 + requests);
    const AttemptFacts after = lab.send(3);
    QVERIFY(after.reply && !after.fault);
    QCOMPARE(after.reply->status, 503);
    QCOMPARE(lab.endpoint.requestCount(), 2 + requests);
}

void TstEndpointTransport::sendsPathAndQueryToTheEndpoint()
{
    Lab lab({stepOf(StepFault::None)});
    lab.spec.url = "https://s3.example.com/bucket?list-type=2";
    std::string target;
    connect(&lab.endpoint, &FaultEndpoint::requestReceived, this,
            [&target](const ReceivedRequest& request) { target = request.target; });

    QVERIFY(lab.send(1).reply);

    QCOMPARE(target, std::string("/bucket?list-type=2"));
}

void TstEndpointTransport::getsTheStepOfEachAttempt()
{
    FaultStep ok = stepOf(StepFault::None);
    ok.status = 200;
    Lab lab({stepOf(StepFault::None), ok});

    QCOMPARE(lab.send(1).reply->status, 503);
    QCOMPARE(lab.send(2).reply->status, 200);
    QCOMPARE(lab.send(1).reply->status, 503);
    QCOMPARE(lab.endpoint.connectionCount(), 1);
}

void TstEndpointTransport::tellsNothingAfterACancel()
{
    FaultStep late = stepOf(StepFault::None);
    late.delay = 20ms;
    Lab lab({late});
    bool wasTold = false;

    const AttemptId id = lab.transport.send({.spec = &lab.spec, .body = &lab.spec.body},
                                            [&wasTold](const AttemptFacts&) { wasTold = true; });
    lab.transport.cancel(id);

    QVERIFY(lab.send(1).reply);
    QVERIFY(!wasTold);
}

RETRYSCOPE_TEST_MAIN(TstEndpointTransport)
#include "tst_endpoint_transport.moc"
