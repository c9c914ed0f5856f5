// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/row_difference.h"
#include "core/io/files/library.h"
#include "core/io/http/pasted_response.h"
#include "core/probe/bench.h"
#include "core/probe/bench_difference.h"
#include "core/probe/bench_verdicts.h"
#include "core/probe/side_difference.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <QTest>

#include <limits>

using namespace retryscope;
using namespace retryscope::io;
using namespace std::chrono_literals;

namespace {

AttemptFacts facts(int status, std::string body, Headers headers = {})
{
    Response response{.status = status, .headers = std::move(headers), .body = std::move(body)};
    completeResponse(response);
    return {.response = std::make_shared<const Response>(std::move(response))};
}

AttemptFacts broken(FaultKind kind)
{
    return {.fault = Fault{.kind = kind, .detail = {}}};
}

const Headers kXml{{{"Content-Type", "application/xml"}}};

BenchRow rowOf(AttemptFacts origin, AttemptFacts client, bool isHeard = true)
{
    RowFacts row;
    row.id = "row";
    row.request.service = "s3";
    row.origin = std::move(origin);
    row.client = std::move(client);
    row.arrivals = isHeard ? 1 : 0;
    return test::comparedRow(std::move(row));
}

Policy policyNamed(const char* id)
{
    return Library().policy(QString::fromLatin1(id)).value();
}

bool has(const std::vector<BoxEffect>& effects, BoxEffect effect)
{
    return std::find(effects.begin(), effects.end(), effect) != effects.end();
}

} // namespace

class TstBench : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsWhatBecameOfTheBody_data();
    void tellsWhatBecameOfTheBody();
    void tellsWhichHeadersChanged();
    void takesACodingOffBeforeItCompares();
    void namesTheOutcome_data();
    void namesTheOutcome();
    void judgesBothSides();
    void multipliesWhatBothLayersSend();
    void namesWhatTheOwnerCanMend();
    void readsTheBoxFromItsFields_data();
    void readsTheBoxFromItsFields();
    void aBodyLeftToChanceIsNotCompared();
    void findsNoDifferenceInTimesAndIds();
    void namesEachDifference();
    void countsMendedAndNewRows();
    void whatReachesTheOriginLessOftenIsMended();
    void savedVerdictsOfUnknownPoliciesStay();
    void bytesWithAStatusLineBeforeThemAreTheOrigins();
    void aNotModifiedThatNobodyAskedForIsNoMatterOfSettings();
    void whatTheOriginNeverSawIsNotMended();
    void namesAPageWithoutABody();
    void whoseResponseToHeadItIsShowsInItsHead();
    void whoGaveUpIsToldByStatusAndTime();
    void aPageForAResponseThatBrokeOffIsToldByItsStatus();
    void withoutALimitOfAttemptsThereIsNoMostOfRequests();
    void onlyWhatWasMeasuredIsMended();
    void aResponseThatCameToNothingDiffersFromOne();
    void aBodyAloneIsReadUnderTheStatusThatCame();
    void readsBackwards();
    void readsAPageAloneBackwards();
    void anotherErrorNameIsNotExact();
};

void TstBench::tellsWhatBecameOfTheBody_data()
{
    QTest::addColumn<std::string>("sent");
    QTest::addColumn<std::string>("received");
    QTest::addColumn<BodyFate>("fate");

    const auto row = [](const char* name, const char* sent, const char* received, BodyFate fate) {
        QTest::newRow(name) << std::string(sent) << std::string(received) << fate;
    };
    row("both empty", "", "", BodyFate::Same);
    row("same", "abc", "abc", BodyFate::Same);
    row("none came", "abc", "", BodyFate::Empty);
    row("one where none was", "", "abc", BodyFate::Replaced);
    row("its beginning", "abcdef", "abc", BodyFate::Cut);
    row("a word less", "<m>Please reduce your rate</m>", "<m>Please reduce rate</m>", BodyFate::Changed);
    row("in another form", "<Code>SlowDown</Code>", "{\"code\":\"SlowDown\"}", BodyFate::Changed);
    row("another name in the same markup", "<Error><Code>SlowDown</Code></Error>",
        "<Error><Code>429</Code></Error>", BodyFate::Replaced);
    row("something behind it", "abcdef", "abcdef!", BodyFate::Changed);
    row("half of it", "ab cd", "ab xx", BodyFate::Changed);
    row("another one", "<Error/>", "nginx", BodyFate::Replaced);
}

void TstBench::tellsWhatBecameOfTheBody()
{
    QFETCH(const std::string, sent);
    QFETCH(const std::string, received);

    QTEST(rowOf(facts(503, sent), facts(503, received)).bodyIs, "fate");
}

void TstBench::tellsWhichHeadersChanged()
{
    const Headers sent{{{"Retry-After", "2"},
                        {"X-A", "1"},
                        {"X-B", "1"},
                        {"X-B", "2"},
                        {"Connection", "close"},
                        {"Date", "yesterday"}}};
    const Headers received{{{"x-a", "2"},
                            {"x-b", "1, 2"},
                            {"Via", "1.1 box"},
                            {"Date", "today"},
                            {"Keep-Alive", "timeout=5"},
                            {"Content-Length", "0"}}};

    const BenchRow row = rowOf(facts(503, "", sent), facts(503, "", received));

    QVERIFY(row.lostHeaders == std::vector<std::string>{"Retry-After"});
    QVERIFY(row.changedHeaders == std::vector<std::string>{"X-A"}); // two lines of a list are one list
    QVERIFY(row.addedHeaders == std::vector<std::string>{"Via"});
    QVERIFY(namesTheBox("VIA") && !namesTheBox("Retry-After"));
}

void TstBench::takesACodingOffBeforeItCompares()
{
    RowFacts made = rowOf(facts(503, "zipped"), facts(503, "plain"));

    compareBodies(made, "plain", "plain");
    const BenchRow row = readingOf(made);

    QCOMPARE(row.bodyIs, BodyFate::Same);
    QVERIFY(row.isReencoded);
    QCOMPARE(row.outcome, RowOutcome::Altered);
}

void TstBench::namesTheOutcome_data()
{
    QTest::addColumn<BenchRow>("row");
    QTest::addColumn<RowOutcome>("outcome");

    const AttemptFacts slow = facts(503, "<Error/>", kXml);
    const auto row = [](const char* name, const BenchRow& made, RowOutcome outcome) {
        QTest::newRow(name) << made << outcome;
    };
    row("as it is", rowOf(slow, slow), RowOutcome::PassedOn);
    row("its Server is no change",
        rowOf(slow, facts(503, "<Error/>", {{{"Content-Type", "application/xml"}, {"Server", "x"}}})),
        RowOutcome::PassedOn);
    row("another status", rowOf(slow, facts(500, "<Error/>", kXml)), RowOutcome::Altered);
    row("another page", rowOf(slow, facts(503, "nginx", kXml)), RowOutcome::OwnResponse);
    row("a page for a fault", rowOf(broken(FaultKind::ConnectionReset), facts(502, "x")),
        RowOutcome::OwnResponse);
    row("a fault for a fault",
        rowOf(broken(FaultKind::ConnectionReset), broken(FaultKind::ClosedBeforeResponse)),
        RowOutcome::FaultPassedOn);
    row("a fault for a response", rowOf(slow, broken(FaultKind::ClosedBeforeResponse)), RowOutcome::Closed);
    row("nothing in time", rowOf(slow, broken(FaultKind::ReadTimeout)), RowOutcome::HeldBack);
    row("no HTTP", rowOf(slow, broken(FaultKind::MalformedResponse)), RowOutcome::Garbage);
    row("gone", rowOf(slow, broken(FaultKind::ConnectionRefused)), RowOutcome::Unreachable);
    row("no route", rowOf(slow, broken(FaultKind::Unreachable)), RowOutcome::Unreachable);
    row("its name is gone", rowOf(slow, broken(FaultKind::HostNotFound)), RowOutcome::Unreachable);
    row("no TLS", rowOf(slow, broken(FaultKind::TlsFailed)), RowOutcome::Unreachable);
    row("no connection in time", rowOf(slow, broken(FaultKind::ConnectTimeout)), RowOutcome::HeldBack);
    row("a head without end", rowOf(slow, broken(FaultKind::ResponseTooLarge)), RowOutcome::Garbage);
    row("garbage for garbage",
        rowOf(broken(FaultKind::MalformedResponse), broken(FaultKind::MalformedResponse)),
        RowOutcome::FaultPassedOn);
    row("cut", rowOf(slow, broken(FaultKind::ResponseTruncated)), RowOutcome::Closed);
    row("reset", rowOf(slow, broken(FaultKind::ConnectionReset)), RowOutcome::Closed);
    row("reset within", rowOf(slow, broken(FaultKind::ResponseReset)), RowOutcome::Closed);
    row("given up", rowOf(slow, broken(FaultKind::Cancelled)), RowOutcome::NotSent);
    BenchRow dropped = rowOf(slow, broken(FaultKind::ConnectionReset));
    dropped.arrivals = 0;
    row("dropped unasked", readingOf(dropped), RowOutcome::NotForwarded);
    row("a header more",
        rowOf(slow, facts(503, "<Error/>", {{{"Content-Type", "application/xml"}, {"Retry-After", "1"}}})),
        RowOutcome::Altered);
    row("another header", rowOf(slow, facts(503, "<Error/>", {{{"Content-Type", "text/html"}}})),
        RowOutcome::Altered);
    AttemptFacts half = slow;
    half.fault = Fault{.kind = FaultKind::ResponseTruncated, .detail = {}};
    row("a page for a part", rowOf(half, facts(502, "nginx")), RowOutcome::OwnResponse);
    BenchRow unasked = rowOf(slow, facts(403, "no"));
    unasked.arrivals = 0;
    unasked = readingOf(unasked);
    row("never asked", unasked, RowOutcome::NotForwarded);
    row("nothing listened", rowOf(broken(FaultKind::ConnectionRefused), facts(502, "x"), false),
        RowOutcome::OwnResponse);
}

void TstBench::namesTheOutcome()
{
    QFETCH(const BenchRow, row);

    QTEST(row.outcome, "outcome");
}

void TstBench::judgesBothSides()
{
    const BenchRow row = rowOf(facts(503, "<Error><Code>SlowDown</Code></Error>", kXml),
                               facts(429, "<Error><Code>429</Code></Error>", kXml));

    const BenchVerdict cpp = benchVerdictOf(policyNamed("cpp-1.11.332-default"), row);
    const BenchVerdict js = benchVerdictOf(policyNamed("jsv3-3.1169.0-standard"), row);

    QVERIFY(cpp.isFlipped());
    QVERIFY(cpp.direct.verdict == Verdict::Retry && cpp.direct.errorName == "SlowDown" && cpp.direct.window);
    QVERIFY(cpp.through.verdict == Verdict::Stop && cpp.through.errorName == "429" && !cpp.through.window);
    QVERIFY(!js.isFlipped()); // it retries a 429, whatever its name
}

void TstBench::multipliesWhatBothLayersSend()
{
    BenchRow row = rowOf(broken(FaultKind::ConnectionReset), facts(502, ""));
    row.arrivals = 5;
    row.requests = 2;
    row.request.method = "POST";

    const BenchVerdict verdict = benchVerdictOf(policyNamed("botocore-1.43.67-standard"), row);

    QCOMPARE(verdict.direct.requests.value_or(0), 3);
    QCOMPARE(verdict.through.requests.value_or(0), 9); // 3 attempts, 2.5 requests for each, rounded up
    QVERIFY(row.mayBeDoneTwice());
}

void TstBench::namesWhatTheOwnerCanMend()
{
    const AttemptFacts slow = facts(503, "<Error/>", {{{"Retry-After", "2"}}});

    QVERIFY(effectsIn(rowOf(slow, slow)).empty());
    QVERIFY(has(effectsIn(rowOf(slow, facts(503, "page"))), BoxEffect::OwnPage));
    QVERIFY(has(effectsIn(rowOf(slow, facts(503, "<Error/>"))), BoxEffect::HeadersLost));
    QVERIFY(has(effectsIn(rowOf(slow, facts(500, "<Error/>"))), BoxEffect::StatusChanged));
    QVERIFY(has(effectsIn(rowOf(slow, facts(503, "<Err", {{{"Retry-After", "2"}}}))), BoxEffect::BodyCut));
    QVERIFY(has(effectsIn(rowOf(broken(FaultKind::ConnectionReset), facts(502, "x"))),
                BoxEffect::OwnPageForFault));
    QVERIFY(has(effectsIn(rowOf(slow, broken(FaultKind::ReadTimeout))), BoxEffect::HeldBack));
    const AttemptFacts large = facts(503, "x", {{{"X-Filler", std::string(20'000, 'a')}}});
    QVERIFY(has(effectsIn(rowOf(large, facts(502, "page"))), BoxEffect::TooLargeForItself));
    const auto alike = [&slow](const char* body) {
        return facts(503, body, slow.response->headers);
    };
    QVERIFY(has(effectsIn(rowOf(slow, alike(""))), BoxEffect::BodyCut));
    const AttemptFacts wordy = alike("<m>Please reduce your rate</m>");
    QVERIFY(has(effectsIn(rowOf(wordy, alike("<m>Please reduce rate</m>"))), BoxEffect::OwnPage));
    BenchRow packed = rowOf(slow, alike("\x1f\x8b"));
    compareBodies(packed, "<Error/>", "<Error/>");
    packed = readingOf(packed);
    QVERIFY(packed.isReencoded);
    QVERIFY((effectsIn(packed) == std::vector<BoxEffect>{BoxEffect::Reencoded}));
    BenchRow refused = rowOf(slow, facts(403, "no"));
    refused.arrivals = 0;
    refused = readingOf(refused);
    QVERIFY((effectsIn(refused) == std::vector<BoxEffect>{BoxEffect::NotForwarded}));
    QVERIFY((effectsIn(rowOf(facts(200, "ok"), facts(504, "page"))) ==
             std::vector{BoxEffect::GaveUp, BoxEffect::OwnPageForFault}));
    BenchRow unread = rowOf(facts(200, "ok"), facts(502, "page"));
    QVERIFY((effectsIn(unread) == std::vector{BoxEffect::OwnPageForFault})); // the connection broke off
    unread.took = 1s;
    QVERIFY(has(effectsIn(unread), BoxEffect::GaveUp));
    BenchRow twice = rowOf(slow, slow);
    twice.arrivals = 2;
    QVERIFY(has(effectsIn(twice), BoxEffect::Resent));
    twice.request.method = "POST";
    QVERIFY(has(effectsIn(twice), BoxEffect::ResentUnsafe));
}

void TstBench::readsTheBoxFromItsFields_data()
{
    QTest::addColumn<Headers>("headers");
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("version");

    const auto row = [](const char* name, const char* field, const char* value, const char* box,
                        const char* version) {
        QTest::newRow(name) << Headers{{{field, value}}} << std::string(box) << std::string(version);
    };
    row("nginx", "Server", "nginx/1.22.1", "nginx", "1.22.1");
    row("with a comment", "Server", "Apache/2.4.57 (Debian)", "Apache", "2.4.57");
    row("without a version", "server", "Caddy", "Caddy", "");
    row("via", "Via", "1.1 varnish (Varnish/7.1)", "Varnish", "7.1");
    row("via a host", "Via", "1.1 proxy-3 ", "proxy-3", "");
    row("ATS", "Via", "http/1.1 box (ApacheTrafficServer/9.2.5)", "ApacheTrafficServer", "9.2.5");
    row("the origin's own", "Server", "AmazonS3", "", "");
    row("none", "X-A", "b", "", "");
}

void TstBench::readsTheBoxFromItsFields()
{
    QFETCH(const Headers, headers);

    const BoxName box = boxNameFrom(headers, "AmazonS3");

    QTEST(box.name, "name");
    QTEST(box.version, "version");
}

void TstBench::aBodyLeftToChanceIsNotCompared()
{
    Bench before;
    before.rows = {rowOf(facts(200, "all of it"), facts(200, "all of it"))};
    Bench after;
    after.rows = {rowOf(facts(200, "all of it"), facts(200, ""))};
    QVERIFY(!differencesOf(before, after).empty());
    before.rows.front().isBodyEitherWay = true;
    QVERIFY(differencesOf(before, after)[0].what == std::vector<std::string>{"outcome: unchanged → changed"});
    after.rows.front().outcome = RowOutcome::PassedOn;
    QVERIFY(differencesOf(before, after).empty());
    after.rows = {rowOf(facts(200, "all of it"), facts(500, ""))};
    QVERIFY(!differencesOf(before, after).empty());
}

void TstBench::findsNoDifferenceInTimesAndIds()
{
    Bench before;
    before.rows = {rowOf(facts(503, "<Error><RequestId>ABCD1234EFGH5678</RequestId>12 ms</Error>"),
                         facts(503, "<hr>nginx/1.22.1 at Sun, 22 Nov 2026 12:01 GMT <b>ABCD1234EFGH5678</b>",
                               {{{"Server", "nginx/1.22.1"}}}))};
    Bench after;
    after.boxVersion = "2";
    after.rows = {rowOf(facts(503, "<Error><RequestId>ZZCD1234EFGH5678</RequestId>12 ms</Error>"),
                        facts(503, "<hr>nginx/1.23.4 at Tue, 01 Dec 2026 15:59 GMT <b>QQCD9234EFGH5678</b>",
                              {{{"Via", "x"}}}))};
    after.rows.front().took = 3s;

    QVERIFY(differencesOf(before, after).empty());
    before.rows = {rowOf(facts(503, ""), facts(503, "Sun, 4 May, or May, 4 Sun"))};
    after.rows = {rowOf(facts(503, ""), facts(503, "Mon, 4 Jun, or Jun, 4 Mon"))};
    QVERIFY(!differencesOf(before, after).empty()); // no more of it than the date
}

void TstBench::namesEachDifference()
{
    Bench before;
    before.rows = {rowOf(facts(503, "a"), facts(503, "a")), rowOf(facts(500, "a"), facts(500, "a"))};
    before.rows[1].id = "gone";
    before.rows[0].verdicts = {{.policy = "p", .through = {.verdict = Verdict::Retry}}};
    Bench after;
    after.rows = {rowOf(facts(503, "a"), facts(429, "b")), rowOf(facts(500, "a"), facts(500, "a"))};
    after.rows[0].arrivals = 2;
    after.rows[0].verdicts = {{.policy = "p", .through = {.verdict = Verdict::Stop}}};
    after.rows[1].id = "new";

    const std::vector<RowDifference> differences = differencesOf(before, after);

    QCOMPARE(differences.size(), std::size_t{3});
    const std::vector<std::string> expected{"status: 503 → 429", "outcome: unchanged → proxy's own response",
                                            "body: same → proxy's own", "requests at the origin: 1 → 2",
                                            "p: retry → stop"};
    QVERIFY(differences[0].what == expected);
    QVERIFY(differences[1].id == "gone" && differences[1].isGone);
    QVERIFY(differences[2].id == "new" && differences[2].isNew);
}

void TstBench::countsMendedAndNewRows()
{
    const BenchVerdict flip{
        .policy = "p", .direct = {.verdict = Verdict::Retry}, .through = {.verdict = Verdict::Stop}};
    Bench before;
    Bench after;
    for (const char* id : {"mended", "fresh", "still"}) {
        BenchRow row;
        row.id = id;
        row.arrivals = 1;
        before.rows.push_back(row);
        after.rows.push_back(row);
    }
    before.rows[0].verdicts = before.rows[2].verdicts = after.rows[1].verdicts =
        after.rows[2].verdicts = {flip};

    const BenchProgress progress = progressOf(before, after);

    QVERIFY(progress.mended == std::vector<std::string>{"mended"});
    QVERIFY(progress.fresh == std::vector<std::string>{"fresh"});
}

void TstBench::whatReachesTheOriginLessOftenIsMended()
{
    Bench twice;
    twice.rows = {rowOf(facts(503, "a"), facts(503, "a"))};
    twice.rows[0].arrivals = 2;
    Bench once = twice;
    once.rows[0].arrivals = 1;
    QCOMPARE(progressOf(twice, once).mended.size(), std::size_t{1});
    QVERIFY(progressOf(twice, once).fresh.empty());
    QCOMPARE(progressOf(once, twice).fresh.size(), std::size_t{1});
    QVERIFY(progressOf(twice, twice) == BenchProgress());
    Bench flipped = once; // mended in one thing, worse in another
    flipped.rows[0].verdicts = {
        {.policy = "p", .direct = {.verdict = Verdict::Retry}, .through = {.verdict = Verdict::Stop}}};
    QVERIFY(progressOf(twice, flipped).mended.empty());
    QCOMPARE(progressOf(twice, flipped).fresh.size(), std::size_t{1});
}

void TstBench::savedVerdictsOfUnknownPoliciesStay()
{
    const Policy known = policyNamed("curl-retry-3");
    Bench bench;
    bench.rows = {rowOf(facts(503, "x"), facts(404, "y"))};
    bench.rows[0].saved = {{.policy = "unknown", .direct = {.verdict = Verdict::Stop}, .through = {}},
                           {.policy = known.id, .direct = {.verdict = Verdict::Stop}, .through = {}}};

    const std::vector<Policy> policies =
        savedPolicies(bench, [&known](const std::string& id) -> std::optional<Policy> {
            return id == known.id ? std::optional(known) : std::nullopt;
        });
    judge(bench, policies);

    QCOMPARE(policies.size(), std::size_t{1});
    const std::vector<BenchVerdict>& verdicts = bench.rows[0].verdicts;
    QCOMPARE(verdicts.size(), std::size_t{2});
    QVERIFY(!verdicts[0].isSaved && verdicts[0].direct.verdict == Verdict::Retry);
    QVERIFY(verdicts[1].isSaved && verdicts[1].policy == "unknown" &&
            verdicts[1].direct.verdict == Verdict::Stop);
    QCOMPARE(changedVerdicts(bench), 1);
    bench.isOriginReached = false; // nothing was learned of the proxy
    judge(bench, policies);
    QVERIFY(bench.rows[0].verdicts.empty());
}

void TstBench::bytesWithAStatusLineBeforeThemAreTheOrigins()
{
    BenchRow row;
    row.arrivals = 1;
    row.origin.fault = Fault{.kind = FaultKind::MalformedResponse, .detail = {}};
    row.client = facts(200, "this is not HTTP\r\n");
    compareBodies(row, "this is not HTTP\r\n\r\n", "this is not HTTP\r\n");
    row = readingOf(row);
    QVERIFY(row.bodyIs == BodyFate::Cut);
    QVERIFY(handsOnBareBytes(row));
    QVERIFY(effectsIn(row).empty());
    row.client = facts(502, "<html>Bad Gateway</html>");
    compareBodies(row, "this is not HTTP\r\n\r\n", "<html>Bad Gateway</html>");
    row = readingOf(row);
    QVERIFY(!handsOnBareBytes(row));
    QVERIFY(has(effectsIn(row), BoxEffect::OwnPageForFault));
}

void TstBench::aNotModifiedThatNobodyAskedForIsNoMatterOfSettings()
{
    BenchRow row = rowOf(facts(304, ""), facts(504, "page"));
    row.seen = {Arrival{}};
    QVERIFY(isUnaskedNotModified(row));
    QVERIFY(effectsIn(row) == std::vector{BoxEffect::OwnPageForFault});
    row.seen.front().headers.set("If-None-Match", "\"1\"");
    QVERIFY(!isUnaskedNotModified(row));
    QVERIFY(!has(effectsIn(row), BoxEffect::OwnPageForFault));
}

void TstBench::whatTheOriginNeverSawIsNotMended()
{
    Bench before;
    before.rows = {rowOf(facts(503, "a"), facts(429, "b"))};
    before.rows[0].verdicts = {
        {.policy = "p", .direct = {.verdict = Verdict::Retry}, .through = {.verdict = Verdict::Stop}}};
    Bench after;
    after.rows = {rowOf(facts(503, "a"), facts(503, "c"))};
    QCOMPARE(progressOf(before, after).mended.size(), std::size_t{1});
    after.rows[0].arrivals = 0;
    QVERIFY(progressOf(before, after) == BenchProgress());
}

void TstBench::namesAPageWithoutABody()
{
    BenchRow head = rowOf(facts(503, "", {{{"Retry-After", "2"}}}), facts(429, ""));
    QVERIFY(has(effectsIn(head), BoxEffect::HeadersLost));
    head.request.method = "HEAD";
    QVERIFY(effectsIn(head) == std::vector<BoxEffect>{BoxEffect::OwnPage});

    AttemptFacts cut = facts(503, "<Err");
    cut.fault = Fault{.kind = FaultKind::ResponseTruncated, .detail = {}};
    const std::vector<BoxEffect> effects = effectsIn(rowOf(cut, facts(429, "<html>else</html>")));
    QVERIFY((effects == std::vector<BoxEffect>{BoxEffect::OwnPage, BoxEffect::OwnPageForFault}));
}

/// A response to HEAD has no body that would tell; its type and its status do.
void TstBench::whoseResponseToHeadItIsShowsInItsHead()
{
    const Headers two{{{"Content-Type", "application/xml"}, {"ETag", "a"}}};
    const Headers page{{{"Content-Type", "text/html"}, {"ETag", "a"}}};
    const Headers tagged{{{"Content-Type", "application/xml"}, {"ETag", "b"}}};
    const auto effectsOf = [&two](int status, const Headers& received) {
        BenchRow head = rowOf(facts(503, "", two), facts(status, "", received));
        head.request.method = "HEAD";
        return effectsIn(head);
    };
    QVERIFY(effectsOf(503, two).empty());
    QVERIFY(effectsOf(503, page) == std::vector<BoxEffect>{BoxEffect::OwnPage});
    QVERIFY(!has(effectsOf(503, tagged), BoxEffect::OwnPage));
    QVERIFY(effectsOf(429, two) == std::vector<BoxEffect>{BoxEffect::OwnPage});
}

/// 504 of the origin's own is none of the box's; of a box that broke off there is no status.
void TstBench::whoGaveUpIsToldByStatusAndTime()
{
    BenchRow own = rowOf(facts(504, "a"), facts(504, "page"));
    own.took = 5s;
    QVERIFY(!has(effectsIn(own), BoxEffect::GaveUp));
    QVERIFY(has(effectsIn(rowOf(facts(503, "a"), facts(504, "page"))), BoxEffect::GaveUp));
    QVERIFY(!has(effectsIn(rowOf(facts(200, "a"), broken(FaultKind::ConnectionReset))), BoxEffect::GaveUp));
    BenchRow moved = rowOf(facts(200, "a"), facts(302, "page"));
    moved.took = 5s;
    QVERIFY(!has(effectsIn(moved), BoxEffect::GaveUp));
}

/// The head of an error was there, a page for its status may be at hand; of a success it is not.
void TstBench::aPageForAResponseThatBrokeOffIsToldByItsStatus()
{
    AttemptFacts cut = facts(200, "<ok");
    cut.fault = Fault{.kind = FaultKind::ResponseTruncated, .detail = {}};
    QVERIFY(!has(effectsIn(rowOf(cut, facts(502, "<html>else</html>"))), BoxEffect::OwnPage));
    AttemptFacts error = facts(500, "<Err");
    error.fault = cut.fault;
    BenchRow unasked = rowOf(error, facts(502, "<html>else</html>"));
    unasked.arrivals = 0;
    QVERIFY(!has(effectsIn(unasked), BoxEffect::OwnPage));
}

void TstBench::withoutALimitOfAttemptsThereIsNoMostOfRequests()
{
    Policy endless = policyNamed("botocore-1.43.67-standard");
    endless.attempts.max = std::numeric_limits<int>::max();
    const BenchRow row = rowOf(facts(503, "<Error/>", kXml), facts(503, "<Error/>", kXml));
    const BenchVerdict verdict = benchVerdictOf(endless, row);
    QVERIFY(verdict.direct.verdict == Verdict::Retry);
    QVERIFY(!verdict.direct.requests && !verdict.through.requests);
}

/// A box that sends elsewhere, and rows that were not sent, prove nothing mended.
void TstBench::onlyWhatWasMeasuredIsMended()
{
    Bench before;
    before.rows = {rowOf(facts(503, "a"), facts(429, "b"))};
    before.rows[0].verdicts = {
        {.policy = "p", .direct = {.verdict = Verdict::Retry}, .through = {.verdict = Verdict::Stop}}};
    Bench after;
    after.rows = {rowOf(facts(503, "a"), facts(503, "a"))};
    QCOMPARE(progressOf(before, after).mended.size(), std::size_t{1});
    after.rows[0].outcome = RowOutcome::NotSent;
    QVERIFY(progressOf(before, after) == BenchProgress());
    after.rows[0].outcome = RowOutcome::PassedOn;
    after.isOriginReached = false;
    QVERIFY(progressOf(before, after) == BenchProgress());
    after.isOriginReached = true;
    before.isOriginReached = false;
    QVERIFY(progressOf(before, after) == BenchProgress());
}

void TstBench::aResponseThatCameToNothingDiffersFromOne()
{
    Bench before;
    before.rows = {rowOf(facts(503, "a"), {})};
    Bench after;
    after.rows = {rowOf(facts(503, "a"), facts(503, "a"))};
    const std::vector<RowDifference> differences = differencesOf(before, after);
    QCOMPARE(differences.size(), std::size_t{1});
    QCOMPARE(differences[0].what.front(), std::string("status: none → 503"));
}

/// A pasted body is sought among bodies, whatever their status; its error name is read as under that status.
void TstBench::aBodyAloneIsReadUnderTheStatusThatCame()
{
    Bench bench;
    bench.rows = {rowOf(facts(503, "a"), facts(429, "<Error><Code>Busy</Code></Error>", kXml)),
                  rowOf(facts(503, "a"), facts(429, "<Error><Code>Other</Code></Error>", kXml)),
                  rowOf(facts(503, "a"), broken(FaultKind::ReadTimeout))};
    const AttemptFacts alone = factsAsPasted(readPastedResponse("<Error><Code>Busy</Code></Error>", "GET"));
    QVERIFY(isWithoutStatus(alone));
    const std::vector<Likeness> like = behavioursLike(bench, alone);
    QVERIFY(!like.empty());
    QVERIFY((like.front() == Likeness{.row = 0, .isExact = true}));
    for (const Likeness& one : like) {
        QVERIFY(one.row != 2);
        QCOMPARE(one.isExact, one.row == 0);
    }
}

void TstBench::readsBackwards()
{
    Bench bench;
    bench.rows = {rowOf(facts(503, "a"), facts(503, "{}")),
                  rowOf(broken(FaultKind::ConnectionReset), facts(502, "<html>nginx/1.22</html>")),
                  rowOf(facts(500, "a"), facts(502, "<html>another</html>")),
                  rowOf(facts(500, "a"), broken(FaultKind::ReadTimeout))};

    const std::vector<Likeness> like = behavioursLike(bench, facts(502, "<html>nginx/1.25</html>"));

    QVERIFY((like == std::vector<Likeness>{{.row = 1, .isExact = true}, {.row = 2, .isExact = false}}));
    QCOMPARE(behavioursLike(bench, broken(FaultKind::ReadTimeout)).size(), std::size_t{1});
    QVERIFY(behavioursLike(bench, facts(418, "")).empty());
}

/// A field for text makes LF of CRLF, and an editor adds a line end.
void TstBench::readsAPageAloneBackwards()
{
    Bench bench;
    bench.rows = {rowOf(facts(503, "a"), facts(503, "<html>\r\n<h1>502</h1>\r\n</html>\r\n")),
                  rowOf(facts(500, "a"), facts(502, "<html>\r\nelse\r\n</html>\r\n")), BenchRow()};
    const std::vector<Likeness> first{{.row = 0, .isExact = true}};

    const AttemptFacts page = factsAsPasted(readPastedResponse("<html>\n<h1>502</h1>\n</html>\n\n", "GET"));

    QCOMPARE(page.response->status, 0); // and not the one that stands in for it
    QVERIFY(isWithoutStatus(page));
    QVERIFY(behavioursLike(bench, page) == first);
    QVERIFY(behavioursLike(bench, facts(503, "<html>\n<h1>502</h1>\n</html>")) == first);
    QVERIFY(behavioursLike(bench, factsAsPasted(readPastedResponse("<html>other</html>", "GET"))).empty());
}

void TstBench::anotherErrorNameIsNotExact()
{
    Bench bench;
    bench.rows = {rowOf(facts(503, "a"), facts(429, "<Error><Code>429</Code></Error>", kXml)),
                  rowOf(facts(503, "a"), facts(429, "<Error><Code>503</Code></Error>", kXml))};

    const std::vector<Likeness> like =
        behavioursLike(bench, facts(429, "<Error><Code>429</Code></Error>", kXml));

    QVERIFY((like == std::vector<Likeness>{{.row = 0, .isExact = true}, {.row = 1, .isExact = false}}));
}

RETRYSCOPE_TEST(TstBench)
#include "tst_bench.moc"
