// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/bench_report.h"
#include "core/explain/bench_text.h"
#include "core/explain/client_then.h"
#include "core/explain/report_markdown.h"
#include "core/io/http/pasted_response.h"
#include "core/probe/side_difference.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;
using namespace retryscope::io;

namespace {

AttemptFacts responseFacts(int status, std::string body, Headers headers = {})
{
    Response response{.status = status, .headers = std::move(headers), .body = std::move(body)};
    completeResponse(response);
    return {.response = std::make_shared<const Response>(std::move(response))};
}

BenchRow rowWith(AttemptFacts origin, AttemptFacts client)
{
    RowFacts row;
    row.id = "row";
    row.origin = std::move(origin);
    row.client = std::move(client);
    row.arrivals = 1;
    return test::comparedRow(std::move(row));
}

const std::string kSlow = "<Error><Code>SlowDown</Code></Error>";

BenchVerdict verdictOf(const char* policy, Verdict direct, Verdict through)
{
    return {.policy = policy, .direct = {.verdict = direct}, .through = {.verdict = through}};
}

} // namespace

class TstBenchText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysWhatTheBoxMadeOfIt_data();
    void saysWhatTheBoxMadeOfIt();
    void saysHowTheBoxFailed_data();
    void saysHowTheBoxFailed();
    void aFaultHasAShortForm_data();
    void aFaultHasAShortForm();
    void namesWhatElseChanged();
    void saysWhoRetriesNoMore();
    void everyTurnHasItsWords();
    void saysWhoRetriesSooner();
    void saysHowTheOriginWasLeft();
    void sidesAreNamedByStatusAndName();
    void aBoxThatSendsElsewhereIsSaidSo();
    void requestsThatMayHaveBeenDoneTwiceAreCounted();
    void oneClientOfOneIsNamed();
    void aVerdictThatHoldsUnderAConditionSaysIt();
    void aClientThatARowDoesNotHaveHasAnEmptyCell();
    void saysWhatMayHaveBeenDoneTwice();
    void putsFlipsFirst();
    void saysWhyARowWasNotSent();
    void hostileTextsStayOnTheirLine();
    void makesTables();
    void saysAfterWhatItComesOutSo();
    void saysWhyRowsWereNotSent();
    void saysWhatAChangeMakesOfTheVerdicts();
};

void TstBenchText::saysWhatTheBoxMadeOfIt_data()
{
    QTest::addColumn<BenchRow>("row");
    QTest::addColumn<QString>("sentence");

    const Headers wait{{{"Retry-After", "2"}}};
    QTest::newRow("as it is") << rowWith(responseFacts(503, kSlow), responseFacts(503, kSlow))
                              << QStringLiteral("503 SlowDown passes through unchanged.");
    QTest::newRow("own page")
        << rowWith(responseFacts(503, kSlow, wait), responseFacts(429, "<Error><Code>429</Code></Error>"))
        << QStringLiteral("503 SlowDown becomes the proxy's own 429 named “429”, without Retry-After.");
    QTest::newRow("another page") << rowWith(responseFacts(503, kSlow, wait), responseFacts(503, "<html>"))
                                  << QStringLiteral(
                                         "503 SlowDown becomes the proxy's own 503, without Retry-After.");
    QTest::newRow("a header less") << rowWith(responseFacts(503, kSlow, wait), responseFacts(503, kSlow))
                                   << QStringLiteral("503 SlowDown passes through without Retry-After.");
    QTest::newRow("a page for a fault")
        << rowWith({.fault = Fault{.kind = FaultKind::ConnectionReset, .detail = {}}},
                   responseFacts(502, "x"))
        << QStringLiteral(
               "Origin: the connection was reset before a response. The client gets the proxy's own 502.");
}

void TstBenchText::saysWhatTheBoxMadeOfIt()
{
    QFETCH(const BenchRow, row);
    QFETCH(const QString, sentence);

    QCOMPARE(QString::fromStdString(rowSentence(row)), sentence);
}

void TstBenchText::saysHowTheBoxFailed_data()
{
    QTest::addColumn<RowOutcome>("outcome");
    QTest::addColumn<QString>("sentence");

    const auto row = [](const char* name, RowOutcome outcome, const char* sentence) {
        QTest::newRow(name) << outcome << QString::fromUtf8(sentence);
    };
    row("both broke off", RowOutcome::FaultPassedOn,
        "Origin: 503 SlowDown. The client gets: no byte came within the read timeout.");
    row("held", RowOutcome::HeldBack,
        "Origin: 503 SlowDown. The proxy kept the client waiting for 3 s without a response, and did not "
        "contact the origin.");
    row("closed", RowOutcome::Closed,
        "Origin: 503 SlowDown. The proxy ended the connection: no byte came within the read timeout.");
    row("garbage", RowOutcome::Garbage, "Origin: 503 SlowDown. The proxy's response is not HTTP.");
    row("gone", RowOutcome::Unreachable,
        "Nothing listens at the proxy's address any more: the proxy might have crashed.");
    row("kept to itself", RowOutcome::NotForwarded,
        "The proxy did not contact the origin. The client gets: no byte came within the read timeout.");
    row("a loop", RowOutcome::Flooded, "The proxy sent the origin 0 requests and did not stop.");
    row("given up", RowOutcome::NotSent, "Not sent: the proxy had stopped responding.");
}

void TstBenchText::saysHowTheBoxFailed()
{
    QFETCH(const RowOutcome, outcome);
    QFETCH(const QString, sentence);
    BenchRow row;
    row.origin = responseFacts(503, kSlow);
    row.client = {.fault = Fault{.kind = FaultKind::ReadTimeout, .detail = {}}};
    row.took = std::chrono::seconds{3};
    row.outcome = outcome;
    QCOMPARE(QString::fromStdString(rowSentence(row)), sentence);
}

void TstBenchText::aFaultHasAShortForm_data()
{
    QTest::addColumn<FaultKind>("kind");
    QTest::addColumn<QString>("cell");
    QTest::newRow("refused") << FaultKind::ConnectionRefused << QStringLiteral("refused");
    QTest::newRow("reset") << FaultKind::ConnectionReset << QStringLiteral("reset");
    QTest::newRow("reset within") << FaultKind::ResponseReset << QStringLiteral("reset");
    QTest::newRow("closed") << FaultKind::ClosedBeforeResponse << QStringLiteral("closed");
    QTest::newRow("cut") << FaultKind::ResponseTruncated << QStringLiteral("truncated");
    QTest::newRow("garbage") << FaultKind::MalformedResponse << QStringLiteral("not HTTP");
    QTest::newRow("silent") << FaultKind::ReadTimeout << QStringLiteral("read timeout");
    QTest::newRow("no connection") << FaultKind::ConnectTimeout << QStringLiteral("connect timeout");
    QTest::newRow("large") << FaultKind::ResponseTooLarge << QStringLiteral("too large");
    QTest::newRow("no name") << FaultKind::HostNotFound << QStringLiteral("host not found");
    QTest::newRow("no route") << FaultKind::Unreachable << QStringLiteral("unreachable");
    QTest::newRow("no TLS") << FaultKind::TlsFailed << QStringLiteral("TLS failed");
    QTest::newRow("given up") << FaultKind::Cancelled << QStringLiteral("not sent");
}

void TstBenchText::aFaultHasAShortForm()
{
    QFETCH(const FaultKind, kind);
    QFETCH(const QString, cell);
    AttemptFacts facts{.fault = Fault{.kind = kind, .detail = {}}};
    QCOMPARE(QString::fromStdString(sideCell(facts)), cell);
    facts.response = responseFacts(200, "").response;
    const QString both = kind == FaultKind::Cancelled ? cell : QStringLiteral("200, ") + cell;
    QCOMPARE(QString::fromStdString(sideCell(facts)), both);
    QVERIFY(QString::fromStdString(sideText(facts))
                .startsWith(kind == FaultKind::Cancelled ? cell : QStringLiteral("200, ")));
    QCOMPARE(sideText({}), std::string("nothing"));
}

void TstBenchText::namesWhatElseChanged()
{
    BenchRow row = rowWith(responseFacts(503, kSlow), responseFacts(502, kSlow));
    QCOMPARE(rowSentence(row), std::string("503 SlowDown becomes 502 SlowDown."));
    row.changedHeaders = {"Server", "ETag"}; // the first names the box
    row.addedHeaders = {"a", "b", "c", "d", "e"};
    row.isReencoded = true;
    QCOMPARE(rowSentence(row), std::string("503 SlowDown becomes 502 SlowDown, in a different content "
                                           "coding, with a different ETag, with a, b, c, 2 more added."));
    QCOMPARE(bodyCell(row), std::string("re-encoded"));
    QCOMPARE(headersCell(row), std::string("~ ETag, + a, + b, + c, 2 more"));

    const auto sentenceOf = [](BodyFate fate) {
        BenchRow altered = rowWith(responseFacts(503, kSlow), responseFacts(503, kSlow));
        altered.outcome = RowOutcome::Altered;
        altered.bodyIs = fate;
        return rowSentence(altered) + " " + bodyCell(altered);
    };
    QCOMPARE(sentenceOf(BodyFate::Changed),
             std::string("503 SlowDown passes through with a changed body. changed"));
    QCOMPARE(sentenceOf(BodyFate::Replaced),
             std::string("503 SlowDown passes through with a different body. proxy's own"));
    QCOMPARE(sentenceOf(BodyFate::Cut),
             std::string("503 SlowDown passes through with only part of the body. cut"));
    QCOMPARE(sentenceOf(BodyFate::Empty), std::string("503 SlowDown passes through without its body. empty"));
}

void TstBenchText::everyTurnHasItsWords()
{
    const auto turn = [](Verdict direct, Verdict through) {
        BenchRow row;
        row.verdicts = {verdictOf("a", direct, through), verdictOf("b", direct, through)};
        return flipSentences(row).front();
    };
    QCOMPARE(turn(Verdict::Retry, Verdict::Succeed),
             std::string("Failure hidden by the proxy, a retry without it: both clients."));
    QCOMPARE(turn(Verdict::Stop, Verdict::Succeed),
             std::string("Failure hidden by the proxy: both clients."));
    QCOMPARE(turn(Verdict::Succeed, Verdict::Retry),
             std::string("Success that becomes a retry behind the proxy: both clients."));
    QCOMPARE(turn(Verdict::Succeed, Verdict::Stop),
             std::string("Success that becomes a failure behind the proxy: both clients."));
    QCOMPARE(verdictCell(verdictOf("a", Verdict::Succeed, Verdict::Succeed)), std::string("succeed"));
}

void TstBenchText::saysWhoRetriesSooner()
{
    const auto retried = [](const char* policy, int direct, int through) {
        BenchVerdict verdict = verdictOf(policy, Verdict::Retry, Verdict::Retry);
        verdict.direct.window = DelayWindow{std::chrono::seconds{direct}, std::chrono::seconds{direct}};
        verdict.through.window = DelayWindow{std::chrono::seconds{through}, std::chrono::seconds{through}};
        return verdict;
    };
    BenchRow row;
    row.verdicts = {retried("a", 5, 1), retried("b", 1, 5), retried("c", 1, 1)};
    QCOMPARE(delaySentence(row),
             std::string("Retried sooner behind the proxy: a. Retried later behind the proxy: b."));
    QCOMPARE(verdictCell(row.verdicts[0]), std::string("retry sooner"));
    row.verdicts = {retried("b", 1, 5)};
    QCOMPARE(delaySentence(row), std::string("Retried later behind the proxy: b."));
    row.verdicts.clear();
    QCOMPARE(delaySentence(row), std::string());

    Bench bench;
    bench.rows = {row, row};
    bench.rows[1].verdicts = {retried("a", 5, 1)};
    QVERIFY((rowsByWeight(bench) == std::vector<std::size_t>{1, 0}));
    QCOMPARE(benchTotals(bench), std::string("Over all rows and clients, 1 retry comes sooner."));
    QCOMPARE(benchHeadline(bench), std::string("No verdict changes behind the proxy: 2 origin responses lead "
                                               "to the same verdicts for every client."));
}

void TstBenchText::saysHowTheOriginWasLeft()
{
    BenchRow row;
    QCOMPARE(endSentence(row), std::string());
    row.seen = {{.at = std::chrono::seconds{1}, .end = ArrivalEnd::Answered},
                {.at = std::chrono::seconds{1}, .end = ArrivalEnd::Open}};
    QCOMPARE(endSentence(row), std::string("The proxy did not tell the origin that the client had gone."));
    row.seen.push_back({.at = std::chrono::seconds{1},
                        .end = ArrivalEnd::Abandoned,
                        .endedAt = std::chrono::milliseconds{2500}});
    QCOMPARE(endSentence(row), std::string("The proxy closed its connection to the origin after 1.5 s."));
    row.requests = 3;
    row.arrivals = 4;
    QCOMPARE(arrivalsCell(row), std::string("4 for 3"));
    QCOMPARE(arrivalSentence(row), std::string("The origin received 4 requests for 3 that were sent."));
    row.arrivals = 0;
    QCOMPARE(arrivalsCell(row), std::string("never"));
    row.outcome = RowOutcome::NotSent;
    QCOMPARE(arrivalsCell(row), std::string());
}

void TstBenchText::saysWhoRetriesNoMore()
{
    BenchRow row;
    row.verdicts = {
        verdictOf("a", Verdict::Retry, Verdict::Stop), verdictOf("b", Verdict::Retry, Verdict::Retry),
        verdictOf("c", Verdict::Retry, Verdict::Stop), verdictOf("d", Verdict::Stop, Verdict::Retry)};

    const std::vector<std::string> sentences = flipSentences(row);

    QVERIFY((sentences == std::vector<std::string>{"Retry lost behind the proxy: a, c.",
                                                   "Retry gained behind the proxy: d."}));
    QCOMPARE(verdictCell(row.verdicts.front()), std::string("retry > stop"));
}

void TstBenchText::saysWhatMayHaveBeenDoneTwice()
{
    BenchRow row;
    row.request.method = "POST";
    row.arrivals = 2;
    row.verdicts = {{.policy = "p", .through = {.verdict = Verdict::Retry, .requests = 6}}};

    QCOMPARE(arrivalSentence(row),
             std::string("The origin received the request twice. The POST might have been processed "
                         "twice. With a retrying client the origin receives up to 6."));
    row.arrivals = 1;
    QCOMPARE(arrivalSentence(row), std::string());
    QCOMPARE(arrivalsCell(row), std::string("once"));
}

void TstBenchText::putsFlipsFirst()
{
    Bench bench;
    bench.boxName = "nginx";
    bench.boxVersion = "1.22.1";
    for (const char* id : {"same", "resent", "flipped"}) {
        bench.rows.push_back(rowWith(responseFacts(503, kSlow), responseFacts(503, kSlow)));
        bench.rows.back().id = id;
    }
    bench.rows[1].arrivals = 2;
    bench.rows[2].verdicts = {verdictOf("a", Verdict::Retry, Verdict::Stop)};

    QVERIFY((rowsByWeight(bench) == std::vector<std::size_t>{2, 1, 0}));
    QCOMPARE(benchHeadline(bench),
             std::string("1 of 3 origin responses leads to another verdict behind nginx 1.22.1."));
    QVERIFY(benchTotals(bench).starts_with("Over all rows and clients, 1 retry is lost"));
}

void TstBenchText::saysWhyARowWasNotSent()
{
    const auto unsent = [](std::string_view why) {
        BenchRow row;
        row.client.fault = Fault{.kind = FaultKind::Cancelled, .detail = std::string(why)};
        row.outcome = RowOutcome::NotSent;
        return row;
    };
    Bench bench;
    bench.rows = {rowWith(responseFacts(503, kSlow), responseFacts(503, kSlow)), unsent(kProbeStopped)};

    QCOMPARE(rowSentence(unsent(kProbeStopped)), std::string("Not sent: the probe was stopped."));
    QCOMPARE(rowSentence(unsent("not sent")), std::string("Not sent: the proxy had stopped responding."));
    QCOMPARE(benchHeadline(bench),
             std::string("No verdict changes behind the proxy: 1 origin response leads to the same verdicts "
                         "for every client. 1 other was not probed."));
    bench.rows.erase(bench.rows.begin());
    QCOMPARE(benchHeadline(bench), std::string("The probe sent nothing through the proxy."));
}

/// A number reads like a status, a body alone has none, and what never came through is no response.
void TstBenchText::sidesAreNamedByStatusAndName()
{
    QCOMPARE(sideText(responseFacts(503, kSlow)), std::string("503 SlowDown"));
    QCOMPARE(sideText(responseFacts(503, "<Error><Code>9x</Code></Error>")), std::string("503 9x"));
    QCOMPARE(sideText(responseFacts(0, kSlow)), std::string("a body without a status"));

    AttemptFacts cut = responseFacts(502, "<html>");
    cut.fault = Fault{.kind = FaultKind::ResponseTruncated, .detail = {}};
    QCOMPARE(likenessText(cut, {{.row = 0, .isExact = false}}),
             std::string("No origin response gives the client this body. 1 origin response gives the client "
                         "another body of this kind with 502, the response was truncated."));
    QCOMPARE(likenessText(responseFacts(502, "x"), {{.row = 0, .isExact = true}, {.row = 1}, {.row = 2}}),
             std::string("1 origin response gives the client this body with 502. 2 others give the client "
                         "another body or error name with 502."));

    BenchRow unheard = rowWith(responseFacts(503, kSlow), responseFacts(429, "<html>"));
    unheard.arrivals = 0;
    QCOMPARE(rowSentence(unheard), std::string("Origin: 503 SlowDown. The client gets the proxy's own 429."));
    BenchRow held;
    held.origin = responseFacts(503, kSlow);
    held.client = {.fault = Fault{.kind = FaultKind::ReadTimeout, .detail = {}}};
    held.outcome = RowOutcome::HeldBack;
    held.requests = 0;
    QCOMPARE(
        rowSentence(held),
        std::string("Origin: 503 SlowDown. The proxy kept the client waiting for 0 ms without a response."));
}

void TstBenchText::aBoxThatSendsElsewhereIsSaidSo()
{
    Bench bench;
    bench.listen = "127.0.0.1:9000\x1b[2J";
    bench.isOriginReached = false;
    bench.rows = {rowWith(responseFacts(503, kSlow), responseFacts(502, "x"))};
    const std::string elsewhere = benchHeadline(bench);
    QVERIFY2(elsewhere.starts_with("The proxy does not forward to the origin at 127.0.0.1:9000"),
             elsewhere.c_str());
    QVERIFY(elsewhere.ends_with("none of 1 request arrived."));
    QVERIFY(elsewhere.find('\x1b') == std::string::npos);
}

void TstBenchText::requestsThatMayHaveBeenDoneTwiceAreCounted()
{
    Bench bench;
    for (const char* method : {"GET", "POST"}) {
        BenchRow row = rowWith(responseFacts(503, kSlow), responseFacts(503, kSlow));
        row.request.method = method;
        row.arrivals = 2;
        bench.rows.push_back(row);
    }
    QCOMPARE(benchTotals(bench),
             std::string(
                 "2 requests reached the origin more than once. 1 of them might have been processed twice."));
    QVERIFY((rowsByWeight(bench) == std::vector<std::size_t>{1, 0}));
    bench.rows.pop_back();
    QCOMPARE(benchTotals(bench), std::string("1 request reached the origin more than once."));
    bench.rows.front().verdicts = {verdictOf("a", Verdict::Retry, Verdict::Stop)};
    QCOMPARE(benchTotals(bench), std::string("Over all rows and clients, 1 retry is lost. 1 request "
                                             "reached the origin more than once."));
}

void TstBenchText::aVerdictThatHoldsUnderAConditionSaysIt()
{
    BenchRow row;
    row.verdicts = {verdictOf("a", Verdict::Retry, Verdict::Succeed),
                    verdictOf("b", Verdict::Retry, Verdict::Retry)};
    row.verdicts.front().through.proviso = "with urllib3 1.26";
    row.verdicts.back().through.proviso = "with another library"; // no turn, nothing to say
    QVERIFY((flipSentences(row) ==
             std::vector<std::string>{
                 "Failure hidden by the proxy, a retry without it: a. a (only with urllib3 1.26)."}));
}

void TstBenchText::oneClientOfOneIsNamed()
{
    BenchRow row;
    row.verdicts = {verdictOf("a", Verdict::Retry, Verdict::Stop)};
    QVERIFY((flipSentences(row) == std::vector<std::string>{"Retry lost behind the proxy: a."}));
    row.seen = {{.at = std::chrono::seconds{1}, .end = ArrivalEnd::Abandoned}}; // when, is not known
    QCOMPARE(endSentence(row), std::string());
}

/// Rows may have been judged for different clients: a bench that was read says what it says.
void TstBenchText::aClientThatARowDoesNotHaveHasAnEmptyCell()
{
    Bench bench;
    bench.rows = {rowWith(responseFacts(503, kSlow), responseFacts(503, kSlow)),
                  rowWith(responseFacts(503, kSlow), responseFacts(503, kSlow))};
    bench.rows[0].verdicts = {verdictOf("p", Verdict::Retry, Verdict::Retry)};
    const QStringList lines = QString::fromStdString(benchAsCsv(bench)).split(QStringLiteral("\r\n"));
    QVERIFY2(lines.at(1).endsWith(QStringLiteral(",retry")), qPrintable(lines.at(1)));
    QVERIFY2(lines.at(2).endsWith(QLatin1Char(',')), qPrintable(lines.at(2)));
}

void TstBenchText::hostileTextsStayOnTheirLine()
{
    BenchRow row = rowWith(
        responseFacts(503, kSlow, {{{"X\x1b[2J", "1"}}}),
        responseFacts(400, "<Error><Code>a\nb\x1b[31m\u202e" + std::string(500, 'x') + "</Code></Error>"));
    Bench bench;
    bench.boxName = "bad\x07|box";
    bench.rows = {row};
    for (const std::string& text : {rowSentence(row), headersCell(row), benchHeadline(bench)}) {
        QVERIFY2(text.find_first_of("\x1b\n\x07") == std::string::npos, text.c_str());
        QVERIFY(text.find("\u202e") == std::string::npos);
        QVERIFY(text.size() < 400);
    }
}

void TstBenchText::makesTables()
{
    Bench bench;
    bench.rows = {rowWith(responseFacts(503, kSlow), responseFacts(503, "<html>"))};
    bench.rows.front().id = "=1|2";
    bench.rows.front().verdicts = {verdictOf("p", Verdict::Retry, Verdict::Stop)};

    const QString markdown = QString::fromStdString(reportMarkdown(benchReport(bench, {}, 80)));
    const QString csv = QString::fromStdString(benchAsCsv(bench));

    QVERIFY2(markdown.contains(QStringLiteral("**Retry lost behind the proxy: p.**")) ||
                 markdown.contains(QStringLiteral("Retry lost behind the proxy: p.")),
             qPrintable(markdown));
    QVERIFY2(markdown.contains(QStringLiteral("=1\\|2")), qPrintable(markdown));
    QVERIFY(csv.startsWith(QStringLiteral("id,title,method,origin,client,outcome,")));
    QVERIFY(csv.contains(QStringLiteral("\r\n'=1|2,,GET,503 SlowDown,503,ownResponse,replaced,kept,1,1,")));
}

void TstBenchText::saysAfterWhatItComesOutSo()
{
    const AttemptFacts page = responseFacts(502, "<html>502</html>");

    QCOMPARE(likenessText(page, {}),
             std::string("No row of this probe result looks like this response: 502."));
    QCOMPARE(likenessText(page, {{.row = 0, .isExact = true}}),
             std::string("1 origin response gives the client this body with 502."));
    QCOMPARE(likenessText(page, {{.row = 0, .isExact = true}, {.row = 2, .isExact = false}}),
             std::string("1 origin response gives the client this body with 502. 1 other gives the client "
                         "another body or error name with 502."));
    QCOMPARE(likenessText(page, {{.row = 0, .isExact = false}, {.row = 2, .isExact = false}}),
             std::string("No origin response gives the client this body. 2 origin responses give the client "
                         "another body of this kind with 502."));
    const AttemptFacts alone = factsAsPasted(readPastedResponse("<html>502</html>", "GET"));
    QCOMPARE(likenessText(alone, {}), std::string("No origin response gives the client this body."));
    QCOMPARE(likenessText(alone, {{.row = 0, .isExact = true}}),
             std::string(
                 "1 origin response gives the client this body. The search ignored the status, because none "
                 "was given."));
}

void TstBenchText::saysWhyRowsWereNotSent()
{
    Bench bench;
    QCOMPARE(unsentText(bench), std::string());
    BenchRow row;
    row.outcome = RowOutcome::NotSent;
    row.client.fault = Fault{.kind = FaultKind::Cancelled, .detail = "<b>of a file</b>"};
    bench.rows = {row, row};
    QCOMPARE(unsentText(bench),
             std::string("2 origin responses were not probed: the proxy had stopped responding."));
    bench.rows[0].client.fault->detail = std::string(kProbeStopped);
    QCOMPARE(unsentText(bench), std::string("2 origin responses were not probed: the probe was stopped."));
    QCOMPARE(rowSentence(bench.rows[0]), std::string("Not sent: the probe was stopped."));
}

void TstBenchText::saysWhatAChangeMakesOfTheVerdicts()
{
    const BenchVerdict lost = verdictOf("a", Verdict::Retry, Verdict::Stop);
    const BenchVerdict kept = verdictOf("a", Verdict::Retry, Verdict::Retry);
    QCOMPARE(thenText({}), std::string());
    QCOMPARE(thenText({{"C++ default", lost, kept}, {"Rust", lost, kept}, {"Go", kept, kept}}),
             std::string("Then C++ default and Rust retry."));
    QCOMPARE(thenText({{"Go", kept, lost}}), std::string("Then Go stops."));
    QCOMPARE(thenText({{"Go", lost, lost}}), std::string("This changes no verdict."));
    const BenchVerdict gone = verdictOf("a", Verdict::Retry, Verdict::Succeed);
    QCOMPARE(thenText({{"A", lost, kept}, {"B", lost, kept}, {"C", lost, kept}, {"D", kept, gone}}),
             std::string("Then A, B and C retry. Then D succeeds."));
    BenchVerdict later = kept;
    later.direct.window = DelayWindow{std::chrono::seconds{1}, std::chrono::seconds{1}};
    later.through.window = DelayWindow{std::chrono::seconds{5}, std::chrono::seconds{5}};
    BenchVerdict asDirectly = later;
    asDirectly.through.window = later.direct.window;
    QCOMPARE(thenText({{"Java", later, asDirectly}}),
             std::string("Then Java waits as long as without the proxy."));
    QCOMPARE(thenText({{"Java", later, later}}), std::string("This changes no verdict."));
    BenchVerdict twice = kept;
    twice.through.requests = 6;
    BenchVerdict once = kept;
    once.through.requests = 3;
    QCOMPARE(thenText({{"Go", twice, once}}),
             std::string("Then a call causes up to 3 requests at the origin instead of 6."));
}

RETRYSCOPE_TEST(TstBenchText)
#include "tst_bench_text.moc"
