// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/record_json.h"
#include "core/io/http/error_body.h"
#include "core/io/redact/redact.h"
#include "core/simulate/simulate.h"
#include "tests/support/strict_main.h"

using namespace retryscope;

namespace {

constexpr auto kCanary = "canary0123456789";

/// A record in which every place that can hold a secret holds the canary.
RunRecord recordFullOfSecrets()
{
    const std::string secret = kCanary;
    RunHeader header;
    header.spec.url = "https://user:" + secret + "@host/path?X-Amz-Signature=" + secret +
                      "&X-Amz-Credential=" + secret + "%2F20260101&x-amz-security-token=" + secret +
                      "&keep=1";
    header.spec.headers = {{{"Authorization", "AWS4-HMAC-SHA256 " + secret}, {"Cookie", "a=" + secret}}};
    header.spec.body = "Action=Select&Signature=" + secret + "&AWSAccessKeyId=" + secret;
    header.spec.batch =
        BatchEnvelope{.before = "{\"a\": \"?token=" + secret + "\", ", .after = "}", .items = 1};
    header.spec.poll = PollRequest{.method = "GET",
                                   .url = "/jobs?token=" + secret,
                                   .body = "{\"password\": \"" + secret + "\"}",
                                   .tokenPlace = "json:id"};
    header.spec.wire.proxyUrl = "http://proxyuser:" + secret + "@proxy:3128";
    Policy policy;
    policy.id = "test";
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));

    WireFacts wire;
    wire.sentHeaders =
        Headers{{{"proxy-authorization", "Basic " + secret}, {"X-Amz-Security-Token", secret}}};
    wire.rawSent = "GET /?Signature=" + secret + " HTTP/1.1\r\nAuthorization: " + secret + "\r\n " + secret +
                   "\r\nHost: h\r\n\r\n";
    wire.rawReceived = "HTTP/1.1 103 Early Hints\r\nSet-Cookie: s=" + secret +
                       "\r\n\r\nHTTP/1.1 200 OK\r\nSET-COOKIE : s=" + secret + "\r\n\r\nbody " + secret;
    wire.notes = {"re-dialled http://user:" + secret + "@host/"};
    Response response;
    response.status = 200;
    response.headers = {{{"Set-Cookie", "s=" + secret}, {"Location", "/?X%2DAmz-Signature=" + secret}}};
    response.body = "<a href='http://h/?a=1&amp;X-Amz-Signature=" + secret + "'/>";
    response.body += "{\"you sent\": \"" + secret + "\"}"; // as debug pages do
    response.reason = "Not for " + secret;
    response.parsed.text = "Signature=" + secret;
    response.parsed.fields = {{"xml:a", "http://u:" + secret + "@h/"}};
    response.parsed.remaining = Remaining{.items = "{\"T\": \"token=" + secret + "\"}", .left = 1};

    AttemptRecord attempt;
    attempt.isRunning = false;
    attempt.sentBody = header.spec.body;
    attempt.sentTarget = RequestTarget{.method = "GET", .url = "http://host/jobs?token=" + secret};
    attempt.addedHeaders = Headers{{{"X-Api-Key", secret}}};
    attempt.facts.wire = std::make_shared<const WireFacts>(wire);
    attempt.facts.response = std::make_shared<const Response>(response);
    attempt.facts.fault = Fault{FaultKind::TlsFailed, "GET http://u:" + secret + "@h"};
    RunRecord record(header);
    record.adopt({.verdict = CallVerdict::Succeeded, .attempts = {attempt}});
    return record;
}

} // namespace

class TstRedact : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void noSecretReachesTheFile()
    {
        const QByteArray json = io::recordBytes(recordFullOfSecrets());
        QVERIFY2(!json.contains(kCanary), json.mid(std::max<qsizetype>(0, json.indexOf(kCanary) - 80), 160));
        QVERIFY(json.contains("[redacted]"));
        QVERIFY(json.contains("keep=1"));
    }

    void aPasswordThatTheServerRepeatsIsLeftOut()
    {
        RunHeader header;
        header.spec.headers = {{{"Authorization", "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="}}};
        AttemptRecord attempt;
        Response response;
        response.body = "Aladdin, QWxhZGRpbjpvcGVuIHNlc2FtZQ== is open sesame";
        attempt.facts.response = std::make_shared<const Response>(response);
        io::AttemptRedactor redactor(header);
        QCOMPARE(redactor.redacted(attempt).facts.response->body,
                 std::string("Aladdin, [redacted] is [redacted]"));
    }

    /// A recording sees many clients: its header holds no request.
    void whatEachRecordedRequestCarriedIsLeftOutOfItsResponse()
    {
        const auto response = std::make_shared<const Response>([] {
            Response shared;
            shared.reason = "No tokenofone";
            shared.headers = {{{"X-Echo", "tokenofone"}}};
            shared.body = "tokenofone and tokenoftwo are refused";
            return shared;
        }());
        const auto attemptWith = [&response](const char* token) {
            AttemptRecord attempt;
            WireFacts wire;
            wire.sentHeaders = Headers{{{"Authorization", std::string("Bearer ") + token}}};
            attempt.facts.response = response; // both got the same
            attempt.facts.wire = std::make_shared<const WireFacts>(wire);
            return attempt;
        };
        const std::array attempts{attemptWith("tokenofone"), attemptWith("tokenoftwo"),
                                  attemptWith("tokenofone")};
        io::AttemptRedactor redactor(RunHeader{});
        const auto shownOf = [&](std::size_t number) {
            return *redactor.redacted(attempts[number]).facts.response;
        };
        for (const std::size_t number : {std::size_t{0}, std::size_t{2}}) {
            QCOMPARE(shownOf(number).reason, std::string("No [redacted]"));
            QCOMPARE(shownOf(number).headers.entries[0].value, std::string("[redacted]"));
            QCOMPARE(shownOf(number).body, std::string("[redacted] and tokenoftwo are refused"));
        }
        QCOMPARE(shownOf(1).body, std::string("tokenofone and [redacted] are refused"));
        QCOMPARE(io::AttemptRedactor(RunHeader{}, attempts[1]).withoutSecrets("tokenoftwo"),
                 std::string("[redacted]"));
    }

    /// However many cookies stand before it; and where more than can be looked for, nothing is kept of the
    /// body.
    void aTokenIsFoundBehindAnyNumberOfCookies()
    {
        const auto shownWith = [](std::size_t cookies) {
            std::string cookie;
            for (std::size_t number = 0; number < cookies; ++number) {
                cookie += "c=VALUE" + std::to_string(10'000'000 + number) + "; ";
            }
            Response response;
            response.body = "MYSECRETTOKEN0123456789 is refused, VALUE10000249 too";
            WireFacts wire;
            wire.sentHeaders =
                Headers{{{"Cookie", cookie}, {"Authorization", "Bearer MYSECRETTOKEN0123456789"}}};
            wire.rawReceived = "HTTP/1.1 403 Forbidden\r\nA: b\r\n\r\n" + response.body;
            AttemptRecord attempt;
            attempt.facts.response = std::make_shared<const Response>(response);
            attempt.facts.wire = std::make_shared<const WireFacts>(wire);
            io::AttemptRedactor redactor(RunHeader{});
            const AttemptRecord& shown = redactor.redacted(attempt);
            return std::pair(shown.facts.response->body, shown.facts.wire->rawReceived);
        };
        QCOMPARE(shownWith(250).first, std::string("[redacted] is refused, [redacted] too"));
        const auto [body, received] = shownWith(io::kMostCarried + 1);
        QCOMPARE(body, std::string());
        QCOMPARE(received, std::string("HTTP/1.1 403 Forbidden\r\nA: b\r\n\r\n[redacted]"));
    }

    void cookiesThatTheServerRepeatsAreLeftOutOneByOne()
    {
        RunHeader header;
        header.spec.headers = {{{"Cookie", "session=abcdef123456; theme=dark; long=abcdef123456789"},
                                {"X-Api-Key", "secret1 of two"}}};
        AttemptRecord attempt;
        Response response;
        response.body = "theme=dark for abcdef123456 and abcdef123456789 of two, secret1 of two";
        attempt.facts.response = std::make_shared<const Response>(response);
        io::AttemptRedactor redactor(header);
        QCOMPARE(redactor.redacted(attempt).facts.response->body,
                 std::string("theme=dark for [redacted] and [redacted] of two, [redacted]"));
    }

    void whatTheRequestCarriedIsLeftOutOfWhatRepeatsIt_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("url");
        QTest::addColumn<QByteArray>("sent");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("expected");
        const QByteArray none;
        QTest::newRow("a password of a form")
            << none << none << QByteArray("user=a&password=hunter2,hunter3&b=c")
            << QByteArray("got hunter2,hunter3 of a") << QByteArray("got # of a");
        QTest::newRow("of a document") << none << none << QByteArray(R"({"password":"hunter2\/hunter3"})")
                                       << QByteArray("got hunter2/hunter3") << QByteArray("got #");
        QTest::newRow("of the URL") << none << QByteArray("http://h/?token=hunter2%2Fhunter3&a=longvalue")
                                    << none << QByteArray("got hunter2/hunter3, hunter2%2Fhunter3, longvalue")
                                    << QByteArray("got #, #, longvalue");
        QTest::newRow("a key that may be a name")
            << none << QByteArray("http://h/?key=photographs&code=SlowDown") << none
            << QByteArray("photographs: SlowDown") << QByteArray("photographs: SlowDown");
        QTest::newRow("a signature")
            << QByteArray("AWS4-HMAC-SHA256 Credential=AKIAABCDEFGHIJKLMNOP/2026/us/s3/aws4_request, "
                          "SignedHeaders=host;x-amz-date, Signature=0123456789abcdef0123")
            << none << none << QByteArray("AKIAABCDEFGHIJKLMNOP 0123456789abcdef0123 host;x-amz-date")
            << QByteArray("# # host;x-amz-date");
        QTest::newRow("a digest")
            << QByteArray(R"(Digest username="me", realm="somewhere", response="0123456789abcdef")") << none
            << none << QByteArray("0123456789abcdef somewhere") << QByteArray("# somewhere");
        QTest::newRow("escaped") << QByteArray("Bearer AB/CD+EF/GH") << none << none
                                 << QByteArray(R"(AB\/CD+EF\/GH AB%2FCD%2BEF%2FGH AB\u002fCD+EF/GH)")
                                 << QByteArray("# # #");
    }
    void whatTheRequestCarriedIsLeftOutOfWhatRepeatsIt()
    {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, url);
        QFETCH(QByteArray, sent);
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, expected);
        AttemptRecord attempt;
        attempt.sentTarget = RequestTarget{.method = "POST", .url = url.toStdString()};
        attempt.sentBody = sent.toStdString();
        Response response;
        response.body = body.toStdString();
        WireFacts wire;
        if (!header.isEmpty()) {
            wire.sentHeaders = Headers{{{"Authorization", header.toStdString()}}};
        }
        wire.rawSent = "POST " + url.toStdString() + " HTTP/1.1\r\nHost: h\r\n\r\n" + sent.toStdString();
        attempt.facts.response = std::make_shared<const Response>(response);
        attempt.facts.wire = std::make_shared<const WireFacts>(wire);
        io::AttemptRedactor redactor(RunHeader{});
        const AttemptRecord& shown = redactor.redacted(attempt);
        QCOMPARE(QByteArray::fromStdString(shown.facts.response->body).replace("[redacted]", "#"), expected);
        for (const std::string& text : {shown.sentTarget->url, *shown.sentBody, *shown.facts.wire->rawSent}) {
            QVERIFY2(text.find("hunter") == std::string::npos, text.c_str());
        }
    }

    void fieldsKnownByWhatStandsBesideThemAreHidden()
    {
        const QByteArray body =
            R"({"headers":[{"name":"Cookie","value":"a\/b"},{"name":"Host","value":"h"}]})";
        Response response;
        response.body = body.toStdString();
        response.parsed = io::parseBody({}, body);
        AttemptRecord attempt;
        attempt.facts.response = std::make_shared<const Response>(response);
        io::AttemptRedactor redactor(RunHeader{});
        QStringList texts;
        for (const BodyField& field : redactor.redacted(attempt).facts.response->parsed.fields) {
            texts += QString::fromStdString(field.text);
        }
        texts.sort();
        QCOMPARE(texts.join(u' '), QStringLiteral("Cookie Host [redacted] h"));
    }

    void bothEndsOfABodyLoseTheirSecretsToo_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("by name") << QByteArray("password=hunter2secret");
        QTest::newRow("repeated") << QByteArray("you sent hunter2secret");
        QTest::newRow("at the front") << QByteArray("hunter2secret is what you sent");
        QTest::newRow("a long one") << QByteArray("<a>") + QByteArray(90, 'x') + "</a>?token=hunter2secret";
        QTest::newRow("redacted before, its ends not") << QByteArray("password=[redacted]");
    }
    void bothEndsOfABodyLoseTheirSecretsToo()
    {
        QFETCH(QByteArray, body);
        RunHeader header;
        header.spec.headers = {{{"X-Api-Key", "hunter2secret"}}};
        AttemptRecord attempt;
        Response response;
        response.body = body.toStdString();
        response.parsed = io::parseBody({}, body);
        if (body.contains("[redacted]")) {
            response.parsed.opening = "password=hunter2";
            response.parsed.closing = "rd=hunter2secret";
        }
        attempt.facts.response = std::make_shared<const Response>(response);
        io::AttemptRedactor redactor(header);
        const Response shown = *redactor.redacted(attempt).facts.response;
        for (const std::string& text :
             {shown.body, shown.parsed.text, shown.parsed.opening, shown.parsed.closing}) {
            QVERIFY2(text.find("hunter") == std::string::npos && text.find("secret") == std::string::npos,
                     text.c_str());
        }
        QCOMPARE(shown.parsed.opening, shown.body.substr(0, ParsedBody::kBodyEdge));
        QCOMPARE(shown.parsed.closing, shown.body.substr(shown.body.size() - ParsedBody::kBodyEdge));
    }

    void ofABodyThatWasDroppedOnlyTheTagsAtItsEndsStay_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("opening");
        QTest::addColumn<QByteArray>("closing");
        const QByteArray filling(90, 'x');
        QTest::newRow("a parameter") << filling + "?token=hunter2secret" << QByteArray() << QByteArray();
        QTest::newRow("repeated") << "hunter2secret is" + filling << QByteArray() << QByteArray();
        QTest::newRow("markup") << "<html>" + filling + "</html>" << QByteArray("<html>")
                                << QByteArray("</html>");
        QTest::newRow("an error") << "<Error><Code>a" + filling + "</Message></Error>"
                                  << QByteArray("<Error>") << QByteArray("</Error>");
        QTest::newRow("an attribute")
            << "<a key='hunter2secret'>" + filling + "</a b='hunter'>" << QByteArray("<a") << QByteArray();
    }
    void ofABodyThatWasDroppedOnlyTheTagsAtItsEndsStay()
    {
        QFETCH(QByteArray, body);
        Response response;
        response.parsed = io::parseBody({}, body);
        response.bodyBytes = body.size();
        response.bodyTruncated = true;
        AttemptRecord attempt;
        attempt.facts.response = std::make_shared<const Response>(response);
        io::AttemptRedactor redactor(RunHeader{});
        const ParsedBody shown = redactor.redacted(attempt).facts.response->parsed;
        QTEST(QByteArray::fromStdString(shown.opening), "opening");
        QTEST(QByteArray::fromStdString(shown.closing), "closing");
    }

    /// Wherever a text is cut, what is left of a secret of the request at its end goes, too.
    void aSecretThatWasCutIsHidden()
    {
        const std::string secret = "hunter2secret0123456789";
        RunHeader header;
        header.spec.headers = {{{"X-Api-Key", secret}, {"Authorization", "Bearer " + secret + secret}}};
        for (std::size_t length = 6; length < secret.size(); ++length) {
            const std::string cut = "HTTP/1.1 200 OK\r\n\r\nyou sent " + secret.substr(0, length);
            Response response;
            response.body = cut;
            response.bodyTruncated = true;
            AttemptRecord attempt;
            attempt.facts.response = std::make_shared<const Response>(response);
            attempt.facts.wire = std::make_shared<const WireFacts>(WireFacts{
                .rawSent = cut, .rawReceived = cut, .rawSentBytes = 4000, .rawReceivedBytes = 4000});
            io::AttemptRedactor redactor(header);
            const AttemptFacts shown = redactor.redacted(attempt).facts;
            for (const std::string& text :
                 {shown.response->body, shown.wire->rawReceived, *shown.wire->rawSent}) {
                QVERIFY2(text.ends_with("you sent [redacted]"), text.c_str());
            }
        }
        // A whole text that ends like the beginning of one is nobody's secret.
        WireFacts whole{.rawReceived = "WWW-Authenticate: Bearer"};
        whole.rawReceivedBytes = static_cast<std::int64_t>(whole.rawReceived.size());
        AttemptRecord attempt;
        attempt.facts.wire = std::make_shared<const WireFacts>(whole);
        io::AttemptRedactor redactor(header);
        QCOMPARE(redactor.redacted(attempt).facts.wire->rawReceived, whole.rawReceived);
    }

    /// The frames of chunks may stand in the midst of a secret.
    void aSecretInSeveralChunksIsHidden()
    {
        const std::string head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        const auto shownOf = [&head](const std::string& body, const std::string& chunks, bool isKept = true) {
            Response response{.status = 200, .headers = {{{"Transfer-Encoding", "chunked"}}}, .body = body};
            response.bodyBytes = static_cast<std::int64_t>(body.size());
            response.body = isKept ? body : std::string();
            WireFacts wire{.rawReceived = "HTTP/1.1 103 Early Hints\r\n\r\n" + head + chunks};
            wire.rawReceivedBytes = static_cast<std::int64_t>(wire.rawReceived.size());
            AttemptRecord attempt;
            attempt.facts.response = std::make_shared<const Response>(response);
            attempt.facts.wire = std::make_shared<const WireFacts>(wire);
            return io::AttemptRedactor(RunHeader()).redacted(attempt).facts.wire->rawReceived;
        };
        const std::string expected = "HTTP/1.1 103 Early Hints\r\n\r\n" + head + "[redacted]";
        const std::string secret = "{\"SecretAccessKey\": \"hunter2secret\"}";
        const std::string chunks = "1c\r\n{\"SecretAccessKey\": \"hunter\r\n9\r\n2secret\"}\r\n0\r\n\r\n";
        QCOMPARE(shownOf(secret, chunks), expected);
        QCOMPARE(shownOf(secret, chunks, false), expected); // nothing is there to tell
        const std::string harmless = "3\r\nabc\r\n0\r\n\r\n";
        QVERIFY(shownOf("abc", harmless).ends_with(head + harmless));
    }

    void secretsStayWhenTheyAreAskedFor()
    {
        const QByteArray json = io::recordBytes(recordFullOfSecrets(), {.includeSecrets = true});
        QVERIFY(json.contains(kCanary));
        QVERIFY(!json.contains("[redacted]"));
    }

    void redactingTwiceChangesNothing()
    {
        const RunRecord once = io::redacted(recordFullOfSecrets());
        QCOMPARE(io::recordBytes(io::redacted(once), {.includeSecrets = true}),
                 io::recordBytes(once, {.includeSecrets = true}));
    }

    void textsLoseOnlyTheirSecrets_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("plain text stays") << QByteArray("a=b&c=d") << QByteArray("a=b&c=d");
        QTest::newRow("the value of a signature") << QByteArray("/?a=1&X-Amz-Signature=ff&b=2")
                                                  << QByteArray("/?a=1&X-Amz-Signature=[redacted]&b=2");
        QTest::newRow("keys and tokens") << QByteArray("/?key=ff&token=ff&b=2&access_token=ff&code=ff")
                                         << QByteArray("/?key=[redacted]&token=[redacted]&b=2&access_token="
                                                       "[redacted]&code=[redacted]");
        QTest::newRow("members of AWS stay")
            << QByteArray("Key=a/b&Code=SlowDown") << QByteArray("Key=a/b&Code=SlowDown");
        QTest::newRow("words of messages stay") << QByteArray("grpc failure: code=Unavailable, key=\"a\"")
                                                << QByteArray("grpc failure: code=Unavailable, key=\"a\"");
        QTest::newRow("a text that begins with a code")
            << QByteArray("code=Unavailable desc=gone") << QByteArray("code=Unavailable desc=gone");
        QTest::newRow("a form that begins with a code")
            << QByteArray("code=ff&state=1") << QByteArray("code=[redacted]&state=1");
        QTest::newRow("a form of nothing else") << QByteArray("key=ff") << QByteArray("key=[redacted]");
        QTest::newRow("keys in the address of a page")
            << QByteArray("<a href='/?a=1&amp;key=ff'>") << QByteArray("<a href='/?a=1&amp;key=[redacted]'>");
        QTest::newRow("a code in a fragment")
            << QByteArray("http://h/#code=ff&x=1") << QByteArray("http://h/#code=[redacted]&x=1");
        QTest::newRow("an empty signature")
            << QByteArray("/?Signature=&b=2") << QByteArray("/?Signature=&b=2");
        QTest::newRow("a name that only begins alike")
            << QByteArray("/?SignatureVersion=1") << QByteArray("/?SignatureVersion=1");
        QTest::newRow("a password") << QByteArray("see http://u:p@h:1/x")
                                    << QByteArray("see http://[redacted]@h:1/x");
        QTest::newRow("an at sign in the path") << QByteArray("http://h/a@b") << QByteArray("http://h/a@b");
        QTest::newRow("two addresses") << QByteArray("http://a:b@c http://d:e@f")
                                       << QByteArray("http://[redacted]@c http://[redacted]@f");
        QTest::newRow("only a scheme") << QByteArray("http://") << QByteArray("http://");
        QTest::newRow("nothing") << QByteArray() << QByteArray();
    }
    void textsLoseOnlyTheirSecrets()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(io::redactedText(text.toStdString())), expected);
    }

    void messagesKeepTheirLinesAndTheirBody()
    {
        const std::string message = "GET / HTTP/1.1\r\nHost: h\r\nCookie: c\r\n\r\n{\"a\":\r\n\"b\"}";
        QCOMPARE(io::redactedMessage(message),
                 std::string("GET / HTTP/1.1\r\nHost: h\r\nCookie: [redacted]\r\n\r\n{\"a\":\r\n\"b\"}"));
    }

    void headerNamesAreKnownInEveryCase_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isSecret");
        for (const char* name :
             {"authorization", "AUTHORIZATION", "Cookie", "x-amz-security-token", "X-API-Key"}) {
            QTest::newRow(name) << QByteArray(name) << true;
        }
        for (const char* name : {"", "host", "x-amz-date", "authorization-x", "www-authenticate"}) {
            QTest::addRow("'%s' is none", name) << QByteArray(name) << false;
        }
    }
    void headerNamesAreKnownInEveryCase()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, isSecret);
        QCOMPARE(io::isSecretHeader(name.toStdString()), isSecret);
    }
};

RETRYSCOPE_TEST(TstRedact)
#include "tst_redact.moc"
