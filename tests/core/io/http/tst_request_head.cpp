// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/http_message.h"
#include "core/io/wire/check_request.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;
using namespace retryscope::io;

namespace {

RequestSpec specOf(const char* method, const char* url)
{
    RequestSpec spec;
    spec.method = method;
    spec.url = url;
    return spec;
}

QByteArray bytesOf(const RequestSpec& spec, TargetForm form = TargetForm::Origin)
{
    const WireTarget target = targetOf(spec.url).value();
    return QByteArray::fromStdString(requestHead(spec, target, spec.body.size(), form, {}).bytes);
}

} // namespace

class TstRequestHead : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void takesUrlsApart_data();
    void takesUrlsApart();
    void refusesWhatCannotBeSent_data();
    void refusesWhatCannotBeSent();
    void namesWhatIsWrongInTheMessage();
    void writesExactlyWhatWasAskedFor();
    void announcesAnEmptyBodyOnlyWhereOneIsExpected();
    void keepsAHostThatWasGiven();
    void keepsDuplicateHeadersInOrder();
    void writesTheWholeUrlForAProxy();
    void announcesTheBodyOfThisAttempt();
};

void TstRequestHead::takesUrlsApart_data()
{
    QTest::addColumn<QByteArray>("url");
    QTest::addColumn<QByteArray>("origin");
    QTest::addColumn<QByteArray>("authority");
    QTest::addColumn<QByteArray>("path");
    const auto row = [](const char* url, const char* origin, const char* authority, const char* path) {
        QTest::newRow(url) << QByteArray(url) << QByteArray(origin) << QByteArray(authority)
                           << QByteArray(path);
    };
    row("http://host", "http://host:80", "host", "/");
    row("HTTPS://Host.Example/a", "https://host.example:443", "host.example", "/a");
    row("https://host:443/", "https://host:443", "host", "/");
    row("https://host:8443?x=1", "https://host:8443", "host:8443", "/?x=1");
    row("http://[::1]:8080/p", "http://[::1]:8080", "[::1]:8080", "/p");
    row("http://host/a%2Fb%7e/../c?d=%41&e=f+g#h", "http://host:80", "host", "/a%2Fb%7e/../c?d=%41&e=f+g");
    row("http://host/a b\xc3\xbc", "http://host:80", "host", "/a%20b%C3%BC");
    row("http://b\xc3\xbc"
        "cher.example/",
        "http://xn--bcher-kva.example:80", "xn--bcher-kva.example", "/");
    row("http://host:8080/http://other/", "http://host:8080", "host:8080", "/http://other/");
}

void TstRequestHead::takesUrlsApart()
{
    QFETCH(const QByteArray, url);
    const Result<WireTarget> target = targetOf(url.toStdString());
    QVERIFY2(target.ok(), target.ok() ? "" : qPrintable(target.error().text()));
    QTEST(QByteArray::fromStdString(target.value().origin()), "origin");
    QTEST(QByteArray::fromStdString(target.value().authority), "authority");
    QTEST(QByteArray::fromStdString(target.value().path), "path");
}

void TstRequestHead::refusesWhatCannotBeSent_data()
{
    QTest::addColumn<RequestSpec>("spec");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, RequestSpec spec, const char* reason) {
        QTest::newRow(name) << spec << QString::fromUtf8(reason);
    };
    const auto withHeader = [](const char* name, const std::string& value) {
        RequestSpec spec = specOf("GET", "http://host/");
        spec.headers.add(name, value);
        return spec;
    };
    row("no scheme", specOf("GET", "host/path"), "has no scheme");
    row("an empty URL", specOf("GET", ""), "has no scheme");
    row("another scheme", specOf("GET", "ftp://host/"), "use http or https");
    row("no host", specOf("GET", "http:///path"), "has no host");
    row("no host but a port", specOf("GET", "http://:80/"), "has no host");
    row("a host with a blank", specOf("GET", "http://a b/"), "has an invalid host");
    row("a port that is no number", specOf("GET", "http://host:http/"), "use 1 to 65535");
    row("an empty port", specOf("GET", "http://host:/"), "has the port \"\"");
    row("port 0", specOf("GET", "http://host:0/"), "has the port \"0\"");
    row("port 65536", specOf("GET", "http://host:65536/"), "has the port \"65536\"");
    row("a user name", specOf("GET", "http://me:secret@host/"), "contains a user name");
    row("a line break in the URL", specOf("GET", "http://host/\r\nX: y"), "control character (byte 13)");
    row("an empty method", specOf("", "http://host/"), "not a valid method");
    row("a method with a blank", specOf("GET /x", "http://host/"), "not a valid method");
    row("a header name with a blank", withHeader("X y", "z"), "not a valid name");
    row("an empty header name", withHeader("", "z"), "not a valid name");
    row("a header name with a line break", withHeader("X\r\nY", "z"), "not a valid name");
    row("a value with a line break", withHeader("X", "a\r\nInjected: b"), "byte 13 at position 2");
    row("a value with a null", withHeader("X", std::string("a\0b", 3)), "byte 0 at position 2");
    row("a value that is too long", withHeader("X", std::string(65534, 'a')), "longer than 65533 bytes");
    row("a name that is too long", withHeader(std::string(65534, 'a').c_str(), "z"),
        "longer than 65533 bytes");
    row("a transfer encoding", withHeader("transfer-encoding", "chunked"), "every body has a Content-Length");
    row("a wrong length", withHeader("Content-Length", "5"), "the body has 0 bytes");
    RequestSpec large = specOf("PUT", "http://host/");
    large.body.resize(static_cast<std::size_t>(kMaxRequestBody) + 1);
    row("a body above 64 MiB", large, "at most 67108864");
    RequestSpec proxied = specOf("GET", "http://host/");
    proxied.wire.proxyUrl = "ftp://proxy:1";
    row("a proxy of another kind", proxied, "use http, socks5 or socks5h");
    proxied.wire.proxyUrl = "http://me:" + std::string(4094, 'a') + "@proxy:1";
    row("a proxy with a long password", proxied, "longer than 4096 characters");
    proxied.wire.proxyUrl = "http://:3128";
    row("a proxy without a host", proxied, "not a valid URL");
    RequestSpec secure = specOf("GET", "https://host/");
    secure.wire.caFile = "/nonexistent/ca.pem";
    row("a missing certificate file", secure, "no such file");
    secure.wire.caFile = RETRYSCOPE_SOURCE_DIR "/README.md";
    row("a certificate file without one", secure, "no certificate in PEM format found");
    secure.wire.caFile.clear();
    secure.wire.keyFile = RETRYSCOPE_SOURCE_DIR "/README.md";
    row("a key without a certificate", secure, "a key needs a certificate");
}

void TstRequestHead::refusesWhatCannotBeSent()
{
    QFETCH(const RequestSpec, spec);
    QFETCH(const QString, reason);
    const Result<Done> checked = checkRequest(spec);
    QVERIFY(!checked.ok());
    QVERIFY2(checked.error().text().contains(reason), qPrintable(checked.error().text()));
}

void TstRequestHead::namesWhatIsWrongInTheMessage()
{
    const Result<Done> checked = checkRequest(specOf("GET", "gopher://host/"));
    QCOMPARE(checked.error().text(),
             QStringLiteral("URL \"gopher://host/\": has the scheme \"gopher\"; use http or https"));
}

void TstRequestHead::writesExactlyWhatWasAskedFor()
{
    RequestSpec spec = specOf("POST", "http://host:8000/a?b=c");
    spec.headers.add("x-AMZ-Target", "One.Two");
    spec.headers.add("User-Agent", "");
    spec.body = "hello";
    QCOMPARE(bytesOf(spec), QByteArray("POST /a?b=c HTTP/1.1\r\nHost: host:8000\r\nx-AMZ-Target: One.Two\r\n"
                                       "User-Agent: \r\nContent-Length: 5\r\n\r\n"));
}

void TstRequestHead::announcesAnEmptyBodyOnlyWhereOneIsExpected()
{
    QVERIFY(bytesOf(specOf("POST", "http://h/")).contains("Content-Length: 0\r\n"));
    QVERIFY(bytesOf(specOf("PUT", "http://h/")).contains("Content-Length: 0\r\n"));
    QCOMPARE(bytesOf(specOf("GET", "http://h/")), QByteArray("GET / HTTP/1.1\r\nHost: h\r\n\r\n"));
    QCOMPARE(bytesOf(specOf("DELETE", "http://h/")), QByteArray("DELETE / HTTP/1.1\r\nHost: h\r\n\r\n"));
}

void TstRequestHead::keepsAHostThatWasGiven()
{
    RequestSpec spec = specOf("GET", "http://127.0.0.1/");
    spec.headers.add("host", "bucket.example");
    QCOMPARE(bytesOf(spec), QByteArray("GET / HTTP/1.1\r\nhost: bucket.example\r\n\r\n"));
}

void TstRequestHead::keepsDuplicateHeadersInOrder()
{
    RequestSpec spec = specOf("GET", "http://h/");
    spec.headers.add("X", "1");
    spec.headers.add("X", "2");
    QCOMPARE(bytesOf(spec), QByteArray("GET / HTTP/1.1\r\nHost: h\r\nX: 1\r\nX: 2\r\n\r\n"));
}

void TstRequestHead::writesTheWholeUrlForAProxy()
{
    const RequestSpec spec = specOf("GET", "http://host:81/a?b#c");
    QCOMPARE(bytesOf(spec, TargetForm::Absolute),
             QByteArray("GET http://host:81/a?b HTTP/1.1\r\nHost: host:81\r\n\r\n"));
}

void TstRequestHead::announcesTheBodyOfThisAttempt()
{
    RequestSpec spec = specOf("POST", "http://h/");
    spec.body = "a whole batch";
    spec.headers.add("Content-Length", "13");
    const RequestHead head = requestHead(spec, targetOf(spec.url).value(), 4, TargetForm::Origin, {});
    QCOMPARE(*head.headers.find("Content-Length"), std::string("4"));
}

RETRYSCOPE_TEST(TstRequestHead)
#include "tst_request_head.moc"
