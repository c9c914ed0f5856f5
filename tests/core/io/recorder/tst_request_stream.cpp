// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/recorder/request_stream.h"
#include "core/io/upstream/forwarded_head.h"
#include "tests/support/strict_main.h"

#include <QTest>

#include <string>
#include <vector>

using namespace retryscope;
using namespace retryscope::io;

namespace {

/// What a stream makes of bytes, fed in pieces of this size.
struct Streamed
{
    std::string raw; ///< of all events
    std::vector<HttpRequest> requests;
    std::vector<std::uint64_t> hashes;
    RequestStream::Event last = RequestStream::Event::NeedsMore;
    int status = 0;
};

Streamed streamed(std::string_view bytes, std::size_t piece)
{
    RequestStream stream;
    Streamed result;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        stream.feed(bytes.substr(at, piece));
        do {
            result.last = stream.next();
            result.raw += stream.raw();
            if (result.last == RequestStream::Event::End) {
                result.requests.push_back(stream.request());
                result.hashes.push_back(stream.bodyHash());
            }
        } while (result.last != RequestStream::Event::NeedsMore &&
                 result.last != RequestStream::Event::Failed);
    }
    result.status = stream.failureStatus();
    return result;
}

} // namespace

class TstRequestStream : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesEveryByteOnInWhateverPieces();
    void equalBodiesHaveEqualHashes();
    void failsOnWhatIsNoRequest_data();
    void failsOnWhatIsNoRequest();
    void readsWhereARequestSaysThatItGoes_data();
    void readsWhereARequestSaysThatItGoes();
    void changesNothingElseOfAHead();
};

void TstRequestStream::givesEveryByteOnInWhateverPieces()
{
    const std::string bytes =
        "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
        "POST /b HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello"
        "PUT /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4;a=b\r\nabcd\r\n1\r\ne\r\n0\r\nT: 1\r\n\r\n"
        "PUT /d HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        "CONNECT a:443 HTTP/1.1\r\n\r\n"
        "GET /e HTTP/1.0\r\nX: 1\r\n 2\r\n\r\n";

    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        const Streamed result = streamed(bytes, piece);
        QCOMPARE(result.raw, bytes);
        QCOMPARE(result.requests.size(), std::size_t{6});
        QCOMPARE(result.requests[1].body, std::string("hello"));
        QCOMPARE(result.requests[2].body, std::string("abcde"));
        QCOMPARE(result.requests[2].bodyBytes, 5);
        QCOMPARE(result.requests[3].ofConnection, 4);
        QVERIFY(result.requests[5].isHttp10);
        QVERIFY(!result.requests[5].keepAlive);
    }
}

void TstRequestStream::equalBodiesHaveEqualHashes()
{
    const std::string plain = "PUT / HTTP/1.1\r\nContent-Length: 5\r\n\r\n";
    const std::string chunked = "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";

    const Streamed result = streamed(plain + "abcde" + chunked + "2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n" + plain +
                                         "abcdf" + "GET / HTTP/1.1\r\n\r\n" + plain,
                                     7);

    QCOMPARE(result.hashes.size(), std::size_t{4});
    QCOMPARE(result.hashes[0], result.hashes[1]);
    QVERIFY(result.hashes[0] != result.hashes[2]);
    QVERIFY(result.hashes[3] != 0);
}

void TstRequestStream::failsOnWhatIsNoRequest_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    QTest::newRow("TLS") << QByteArray("\x16\x03\x01\x02\x00") << 400;
    QTest::newRow("HTTP/2") << QByteArray("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") << 400;
    QTest::newRow("a bad chunk") << QByteArray(
                                        "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n")
                                 << 400;
    for (const char* coding : {"gzip", "chunked, identity", "xchunked", "identity"}) {
        QTest::addRow("coding %s", coding) << QByteArray("POST / HTTP/1.1\r\nTransfer-Encoding: ") + coding +
                                                  "\r\n\r\nGET / HTTP/1.1\r\n\r\n"
                                           << 400;
    }
    QTest::newRow("two lengths")
        << QByteArray("PUT / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd") << 400;
    QTest::newRow("an endless head") << QByteArray("GET / HTTP/1.1\r\nA: ") + QByteArray(300 * 1024, 'a')
                                     << 431;
    QTest::newRow("endless lines") << QByteArray("GET / HTTP/1.1\r\n") +
                                          QByteArray("A: b\r\n").repeated(60 * 1024)
                                   << 431;
    QTest::newRow("endless trailers")
        << QByteArray("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n") +
               QByteArray("A: b\r\n").repeated(60 * 1024)
        << 400;
}

void TstRequestStream::failsOnWhatIsNoRequest()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);

    for (const std::size_t piece : {std::size_t{1000}, static_cast<std::size_t>(bytes.size())}) {
        const Streamed result = streamed({bytes.constData(), static_cast<std::size_t>(bytes.size())}, piece);
        QCOMPARE(result.last, RequestStream::Event::Failed);
        QCOMPARE(result.status, status);
        QVERIFY(result.requests.empty());
    }
}

void TstRequestStream::readsWhereARequestSaysThatItGoes_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("authority");
    QTest::addColumn<QByteArray>("path");
    const auto row = [](const char* method, const char* target, const char* authority, const char* path) {
        QTest::newRow(target) << QByteArray(method) << QByteArray(target) << QByteArray(authority)
                              << QByteArray(path);
    };
    row("GET", "/a?b=http://c/", "-", "/a?b=http://c/");
    row("OPTIONS", "*", "-", "*");
    row("GET", "http://a", "a", "/");
    row("GET", "HTTP://a:81/b?c", "a:81", "/b?c");
    row("GET", "http://a?b", "a", "/?b");
    row("CONNECT", "a:443", "a:443", "");
    row("GET", "//a/b", "-", "//a/b");
}

void TstRequestStream::readsWhereARequestSaysThatItGoes()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, target);

    const SaidTarget said = saidTarget(method.toStdString(), target.toStdString());

    QTEST(QByteArray::fromStdString(said.authority.value_or("-")), "authority");
    QTEST(QByteArray::fromStdString(said.path), "path");
}

void TstRequestStream::changesNothingElseOfAHead()
{
    const std::string head =
        "GET http://a/b HTTP/1.1\r\nX-a:  1 \r\n folded\r\nhost: c\r\nProxy-Authorization: d\r\n"
        " e\r\nproxy-connection: f\r\nHost: g\r\n\r\n";

    QCOMPARE(changedHead(head, {.target = "/b", .host = {}, .leavesProxy = false, .proxyAuthorization = {}}),
             "GET /b" + head.substr(14));
    QCOMPARE(
        changedHead(head, {.target = "/b", .host = "a", .leavesProxy = true, .proxyAuthorization = "z"}),
        std::string("GET /b HTTP/1.1\r\nX-a:  1 \r\n folded\r\nhost: a\r\nProxy-Authorization: z\r\n\r\n"));
    QCOMPARE(changedHead("GET / HTTP/1.0\r\n\r\n",
                         {.target = "/b", .host = "a", .leavesProxy = false, .proxyAuthorization = {}}),
             std::string("GET /b HTTP/1.0\r\nHost: a\r\n\r\n"));
}

RETRYSCOPE_TEST(TstRequestStream)

#include "tst_request_stream.moc"
