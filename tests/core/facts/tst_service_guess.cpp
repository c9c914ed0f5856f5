// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/service_guess.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

using namespace retryscope;

namespace {

/// `s3 GetObject (rest-xml)`
std::string shown(const ServiceGuess& guess)
{
    return guess.service + (guess.operation.empty() ? "" : ' ' + guess.operation) +
           (guess.protocol.empty() ? "" : " (" + guess.protocol + ')');
}

std::string joined(const std::vector<std::string>& texts)
{
    std::string line;
    for (const std::string& text : texts) {
        line += (line.empty() ? "" : "; ") + text;
    }
    return line;
}

} // namespace

class TstServiceGuess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theHostTells_data()
    {
        QTest::addColumn<std::string>("url");
        QTest::addColumn<std::string>("expected");
        QTest::addColumn<std::string>("evidence");
        const auto row = [](const char* url, const char* expected, const char* end) {
            QTest::newRow(url) << std::string(url) << std::string(expected)
                               << (*end == '\0' ? std::string() : "host ends with " + std::string(end));
        };
        row("https://s3.eu-west-1.amazonaws.com/b/k", "s3 GetObject", "s3.eu-west-1.amazonaws.com");
        row("https://b.s3.eu-west-1.amazonaws.com/k", "s3 GetObject", "s3.eu-west-1.amazonaws.com");
        row("https://a.b.c.s3.amazonaws.com/", "s3 ListObjects", "s3.amazonaws.com");
        row("https://b.s3-eu-west-1.amazonaws.com/?list-type=2&prefix=a", "s3 ListObjectsV2",
            "s3-eu-west-1.amazonaws.com");
        row("https://b.s3.dualstack.eu-west-1.amazonaws.com/?acl", "s3",
            "s3.dualstack.eu-west-1.amazonaws.com");
        row("https://s3.cn-north-1.amazonaws.com.cn/", "s3 ListBuckets", "s3.cn-north-1.amazonaws.com.cn");
        row("https://b.s3-fips.us-gov-west-1.amazonaws.com/k", "s3 GetObject",
            "s3-fips.us-gov-west-1.amazonaws.com");
        row("https://b.s3-accelerate.dualstack.amazonaws.com/k?x-id=GetObject", "s3 GetObject",
            "s3-accelerate.dualstack.amazonaws.com");
        row("https://b--use1-az4--x-s3.s3express-use1-az4.us-east-1.amazonaws.com/k", "s3 GetObject",
            "s3express-use1-az4.us-east-1.amazonaws.com");
        row("https://b.vpce-1a2b.s3.us-east-1.vpce.amazonaws.com/k", "s3 GetObject",
            "s3.us-east-1.vpce.amazonaws.com");
        row("https://S3.Amazonaws.COM.:443/b?list-type=2", "s3 ListObjectsV2", "s3.amazonaws.com");
        row("http://s3.localhost.localstack.cloud:4566/b", "s3 ListObjects", "s3.localhost.localstack.cloud");
        row("https://b.s3-website-us-east-1.amazonaws.com/", "generic", "s3-website-us-east-1.amazonaws.com");
        row("https://b.s3-website.eu-west-1.amazonaws.com/", "generic", "s3-website.eu-west-1.amazonaws.com");
        row("https://dynamodb.eu-west-1.amazonaws.com/", "dynamodb", "dynamodb.eu-west-1.amazonaws.com");
        row("https://dynamodb-fips.us-east-1.amazonaws.com/", "dynamodb",
            "dynamodb-fips.us-east-1.amazonaws.com");
        row("https://123456789012.ddb.us-east-1.amazonaws.com/", "dynamodb", "ddb.us-east-1.amazonaws.com");
        row("https://dynamodb.us-east-1.api.aws/", "dynamodb", "dynamodb.us-east-1.api.aws");
        row("https://streams.dynamodb.us-east-1.amazonaws.com/", "dynamodb-streams",
            "streams.dynamodb.us-east-1.amazonaws.com");
        row("https://sdb.amazonaws.com/", "simpledb", "sdb.amazonaws.com");
        row("https://eu-west-1.queue.amazonaws.com/1/q", "sqs", "queue.amazonaws.com");
        row("https://sts.amazonaws.com/", "sts", "sts.amazonaws.com");
        row("https://abc.execute-api.eu-west-1.amazonaws.com/prod", "generic",
            "execute-api.eu-west-1.amazonaws.com");
        row("https://x-1.eu-west-1.elb.amazonaws.com/", "generic", "elb.amazonaws.com");
        row("https://ec2-1-2-3-4.compute-1.amazonaws.com/", "generic", "compute-1.amazonaws.com");
        row("https://rds.eu-west-1.amazonaws.com/", "rds", "rds.eu-west-1.amazonaws.com");
        row("https://db.abc.eu-west-1.rds.amazonaws.com/", "generic", "rds.amazonaws.com");
        row("https://vpce-1a2b-3c.rds.eu-west-1.vpce.amazonaws.com/", "rds",
            "rds.eu-west-1.vpce.amazonaws.com");
        row("https://es.eu-west-1.amazonaws.com/", "opensearch", "es.eu-west-1.amazonaws.com");
        row("https://search-mine-abc.eu-west-1.es.amazonaws.com/", "generic", "es.amazonaws.com");
        row("https://elasticbeanstalk.eu-west-1.amazonaws.com/", "elasticbeanstalk",
            "elasticbeanstalk.eu-west-1.amazonaws.com");
        row("https://123456789012.s3-control.eu-west-1.amazonaws.com/v20180820/jobs", "s3control",
            "s3-control.eu-west-1.amazonaws.com");
        row("https://elasticfilesystem.eu-west-1.amazonaws.com/", "efs",
            "elasticfilesystem.eu-west-1.amazonaws.com");
        row("https://elasticmapreduce-fips.us-east-1.amazonaws.com/", "emr",
            "elasticmapreduce-fips.us-east-1.amazonaws.com");
        row("https://servicequotas.eu-west-1.amazonaws.com/", "service-quotas",
            "servicequotas.eu-west-1.amazonaws.com");
        row("https://runtime.sagemaker.eu-west-1.amazonaws.com/endpoints/x/invocations", "sagemaker-runtime",
            "runtime.sagemaker.eu-west-1.amazonaws.com");
        row("https://api.sagemaker.eu-west-1.amazonaws.com/", "sagemaker",
            "sagemaker.eu-west-1.amazonaws.com");
        row("https://abc.lambda-url.eu-west-1.on.aws/", "generic", "on.aws");
        row("https://example.com/s3.amazonaws.com", "generic", "");
        row("https://s3.amazonaws.com.example.com/", "generic", "");
        row("https://noamazonaws.com/", "generic", "");
        row("http://127.0.0.1:8000/", "generic", "");
        row("http://[::1]:8000/", "generic", "");
        row("/example-bucket?list-type=2", "generic", "");
        row("", "generic", "");
    }
    void theHostTells()
    {
        QFETCH(std::string, url);
        QFETCH(std::string, expected);
        QFETCH(std::string, evidence);
        const ServiceGuess guess = guessService({.url = url});
        QCOMPARE(shown(guess), expected);
        QCOMPARE(joined(guess.evidence), evidence);
    }

    /// Sources: the S3 API reference, request syntax of each operation.
    void theMethodAndThePathTellTheOperationOfS3_data()
    {
        QTest::addColumn<std::string>("method");
        QTest::addColumn<std::string>("path");
        QTest::addColumn<std::string>("operation");
        const auto row = [](const char* method, const char* path, const char* operation) {
            QTest::addRow("%s %s", method, path)
                << std::string(method) << std::string(path) << std::string(operation);
        };
        row("GET", "/", "ListBuckets");
        row("POST", "/", "");
        row("GET", "/b", "ListObjects");
        row("GET", "/b/?list-type=2", "ListObjectsV2");
        row("GET", "/b?list-type=1", "ListObjects");
        row("HEAD", "/b", "HeadBucket");
        row("PUT", "/b", "CreateBucket");
        row("DELETE", "/b/", "DeleteBucket");
        row("POST", "/b", "");
        row("GET", "/b/k", "GetObject");
        row("HEAD", "/b/k", "HeadObject");
        row("PUT", "/b/k", "PutObject");
        row("DELETE", "/b/k", "DeleteObject");
        row("POST", "/b/k", "");
        row("GET", "/b/k?versionId=1&X-Amz-Date=2&response-content-type=3&&x-id=GetObject", "GetObject");
        row("GET", "/b/k?prefix=a", "");
        row("GET", "/b?tagging", "");
        row("PUT", "", "");
    }
    void theMethodAndThePathTellTheOperationOfS3()
    {
        QFETCH(std::string, method);
        QFETCH(std::string, path);
        QFETCH(std::string, operation);
        const ServiceGuess guess =
            guessService({.method = method, .url = "https://s3.eu-west-1.amazonaws.com" + path});
        QCOMPARE(guess.service, std::string("s3"));
        QCOMPARE(guess.operation, operation);
    }

    void aCopyIsNoPut()
    {
        const ServiceGuess guess = guessService({.method = "PUT",
                                                 .url = "https://b.s3.amazonaws.com/k",
                                                 .headers = {{{"x-amz-copy-source", "/a/k"}}}});
        QCOMPARE(guess.operation, std::string("CopyObject"));
    }

    /// Source: AWS Signature Version 4, "Credential": KEY/DATE/REGION/SERVICE/aws4_request.
    void theSignatureTells_data()
    {
        QTest::addColumn<std::string>("credential");
        QTest::addColumn<std::string>("service");
        const auto row = [](const char* credential, const char* service) {
            QTest::newRow(credential) << std::string(credential) << std::string(service);
        };
        row("Credential=K/20260131/eu-west-1/dynamodb/aws4_request, Signature=1", "dynamodb");
        row("Credential=K/20260131/eu-west-1/sqs/aws4_request", "sqs");
        row("Credential=K/20260131/eu-west-1/lambda/aws4_request", "lambda");
        row("Credential=K/20260131/eu-west-1/execute-api/aws4_request", "generic");
        row("Credential=K/20260131/eu-west-1/es/aws4_request", "generic");
        row("Credential=K/20260131/eu-west-1/aoss/aws4_request", "generic");
        row("Credential=K/20260131/eu-west-1/a b/aws4_request", "generic");
        row("Credential=K", "generic");
        row("Credential=/aws4_request", "generic");
        row("Signature=1", "generic");
    }
    void theSignatureTells()
    {
        QFETCH(std::string, credential);
        QFETCH(std::string, service);
        const Headers headers{{{"Authorization", "AWS4-HMAC-SHA256 " + credential}}};
        QCOMPARE(guessService({.url = "http://localhost:8000/", .headers = headers}).service, service);
        // what the host says goes before
        QCOMPARE(guessService({.url = "https://sns.eu-west-1.amazonaws.com/", .headers = headers}).service,
                 std::string("sns"));
    }

    void aSignedAddressTells()
    {
        QCOMPARE(
            guessService(
                {.url = "http://localhost/b/k?a&X-Amz-Credential=K%2F20260131%2Feu%2Fs3%2Faws4_request#x"})
                .service,
            std::string("s3"));
        QCOMPARE(guessService({.url = "localhost?X-Amz-Credential=%2Faws4_request"}).service,
                 std::string("generic"));
    }

    void theRequestTells_data()
    {
        QTest::addColumn<Headers>("headers");
        QTest::addColumn<std::string>("body");
        QTest::addColumn<std::string>("path");
        QTest::addColumn<std::string>("expected");
        const auto row = [](const char* name, std::vector<Header> headers, const char* body, const char* path,
                            const char* expected) {
            QTest::newRow(name) << Headers{std::move(headers)} << std::string(body) << std::string(path)
                                << std::string(expected);
        };
        row("target",
            {{"x-amz-target", "DynamoDB_20120810.BatchGetItem"},
             {"content-type", "application/x-amz-json-1.0"}},
            "{}", "/", "dynamodb BatchGetItem (json)");
        row("target of another service", {{"X-Amz-Target", "Wonder_20300101.DoIt"}}, "", "/",
            "generic DoIt (json)");
        row("target that is none", {{"X-Amz-Target", "<script>.x y"}}, "", "/", "generic");
        row("json", {{"Content-Type", "application/x-amz-json-1.1"}}, "{}", "/", "generic (json)");
        row("cbor", {{"smithy-protocol", "rpc-v2-cbor"}}, "", "/service/X/operation/GetMetricData",
            "generic GetMetricData (rpc-v2-cbor)");
        row("form", {}, "Action=SendMessage&Version=2012-11-05&MessageBody=x", "/",
            "sqs SendMessage (query)");
        row("form of EC2", {}, "Action=DescribeInstances&Version=2016-11-15", "/",
            "ec2 DescribeInstances (ec2)");
        row("form in the query", {}, "", "/?Action=Select&Version=2009-04-15", "simpledb Select (query)");
        row("a form of one's own", {}, "Action=go", "/", "generic");
        row("signature",
            {{"Authorization",
              "AWS4-HMAC-SHA256 Credential=AKID/20260131/eu-west-1/s3/aws4_request, SignedHeaders=host"}},
            "", "/b/k", "s3 GetObject");
        row("presigned", {}, "",
            "/b/k?X-Amz-Credential=AKID%2F20260131%2Feu-west-1%2Fs3%2Faws4_request&X-Amz-Signature=x",
            "s3 GetObject");
        row("signed under another name",
            {{"Authorization", "AWS4-HMAC-SHA256 Credential=A/1/r/elasticmapreduce/aws4_request"}}, "", "/",
            "emr");
        row("signed for one's own API",
            {{"Authorization", "AWS4-HMAC-SHA256 Credential=A/1/r/execute-api/aws4_request"}}, "", "/",
            "generic");
    }
    void theRequestTells()
    {
        QFETCH(Headers, headers);
        QFETCH(std::string, body);
        QFETCH(std::string, path);
        QFETCH(std::string, expected);
        const ServiceGuess guess =
            guessService({.url = "http://localhost:4566" + path, .headers = headers, .body = body});
        QCOMPARE(shown(guess), expected);
        QCOMPARE(guess.evidence.empty(), expected == "generic" && headers.find("authorization") == nullptr);
    }

    void whatTheRequestSaysComesBeforeItsHost()
    {
        const ServiceGuess guess =
            guessService({.method = "POST",
                          .url = "https://sqs.eu-west-1.amazonaws.com/",
                          .headers = {{{"X-Amz-Target", "Kinesis_20131202.PutRecord"}}}});
        QCOMPARE(guess.service, std::string("kinesis"));
        QCOMPARE(joined(guess.evidence),
                 std::string(
                     "X-Amz-Target: Kinesis_20131202.PutRecord; host ends with sqs.eu-west-1.amazonaws.com"));
    }

    /// Elastic Beanstalk and SES have the same.
    void theHostTellsTwoServicesOfOneVersionApart()
    {
        const auto guessAt = [](const char* url) {
            return shown(guessService({.url = url, .body = "Action=ListThings&Version=2010-12-01"}));
        };
        QCOMPARE(guessAt("https://elasticbeanstalk.eu-west-1.amazonaws.com/"),
                 std::string("elasticbeanstalk ListThings (query)"));
        QCOMPARE(guessAt("https://email.eu-west-1.amazonaws.com/"), std::string("ses ListThings (query)"));
        QCOMPARE(guessAt("http://localhost:4566/"), std::string("ses ListThings (query)"));
    }

    void aResponseTellsItsService_data()
    {
        QTest::addColumn<AttemptFacts>("facts");
        QTest::addColumn<RecognisedResponse>("expected");
        const auto row = [](const char* name, std::vector<Header> headers, RecognisedResponse expected) {
            QTest::newRow(name) << test::responseWith(503, {}, std::move(headers)) << std::move(expected);
        };
        row("s3", {{"Server", "AmazonS3"}}, {"s3", "", "header Server"});
        row("s3 behind a proxy", {{"Server", "nginx"}, {"x-amz-id-2", "a"}}, {"s3", "", "header x-amz-id-2"});
        row("dynamodb", {{"x-amz-crc32", "1"}}, {"dynamodb", "", "header x-amz-crc32"});
        row("openai", {{"OpenAI-Processing-Ms", "3"}}, {"", "openai-js", "header OpenAI-Processing-Ms"});
        row("nobody", {{"Server", "nginx"}}, {});
        ParsedBody body;
        body.fields = {{"json:__type", "com.amazonaws.dynamodb.v20120810#ThrottlingException"}};
        QTest::newRow("dynamodb's body")
            << test::responseWith(400, body) << RecognisedResponse{"dynamodb", "", "the body's __type"};
        QTest::newRow("no response") << test::faulty(FaultKind::ConnectionReset) << RecognisedResponse{};
    }

    void aResponseTellsItsService()
    {
        QFETCH(AttemptFacts, facts);
        QFETCH(RecognisedResponse, expected);
        QVERIFY(recogniseResponse(facts) == expected);
    }

    void noTextIsTooOdd()
    {
        for (const std::string piece : {".", "%2F", "&", "?", "/", "@", "[", "a=b&", ".s3", "://"}) {
            std::string text;
            while (text.size() < 200'000) {
                text += piece;
            }
            const ServiceGuess guess =
                guessService({.url = "https://" + text + ".s3.amazonaws.com/?X-Amz-Credential=" + text,
                              .headers = {{{"Authorization", "AWS4-" + text}, {"X-Amz-Target", text}}},
                              .body = text});
            QVERIFY(joined(guess.evidence).size() < 2000);
        }
    }
};

RETRYSCOPE_TEST(TstServiceGuess)
#include "tst_service_guess.moc"
