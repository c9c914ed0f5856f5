// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/redact.h"
#include "tests/support/proportion.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScopeGuard>
#include <QThread>

#include <array>
#include <atomic>
#include <cmath>
#include <memory>

using namespace retryscope;

/// What a text repeats: documents, headers, commands. The slots stand outside of the class for moc's sake,
/// which loses its way among raw strings.
class TstRedactText : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void repeatedSecretsAreLeftOut_data();
    void repeatedSecretsAreLeftOut();
    void hostileTextsAreSearchedInOneGo_data();
    void hostileTextsAreSearchedInOneGo();
    void secretsAreFoundInDocumentsInDocuments();
    void whatIsAUrlOrAFormHasWholeValues();
    void namesOfOnesOwnCountInEverySpelling();
    void whatIsNoNameIsTold();
    void namesMayChangeWhileOthersAsk();
    void fieldsOfABodyAreKnownByTheirPlace();
    void trailersAndReasonsLoseTheirSecrets();
    void aSecretBehindAnotherOneIsFound();
    void noPresetHoldsWhatReadsLikeASecret();
};

/// The value of `code` ends where a member begins.
void TstRedactText::aSecretBehindAnotherOneIsFound()
{
    const std::string text = "GET /?code=1https://user:{\"SecretAccessHTK\":canary HTTP/1.1\r\n\r\n";
    const std::string once = io::redactedMessage(text);
    QVERIFY2(once.find("canary") == std::string::npos, once.c_str());
    QCOMPARE(io::redactedMessage(once), once);
}

void TstRedactText::repeatedSecretsAreLeftOut_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(expected);
    };
    row("a member", R"({"Authorization": "Bearer \"x\"", "a": 1})",
        R"({"Authorization": "[redacted]", "a": 1})");
    row("members in every spelling", R"({"api_key":"x","ApiKey":"y","HTTP_COOKIE":"z","sessionToken":"t"})",
        R"({"api_key":"[redacted]","ApiKey":"[redacted]","HTTP_COOKIE":"[redacted]","sessionToken":"[redacted]"})");
    row("a list and a number", R"({"Cookie": ["a", "b"], "password": 123, "x": [1]})",
        R"({"Cookie": ["[redacted]", "[redacted]"], "password": [redacted], "x": [1]})");
    row("YAML",
        "db:\n  password: hunter2 # old\n  user: joe\n  - token: zzz\n  - 'secret': q r\nkeep: value\n",
        "db:\n  password: [redacted]\n  user: joe\n  - token: [redacted]\n  - 'secret': [redacted]\nkeep: "
        "value\n");
    row("YAML in quotes", "a:\n  password: \"a b\"\n  \"token\": 'c d' # x\nb: 1\n",
        "a:\n  password: \"[redacted]\"\n  \"token\": '[redacted]' # x\nb: 1\n");
    row("a block of YAML", "private_key: |\n  -----BEGIN\n\n  abc\nb: >-\n  c\n",
        "private_key: |\n  [redacted]\nb: >-\n  c\n");
    row("what is nested in YAML", "password:\n- one\n- two\nb:\n  token:\n    c: d\n  e: f\n",
        "password:\n[redacted]\nb:\n  token:\n    [redacted]\n  e: f\n");
    row("a map of YAML in one line", "flow: {password: p 1, a: b, token: c}\n",
        "flow: {password: [redacted], a: b, token: [redacted]}\n");
    row("empty in YAML", "password:\nb: 1\n", "password:\nb: 1\n");
    row("JSON on several lines", "{\n  \"password\": null,\n  \"token\": true\n}",
        "{\n  \"password\": null,\n  \"token\": true\n}");
    row("YAML in JSON", R"({"config": "db:\n  password: hunter2\n"})",
        R"({"config": "db:\n  password: [redacted]\n"})");
    row("a document in a document", R"({"data": "{\"token\": \"x\", \"b\": 1}"})",
        R"({"data": "{\"token\": \"[redacted]\", \"b\": 1}"})");
    row("a member that is cut", R"({"password": "abc)", R"({"password": "[redacted])");
    row("a table as Python prints it", "{'Authorization': 'Bearer x', 'a': 'b'}",
        "{'Authorization': '[redacted]', 'a': 'b'}");
    row("an object under a secret name", R"({"token":{"value":"x","n":[1,"]"]},"b":1})",
        R"({"token":[redacted],"b":1})");
    row("lists and objects in a list", R"({"token":["a",{"b":"c"},["d"]],"b":1})",
        R"({"token":["[redacted]",[redacted],[redacted]],"b":1})");
    row("an object that is cut", R"({"token":{"value":"x)", R"({"token":[redacted])");
    row("a name with escaped letters", R"({"pass\u0077ord":"x","\u0074oken":"y","\u0061":"z"})",
        R"({"pass\u0077ord":"[redacted]","\u0074oken":"[redacted]","\u0061":"z"})");
    row("children of an element", "<r><Password><b>x</b>y</Password><c>z</c></r>",
        "<r><Password>[redacted]</Password><c>z</c></r>");
    row("a comment in an element", "<Token>a<!-- c -->x</Token><Tokens>y</Tokens>",
        "<Token>[redacted]</Token><Tokens>y</Tokens>");
    row("an element that nothing closes", "<Token>a<Code>b</Code>", "<Token>[redacted]<Code>b</Code>");
    row("children of an element that nothing closes", "<Token><b>a</b>", "<Token>[redacted]");
    row("a part of a form",
        "--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\na\r\nb\r\n--x\r\n"
        "Content-Disposition: form-data; name=\"n\"\r\n\r\nc\r\n--x--",
        "--x\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n[redacted]\r\n--x\r\n"
        "Content-Disposition: form-data; name=\"n\"\r\n\r\nc\r\n--x--");
    row("members of errors stay", R"({"Code":"a","code":"b","__type":"c","key":"d","message":"e"})",
        R"({"Code":"a","code":"b","__type":"c","key":"d","message":"e"})");
    row("a bare value behind a name in quotes, as YAML has it",
        "\"SecretAccessKey\": wJalrXUtnFEMI7MDENG\nb: 1", "\"SecretAccessKey\": [redacted]\nb: 1");
    row("a bare value in what is no JSON", R"({"api_key":abcdefgh1234})", R"({"api_key":[redacted]})");
    row("a variable stays", R"({"Authorization": token, "api_key": process.env.KEY})",
        R"({"Authorization": token, "api_key": process.env.KEY})");
    row("null and nothing stay", R"({"token": null, "password": ""})", R"({"token": null, "password": ""})");
    row("elements", "<r><SessionToken>x</SessionToken><s:SecretAccessKey a='b'>y</s:SecretAccessKey></r>",
        "<r><SessionToken>[redacted]</SessionToken><s:SecretAccessKey "
        "a='b'>[redacted]</s:SecretAccessKey></r>");
    row("CDATA", "<Signature><![CDATA[x<y]]></Signature>", "<Signature><![CDATA[[redacted]]]></Signature>");
    row("CDATA behind blanks", "<Signature>\n <![CDATA[x]]></Signature>",
        "<Signature>\n <![CDATA[[redacted]]]></Signature>");
    row("an element with a comment", "<SecretAccessKey><!-- a -->x</SecretAccessKey>",
        "<SecretAccessKey><!-- a -->[redacted]</SecretAccessKey>");
    row("a parameter with a quote in it", R"(password="a\"b" c)", R"(password="[redacted]" c)");
    row("parameters of a header in a string", R"({"m":"Authorization: Digest a=\"u\", b=\"x\"","c":"d"})",
        R"({"m":"Authorization: [redacted]","c":"d"})");
    row("elements of errors stay", "<Error><Code>a</Code><Key>b</Key><Token/></Error>",
        "<Error><Code>a</Code><Key>b</Key><Token/></Error>");
    row("an attribute", "<a password=\"x y\" b='c'/>", "<a password=\"[redacted]\" b='c'/>");
    row("a header in a line", "GET / HTTP/1.1\nCookie: a=\"b\"; c=d\nHost: h",
        "GET / HTTP/1.1\nCookie: [redacted]\nHost: h");
    row("the canonical request of S3", "<R>host:h\nx-amz-security-token:abc\n\nhost</R>",
        "<R>host:h\nx-amz-security-token:[redacted]\n\nhost</R>");
    row("a header in a string", R"({"raw":"GET\r\nCookie: a=b\r\nHost: h","b":"c"})",
        R"({"raw":"GET\r\nCookie: [redacted]\r\nHost: h","b":"c"})");
    row("a header in a sentence", R"({"message":"Authorization: Bearer x","b":"c"})",
        R"({"message":"Authorization: [redacted]","b":"c"})");
    row("a header of a command", "curl -H 'X-Api-Key: x' -d 'y'", "curl -H 'X-Api-Key: [redacted]' -d 'y'");
    row("a name that is no header", "NotACookie: a", "NotACookie: a");
    row("a URL as Go writes it", R"({"u":"https://h/k?a=1\u0026X-Amz-Signature=x\u0026b=2"})",
        R"({"u":"https://h/k?a=1\u0026X-Amz-Signature=[redacted]\u0026b=2"})");
    row("a document in a document as .NET writes it",
        R"({"d":"{\u0022password\u0022:\u0022a\\\u0022b\u0022,\u0022c\u0022:1}"})",
        R"({"d":"{\u0022password\u0022:\u0022[redacted]\u0022,\u0022c\u0022:1}"})");
    row("a URL as PHP writes it", R"({"u":"https:\/\/user:x@h\/p?token=y","b":"c"})",
        R"({"u":"https:\/\/[redacted]@h\/p?token=[redacted]","b":"c"})");
    row("a document in an attribute", "<a d='{&quot;token&quot;:&quot;x&quot;,&quot;b&quot;:1}'/>",
        "<a d='{&quot;token&quot;:&quot;[redacted]&quot;,&quot;b&quot;:1}'/>");
    row("a URL in a URL", "https://h/?to=https%3A%2F%2Fu%3Ax%40g%2F%3Ftoken%3Dy%26a%3D1&b=2",
        "https://h/?to=https%3A%2F%2F[redacted]%40g%2F%3Ftoken%3D[redacted]%26a%3D1&b=2");
    row("a value with escapes in it", R"({"password":"a\u0022b\\","c":"\/"})",
        R"({"password":"[redacted]","c":"\/"})");
    row("what was hidden ends where it did", R"({"m":"a\nb","d":"Authorization: Bearer x","e":"f"})",
        R"({"m":"a\nb","d":"Authorization: [redacted]","e":"f"})");
    row("a header behind an escaped line end", R"({"m":"\u000d\u000aCookie: x\u000d\u000aHost: h"})",
        R"({"m":"\u000d\u000aCookie: [redacted]\u000d\u000aHost: h"})");
    row("backslashes in a password", R"(password=a\nb\tc;d)", "password=[redacted];d");
    row("half of a pair of quotes", R"(Cookie: \"p\\\-"q\",:""}h""Authorization: D=:\"p\\\abc)",
        R"(Cookie: [redacted]\\\-"q\",:""}h""Authorization: [redacted]\\\abc)");
    row("nested parameters", "?user[password]=x&token[]=y&user%5Bpwd%5D=z&a[b]=c",
        "?user[password]=[redacted]&token[]=[redacted]&user%5Bpwd%5D=[redacted]&a[b]=c");
    row("sections of CDATA", "<Password><![CDATA[a]]>b</Password><c/>",
        "<Password>[redacted]</Password><c/>");
    row("two sections of CDATA", "<Password><![CDATA[]]><![CDATA[b]]></Password>",
        "<Password>[redacted]</Password>");
    row("an element in one of its name", "<Token>a<Token>b</Token>c</Token><d>e</d>",
        "<Token>[redacted]</Token><d>e</d>");
    row("a closing tag in a comment", "<Token>a<!-- </Token> -->b</Token><d>e</d>",
        "<Token>[redacted]</Token><d>e</d>");
    row("blanks around the sign of an attribute", "<a password = \"x y\" b = 'c'/>",
        "<a password = \"[redacted]\" b = 'c'/>");
    row("a colon on a line of its own", "{\"token\"\n:\n\"x\"}", "{\"token\"\n:\n\"[redacted]\"}");
    row("parts of a form, written otherwise",
        "Content-Disposition: Form-Data; filename=\"name=a\"; Name=token\r\n\r\nb\r\n--x--",
        "Content-Disposition: Form-Data; filename=\"name=a\"; Name=token\r\n\r\n[redacted]\r\n--x--");
    row("a folded line", "Cookie: a\r\n b\r\n\tc\r\nHost: h", "Cookie: [redacted]\r\nHost: h");
    row("an indented list of headers", "  Cookie: a\n  Host: h", "  Cookie: [redacted]\n  Host: h");
    row("pairs", R"([["Cookie","x"],["Host","h"]])", R"([["Cookie","[redacted]"],["Host","h"]])");
    row("headers by name and value", R"([{"name":"Authorization","value":"x"},{"name":"Host","value":"h"}])",
        R"([{"name":"Authorization","value":"[redacted]"},{"name":"Host","value":"h"}])");
    row("members by name and value",
        R"([{"Name":"dbPassword","Value":"x"},{"Name":"session.key","Value":"y"}])",
        R"([{"Name":"dbPassword","Value":"[redacted]"},{"Name":"session.key","Value":"[redacted]"}])");
    row("two words of a list", R"(["InvalidSignature","it does not match"])",
        R"(["InvalidSignature","it does not match"])");
    row("names without quotes", "{token: 'x', password : \"y\", a: 'b', note: token: 'c'}",
        "{token: '[redacted]', password : \"[redacted]\", a: 'b', note: token: '[redacted]'}");
    row("what Ruby prints", R"({"token"=>"x", :password=>"y", :a=>"b"})",
        R"({"token"=>"[redacted]", :password=>"[redacted]", :a=>"b"})");
    row("a sign in a cookie", "Cookie: a=<b>c\r\nHost: h", "Cookie: [redacted]\r\nHost: h");
    row("a header in markup", "<li><b>Cookie:</b> <code>x</code></li><br>Cookie: y<br>Host: h",
        "<li><b>Cookie:</b> <code>[redacted]</code></li><br>Cookie: [redacted]<br>Host: h");
    row("a part with a line like a boundary",
        "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\na\r\n--c\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n[redacted]\r\n--b--");
    row("a list of names", R"({"allowed":["Authorization","X-A","X-B"]})",
        R"({"allowed":["Authorization","X-A","X-B"]})");
    row("a table",
        "<tr><td>HTTP_COOKIE</td><td class=\"c\"><pre>x</pre></td></tr><tr><td>HOST</td><td>h</td></tr>",
        "<tr><td>HTTP_COOKIE</td><td "
        "class=\"c\"><pre>[redacted]</pre></td></tr><tr><td>HOST</td><td>h</td></tr>");
}

void TstRedactText::repeatedSecretsAreLeftOut()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(io::redactedText(text.toStdString())), expected);
    QCOMPARE(QByteArray::fromStdString(io::redactedText(expected.toStdString())), expected);
}

void TstRedactText::hostileTextsAreSearchedInOneGo_data()
{
    QTest::addColumn<QByteArray>("start");
    QTest::addColumn<QByteArray>("piece");
    QTest::addColumn<QByteArray>("end");
    const auto row = [](const char* start, const char* piece, const char* end) {
        QTest::addRow("%s%s...%s", start, piece, end)
            << QByteArray(start) << QByteArray(piece) << QByteArray(end);
    };
    for (const char* piece : {"=",
                              ":",
                              "\"",
                              "\\",
                              "<",
                              "\":",
                              "\\\":",
                              "<Token><![CDATA[",
                              "a:",
                              "' :",
                              "  :",
                              "\"token\":[",
                              "Cookie:",
                              "Cookie:a<",
                              "://",
                              "://@",
                              "token=\"",
                              "a=",
                              "key=",
                              "<Token><!--",
                              "<Token><!---->",
                              "<!--<Token><!-- -->",
                              "\"token\":[\"\",",
                              "\"token\":[a,",
                              "'Cookie: a=\\'",
                              "<Token> ",
                              "<!--<Token>-->",
                              "\\u0026token=",
                              "&amp;quot;",
                              "%25",
                              "\"Cookie\",",
                              "[\"Cookie\",",
                              "[\"Cookie\",\"",
                              "\"Cookie\",\"value\":[",
                              ">Cookie</",
                              ">Cookie</a>",
                              "<Token><Token>x</Token>",
                              "token:'",
                              "{token: ",
                              "\"token\"=>",
                              "Cookie:<b>",
                              "--form-data; name=token\n\n",
                              "<Token><![CDATA[]]>",
                              "<!--<Token>a",
                              "<![CDATA[<Token>a",
                              "form-data;name=token;",
                              "password = ",
                              "password = '",
                              "a[",
                              "Cookie: a\n "}) {
        row("", piece, "");
    }
    row(R"({"x":"Authorization: Digest )", R"(a=\"b\")", R"("})");
    row(R"({"x":"Authorization: Digest )", R"(a=\")", "\r\n");
    row("", "form-data; name=\"password\"\n", "");
    row("", "form-data; name=\"password\"\n\n", "");
    row("", "<Token>a</Token1>", "");
    row("", "<Token><b>", "");
    row("", "\"token\":{", "");
    row("", "\\u0074", "\":");
    row("", "\"\\u0074\":", "");
    row("", "<Token><!--", "-->");
    row("<Token>", "<!---->", "x");
}
void TstRedactText::hostileTextsAreSearchedInOneGo()
{
    QFETCH(QByteArray, start);
    QFETCH(QByteArray, piece);
    QFETCH(QByteArray, end);
    const QString problem = test::outOfProportion(8 * 1024, [&](qsizetype size) {
        const std::string hostile = (start + piece.repeated(size / piece.size()) + end).toStdString();
        QVERIFY(!io::redactedText(hostile).empty());
    });
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
}

namespace {

using Encoder = QByteArray (*)(const QByteArray&);

QByteArray inJson(const QByteArray& text)
{
    const QJsonObject object{{QStringLiteral("d"), QString::fromUtf8(text)},
                             {QStringLiteral("e"), QStringLiteral("STAYS")}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

/// As .NET's default encoder writes a string, and PHP's.
QByteArray inEscapedJson(const QByteArray& text)
{
    QByteArray result = "{\"d\":\"";
    for (const char letter : text) {
        if (letter == '/') {
            result += "\\/";
        } else if (QByteArrayView("\"'<>&+\r\n").contains(letter)) {
            result += "\\u00" + QByteArray(1, letter).toHex();
        } else {
            result += letter == '\\' ? QByteArrayLiteral("\\\\") : QByteArray(1, letter);
        }
    }
    return result + "\",\"e\":\"STAYS\"}";
}

QByteArray inUrl(const QByteArray& text)
{
    return "https://host/?d=" + text.toPercentEncoding() + "&e=STAYS";
}

QByteArray inMarkup(const QByteArray& text)
{
    return "<p><d>" + QString::fromUtf8(text).toHtmlEscaped().toUtf8() + "</d><e>STAYS</e></p>";
}

} // namespace

void TstRedactText::secretsAreFoundInDocumentsInDocuments()
{
    constexpr std::array<Encoder, 4> kEncoders{inJson, inEscapedJson, inUrl, inMarkup};
    const QByteArrayList documents{R"({"password":"SECRET","b":"STAYS"})", "https://h/p?token=SECRET&a=STAYS",
                                   "https://SECRET@host/STAYS", "<r><Token>SECRET</Token><b>STAYS</b></r>",
                                   "GET / HTTP/1.1\r\nCookie: a=SECRET\r\nHost: STAYS"};
    for (const QByteArray& document : documents) {
        const auto depths = static_cast<int>(std::pow(kEncoders.size() + 1, 3));
        for (int choice = 0; choice < depths; ++choice) {
            QByteArray text = document;
            for (int rest = choice; rest > 0; rest /= static_cast<int>(kEncoders.size()) + 1) {
                if (const std::size_t which = static_cast<std::size_t>(rest) % (kEncoders.size() + 1);
                    which > 0) {
                    text = kEncoders[which - 1](text);
                }
            }
            const QByteArray shown = QByteArray::fromStdString(io::redactedText(text.toStdString()));
            QVERIFY2(!shown.contains("SECRET"), text + "\n" + shown);
            QVERIFY2(shown.contains("[redacted]"), shown);
            QVERIFY2(shown.count("STAYS") == text.count("STAYS"), text + "\n" + shown);
        }
    }
}

void TstRedactText::whatIsAUrlOrAFormHasWholeValues()
{
    QCOMPARE(io::redactedUrl("http://u:p@h/p?password=a,b;c'd\"e<f&x=1#token=g,h"),
             std::string("http://[redacted]@h/p?password=[redacted]&x=1#token=[redacted]"));
    QCOMPARE(io::redactedUrl("/p?a=b,c"), std::string("/p?a=b,c"));
    QCOMPARE(io::redactedBody("user=a&password=b c,d&x=1"), std::string("user=a&password=[redacted]&x=1"));
    QCOMPARE(io::redactedBody(R"({"password":"b, c","x":"y"})"),
             std::string(R"({"password":"[redacted]","x":"y"})"));
    QCOMPARE(io::redactedBody("password=a\nuser=b"), std::string("password=[redacted]\nuser=b"));
}

void TstRedactText::namesOfOnesOwnCountInEverySpelling()
{
    io::setOtherSecretNames({"X-Mine"});
    const auto reset = qScopeGuard([] { io::setOtherSecretNames({}); });
    QVERIFY(io::isSecretHeader("x-mine"));
    QCOMPARE(io::redactedText(R"({"xMine": "a"} ?x_mine=b)"),
             std::string(R"({"xMine": "[redacted]"} ?x_mine=[redacted])"));
}

void TstRedactText::whatIsNoNameIsTold()
{
    for (const char* name : {"X-Mine", "a", "a.b_c-1"}) {
        QVERIFY2(io::canBeSecretName(name), name);
    }
    for (const char* name : {"", "-", ".*", "[", "x y", "größe"}) {
        QVERIFY2(!io::canBeSecretName(name), name);
    }
    QVERIFY(io::canBeSecretName(std::string(64, 'a')));
    QVERIFY(!io::canBeSecretName(std::string(65, 'a')));
}

void TstRedactText::namesMayChangeWhileOthersAsk()
{
    const auto reset = qScopeGuard([] { io::setOtherSecretNames({}); });
    std::atomic<bool> isDone = false;
    const std::unique_ptr<QThread> reader(QThread::create([&isDone] {
        while (!isDone) {
            if (io::redactedText("?x_mine=b&token=c").empty()) {
                return; // never: the text is used, so that the compiler keeps it
            }
        }
    }));
    reader->start();
    for (int change = 0; change < 100; ++change) {
        io::setOtherSecretNames({"X-Mine-" + std::to_string(change), "X-Mine"});
    }
    isDone = true;
    QVERIFY(reader->wait());
    QCOMPARE(io::redactedText("?x_mine=b"), std::string("?x_mine=[redacted]"));
}

void TstRedactText::fieldsOfABodyAreKnownByTheirPlace()
{
    AttemptRecord attempt;
    Response response;
    response.parsed.fields = {{"xml:Error/AWSAccessKeyId", "AKID"}, {"json:headers/Cookie", "a=b"},
                              {"xml:Error/Code", "SlowDown"},       {"json:token/0", "x"},
                              {"json:Authorization/0/value", "x"},  {"json:tokens/0", "x"}};
    attempt.facts.response = std::make_shared<const Response>(response);
    io::AttemptRedactor redactor(RunHeader{});
    const auto& fields = redactor.redacted(attempt).facts.response->parsed.fields;
    QCOMPARE(fields[0].text, std::string("[redacted]"));
    QCOMPARE(fields[1].text, std::string("[redacted]"));
    QCOMPARE(fields[2].text, std::string("SlowDown"));
    QCOMPARE(fields[3].text, std::string("[redacted]"));
    QCOMPARE(fields[4].text, std::string("[redacted]"));
    QCOMPARE(fields[5].text, std::string("x"));
}

void TstRedactText::trailersAndReasonsLoseTheirSecrets()
{
    AttemptRecord attempt;
    Response response;
    response.reason = "Signature=ff";
    WireFacts wire;
    wire.notes = {"trailer Set-Cookie: a=\"b\"; c=d", "interim response 103 Authorization: Bearer x"};
    attempt.facts.response = std::make_shared<const Response>(response);
    attempt.facts.wire = std::make_shared<const WireFacts>(wire);
    io::AttemptRedactor redactor(RunHeader{});
    const AttemptRecord& shown = redactor.redacted(attempt);
    QCOMPARE(shown.facts.response->reason, std::string("Signature=[redacted]"));
    QCOMPARE(shown.facts.wire->notes[0], std::string("trailer Set-Cookie: [redacted]"));
    QCOMPARE(shown.facts.wire->notes[1], std::string("interim response 103 Authorization: [redacted]"));
}

/// A policy that is copied out of the window can be pasted into a file.
void TstRedactText::noPresetHoldsWhatReadsLikeASecret()
{
    const QDir folder(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/resources/policies"));
    for (const QString& name : folder.entryList({QStringLiteral("*.json")})) {
        if (name == QLatin1String("evidence.json")) {
            continue; // about presets; nobody copies it
        }
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string text = file.readAll().toStdString();
        QVERIFY2(io::redactedText(text) == text, qPrintable(name));
    }
}

RETRYSCOPE_TEST(TstRedactText)
#include "tst_redact_text.moc"
