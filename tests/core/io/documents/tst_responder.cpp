// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/responder.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

AttemptFacts page(int status, std::string body, std::vector<Header> headers = {})
{
    AttemptFacts facts = responseWith(status, {.isEmpty = false, .isHtml = true}, std::move(headers));
    auto response = std::make_shared<Response>(*facts.response);
    response->body = std::move(body);
    facts.response = std::move(response);
    return facts;
}

const std::string kNoId = "no request id from a service";
const std::string kHtml = "the body is a web page (HTML)";

} // namespace

class TstResponder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void guessesWhoAnsweredAndSaysWhy_data()
    {
        QTest::addColumn<AttemptFacts>("facts");
        QTest::addColumn<Responder>("expected");

        QTest::newRow("fault") << faulty(FaultKind::ConnectionReset)
                               << Responder{ResponderKind::Nobody, {}, {}};
        QTest::newRow("nginxPageWithServerHeader")
            << page(502, "<html>", {{"Server", "nginx/1.22.1"}})
            << Responder{ResponderKind::Proxy, "nginx", {"Server: nginx/1.22.1", kNoId, kHtml}};
        QTest::newRow("nginxPageAlone") << page(502, "<html><hr><center>nginx/1.22.1</center></html>")
                                        << Responder{ResponderKind::Proxy, "nginx", {kNoId, kHtml}};
        QTest::newRow("haproxyPageAlone")
            << page(503, "<html><h1>503</h1>No server is available to handle this request.</html>")
            << Responder{ResponderKind::Proxy, "HAProxy", {kNoId, kHtml}};
        QTest::newRow("loadBalancer")
            << page(503, "<html>", {{"Server", "awselb/2.0"}})
            << Responder{
                   ResponderKind::LoadBalancer, "AWS load balancer", {"Server: awselb/2.0", kNoId, kHtml}};
        QTest::newRow("s3WithRequestId")
            << responseWith(503, {.isEmpty = false, .isXml = true, .xmlRoot = "Error"},
                            {{"Server", "AmazonS3"}, {"x-amz-request-id", "0A49"}})
            << Responder{
                   ResponderKind::Origin,
                   "Amazon S3",
                   {"Server: AmazonS3", "request id 0A49", "the body is XML with the root element Error"}};
        QTest::newRow("requestIdInTheBody")
            << responseWith(500, {.isEmpty = false,
                                  .isXml = true,
                                  .xmlRoot = "Response",
                                  .fields = {{"xml:Response/RequestID", "b2"}}})
            << Responder{ResponderKind::Origin,
                         "",
                         {"request id b2", "the body is XML with the root element Response"}};
        QTest::newRow("requestIdBehindNginx")
            << responseWith(400, {.isEmpty = false, .isJson = true},
                            {{"Server", "nginx"}, {"x-amzn-RequestId", "Q"}})
            << Responder{ResponderKind::Origin, "", {"Server: nginx", "request id Q", "the body is JSON"}};
        QTest::newRow("requestIdInTheBodyOfAnErrorPage")
            << responseWith(429,
                            {.isEmpty = false,
                             .isXml = true,
                             .xmlRoot = "Error",
                             .fields = {{"xml:Error/RequestId", "b2"}}},
                            {{"Server", "nginx/1.22.1"}})
            << Responder{
                   ResponderKind::Unknown,
                   "",
                   {"Server: nginx/1.22.1", "request id b2", "the body is XML with the root element Error"}};
        QTest::newRow("viaOnAnError")
            << response(504, {{"Via", "1.1 gate"}})
            << Responder{ResponderKind::Proxy, "", {"Via: 1.1 gate", kNoId, "no body"}};
        QTest::newRow("viaOnASuccess")
            << response(200, {{"Via", "1.1 gate"}})
            << Responder{ResponderKind::Unknown, "", {"Via: 1.1 gate", kNoId, "no body"}};
        QTest::newRow("productOnASuccessOnlyPassedItOn")
            << response(200, {{"Server", "nginx"}})
            << Responder{ResponderKind::Unknown, "", {"Server: nginx", kNoId, "no body"}};
        QTest::newRow("noEvidence") << responseWith(429, {.isEmpty = false})
                                    << Responder{
                                           ResponderKind::Unknown, "", {kNoId, "the body is plain text"}};
        QTest::newRow("unknownServer")
            << response(500, {{"Server", "BaseHTTP/0.6"}})
            << Responder{ResponderKind::Unknown, "", {"Server: BaseHTTP/0.6", kNoId, "no body"}};
    }

    void guessesWhoAnsweredAndSaysWhy()
    {
        QFETCH(AttemptFacts, facts);
        QFETCH(Responder, expected);
        const Responder found = responderOf(facts);
        QCOMPARE(found.evidence, expected.evidence);
        QCOMPARE(found.name, expected.name);
        QCOMPARE(found.kind, expected.kind);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstResponder)

#include "tst_responder.moc"
