// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/curl/curl_command.h"
#include "core/io/curl/shell_words.h"
#include "core/io/http/http_message.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <QElapsedTimer>

#include <random>

using namespace retryscope;
using io::CurlCommand;
using io::CurlRemark;
using io::Result;

namespace {

/// `POST http://h/ | A: b | body`
std::string requestLine(const RequestSpec& request)
{
    std::string line = request.method + ' ' + request.url;
    for (const Header& header : request.headers.entries) {
        line += " | " + header.name + ": " + header.value;
    }
    return line + (request.body.empty() ? "" : " | " + request.body);
}

/// The remarks that say something is not as curl has it.
QStringList problemsIn(const CurlCommand& command)
{
    QStringList problems;
    for (const CurlRemark& remark : command.remarks) {
        if (remark.kind != CurlRemark::Kind::Harmless) {
            problems += QStringLiteral("%1 %2")
                            .arg(static_cast<int>(remark.kind))
                            .arg(QString::fromStdString(remark.what));
        }
    }
    return problems;
}

std::string readLine(const char* line)
{
    const Result<CurlCommand> command = io::readCurlCommand(line);
    return command ? requestLine(command.value().request) : "error: " + command.error().text().toStdString();
}

} // namespace

class TstCurlCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void understandsWhatPeopleCopy_data();
    void understandsWhatPeopleCopy();
    void whatItCannotTakeIsNamed_data();
    void whatItCannotTakeIsNamed();
    void remarksSpeakOfTheirOwnOption_data();
    void remarksSpeakOfTheirOwnOption();
    void whatCurlMakesOfAUrlIsNamed();
    void aLineThatIsNoneSaysWhere_data();
    void aLineThatIsNoneSaysWhere();
    void wireOptionsAreTaken();
    void aRequestComesBackFromItsLine_data();
    void aRequestComesBackFromItsLine();
    void anyBytesComeBackFromTheirLine();
    void blanksInAUrlAreEncodedForCurl();
    void hostileLinesEndSoon();
};

void TstCurlCommand::understandsWhatPeopleCopy_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char* name, const char* line, const char* expected) {
        QTest::newRow(name) << QByteArray(line) << std::string(expected);
    };
    row("a URL", "curl https://h/p?a=1", "GET https://h/p?a=1");
    row("no scheme is http", "curl example.com", "GET http://example.com");
    row("a prompt and a path", "$ /usr/bin/curl https://h/", "GET https://h/");
    row("short options together", "curl -sSLX POST https://h/ -dx=1",
        "POST https://h/ | Content-Type: application/x-www-form-urlencoded | x=1");
    row("value in the same word", "curl -XPUT -H'A: b' https://h/", "PUT https://h/ | A: b");
    row("an equals sign belongs to the value", "curl -X=PUT https://h/",
        "error: curl line: \"=PUT\" is not a method such as GET or POST");
    row("data joined", "curl https://h/ -d a=1 --data b=2 --data-raw @c",
        "POST https://h/ | Content-Type: application/x-www-form-urlencoded | a=1&b=2&@c");
    row("data given a type", "curl https://h/ -H 'content-type: text/plain' -d hi",
        "POST https://h/ | content-type: text/plain | hi");
    row("a type taken away", "curl https://h/ -H 'Content-Type:' -d hi", "POST https://h/ | hi");
    row("an empty header", "curl https://h/ -H 'X-Empty;'", "GET https://h/ | X-Empty: ");
    row("json", R"(curl https://h/ --json '{"a":1}')",
        R"(POST https://h/ | Content-Type: application/json | Accept: application/json | {"a":1})");
    row("json in pieces", R"(curl https://h/ --json '{"a":' --json '1}')",
        R"(POST https://h/ | Content-Type: application/json | Accept: application/json | {"a":1})");
    row("data behind json", R"(curl https://h/ -d a --json '{}' -d b)",
        R"(POST https://h/ | Content-Type: application/json | Accept: application/json | a{}&b)");
    row("bearer before user", "curl --oauth2-bearer abc -u a:b https://h/",
        "GET https://h/ | Authorization: Bearer abc");
    row("url-encoded",
        "curl https://h/ --data-urlencode 'q=a b&c' --data-urlencode '=x/y' --data-urlencode 'p q'",
        "POST https://h/ | Content-Type: application/x-www-form-urlencoded | q=a+b%26c&x%2Fy&p+q");
    row("get", "curl -G 'https://h/p?x=1' -d a=1 -d b=2", "GET https://h/p?x=1&a=1&b=2");
    row("get without a path", "curl -G https://h -d a=1", "GET https://h/?a=1");
    row("get before a fragment", "curl -G 'https://h/#top' -d a=1", "GET https://h/?a=1#top");
    row("url-query", "curl https://h/ --url-query 'a=b c' --url-query +x=%20", "GET https://h/?a=b+c&x=%20");
    row("head", "curl -I https://h/", "HEAD https://h/");
    row("head, then a method", "curl -I -X GET https://h/", "GET https://h/");
    row("user", "curl -u user:pass:word https://h/",
        "GET https://h/ | Authorization: Basic dXNlcjpwYXNzOndvcmQ=");
    row("user in the URL", "curl https://us%20er:pa%3Ass@h/",
        "GET https://h/ | Authorization: Basic dXMgZXI6cGE6c3M=");
    row("a given header wins", "curl -u a:b -H 'authorization: Bearer x' https://h/",
        "GET https://h/ | authorization: Bearer x");
    row("bearer", "curl --oauth2-bearer abc https://h/", "GET https://h/ | Authorization: Bearer abc");
    row("agent, referer, cookies, range", "curl -A me -e 'http://r/;auto' -b a=1 -b b=2 -r 0-9 https://h/",
        "GET https://h/ | User-Agent: me | Referer: http://r/ | Cookie: a=1;b=2 | Range: bytes=0-9");
    row("url as an option", "curl --request DELETE --url https://h/x", "DELETE https://h/x");
    row("after two dashes", "curl -X POST -- https://h/", "POST https://h/");
    row("chrome, bash",
        "curl 'https://h/p' \\\n  -H 'accept: */*' \\\n  --data-raw $'{\"a\":\"it\\'s\\u0021\\n\"}' \\\n  "
        "--compressed",
        "POST https://h/p | accept: */* | Content-Type: application/x-www-form-urlencoded | "
        "{\"a\":\"it's!\n\"}");
    row("chrome, windows",
        "curl ^\"https://h/p?a=1^&b=2^\" ^\r\n  -H ^\"accept: */*^\" ^\r\n  --data-raw "
        "^\"^{^\\^\"a^\\^\":^\\^\"x^%^20y^\\^\"^}^\"",
        "POST https://h/p?a=1&b=2 | accept: */* | Content-Type: application/x-www-form-urlencoded | "
        "{\"a\":\"x%20y\"}");
    row("signs of windows in quotes", "curl https://h/ -H 'A: ^ ^\" ^\nb'", "GET https://h/ | A: ^ ^\" ^\nb");
    row("windows, older", "curl \"https://h/p?a=1&b=2\" ^\n -H \"A: b\" ^\n --data-raw \"{\\\"a\\\": 1}\"",
        "POST https://h/p?a=1&b=2 | A: b | Content-Type: application/x-www-form-urlencoded | {\"a\": 1}");
    row("windows, a line end in a body", "curl ^\"https://h/^\" ^\n  -d ^\"a^\n\nb^\"",
        "POST https://h/ | Content-Type: application/x-www-form-urlencoded | a\nb");
    row("double quotes", R"(curl "https://h/" -H "A: \"q\" \x \\" -d "it's")",
        R"(POST https://h/ | A: "q" \x \ | Content-Type: application/x-www-form-urlencoded | it's)");
    row("quotes within a word", R"(curl https://h/'a b'"c"\ d)", "GET https://h/a bc d");
    row("lost backslashes", "curl https://h/\n  -H 'A: b'\n  -X PUT", "PUT https://h/ | A: b");
    row("a pipe behind it", "curl -s https://h/ 2>/dev/null | jq .", "GET https://h/");
    row("a comment behind it", "curl https://h/#a # really", "GET https://h/#a");
    row("not a letter of ASCII", "curl https://h/ -d 'größe'",
        "POST https://h/ | Content-Type: application/x-www-form-urlencoded | größe");
    row("negated options", "curl --no-location --no-buffer -N --no-keepalive https://h/", "GET https://h/");
}

void TstCurlCommand::understandsWhatPeopleCopy()
{
    QFETCH(QByteArray, line);
    QFETCH(std::string, expected);
    QVERIFY(io::isCurlCommand(line.toStdString()));
    QCOMPARE(readLine(line.constData()), expected);
}

void TstCurlCommand::whatItCannotTakeIsNamed_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* options, const char* named) {
        QTest::newRow(options) << QByteArray(options) << QString::fromUtf8(named);
    };
    const char* const nothing = "";
    row("-s -S -v -i -o /dev/null -w '%{http_code}' --fail --http1.1", nothing);
    row("-L", "");
    row("-L --max-redirs 5", "");
    row("--compressed", "4 --compressed");
    row("-F 'a=@x.png'", "4 -F a=@x.png");
    row("-d @body.json", "3 -d @body.json");
    row("--data-binary @-", "3 --data-binary @-");
    row("--json @b", "3 --json @b");
    row("--data-urlencode n@f", "3 --data-urlencode n@f");
    row("-H @headers", "3 -H @headers");
    row("-b jar.txt", "3 -b jar.txt");
    row("-T f", "3 -T f");
    row("-K f", "3 -K f");
    row("--retry 3 --retry-all-errors", "2 --retry 3;2 --retry-all-errors");
    row("-m 5 --retry-max-time 9", "2 --retry-max-time 9");
    row("--digest", "4 --digest");
    row("--aws-sigv4 aws:amz:eu-west-1:s3", "4 --aws-sigv4 aws:amz:eu-west-1:s3");
    row("--ip-tos CS1", "5 --ip-tos;5 CS1");
    row("--request=POST", "5 --request=POST");
    row("--comp", "5 --comp");
    row("--refere x", "5 --refere x");
    row("--hea", "5 --hea");
    row("-sy", nullptr);
    row("https://other/", "4 https://other/");
    row("--next https://other/", "4 --next");
    row("-H nonsense", "5 -H nonsense");
    row("-H \"A: $TOKEN\"", "5 $TOKEN");
    row("-H \"A: $(date +%s) ${X} `id`\"", "5 $(date +%s);5 ${X};5 `id`");
    row("-u name", "4 -u name");
    row("--url https://h/../x --path-as-is", "4 https://h/../x");
    row("--url-query n@f", "3 --url-query n@f");
    row("--cert a.pem:secret", "4 --cert a.pem:…");
}

void TstCurlCommand::whatItCannotTakeIsNamed()
{
    QFETCH(QByteArray, options);
    QFETCH(QString, named);
    const QByteArray line = "curl https://h/ " + options;
    const Result<CurlCommand> command = io::readCurlCommand(line.constData());
    if (named.isNull()) {
        QVERIFY(!command.ok()); // a value is missing
        return;
    }
    QVERIFY2(command.ok(), qPrintable(command.ok() ? QString() : command.error().text()));
    QCOMPARE(problemsIn(command.value()).join(u';'), named);
    QCOMPARE(command.value().request.url, std::string("https://h/"));
    QCOMPARE(command.value().request.follow, options == "-L" ? 20 : options.startsWith("-L ") ? 5 : 0);
    for (const CurlRemark& remark : command.value().remarks) {
        QCOMPARE(remark.text.isEmpty(), remark.kind == CurlRemark::Kind::Harmless);
    }
}

void TstCurlCommand::remarksSpeakOfTheirOwnOption_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QString>("word");
    QTest::newRow("after a form") << QByteArray("-F a=b --resolve h:80:127.0.0.1")
                                  << QStringLiteral("is not supported; omitted");
    QTest::newRow("a form") << QByteArray("--resolve h:80:127.0.0.1 --form-string a=b")
                            << QStringLiteral("is a part of a multipart form");
    QTest::newRow("a query from a file")
        << QByteArray("--url-query n@f") << QStringLiteral("missing from the query");
    QTest::newRow("data from a file")
        << QByteArray("--data-urlencode n@f") << QStringLiteral("missing from the body");
    QTest::newRow("redirects") << QByteArray("--location-trusted")
                               << QStringLiteral("to the first server only");
    QTest::newRow("compression") << QByteArray("--compressed")
                                 << QStringLiteral("asks for a compressed body");
}

void TstCurlCommand::remarksSpeakOfTheirOwnOption()
{
    QFETCH(QByteArray, options);
    QFETCH(QString, word);
    const QByteArray line = "curl https://h/ " + options;
    const Result<CurlCommand> command = io::readCurlCommand(line.constData());
    QVERIFY(command.ok() && !command.value().remarks.empty());
    QVERIFY2(command.value().remarks.back().text.contains(word),
             qPrintable(command.value().remarks.back().text));
}

void TstCurlCommand::whatCurlMakesOfAUrlIsNamed()
{
    QCOMPARE(problemsIn(io::readCurlCommand("curl https://h/a/../b").value()),
             QStringList{QStringLiteral("1 https://h/a/../b")});
    QCOMPARE(problemsIn(io::readCurlCommand("curl --path-as-is https://h/a/../b").value()), QStringList());
    QCOMPARE(problemsIn(io::readCurlCommand("curl https://h/{a,b}").value()),
             QStringList{QStringLiteral("1 https://h/{a,b}")});
    QCOMPARE(problemsIn(io::readCurlCommand("curl -g https://h/{a,b}").value()), QStringList());
    QCOMPARE(problemsIn(io::readCurlCommand("curl https://h/ --url-query +a@b").value()), QStringList());
}

void TstCurlCommand::aLineThatIsNoneSaysWhere_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("message");
    QTest::newRow("no URL") << QByteArray("curl -s") << QStringLiteral("curl line: no URL given");
    QTest::newRow("no value") << QByteArray("curl https://h/ -X")
                              << QStringLiteral("curl line: -X needs a value");
    QTest::newRow("open quote") << QByteArray("curl https://h/ \\\n -d 'a")
                                << QStringLiteral("curl line, line 2: the quote ' is not closed");
    QTest::newRow("bad URL") << QByteArray("curl 'ho st'")
                             << QStringLiteral("curl line: Not a web address: \"ho st\" contains a space");
    QTest::newRow("bad number") << QByteArray("curl https://h/ -m soon")
                                << QStringLiteral("curl line: -m soon needs a number of seconds");
    QTest::newRow("other scheme")
        << QByteArray("curl ftp://h/f")
        << QStringLiteral("curl line: Not a web address: Retryscope cannot send \"ftp:\"; use http or https");
}

void TstCurlCommand::aLineThatIsNoneSaysWhere()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, message);
    const Result<CurlCommand> command = io::readCurlCommand(line.constData());
    QVERIFY(!command.ok());
    QCOMPARE(command.error().text(), message);
}

void TstCurlCommand::wireOptionsAreTaken()
{
    const Result<CurlCommand> command = io::readCurlCommand(
        "curl -k -x proxy:3128 -U 'me:p@ss' --noproxy a,b --cacert ca.pem --cert c.pem --key k.pem "
        "--connect-timeout 2.5 -m 30 https://h/");
    QVERIFY(command.ok());
    const RequestSpec& request = command.value().request;
    QVERIFY(!request.wire.verifyPeer);
    QCOMPARE(request.wire.proxyUrl, std::string("http://me:p%40ss@proxy:3128"));
    QCOMPARE(request.wire.noProxy, std::string("a,b"));
    QCOMPARE(request.wire.caFile, std::string("ca.pem"));
    QCOMPARE(request.wire.certificateFile, std::string("c.pem"));
    QCOMPARE(request.wire.keyFile, std::string("k.pem"));
    QCOMPARE(request.connectTimeout, Duration(std::chrono::milliseconds(2500)));
    QVERIFY(request.attemptTimeout == Duration(std::chrono::seconds(30)));
    QVERIFY(!request.deadline);
    QVERIFY(!io::readCurlCommand("curl -m 5 -m 0 https://h/").value().request.attemptTimeout);
    const Result<CurlCommand> socks = io::readCurlCommand("curl --socks5-hostname h:1080 https://h/");
    QCOMPARE(socks.value().request.wire.proxyUrl, std::string("socks5h://h:1080"));
}

void TstCurlCommand::aRequestComesBackFromItsLine_data()
{
    QTest::addColumn<RequestSpec>("request");
    RequestSpec get;
    get.url = "https://h/p?a=[1]&b={2}#x";
    get.headers = {{{"A", "it's \"so\" $HOME `id` \\ !"}, {"Empty", ""}, {"A", "again"}}};
    QTest::newRow("get") << get;
    RequestSpec post = get;
    post.method = "POST";
    post.body = "@not a file\nline\t2\\'\r\n";
    QTest::newRow("post") << post;
    post.body += " ^\" ^\n it's ^\"";
    QTest::newRow("signs of windows") << post;
    post.method = "GET";
    post.headers.add("content-type", "text/plain");
    QTest::newRow("get with a body") << post;
    post.method = "PATCH";
    QTest::newRow("patch") << post;
    RequestSpec wire = get;
    wire.method = "HEAD";
    wire.wire = {.proxyUrl = "socks5://u:p@h:1",
                 .noProxy = "*",
                 .caFile = "a b",
                 .certificateFile = "c",
                 .keyFile = "k",
                 .verifyPeer = false};
    wire.connectTimeout = std::chrono::microseconds(1'500'001);
    wire.attemptTimeout = std::chrono::seconds(7);
    QTest::newRow("wire") << wire;
}

void TstCurlCommand::aRequestComesBackFromItsLine()
{
    QFETCH(RequestSpec, request);
    const std::string line = io::curlCommand(request);
    const Result<CurlCommand> back = io::readCurlCommand(line);
    QVERIFY2(back.ok(), qPrintable(back.ok() ? QString() : back.error().text()));
    QCOMPARE(requestLine(back.value().request), requestLine(request));
    QVERIFY2(back.value().request == request, line.c_str());
}

void TstCurlCommand::anyBytesComeBackFromTheirLine()
{
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        RequestSpec request{.method = "POST", .url = "https://h/"};
        const auto bytes = [&random](unsigned lowest, unsigned highest) {
            std::string text;
            for (std::size_t left = random() % 40; left > 0; --left) {
                text += static_cast<char>(lowest + random() % (highest - lowest + 1));
            }
            return text;
        };
        request.headers.add("A", "x" + bytes(0x20, 0xff) + "x");
        request.body = "x" + bytes(1, 0xff);
        const Result<CurlCommand> back = io::readCurlCommand(io::curlCommand(request));
        QVERIFY(back.ok());
        QVERIFY2(back.value().request == request, io::curlCommand(request).c_str());
    }
}

void TstCurlCommand::blanksInAUrlAreEncodedForCurl()
{
    QCOMPARE(io::curlCommand({.url = "https://h/a b?ü"}), std::string("curl 'https://h/a%20b?%C3%BC'"));
}

/// Texts of the largest size that is pasted. A debug build reads them in well under a second; a reader that
/// goes back at every sign would take minutes, which the limit of the test ends.
void TstCurlCommand::hostileLinesEndSoon()
{
    constexpr std::size_t kSize = std::size_t{1024} * 1024;
    for (const std::string piece :
         {"$(", "${", "`", "\\", "'", "\"", "$'\\x", "a ", "-H a: ", "^\"", "%", "<", "-"}) {
        std::string line = "curl https://h/ ";
        while (line.size() < kSize) {
            line += piece;
        }
        const Result<CurlCommand> command = io::readCurlCommand(line);
        if (command) {
            for (const CurlRemark& remark : command.value().remarks) {
                QVERIFY(remark.what.size() < 1000);
            }
        } else {
            QVERIFY(command.error().text().size() < 1000);
        }
    }
}

RETRYSCOPE_TEST(TstCurlCommand)
#include "tst_curl_command.moc"
