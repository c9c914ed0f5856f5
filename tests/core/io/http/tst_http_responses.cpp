// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/http_message.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;
using namespace retryscope::io;
using State = ResponseReader::State;

/// What the reader makes of every kind of response, whole or cut.
class TstHttpResponses : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void endsWhereTheAnswerEnds_data();
    void endsWhereTheAnswerEnds();
    void knowsWhenTheConnectionMayBeUsedAgain_data();
    void knowsWhenTheConnectionMayBeUsedAgain();
    void refusesWhatIsNotHttp_data();
    void refusesWhatIsNotHttp();
    void skipsAndNotesInterimAnswers();
    void notesTrailersWithoutMixingThemIntoTheHeaders();
    void keepsTheHeadersAsTheyCame();
    void readsHeadsWithLoneLineFeeds();
    void countsWhatItDoesNotKeep();
    void refusesBodiesBeyondTheLimit();
    void refusesEndlessHeads();
    void tellsHowMuchIsMissing();
};

void TstHttpResponses::endsWhereTheAnswerEnds_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("isCompleteBeforeTheEnd");
    QTest::addColumn<bool>("isCompleteAtTheEnd");
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("an announced length")
        << QByteArray("GET") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi") << true << true
        << QByteArray("hi");
    QTest::newRow("no body at all") << QByteArray("GET")
                                    << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") << true
                                    << true << QByteArray();
    QTest::newRow("up to the close") << QByteArray("GET") << QByteArray("HTTP/1.1 200 OK\r\n\r\nhi") << false
                                     << true << QByteArray("hi");
    QTest::newRow("nothing up to the close")
        << QByteArray("GET") << QByteArray("HTTP/1.1 200 OK\r\n\r\n") << false << true << QByteArray();
    QTest::newRow("a HEAD answer with a length")
        << QByteArray("HEAD") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n") << true << true
        << QByteArray();
    QTest::newRow("a HEAD answer without one")
        << QByteArray("HEAD") << QByteArray("HTTP/1.1 200 OK\r\n\r\n") << true << true << QByteArray();
    QTest::newRow("204 has no body") << QByteArray("GET") << QByteArray("HTTP/1.1 204 No Content\r\n\r\n")
                                     << true << true << QByteArray();
    QTest::newRow("304 has no body") << QByteArray("GET")
                                     << QByteArray("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n")
                                     << true << true << QByteArray();
    QTest::newRow("a status without a reason")
        << QByteArray("GET") << QByteArray("HTTP/1.1 503\r\nContent-Length: 1\r\n\r\nx") << true << true
        << QByteArray("x");
    QTest::newRow("a length cut short")
        << QByteArray("GET") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhi") << false << false
        << QByteArray("hi");
    QTest::newRow("chunks cut short")
        << QByteArray("GET") << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n")
        << false << false << QByteArray("hi");
    QTest::newRow("a chunk header cut short")
        << QByteArray("GET")
        << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n1") << false << false
        << QByteArray("hi");
}

void TstHttpResponses::endsWhereTheAnswerEnds()
{
    QFETCH(const QByteArray, method);
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, isCompleteBeforeTheEnd);
    QFETCH(const bool, isCompleteAtTheEnd);
    ResponseReader reader(method.toStdString());
    reader.feed(bytes.toStdString());
    QCOMPARE(reader.state() == State::Complete, isCompleteBeforeTheEnd);
    reader.feedEnd();
    QCOMPARE(reader.state() == State::Complete, isCompleteAtTheEnd);
    QTEST(QByteArray::fromStdString(reader.takeResponse().body), "body");
}

void TstHttpResponses::knowsWhenTheConnectionMayBeUsedAgain_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("mayBeUsedAgain");
    QTest::newRow("HTTP/1.1") << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") << true;
    QTest::newRow("HTTP/1.1 that closes")
        << QByteArray("HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n") << false;
    QTest::newRow("HTTP/1.0") << QByteArray("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n") << false;
    QTest::newRow("HTTP/1.0 that stays")
        << QByteArray("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n") << true;
    QTest::newRow("bytes behind the answer")
        << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nmore") << false;
    QTest::newRow("another protocol from now on")
        << QByteArray("HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n") << false;
    QTest::newRow("an answer that is not over")
        << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n") << false;
}

void TstHttpResponses::knowsWhenTheConnectionMayBeUsedAgain()
{
    QFETCH(const QByteArray, bytes);
    ResponseReader reader("GET");
    reader.feed(bytes.toStdString());
    QTEST(reader.allowsReuse(), "mayBeUsedAgain");
}

void TstHttpResponses::refusesWhatIsNotHttp_data()
{
    QTest::addColumn<QByteArray>("bytes");
    for (const char* bytes :
         {"\n", "<html>", "HTTP/2 200\r\n\r\n", "ICY 200 OK\r\n\r\n", "HTTP/1.1 2OO OK\r\n\r\n",
          "HTTP/1.1 99 Low\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"}) {
        QTest::newRow(bytes) << QByteArray(bytes);
    }
}

void TstHttpResponses::refusesWhatIsNotHttp()
{
    QFETCH(const QByteArray, bytes);
    ResponseReader reader("GET");
    reader.feed(bytes.toStdString());
    QCOMPARE(reader.state(), State::Malformed);
    QVERIFY(reader.hasBegun());
    QVERIFY(!reader.problem().empty());
}

void TstHttpResponses::skipsAndNotesInterimAnswers()
{
    ResponseReader reader("GET");
    reader.feed("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n");
    QVERIFY(!reader.hasBegun());
    reader.feed("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
    QCOMPARE(reader.state(), State::Complete);
    QCOMPARE(reader.notes(),
             (std::vector<std::string>{"interim response 100 Continue", "interim response 103 Early Hints"}));
    QCOMPARE(reader.takeResponse().status, 200);
}

void TstHttpResponses::notesTrailersWithoutMixingThemIntoTheHeaders()
{
    ResponseReader reader("GET");
    reader.feed("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nRetry-After: 9\r\n\r\n");
    QCOMPARE(reader.state(), State::Complete);
    QCOMPARE(reader.notes(), std::vector<std::string>{"trailer Retry-After: 9"});
    QVERIFY(!reader.takeResponse().headers.contains("Retry-After"));
}

void TstHttpResponses::keepsTheHeadersAsTheyCame()
{
    ResponseReader reader("GET");
    reader.feed("HTTP/1.1 429 Too Many Requests\r\nx-B: 2\r\nX-a:1\r\nx-b: \r\nContent-Length: 0\r\n\r\n");
    const Response response = reader.takeResponse();
    QCOMPARE(response.reason, std::string("Too Many Requests"));
    QVERIFY(
        (response.headers == Headers{{{"x-B", "2"}, {"X-a", "1"}, {"x-b", ""}, {"Content-Length", "0"}}}));
}

void TstHttpResponses::readsHeadsWithLoneLineFeeds()
{
    ResponseReader reader("GET");
    reader.feed("HTTP/1.1 200 OK\nContent-Length: 2\n");
    reader.feed("\nhi");
    QCOMPARE(reader.state(), State::Complete);
    QCOMPARE(reader.takeResponse().body, std::string("hi"));
    QCOMPARE(reader.notes().size(), std::size_t(1));
}

void TstHttpResponses::countsWhatItDoesNotKeep()
{
    ResponseReader reader("GET", {.head = 1000, .keptBody = 4, .totalBody = 100});
    reader.feed("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234");
    reader.feed("56789");
    QCOMPARE(reader.state(), State::Complete);
    const Response response = reader.takeResponse();
    QCOMPARE(response.body, std::string("0123"));
    QCOMPARE(response.bodyBytes, 10);
    QVERIFY(response.bodyTruncated);
}

void TstHttpResponses::refusesBodiesBeyondTheLimit()
{
    const ResponseLimits limits{.head = 1000, .keptBody = 4, .totalBody = 8};
    ResponseReader announced("GET", limits);
    announced.feed("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n0");
    QCOMPARE(announced.state(), State::TooLarge);
    ResponseReader unannounced("GET", limits);
    unannounced.feed("HTTP/1.1 200 OK\r\n\r\n01234567");
    QCOMPARE(unannounced.state(), State::Body);
    unannounced.feed("8");
    QCOMPARE(unannounced.state(), State::TooLarge);
    QCOMPARE(unannounced.problem(), std::string("the response body is longer than 8 bytes"));
    QVERIFY(unannounced.hasHead());
}

void TstHttpResponses::refusesEndlessHeads()
{
    ResponseReader reader("GET");
    reader.feed("HTTP/1.1 200 OK\r\n");
    int lines = 0;
    for (; lines < 100000 && !reader.isFinal(); ++lines) {
        reader.feed("X: 0123456789\r\n");
    }
    QCOMPARE(reader.state(), State::TooLarge);
    ResponseReader interim("GET");
    for (lines = 0; lines < 100000 && !interim.isFinal(); ++lines) {
        interim.feed("HTTP/1.1 100 Continue\r\n\r\n");
    }
    QCOMPARE(interim.state(), State::TooLarge);
}

void TstHttpResponses::tellsHowMuchIsMissing()
{
    ResponseReader reader("GET");
    reader.feed("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n012");
    QCOMPARE(reader.missingBytes(), std::uint64_t(7));
}

RETRYSCOPE_TEST(TstHttpResponses)
#include "tst_http_responses.moc"
