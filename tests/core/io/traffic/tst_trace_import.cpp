// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/error_name.h"
#include "core/facts/responder.h"
#include "core/io/documents/error_files.h"
#include "core/io/documents/record_json.h"
#include "core/io/export/export_otlp.h"
#include "core/io/files/library.h"
#include "core/recording/inference.h"
#include "tests/core/io/traffic/traffic_lab.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QTest>

using namespace retryscope;

namespace {

/// The attributes of a request that failed or not.
QByteArray attribute(const QByteArray& name, const QByteArray& value)
{
    return R"({"key":")" + name + R"(","value":{)" + value + "}}";
}

QByteArray text(const QByteArray& value)
{
    return "\"stringValue\":\"" + value + "\"";
}

QByteArray number(int value)
{
    return "\"intValue\":\"" + QByteArray::number(value) + "\"";
}

/// A span of a client that began so many milliseconds after the first and took 10 ms.
QByteArray span(const QByteArray& id, const QByteArray& parent, int at, const QByteArrayList& attributes,
                int kind = 3)
{
    constexpr qint64 kNanoseconds = 1000000; // in a millisecond
    constexpr qint64 kFirst = qint64{1800000000} * 1000 * kNanoseconds;
    const qint64 start = kFirst + at * kNanoseconds;
    return R"({"traceId":"5b8efff798038103d269b633813fc60c","spanId":")" + id +
           (parent.isEmpty() ? QByteArray() : R"(","parentSpanId":")" + parent) +
           R"(","name":"GET","kind":)" + QByteArray::number(kind) + R"(,"startTimeUnixNano":")" +
           QByteArray::number(start) + R"(","endTimeUnixNano":")" +
           QByteArray::number(start + 10 * kNanoseconds) + R"(","attributes":[)" + attributes.join(',') +
           "]}";
}

QByteArrayList get(int status, const QByteArray& url = "https://api.example.com/v1/a")
{
    return {attribute("http.request.method", text("GET")), attribute("url.full", text(url)),
            attribute("http.response.status_code", number(status))};
}

QByteArray document(const QByteArrayList& spans, const QByteArray& root = "resourceSpans")
{
    return "{\"" + root + "\":[{\"resource\":{\"attributes\":[" + attribute("service.name", text("shop")) +
           R"(]},"scopeSpans":[{"scope":{"name":"x"},"spans":[)" + spans.join(',') + "]}]}]}\n";
}

} // namespace

/// Traces of OpenTelemetry and Jaeger.
class TstTraceImport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theThreeWaysOfTracingRetriesAreRead_data();
    void theThreeWaysOfTracingRetriesAreRead();
    void tempoNamesTheBatches();
    void olderConventionsAreRead();
    void aSpanAroundItsRequestsIsNone();
    void aCallWhoseBeginningIsMissingIsOneCall();
    void sameRequestsUnderOtherParentsAreOtherCalls();
    void headersThatWereKeptAreRead();
    void eventsOfRetriesAreShown();
    void eventsOfRetriesLoseTheirSecrets();
    void aDelayThatAClientPlannedIsOfTheAttemptBefore();
    void documentsBeforeADamageAreRead();
    void aSpanThatIsWrongIsNamed();
    void whatASpanDoesNotSayIsNull();
    void whatIsExportedComesBack();
    void redirectsAreEventsOfTheirAttempt();
    void aResponseThatWasCutOffStaysOne();
};

void TstTraceImport::theThreeWaysOfTracingRetriesAreRead_data()
{
    QTest::addColumn<QString>("format");
    QTest::newRow("otlp.json") << QStringLiteral("otlp");
    QTest::newRow("otlp-lines.jsonl") << QStringLiteral("otlp");
    QTest::newRow("jaeger.json") << QStringLiteral("jaeger");
}

void TstTraceImport::theThreeWaysOfTracingRetriesAreRead()
{
    QFETCH(const QString, format);
    const QByteArray bytes = trafficBytes(QString::fromLatin1(QTest::currentDataTag()));
    QCOMPARE(io::trafficFormatOf(bytes), format);
    const RunRecord record = importTraffic(bytes);
    QCOMPARE(record.calls().size(), 5U);
    // Siblings under one span.
    const CallRecord& siblings = record.callAt(0);
    QCOMPARE(statusesOf(siblings), (std::vector<int>{503, 503, 200}));
    QCOMPARE(*siblings.attempts[0].facts.response->headers.find("retry-after"), std::string("1"));
    QVERIFY(siblings.attempts[0].actualDelay.value_or(Duration::zero()) >= std::chrono::milliseconds{95});
    QVERIFY(siblings.source->groupedBy == GroupedBy::Timing);
    QCOMPARE(siblings.source->userAgent, std::string("checkout/1.0"));
    // Separate traces.
    const CallRecord& separate = record.callAt(1);
    QCOMPARE(statusesOf(separate), (std::vector<int>{0, 200}));
    QVERIFY(separate.attempts[0].facts.fault->kind == FaultKind::ConnectionReset);
    // Counted attempts: two calls to one address under one span.
    QCOMPARE(statusesOf(record.callAt(2)), (std::vector<int>{429, 429, 200}));
    QCOMPARE(statusesOf(record.callAt(3)), (std::vector<int>{429, 200}));
    QVERIFY(record.callAt(2).source->confidence > 0.95);
    // One span over the whole call.
    const CallRecord& covered = record.callAt(4);
    QCOMPARE(covered.attempts[0].facts.wire->notes.front(),
             std::string("the attempts inside are not visible"));
    const std::vector<std::string>& remarks = record.header().import->remarks;
    QVERIFY(std::ranges::any_of(remarks, [](const std::string& remark) {
        return remark.find("suppressInternalInstrumentation: false") != std::string::npos;
    }));
}

void TstTraceImport::tempoNamesTheBatches()
{
    const QByteArray batches =
        document({span("01", {}, 0, get(503)), span("02", {}, 100, get(200))}, "batches");
    QVERIFY(io::trafficFormatOf(batches) == QStringLiteral("otlp"));
    QCOMPARE(statusesOf(importTraffic(batches).callAt(0)), (std::vector<int>{503, 200}));
}

void TstTraceImport::olderConventionsAreRead()
{
    const QByteArrayList old{
        attribute("http.method", text("PUT")),      attribute("net.peer.name", text("db.example.com")),
        attribute("net.peer.port", number(8443)),   attribute("http.target", text("/x?y=1")),
        attribute("http.status_code", number(500)), attribute("http.resend_count", number(2))};
    const RunRecord record = importTraffic(document({span("01", {}, 0, old)}));
    const AttemptRecord& attempt = record.callAt(0).attempts[0];
    QCOMPARE(attempt.sentTarget->method, std::string("PUT"));
    QCOMPARE(attempt.sentTarget->url, std::string("https://db.example.com:8443/x?y=1"));
    QCOMPARE(attempt.facts.response->status, 500);
}

/// The span of the AWS SDK and the requests that its HTTP client traced, with a span between them.
void TstTraceImport::aSpanAroundItsRequestsIsNone()
{
    const QByteArrayList sdk{attribute("rpc.system", text("aws-api")), attribute("rpc.service", text("S3")),
                             attribute("rpc.method", text("GetObject")),
                             attribute("retry_attempts", number(1))};
    const RunRecord alone = importTraffic(document({span("01", {}, 0, sdk)}));
    QCOMPARE(alone.callAt(0).attempts[0].facts.wire->notes.front(),
             std::string("2 attempts inside, not visible"));
    const RunRecord record =
        importTraffic(document({span("01", {}, 0, sdk), span("02", "01", 1, {}, 1),
                                span("03", "02", 2, get(503)), span("04", "02", 60, get(200))}));
    QCOMPARE(record.calls().size(), 1U);
    QCOMPARE(statusesOf(record.callAt(0)), (std::vector<int>{503, 200}));
    QVERIFY(record.header().import->remarks.front().find("1 span covers other spans") == 0);
}

/// The first attempt was not sampled, or is in another file.
void TstTraceImport::aCallWhoseBeginningIsMissingIsOneCall()
{
    const auto resent = [](int count) {
        return get(503) + QByteArrayList{attribute("http.request.resend_count", number(count))};
    };
    const RunRecord record = importTraffic(document(
        {span("01", "aa", 0, resent(1)), span("02", "aa", 100, resent(2)), span("03", "aa", 200, get(200))}));
    QCOMPARE(record.calls().size(), 2U);
    QCOMPARE(statusesOf(record.callAt(0)), (std::vector<int>{503, 503}));
}

void TstTraceImport::sameRequestsUnderOtherParentsAreOtherCalls()
{
    const RunRecord record =
        importTraffic(document({span("01", "aa", 0, get(503)), span("02", "bb", 50, get(503)),
                                span("03", "aa", 100, get(200)), span("04", "bb", 150, get(200))}));
    QCOMPARE(record.calls().size(), 2U);
    QCOMPARE(statusesOf(record.callAt(0)), (std::vector<int>{503, 200}));
    QCOMPARE(statusesOf(record.callAt(1)), (std::vector<int>{503, 200}));
}

/// An id among them groups the attempts, however long they are apart.
void TstTraceImport::headersThatWereKeptAreRead()
{
    const auto sent = [](int status) {
        return get(status) +
               QByteArrayList{attribute("http.request.header.amz-sdk-invocation-id",
                                        "\"arrayValue\":{\"values\":[{\"stringValue\":\"0f0e\"}]}"),
                              attribute("http.response.header.retry_after", text("120"))};
    };
    const RunRecord record =
        importTraffic(document({span("01", "aa", 0, sent(503)), span("02", "bb", 50000, sent(503))}));
    QCOMPARE(record.calls().size(), 1U);
    QVERIFY(record.callAt(0).source->groupedBy == GroupedBy::InvocationId);
    QCOMPARE(*record.callAt(0).attempts[0].facts.response->headers.find("retry-after"), std::string("120"));
}

/// One span over all attempts, which are events in it.
void TstTraceImport::eventsOfRetriesAreShown()
{
    QByteArray whole = span("01", {}, 0, get(200));
    whole.chop(1);
    whole += R"(,"events":[{"name":"gen_ai.retry","attributes":[)" +
             QByteArrayList{attribute("attempt", number(1)), attribute("backoff_ms", number(500)),
                            attribute("error", text("overloaded"))}
                 .join(',') +
             R"(]},{"name":"Retrying","attributes":[]},{"name":"tick"}]})";
    const RunRecord record = importTraffic(document({whole}));
    QCOMPARE(record.attemptCount(), 1);
    const std::vector<std::string>& notes = record.callAt(0).attempts[0].facts.wire->notes;
    QCOMPARE(notes.at(0), std::string("3 attempts inside, not visible"));
    QCOMPARE(notes.at(1), std::string("gen_ai.retry: attempt 1, backoff_ms 500, error overloaded"));
    QCOMPARE(notes.at(2), std::string("Retrying"));
    QVERIFY(record.header().import->remarks.front().find("3 attempts inside") != std::string::npos);
}

void TstTraceImport::eventsOfRetriesLoseTheirSecrets()
{
    QByteArray whole = span("01", {}, 0, get(200));
    whole.chop(1);
    QByteArrayList attributes;
    for (const char* name : {"authorization", "x-api-key", "http.request.header.cookie", "password",
                             "secretAccessKey", "aws.session_token"}) {
        attributes += attribute(name, text("Bearer canary"));
    }
    for (const QByteArray& one : attributes) { // each alone, since an event is cut
        const QByteArray event = R"(,"events":[{"name":"retry password=canary","attributes":[)" + one + "," +
                                 attribute("url", text("https://u:canary@h/?token=canary")) + "]}]}";
        const QByteArray saved = io::recordBytes(importTraffic(document({whole + event})));
        QVERIFY2(saved.contains("retry password") && !saved.contains("canary"), one.constData());
    }
}

void TstTraceImport::aDelayThatAClientPlannedIsOfTheAttemptBefore()
{
    const auto again = [](int count, const char* delay) {
        return get(count == 2 ? 200 : 503) +
               QByteArrayList{attribute("http.request.resend_count", number(count)),
                              attribute("http.request.resend_delay", QByteArray("\"doubleValue\":") + delay)};
    };
    const RunRecord record =
        importTraffic(document({span("01", "aa", 0, get(503)), span("02", "aa", 600, again(1, "0.5")),
                                span("03", "aa", 1800, again(2, "1"))}));
    QCOMPARE(record.calls().size(), 1U);
    const std::vector<AttemptRecord>& attempts = record.callAt(0).attempts;
    QVERIFY(attempts.at(0).facts.wire->saidDelay == Duration{std::chrono::milliseconds{500}});
    QVERIFY(attempts.at(1).facts.wire->saidDelay == Duration{std::chrono::seconds{1}});
    QVERIFY(record.callAt(0).source->isCounted);
}

void TstTraceImport::documentsBeforeADamageAreRead()
{
    const QByteArray whole = document({span("01", {}, 0, get(503)), span("02", {}, 100, get(200))});
    const RunRecord record = importTraffic(whole + document({span("03", {}, 1000, get(200))}).first(300));
    QCOMPARE(record.attemptCount(), 2);
    QVERIFY(record.header().import->remarks.front().find("The file is damaged") == 0);
    QVERIFY(record.header().import->remarks.front().find("line 2, column") != std::string::npos);
    QVERIFY(!openTraffic(R"({"resourceSpans":[{"scopeSpans":[{"spans":[{"na)").ok());
}

void TstTraceImport::aSpanThatIsWrongIsNamed()
{
    const QByteArray wrong =
        R"({"traceId":"aa","spanId":"09","name":"lost","kind":3,"startTimeUnixNano":"soon","attributes":[]})";
    const RunRecord record = importTraffic(document({wrong, span("02", {}, 100, get(200))}));
    const ImportNotes& notes = *record.header().import;
    QCOMPARE(notes.skipped.size(), 1U);
    QCOMPARE(notes.skipped[0].place, std::string("span 1"));
    QCOMPARE(notes.skipped[0].text, std::string("lost"));
    QVERIFY(notes.skipped[0].why.find("nanoseconds since 1970") != std::string::npos);
}

/// A span has neither bodies nor, mostly, headers.
void TstTraceImport::whatASpanDoesNotSayIsNull()
{
    const RunRecord record =
        importTraffic(document({span("01", {}, 0, get(503)), span("02", {}, 100, get(200))}));
    const QByteArray bytes = io::recordBytes(record);
    const QJsonObject attempt =
        QJsonDocument::fromJson(bytes)[QStringLiteral("calls")][0][QStringLiteral("attempts")][0].toObject();
    for (const char* name : {"headers", "body", "bodyBytes", "connection", "reused", "errorName", "fault"}) {
        QVERIFY2(attempt.value(QLatin1String(name)).isNull(), name);
    }
    // No sentence takes it for empty either.
    const Responder responder =
        responderOf(io::errorKnowledge().responders, record.callAt(0).attempts[0].facts);
    QCOMPARE(responder.evidence, std::vector<std::string>{"the imported file does not show the body"});
    const QJsonObject sent = attempt.value(QStringLiteral("sent")).toObject();
    QVERIFY(sent.value(QStringLiteral("headers")).isNull());
    QVERIFY(sent.value(QStringLiteral("body")).isNull());
    QCOMPARE(attempt.value(QStringLiteral("judgedBy")).toString(), QStringLiteral("status"));
    const io::Result<RunRecord> again = io::recordFromJson(bytes, QStringLiteral("record"));
    QVERIFY2(again.ok(), qPrintable(again ? QString() : again.error().text()));
    QCOMPARE(io::recordBytes(again.value()), bytes);
    const io::Library library;
    std::vector<Policy> presets;
    for (const io::Library::Entry& entry : library.policyEntries()) {
        presets.push_back(library.policy(entry.id).value());
    }
    // Headers that are not seen count neither for nor against a client.
    for (const InferredClient& client : inferClients(record, presets)) {
        for (const PresetFit& fit : client.fits) {
            QVERIFY(fit.check(FitQuestion::Headers).asked == 0);
        }
    }
}

/// Our own attributes carry what the conventions have no name for.
void TstTraceImport::whatIsExportedComesBack()
{
    const RunRecord before = importTraffic(trafficBytes(QStringLiteral("botocore-legacy.log")));
    QBuffer exported;
    exported.open(QIODevice::WriteOnly);
    io::writeRecordAsOtlp(before, exported);
    const RunRecord after = importTraffic(exported.data());
    QCOMPARE(after.calls().size(), before.calls().size());
    QVERIFY(after.header().startedAt == before.header().startedAt);
    for (std::size_t call = 0; call < before.calls().size(); ++call) {
        const std::vector<AttemptRecord>& left = before.calls()[call].attempts;
        const std::vector<AttemptRecord>& right = after.calls()[call].attempts;
        QCOMPARE(right.size(), left.size());
        for (std::size_t index = 0; index < left.size(); ++index) {
            QVERIFY(right[index].start == left[index].start && right[index].end == left[index].end);
            QVERIFY(*right[index].sentTarget == *left[index].sentTarget);
            QVERIFY(right[index].actualDelay == left[index].actualDelay);
            QVERIFY(nameOf(after.header().policy->reading, right[index].facts).name ==
                    nameOf(before.header().policy->reading, left[index].facts).name);
            QVERIFY(right[index].facts.fault.has_value() == left[index].facts.fault.has_value());
        }
    }
    QBuffer again;
    again.open(QIODevice::WriteOnly);
    io::writeRecordAsOtlp(before, again);
    QVERIFY2(again.data() == exported.data(), "equal runs have equal ids");
}

/// It has a status and a fault; other programs put only the status into `error.type`.
void TstTraceImport::aResponseThatWasCutOffStaysOne()
{
    const QByteArrayList cut = get(200) + QByteArrayList{attribute("error.type", text("responseTruncated"))};
    const QByteArrayList busy = get(503) + QByteArrayList{attribute("error.type", text("timeout"))};
    const RunRecord record = importTraffic(document({span("01", "aa", 0, cut), span("02", "bb", 0, busy)}));
    QVERIFY(record.callAt(0).attempts[0].facts.fault->kind == FaultKind::ResponseTruncated);
    QVERIFY(record.callAt(0).attempts[0].decision.verdict != Verdict::Succeed);
    QVERIFY(!record.callAt(1).attempts[0].facts.fault);
}

void TstTraceImport::redirectsAreEventsOfTheirAttempt()
{
    QBuffer exported;
    exported.open(QIODevice::WriteOnly);
    io::writeRecordAsOtlp(importTraffic(trafficBytes(QStringLiteral("playwright.har"))), exported);
    int redirects = 0;
    QSet<QString> ids;
    const QJsonArray spans =
        QJsonDocument::fromJson(exported.data())[QStringLiteral("resourceSpans")][0]
                                                [QStringLiteral("scopeSpans")][0][QStringLiteral("spans")]
                                                    .toArray();
    for (const QJsonValue span : spans) {
        ids.insert(span[QStringLiteral("spanId")].toString());
        for (const QJsonValue event : span[QStringLiteral("events")].toArray()) {
            redirects += event[QStringLiteral("name")].toString() == QStringLiteral("redirect") ? 1 : 0;
        }
    }
    QCOMPARE(redirects, 2);
    QCOMPARE(ids.size(), spans.size());
}

RETRYSCOPE_TEST(TstTraceImport)
#include "tst_trace_import.moc"
