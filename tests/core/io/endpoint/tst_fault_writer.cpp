// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/fault_writer.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;
using namespace retryscope::io;
using namespace std::chrono_literals;

namespace {

constexpr WallTime kNow{1767225600000};
const std::string kDate = "Date: Thu, 01 Jan 2026 00:00:00 GMT\r\n";

ResponseContext context(std::string_view method = "GET")
{
    return {.method = method, .now = kNow, .requestId = "ID"};
}

EndpointStep stepWith(Misbehaviour fault)
{
    EndpointStep step;
    step.fault = fault;
    step.status = 503;
    step.reason = "Busy";
    step.body = "body";
    step.delay = 5ms;
    step.drip = 7ms;
    step.missingBytes = 3;
    return step;
}

std::string headWithLength(int length)
{
    return "HTTP/1.1 503 Busy\r\n" + kDate + "Content-Length: " + std::to_string(length) + "\r\n\r\n";
}

/// All bytes of a plan, for rows that are not about delays.
QByteArray bytesOf(const ResponsePlan& plan)
{
    QByteArray bytes;
    for (const ResponsePiece& piece : plan.pieces) {
        bytes += QByteArray::fromStdString(piece.bytes);
    }
    return bytes;
}

} // namespace

class TstFaultWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plansEachFault_data();
    void plansEachFault();
    void closesAKeptConnectionUnderTheRequest();
    void sendsInterimResponsesFirstAndTrailersLast();
    void plansBytesThatAreNotHttp();
    void writesHeadsAndBodies_data();
    void writesHeadsAndBodies();
    void closesWhenTheClientDoes();
};

void TstFaultWriter::plansEachFault_data()
{
    QTest::addColumn<Misbehaviour>("fault");
    QTest::addColumn<ResponsePlan>("plan");

    const std::string head = headWithLength(4);
    const std::string cutHead = headWithLength(7);
    const auto row = [](const char* name, Misbehaviour fault, const ResponsePlan& plan) {
        QTest::newRow(name) << fault << plan;
    };
    row("an answer leaves in one piece", Misbehaviour::None, {.pieces = {{5ms, head + "body", 0ms}}});
    row("close says nothing", Misbehaviour::Close, {.ending = ResponseEnding::Fin, .endingDelay = 5ms});
    row("reset says nothing", Misbehaviour::Reset, {.ending = ResponseEnding::Reset, .endingDelay = 5ms});
    row("hang does nothing", Misbehaviour::Hang, {.ending = ResponseEnding::Hang});
    row("truncate announces more than it sends", Misbehaviour::Truncate,
        {.pieces = {{5ms, cutHead + "body", 0ms}}, .ending = ResponseEnding::Fin});
    row("truncate-reset lets the client read first", Misbehaviour::TruncateReset,
        {.pieces = {{5ms, cutHead + "body", 0ms}}, .ending = ResponseEnding::Reset, .endingDelay = 50ms});
    row("drip sends the head at once", Misbehaviour::Drip,
        {.pieces = {{5ms, head, 0ms}, {0ms, "body", 7ms}}});
    row("drip-head sends the body at once", Misbehaviour::DripHead,
        {.pieces = {{5ms, head, 7ms}, {0ms, "body", 0ms}}});
    const std::string beginning = "HTTP/1.1 503 Busy\r\n" + kDate + "Co";
    row("cut-head ends in a field name", Misbehaviour::CutHead,
        {.pieces = {{5ms, beginning, 0ms}}, .ending = ResponseEnding::Fin});
    row("cut-head-reset lets the client read first", Misbehaviour::CutHeadReset,
        {.pieces = {{5ms, beginning, 0ms}}, .ending = ResponseEnding::Reset, .endingDelay = 50ms});
    row("close-kept responds on a new connection", Misbehaviour::CloseKept,
        {.pieces = {{5ms, head + "body", 0ms}}});
    for (const Misbehaviour unheard :
         {Misbehaviour::Refuse, Misbehaviour::TlsFail, Misbehaviour::NoHost, Misbehaviour::NoConnect}) {
        row(std::string(toString(unheard)).c_str(), unheard, {.ending = ResponseEnding::Reset});
    }
}

void TstFaultWriter::plansEachFault()
{
    QFETCH(const Misbehaviour, fault);
    QFETCH(const ResponsePlan, plan);

    QVERIFY(responsePlanFor(stepWith(fault), context()) == plan);
}

void TstFaultWriter::closesAKeptConnectionUnderTheRequest()
{
    ResponseContext kept = context();
    kept.isOnKept = true;

    QVERIFY(responsePlanFor(stepWith(Misbehaviour::CloseKept), kept) ==
            (ResponsePlan{.ending = ResponseEnding::Fin, .endingDelay = 5ms}));
}

void TstFaultWriter::sendsInterimResponsesFirstAndTrailersLast()
{
    EndpointStep step = stepWith(Misbehaviour::None);
    step.headers.add("Transfer-Encoding", "chunked");
    step.interim = {{.status = 103, .headers = {{{"Link", "</a>"}}}}};
    step.trailers.add("X-Sum", "1");
    ResponseContext old = context();
    old.isHttp10 = true;

    const QByteArray bytes = bytesOf(responsePlanFor(step, context()));

    QVERIFY2(bytes.startsWith("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 503 "),
             bytes.constData());
    QVERIFY2(bytes.endsWith("4\r\nbody\r\n0\r\nX-Sum: 1\r\n\r\n"), bytes.constData());
    QVERIFY(bytesOf(responsePlanFor(step, old)).startsWith("HTTP/1.1 503 "));
}

void TstFaultWriter::plansBytesThatAreNotHttp()
{
    const ResponsePlan plan = responsePlanFor(stepWith(Misbehaviour::Garbage), context());

    QVERIFY(plan.ending == ResponseEnding::Fin);
    QCOMPARE(plan.pieces.size(), std::size_t{1});
    QVERIFY(!plan.pieces.front().bytes.empty());
    QVERIFY(!plan.pieces.front().bytes.starts_with("HTTP"));
}

void TstFaultWriter::writesHeadsAndBodies_data()
{
    QTest::addColumn<EndpointStep>("step");
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("bytes");

    const QByteArray date = QByteArray::fromStdString(kDate);
    const auto row = [](const char* name, const EndpointStep& step, const QByteArray& bytes,
                        const char* method = "GET") {
        QTest::newRow(name) << step << QByteArray(method) << bytes;
    };
    EndpointStep plain;
    plain.reason = "OK";
    plain.body = "hi";
    row("length and date are added", plain, "HTTP/1.1 200 OK\r\n" + date + "Content-Length: 2\r\n\r\nhi");
    row("HEAD tells the length and sends no body", plain,
        "HTTP/1.1 200 OK\r\n" + date + "Content-Length: 2\r\n\r\n", "HEAD");
    EndpointStep step = plain;
    step.reason.clear();
    row("an empty reason keeps its blank", step, "HTTP/1.1 200 \r\n" + date + "Content-Length: 2\r\n\r\nhi");
    step = plain;
    step.status = 204;
    row("204 has neither length nor body", step, "HTTP/1.1 204 OK\r\n" + date + "\r\n");
    step.status = 304;
    row("304 has neither length nor body", step, "HTTP/1.1 304 OK\r\n" + date + "\r\n");
    step = plain;
    step.headers = {{{"date", "{date+60}"}, {"X-Id", "{requestId}"}}};
    step.body = "{requestId} {date-1} {else}";
    row("placeholders are filled in and an own date is kept", step,
        "HTTP/1.1 200 OK\r\ndate: Thu, 01 Jan 2026 00:01:00 GMT\r\nX-Id: ID\r\nContent-Length: 39\r\n\r\n"
        "ID Wed, 31 Dec 2025 23:59:59 GMT {else}");
    step = plain;
    step.announcedBytes = 100;
    row("an announced length outranks the real one", step,
        "HTTP/1.1 200 OK\r\n" + date + "Content-Length: 100\r\n\r\nhi");
    step = plain;
    step.headers = {{{"Content-Length", "7"}}};
    row("a length in the headers outranks all", step,
        "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n" + date + "\r\nhi");
    step = plain;
    step.close = true;
    row("close is announced", step,
        "HTTP/1.1 200 OK\r\n" + date + "Content-Length: 2\r\nConnection: close\r\n\r\nhi");
    step = plain;
    step.headers = {{{"Transfer-Encoding", "chunked"}}};
    row("chunks on demand", step,
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" + date + "\r\n2\r\nhi\r\n0\r\n\r\n");
    step.body.clear();
    row("no chunk for no body", step,
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" + date + "\r\n0\r\n\r\n");
    step.body = "hi";
    step.fault = Misbehaviour::Truncate;
    step.missingBytes = 14;
    row("a cut chunk", step, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n" + date + "\r\n10\r\nhi");
}

void TstFaultWriter::writesHeadsAndBodies()
{
    QFETCH(const EndpointStep, step);
    QFETCH(const QByteArray, method);
    QFETCH(const QByteArray, bytes);

    QCOMPARE(bytesOf(responsePlanFor(step, context(method.toStdString()))), bytes);
}

void TstFaultWriter::closesWhenTheClientDoes()
{
    ResponseContext closing = context();
    closing.keepAlive = false;
    ResponseContext old = context();
    old.isHttp10 = true;
    EndpointStep saysClose;
    saysClose.headers.add("Connection", "Close");

    QVERIFY(responsePlanFor({}, closing).ending == ResponseEnding::Fin);
    QVERIFY(bytesOf(responsePlanFor({}, closing)).contains("Connection: close\r\n"));
    QVERIFY(responsePlanFor({}, old).ending == ResponseEnding::KeepAlive);
    QVERIFY(bytesOf(responsePlanFor({}, old)).contains("Connection: keep-alive\r\n"));
    QVERIFY(responsePlanFor(saysClose, context()).ending == ResponseEnding::Fin);
    QCOMPARE(bytesOf(responsePlanFor(saysClose, context())).count("Connection"), 1);
}

RETRYSCOPE_TEST(TstFaultWriter)
#include "tst_fault_writer.moc"
