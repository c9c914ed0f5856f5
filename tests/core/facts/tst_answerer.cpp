// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/answerer.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

Q_DECLARE_METATYPE(retryscope::AttemptFacts)
Q_DECLARE_METATYPE(retryscope::Answerer)

namespace retryscope::test {

namespace {

AttemptFacts page(int status, std::string body, std::vector<Header> headers = {})
{
    AttemptFacts facts = answerWith(status, {.isEmpty = false, .isHtml = true}, std::move(headers));
    auto reply = std::make_shared<Reply>(*facts.reply);
    reply->body = std::move(body);
    facts.reply = std::move(reply);
    return facts;
}

const std::string kNoId = "no request id of a service";
const std::string kHtml = "the body is a web page (HTML)";

} // namespace

class TstAnswerer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void guessesWhoAnsweredAndSaysWhy_data()
    {
        QTest::addColumn<AttemptFacts>("facts");
        QTest::addColumn<Answerer>("expected");

        QTest::newRow("fault") << faulty(FaultKind::ConnectionReset)
                               << Answerer{AnswererKind::Nobody, {}, {}};
        QTest::newRow("nginxPageWithServerHeader")
            << page(502, "<html>", {{"Server", "nginx/1.22.1"}})
            << Answerer{AnswererKind::Proxy, "nginx", {"Server: nginx/1.22.1", kNoId, kHtml}};
        QTest::newRow("nginxPageAlone") << page(502, "<html><hr><center>nginx/1.22.1</center></html>")
                                        << Answerer{AnswererKind::Proxy, "nginx", {kNoId, kHtml}};
        QTest::newRow("haproxyPageAlone")
            << page(503, "<html><h1>503</h1>No server is available to handle this request.</html>")
            << Answerer{AnswererKind::Proxy, "HAProxy", {kNoId, kHtml}};
        QTest::newRow("loadBalancer")
            << page(503, "<html>", {{"Server", "awselb/2.0"}})
            << Answerer{
                   AnswererKind::LoadBalancer, "AWS load balancer", {"Server: awselb/2.0", kNoId, kHtml}};
        QTest::newRow("s3WithRequestId")
            << answerWith(503, {.isEmpty = false, .isXml = true, .xmlRoot = "Error"},
                          {{"Server", "AmazonS3"}, {"x-amz-request-id", "0A49"}})
            << Answerer{AnswererKind::Origin,
                        "Amazon S3",
                        {"Server: AmazonS3", "request id 0A49", "the body is XML, root Error"}};
        QTest::newRow("requestIdInTheBody")
            << answerWith(500, {.isEmpty = false,
                                .isXml = true,
                                .xmlRoot = "Response",
                                .fields = {{"xml:Response/RequestID", "b2"}}})
            << Answerer{AnswererKind::Origin, "", {"request id b2", "the body is XML, root Response"}};
        QTest::newRow("requestIdBehindNginx")
            << answerWith(400, {.isEmpty = false, .isJson = true},
                          {{"Server", "nginx"}, {"x-amzn-RequestId", "Q"}})
            << Answerer{AnswererKind::Origin, "", {"Server: nginx", "request id Q", "the body is JSON"}};
        QTest::newRow("viaOnAnError")
            << answer(504, {{"Via", "1.1 gate"}})
            << Answerer{AnswererKind::Proxy, "", {"Via: 1.1 gate", kNoId, "no body"}};
        QTest::newRow("viaOnASuccess")
            << answer(200, {{"Via", "1.1 gate"}})
            << Answerer{AnswererKind::Unknown, "", {"Via: 1.1 gate", kNoId, "no body"}};
        QTest::newRow("productOnASuccessOnlyPassedItOn")
            << answer(200, {{"Server", "nginx"}})
            << Answerer{AnswererKind::Unknown, "", {"Server: nginx", kNoId, "no body"}};
        QTest::newRow("noEvidence") << answerWith(429, {.isEmpty = false})
                                    << Answerer{AnswererKind::Unknown, "", {kNoId, "the body is plain text"}};
        QTest::newRow("unknownServer")
            << answer(500, {{"Server", "BaseHTTP/0.6"}})
            << Answerer{AnswererKind::Unknown, "", {"Server: BaseHTTP/0.6", kNoId, "no body"}};
    }

    void guessesWhoAnsweredAndSaysWhy()
    {
        QFETCH(AttemptFacts, facts);
        QFETCH(Answerer, expected);
        const Answerer found = answererOf(facts);
        QCOMPARE(found.evidence, expected.evidence);
        QCOMPARE(found.name, expected.name);
        QCOMPARE(found.kind, expected.kind);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST_MAIN(retryscope::test::TstAnswerer)

#include "tst_answerer.moc"
