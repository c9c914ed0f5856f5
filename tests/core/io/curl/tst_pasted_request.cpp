// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/curl/pasted_request.h"
#include "core/io/http/wire_target.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using io::PastedAddress;
using io::PastedRequest;
using io::Result;

class TstPastedRequest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAddressIsCompleted_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<std::string>("url");
        QTest::addColumn<QString>("assumed");
        const QString none;
        const QString machine = QStringLiteral("http, since the host is this machine");
        const QString isPrivate = QStringLiteral("http, since the address is in a private network");
        const QString https = QStringLiteral("https, since no scheme is given");
        const auto row = [](const char* text, const char* url, const QString& assumed) {
            QTest::newRow(text) << QByteArray(text) << std::string(url) << assumed;
        };
        row("https://h/p?q=1#f", "https://h/p?q=1#f", none);
        row("HTTP://h", "HTTP://h", none);
        row("  <https://h/a b>\n", "https://h/a b", none);
        row("\"https://h/\"", "https://h/", none);
        row("127.0.0.1:18080/dead", "http://127.0.0.1:18080/dead", machine);
        row("localhost:8080/x", "http://localhost:8080/x", machine);
        row("LOCALHOST", "http://LOCALHOST", machine);
        row("s3.localhost:9000", "http://s3.localhost:9000", machine);
        row("127.example.org", "https://127.example.org", https);
        row("[::1]:8080/x", "http://[::1]:8080/x", machine);
        row("10.1.2.3", "http://10.1.2.3", isPrivate);
        row("172.31.0.1/x", "http://172.31.0.1/x", isPrivate);
        row("192.168.0.1:8443", "http://192.168.0.1:8443", isPrivate);
        row("[fd00::1]", "http://[fd00::1]", isPrivate);
        row("172.32.0.1", "https://172.32.0.1", https);
        row("8.8.8.8", "https://8.8.8.8", https);
        row("example.com", "https://example.com", https);
        row("example.com:80/x", "http://example.com:80/x", QStringLiteral("http, since the port is 80"));
        row("example.com:8080", "https://example.com:8080", https);
        row("//example.com/x", "https://example.com/x", https);
        row("example.com?q=http://x/", "https://example.com?q=http://x/", https);
        row("bücher.example/ü", "https://bücher.example/ü", https);
        row("curl", "https://curl", https); // a host may have this name
    }
    void anAddressIsCompleted()
    {
        QFETCH(QByteArray, text);
        QFETCH(std::string, url);
        QFETCH(QString, assumed);
        const Result<PastedRequest> pasted = io::readPastedRequest(text.toStdString());
        QVERIFY2(pasted.ok(), qPrintable(pasted.ok() ? QString() : pasted.error().text()));
        const auto& address = std::get<PastedAddress>(pasted.value());
        QCOMPARE(address.url, url);
        QCOMPARE(address.assumed ? address.assumed->text() : QString(), assumed);
        QVERIFY(io::targetOf(address.url).ok());
    }

    void aUserInTheAddressBecomesAHeader()
    {
        const Result<PastedRequest> pasted = io::readPastedRequest("user:pass@localhost:1/x");
        const auto& address = std::get<PastedAddress>(pasted.value());
        QCOMPARE(address.url, std::string("http://localhost:1/x"));
        QCOMPARE(address.authorization, std::string("Basic dXNlcjpwYXNz"));
        QVERIFY(std::get<PastedAddress>(io::readPastedRequest("https://@h/").value()).authorization.empty());
    }

    void whatIsNoAddressSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* text, const char* message) {
            QTest::newRow(text) << QByteArray(text)
                                << QStringLiteral("Not a web address: ") + QString::fromUtf8(message);
        };
        row("", "it is empty; type a URL such as https://example.com/path");
        row("hello world", "\"hello world\" contains a space");
        row("https://ho st/", "\"ho st/\" contains a space");
        row("htp:/127.0.0.1:80x", "Retryscope cannot send \"htp:\"; use http or https");
        row("http:/127.0.0.1", "\"//\" is missing after \"http:\"");
        row("ftp://h/", "Retryscope cannot send \"ftp:\"; use http or https");
        row("javascript:alert(1)", "Retryscope cannot send \"javascript:\"; use http or https");
        row("https:h", "\"//\" is missing after \"https:\"");
        row("/path", "the host is missing before the path; write https://host/path");
        row("https://", "it has no host");
        row("host:99999/", "it has the port \"99999\"; use 1 to 65535");
        row("8080", "\"8080\" is a number, not a host");
        row("1.2", "\"1.2\" is not an IP address, which has four numbers");
        row("{\"log\": 1}",
            "it begins with \"{\", like a body or a file; open a file, or paste a body into the request");
        row("a\nb", "it has several lines; paste a URL, a curl command or a response, or a HAR file, trace "
                    "or debug log");
        row("https://h/\x01", "it contains a control character; remove it");
        row("ho_st..x/", "it has an invalid host, \"ho_st..x\"");
    }
    void whatIsNoAddressSaysWhy()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        const Result<PastedRequest> pasted = io::readPastedRequest(text.toStdString());
        QVERIFY(!pasted.ok());
        QCOMPARE(pasted.error().text(), message);
    }

    void aResponseIsKnown_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("status");
        QTest::newRow("log") << QByteArray("mc: GET /b HTTP/1.1\n\nmc: HTTP/1.1 503 Slow Down\nServer: x\n\n")
                             << 503;
        QTest::newRow("wire") << QByteArray("HTTP/1.1 503 Slow Down\r\nServer: x\r\n\r\n") << 503;
        QTest::newRow("curl -i") << QByteArray("HTTP/2 429 \ncontent-type: text/plain\n\nno") << 429;
        QTest::newRow("curl -v")
            << QByteArray("*   Trying 1.2.3.4\n> GET / HTTP/1.1\n>\n< HTTP/1.1 502 Bad Gateway\n<\nx") << 502;
        QTest::newRow("with its command")
            << QByteArray("$ curl -v http://h/\n* hi\n> GET / HTTP/1.1\n< HTTP/1.1 500 No\n<\n") << 500;
        QTest::newRow("a status") << QByteArray("503 Slow Down") << 503;
    }
    void aResponseIsKnown()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, status);
        const Result<PastedRequest> pasted = io::readPastedRequest(text.toStdString());
        QVERIFY2(pasted.ok(), qPrintable(pasted.ok() ? QString() : pasted.error().text()));
        QCOMPARE(std::get<io::PastedIsResponse>(pasted.value()).status, status);
    }

    void aCurlLineIsRead()
    {
        const Result<PastedRequest> pasted = io::readPastedRequest("curl -X DELETE h/x");
        QVERIFY(pasted.ok());
        const auto& command = std::get<io::CurlCommand>(pasted.value());
        QCOMPARE(command.request.method, std::string("DELETE"));
        QCOMPARE(command.assumed->text(), QStringLiteral("http, curl's default if no scheme is given"));
    }

    void tooMuchIsRefused()
    {
        const std::string text(io::kMostPastedBytes + 1, 'a');
        QVERIFY(
            io::readPastedRequest(text).error().text().startsWith(QStringLiteral("Too long for an address")));
        for (const char letter : {'a', '/', ':', '@', '[', '.', '\xff', ' '}) {
            const Result<PastedRequest> pasted =
                io::readPastedRequest(std::string(io::kMostPastedBytes, letter));
            QVERIFY(pasted.ok() || pasted.error().text().size() < 1000);
        }
    }
};

RETRYSCOPE_TEST(TstPastedRequest)
#include "tst_pasted_request.moc"
