// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/brief_reason.h"
#include "core/explain/fault_advice.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

class TstFaultAdvice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFaultOfTheNetworkIsAdvisedOn()
    {
        for (const FaultKind kind : allFaultKinds()) {
            const bool isOwn = kind == FaultKind::Cancelled || kind == FaultKind::ResponseTooLarge;
            QCOMPARE(adviceFor(faulty(kind), RequestSpec{.url = "http://h/"}).empty(), isOwn);
        }
        QVERIFY(adviceFor(response(503), {}).empty());
    }

    void aWrongClockIsToBeSet()
    {
        const AttemptFacts skewed = response(403, {{"x-amzn-errortype", "RequestTimeTooSkewed"}});
        QCOMPARE(adviceFor(skewed, {}).front().title, std::string("Set the clock of the client's machine"));
        QVERIFY(!adviceOnClock(response(403)));
    }

    void missingCredentialsAreAskedForFirst()
    {
        const RequestSpec plain{.url = "http://h/"};
        const AttemptFacts asked = response(401, {{"WWW-Authenticate", "Bearer realm=\"x\""}});
        const auto advice = adviceFor(asked, plain);
        QCOMPARE(advice.front().title, std::string("The server asks for credentials (Bearer)"));
        QVERIFY(advice.front().remedy == FaultRemedy::EditAuthorization);
        RequestSpec signedIn = plain;
        signedIn.headers.add("authorization", "Bearer wrong");
        QCOMPARE(adviceFor(asked, signedIn).front().title,
                 std::string("The server does not accept these credentials (Bearer)"));
        QCOMPARE(adviceFor(response(407, {{"Proxy-Authenticate", "Basic"}}), plain).front().title,
                 std::string("The proxy asks for credentials (Basic)"));
        QVERIFY(adviceFor(response(401), plain).empty()); // says not what it wants
        QVERIFY(adviceFor(response(403), plain).empty());
    }

    void aRefusedPortIsNamed_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("title");
        const auto row = [](const char* url, const char* title) {
            QTest::newRow(url) << QString::fromLatin1(url) << QString::fromLatin1(title);
        };
        row("http://127.0.0.1:18999/x", "Is a server listening on port 18999 of 127.0.0.1?");
        row("https://example.com/", "Is a server listening on port 443 of example.com?");
        row("http://user:pass@example.com?a@b:1", "Is a server listening on port 80 of example.com?");
        row("http://[::1]:9/", "Is a server listening on port 9 of [::1]?");
    }

    void aRefusedPortIsNamed()
    {
        QFETCH(QString, url);
        QFETCH(QString, title);
        const auto advice =
            adviceFor(faulty(FaultKind::ConnectionRefused), RequestSpec{.url = url.toStdString()});
        QCOMPARE(QString::fromStdString(advice.front().title), title);
    }

    void aCertificateIsTrustedOnlyWhenThatWouldHelp()
    {
        AttemptFacts facts = faulty(FaultKind::TlsFailed);
        const RequestSpec spec{.url = "https://h:8443/"};
        QVERIFY(adviceFor(facts, spec).front().remedy == FaultRemedy::DoNotVerify);
        WireFacts wire;
        wire.untrustedChain = "-----BEGIN CERTIFICATE-----";
        facts.wire = std::make_shared<const WireFacts>(wire);
        QVERIFY(adviceFor(facts, spec).front().remedy == FaultRemedy::TrustCertificate);
    }

    void silenceNamesTheLimitThatEndedIt()
    {
        const auto advice =
            adviceFor(faulty(FaultKind::ReadTimeout),
                      RequestSpec{.url = "http://h/", .readTimeout = std::chrono::seconds{2}});
        QCOMPARE(advice.front().title, std::string("Allow more than 2 s of silence"));
        QVERIFY(advice.front().remedy == FaultRemedy::EditLimits);
    }

    void theReasonIsOneShortSentence()
    {
        const RunRecord record = runOf(plainPolicy(), std::vector{response(503), response(404)});
        const CallRecord& call = record.calls().front();
        const auto reason = [&](std::size_t at) {
            const AttemptRecord& attempt = call.attempts[at];
            return briefReason(*record.header().policy, attempt.facts, attempt.decision, attempt.attempt);
        };
        QVERIFY2(reason(0).starts_with("Retried at once: "), reason(0).c_str());
        QVERIFY2(reason(1).starts_with("Not retried: 404 ("), reason(1).c_str());
    }

    void theReasonIsShortWhateverTheErrorIsCalled()
    {
        const RunRecord record = runOf(plainPolicy(), std::vector{xmlError(404, std::string(600, 'X'))});
        const AttemptRecord& attempt = record.calls().front().attempts.front();
        const std::string reason = briefReason(*record.header().policy, attempt.facts, attempt.decision, 1);
        QVERIFY2(reason.starts_with("Not retried: 404 XXX"), reason.c_str());
        QVERIFY2(reason.size() < 200, reason.c_str());
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstFaultAdvice)

#include "tst_fault_advice.moc"
