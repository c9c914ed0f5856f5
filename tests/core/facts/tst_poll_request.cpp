// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/poll_request.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

RequestSpec pollsWith(const std::string& url, const std::string& body = {},
                      const std::string& place = "json:id")
{
    RequestSpec spec;
    spec.method = "POST";
    spec.url = "http://user@api.example:8080/start?x=1";
    spec.poll = PollRequest{.method = "GET", .url = url, .body = body, .tokenPlace = place};
    return spec;
}

AttemptFacts bringing(const std::string& token)
{
    return responseWith(202, {.isJson = true, .fields = {{"json:id", token}}});
}

} // namespace

class TstPollRequest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAddressIsWholeOrAPathOfTheSameServer_data()
    {
        QTest::addColumn<std::string>("url");
        QTest::addColumn<std::string>("sent");
        const auto row = [](const char* url, const char* sent) {
            QTest::newRow(url) << std::string(url) << std::string(sent);
        };
        row("/jobs/{token}", "http://user@api.example:8080/jobs/a7");
        row("/jobs?id={token}&again={token}", "http://user@api.example:8080/jobs?id=a7&again=a7");
        row("https://other.example/jobs/{token}", "https://other.example/jobs/a7");
        row("https://other.example?id={token}", "https://other.example?id=a7");
        row("http://{token}.example/jobs", "http://{token}.example/jobs");
        row("/state", "http://user@api.example:8080/state");
    }
    void anAddressIsWholeOrAPathOfTheSameServer()
    {
        QFETCH(const std::string, url);
        QFETCH(const std::string, sent);
        QCOMPARE(pollFor(pollsWith(url), bringing("a7")).target.url, sent);
        QCOMPARE(pollFor(pollsWith(url), bringing("a7")).target.method, std::string("GET"));
    }

    void aTokenChangesNothingButItsPlace_data()
    {
        QTest::addColumn<std::string>("token");
        QTest::addColumn<std::string>("url");
        const auto row = [](const char* token, const char* url) {
            QTest::newRow(token) << std::string(token)
                                 << "http://user@api.example:8080/jobs/" + std::string(url);
        };
        row("a-b.c_d~9", "a-b.c_d~9");
        row("../admin?x#y", "..%2Fadmin%3Fx%23y");
        row("a b%41", "a%20b%2541");
        row("{token}", "%7Btoken%7D");
        row("é", "%C3%A9");
    }
    void aTokenChangesNothingButItsPlace()
    {
        QFETCH(const std::string, token);
        QFETCH(const std::string, url);
        const FilledPoll poll = pollFor(pollsWith("/jobs/{token}"), bringing(token));
        QCOMPARE(std::string(wordOf(poll.token)), std::string("found"));
        QCOMPARE(poll.target.url, url);
    }

    void aBodyEscapesItAsItsFormatDoes_data()
    {
        QTest::addColumn<std::string>("body");
        QTest::addColumn<std::string>("sent");
        const auto row = [](const char* body, const char* sent) {
            QTest::newRow(body) << std::string(body) << std::string(sent);
        };
        row("{\"id\": \"{token}\"}", "{\"id\": \"\\\"<>\\\\&'\"}");
        row("[\"{token}\"]", "[\"\\\"<>\\\\&'\"]");
        row(" \"{token}\"", " \"\\\"<>\\\\&'\"");
        row("<Id>{token}</Id>", "<Id>&#x22;&#x3C;&#x3E;\\&#x26;&#x27;</Id>");
        row("id={token}", "id=%22%3C%3E%5C%26%27");
        row("{token}", "%22%3C%3E%5C%26%27");
        row("", "");
    }
    void aBodyEscapesItAsItsFormatDoes()
    {
        QFETCH(const std::string, body);
        QFETCH(const std::string, sent);
        QCOMPARE(pollFor(pollsWith("/", body), bringing("\"<>\\&'")).body, sent);
    }

    void aTokenThatIsNoneIsSaid_data()
    {
        QTest::addColumn<std::string>("token");
        QTest::addColumn<std::string>("state");
        QTest::newRow("nothing") << std::string() << std::string("missing");
        QTest::newRow("blanks") << std::string("  ") << std::string("missing");
        QTest::newRow("longest") << std::string(1024, 'a') << std::string("found");
        QTest::newRow("too long") << std::string(1025, 'a') << std::string("tooLong");
        QTest::newRow("line end") << std::string("a\r\nHost: b") << std::string("unprintable");
        QTest::newRow("zero") << std::string("a\0b", 3) << std::string("unprintable");
        QTest::newRow("delete") << std::string("a\x7f") << std::string("unprintable");
        QTest::newRow("next line") << std::string("a\xc2\x85") << std::string("unprintable");
    }
    void aTokenThatIsNoneIsSaid()
    {
        QFETCH(const std::string, token);
        QFETCH(const std::string, state);
        QCOMPARE(std::string(wordOf(pollFor(pollsWith("/{token}"), bringing(token)).token)), state);
    }

    void itIsReadWhereTheRequestSays()
    {
        const auto urlFrom = [](const char* place, const AttemptFacts& started) {
            return pollFor(pollsWith("/{token}", {}, place), started).target.url.substr(29);
        };
        QCOMPARE(urlFrom("xml:Job/Id", responseWith(200, {.isXml = true, .fields = {{"xml:Job/Id", "7"}}})),
                 std::string("7"));
        QCOMPARE(urlFrom("body", responseWith(200, {.text = "t-1"})), std::string("t-1"));
        AttemptFacts longer = response(200);
        auto withBody = std::make_shared<Response>(*longer.response);
        withBody->body = " " + std::string(100, 'x') + "\n"; // the parser keeps the text of short bodies only
        longer.response = withBody;
        QCOMPARE(urlFrom("body", longer), std::string(100, 'x'));
        QCOMPARE(std::string(wordOf(pollFor(pollsWith("/{token}"), faulty(FaultKind::ReadTimeout)).token)),
                 std::string("missing"));
        QCOMPARE(std::string(wordOf(pollFor(pollsWith("/state"), response(200)).token)),
                 std::string("notNeeded"));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstPollRequest)

#include "tst_poll_request.moc"
