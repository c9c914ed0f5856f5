// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/default_request.h"

#include "core/io/documents/built_in_files.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;

namespace {

RequestSpec requestFor(const char* service, const char* operation)
{
    return io::defaultRequestFor(service, operation);
}

} // namespace

class TstDefaultRequest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fitsServiceAndOperation_data();
    void fitsServiceAndOperation();
    void namesItsServiceAndOperation();
    void tellsDynamoDbWhatToDo();
    void aServiceWithoutAFileIsAskedByItsProtocol();
    void copiesFromAnotherObject();
    void sendsABodyWhereOneBelongs();
    void everyBuiltInFileIsWhole();
    void nothingIsLeftToBeFilledIn();
    void saysWhatIsWrongWithAFile_data();
    void saysWhatIsWrongWithAFile();
};

void TstDefaultRequest::fitsServiceAndOperation_data()
{
    QTest::addColumn<QString>("service");
    QTest::addColumn<QString>("operation");
    QTest::addColumn<QString>("line");

    const auto row = [](const char* service, const char* operation, const char* line) {
        QTest::addRow("%s %s", service, operation)
            << QString::fromUtf8(service) << QString::fromUtf8(operation) << QString::fromUtf8(line);
    };
    row("generic", "", "GET /");
    row("sqs", "SendMessage", "POST /");
    row("sqs", "", "GET /");
    row("sts", "GetCallerIdentity", "POST /");
    row("ec2", "DescribeRegions", "POST /");
    row("lambda", "ListFunctions", "GET /");
    row("s3", "", "GET /example-bucket?list-type=2");
    row("s3", "ListObjectsV2", "GET /example-bucket?list-type=2");
    row("s3", "Unheard", "GET /example-bucket?list-type=2");
    row("s3", "ListBuckets", "GET /");
    row("s3", "GetObject", "GET /example-bucket/report.csv");
    row("s3", "HeadObject", "HEAD /example-bucket/report.csv");
    row("s3", "PutObject", "PUT /example-bucket/report.csv");
    row("s3", "CopyObject", "PUT /example-bucket/report.csv");
    row("s3", "DeleteObject", "DELETE /example-bucket/report.csv");
    row("s3", "UploadPart", "PUT /example-bucket/report.csv?partNumber=1&uploadId=example");
    row("s3", "CompleteMultipartUpload", "POST /example-bucket/report.csv?uploadId=example");
    row("dynamodb", "GetItem", "POST /");
    row("dynamodb", "BatchWriteItem", "POST /");
    row("simpledb", "", "GET /?Action=ListDomains&Version=2009-04-15");
    row("simpledb", "GetAttributes",
        "GET /?Action=GetAttributes&Version=2009-04-15&DomainName=example-domain");
    row("simpledb", "BatchPutAttributes", "POST /");
}

void TstDefaultRequest::fitsServiceAndOperation()
{
    QFETCH(const QString, service);
    QFETCH(const QString, operation);
    QFETCH(const QString, line);

    const RequestSpec request = io::defaultRequestFor(service.toStdString(), operation.toStdString());

    QCOMPARE(QString::fromStdString(request.method + ' ' + request.url), line);
}

void TstDefaultRequest::namesItsServiceAndOperation()
{
    const RequestSpec request = requestFor("s3", "GetObject");

    QCOMPARE(request.service, std::string("s3"));
    QCOMPARE(request.operation, std::string("GetObject"));
}

void TstDefaultRequest::tellsDynamoDbWhatToDo()
{
    const RequestSpec request = requestFor("dynamodb", "Query");

    const std::string* target = request.headers.find("x-amz-target");
    QVERIFY(target != nullptr);
    QCOMPARE(*target, std::string("DynamoDB_20120810.Query"));
    QVERIFY(request.headers.contains("content-type"));
}

void TstDefaultRequest::aServiceWithoutAFileIsAskedByItsProtocol()
{
    QCOMPARE(requestFor("sts", "GetCallerIdentity").body, std::string("Action=GetCallerIdentity"));
    const RequestSpec json = requestFor("kinesis", "PutRecord");
    QCOMPARE(json.body, std::string("{}"));
    QCOMPARE(*json.headers.find("x-amz-target"), std::string("PutRecord"));
}

void TstDefaultRequest::copiesFromAnotherObject()
{
    QVERIFY(requestFor("s3", "CopyObject").headers.contains("x-amz-copy-source"));
    QVERIFY(requestFor("s3", "CopyObject").body.empty());
    QVERIFY(!requestFor("s3", "PutObject").headers.contains("x-amz-copy-source"));
}

void TstDefaultRequest::sendsABodyWhereOneBelongs()
{
    for (const char* operation : {"BatchWriteItem", "BatchGetItem"}) {
        QVERIFY(requestFor("dynamodb", operation).body.starts_with("{\"RequestItems\":{"));
    }
    for (const char* operation : {"GetItem", "PutItem", "UpdateItem", "Query", "Scan", "ListTables"}) {
        const std::string body = requestFor("dynamodb", operation).body;
        QVERIFY(body.starts_with('{') && body.ends_with('}'));
    }
    QVERIFY(!requestFor("s3", "PutObject").body.empty());
    QVERIFY(requestFor("s3", "GetObject").body.empty());
    QVERIFY(requestFor("simpledb", "BatchPutAttributes").body.starts_with("Action=BatchPutAttributes&"));
}

void TstDefaultRequest::everyBuiltInFileIsWhole()
{
    const std::vector<io::BuiltInFile> files =
        io::builtInFiles(QStringLiteral("requests"), QStringLiteral(".json"));
    QVERIFY(files.size() >= 3);
    for (const io::BuiltInFile& file : files) {
        const io::Result<io::ServiceRequests> read = io::requestsFromJson(file.content, file.name);
        QVERIFY2(read, read ? "" : qPrintable(read.error().text()));
        QCOMPARE(QString::fromStdString(read.value().service), file.name);
    }
}

void TstDefaultRequest::nothingIsLeftToBeFilledIn()
{
    for (const char* service : {"s3", "dynamodb", "simpledb", "unheard-of"}) {
        for (const char* operation : {"", "GetObject", "BatchX", "Select", "Query"}) {
            const RequestSpec request = requestFor(service, operation);
            std::string text = request.url + request.body;
            for (const Header& header : request.headers.entries) {
                text += header.value;
            }
            QVERIFY2(text.find("{operation}") == std::string::npos, text.c_str());
        }
    }
}

void TstDefaultRequest::saysWhatIsWrongWithAFile_data()
{
    QTest::addColumn<QByteArray>("rest");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* rest, const char* expected) {
        QTest::newRow(name) << QByteArray(rest) << QString::fromUtf8(expected);
    };
    row("no requests", R"("service":"x")", "f: requests: found nothing");
    row("no service", R"("requests":[{"operations":["*"],"request":{}}])", "f: service: found nothing");
    row("a path", R"("service":"x","requests":[{"operations":["*"],"request":{"path":"x"}}])",
        "f: requests[0].request.path: found \"x\"");
    row("an unknown key", R"("service":"x","requests":[{"operations":["*"],"request":{},"a":1}])",
        "f: requests[0].a: unknown key");
    row("no other request", R"("service":"x","requests":[{"operations":["A"],"request":{}}])",
        "f: requests: \"*\" must be in the last request");
    row("one that hides others",
        R"("service":"x","requests":[{"operations":["*"],"request":{}},{"operations":["*"],"request":{}}])",
        "f: requests: \"*\" must be in the last request");
}

void TstDefaultRequest::saysWhatIsWrongWithAFile()
{
    QFETCH(const QByteArray, rest);
    QFETCH(const QString, expected);
    const io::Result<io::ServiceRequests> read =
        io::requestsFromJson(R"({"format":"retryscope.requests/1",)" + rest + '}', QStringLiteral("f"));
    QVERIFY(!read);
    QVERIFY2(read.error().text().startsWith(expected), qPrintable(read.error().text()));
}

RETRYSCOPE_TEST(TstDefaultRequest)
#include "tst_default_request.moc"
