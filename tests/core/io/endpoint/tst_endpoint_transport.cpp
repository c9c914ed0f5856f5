// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/endpoint_transport.h"
#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/endpoint/open_play.h"
#include "core/io/wire/wire_transport.h"
#include "tests/support/strict_main.h"

#include <QTest>

#include <optional>

using namespace retryscope;
using namespace retryscope::io;
using namespace std::chrono_literals;

namespace {

EndpointStep stepOf(Misbehaviour fault)
{
    EndpointStep step;
    step.fault = fault;
    step.status = fault == Misbehaviour::None ? 503 : 200;
    step.reason = "R";
    step.body = "body";
    step.drip = 1ms;
    return step;
}

/// One client of a run that plays a scenario: sends attempts one after another.
class Lab
{
public:
    explicit Lab(std::vector<EndpointStep> steps)
    {
        Scenario scenario;
        scenario.steps = std::move(steps);
        const auto opened = endpoint.openForRun(scenario);
        isReady = opened.ok();
        spec.url = "/path?query";
        spec.readTimeout = 100ms;
        // The look-up of a name may take longer on a busy machine.
        spec.connectTimeout = hasFault(scenario, Misbehaviour::NoConnect) ? 100ms : 10s;
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
    QTest::addColumn<Misbehaviour>("step");
    QTest::addColumn<QString>("fault");
    QTest::addColumn<int>("requests");

    const auto row = [](Misbehaviour step, const char* fault, int requests) {
        QTest::newRow(std::string(toString(step)).c_str()) << step << QString::fromUtf8(fault) << requests;
    };
    row(Misbehaviour::Close, "closedBeforeResponse", 1);
    row(Misbehaviour::Reset, "connectionReset", 1);
    row(Misbehaviour::Hang, "readTimeout", 1);
    row(Misbehaviour::Truncate, "responseTruncated", 1);
    row(Misbehaviour::TruncateReset, "responseReset", 1);
    row(Misbehaviour::Garbage, "malformedResponse", 1);
    row(Misbehaviour::Drip, "", 1);
    row(Misbehaviour::DripHead, "", 1);
    row(Misbehaviour::Refuse, "connectionRefused", 0);
    row(Misbehaviour::TlsFail, "tlsFailed", 0);
    row(Misbehaviour::NoHost, "hostNotFound", 0);
    row(Misbehaviour::NoConnect, "connectTimeout", 0);
}

void TstEndpointTransport::meetsEachFaultAsItsOwnKind()
{
    QFETCH(const Misbehaviour, step);
    QFETCH(const QString, fault);
    QFETCH(const int, requests);
    // After a response on a connection that is kept, and before another one.
    Lab lab({stepOf(Misbehaviour::None), stepOf(step), stepOf(Misbehaviour::None)});
    if (!lab.isReady && step == Misbehaviour::NoConnect) {
        QSKIP("this machine cannot leave a connection unanswered");
    }
    QVERIFY(lab.send(1).response);

    const AttemptFacts facts = lab.send(2);

    const std::string_view kind = facts.fault ? toString(facts.fault->kind) : std::string_view();
    QCOMPARE(QString::fromStdString(std::string(kind)), fault);
    QCOMPARE(lab.endpoint.requestCount(), 1 + requests);
    const AttemptFacts after = lab.send(3);
    QVERIFY(after.response && !after.fault);
    QCOMPARE(after.response->status, 503);
    QCOMPARE(lab.endpoint.requestCount(), 2 + requests);
}

void TstEndpointTransport::sendsPathAndQueryToTheEndpoint()
{
    Lab lab({stepOf(Misbehaviour::None)});
    lab.spec.url = "https://s3.example.com/bucket?list-type=2";
    std::string target;
    connect(&lab.endpoint, &FaultEndpoint::requestReceived, this,
            [&target](const ReceivedRequest& request) { target = request.target; });

    QVERIFY(lab.send(1).response);

    QCOMPARE(target, std::string("/bucket?list-type=2"));
}

void TstEndpointTransport::getsTheStepOfEachAttempt()
{
    EndpointStep ok = stepOf(Misbehaviour::None);
    ok.status = 200;
    Lab lab({stepOf(Misbehaviour::None), ok});

    QCOMPARE(lab.send(1).response->status, 503);
    QCOMPARE(lab.send(2).response->status, 200);
    QCOMPARE(lab.send(1).response->status, 503);
    QCOMPARE(lab.endpoint.connectionCount(), 1);
}

void TstEndpointTransport::tellsNothingAfterACancel()
{
    EndpointStep late = stepOf(Misbehaviour::None);
    late.delay = 20ms;
    Lab lab({late});
    bool wasTold = false;

    const AttemptId id = lab.transport.send({.spec = &lab.spec, .body = &lab.spec.body},
                                            [&wasTold](const AttemptFacts&) { wasTold = true; });
    lab.transport.cancel(id);

    QVERIFY(lab.send(1).response);
    QVERIFY(!wasTold);
}

RETRYSCOPE_TEST(TstEndpointTransport)
#include "tst_endpoint_transport.moc"
