// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/bench_json.h"
#include "core/io/http/pasted_response.h"
#include "core/probe/side_difference.h"
#include "tests/support/strict_main.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace retryscope;
using namespace retryscope::io;
using namespace std::chrono_literals;

namespace {

AttemptFacts sideOfBench(int status, std::string body, Headers headers, bool isCut = false)
{
    Response response{
        .status = status, .reason = "Slow Down", .headers = std::move(headers), .body = std::move(body)};
    completeResponse(response);
    response.bodyTruncated = isCut;
    return {.response = std::make_shared<const Response>(std::move(response))};
}

/// With a value of its own in every member. One body is cut, so that the file says what happened to it.
Bench fullBench()
{
    RowFacts row;
    row.id = "s3-503";
    row.title = "S3 SlowDown";
    row.behaviour = "503";
    row.request = {.method = "POST", .url = "/a?retryscope-probe=s3-503", .headers = {{{"A", "1"}}}};
    row.request.service = "s3";
    row.request.operation = "PutObject";
    row.request.protocol = "rest-xml";
    row.origin = sideOfBench(503, "<Error/>", {{{"Retry-After", "2"}, {"B", "\xff"}}});
    row.client = sideOfBench(502, "\xff\xfe", {{{"Server", "nginx"}, {"b", "2"}}}, true);
    row.client.fault = Fault{.kind = FaultKind::ResponseTruncated, .detail = "cut"};
    row.originInterim = {"102 Processing", "103 Early Hints"};
    row.clientInterim = {"103 Early Hints"};
    row.requests = 2;
    row.arrivals = 3;
    row.connections = 3;
    row.seen = {{.connection = 7,
                 .reused = true,
                 .method = "POST",
                 .target = "/a",
                 .host = "h:1",
                 .headers = {{{"X", "y"}}},
                 .bodyBytes = 5,
                 .at = 1500us,
                 .end = ArrivalEnd::Abandoned,
                 .endedAt = 2ms}};
    row.took = 12'345us;
    row.added = 345us;
    row.bodyIs = BodyFate::Cut;
    row.isReencoded = true;
    row.isUnstable = true;
    row.isBodyEitherWay = true;
    row.source = "https://example.org";
    BenchRow reading = readingOf(row);
    reading.verdicts = {
        {.policy = "p",
         .direct = {.verdict = Verdict::Retry,
                    .kind = ErrorKind::Throttling,
                    .rule = "r",
                    .errorName = "SlowDown",
                    .window = DelayWindow{0ms, 1s},
                    .requests = 3},
         .through = {.verdict = Verdict::Stop, .kind = ErrorKind::Permanent, .requests = std::nullopt}}};
    return {.through = "http://127.0.0.1:8080",
            .listen = "127.0.0.1:9000",
            .boxName = "nginx",
            .boxVersion = "1.22.1",
            .behaviours = "aws",
            .createdBy = "retryscope test",
            .startedAt = "2026-01-31T12:00:00.000Z",
            .patience = 10s,
            .took = 1s,
            .rows = {reading}};
}

QByteArray writtenBench(const Bench& bench)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    writeBench(buffer, bench);
    return buffer.data();
}

QJsonObject objectOf(const QByteArray& json)
{
    return QJsonDocument::fromJson(json).object();
}

/// The shortest that the contract allows, with a change in it.
QByteArray benchWith(const QByteArray& from, const QByteArray& to)
{
    QByteArray json =
        R"({"format":"retryscope.bench/1","through":"http://a","box":null,"rows":[{"id":"a","origin":{"status":503,)"
        R"("headers":[["k","v"]],"body":"x","fault":null},"client":{"status":null,"headers":[],"body":"",)"
        R"("fault":"readTimeout"},"arrivals":1,"tookMs":1.2,"lostHeaders":[],"addedHeaders":[],"changedHeaders":[],)"
        R"("bodyIs":"empty","verdicts":[{"policy":"p","direct":"retry","through":"stop","flipped":true}]}]})";
    return json.replace(from, to);
}

} // namespace

class TstBenchJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatItWrites();
    void factsAloneReadTheSame();
    void whatFollowsFromTheFactsIsNotRead();
    void writesTheMembersOfTheContract();
    void readsTheShortestBench();
    void complainsWithThePlace_data();
    void complainsWithThePlace();
    void boundsBodies();
    void boundsArrivals();
    void boundsPolicies();
    void hidesSecrets();
};

void TstBenchJson::readsWhatItWrites()
{
    const Bench bench = fullBench();

    const Result<Bench> read = benchFromJson(writtenBench(bench), QStringLiteral("b"));

    QVERIFY2(read.ok(), read.ok() ? "" : qPrintable(read.error().text()));
    Bench expected = bench;
    std::swap(expected.rows.front().saved, expected.rows.front().verdicts);
    QVERIFY(read.value() == expected);
}

void TstBenchJson::factsAloneReadTheSame()
{
    Bench bench = fullBench();
    bench.rows.front().verdicts.clear();
    bench.rows.push_back(
        benchFromJson(benchWith("\"id\"", "\"id\""), QStringLiteral("b")).value().rows.front());
    bench.rows.back().saved.clear();
    QBuffer facts;
    facts.open(QIODevice::WriteOnly);
    writeBenchFacts(facts, bench);

    const Result<Bench> read = benchFromJson(facts.data(), QStringLiteral("b"));

    QVERIFY2(read.ok(), read.ok() ? "" : qPrintable(read.error().text()));
    QVERIFY(read.value() == bench);
    for (const char* key : {"verdicts", "lostHeaders", "outcome", "errorName", "mayBeDoneTwice"}) {
        QVERIFY2(!facts.data().contains('"' + QByteArray(key) + '"'), key);
    }
}

void TstBenchJson::whatFollowsFromTheFactsIsNotRead()
{
    const QByteArray file =
        benchWith("\"readTimeout\"", "null")
            .replace("\"status\":null,\"headers\":[],\"body\":\"\"",
                     "\"status\":503,\"headers\":[],\"body\":\"x\",\"outcome\":\"closed\"");

    const BenchRow row = benchFromJson(file, QStringLiteral("b")).value().rows.front();

    QCOMPARE(row.bodyIs, BodyFate::Same); // the file says that it is empty
    QVERIFY(row.lostHeaders == std::vector<std::string>{"k"});
    QCOMPARE(row.outcome, RowOutcome::Altered);
    QVERIFY(row.verdicts.empty() && row.saved.size() == 1);
}

void TstBenchJson::writesTheMembersOfTheContract()
{
    const QJsonObject json = objectOf(writtenBench(fullBench()));

    QCOMPARE(json[u"format"].toString(), QStringLiteral("retryscope.bench/1"));
    QVERIFY((json[u"box"].toObject() == QJsonObject{{QStringLiteral("name"), QStringLiteral("nginx")},
                                                    {QStringLiteral("version"), QStringLiteral("1.22.1")}}));
    const QJsonObject row = json[u"rows"][0].toObject();
    for (const char* key : {"id", "origin", "client", "arrivals", "tookMs", "lostHeaders", "addedHeaders",
                            "changedHeaders", "bodyIs", "verdicts"}) {
        QVERIFY2(row.contains(QLatin1String(key)), key);
    }
    QCOMPARE(row[u"tookMs"].toDouble(), 12.345);
    QCOMPARE(row[u"client"][u"fault"].toString(), QStringLiteral("responseTruncated"));
    QVERIFY(row[u"origin"][u"fault"].isNull());
    const QJsonObject verdict = row[u"verdicts"][0].toObject();
    QCOMPARE(verdict[u"direct"].toString(), QStringLiteral("retry"));
    QCOMPARE(verdict[u"through"].toString(), QStringLiteral("stop"));
    QCOMPARE(verdict[u"flipped"].toBool(), true);
    Bench unknown = fullBench();
    unknown.boxName.clear();
    QVERIFY(objectOf(writtenBench(unknown))[u"box"].isNull());
}

void TstBenchJson::readsTheShortestBench()
{
    const Result<Bench> read = benchFromJson(benchWith("\"id\"", "\"later\":1,\"id\""), QStringLiteral("b"));

    QVERIFY2(read.ok(), read.ok() ? "" : qPrintable(read.error().text()));
    const BenchRow& row = read.value().rows.front();
    QVERIFY(!row.client.response && row.client.fault->kind == FaultKind::ReadTimeout);
    QVERIFY(row.origin.response->status == 503 && row.saved.front().isFlipped() && row.requests == 1);
}

void TstBenchJson::complainsWithThePlace_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("place");

    const auto row = [](const char* name, const QByteArray& json, const char* place) {
        QTest::newRow(name) << json << QString::fromLatin1(place);
    };
    row("another format", benchWith("bench/1", "bench/2"), "b: format");
    row("no rows", benchWith("\"rows\"", "\"lines\""), "b: rows");
    row("no id", benchWith("\"id\"", "\"name\""), "b: rows[0].id");
    row("a status out of range", benchWith("\"status\":503", "\"status\":99"), "b: rows[0].origin.status");
    row("an unknown fault", benchWith("readTimeout", "boredom"), "b: rows[0].client.fault");
    row("neither status nor fault", benchWith("\"readTimeout\"", "null"), "b: rows[0].client");
    row("an unknown fate",
        benchWith("\"empty\"", "\"lost\"").replace("\"body\":\"x\"", "\"bodyTruncated\":true,\"body\":\"x\""),
        "b: rows[0].bodyIs");
    row("an unknown verdict", benchWith("\"through\":\"stop\"", "\"through\":\"halt\""),
        "b: rows[0].verdicts[0].through");
    row("arrivals below none", benchWith("\"arrivals\":1", "\"arrivals\":-1"), "b: rows[0].arrivals");
    row("no JSON", "{", "b, line 1");
}

void TstBenchJson::complainsWithThePlace()
{
    QFETCH(const QByteArray, json);
    QFETCH(const QString, place);

    const Result<Bench> read = benchFromJson(json, QStringLiteral("b"));

    QVERIFY(!read.ok());
    QVERIFY2(read.error().text().startsWith(place), qPrintable(read.error().text()));
}

void TstBenchJson::boundsBodies()
{
    Bench bench = fullBench();
    bench.rows.front().origin = sideOfBench(503, std::string(kKeptBenchBody + 5, 'x'), {});

    const Bench read = benchFromJson(writtenBench(bench), QStringLiteral("b")).value();

    const Response& response = *read.rows.front().origin.response;
    QCOMPARE(response.body.size(), kKeptBenchBody);
    QCOMPARE(response.bodyBytes, static_cast<std::int64_t>(kKeptBenchBody + 5));
    QVERIFY(response.bodyTruncated);
}

void TstBenchJson::boundsArrivals()
{
    QByteArray seen = "\"seen\":[{}";
    for (int i = 0; i < 50'000; ++i) {
        seen += ",{}";
    }
    const Bench read = benchFromJson(benchWith("\"id\"", seen + "],\"id\""), QStringLiteral("b")).value();

    const std::vector<Arrival>& kept = read.rows.front().seen;
    QCOMPARE(kept.size(), std::size_t{1000});
    QVERIFY2(kept.capacity() < 3000, "a small file takes much memory");
}

void TstBenchJson::boundsPolicies()
{
    const auto benchOf = [](int policies, int each) {
        Bench bench;
        BenchRow row = fullBench().rows.front();
        row.verdicts.clear();
        for (int i = 0; i < policies * each; ++i) {
            row.verdicts.push_back(
                {.policy = "policy-" + std::to_string(i % policies), .direct = {}, .through = {}});
        }
        bench.rows.push_back(std::move(row));
        return bench;
    };
    const auto reread = [](const Bench& bench) {
        QBuffer file;
        file.open(QIODevice::WriteOnly);
        writeBench(file, bench);
        return benchFromJson(file.data(), QStringLiteral("b"));
    };
    const Result<Bench> most = reread(benchOf(500, 2));
    QVERIFY2(most.ok(), most.ok() ? "" : qPrintable(most.error().text()));
    QCOMPARE(most.value().rows.front().saved.size(), std::size_t{500});
    const Result<Bench> more = reread(benchOf(501, 1));
    QVERIFY(!more.ok());
    QCOMPARE(more.error().text(), QStringLiteral("b: rows: verdicts of more than 500 policies"));
}

void TstBenchJson::hidesSecrets()
{
    Bench bench = fullBench();
    bench.through = "http://user:secret-1@127.0.0.1:8080";
    bench.rows.front().request.headers.add("Authorization", "Bearer secret-2");
    bench.rows.front().seen.front().headers.add("Cookie", "secret-3");
    Response repeating;
    repeating.status = 200;
    repeating.reason = "token=secret-5";
    repeating.body = "you sent secret-2";
    repeating.headers = {{{"Set-Cookie", "secret-4"}, {"X-Echo", "secret-2"}}};
    bench.rows.front().client.response = std::make_shared<const Response>(repeating);
    bench.rows.front().clientInterim = {"103 secret-2"};
    bench.rows.front().seen.front().target = "/a?token=secret-6,secret-7";

    const QByteArray json = writtenBench(redacted(bench));

    QVERIFY2(!json.contains("secret-"), json.constData());
    QCOMPARE(json.count("[redacted]") >= 4, true);
}

RETRYSCOPE_TEST(TstBenchJson)
#include "tst_bench_json.moc"
