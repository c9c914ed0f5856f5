// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/judge.h"
#include "core/explain/report_markdown.h"
#include "core/explain/verdict_report.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <limits>

namespace retryscope::test {

namespace {

std::string gridMarkdown(const std::vector<VerdictRow>& rows)
{
    return reportMarkdown(verdictTable(rows));
}

/// Names throttling, everything else by status; 100 ms, 500 tokens.
Policy judgedClient(const std::string& id = "some-client")
{
    Policy policy = plainPolicy();
    policy.id = id;
    policy.title = "Python, some client 1.0, standard mode";
    policy.mode = "standard";
    policy.rules.insert(policy.rules.begin(),
                        ruleFor("throttled", {.nameIn = {"SlowDown"}}, ErrorKind::Throttling));
    policy.rules.front().title = "the name is known";
    policy.rules.front().source = "manual, page 2";
    policy.otherwiseSource = "manual, page 3";
    policy.backoff = plainBackoff();
    policy.quota = plainQuota();
    policy.reading["generic"] = {
        .places = {{NameSource::Xml, "Error/Code"}, {NameSource::Header, "x-error"}}};
    return policy;
}

VerdictRow rowOf(const Policy& policy, const AttemptFacts& facts, ClientState client = {})
{
    const ResolvedPolicy resolvedPolicy = resolved(policy);
    const Decision decision = judge(resolvedPolicy, {}, std::move(client), {}, facts, {}, 0).decision;
    return verdictRowOf(resolvedPolicy, facts, decision, 1);
}

/// A row in which only the response matters.
VerdictRow responding(Verdict verdict, ErrorKind kind = ErrorKind::Transient, int highMs = 0)
{
    VerdictRow row{.verdict = verdict, .kind = kind};
    if (verdict == Verdict::Retry) {
        row.window = DelayWindow{Duration::zero(), std::chrono::milliseconds{highMs}};
    }
    return row;
}

} // namespace

class TstVerdictRow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRetryShowsItsRuleNameDelayAndTokens()
    {
        const VerdictRow row = rowOf(judgedClient(), xmlError(503, "SlowDown"));
        const VerdictRow expected{
            .policy = "some-client",
            .shortName = "some-client",
            .title = "Python, some client 1.0, standard mode",
            .client = "Python",
            .mode = "standard",
            .verdict = Verdict::Retry,
            .kind = ErrorKind::Throttling,
            .rule = "throttled",
            .ruleTitle = "the name is known",
            .source = "manual, page 2",
            .name = {NameState::Present, "SlowDown", "SlowDown", "xml:Error/Code"},
            .window = DelayWindow{std::chrono::milliseconds{100}, std::chrono::milliseconds{100}},
            .attempts = 3,
            .tokens = QuotaCharged{.kind = ErrorKind::Throttling, .cost = 5, .before = 500, .after = 495},
            .why = row.why};
        QCOMPARE(row.why.substr(0, 21), std::string("Retried after 100 ms:"));
        QVERIFY(row == expected);
        QCOMPARE(nameCell(row), std::string("SlowDown (xml:Error/Code)"));
        QCOMPARE(delayCell(row), std::string("100 ms"));
        QCOMPARE(attemptsCell(row), std::string("3"));
        QCOMPARE(tokensCell(row), std::string("500 - 5 = 495"));
    }

    void aStopNamesTheLastWordOfThePolicyAsItsSource()
    {
        const VerdictRow row = rowOf(judgedClient(), xmlError(404, "NoSuchKey"));
        QVERIFY(row.verdict == Verdict::Stop);
        QVERIFY(row.stopReason == StopReason::NotRetryable);
        QCOMPARE(row.rule, std::string());
        QCOMPARE(row.source, std::string("manual, page 3"));
        QVERIFY(!row.window);
        QVERIFY(!row.tokens);
        QCOMPARE(delayCell(row) + tokensCell(row), std::string());
    }

    void anEmptyQuotaIsShownWithWhatItWouldTake()
    {
        const VerdictRow row = rowOf(judgedClient(), response(503), ClientState{.quota = 4});
        QVERIFY(row.stopReason == StopReason::QuotaExhausted);
        QCOMPARE(tokensCell(row), std::string("4, needs 5"));
    }

    void aPolicyWithoutLimitSaysSo()
    {
        Policy policy = judgedClient();
        policy.attempts.max = std::numeric_limits<int>::max();
        const VerdictRow row = rowOf(policy, response(503));
        QVERIFY(!row.attempts);
        QCOMPARE(attemptsCell(row), std::string("no limit"));
    }

    void aMissingNameSaysWhereItWasSought_data()
    {
        QTest::addColumn<AttemptFacts>("facts");
        QTest::addColumn<QString>("expected");
        ParsedBody body{.isEmpty = false, .isXml = true, .xmlRoot = "html"};
        body.fields = {{"xml:html/head/title", "502"}, {"xml:html/body/h1", "502"}, {"xml:html/body/hr", ""}};
        QTest::newRow("elsewhere") << responseWith(502, body)
                                   << "No error name at xml:Error/Code or header:x-error. The body contains "
                                      "xml:html/head/title, xml:html/body/h1 and xml:html/body/hr.";
        QTest::newRow("noBody") << response(502)
                                << "No error name: the response has no body, and there is no header x-error.";
        QTest::newRow("unparseable")
            << responseWith(502, {.isEmpty = false})
            << "No error name: the body cannot be parsed, and there is no header x-error.";
        QTest::newRow("noAnswer") << faulty(FaultKind::ReadTimeout)
                                  << "No error name: no HTTP response arrived.";
        QTest::newRow("found") << xmlError(502, "SlowDown") << "";
        QTest::newRow("success") << response(200) << "";
    }
    void aMissingNameSaysWhereItWasSought()
    {
        QFETCH(AttemptFacts, facts);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(rowOf(judgedClient(), facts).whyNoName), expected);
    }

    void theGridIsCopiedAsMarkdown()
    {
        VerdictRow row = rowOf(judgedClient(), xmlError(400, "a|b\nc"));
        row.why = "Because <of> it.";
        QCOMPARE(gridMarkdown({row}),
                 std::string("| policy | verdict | kind | attempts | error name | evidence | why |\n"
                             "|---|---|---|---|---|---|---|\n"
                             "| some-client | stop | permanent | 3 | a\\|b c (xml:Error/Code) | source | "
                             "Because \\<of\\> it. |\n"));
    }

    void theGridCannotSteerATerminal_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("shown");
        const auto row = [](const char* title, const char* name, const char* shown) {
            QTest::newRow(title) << QByteArray(name) << QByteArray(shown);
        };
        row("escape", "a\x1b[2Jb", "a \\[2Jb");
        row("delete", "a\x7f\x62", "a b");
        row("C1", "a\xc2\x9b\x62", "a\ufffdb");
        row("a byte of Latin-1", "a\x9b\x62", "a\ufffdb");
        row("bidi override", "a\u202eb\u2069", "a\ufffdb\ufffd");
        row("mark without width", "a\u200bb\ufeff", "a\ufffdb\ufffd");
        row("line separator", "a\u2028b", "a b");
        row("tag letter", "a\U000e0041b", "a\ufffdb");
        row("overlong", "a\xc0\x9b\x62", "a\ufffd\ufffdb");
        row("half a pair", "a\xed\xa0\x80\x62", "a\ufffd\ufffd\ufffdb");
        row("cut short", "a\xf0\x9f\x98", "a\ufffd\ufffd\ufffd");
        row("letters of others", "\u8981\u6c42 \U0001f600 \u00e4", "\u8981\u6c42 \U0001f600 \u00e4");
    }
    void theGridCannotSteerATerminal()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, shown);
        VerdictRow row = rowOf(judgedClient(), xmlError(400, "x"));
        row.name.name = name.toStdString();
        const QByteArray grid = QByteArray::fromStdString(gridMarkdown({row}));
        QVERIFY2(grid.contains("| " + shown + " (xml:Error/Code) |"), grid.constData());
    }
    void aFormulaInTheGridIsText()
    {
        VerdictRow row = rowOf(judgedClient(), xmlError(503, "x"));
        row.name.name = "=cmd|' /C calc'!A0";
        const std::string csv = gridAsCsv({row});
        QVERIFY2(csv.find(",'=cmd|' /C calc'!A0,") != std::string::npos, csv.c_str());
    }

    void theGridIsCopiedAsCsv()
    {
        VerdictRow row = rowOf(judgedClient(), xmlError(503, "Slow\"Down"));
        row.why = "because";
        row.window = DelayWindow{Duration{350}, std::chrono::milliseconds{1000}};
        const std::string csv = gridAsCsv({row});
        QCOMPARE(csv.substr(csv.find("\r\n") + 2),
                 std::string("some-client,\"Python, some client 1.0, standard mode\",Python,standard,retry,,"
                             "transient,server,\"Slow\"\"Down\",xml:Error/Code,0.35,1000,3,500,5,495,"
                             "because,,,,,,source,source\r\n"));
        QVERIFY(csv.starts_with("policy,title,client,mode,verdict,stopReason,kind,rule,errorName,"));
    }

    void anotherDelayOfTheHintIsADifference()
    {
        Policy reads = judgedClient("reads");
        reads.hints = {{.header = "retry-after", .bounds = HintBounds::Replace}};
        const AttemptFacts facts = response(503, {{"Retry-After", "277403"}});
        const VerdictRow obeys = rowOf(reads, facts);
        const VerdictRow ignores = rowOf(judgedClient(), facts);
        VerdictRow stops = ignores;
        stops.verdict = Verdict::Stop;
        stops.window.reset();
        const GridDifferences differences = whereTheyDiffer({ignores, obeys, stops, ignores});
        QCOMPARE(differences.rows, (std::vector<std::size_t>{1, 2}));
        QCOMPARE(QString::fromStdString(differences.sentence),
                 QStringLiteral("1 of 4 differs: most say “retry”. 1 of 4 treats the server's delay hint "
                                "differently from most."));
        QCOMPARE(hintCell(obeys), std::string("obeyed"));
        QCOMPARE(hintCell(ignores), std::string("not read"));
        const AttemptFacts both = response(503, {{"Retry-After", "7"}, {"x-amz-retry-after", "7"}});
        QCOMPARE(hintCell(rowOf(reads, both)), std::string("obeyed (Retry-After)"));
        QCOMPARE(hintCell(rowOf(judgedClient(), both)), std::string("not read")); // neither
        QCOMPARE(delayCell(obeys), std::string("3 days 5 h !"));
        QCOMPARE(askedLine({ignores, obeys}),
                 std::string("Retry-After: 277403 (seconds) asks for 3 days 5 h"));
        const std::string markdown = gridMarkdown({ignores, obeys});
        QVERIFY(markdown.find("| delay hint |") != std::string::npos);
        QVERIFY(markdown.find("| not read |") != std::string::npos);
        QVERIFY(gridAsCsv({obeys}).find(",Retry-After,obeyed,277403000,277403000,aboveAMinute") !=
                std::string::npos);
    }

    void rowsThatDifferAreThoseWithoutTheMostCommonAnswer_data()
    {
        QTest::addColumn<std::vector<VerdictRow>>("rows");
        QTest::addColumn<std::vector<std::size_t>>("expected");
        QTest::addColumn<QString>("sentence");
        const VerdictRow stop = responding(Verdict::Stop, ErrorKind::Permanent);
        const VerdictRow retry = responding(Verdict::Retry);
        const VerdictRow slow = responding(Verdict::Retry, ErrorKind::Throttling);
        const VerdictRow later = responding(Verdict::Retry, ErrorKind::Transient, 50);
        using Rows = std::vector<VerdictRow>;
        using Indices = std::vector<std::size_t>;
        QTest::newRow("verdict") << Rows{stop, retry, stop, slow, stop} << Indices{1, 3}
                                 << "2 of 5 differ: most say “stop”.";
        QTest::newRow("kind") << Rows{retry, slow, retry} << Indices{1}
                              << "1 of 3 differs: most say “transient”.";
        QTest::newRow("delay") << Rows{later, retry, later} << Indices{1}
                               << "1 of 3 differs: most say “0 to 50 ms”.";
        QTest::newRow("tie") << Rows{retry, stop} << Indices{1} << "1 of 2 differs: most say “retry”.";
        QTest::newRow("agreed") << Rows{retry, retry} << Indices{}
                                << "All 2 agree: retry, transient, at once.";
        QTest::newRow("agreedToStop")
            << Rows{stop, stop, stop} << Indices{} << "All 3 agree: stop, permanent.";
        QTest::newRow("alone") << Rows{stop} << Indices{} << "";
        QTest::newRow("nothing") << Rows{} << Indices{} << "";
    }
    void rowsThatDifferAreThoseWithoutTheMostCommonAnswer()
    {
        QFETCH(std::vector<VerdictRow>, rows);
        QFETCH(std::vector<std::size_t>, expected);
        QFETCH(QString, sentence);
        const GridDifferences differences = whereTheyDiffer(rows);
        QCOMPARE(differences.rows, expected);
        QCOMPARE(QString::fromStdString(differences.sentence), sentence);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstVerdictRow)
#include "tst_verdict_row.moc"
