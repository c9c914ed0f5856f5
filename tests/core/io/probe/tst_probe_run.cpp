// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/bench_text.h"
#include "core/io/documents/bench_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/files/behaviour_files.h"
#include "core/io/files/library.h"
#include "core/io/probe/origin_facts.h"
#include "core/io/probe/probe_run.h"
#include "core/probe/bench_verdicts.h"
#include "tests/support/misbehaving_proxy.h"
#include "tests/support/strict_main.h"

#include <QBuffer>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTcpSocket>
#include <QTest>

#include <array>

using namespace retryscope;
using namespace retryscope::io;
using namespace retryscope::test;
using namespace std::chrono_literals;

namespace {

constexpr auto kSlowDown =
    R"({"id":"slow","status":503,"headers":{"Content-Type":"application/xml","Retry-After":"2"},)"
    R"("body":"<Error><Code>SlowDown</Code></Error>"})";
constexpr auto kOk = R"({"id":"ok","status":200,"body":"fine"})";

Scenario behavioursOf(const QByteArray& steps)
{
    const Result<Scenario> scenario = scenarioFromJson(
        R"({"format":"retryscope.scenario/1","id":"t","service":"s3","steps":[)" + steps + "]}",
        QStringLiteral("t"));
    return scenario ? scenario.value() : Scenario{};
}

ProbePlan planFor(const QString& through, const QByteArray& steps)
{
    ProbePlan plan;
    plan.through = through.toStdString();
    plan.listen = {.host = QStringLiteral("127.0.0.1"), .port = 0};
    plan.behaviours = behavioursOf(steps);
    plan.patience = 300ms;
    return plan;
}

/// To its end, or to its failure.
void runToEnd(ProbeRun& run)
{
    const QSignalSpy finished(&run, &ProbeRun::finished);
    const QSignalSpy failed(&run, &ProbeRun::failed);
    run.start();
    QTRY_VERIFY_WITH_TIMEOUT(finished.size() + failed.size() == 1, 30'000);
}

Bench judgedBench(const ProbeRun& run)
{
    Bench bench = run.bench();
    judge(bench, {Library().policy(QStringLiteral("cpp-1.11.332-default")).value()});
    return bench;
}

Bench probed(Misdeed misdeed, const QByteArray& steps, int repeat = 1)
{
    MisbehavingProxy proxy(misdeed);
    ProbePlan plan = planFor(proxy.url(), steps);
    plan.repeat = repeat;
    ProbeRun run(checkedPlan(std::move(plan)).value());
    if (!proxy.isReady() || !run.open().ok()) {
        return {};
    }
    proxy.setOrigin(run.originAddress());
    runToEnd(run);
    return judgedBench(run);
}

int statusOf(const AttemptFacts& facts)
{
    return facts.response ? facts.response->status : 0;
}

quint16 freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : quint16{0};
}

} // namespace

class TstProbeRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passesOnWhatAGoodBoxPassesOn();
    void findsTheRowOfTheArticle();
    void tellsALostHeader();
    void tellsACutBody();
    void countsWhatTheBoxSendsAgain_data();
    void countsWhatTheBoxSendsAgain();
    void whatTheBoxAsksBesideIsNotCounted_data();
    void whatTheBoxAsksBesideIsNotCounted();
    void aPathThatTheBoxRewritesIsTheRows();
    void interimResponsesAreSeenOnBothSides();
    void endsWhenTheBoxSendsForEver();
    void headsAreKeptUpToALimit();
    void ofABodyItsBeginningStays();
    void endsWhenTheBoxHangs();
    void namesABoxThatBabblesRefusesOrCrashes_data();
    void namesABoxThatBabblesRefusesOrCrashes();
    void aBoxThatSendsElsewhereIsNotJudged();
    void theOriginIsNoBox();
    void refusesConnectionsForOneRowOnly();
    void seesThatTheBoxLeaves();
    void sendsEachRowAsOftenAsAsked();
    void failsWhereNothingListens();
    void stopsWithWhatItHas();
    void theEndOfAPartComesBehindItsBytes();
    void aKeptConnectionThatDiesIsTheOnlyOne();
    void refusesBehavioursWithoutMeaning();
    void anOriginAskedDirectlyDoesWhatItsFactsSay();
    void readsAddressesToListenOn_data();
    void readsAddressesToListenOn();
};

void TstProbeRun::passesOnWhatAGoodBoxPassesOn()
{
    MisbehavingProxy proxy(Misdeed::None);
    ProbePlan plan = planFor(proxy.url() + QStringLiteral("/base?x=1"), kSlowDown);
    plan.headers.add("Authorization", "Basic abc");
    ProbeRun run(checkedPlan(std::move(plan)).value());
    QVERIFY(run.open().ok());
    proxy.setOrigin(run.originAddress());

    runToEnd(run);

    const Bench bench = judgedBench(run);
    QCOMPARE(bench.rows.size(), std::size_t{1});
    const BenchRow& row = bench.rows.front();
    QCOMPARE(row.outcome, RowOutcome::PassedOn);
    QCOMPARE(statusOf(row.client), 503);
    QVERIFY(row.client.response->body == row.origin.response->body);
    QCOMPARE(row.arrivals, 1);
    QVERIFY(!row.isFlipped() && row.verdicts.front().direct.verdict == Verdict::Retry);
    const Arrival& arrival = row.seen.front();
    QCOMPARE(arrival.target, std::string("/base?x=1&retryscope-probe=slow"));
    QCOMPARE(arrival.host, proxy.url().mid(7).toStdString()); // whatever Host: it is shown, not refused
    QVERIFY(arrival.headers.find("retryscope-probe") != nullptr &&
            arrival.headers.find("authorization") != nullptr);
    QCOMPARE(arrival.end, ArrivalEnd::Answered);
    QVERIFY(run.remark().isEmpty());
}

void TstProbeRun::findsTheRowOfTheArticle()
{
    const Bench bench = probed(Misdeed::NamesIt429, kSlowDown);

    const BenchRow& row = bench.rows.front();
    QCOMPARE(statusOf(row.client), 429);
    QCOMPARE(QString::fromStdString(plainErrorNameOf(row.origin)), QStringLiteral("SlowDown"));
    QCOMPARE(QString::fromStdString(plainErrorNameOf(row.client)), QStringLiteral("429"));
    QCOMPARE(row.bodyIs, BodyFate::Replaced);
    QCOMPARE(row.outcome, RowOutcome::OwnResponse);
    QVERIFY(row.lostHeaders == std::vector<std::string>{"Retry-After"});
    QVERIFY(row.verdicts.front().direct.verdict == Verdict::Retry);
    QVERIFY(row.verdicts.front().through.verdict == Verdict::Stop);
    QCOMPARE(bench.flips(), 1);
    QCOMPARE(bench.boxName, std::string("culprit"));
    QCOMPARE(bench.boxVersion, std::string("1.0"));
}

void TstProbeRun::tellsALostHeader()
{
    const Bench bench = probed(Misdeed::DropsFields, kSlowDown);

    QCOMPARE(bench.rows.front().outcome, RowOutcome::Altered);
    QVERIFY(bench.rows.front().lostHeaders == std::vector<std::string>{"Retry-After"});
    QCOMPARE(bench.rows.front().bodyIs, BodyFate::Same);
}

void TstProbeRun::tellsACutBody()
{
    const Bench bench = probed(Misdeed::Cuts, kSlowDown);

    const BenchRow& row = bench.rows.front();
    QCOMPARE(row.bodyIs, BodyFate::Cut);
    QVERIFY(row.client.fault && row.client.fault->kind == FaultKind::ResponseTruncated);
    QCOMPARE(row.outcome, RowOutcome::Closed);
}

void TstProbeRun::countsWhatTheBoxSendsAgain_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<bool>("mayBeTwice");

    QTest::newRow("GET") << QByteArray("GET") << false;
    QTest::newRow("PUT") << QByteArray("PUT") << false;
    QTest::newRow("POST") << QByteArray("POST") << true;
}

void TstProbeRun::countsWhatTheBoxSendsAgain()
{
    QFETCH(const QByteArray, method);
    QFETCH(const bool, mayBeTwice);

    const Bench bench = probed(Misdeed::SendsAgain, R"({"id":"r","fault":"reset","request":{"method":")" +
                                                        method + R"(","path":"/"}})");

    const BenchRow& row = bench.rows.front();
    QCOMPARE(row.arrivals, 2);
    QCOMPARE(row.connections, 2);
    QCOMPARE(row.mayBeDoneTwice(), mayBeTwice);
    QCOMPARE(statusOf(row.client), 502);
    QCOMPARE(row.outcome, RowOutcome::OwnResponse);
    const BenchVerdict& verdict = row.verdicts.front();
    QVERIFY(verdict.through.verdict == Verdict::Retry && verdict.direct.requests && verdict.through.requests);
    QCOMPARE(*verdict.through.requests, 2 * *verdict.direct.requests); // both layers retry
}

void TstProbeRun::whatTheBoxAsksBesideIsNotCounted_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::newRow("GET") << QByteArray("GET");
    QTest::newRow("POST") << QByteArray("POST");
}

void TstProbeRun::whatTheBoxAsksBesideIsNotCounted()
{
    QFETCH(const QByteArray, method);

    const Bench bench = probed(Misdeed::AsksFirst, R"({"id":"r","status":503,"request":{"method":")" +
                                                       method + R"(","path":"/orders"}})");

    const BenchRow& row = bench.rows.front();
    QCOMPARE(row.arrivals, 1);
    QCOMPARE(statusOf(row.client), 503);
    QVERIFY(!row.isResent() && !row.mayBeDoneTwice());
    QCOMPARE(row.seen.size(), std::size_t{2});
    QVERIFY(row.seen.front().isOther && !row.seen.back().isOther);
    QCOMPARE(arrivalSentence(row),
             std::string("The origin also received other requests from the proxy: GET /auth."));
    QBuffer buffer;
    buffer.open(QIODevice::ReadWrite);
    writeBench(buffer, bench);
    const Result<Bench> read = benchFromJson(buffer.data(), QStringLiteral("t"));
    QVERIFY(read.ok());
    QVERIFY(read.value().rows.front().seen == row.seen);
}

void TstProbeRun::aPathThatTheBoxRewritesIsTheRows()
{
    const Bench bench = probed(Misdeed::AddsPrefix, R"({"id":"a","status":503},)"
                                                    R"({"id":"b","status":503,"request":{"path":"/x%20y"}})");

    for (const BenchRow& row : bench.rows) {
        QCOMPARE(row.arrivals, 1);
        QVERIFY(arrivalSentence(row).empty());
    }
}

void TstProbeRun::interimResponsesAreSeenOnBothSides()
{
    const Bench bench = probed(Misdeed::None, R"({"id":"i","status":503,"interim":[{"status":102},)"
                                              R"({"status":103,"headers":{"Link":"<x>"}}]},)" +
                                                  QByteArray(kOk));

    const std::vector<std::string> both{"102 Processing", "103 Early Hints"};
    QCOMPARE(bench.rows[0].originInterim, both);
    QCOMPARE(bench.rows[0].clientInterim, both);
    QCOMPARE(statusOf(bench.rows[0].client), 503);
    QVERIFY(bench.rows[1].originInterim.empty() && bench.rows[1].clientInterim.empty());
}

void TstProbeRun::endsWhenTheBoxSendsForEver()
{
    const Bench bench = probed(Misdeed::SendsForEver, R"({"id":"c","fault":"close"},)" + QByteArray(kOk));

    QCOMPARE(bench.rows[0].outcome, RowOutcome::Flooded);
    QVERIFY(bench.rows[0].arrivals > kFlood);
    QCOMPARE(static_cast<int>(bench.rows[0].seen.size()), kFlood);
    QCOMPARE(bench.rows[1].outcome, RowOutcome::PassedOn);
}

void TstProbeRun::headsAreKeptUpToALimit()
{
    constexpr std::size_t kBytes = std::size_t{250} * 1024;
    ProbeOrigin origin;
    QVERIFY(origin.open({.host = QStringLiteral("127.0.0.1"), .port = 0}).ok());
    EndpointStep step;
    origin.expect("a", step, {});
    origin.expect("b", step, {});
    const QByteArray marked =
        "GET /path HTTP/1.1\r\nHost: h\r\nX: " + QByteArray(static_cast<qsizetype>(kBytes), 'x') +
        "\r\nretryscope-probe: ";
    std::vector<std::unique_ptr<QTcpSocket>> sockets;
    const QStringList address = origin.address().split(QLatin1Char(':'));
    for (const char* row : {"a", "b"}) {
        for (int sent = 0; sent < kFlood; ++sent) {
            auto socket = std::make_unique<QTcpSocket>();
            socket->connectToHost(address[0], address[1].toUShort());
            socket->write(marked + row + "\r\n\r\n");
            sockets.push_back(std::move(socket));
        }
        QTRY_COMPARE(origin.arrivalCount(row), kFlood);
    }
    std::size_t kept = 0;
    for (const char* row : {"a", "b"}) {
        QCOMPARE(static_cast<int>(origin.arrivals(row).size()), kFlood);
        QVERIFY(origin.arrivals(row).front().headers.contains("X"));
        for (const Arrival& arrival : origin.arrivals(row)) {
            QCOMPARE(arrival.target, std::string("/path"));
            kept += arrival.headers.entries.empty() ? 0 : kBytes;
        }
    }
    QVERIFY(kept > ProbeOrigin::kMostHeads - 2 * kBytes);
    QVERIFY(kept <= ProbeOrigin::kMostHeads + 2 * kBytes);
}

void TstProbeRun::ofABodyItsBeginningStays()
{
    const QByteArray body = QByteArray(100'000, ' ') + "<Error><Code>SlowDown</Code></Error>";
    const Bench bench = probed(
        Misdeed::None,
        R"({"id":"s","status":400,"headers":{"Content-Type":"application/xml"},"body":")" + body + "\"}");
    const BenchRow& row = bench.rows.front();
    QCOMPARE(row.bodyIs, BodyFate::Same);
    for (const AttemptFacts* side : {&row.origin, &row.client}) {
        QCOMPARE(side->response->body.size(), kKeptBenchBody);
        QCOMPARE(side->response->bodyBytes, static_cast<std::int64_t>(body.size()));
        QVERIFY(side->response->bodyTruncated);
    }
    QVERIFY(row.verdicts.front().through.verdict == Verdict::Retry); // by the name, which stands behind that
}

void TstProbeRun::endsWhenTheBoxHangs()
{
    QByteArray steps;
    for (int i = 0; i < 40; ++i) {
        steps += (i > 0 ? "," : "") + QByteArray(R"({"status":503})");
    }
    QElapsedTimer timer;
    timer.start();

    const Bench bench = probed(Misdeed::Hangs, steps);

    QCOMPARE(bench.rows.size(), std::size_t{40});
    QCOMPARE(bench.rows.front().id, std::string("step-1"));
    for (int i = 0; i < ProbeRun::kMostSilent; ++i) {
        QCOMPARE(bench.rows[static_cast<std::size_t>(i)].outcome, RowOutcome::HeldBack);
    }
    QCOMPARE(bench.rows.back().outcome, RowOutcome::NotSent);
    QVERIFY(bench.rows.back().client.fault && !bench.rows.back().client.response);
    QVERIFY(timer.elapsed() < 40 * 300); // not each for its whole patience
}

void TstProbeRun::namesABoxThatBabblesRefusesOrCrashes_data()
{
    QTest::addColumn<Misdeed>("misdeed");
    QTest::addColumn<RowOutcome>("outcome");

    QTest::newRow("babbles") << Misdeed::Babbles << RowOutcome::Garbage;
    QTest::newRow("refuses") << Misdeed::Refuses << RowOutcome::NotForwarded;
    QTest::newRow("crashes") << Misdeed::Crashes << RowOutcome::Unreachable;
}

void TstProbeRun::namesABoxThatBabblesRefusesOrCrashes()
{
    QFETCH(const Misdeed, misdeed);
    QFETCH(const RowOutcome, outcome);

    const Bench bench = probed(misdeed, QByteArray(R"({"status":503},{"status":500},{"status":502})"));

    QCOMPARE(bench.rows.size(), std::size_t{3});
    QCOMPARE(bench.rows.back().outcome, outcome);
}

/// Whoever answers there is no box before this origin: what it says is no change of a response.
void TstProbeRun::aBoxThatSendsElsewhereIsNotJudged()
{
    const Bench bench = probed(Misdeed::Refuses, kSlowDown);

    QVERIFY(!bench.isOriginReached);
    QVERIFY(bench.rows.front().verdicts.empty());
    QCOMPARE(bench.flips(), 0);
    QVERIFY(benchHeadline(bench).starts_with("The proxy does not forward to the origin at "));
    QVERIFY(probed(Misdeed::None, kSlowDown).isOriginReached);
}

void TstProbeRun::theOriginIsNoBox()
{
    for (const char* through :
         {"http://127.0.0.1:9000", "http://localhost:9000/a", "http://127.0.0.1:9001"}) {
        ProbePlan plan = planFor(QString::fromLatin1(through), kSlowDown);
        plan.listen = listenAddressFrom(QStringLiteral("127.0.0.1:9000")).value();
        const Result<ProbePlan> checked = checkedPlan(std::move(plan));
        const bool isBox = std::string_view(through).ends_with("9001");
        QCOMPARE(checked.ok(), isBox);
        QVERIFY(isBox || checked.error().text().contains(QStringLiteral("this is the origin itself")));
    }
}

void TstProbeRun::refusesConnectionsForOneRowOnly()
{
    const Bench bench = probed(Misdeed::None, R"({"id":"r","fault":"refuse"},)" + QByteArray(kOk));

    QCOMPARE(bench.rows[0].arrivals, 0);
    QCOMPARE(statusOf(bench.rows[0].client), 502);
    QCOMPARE(bench.rows[0].outcome, RowOutcome::OwnResponse);
    QCOMPARE(bench.rows[1].outcome, RowOutcome::PassedOn);
}

void TstProbeRun::seesThatTheBoxLeaves()
{
    const Bench bench = probed(Misdeed::None, R"({"id":"h","fault":"hang"})");

    const BenchRow& row = bench.rows.front();
    QCOMPARE(row.outcome, RowOutcome::HeldBack);
    QVERIFY(row.origin.fault && row.origin.fault->kind == FaultKind::ReadTimeout);
    QCOMPARE(row.seen.size(), std::size_t{1});
    QCOMPARE(row.seen.front().end, ArrivalEnd::Abandoned);
    QVERIFY(row.seen.front().endedAt && *row.seen.front().endedAt > row.seen.front().at);
}

void TstProbeRun::sendsEachRowAsOftenAsAsked()
{
    const Bench bench = probed(Misdeed::None, kSlowDown, 3);

    QCOMPARE(bench.rows.front().requests, 3);
    QCOMPARE(bench.rows.front().arrivals, 3);
    QVERIFY(!bench.rows.front().isResent() && !bench.rows.front().isUnstable);
}

void TstProbeRun::failsWhereNothingListens()
{
    ProbeRun run(checkedPlan(planFor(QStringLiteral("http://127.0.0.1:%1").arg(freePort()), kOk)).value());
    QVERIFY(run.open().ok());
    QSignalSpy failed(&run, &ProbeRun::failed);

    run.start();

    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(run.bench().rows.empty());
}

void TstProbeRun::stopsWithWhatItHas()
{
    MisbehavingProxy proxy(Misdeed::None);
    ProbeRun run(
        checkedPlan(planFor(proxy.url(), QByteArray(kOk) + R"(,{"id":"h","fault":"hang"})")).value());
    QVERIFY(run.open().ok());
    proxy.setOrigin(run.originAddress());
    QSignalSpy finished(&run, &ProbeRun::finished);
    connect(&run, &ProbeRun::rowFinished, &run, &ProbeRun::stop);

    run.start();

    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(run.bench().rows[0].outcome, RowOutcome::PassedOn);
    QCOMPARE(run.bench().rows[1].outcome, RowOutcome::NotSent);
    QCOMPARE(sideText(run.bench().rows[1].origin), std::string("not sent")); // it did nothing
}

/// A box that read both at once could lose the part: which it hands on would be a race.
void TstProbeRun::theEndOfAPartComesBehindItsBytes()
{
    const EndpointStep whole = behavioursOf(kOk).steps.front();
    const EndpointStep part =
        behavioursOf(R"({"id":"c","status":200,"fault":"truncate","body":"x"})").steps[0];
    const EndpointStep head = behavioursOf(R"({"id":"h","status":200,"fault":"cut-head"})").steps[0];

    QVERIFY(probePlanFor(whole, {}) == responsePlanFor(whole, {}));
    for (const EndpointStep& step : {part, head}) {
        const ResponsePlan plan = probePlanFor(step, {});
        QVERIFY(plan.ending == ResponseEnding::Fin && plan.endingDelay == 50ms);
        QVERIFY(plan.pieces == responsePlanFor(step, {}).pieces);
    }
}

/// How many connections a box has in its pool then depends on nothing that came before.
void TstProbeRun::aKeptConnectionThatDiesIsTheOnlyOne()
{
    ProbeOrigin origin;
    QVERIFY(origin.open({.host = QStringLiteral("127.0.0.1"), .port = 0}).ok());
    const EndpointStep ok = behavioursOf(kOk).steps.front();
    const EndpointStep silence = behavioursOf(R"({"id":"h","fault":"hang"})").steps.front();
    origin.expect("ok", ok, {});
    origin.expect("h", silence, {});
    const quint16 port = origin.address().section(u':', 1).toUShort();
    std::array<QTcpSocket, 3> sockets; // two idle ones, and one with a request under way
    for (std::size_t i = 0; i < sockets.size(); ++i) {
        sockets[i].connectToHost(QHostAddress::LocalHost, port);
        sockets[i].write(QByteArray("GET /?retryscope-probe=") + (i == 2 ? "h" : "ok") +
                         " HTTP/1.1\r\nHost: a\r\n\r\n");
    }
    QTRY_VERIFY(sockets[0].bytesAvailable() > 0 && sockets[1].bytesAvailable() > 0 && origin.isBusy("h"));

    origin.closeIdleConnections();

    QTRY_COMPARE(sockets[0].state(), QAbstractSocket::UnconnectedState);
    QTRY_COMPARE(sockets[1].state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(sockets[2].state(), QAbstractSocket::ConnectedState);
}

void TstProbeRun::refusesBehavioursWithoutMeaning()
{
    const QString box = QStringLiteral("http://127.0.0.1:1");

    QVERIFY(!checkedPlan(planFor(box, R"({"fault":"tls-fail"})")).ok());
    QVERIFY(!checkedPlan(planFor(box, R"({"id":"a","status":200},{"id":"a","status":500})")).ok());
    QVERIFY(!checkedPlan(planFor(QStringLiteral("ftp://x"), kOk)).ok());
    QVERIFY(checkedPlan(planFor(box, kOk)).ok());
}

/// The origin is its own box here: what a client gets is what a client without a box gets.
void TstProbeRun::anOriginAskedDirectlyDoesWhatItsFactsSay()
{
    const quint16 port = freePort();
    ProbePlan plan = planFor(QStringLiteral("http://127.0.0.1:%1").arg(port), kOk);
    plan.behaviours = behavioursNamed(QStringLiteral("all")).value();
    plan.patience = 2500ms; // slow-200 takes two seconds
    std::erase_if(plan.behaviours.steps, [](const EndpointStep& step) {
        return step.fault == Misbehaviour::Refuse || step.fault == Misbehaviour::CloseKept;
    });
    plan = checkedPlan(std::move(plan)).value();
    plan.listen.port = port; // users get this refused
    ProbeRun run(std::move(plan));
    QVERIFY(run.open().ok());

    runToEnd(run);

    QVERIFY(run.bench().rows.size() > 100);
    for (const BenchRow& row : run.bench().rows) {
        const auto faultOf = [](const AttemptFacts& facts) {
            return facts.fault ? QString::fromUtf8(toString(facts.fault->kind).data()) : QString();
        };
        QVERIFY2(statusOf(row.client) == statusOf(row.origin), row.id.c_str());
        QVERIFY2(faultOf(row.client) == faultOf(row.origin),
                 qPrintable(QString::fromStdString(row.id) + faultOf(row.client) + faultOf(row.origin)));
        QVERIFY2(row.bodyIs == BodyFate::Same && !row.isReencoded, row.id.c_str());
        QVERIFY2(row.lostHeaders.empty() && row.addedHeaders.empty() && row.changedHeaders.empty(),
                 row.id.c_str());
        QVERIFY2(row.outcome == RowOutcome::PassedOn || row.origin.fault, row.id.c_str());
        QVERIFY2(!row.isFlipped(), row.id.c_str());
        QVERIFY2(row.arrivals == 1, row.id.c_str());
    }
}

void TstProbeRun::readsAddressesToListenOn_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("host");
    QTest::addColumn<int>("port");

    QTest::newRow("v4") << QStringLiteral("127.0.0.1:9000") << QStringLiteral("127.0.0.1") << 9000;
    QTest::newRow("v6") << QStringLiteral("[::1]:0") << QStringLiteral("::1") << 0;
    QTest::newRow("name") << QStringLiteral("localhost:1") << QStringLiteral("localhost") << 1;
    for (const char* bad :
         {"", "9000", "127.0.0.1", "127.0.0.1:", "127.0.0.1:99999", "::1:90", "http://a:1", "a b:1"}) {
        QTest::newRow(bad) << QString::fromLatin1(bad) << QString() << -1;
    }
}

void TstProbeRun::readsAddressesToListenOn()
{
    QFETCH(const QString, text);
    QFETCH(const QString, host);
    QFETCH(const int, port);

    const Result<ListenAddress> address = listenAddressFrom(text);

    QCOMPARE(address.ok(), port >= 0);
    if (address) {
        QCOMPARE(address.value().host, host);
        QCOMPARE(static_cast<int>(address.value().port), port);
    }
}

RETRYSCOPE_TEST(TstProbeRun)
#include "tst_probe_run.moc"
