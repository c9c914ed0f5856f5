// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/attempt_limit.h"
#include "core/facts/request_spec.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

/// 10 ms to connect, 10 for TLS, 5 to send, 100 until the head, 50 for the body.
AttemptFacts phasedResponse()
{
    Response response{.status = 503, .body = "body", .bodyBytes = 4};
    response.parsed.isEmpty = false;
    response.parsed.text = "body";
    AttemptFacts facts;
    facts.response = std::make_shared<const Response>(std::move(response));
    facts.phases = {.connect = ms(10), .tls = ms(10), .send = ms(5), .wait = ms(100), .receive = ms(50)};
    return facts;
}

} // namespace

/// What a limit makes of an attempt that would have taken longer.
class TstAttemptLimit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHeadThatHadComeStaysWithoutItsBody()
    {
        const AttemptFacts cut = endedByLimit(phasedResponse(), ms(0), ms(130));
        QVERIFY(cut.fault->kind == FaultKind::ReadTimeout);
        QVERIFY(isAttemptLimit(cut.fault->detail));
        QCOMPARE(cut.response->status, 503);
        QVERIFY(cut.response->body.empty() && cut.response->parsed.isEmpty);
        QVERIFY(*cut.phases.receive == ms(5));
    }

    void anEarlierLimitLeavesNoResponse()
    {
        const AttemptFacts cut = endedByLimit(phasedResponse(), ms(0), ms(120));
        QVERIFY(cut.fault->kind == FaultKind::ReadTimeout);
        QVERIFY(!cut.response);
        QVERIFY(!endedByLimit(phasedResponse(), ms(20), ms(130)).response);
    }

    void whatIsWrittenIsReadAgain()
    {
        for (const Duration limit :
             {Duration{1500}, ms(2000), ms(1'234'567), Duration{std::chrono::hours{24 * 365}}}) {
            const std::optional<Duration> read = attemptLimitIn(attemptLimitText(limit));
            QVERIFY2(read == limit, attemptLimitText(limit).c_str());
        }
        QVERIFY(attemptLimitIn("the attempt limit passed, 2.5 ms") == Duration{2500});
        QVERIFY(!attemptLimitIn("the attempt limit passed, soon"));
        QVERIFY(!attemptLimitIn("reset by peer"));
    }

    void aLimitWithinConnectingIsAFaultOfConnecting()
    {
        QVERIFY(endedByLimit(phasedResponse(), ms(0), ms(15)).fault->kind == FaultKind::ConnectTimeout);
        for (const FaultKind kind : {FaultKind::ConnectTimeout, FaultKind::ConnectionRefused,
                                     FaultKind::HostNotFound, FaultKind::TlsFailed}) {
            QVERIFY(endedByLimit(faulty(kind), ms(0), ms(15)).fault->kind == FaultKind::ConnectTimeout);
        }
        QVERIFY(endedByLimit(faulty(FaultKind::ConnectionReset), ms(0), ms(15)).fault->kind ==
                FaultKind::ReadTimeout);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstAttemptLimit)

#include "tst_attempt_limit.moc"
