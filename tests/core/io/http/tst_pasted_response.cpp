// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/step_templates.h"
#include "core/io/http/pasted_response.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;

namespace {

const std::string kBody = "<Error><Code>429</Code></Error>";

io::PastedResponse read(std::string_view text, std::string_view method = "GET")
{
    return io::readPastedResponse(text, method);
}

QString problemsOf(const io::PastedResponse& pasted)
{
    QStringList lines;
    for (const io::PasteRemark& remark : pasted.remarks) {
        lines += QStringLiteral("%1%2: %3")
                     .arg(remark.isProblem ? QStringLiteral("!") : QString())
                     .arg(remark.line)
                     .arg(remark.text);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

class TstPastedResponse : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatPeopleHave_data();
    void readsWhatPeopleHave();
    void saysWhatItCouldNotRead_data();
    void saysWhatItCouldNotRead();
    void aBlankTextIsNoResponse();
    void whatADocumentPrintsInOneLineIsReadWhole();
    void onlyTheLineEndsOfTheWireMakeAShortBodyACutOne();
    void chunksAreReadWhereThereAreChunks_data();
    void chunksAreReadWhereThereAreChunks();
    void anAnswerWithoutABodyStaysWithoutOne();
    void theMethodIsTakenFromCurl();
    void aResponseInALongerTextIsFound_data();
    void aResponseInALongerTextIsFound();
    void everyTemplateReadsBackAsItWas();
    void aValueInLinesStaysOneHeader();
    void noTextIsTooOdd();
};

void TstPastedResponse::readsWhatPeopleHave_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<int>("status");
    QTest::addColumn<std::string>("type");
    QTest::addColumn<std::string>("body");
    const std::string xml = "application/xml";
    const auto row = [](const char* name, const std::string& text, int status, const std::string& type = {},
                        const std::string& body = {}) {
        QTest::newRow(name) << text << status << type << body;
    };
    row("as on the wire", "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/xml\r\n\r\n" + kBody,
        429, xml, kBody);
    row("saved by an editor",
        "HTTP/1.1 429 Too Many Requests\nContent-Type: application/xml\n\n" + kBody + "\n", 429, xml,
        kBody + "\n");
    row("HTTP/2 as curl -i has it", "HTTP/2 429 \r\ncontent-type: application/xml\r\n\r\n" + kBody, 429, xml,
        kBody);
    row("without a reason", "HTTP/1.1 503\n\n", 503);
    row("a status", "429", 429);
    row("a status with its reason", "429 Too Many Requests\n", 429);
    row("a status as browsers name it", "Status Code: 429 Too Many Requests", 429);
    row("a pseudo header", ":status: 429\ncontent-type: application/xml\n\n" + kBody, 429, xml, kBody);
    row("a status and headers", "503\nContent-Type: application/xml", 503, xml);
    row("only a body", kBody, 400, {}, kBody);
    row("only a JSON body", "{\"__type\": \"ThrottlingException\"}", 400, {},
        "{\"__type\": \"ThrottlingException\"}");
    row("only text", "error: slow down", 400, {}, "error: slow down");
    row("headers and a body", "Content-Type: application/xml\n\n" + kBody, 400, xml, kBody);
    row("no empty line before the body", "HTTP/1.1 429\nContent-Type: application/xml\n" + kBody, 429, xml,
        kBody);
    row("too many empty lines", "\n\nHTTP/1.1 429\nContent-Type: application/xml\n\n\n\n  " + kBody, 429, xml,
        kBody);
    row("indented, as wget -S has it", "  HTTP/1.1 429 Too Many\n  Content-Type: application/xml\n\n" + kBody,
        429, xml, kBody);
    row("a folded header", "HTTP/1.1 429\nContent-Type: application/xml;\n charset=utf-8\n\n", 429,
        "application/xml; charset=utf-8");
    row("a byte order mark", "\xEF\xBB\xBFHTTP/1.1 429\n\n", 429);
    row("after an interim answer", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 429 X\r\n\r\n" + kBody, 429, {},
        kBody);
    row("after a proxy's consent", "HTTP/1.1 200 Connection established\r\n\r\nHTTP/2 503\r\n\r\n", 503);
    row("after a redirect with a body",
        "HTTP/1.1 307 Moved\nLocation: x\n\n<Redirect/>\nHTTP/1.1 503 Slow\n\n", 503);
    row("the output of curl -v",
        "*   Trying 127.0.0.1:80...\n* Connected to proxy (127.0.0.1) port 80 (#0)\n"
        "> GET /bucket HTTP/1.1\n> Host: proxy\n>\n* Mark bundle as not supporting multiuse\n"
        "< HTTP/1.1 429 Too Many Requests\n< Content-Type: application/xml\n< \n{ [31 bytes data]\n" +
            kBody + "* Connection #0 to host proxy left intact\n",
        429, xml, kBody);
    row("curl -v with its meter",
        "  % Total    % Received % Xferd  Average Speed   Time\n                                 Dload  "
        "Upload   "
        "Total   Spent\n  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0\n< "
        "HTTP/2 429\n"
        "< content-type: application/xml\n<\n" +
            kBody,
        429, xml, kBody);
    row("curl -v of a redirect",
        "> GET / HTTP/1.1\n< HTTP/1.1 301 Moved\n< Location: y\n< \nmoved\n> GET /y HTTP/1.1\n< HTTP/1.1 429 "
        "X\n< \n",
        429);
}

void TstPastedResponse::readsWhatPeopleHave()
{
    QFETCH(std::string, text);
    QFETCH(int, status);
    QFETCH(std::string, type);
    QFETCH(std::string, body);
    const io::PastedResponse pasted = read(text);
    const Response& response = *pasted.facts.response;
    const std::string* found = response.headers.find("content-type");
    QCOMPARE(response.status, status);
    QCOMPARE(found ? *found : std::string(), type);
    QCOMPARE(response.body, body);
    QVERIFY(!pasted.facts.fault);
    QCOMPARE(pasted.hasStatus, status != io::kAssumedStatus);
    for (const io::PasteRemark& remark : pasted.remarks) {
        QVERIFY2(!remark.isProblem, qPrintable(remark.text));
    }
}

void TstPastedResponse::saysWhatItCouldNotRead_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<QString>("remark");
    const auto row = [](const char* name, const std::string& text, const char* remark) {
        QTest::newRow(name) << text << QString::fromUtf8(remark);
    };
    row("no status", kBody, "1: no status found, so Retryscope assumes 400");
    row("a status out of range", "\nHTTP/1.1 42 Odd\n\n",
        "!2: \"HTTP/1.1 42 Odd\" has no status from 100 to 999");
    row("a status that is no number", "HTTP/1.1 abc\n\n", "!1: \"HTTP/1.1 abc\" has no status");
    row("a number that is no status", "4290", "!1: \"4290\" has no status");
    row("a line that is no header", "HTTP/1.1 429\nA: b\nSlow down\n\n", "!3: \"Slow down\" is not a header");
    row("a header name with a blank", "429\nMy Header: b\n\n", "!2: \"My Header: b\" is not a header");
    row("a body that is too short", "429\nContent-Length: 99\n\nab",
        "4: Content-Length says 99 bytes, but the text has 2");
    row("several answers", "HTTP/1.1 100 Go\n\nHTTP/1.1 429 X\n\n",
        "3: the text has 2 responses; Retryscope judges the last one");
    row("a body after HEAD's like", "204\n\nab", "3: a response to HEAD or with status 204");
    row("a wrong checksum", "400\nx-amz-crc32: 1\n\nab", "4: x-amz-crc32 does not match");
}

void TstPastedResponse::saysWhatItCouldNotRead()
{
    QFETCH(std::string, text);
    QFETCH(QString, remark);
    const io::PastedResponse pasted = read(text);
    QVERIFY2(problemsOf(pasted).startsWith(remark), qPrintable(problemsOf(pasted)));
    QCOMPARE(pasted.remarks.size(), std::size_t{1});
    QVERIFY(pasted.facts.response);
}

void TstPastedResponse::whatADocumentPrintsInOneLineIsReadWhole()
{
    const io::PastedResponse pasted = read("HTTP/1.1 400 Bad Request x-amzn-RequestId: LDM6 Content-Type: "
                                           "application/x-amz-json-1.0 Date: Thu, 15 Mar "
                                           "2012 23:56:23 GMT {\"__type\":\"a.b#ResourceNotFoundException\", "
                                           "\"message\":\"not found: Table: t\"}");
    const Response& response = *pasted.facts.response;
    QCOMPARE(response.status, 400);
    QCOMPARE(response.reason, std::string("Bad Request"));
    QCOMPARE(*response.headers.find("x-amzn-requestid"), std::string("LDM6"));
    QCOMPARE(*response.headers.find("content-type"), std::string("application/x-amz-json-1.0"));
    QCOMPARE(*response.headers.find("date"), std::string("Thu, 15 Mar 2012 23:56:23 GMT"));
    QCOMPARE(response.headers.entries.size(), std::size_t{3});
    QCOMPARE(*response.parsed.find("json:__type"), std::string("a.b#ResourceNotFoundException"));
    QVERIFY2(problemsOf(pasted).contains(QStringLiteral("1: the whole response is on one line")),
             qPrintable(problemsOf(pasted)));
    QCOMPARE(read("HTTP/1.1 503 Slow Down <Error><Code>SlowDown</Code></Error>").facts.response->body,
             std::string("<Error><Code>SlowDown</Code></Error>"));
    QVERIFY(read("HTTP/1.1 503 Slow Down").remarks.empty());
}

void TstPastedResponse::aBlankTextIsNoResponse()
{
    for (const char* text : {"", "  \n\t\n"}) {
        const io::PastedResponse pasted = read(text);
        QVERIFY(!pasted.facts.response);
        QVERIFY(!pasted.hasStatus);
        QVERIFY(pasted.remarks.empty());
    }
}

void TstPastedResponse::onlyTheLineEndsOfTheWireMakeAShortBodyACutOne()
{
    const io::PastedResponse exact = read("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort");
    QVERIFY(exact.facts.fault == Fault{FaultKind::ResponseTruncated});
    // The clipboard made LF of four CR LF, once it lost the last line end, too.
    for (const char* text : {"HTTP/1.1 502 X\nContent-Length: 17\n\n<p>\none\ntwo\n\n",
                             "HTTP/1.1 502 X\nContent-Length: 18\n\n<p>\none\ntwo.\n"}) {
        QVERIFY2(read(text).remarks.empty(), text);
    }
    QCOMPARE(read("HTTP/1.1 502 X\nContent-Length: 30\n\n<p>\none\n").remarks.size(), std::size_t{1});
    const io::PastedResponse edited = read("HTTP/1.1 200 OK\nContent-Length: 9\n\nshort");
    QVERIFY(!edited.facts.fault);
    QCOMPARE(read("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nshort").facts.response->body,
             std::string("sh"));
    QCOMPARE(read("HTTP/1.1 200 OK\nContent-Length: 5\n\nshort\n").facts.response->body,
             std::string("short"));
}

void TstPastedResponse::chunksAreReadWhereThereAreChunks_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("expected");
    QTest::addColumn<bool>("isExact");
    const std::string chunks = "1f\r\n" + kBody + "\r\n0\r\n\r\n";
    std::string saved = chunks;
    saved.erase(std::remove(saved.begin(), saved.end(), '\r'), saved.end());
    QTest::newRow("on the wire") << chunks << kBody << true;
    QTest::newRow("saved") << saved << kBody << false;
    QTest::newRow("joined by curl") << kBody << kBody << true;
    QTest::newRow("that do not add up")
        << std::string("ff\nab\n0\n\n") << std::string("ff\nab\n0\n\n") << false;
}

void TstPastedResponse::chunksAreReadWhereThereAreChunks()
{
    QFETCH(std::string, body);
    QFETCH(std::string, expected);
    QFETCH(bool, isExact);
    const std::string end = isExact ? "\r\n" : "\n";
    const io::PastedResponse pasted =
        read("HTTP/1.1 429 X" + end + "Transfer-Encoding: chunked" + end + end + body);
    QCOMPARE(pasted.facts.response->body, expected);
    QVERIFY(!pasted.facts.fault);
}

void TstPastedResponse::anAnswerWithoutABodyStaysWithoutOne()
{
    QVERIFY(read("HTTP/1.1 503 X\n\n\n\n").facts.response->parsed.isEmpty);
    QVERIFY(read("HTTP/1.1 503 X\nContent-Length: 31\n\n" + kBody, "HEAD").facts.response->parsed.isEmpty);
}

void TstPastedResponse::theMethodIsTakenFromCurl()
{
    QCOMPARE(read("> PUT /bucket/key HTTP/2\n>\n< HTTP/2 503\n<\n").method, std::string("PUT"));
    QCOMPARE(read("HTTP/2 503\n\n").method, std::string());
}

void TstPastedResponse::aResponseInALongerTextIsFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("line"); // of the status
    QTest::addColumn<QByteArray>("leftOut");
    const QByteArray response =
        "HTTP/1.1 503 Slow Down\nRetry-After: 120\n\n" + QByteArray::fromStdString(kBody);
    QTest::newRow("mc --debug") << "mc: <DEBUG> GET /b HTTP/1.1\nHost: h\n\nmc: <DEBUG> " + response +
                                       "mc: <DEBUG> Response Time: 30 ms\n"
                                << QByteArray::fromStdString(kBody) << 4 << QByteArray("mc: <DEBUG> GET /b");
    QTest::newRow("prose") << "We saw this today:\n\n" + response << QByteArray::fromStdString(kBody) << 3
                           << QByteArray("We saw this today:");
    QTest::newRow("quoted mail")
        << "On Monday you wrote:\n> HTTP/1.1 503 Slow Down\n> Retry-After: 120\n>\n> " +
               QByteArray::fromStdString(kBody) + "\nThis is what I answer.\n"
        << QByteArray::fromStdString(kBody) << 2 << QByteArray("On Monday you wrote:");
    QTest::newRow("a time before each line")
        << "12:00:00.001 D first\n12:00:00.002 D HTTP/1.1 503 Slow Down\n12:00:00.003 D Retry-After: 120\n"
           "12:00:00.004 D \n12:00:00.005 D " +
               QByteArray::fromStdString(kBody) + "\n[end]\n"
        << QByteArray::fromStdString(kBody) << 2 << QByteArray("12:00:00.001 D first");
    QTest::newRow("the last of two")
        << QByteArray("log\nx HTTP/1.1 200 OK\n\nx HTTP/1.1 503 Slow Down\nRetry-After: 120\n\n")
        << QByteArray() << 4 << QByteArray("log");
}

void TstPastedResponse::aResponseInALongerTextIsFound()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, body);
    QFETCH(const int, line);
    QFETCH(const QByteArray, leftOut);
    const io::PastedResponse pasted = read(text.toStdString());
    QVERIFY(pasted.isWithinText);
    QCOMPARE(pasted.facts.response->status, 503);
    QCOMPARE(pasted.facts.response->reason, std::string("Slow Down"));
    QCOMPARE(*pasted.facts.response->headers.find("retry-after"), std::string("120"));
    QCOMPARE(QByteArray::fromStdString(pasted.facts.response->body).trimmed(), body);
    QCOMPARE(pasted.remarks.front().line, line);
    QVERIFY2(pasted.remarks.front().text.contains(QString::fromUtf8(leftOut)),
             qPrintable(pasted.remarks.front().text));
}

void TstPastedResponse::everyTemplateReadsBackAsItWas()
{
    for (const io::StepTemplate& known : io::stepTemplates()) {
        Response response{.status = known.step.status,
                          .reason = known.step.reason,
                          .headers = known.step.headers,
                          .body = known.step.body};
        io::completeResponse(response);
        const io::PastedResponse pasted = read(io::pastedTextOf(response));
        QVERIFY2(*pasted.facts.response == response, qPrintable(known.name));
        QVERIFY2(!pasted.facts.fault, qPrintable(known.name));
    }
}

/// A header that is added since a rule asks for its text, which a policy from a stranger may have put into
/// lines.
void TstPastedResponse::aValueInLinesStaysOneHeader()
{
    const Response response{.status = 503,
                            .reason = "a\r\n\r\nb",
                            .headers = {{{"X", "a\nHTTP/1.1 200 OK\nY: b"}, {"Z", "a\tb"}}},
                            .body = "HTTP/1.1 201 Created\n\n"};
    QCOMPARE(io::pastedTextOf(response),
             std::string("HTTP/1.1 503 a    b\nX: a HTTP/1.1 200 OK Y: b\nZ: a\tb\n\n"
                         "HTTP/1.1 201 Created\n\n"));
}

void TstPastedResponse::noTextIsTooOdd()
{
    const std::string whole =
        "> GET / HTTP/1.1\n< HTTP/1.1 429 X\r\n< A: b\n\r\n<\nHTTP/2 307\nTransfer-Encoding: "
        "chunked\n\n1f\n" +
        kBody;
    for (std::size_t begin = 0; begin < whole.size(); ++begin) {
        for (std::size_t end = begin; end <= whole.size(); ++end) {
            const io::PastedResponse pasted = read(std::string_view(whole).substr(begin, end - begin));
            QVERIFY(!pasted.facts.response ||
                    (pasted.facts.response->status >= 100 && pasted.facts.response->status <= 999));
        }
    }
}

RETRYSCOPE_TEST(TstPastedResponse)
#include "tst_pasted_response.moc"
