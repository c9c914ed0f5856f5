// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/recorder/loop_watch.h"
#include "core/io/upstream/sighting.h"
#include "tests/core/io/recorder/recorder_lab.h"
#include "tests/support/strict_main.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTest>

#include <memory>
#include <string>
#include <vector>

using namespace retryscope;
using namespace retryscope::io;
using namespace retryscope::test;
using namespace std::chrono_literals;

/// What a recording holds at most, and what is in none of its calls.
class TstRecorderLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endsWithItsMostRequests();
    void endsWithItsMostHeads();
    void equalHeadsAreCountedOnce();
    void bodiesOfRequestsAreKeptWithinTheBound();
    void fieldsOfBodiesAreKeptWithinTheBound();
    void whatIsRefusedIsToldApartUpToABound();
    void aRequestThatBreaksOffIsInACall();
    void aHeadThatIsNeverWholeIsRefused();
    void itsOwnRequestsThatComeBackEndIt();
    void aCrowdBeforeASilentServerIsNoLoop();
    void requestsFarApartAreNoLoop();
};

void TstRecorderLimits::endsWithItsMostRequests()
{
    RecorderPlan plan;
    plan.scenario = recorderScenario({recorderStep(200)});
    plan.limits.requests = 2;
    const auto recorder = recorderWith(plan);
    QSignalSpy failed(recorder.get(), &Recorder::failed);
    QSignalSpy stopped(recorder.get(), &Recorder::stopped);
    RawClient client(urlOf(*recorder));

    client.send(kGet + kGet + kGet);

    QTRY_COMPARE(stopped.count(), 1);
    QCOMPARE(failed.count(), 1);
    const auto error = failed[0][0].value<Error>();
    QVERIFY2(error.text().contains(QStringLiteral("its limit of 2 requests")), qPrintable(error.text()));
    QCOMPARE(recorder->record().attemptCount(), 2);
    QVERIFY(recorder->record().allSucceeded());
    QTRY_COMPARE(client.received().count("HTTP/1.1 200"), 2);
}

void TstRecorderLimits::endsWithItsMostHeads()
{
    RecorderPlan plan;
    plan.scenario = recorderScenario({recorderStep(200)});
    plan.limits.headBytes = std::int64_t{1024} * 1024;
    const auto recorder = recorderWith(plan);
    QSignalSpy failed(recorder.get(), &Recorder::failed);
    QSignalSpy stopped(recorder.get(), &Recorder::stopped);
    RawClient client(urlOf(*recorder));

    for (int request = 0; request < 20; ++request) {
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + QByteArray::number(request) +
                    QByteArray(100'000, 'x') + "\r\n\r\n");
    }

    QTRY_COMPARE(stopped.count(), 1);
    QCOMPARE(failed.count(), 1);
    QVERIFY(failed[0][0].value<Error>().text().contains(QStringLiteral("1 MiB of headers")));
    QVERIFY(recorder->requestCount() >= 10 && recorder->requestCount() <= 12);
}

void TstRecorderLimits::equalHeadsAreCountedOnce()
{
    SightingMemory memory;
    Headers headers;
    headers.add("X-Long", std::string(1000, 'x'));
    (void)memory.shared(headers);
    const std::int64_t once = memory.headBytes();
    QVERIFY(once >= 1000);
    (void)memory.shared(headers);
    QCOMPARE(memory.headBytes(), once);
}

void TstRecorderLimits::bodiesOfRequestsAreKeptWithinTheBound()
{
    SightingMemory memory;
    SeenRequest request;
    request.body = std::string(100'000, 'a');
    request.bodyBytes = 100'000;
    memory.keep(request);
    QCOMPARE(request.body.size(), std::size_t{100'000});

    QVERIFY(memory.keeps(SightingMemory::kMostKept - 100'000)); // what is left now is next to nothing
    SeenRequest same = request;
    memory.keep(same);
    QCOMPARE(same.body.size(), std::size_t{100'000}); // the record holds it already
    SeenRequest other = request;
    other.body[0] = 'b';
    memory.keep(other);
    QCOMPARE(other.body.size(), std::size_t{4096}); // it may name the operation
    QCOMPARE(other.bodyBytes, std::int64_t{100'000});
}

/// Fields are read from each body, kept or not.
void TstRecorderLimits::fieldsOfBodiesAreKeptWithinTheBound()
{
    SightingMemory memory;
    const auto responseWith = [](char letter) {
        Response response;
        response.status = 503;
        response.headers.add("Content-Type", "application/json");
        response.body = "{\"code\":\"Slow\"";
        for (int member = 0; member < 60; ++member) {
            response.body += ",\"m" + std::to_string(member) + "\":\"" + std::string(4000, letter) + '"';
        }
        response.body += '}';
        response.bodyBytes = static_cast<std::int64_t>(response.body.size());
        return response;
    };
    const auto kept = memory.shared(responseWith('a'));
    QCOMPARE(kept->parsed.fields.size(), std::size_t{61});
    QVERIFY(!kept->body.empty());
    const std::int64_t heads = memory.headBytes();

    while (memory.keeps(std::size_t{1024} * 1024)) { // what is left is less
    }
    while (memory.keeps(std::size_t{8} * 1024)) {
    }
    const auto full = memory.shared(responseWith('b'));
    QVERIFY(full->body.empty() && full->bodyTruncated);
    std::size_t bytes = 0;
    for (const BodyField& field : full->parsed.fields) {
        bytes += field.place.size() + field.text.size();
    }
    QVERIFY(bytes > 0 && bytes < std::size_t{2} * 1024);
    QCOMPARE(*full->parsed.find("json:code"), std::string("Slow")); // errors name themselves early
    QVERIFY(memory.headBytes() - heads < 4096);
}

void TstRecorderLimits::whatIsRefusedIsToldApartUpToABound()
{
    RecorderPlan plan;
    plan.scenario = recorderScenario({recorderStep(200)});
    const auto recorder = recorderWith(plan);
    QSignalSpy changed(recorder.get(), &Recorder::outsideChanged);
    const int count = static_cast<int>(Recorder::kMostOutside) + 5;
    for (int request = 0; request < count; ++request) {
        RawClient client(urlOf(*recorder));
        client.send("GET /" + QByteArray(3000, 'x') + " HTTP/1.1\r\nHost: page.example\r\n\r\n");
        QTRY_COMPARE(recorder->outsideCount(), request + 1);
    }

    QCOMPARE(recorder->outside().size(), Recorder::kMostOutside);
    QCOMPARE(recorder->outside()[0].what.size(), std::size_t{2048});
    QVERIFY(recorder->outside()[0].why.find("host") != std::string::npos);
    QCOMPARE(changed.count(), count);
    QVERIFY(recorder->record().isEmpty());
}

void TstRecorderLimits::aRequestThatBreaksOffIsInACall()
{
    RawUpstream upstream;
    const auto recorder = recorderFor(upstream);
    RawClient client(urlOf(*recorder));

    client.send("PUT / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n\r\n");

    QTRY_COMPARE(endedAttempts(*recorder), 1);
    QCOMPARE(recorder->outsideCount(), 0);
}

void TstRecorderLimits::aHeadThatIsNeverWholeIsRefused()
{
    RecorderPlan plan;
    plan.scenario = recorderScenario({recorderStep(200)});
    plan.headTime = 200ms;
    const auto recorder = recorderWith(plan);
    RawClient half(urlOf(*recorder));
    RawClient kept(urlOf(*recorder));
    kept.send(kGet);
    half.send("GET / HTTP/1.1\r\nHos");

    QTRY_COMPARE(half.ending(), TcpEnding::Fin);
    QVERIFY(half.received().startsWith("HTTP/1.1 408 "));
    QCOMPARE(recorder->outsideCount(), 1);
    QVERIFY(kept.received().startsWith("HTTP/1.1 200 "));
    QVERIFY(kept.isConnected());
    QCOMPARE(recorder->record().attemptCount(), 1);
}

/// As two recorders do that are each other's upstream: without an end each took all descriptors.
void TstRecorderLimits::itsOwnRequestsThatComeBackEndIt()
{
    QTcpServer place;
    QVERIFY(place.listen(QHostAddress::LocalHost));
    const quint16 port = place.serverPort();
    place.close();
    RecorderPlan there;
    there.upstream = "http://127.0.0.1:" + std::to_string(port);
    const auto one = recorderWith(there);
    RecorderPlan back;
    back.listen.port = port;
    back.upstream = one->url().toStdString();
    const auto other = recorderWith(back);
    QSignalSpy failed(one.get(), &Recorder::failed);
    QSignalSpy otherFailed(other.get(), &Recorder::failed);
    RawClient client(urlOf(*one));

    client.send(kGet);

    QTRY_COMPARE(failed.count() + otherFailed.count(), 1);
    const QSignalSpy& told = failed.isEmpty() ? otherFailed : failed;
    QVERIFY(told[0][0].value<Error>().text().contains(QStringLiteral("the recorder's own requests back")));
    QTRY_VERIFY(!client.isConnected()); // and all is let go of
    QVERIFY(one->requestCount() < 110);
}

void TstRecorderLimits::aCrowdBeforeASilentServerIsNoLoop()
{
    RawUpstream upstream;
    upstream.respond = [](QByteArray&) {
        return QByteArray();
    };
    const auto recorder = recorderFor(upstream);
    QSignalSpy failed(recorder.get(), &Recorder::failed);
    std::vector<std::unique_ptr<RawClient>> crowd;
    for (int number = 0; number < 120; ++number) {
        crowd.push_back(std::make_unique<RawClient>(urlOf(*recorder)));
        crowd.back()->send(kGet);
        // Each goes on before the next one comes, but for the one that is held back.
        (void)QTest::qWaitFor([&] { return upstream.connections() > number; }, 20);
    }

    QTRY_COMPARE(upstream.connections(), 120);
    QCOMPARE(failed.count(), 0);
}

/// As a client polls a server that hangs: they pile up, and nothing else comes for a while.
void TstRecorderLimits::requestsFarApartAreNoLoop()
{
    const auto isSuspected = [](Duration apart) {
        LoopWatch watch;
        for (int number = 0; number < 200; ++number) {
            if (watch.noteRequest("GET / HTTP/1.1", Instant{number * apart})) {
                return true;
            }
            watch.noteReached();
        }
        return false;
    };
    QVERIFY(isSuspected(5ms));
    QVERIFY(!isSuspected(1s));
}

RETRYSCOPE_TEST(TstRecorderLimits)

#include "tst_recorder_limits.moc"
