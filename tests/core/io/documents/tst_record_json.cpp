// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/default_request.h"
#include "core/io/documents/record_json.h"
#include "core/io/files/library.h"
#include "core/io/http/error_body.h"
#include "core/simulate/simulate.h"
#include "tests/support/record_document.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QRegularExpression>

#include <algorithm>
#include <map>

using namespace retryscope;

namespace {

QByteArray bytesOf(const RunRecord& record)
{
    return io::recordBytes(record);
}

RunRecord readBack(const RunRecord& record)
{
    io::Result<RunRecord> result = io::recordFromJson(bytesOf(record), QStringLiteral("saved.json"));
    if (!result) {
        qFatal("%s", qPrintable(result.error().text()));
    }
    return std::move(result).value();
}

void compareHeaders(const RunHeader& left, const RunHeader& right)
{
    QVERIFY(*left.policy == *right.policy);
    QVERIFY(left.overrides == right.overrides);
    QVERIFY(left.settings == right.settings);
    QVERIFY(left.spec == right.spec);
    QCOMPARE(left.scenarioId, right.scenarioId);
    QCOMPARE(left.seed, right.seed);
    QCOMPARE(left.isVirtual, right.isVirtual);
    QCOMPARE(left.noWait, right.noWait);
    QVERIFY(left.startedAt == right.startedAt);
    QCOMPARE(left.clients, right.clients);
    QCOMPARE(left.callsPerClient, right.callsPerClient);
    QVERIFY(left.startStates == right.startStates);
}

void compareRecords(const RunRecord& left, const RunRecord& right)
{
    compareHeaders(left.header(), right.header());
    QCOMPARE(left.calls().size(), right.calls().size());
    for (std::size_t call = 0; call < left.calls().size(); ++call) {
        QVERIFY2(left.calls()[call] == right.calls()[call],
                 qPrintable(QStringLiteral("call %1 differs").arg(call + 1)));
    }
    QCOMPARE(left.attemptCount(), right.attemptCount());
    QVERIFY(left.end() == right.end());
}

/// Read once: the rows of this test ask for them again and again.
const Scenario& scenarioOf(const QString& id)
{
    static std::map<QString, Scenario> known;
    const auto found = known.find(id);
    return found != known.end() ? found->second
                                : known.emplace(id, io::Library().scenario(id).value()).first->second;
}

const Policy& policyOf(const QString& id)
{
    static std::map<QString, Policy> known;
    const auto found = known.find(id);
    return found != known.end() ? found->second
                                : known.emplace(id, io::Library().policy(id).value()).first->second;
}

RunRecord simulated(const QString& policyId, const QString& scenarioId, int calls = 1, int clients = 1)
{
    const Scenario& scenario = scenarioOf(scenarioId);
    RunHeader header;
    header.spec =
        scenario.request ? *scenario.request : io::defaultRequestFor(scenario.service, scenario.operation);
    header.spec.service = scenario.service;
    header.spec.operation = scenario.operation;
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policyOf(policyId), header.spec));
    header.seed = 7;
    header.isVirtual = true;
    header.scenarioId = scenario.id;
    header.callsPerClient = calls;
    header.clients = clients;
    return simulate(std::move(header), scenario);
}

/// A header for records that are put together by hand.
RunHeader plainHeader()
{
    RunHeader header;
    header.policy =
        simulated(QStringLiteral("sdk-reference-standard"), QStringLiteral("always-503")).header().policy;
    header.spec.url = "http://127.0.0.1:1/";
    return header;
}

RunRecord recordWith(AttemptRecord attempt)
{
    RunRecord record(plainHeader());
    attempt.isRunning = false;
    record.adopt({.verdict = CallVerdict::Failed,
                  .stopReason = attempt.decision.stopReason,
                  .attempts = {std::move(attempt)}});
    return record;
}

/// Values that no run would produce, so that nothing is kept by accident.
class RandomValues
{
public:
    explicit RandomValues(quint32 seed) : m_generator(seed) {}

    int number() { return m_generator.bounded(1000); }
    bool flag() { return m_generator.bounded(2) == 1; }
    double real() { return m_generator.generateDouble(); }
    Duration time() { return Duration{m_generator.bounded(100'000'000)}; }
    std::string text()
    {
        std::string result;
        for (int length = m_generator.bounded(12); length > 0; --length) {
            result += static_cast<char>(m_generator.bounded(256)); // often no UTF-8
        }
        return result;
    }
    template <typename Enum>
    Enum oneOf(int count)
    {
        return static_cast<Enum>(m_generator.bounded(count));
    }
    template <typename Value>
    std::optional<Value> maybe(Value value)
    {
        return flag() ? std::optional<Value>(std::move(value)) : std::nullopt;
    }

    BackoffComputed backoff()
    {
        return {.kind = oneOf<ErrorKind>(9),
                .base = time(),
                .factor = real(),
                .exponent = number(),
                .cap = maybe(time()),
                .capApplies = oneOf<CapApplies>(2),
                .jitter = oneOf<Jitter>(4),
                .draw = real(),
                .low = time(),
                .high = time(),
                .result = time(),
                .atOnce = flag(),
                .beforeGivingUp = flag()};
    }
    Trace everyStep(int rules)
    {
        return {NameFound{.name = {oneOf<NameState>(3), text(), text(), text()}, .body = oneOf<BodyState>(3)},
                EmbeddedErrorFound{.status = number(), .treatedAs = number(), .body = oneOf<BodyState>(3)},
                RuleTried{.rule = number() % rules, .matched = flag(), .evidence = oneOf<Evidence>(16)},
                KindChosen{.kind = oneOf<ErrorKind>(9),
                           .rule = -1,
                           .status = number(),
                           .fault = maybe(oneOf<FaultKind>(13))},
                ClockCompared{.difference = -time(), .tolerance = time(), .isOff = flag()},
                LimiterUpdated{real(), real(), real(), flag(), flag()},
                QuotaReturned{number(), number(), number()},
                PartDoneFound{number(), number()},
                AttemptsCounted{number(), number(), flag()},
                BodyChecked{flag(), number(), maybe<std::int64_t>(number())},
                backoff(),
                HintApplied{text(), text(), maybe(time()), time(), maybe(time()), time()},
                DeadlineChecked{time(), time(), flag()},
                QuotaCharged{oneOf<ErrorKind>(9), number(), number(), number(), flag()},
                WaitedBefore{backoff()},
                SendDelayed{real(), real(), time(), flag()},
                SafetyLimitReached{number()},
                OperationStarted{oneOf<PollToken>(5)},
                ClientObserved{flag(), flag(), time()}};
    }
    Headers headers()
    {
        Headers result;
        for (int count = m_generator.bounded(4); count > 0; --count) {
            result.add("x-" + text(), text());
        }
        return result;
    }
    WireFacts wire()
    {
        return {.sentHeaders = headers(),
                .rawSent = text(),
                .rawReceived = text(),
                .rawSentBytes = number(),
                .rawReceivedBytes = number(),
                .connection = number(),
                .reused = flag(),
                .tlsVerified = flag(),
                .peer = text(),
                .notes = {"a note", "another"}};
    }
    Response response()
    {
        Response result{.status = 100 + number() % 500,
                        .reason = text(),
                        .headers = headers(),
                        .body = text(),
                        .bodyBytes = number(),
                        .bodyTruncated = true, // else the body would have to say what was read in it
                        .date = std::nullopt,
                        .parsed = {}};
        result.parsed = {.isEmpty = flag(),
                         .isXml = flag(),
                         .isJson = flag(),
                         .isHtml = flag(),
                         .xmlRoot = text(),
                         .xmlRootName = flag() ? XmlRootName::Prefixed : XmlRootName::InNamespace,
                         .jsonShape = flag() ? JsonShape::Array : JsonShape::Scalar,
                         .oddities = {BodyOddity::LeadingBlanks, BodyOddity::NoMarkup},
                         .opening = text(),
                         .closing = text(),
                         .text = text(),
                         .fields = {{text(), text()}, {text(), text()}},
                         .crc32Matches = maybe(flag()),
                         .remaining = maybe(Remaining{text(), number()})};
        return result;
    }
    AttemptRecord attempt(int rules)
    {
        AttemptRecord result;
        result.attempt = 1 + number();
        result.sendDelay = time();
        result.admission = {WaitedBefore{backoff()}};
        result.start = Instant(time());
        result.end = Instant(time());
        result.isRunning = false;
        result.sentBody = text();
        result.sentTarget = RequestTarget{.method = text(), .url = "http://h/" + text()};
        result.addedHeaders = headers();
        result.draw = real();
        result.facts.phases = {maybe(time()), maybe(time()), maybe(time()),
                               maybe(time()), maybe(time()), maybe(time())};
        result.facts.wire = std::make_shared<const WireFacts>(wire());
        result.facts.response = std::make_shared<const Response>(response());
        if (flag()) {
            result.facts.fault = Fault{oneOf<FaultKind>(13), text()};
        }
        result.decision = {.verdict = oneOf<Verdict>(3),
                           .stopReason = std::nullopt,
                           .rule = number() % rules,
                           .delay = time(),
                           .window = DelayWindow{time(), time()},
                           .trace = everyStep(rules)};
        result.decision.kind = findStep<KindChosen>(result.decision.trace)->kind;
        if (result.decision.verdict == Verdict::Stop) {
            result.decision.stopReason = oneOf<StopReason>(7);
        }
        result.sendRatePerSecond = maybe(real());
        result.actualDelay = maybe(time());
        result.assumed = flag();
        return result;
    }

private:
    QRandomGenerator m_generator;
};

} // namespace

class TstRecordJson : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void simulatedRecordsComeBackEqual_data()
    {
        QTest::addColumn<QString>("policyId");
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            QTest::newRow(qPrintable(entry.id)) << entry.id;
        }
    }
    void simulatedRecordsComeBackEqual()
    {
        QFETCH(QString, policyId);
        const io::Library library;
        for (const io::Library::Entry& entry : library.scenarioEntries()) {
            const RunRecord record = simulated(policyId, entry.id);
            if (record.attemptCount() <= 100) { // the safety limit's thousand attempts are all alike
                compareRecords(readBack(record), record);
            }
            if (QTest::currentTestFailed()) {
                QFAIL(qPrintable(entry.id));
            }
        }
    }

    void anEndlessNameIsRefused()
    {
        RunRecord record =
            simulated(QStringLiteral("curl-retry-3"), QStringLiteral("s3-slowdown-then-ok"), 1);
        RunHeader header = record.header();
        header.spec.operation = std::string(5000, 'a');
        RunRecord changed(header);
        for (const CallRecord& call : record.calls()) {
            changed.adopt(call);
        }
        const auto read = io::recordFromJson(io::recordBytes(changed), QStringLiteral("large.json"));
        QVERIFY(!read);
        QCOMPARE(read.error().text(),
                 QStringLiteral(
                     "large.json: request.operation: found a string of 5000 bytes, expected at most 4096"));
    }

    void aRecordIsWrittenForReadersUntilItIsTooLongForThem()
    {
        const auto bytesOf = [](int calls) {
            return io::recordBytes(
                (simulated(QStringLiteral("curl-retry-3"), QStringLiteral("s3-slowdown-then-ok"), calls)));
        };
        const QByteArray readable = bytesOf(1);
        QVERIFY(readable.startsWith("{\n    \""));
        QVERIFY(readable.endsWith("}\n"));

        const QByteArray large = bytesOf(400); // three attempts each
        QCOMPARE(large.count('\n'), 1);
        QVERIFY(large.endsWith("}\n"));
        const auto record = io::recordFromJson(large, QStringLiteral("large.json"));
        QVERIFY2(record, record ? "" : qPrintable(record.error().text()));
        QCOMPARE(record.value().attemptCount(), 1200);
    }

    void whatIfOfASavedRecordIsThatOfTheRecord()
    {
        const RunRecord record =
            simulated(QStringLiteral("sdk-reference-adaptive"), QStringLiteral("throttling-storm"), 10);
        const Policy other = io::Library().policy(QStringLiteral("dynamodb-guide")).value();
        compareRecords(whatIf(readBack(record), other, BeyondRecord::RepeatLast),
                       whatIf(record, other, BeyondRecord::RepeatLast));
    }

    void recordsOfManyClientsComeBackEqual()
    {
        const RunRecord record =
            simulated(QStringLiteral("sdk-reference-adaptive"), QStringLiteral("throttling-storm"), 20, 3);
        compareRecords(readBack(record), record);
    }

    void everyFindingAndFactComesBackEqual_data()
    {
        QTest::addColumn<quint32>("seed");
        for (quint32 seed = 1; seed <= 50; ++seed) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    void everyFindingAndFactComesBackEqual()
    {
        QFETCH(quint32, seed);
        RandomValues values(seed);
        const auto rules = static_cast<int>(plainHeader().policy->policy.rules.size());
        AttemptRecord attempt = values.attempt(rules);
        attempt.end = std::max(attempt.start, attempt.end);
        attempt.decision.window =
            attempt.decision.verdict == Verdict::Succeed ? std::nullopt : attempt.decision.window;
        attempt.decision.delay = attempt.decision.window ? attempt.decision.delay : Duration::zero();
        const RunRecord record = recordWith(attempt);
        const RunRecord copy = readBack(record);
        QVERIFY(copy.calls().front().attempts.front().decision == attempt.decision);
        compareRecords(copy, record);
    }

    void headerValuesComeBackEqual()
    {
        RunHeader header = plainHeader();
        header.overrides = {{"backoff.cap", "\"5s\"", "--set"}, {"attempts.max", "7", "--max-attempts"}};
        header.settings = {{"retry_mode", "standard", "AWS_RETRY_MODE"}};
        header.spec.headers = {{{"x-a", "1"}, {"x-a", "2"}, {"x-latin", "\xe9"}}};
        header.spec.body = std::string("\x00\xff", 2);
        header.spec.protocol = "rest-xml";
        header.spec.bodyIsReplayable = false;
        header.spec.connectTimeout = Duration{1};
        header.spec.readTimeout = Duration{1'234'567};
        header.spec.deadline = Duration{987'654'321};
        header.spec.wire = {"http://p:1", "a,b", "ca", "cert", "key", {"other"}, false};
        header.spec.batch = BatchEnvelope{"{", "}", 3};
        header.policy = std::make_shared<const ResolvedPolicy>(resolve(header.policy->policy, header.spec));
        header.seed = 18'446'744'073'709'551'615U;
        header.startedAt = WallTime{1'767'225'600'123};
        header.noWait = true;
        header.startStates = {{.quota = 17,
                               .limiter = {.enabled = true, .fillRate = 0.1, .lastRefill = 3.25},
                               .clockSkew = -Duration{5}},
                              {}};
        const RunRecord record{header};
        compareRecords(readBack(record), record);
    }

    void redirectsThatWereFollowedComeBackEqual()
    {
        RunHeader header = plainHeader();
        header.spec.follow = 5;
        WireFacts wire{.connection = 1};
        wire.hops = {
            {.start = Instant(Duration{1000}),
             .end = Instant(Duration{3000}),
             .method = "POST",
             .url = "http://host/a",
             .location = "/b",
             .note = "the POST became a GET without a body",
             .response = {.status = 302, .headers = {{{"Location", "/b"}}}, .body = "x", .bodyBytes = 1}}};
        AttemptRecord attempt;
        attempt.isRunning = false;
        attempt.start = Instant(Duration{1000});
        attempt.end = Instant(Duration{5000});
        attempt.facts.wire = std::make_shared<const WireFacts>(wire);
        attempt.facts.response = std::make_shared<const Response>(Response{.status = 200});
        RunRecord record(header);
        record.adopt({.verdict = CallVerdict::Succeeded, .attempts = {attempt}});
        const QJsonObject document = test::recordDocument(record);
        const QJsonValue hop = document[u"calls"][0][u"attempts"][0][u"hops"][0];
        QCOMPARE(hop[u"startMs"].toDouble(), 1.0);
        QCOMPARE(hop[u"endMs"].toDouble(), 3.0);
        QCOMPARE(hop[u"status"].toInt(), 302);
        QCOMPARE(hop[u"location"].toString(), QStringLiteral("/b"));
        QCOMPARE(hop[u"method"].toString(), QStringLiteral("POST"));
        const RunRecord copy = readBack(record);
        QCOMPARE(copy.header().spec.follow, 5);
        QVERIFY(copy.calls().front().attempts.front().facts.wire->hops == wire.hops);
    }

    void anAttemptThatWasUnderWayIsKeptAsSuch()
    {
        RunRecord record(plainHeader());
        AttemptRecord running;
        running.start = running.end = Instant(Duration{5});
        record.adopt(
            {.verdict = CallVerdict::Cancelled, .stopReason = StopReason::Cancelled, .attempts = {running}});
        const QJsonObject attempt = test::recordDocument(record)[u"calls"][0][u"attempts"][0].toObject();
        QVERIFY(attempt[u"verdict"].isNull());
        QVERIFY(attempt[u"endMs"].isNull());
        QVERIFY(readBack(record).calls().front().attempts.front().isRunning);
    }

    void attemptsHoldTheFieldsOfTheFormat()
    {
        const QJsonObject document = test::recordDocument(
            simulated(QStringLiteral("sdk-reference-standard"), QStringLiteral("s3-slowdown-then-ok")));
        QCOMPARE(document[u"format"].toString(), QStringLiteral("retryscope.record/1"));
        QCOMPARE(document[u"startedAt"].toString(), QStringLiteral("2026-01-01T00:00:00.000Z"));
        QCOMPARE(document[u"policy"][u"id"].toString(), QStringLiteral("sdk-reference-standard"));
        const QJsonArray attempts = document[u"calls"][0][u"attempts"].toArray();
        QCOMPARE(attempts.size(), 3);
        const QString names = QStringLiteral("attempt sendDelayMs startMs endMs draw sent connection reused "
                                             "phasesMs status fault headers body "
                                             "bodyBytes bodyTruncated errorName errorNameOrigin message "
                                             "requestId kind rule verdict quotaBefore "
                                             "quotaCost quotaAfter sendRatePerSecond delayWindowMs "
                                             "plannedDelayMs actualDelayMs hint why trace");
        for (const QString& name : names.split(u' ')) {
            QVERIFY2(attempts.first().toObject().contains(name), qPrintable(name));
        }
        const QJsonObject first = attempts.first().toObject();
        QCOMPARE(first[u"errorName"].toString(), QStringLiteral("SlowDown"));
        QCOMPARE(first[u"errorNameOrigin"].toString(), QStringLiteral("xml:Error/Code"));
        QCOMPARE(first[u"verdict"].toString(), QStringLiteral("retry"));
        QCOMPARE(first[u"rule"].toString(), QStringLiteral("throttling-names"));
        QCOMPARE(first[u"quotaBefore"].toInt(), 500);
        QCOMPARE(first[u"quotaCost"].toInt(), 5);
        QCOMPARE(first[u"quotaAfter"].toInt(), 495);
        QCOMPARE(first[u"delayWindowMs"].toArray(), (QJsonArray{0, 2000}));
        const QJsonObject last = attempts.last().toObject();
        QCOMPARE(last[u"verdict"].toString(), QStringLiteral("succeed"));
        for (const char16_t* name :
             {u"errorName", u"delayWindowMs", u"plannedDelayMs", u"fault", u"stopReason"}) {
            QVERIFY2(last[name].isNull(), qPrintable(QString::fromUtf16(name)));
        }
        QCOMPARE(last[u"quotaAfter"].toInt(), 495);
    }

    void quotaIsNullWithoutOne()
    {
        const QJsonObject attempt = test::recordDocument(simulated(
            QStringLiteral("dynamodb-guide"),
            QStringLiteral("dynamodb-throttled-then-ok")))[u"calls"][0][u"attempts"][0]
                                        .toObject();
        for (const char16_t* name : {u"quotaBefore", u"quotaCost", u"quotaAfter"}) {
            QVERIFY2(attempt.contains(QStringView(name)) && attempt[name].isNull(),
                     qPrintable(QString::fromUtf16(name)));
        }
    }

    void aRefusedRetryNamesItsPrice()
    {
        const RunRecord record =
            simulated(QStringLiteral("sdk-reference-standard"), QStringLiteral("sdk-quota-runs-dry"), 60);
        const QJsonObject call = test::recordDocument(record)[u"calls"][59].toObject();
        QCOMPARE(call[u"stopReason"].toString(), QStringLiteral("quotaExhausted"));
        const QJsonObject attempt = call[u"attempts"][0].toObject();
        QVERIFY(attempt[u"quotaBefore"].toInt() < attempt[u"quotaCost"].toInt());
        QCOMPARE(attempt[u"quotaAfter"].toInt(), attempt[u"quotaBefore"].toInt());
        QVERIFY(attempt[u"plannedDelayMs"].isNull());
    }

    void theWaitBeforeGivingUpStandsBesideTheRetryDelay()
    {
        const RunRecord record =
            simulated(QStringLiteral("simpledb-pseudocode"), QStringLiteral("always-503"));
        const QJsonArray attempts = test::recordDocument(record)[u"calls"][0][u"attempts"].toArray();
        const QJsonObject last = attempts.last().toObject();
        QCOMPARE(last[u"verdict"].toString(), QStringLiteral("stop"));
        QVERIFY(last[u"delayWindowMs"].isNull());
        QVERIFY(last[u"stopDelayMs"].toDouble() > 0);
        QVERIFY(last[u"stopDelayMs"].toDouble() <= last[u"stopDelayWindowMs"][1].toDouble());
    }

    void aRecordWithOnlyTheFieldsOfTheFormatCanBeRead()
    {
        QJsonObject document = test::recordDocument(
            simulated(QStringLiteral("sdk-reference-standard"), QStringLiteral("s3-slowdown-then-ok")));
        document.insert(QStringLiteral("policy"),
                        QJsonObject{{QStringLiteral("id"), QStringLiteral("sdk-reference-standard")},
                                    {QStringLiteral("overrides"), QJsonObject()}});
        QJsonObject call = document[u"calls"][0].toObject();
        QJsonArray attempts;
        for (const QJsonValue& value : call[u"attempts"].toArray()) {
            QJsonObject attempt = value.toObject();
            for (const char16_t* extra : {u"parsed", u"admission", u"ruleIndex", u"running", u"assumed",
                                          u"quotaReturned", u"reason"}) {
                attempt.remove(QStringView(extra));
            }
            attempt.insert(QStringLiteral("trace"), QJsonArray());
            attempts.append(attempt);
        }
        call.insert(QStringLiteral("attempts"), attempts);
        document.insert(QStringLiteral("calls"), QJsonArray{call});

        const io::Result<RunRecord> record =
            io::recordFromJson(QJsonDocument(document).toJson(), QStringLiteral("r.json"));
        QVERIFY2(record.ok(), record ? "" : qPrintable(record.error().text()));
        const RunRecord again =
            whatIf(record.value(), record.value().header().policy->policy, BeyondRecord::Stop);
        QCOMPARE(again.calls().front().attempts.size(), 3U);
        QVERIFY(again.allSucceeded());
    }

    void aWrongValueIsNamedWithItsPlace_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QJsonValue>("value");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* path, const QJsonValue& value, const char* message) {
            QTest::addRow("%s: %s", path, message)
                << QString::fromLatin1(path) << value << QString::fromLatin1(message);
        };
        const auto note = [](const char* member, int length) {
            const QJsonObject longest{{QString::fromLatin1(member), QString(length, u'a')}};
            return QJsonValue(QJsonArray({QJsonValue(longest)}));
        };
        row("format", QStringLiteral("other/1"), "retryscope.record/1");
        row("policy", QJsonValue(), "required");
        row("policy", QStringLiteral("x"), "an object");
        row("request", QStringLiteral("x"), "an object");
        row("request.headers", QJsonArray{1}, "an array");
        row("request.url", QString(256 * 1024 + 1, u'a'), "a URL of 262145 bytes");
        row("policy.overrideOrigins", note("path", 4097), "at most 4096");
        row("policy.overrideOrigins", note("value", 256 * 1024 + 1), "at most 262144");
        row("settings", note("origin", 4097), "at most 4096");
        row("seed", -1, "a whole number");
        row("seed", QStringLiteral("x"), "a whole number");
        row("startedAt", QStringLiteral("today"), "a time such as");
        row("calls", QStringLiteral("x"), "an array");
        row("calls[0].verdict", QStringLiteral("won"), R"("succeeded", "failed", "cancelled")");
        row("calls[0].stopReason", QStringLiteral("x"), "notRetryable");
        row("calls[0].attempts", QJsonValue(), "required");
        row("calls[0].attempts[1].attempt", 0, "a whole number of at least 1");
        row("calls[0].attempts[1].status", QStringLiteral("503"), "a whole number");
        row("calls[0].attempts[1].status", 5, "a whole number from 100");
        row("calls[0].attempts[1].fault", QStringLiteral("rest"), "connectionReset");
        row("calls[0].attempts[1].kind", QStringLiteral("x"),
            R"("throttling", "clockSkew", "notReady", "partDone")");
        row("calls[0].attempts[1].endMs", -5, "a time not before startMs");
        row("calls[0].endMs", -5, "a time not before startMs");
        row("calls[0].attempts[1].verdict", QStringLiteral("x"), R"("succeed", "retry", "stop")");
        row("calls[0].attempts[1].draw", 1, "below 1");
        row("calls[0].attempts[1].headers", QJsonArray({QJsonValue(QJsonArray{QStringLiteral("a")})}),
            "pair");
        row("calls[0].attempts[1].delayWindowMs", QJsonArray{1}, "pair");
        row("calls[0].attempts[1].plannedDelayMs", QStringLiteral("1"), "a number");
        row("calls[0].attempts[1].trace",
            QJsonArray{QJsonObject{{QStringLiteral("step"), QStringLiteral("x")}}}, "name of a finding");
        row("calls[0].attempts[1].ruleIndex", 1000, "a whole number");
        row("calls[0].attempts[1].body", 3, "a string");
        row("calls[0].attempts[1].bodyBase64", QStringLiteral("%%%"), "base64");
    }
    void aWrongValueIsNamedWithItsPlace()
    {
        QFETCH(QString, path);
        QFETCH(QJsonValue, value);
        QFETCH(QString, message);
        const QJsonObject good = test::recordDocument(
            simulated(QStringLiteral("sdk-reference-standard"), QStringLiteral("s3-slowdown-then-ok")));
        const QJsonObject bad = replaced(good, path, value);
        const io::Result<RunRecord> result =
            io::recordFromJson(QJsonDocument(bad).toJson(), QStringLiteral("r.json"));
        QVERIFY(!result);
        QCOMPARE(result.error().kind, io::Error::Kind::BadInput);
        QVERIFY2(result.error().text().contains(message), qPrintable(result.error().text()));
        QVERIFY2(result.error().place.startsWith(QStringLiteral("r.json: ") + path.left(path.indexOf(u'.'))),
                 qPrintable(result.error().place));
    }

    void partsThatContradictEachOtherAreRefused_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("place");
        QTest::newRow("body") << QByteArray("<Code>SlowDown</Code>") << QByteArray("<Code>SlowUp</Code>")
                              << "attempts[0].bodyBytes";
        QTest::newRow("body of the same length")
            << QByteArray("<Code>SlowDown</Code>") << QByteArray("<Code>SpeedsUp</Code>")
            << "attempts[0].parsed";
        QTest::newRow("syntax") << QByteArray("</Error>") << QByteArray("<Error/>") << "attempts[0].parsed";
        QTest::newRow("kind") << QByteArray() << QByteArray() << "attempts[0].kind";
    }
    void partsThatContradictEachOtherAreRefused()
    {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, place);
        QByteArray json = bytesOf(
            simulated(QStringLiteral("botocore-1.43.67-standard"), QStringLiteral("s3-slowdown-then-ok"), 1));
        if (from.isEmpty()) {
            QJsonObject root = QJsonDocument::fromJson(json).object();
            QJsonArray calls = root[u"calls"].toArray();
            QJsonObject call = calls[0].toObject();
            QJsonArray attempts = call[u"attempts"].toArray();
            QJsonObject attempt = attempts[0].toObject();
            attempt[u"kind"] = QStringLiteral("permanent");
            attempts[0] = attempt;
            call[u"attempts"] = attempts;
            calls[0] = call;
            root[u"calls"] = calls;
            json = QJsonDocument(root).toJson();
        } else {
            QVERIFY(json.contains(from));
            json.replace(from, to);
        }
        const io::Result<RunRecord> read = io::recordFromJson(json, QStringLiteral("mine.json"));
        QVERIFY(!read);
        QVERIFY2(read.error().text().contains(QStringLiteral("mine.json: calls[0].") + place),
                 qPrintable(read.error().text()));
    }

    /// Behind what a message shows of it, too.
    void aDifferenceFarBehindIsFound()
    {
        const std::string body = "<Error><Code>" + std::string(300, 'x') + "</Code></Error>";
        AttemptRecord attempt;
        Response response{.status = 503, .body = body, .bodyBytes = static_cast<std::int64_t>(body.size())};
        response.parsed = io::parseBody({}, QByteArray::fromStdString(body));
        attempt.facts.response = std::make_shared<const Response>(response);
        attempt.decision.verdict = Verdict::Stop;
        QByteArray json = bytesOf(recordWith(attempt));
        QVERIFY(io::recordFromJson(json, QStringLiteral("mine.json")));
        const qsizetype end = json.indexOf("xx</Code>");
        QVERIFY(end > 0);
        json.replace(end, 2, "yy");
        const io::Result<RunRecord> read = io::recordFromJson(json, QStringLiteral("mine.json"));
        QVERIFY(!read);
        QVERIFY2(read.error().text().contains(QStringLiteral("attempts[0].parsed")),
                 qPrintable(read.error().text()));
    }

    /// Versions before knew nothing of what follows a document, nor kept a body's ends.
    void whatAnOlderParserReadIsReadAgain()
    {
        const std::string body = "<Error><Code>A</Code></Error>tail";
        AttemptRecord attempt;
        Response response{.status = 503, .body = body, .bodyBytes = static_cast<std::int64_t>(body.size())};
        response.parsed = io::parseBody({}, QByteArray::fromStdString(body));
        attempt.facts.response = std::make_shared<const Response>(response);
        attempt.decision.verdict = Verdict::Stop;
        QJsonObject older = QJsonDocument::fromJson(bytesOf(recordWith(attempt))).object();
        const QString parsed = QStringLiteral("calls[0].attempts[0].parsed");
        older = replaced(older, parsed,
                         QJsonObject{{QStringLiteral("isEmpty"), false},
                                     {QStringLiteral("isXml"), false},
                                     {QStringLiteral("text"), QString::fromStdString(body)},
                                     {QStringLiteral("fields"), QJsonArray()}});
        const io::Result<RunRecord> read =
            io::recordFromJson(QJsonDocument(older).toJson(), QStringLiteral("old.json"));
        QVERIFY2(read, read ? "" : qPrintable(read.error().text()));
        QVERIFY(read.value().calls()[0].attempts[0].facts.response->parsed == response.parsed);

        const QJsonObject present = replaced(QJsonDocument::fromJson(bytesOf(recordWith(attempt))).object(),
                                             parsed + QStringLiteral(".isXml"), false);
        QVERIFY(!io::recordFromJson(QJsonDocument(present).toJson(), QStringLiteral("mine.json")));
    }

    void redactedPartsDoNotContradictTheRest()
    {
        QByteArray json = bytesOf(
            simulated(QStringLiteral("botocore-1.43.67-standard"), QStringLiteral("s3-slowdown-then-ok"), 1));
        json.replace("<Code>SlowDown</Code>", "<Code>[redacted]</Code>");
        QVERIFY(io::recordFromJson(json, QStringLiteral("mine.json")));
    }

    void aRecordOfAnotherVersionIsTold_data()
    {
        QTest::addColumn<QString>("maker");
        QTest::addColumn<QString>("word");
        QTest::newRow("older") << "retryscope 0.0.1"
                               << "older";
        QTest::newRow("newer") << "retryscope 99.0.0"
                               << "newer";
        QTest::newRow("this one") << "retryscope " RETRYSCOPE_VERSION << "";
        QTest::newRow("another program") << "by hand"
                                         << "";
    }
    void aRecordOfAnotherVersionIsTold()
    {
        QFETCH(QString, maker);
        QFETCH(QString, word);
        RunHeader header;
        header.createdBy = maker.toStdString();
        const QString note = io::otherVersionNote(header);
        QCOMPARE(note.isEmpty(), word.isEmpty());
        QVERIFY2(note.contains(word), qPrintable(note));
    }

    /// The place is inside of `policy`, so it is none of the rows above.
    void aRecordWithoutAPolicyItCanNameIsRefusedWithThePlace_data()
    {
        QTest::addColumn<QJsonObject>("policy");
        QTest::addColumn<QString>("message");
        QTest::newRow("no id") << QJsonObject{} << QStringLiteral("required");
        QTest::newRow("an unknown id") << QJsonObject{{QStringLiteral("id"), QStringLiteral("nope")}}
                                       << QStringLiteral("no policy is named \"nope\"");
    }
    void aRecordWithoutAPolicyItCanNameIsRefusedWithThePlace()
    {
        QFETCH(const QJsonObject, policy);
        QFETCH(const QString, message);
        const QJsonObject record{{QStringLiteral("format"), QStringLiteral("retryscope.record/1")},
                                 {QStringLiteral("policy"), policy}};
        const io::Result<RunRecord> read =
            io::recordFromJson(io::documentBytes(record), QStringLiteral("r.json"));
        QVERIFY(!read);
        QVERIFY(read.error().kind == io::Error::Kind::BadInput);
        QCOMPARE(read.error().place, QStringLiteral("r.json: policy.id"));
        QVERIFY2(read.error().message.contains(message), qPrintable(read.error().message));
    }

    void textThatIsNoJsonIsNamedWithItsLine()
    {
        const io::Result<RunRecord> result = io::recordFromJson("{\n\"a\": ?}", QStringLiteral("r.json"));
        QVERIFY(!result);
        QVERIFY2(result.error().text().contains(QStringLiteral("line 2")), qPrintable(result.error().text()));
    }

    void noPrefixOfARecordCrashesTheReader()
    {
        const QByteArray json = bytesOf(
            simulated(QStringLiteral("sdk-reference-standard"), QStringLiteral("s3-slowdown-then-ok")));
        for (qsizetype length = 0; length < json.size() - 2; length += 97) {
            QVERIFY(!io::recordFromJson(json.left(length), QStringLiteral("r.json")));
        }
    }

private:
    /// The document with the value at a path such as `calls[0].verdict` replaced.
    static QJsonObject replaced(QJsonObject object, const QString& path, const QJsonValue& value)
    {
        static const QRegularExpression first(QStringLiteral("\\A(\\w+)(?:\\[(\\d+)\\])?(?:\\.(.*))?\\z"));
        const QRegularExpressionMatch match = first.match(path);
        const QString key = match.captured(1);
        const bool hasIndex = !match.captured(2).isEmpty();
        const QString rest = match.captured(3);
        if (!hasIndex) {
            object.insert(key,
                          rest.isEmpty() ? value : QJsonValue(replaced(object[key].toObject(), rest, value)));
            return object;
        }
        QJsonArray array = object[key].toArray();
        const qsizetype index = match.captured(2).toInt();
        array.replace(index, replaced(array.at(index).toObject(), rest, value));
        object.insert(key, array);
        return object;
    }
};

RETRYSCOPE_TEST(TstRecordJson)
#include "tst_record_json.moc"
