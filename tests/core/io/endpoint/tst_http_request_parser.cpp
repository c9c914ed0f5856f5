// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/http_request_parser.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;
using namespace retryscope::io;

namespace {

/// `GET /a HTTP/1.1 keep-alive | Host=a | body(2)`, or why there is no request.
QString summaryOf(HttpRequestParser& parser)
{
    const std::optional<HttpRequest> request = parser.takeRequest();
    if (!request) {
        return parser.hasFailed() ? QString::number(parser.failureStatus()) : QStringLiteral("incomplete");
    }
    QString text = QString::fromStdString(request->method + ' ' + request->target);
    text += request->isHttp10 ? QStringLiteral(" 1.0") : QString();
    text += request->keepAlive ? QString() : QStringLiteral(" close");
    for (const Header& header : request->headers.entries) {
        text += QString::fromStdString(" | " + header.name + '=' + header.value);
    }
    if (request->bodyBytes > 0) {
        text += QString::fromStdString(" | " + request->body);
    }
    return text;
}

} // namespace

class TstHttpRequestParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsRequests_data();
    void readsRequests();
    void readsTheSameByteByByte_data() { readsRequests_data(); }
    void readsTheSameByteByByte();
    void takesPipelinedRequestsOneByOne();
    void wishesToContinueOnlyWhileTheBodyIsHeldBack();
    void tellsAHeadOnceWhileItsBodyIsToCome();
    void countsABodyThatItDoesNotKeep();
    void refusesABodyAbove64MiB();
    void refusesAnEndlessHead();
    void staysFailed();
};

void TstHttpRequestParser::readsRequests_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("summary");

    const auto row = [](const char* name, const QByteArray& bytes, const char* summary) {
        QTest::newRow(name) << bytes << QString::fromUtf8(summary);
    };
    row("nothing", "", "incomplete");
    row("a bare request", "GET /a?b=c HTTP/1.1\r\n\r\n", "GET /a?b=c");
    row("headers keep order and case", "GET / HTTP/1.1\r\nhost: a\r\nX-B:  c \r\nhost: d\r\n\r\n",
        "GET / | host=a | X-B=c | host=d");
    row("a body", "PUT /a HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi", "PUT /a | Content-Length=2 | hi");
    row("a body still to come", "PUT /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nhi", "incomplete");
    row("a chunked body",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nhe\r\n3\r\nllo\r\n0\r\nT: u\r\n\r\n",
        "POST / | Transfer-Encoding=chunked | hello");
    row("an empty chunked body", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / | Transfer-Encoding=chunked");
    row("half a chunked body", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n",
        "incomplete");
    row("a client that will close", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
        "GET / close | Connection=close");
    row("an old client", "GET / HTTP/1.0\r\n\r\n", "GET / 1.0 close");
    row("an old client that stays", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "GET / 1.0 | Connection=keep-alive");
    row("a proxy's form", "GET http://a/b HTTP/1.1\r\n\r\n", "GET http://a/b");
    row("a method of its own", "PURGE / HTTP/1.1\r\n\r\n", "PURGE /");
    row("empty lines before", "\r\n\r\nGET / HTTP/1.1\r\n\r\n", "GET /");
    row("half a head", "GET / HTTP/1.1\r\nHost:", "incomplete");
    row("a TLS greeting", QByteArray("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11), "400");
    row("words", "hello there\r\n\r\n", "400");
    row("another version", "GET / HTTP/2.0\r\n\r\n", "400");
    row("a header without colon", "GET / HTTP/1.1\r\nHost\r\n\r\n", "400");
    row("a length that is none", "PUT / HTTP/1.1\r\nContent-Length: x\r\n\r\n", "400");
    row("two lengths", "PUT / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nhi", "400");
    row("a chunk that is none", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nzz\r\n", "400");
    row("zero bytes", QByteArray(64, '\0'), "400");
}

void TstHttpRequestParser::readsRequests()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, summary);
    HttpRequestParser parser;

    parser.feed(bytes.toStdString());

    QCOMPARE(summaryOf(parser), summary);
}

void TstHttpRequestParser::readsTheSameByteByByte()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, summary);
    HttpRequestParser parser;

    QString found = QStringLiteral("incomplete");
    for (qsizetype i = 0; i < bytes.size() && found == u"incomplete"; ++i) {
        parser.feed(bytes.sliced(i, 1).toStdString());
        found = summaryOf(parser);
    }

    QCOMPARE(found, summary);
}

void TstHttpRequestParser::takesPipelinedRequestsOneByOne()
{
    HttpRequestParser parser;
    parser.feed("PUT /1 HTTP/1.1\r\nContent-Length: 2\r\n\r\nhiGET /2 HTTP/1.1\r\n\r\nGET /3 HTTP");

    QCOMPARE(summaryOf(parser), QStringLiteral("PUT /1 | Content-Length=2 | hi"));
    QCOMPARE(summaryOf(parser), QStringLiteral("GET /2"));
    QCOMPARE(summaryOf(parser), QStringLiteral("incomplete"));
    parser.feed("/1.1\r\n\r\n");
    QCOMPARE(summaryOf(parser), QStringLiteral("GET /3"));
}

void TstHttpRequestParser::wishesToContinueOnlyWhileTheBodyIsHeldBack()
{
    HttpRequestParser parser;
    const std::string head = "PUT / HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n";

    parser.feed(head);
    QCOMPARE(summaryOf(parser), QStringLiteral("incomplete"));
    QVERIFY(parser.takeContinueWish());
    QCOMPARE(summaryOf(parser), QStringLiteral("incomplete"));
    QVERIFY(!parser.takeContinueWish());
    parser.feed("hi" + head + "ho");
    QVERIFY(summaryOf(parser).endsWith(QStringLiteral("| hi")));
    QVERIFY(summaryOf(parser).endsWith(QStringLiteral("| ho")));
    QVERIFY(!parser.takeContinueWish());
}

void TstHttpRequestParser::tellsAHeadOnceWhileItsBodyIsToCome()
{
    HttpRequestParser parser;
    parser.feed("GET /a HTTP/1.1\r\n\r\nPUT /b HTTP/1.1\r\nContent-Length: 2\r\n\r\n");

    QCOMPARE(parser.takeRequest().value_or(HttpRequest{}).ofConnection, 1);
    QVERIFY(!parser.takeHead());
    QVERIFY(!parser.takeRequest());
    const std::optional<HttpRequest> head = parser.takeHead();
    QVERIFY(head && head->target == "/b" && head->ofConnection == 2);
    QVERIFY(!parser.takeHead());
    parser.feed("hi");
    QCOMPARE(parser.takeRequest().value_or(HttpRequest{}).ofConnection, 2);
    QVERIFY(!parser.takeHead());
}

void TstHttpRequestParser::countsABodyThatItDoesNotKeep()
{
    const std::string piece(1024 * 1024, 'x');
    HttpRequestParser parser;
    parser.feed("PUT / HTTP/1.1\r\nContent-Length: 67108864\r\n\r\n");

    std::optional<HttpRequest> request;
    for (int i = 0; i < 64; ++i) {
        QVERIFY(!request.has_value());
        parser.feed(piece);
        request = parser.takeRequest();
    }

    QVERIFY(request.has_value());
    QCOMPARE(request->bodyBytes, std::int64_t{64} * 1024 * 1024);
    QCOMPARE(request->body.size(), kMaxKeptRequestBody);
}

void TstHttpRequestParser::refusesABodyAbove64MiB()
{
    HttpRequestParser parser;
    parser.feed("PUT / HTTP/1.1\r\nContent-Length: 67108865\r\n\r\n");

    QCOMPARE(summaryOf(parser), QStringLiteral("413"));
}

void TstHttpRequestParser::refusesAnEndlessHead()
{
    HttpRequestParser parser;
    parser.feed("GET / HTTP/1.1\r\n");
    for (int i = 0; i < 300 && !parser.hasFailed(); ++i) {
        parser.feed("X-Header: " + std::string(1024, 'x') + "\r\n");
        static_cast<void>(parser.takeRequest());
    }

    QCOMPARE(parser.failureStatus(), 431);
}

void TstHttpRequestParser::staysFailed()
{
    HttpRequestParser parser;
    parser.feed("garbage\r\n\r\n");
    QCOMPARE(summaryOf(parser), QStringLiteral("400"));

    parser.feed("GET / HTTP/1.1\r\n\r\n");

    QCOMPARE(summaryOf(parser), QStringLiteral("400"));
    QVERIFY(!parser.problem().empty());
}

RETRYSCOPE_TEST(TstHttpRequestParser)
#include "tst_http_request_parser.moc"
