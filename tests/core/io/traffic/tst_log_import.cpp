// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/situation.h"
#include "core/facts/error_name.h"
#include "core/facts/http_date.h"
#include "core/io/documents/record_json.h"
#include "core/io/traffic/log_lines.h"
#include "core/io/traffic/python_literal.h"
#include "tests/core/io/traffic/traffic_lab.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace retryscope;

namespace {

RunRecord importFile(const char* name)
{
    return importTraffic(trafficBytes(QLatin1String(name)));
}

std::string nameAt(const RunRecord& record, int call, std::size_t attempt)
{
    return nameOf(record.header().policy->reading, record.callAt(call).attempts[attempt].facts).name;
}

bool hasNote(const AttemptRecord& attempt, const std::string& note)
{
    const std::vector<std::string>& notes = attempt.facts.wire->notes;
    return std::ranges::any_of(notes, [&note](const std::string& own) { return own.find(note) == 0; });
}

double delayOf(const AttemptRecord& attempt)
{
    return toMilliseconds(attempt.actualDelay.value_or(Duration{-1}));
}

} // namespace

/// Debug logs of botocore, urllib3 and curl.
class TstLogImport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachFormatIsRecognised_data();
    void eachFormatIsRecognised();
    void botocoresLinesWithoutAStatusAreJudgedByTheName();
    void theLogOfTheAwsCliIsRead();
    void legacyRetriesOfBotocoreAreRead();
    void theOperationIsWhatBotocoreCallsIt();
    void urllib3AloneShowsStatusAndTime();
    void aServerThatRefusesLeavesTheMethodUnknown();
    void threadsAreToldApart();
    void curlWithoutTimesHasTheWaitsThatItNames();
    void curlWithTimesIsMeasured();
    void curlsBodyStandsAmongItsLines();
    void curlThatCannotConnectIsRead();
    void curlsNightIsNoDay();
    void aLogThatIsCutOffIsRead();
    void aBodyThatIsTooLongIsNotTakenForWhole();
    void everyLogsRecordIsReadAgain_data();
    void everyLogsRecordIsReadAgain();
    void linesKeepTheirNumbers();
    void pythonsTextsAreRead();
};

void TstLogImport::eachFormatIsRecognised_data()
{
    QTest::addColumn<QString>("format");
    QTest::newRow("aws-cli.log") << QStringLiteral("botocore-log");
    QTest::newRow("botocore-legacy.log") << QStringLiteral("botocore-log");
    QTest::newRow("botocore-excerpt.txt") << QStringLiteral("botocore-log");
    QTest::newRow("urllib3.log") << QStringLiteral("urllib3-log");
    QTest::newRow("curl-verbose.log") << QStringLiteral("curl-log");
    QTest::newRow("curl-times.log") << QStringLiteral("curl-log");
}

void TstLogImport::eachFormatIsRecognised()
{
    QFETCH(const QString, format);
    QCOMPARE(io::trafficFormatOf(trafficBytes(QString::fromLatin1(QTest::currentDataTag()))), format);
}

void TstLogImport::botocoresLinesWithoutAStatusAreJudgedByTheName()
{
    const RunRecord record = importFile("botocore-excerpt.txt");
    QCOMPARE(record.calls().size(), 1U);
    const CallRecord& call = record.callAt(0);
    QCOMPARE(call.attempts.size(), 3U);
    QVERIFY(call.source->groupedBy == GroupedBy::InvocationId);
    for (std::size_t index = 0; index < 3; ++index) {
        QCOMPARE(call.attempts[index].facts.response->status, 0);
        QCOMPARE(nameAt(record, 0, index), std::string("SlowDown"));
        QCOMPARE(*call.attempts[index].facts.response->headers.find("retry-after"), std::string("120"));
    }
    QCOMPARE(toMilliseconds(*call.attempts[0].facts.wire->saidDelay), 587.381);
    QCOMPARE(delayOf(call.attempts[0]), 596.0);
    QCOMPARE(toMilliseconds(*call.attempts[1].facts.wire->saidDelay), 499.347);
    QVERIFY(hasNote(call.attempts[2], "Max attempts of 3 reached."));
    QVERIFY(call.stopReason == StopReason::AttemptsExhausted);

    const QJsonObject attempt = QJsonDocument::fromJson(io::recordBytes(
        record))[QStringLiteral("calls")][0][QStringLiteral("attempts")][0]
                                    .toObject();
    QVERIFY(attempt.value(QStringLiteral("status")).isNull());
    QCOMPARE(attempt.value(QStringLiteral("judgedBy")).toString(), QStringLiteral("name"));
    QCOMPARE(attempt.value(QStringLiteral("plannedDelayMs")).toDouble(), 587.381);
}

void TstLogImport::theLogOfTheAwsCliIsRead()
{
    const RunRecord record = importFile("aws-cli.log");
    QCOMPARE(record.calls().size(), 1U);
    const CallRecord& call = record.callAt(0);
    QCOMPARE(statusesOf(call), (std::vector{503, 503, 200}));
    QCOMPARE(nameAt(record, 0, 0), std::string("SlowDown"));
    QVERIFY(call.source->userAgent.starts_with("aws-cli/2.9.19"));
    QVERIFY(call.attempts[0].facts.wire->saidDelay.has_value());
    QVERIFY(!call.attempts[0].facts.response->bodyUnseen);
    QVERIFY(call.attempts[2].facts.response->bodyUnseen); // the program reads it itself
    QCOMPARE(record.header().import->remarks.size(), 1U); // the zone
}

void TstLogImport::legacyRetriesOfBotocoreAreRead()
{
    const RunRecord record = importFile("botocore-legacy.log");
    QCOMPARE(record.calls().size(), 3U);
    QCOMPARE(statusesOf(record.callAt(0)), (std::vector{503, 503, 200}));
    QVERIFY(record.callAt(0).attempts[1].facts.wire->saidDelay.has_value());
    QVERIFY(hasNote(record.callAt(0).attempts[2], "No retry needed"));
    QCOMPARE(nameAt(record, 1, 0), std::string("NoSuchKey"));
    const AttemptRecord& reset = record.callAt(2).attempts[0];
    QVERIFY(!reset.facts.response);
    QVERIFY(reset.facts.fault->kind == FaultKind::ClosedBeforeResponse);
    QCOMPARE(statusesOf(record.callAt(2)), (std::vector{0, 200}));
    QCOMPARE(record.callAt(2).source->operation, std::string("GetObject"));
}

/// The address of an endpoint with a path looks like that of an object.
void TstLogImport::theOperationIsWhatBotocoreCallsIt()
{
    QByteArray log = trafficBytes(QStringLiteral("botocore-legacy.log"));
    log.replace("OperationModel(name=GetObject)", "OperationModel(name=ListBuckets)");
    const RunRecord record = importTraffic(log);
    QCOMPARE(givenAttemptAt(record, {.call = 0, .attempt = 0}).spec.operation, std::string("ListBuckets"));
    QCOMPARE(givenAttemptAt(record, {.call = 0, .attempt = 0}).spec.service, std::string("s3"));
    QByteArray hostile = log;
    hostile.replace("OperationModel(name=ListBuckets)", "OperationModel(name=List\x1b[31m Buckets)");
    QCOMPARE(importTraffic(hostile).callAt(0).source->operation, std::string());
    const RunRecord again = io::recordFromJson(io::recordBytes(record), QStringLiteral("saved")).value();
    QCOMPARE(again.callAt(0).source->operation, std::string("ListBuckets"));
}

void TstLogImport::urllib3AloneShowsStatusAndTime()
{
    const RunRecord record = importFile("urllib3.log");
    const CallRecord& call = record.callAt(0);
    QCOMPARE(statusesOf(call), (std::vector{503, 503, 200}));
    QCOMPARE(call.attempts[0].sentTarget->method, std::string("GET"));
    QCOMPARE(call.attempts[0].sentTarget->url, std::string("http://127.0.0.1:43127/busy-2"));
    QVERIFY2(std::abs(delayOf(call.attempts[1]) - 444) < 2, "0.4 s after the second response");
    const CallRecord& reset = record.callAt(1);
    QVERIFY(reset.attempts[0].facts.fault->kind == FaultKind::ClosedBeforeResponse);
    QCOMPARE(reset.attempts[0].sentTarget->method, std::string("GET"));
    QCOMPARE(record.callAt(2).attempts.size(), 1U); // a POST is not sent again
}

/// All attempts failed to connect, and only lines with a status name the method.
void TstLogImport::aServerThatRefusesLeavesTheMethodUnknown()
{
    const RunRecord record = importFile("urllib3.log");
    const CallRecord& call = record.calls().back();
    QCOMPARE(call.attempts.size(), 3U);
    QVERIFY(call.attempts[0].facts.fault->kind == FaultKind::ConnectionRefused);
    QVERIFY(hasNote(call.attempts[0], "the log does not name the method"));
    QVERIFY(!call.attempts[2].facts.fault && !call.attempts[2].facts.response); // nothing says how it ended
}

void TstLogImport::threadsAreToldApart()
{
    const auto sending = [](const QByteArray& time, const QByteArray& thread, const QByteArray& key) {
        return "2026-01-01 00:00:0" + time + " - " + thread +
               " - botocore.endpoint - DEBUG - Sending http request: <AWSPreparedRequest stream_output=True, "
               "method=GET, url=https://x.example/" +
               key + ", headers={}>\n";
    };
    const auto status = [](const QByteArray& time, const QByteArray& thread, int code) {
        return "2026-01-01 00:00:0" + time + " - " + thread +
               " - urllib3.connectionpool - DEBUG - https://x.example:443 \"GET /? HTTP/1.1\" " +
               QByteArray::number(code) + " 0\n";
    };
    const RunRecord record = importTraffic(sending("0,000", "T_0", "a") + sending("0,010", "T_1", "b") +
                                           status("0,020", "T_0", 500) + status("0,030", "T_1", 200) +
                                           sending("0,500", "T_0", "a") + status("0,520", "T_0", 200));
    QCOMPARE(record.calls().size(), 2U);
    QCOMPARE(statusesOf(record.callAt(0)), (std::vector{500, 200}));
    QCOMPARE(statusesOf(record.callAt(1)), (std::vector{200}));
}

void TstLogImport::curlWithoutTimesHasTheWaitsThatItNames()
{
    const RunRecord record = importFile("curl-verbose.log");
    QCOMPARE(record.calls().size(), 1U);
    const CallRecord& call = record.callAt(0);
    QCOMPARE(statusesOf(call), (std::vector{503, 503, 200}));
    QCOMPARE(delayOf(call.attempts[0]), 1000.0);
    QCOMPARE(call.attempts[0].sentTarget->url, std::string("http://127.0.0.1:43127/busy-4"));
    QVERIFY(call.attempts[0].facts.response->bodyUnseen);
    QVERIFY(call.attempts[1].facts.wire->reused);
    QVERIFY(record.header().import->remarks.front().find("The log has no times") == 0);
    // The Date header of the first response.
    QCOMPARE(record.header().startedAt.count() / 1000,
             parseHttpDate(*call.attempts[0].facts.response->headers.find("date"))->count() / 1000);
}

void TstLogImport::curlWithTimesIsMeasured()
{
    const RunRecord record = importFile("curl-times.log");
    QCOMPARE(record.calls().size(), 2U);
    const CallRecord& call = record.callAt(0);
    QCOMPARE(statusesOf(call), (std::vector{503, 503, 200}));
    QVERIFY2(std::abs(delayOf(call.attempts[0]) - 1001.6) < 0.2, "from the last byte to the next request");
    QVERIFY(call.attempts[0].end > call.attempts[0].start);
    QCOMPARE(toMilliseconds(*call.attempts[0].facts.wire->saidDelay), 1000.0);
}

void TstLogImport::curlsBodyStandsAmongItsLines()
{
    const RunRecord record = importTraffic(
        "* Connected to api.example.com (192.0.2.1) port 443 (#0)\n* SSL connection using TLSv1.3\n"
        "> POST /v1/items HTTP/2\n> Host: api.example.com\n> content-length: 2\n>\n"
        "< HTTP/2 100\n<\n< HTTP/2 429\n< content-length: 22\n< retry-after: 2\n<\n"
        "{\"error\":\n\"slow down\"}* Connection #0 to host api.example.com left intact\n");
    const AttemptRecord& attempt = record.callAt(0).attempts[0];
    QCOMPARE(attempt.facts.response->status, 429);
    QCOMPARE(attempt.facts.response->body, std::string("{\"error\":\n\"slow down\"}"));
    QCOMPARE(attempt.sentTarget->url, std::string("https://api.example.com/v1/items"));
    QCOMPARE(attempt.facts.wire->peer, std::string("192.0.2.1:443"));
    QVERIFY(attempt.facts.wire->sentBodyUnseen);
}

void TstLogImport::curlThatCannotConnectIsRead()
{
    const RunRecord record = importTraffic(
        "*   Trying 127.0.0.1:9...\n* connect to 127.0.0.1 port 9 failed: Connection refused\n"
        "* Failed to connect to localhost port 9 after 0 ms: Couldn't connect to server\n"
        "Warning: Problem : connection refused. Will retry in 1 seconds. 3 retries left.\n"
        "*   Trying 127.0.0.1:9...\n* Connected to localhost (127.0.0.1) port 9 (#1)\n"
        "> GET /x HTTP/1.1\n> Host: localhost:9\n>\n< HTTP/1.1 200 OK\n< Content-Length: 0\n<\n");
    QCOMPARE(record.calls().size(), 1U);
    const CallRecord& call = record.callAt(0);
    QCOMPARE(statusesOf(call), (std::vector{0, 200}));
    QVERIFY(call.attempts[0].facts.fault->kind == FaultKind::ConnectionRefused);
    QCOMPARE(call.attempts[0].sentTarget->url, std::string("http://localhost:9/x"));
    QCOMPARE(delayOf(call.attempts[0]), 1000.0);
}

void TstLogImport::curlsNightIsNoDay()
{
    const auto exchange = [](const QByteArray& time, int status) {
        return time + " > GET /x HTTP/1.1\n" + time + " > Host: h\n" + time + " > \n" + time +
               " < HTTP/1.1 " + QByteArray::number(status) + " X\n" + time + " < Content-Length: 0\n" + time +
               " < \n";
    };
    const RunRecord record =
        importTraffic(exchange("23:59:59.900000", 503) + exchange("00:00:00.400000", 200));
    QCOMPARE(record.calls().size(), 1U);
    QCOMPARE(delayOf(record.callAt(0).attempts[0]), 500.0);
}

void TstLogImport::aLogThatIsCutOffIsRead()
{
    const QByteArray whole = trafficBytes(QStringLiteral("aws-cli.log"));
    const qsizetype second = whole.indexOf("Sending http", whole.indexOf("Sending http") + 1);
    const RunRecord record = importTraffic(whole.first(second + 500));
    QCOMPARE(record.callAt(0).attempts.size(), 2U);
    QVERIFY(!record.callAt(0).attempts[1].facts.response);
}

void TstLogImport::aBodyThatIsTooLongIsNotTakenForWhole()
{
    const QByteArray time = "2026-01-01 00:00:00,000 botocore.";
    const RunRecord botocore = importTraffic(
        time +
        "endpoint [DEBUG] Sending http request: <AWSPreparedRequest method=GET, url=https://a/, "
        "headers={}>\n" +
        time + "parsers [DEBUG] Response headers: {}\n" + time + "parsers [DEBUG] Response body:\nb'" +
        QByteArray(300000, 'x') + "'\n");
    const Response& first = *botocore.callAt(0).attempts[0].facts.response;
    QVERIFY(first.bodyUnseen && first.bodyTruncated);
    QVERIFY(first.bodySha256.empty());
    const RunRecord curl = importTraffic("> GET / HTTP/1.1\n> Host: h\n>\n< HTTP/1.1 200 OK\n<\n" +
                                         QByteArray(70000, 'x') + "\n");
    QVERIFY(curl.callAt(0).attempts[0].facts.response->bodyTruncated);
}

void TstLogImport::everyLogsRecordIsReadAgain_data()
{
    eachFormatIsRecognised_data();
}

void TstLogImport::everyLogsRecordIsReadAgain()
{
    const QByteArray bytes = io::recordBytes(importFile(QTest::currentDataTag()));
    const io::Result<RunRecord> again = io::recordFromJson(bytes, QStringLiteral("record"));
    QVERIFY2(again.ok(), qPrintable(again ? QString() : again.error().text()));
    QCOMPARE(io::recordBytes(again.value()), bytes);
    QVERIFY(!bytes.contains("wJalrXUtnFEMI") && !bytes.contains("Signature="));
}

void TstLogImport::linesKeepTheirNumbers()
{
    const QByteArray longLine(300000, 'x');
    QByteArray bytes = "[2026-01-01T00:00:00Z] a\r\n" + longLine + "\n\nlast";
    QBuffer buffer(&bytes);
    QVERIFY(buffer.open(QIODevice::ReadOnly));
    QStringList seen;
    QVERIFY(io::readLogLines(buffer, QStringLiteral("x"), {}, [&seen](const io::LogLine& line) {
                seen +=
                    QStringLiteral("%1 %2 %3").arg(line.number).arg(line.text.size()).arg(line.time ? 1 : 0);
            }).ok());
    QCOMPARE(seen, QStringList({QStringLiteral("1 1 1"), QStringLiteral("2 262144 0"),
                                QStringLiteral("3 0 0"), QStringLiteral("4 4 0")}));
}

void TstLogImport::pythonsTextsAreRead()
{
    const auto textOf = [](std::string_view text) {
        return io::takePythonText(text).value_or("none");
    };
    QCOMPARE(textOf(R"('it\'s')"), std::string("it's"));
    QCOMPARE(textOf(R"("it's" and more)"), std::string("it's"));
    QCOMPARE(textOf(R"(b'\xc3\xa9\n\\')"), std::string("\xc3\xa9\n\\"));
    QCOMPARE(textOf(R"('\xe9')"), std::string("\xc3\xa9"));
    QCOMPARE(textOf("b'cut off"), std::string("cut off"));
    QCOMPARE(textOf("None"), std::string("none"));
    std::string_view text = R"({'a': b'1', b'b': 2, 'c': None}, more)";
    const Headers headers = io::takePythonDictionary(text);
    QCOMPARE(headers.entries.size(), 3U);
    QCOMPARE(*headers.find("b"), std::string("2"));
}

RETRYSCOPE_TEST(TstLogImport)
#include "tst_log_import.moc"
