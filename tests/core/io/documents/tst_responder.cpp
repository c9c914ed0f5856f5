// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/error_name.h"
#include "core/facts/responder.h"

#include "core/io/documents/error_files.h"
#include "core/io/http/pasted_response.h"
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
        QTest::newRow("nginxPageAlone")
            << page(502, "<html><hr><center>nginx/1.22.1</center></html>")
            << Responder{ResponderKind::Proxy, "nginx", {kNoId, kHtml, "nginx writes such responses itself"}};
        QTest::newRow("haproxyPageAlone")
            << page(503, "<html><h1>503</h1>No server is available to handle this request.</html>")
            << Responder{
                   ResponderKind::Proxy, "HAProxy", {kNoId, kHtml, "HAProxy writes such responses itself"}};
        QTest::newRow("loadBalancer") << page(503, "<html>", {{"Server", "awselb/2.0"}})
                                      << Responder{ResponderKind::LoadBalancer,
                                                   "AWS load balancer",
                                                   {"Server: awselb/2.0", kNoId, kHtml,
                                                    "AWS load balancer writes such responses itself"}};
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
        const Responder found = responderOf(io::errorKnowledge().responders, facts);
        QCOMPARE(found.evidence, expected.evidence);
        QCOMPARE(found.name, expected.name);
        QCOMPARE(found.kind, expected.kind);
    }

    void tellsByFormsAndFields_data();
    void tellsByFormsAndFields();
    void aFieldThatIsNoIdCountsForNobody_data();
    void aFieldThatIsNoIdCountsForNobody();
};

void TstResponder::tellsByFormsAndFields_data()
{
    using enum ResponderKind;
    QTest::addColumn<std::string>("text");
    QTest::addColumn<ResponderKind>("kind");
    QTest::addColumn<std::string>("name");
    const auto row = [](const char* title, const char* text, ResponderKind kind, const char* name) {
        QTest::newRow(title) << std::string(text) << kind << std::string(name);
    };
    const char* const page = "\ncontent-type: text/html\n\n<html><body>";
    const auto html = [&row, page](const char* title, const char* head, const char* body, ResponderKind kind,
                                   const char* name) {
        row(title, (std::string(head) + page + body + "</body></html>").c_str(), kind, name);
    };
    row("anthropic",
        "HTTP/1.1 529 \nrequest-id: req_0\nserver: cloudflare\ncontent-type: application/json\n\n"
        R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})",
        Origin, "Anthropic");
    row("anthropicWithoutId",
        "HTTP/1.1 529 \nserver: cloudflare\ncontent-type: application/json\n\n"
        R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})",
        Origin, "Anthropic");
    row("azureBlob",
        "HTTP/1.1 503 The server is busy.\nServer: Windows-Azure-Blob/1.0 Microsoft-HTTPAPI/2.0\n"
        "x-ms-request-id: 0\nContent-Type: application/xml\n\n"
        "<?xml version=\"1.0\"?><Error><Code>ServerBusy</Code></Error>",
        Origin, "Azure");
    row("azureOpenAi",
        "HTTP/1.1 429 Too Many Requests\napim-request-id: a-b\nContent-Type: application/json\n\n"
        R"({"error":{"code":"429","message":"m"}})",
        Origin, "Azure");
    row("gemini",
        "HTTP/1.1 503 Service Unavailable\nServer: scaffolding on HTTPServer2\nContent-Type: "
        "application/json\n\n"
        R"({"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}})",
        Origin, "Google");
    row("cloudStorage", "HTTP/1.1 503 Service Unavailable\nx-goog-hash: crc32c=a\n\n", Origin, "Google");
    row("github",
        "HTTP/1.1 403 Forbidden\nServer: github.com\nX-GitHub-Request-Id: 0\nContent-Type: "
        "application/json\n\n"
        R"({"message":"You have exceeded a secondary rate limit"})",
        Origin, "GitHub");
    row("r2",
        "HTTP/1.1 503 Service Unavailable\nServer: cloudflare\nCF-RAY: 8-FRA\nContent-Type: "
        "application/xml\n\n<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>ServiceUnavailable</Code>"
        "<Message>Reduce your concurrent request rate for the same object.</Message></Error>",
        Origin, "S3 or compatible");
    row("stripe",
        "HTTP/1.1 429 Too Many Requests\nServer: cloudflare\nStripe-Version: 2025-01-01\nRequest-Id: "
        "req_abc\nContent-Type: application/json\n\n"
        R"({"error":{"type":"invalid_request_error","code":"rate_limit"}})",
        Origin, "Stripe");
    row("openAi",
        "HTTP/1.1 429 Too Many Requests\nServer: cloudflare\nx-request-id: req_1\nContent-Type: "
        "application/json\n\n"
        R"({"error":{"message":"m","type":"tokens","param":null,"code":"rate_limit_exceeded"}})",
        Origin, "OpenAI or compatible");
    row("unknownJsonBehindCloudflare",
        "HTTP/1.1 503 Service Unavailable\nServer: cloudflare\nContent-Type: application/json\n\n{\"a\":1}",
        Unknown, "");
    row("unknownJsonBehindNginx",
        "HTTP/1.1 503 Service Unavailable\nServer: nginx\nContent-Type: application/json\n\n{\"a\":1}",
        Unknown, "");
    row("cloudflareAlone", "HTTP/1.1 503 Service Unavailable\nServer: cloudflare\n\n", Unknown, "");
    row("cloudflareCode", "HTTP/1.1 522 \nServer: cloudflare\n\n", Proxy, "Cloudflare");
    row("cloudflare1015",
        "HTTP/1.1 429 Too Many Requests\nServer: cloudflare\nContent-Type: text/plain\n\nerror code: 1015",
        Proxy, "Cloudflare");
    html("cloudflarePage", "HTTP/1.1 521 \nserver: cloudflare", "Cloudflare Ray ID: 1", Proxy, "Cloudflare");
    html("cloudflareShortPage", "HTTP/1.1 502 Bad Gateway\nserver: cloudflare",
         "<center><h1>502 Bad Gateway</h1></center><hr><center>cloudflare</center>", Proxy, "Cloudflare");
    html("cloudFrontPage",
         "HTTP/1.1 503 Service Unavailable\nServer: CloudFront\nX-Cache: Error from cloudfront",
         "Generated by cloudfront (CloudFront)", Proxy, "CloudFront");
    row("originErrorThroughCloudFront",
        "HTTP/1.1 503 Service Unavailable\nX-Cache: Error from cloudfront\nVia: 1.1 a.cloudfront.net "
        "(CloudFront)\nContent-Type: application/json\n\n{\"a\":1}",
        Unknown, "");
    html("akamai", "HTTP/1.1 503 Service Unavailable\nServer: AkamaiGHost",
         "An error occurred. Reference&#32;&#35;30&#46;1", Proxy, "Akamai");
    html("fastly", "HTTP/1.1 503 backend read error\nServer: Varnish\nX-Served-By: cache-fra-1",
         "<h3>Guru Mediation:</h3><p>Details: cache-fra-1</p><p>Varnish cache server</p>", Proxy, "Fastly");
    html("varnish", "HTTP/1.1 503 Backend fetch failed\nServer: Varnish",
         "<h3>Guru Meditation:</h3><p>XID: 1</p><p>Varnish cache server</p>", Proxy, "Varnish");
    html("alb", "HTTP/1.1 503 Service Temporarily Unavailable\nServer: awselb/2.0",
         "<center><h1>503 Service Temporarily Unavailable</h1></center>", LoadBalancer, "AWS load balancer");
    row("jsonThroughAlb",
        "HTTP/1.1 503 Service Unavailable\nServer: awselb/2.0\nContent-Type: application/json\n\n{\"a\":1}",
        Unknown, "");
    row("apiGateway",
        "HTTP/1.1 504 Gateway Timeout\nx-amzn-RequestId: a\nx-amz-apigw-id: b\nx-amzn-ErrorType: "
        "InternalServerErrorException\nContent-Type: application/json\n\n"
        R"({"message": "Endpoint request timed out"})",
        Proxy, "API Gateway");
    row("throughApiGateway",
        "HTTP/1.1 500 Internal Server Error\nx-amzn-RequestId: a\nx-amz-apigw-id: b\nContent-Type: "
        "application/json\n\n{\"error\":\"mine\"}",
        Origin, "");
    row("idThatAProxyStamps",
        "HTTP/1.1 502 Bad Gateway\nServer: Fly/1 (a)\nfly-request-id: 1\nContent-Type: "
        "application/json\n\n{\"a\":1}",
        Unknown, "");
    row("envoyText", "HTTP/1.1 503 Service Unavailable\nContent-Type: text/plain\n\nno healthy upstream",
        Proxy, "Envoy");
    html("googleLoadBalancer", "HTTP/1.1 502 Bad Gateway\nVia: 1.1 google",
         "The server encountered a temporary error and could not complete your request.", LoadBalancer,
         "Google Cloud load balancer");
    html("apacheProxy", "HTTP/1.1 502 Proxy Error\nServer: Apache/2.4",
         "The proxy server received an invalid response from an upstream server.", Proxy,
         "Apache HTTP Server");
}

void TstResponder::tellsByFormsAndFields()
{
    QFETCH(std::string, text);
    QFETCH(ResponderKind, kind);
    QFETCH(std::string, name);
    const Responder found =
        responderOf(io::errorKnowledge().responders, io::readPastedResponse(text, {}).facts);
    QCOMPARE(found.name, name);
    QCOMPARE(found.kind, kind);
}

void TstResponder::aFieldThatIsNoIdCountsForNobody_data()
{
    QTest::addColumn<std::string>("name");
    for (const KnownResponder& known : io::errorKnowledge().responders) {
        for (const std::string& name : known.stamps) {
            QTest::newRow(name.c_str())
                << (name.ends_with('*') ? name.substr(0, name.size() - 1) + "x" : name);
        }
    }
    for (const char* name : {"request-id", "x-request-id", "x-amzn-requestid", "x-amz-request-id"}) {
        QTest::newRow(name) << std::string(name);
    }
}

/// Empty, repeated or 8 KiB long: whoever sent it, it is no id that a service gave.
void TstResponder::aFieldThatIsNoIdCountsForNobody()
{
    QFETCH(std::string, name);
    const std::string long8k(8192, 'a');
    for (const std::vector<Header>& headers :
         {std::vector<Header>{{name, ""}}, {{name, "  "}}, {{name, long8k}}, {{name, "a"}, {name, "b"}}}) {
        const AttemptFacts facts = responseWith(503, {.isEmpty = false, .isJson = true}, headers);
        QCOMPARE(responderOf(io::errorKnowledge().responders, facts).kind, ResponderKind::Unknown);
        QCOMPARE(requestIdOf(facts), std::string());
    }
}

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstResponder)

#include "tst_responder.moc"
