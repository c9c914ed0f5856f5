// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/scenario_json.h"
#include "core/io/expect/expectation_report.h"
#include "core/simulate/simulate.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <QTest>
#include <QXmlStreamReader>

using namespace retryscope;
using namespace retryscope::test;

namespace {

/// The first call is retried twice and succeeds, the second succeeds at once, the third never.
RunRecord threeCalls()
{
    const Scenario scenario =
        io::scenarioFromJson(
            R"({"format": "retryscope.scenario/1", "id": "three", "title": "three", "calls": [
            {"steps": [{"status": 503, "headers": [["Retry-After", "2"]], "body": "<Error><Code>SlowDown</Code></Error>"},
                       {"status": 500, "delayMs": 30}, {"status": 200, "body": "{\"n\": 3, \"of\": {\"a/b\": [\"x\"]}}"}]},
            {"steps": [{"status": 200, "body": "{\"n\": 3}"}]},
            {"steps": [{"status": 503, "body": "<Error><Code>SlowDown</Code></Error>"}]}]})",
            QStringLiteral("three"))
            .value();
    Policy policy = plainPolicy();
    policy.backoff = plainBackoff();
    RunHeader header;
    header.spec.url = "http://127.0.0.1/x";
    header.policy = std::make_shared<const ResolvedPolicy>(resolved(policy));
    header.callsPerClient = 3;
    header.isVirtual = true;
    return simulate(header, scenario);
}

io::ExpectationResult checked(const QString& text)
{
    const io::Result<io::Expectation> expectation = io::readExpectation(text, QStringLiteral("x"));
    if (!expectation) {
        qFatal("%s", qPrintable(expectation.error().text()));
    }
    return io::checkExpectation(expectation.value(), threeCalls());
}

} // namespace

class TstExpectation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itHoldsOrNamesTheFirstCall_data();
    void itHoldsOrNamesTheFirstCall();
    void aWrongOneIsRefusedWithItsColumn_data();
    void aWrongOneIsRefusedWithItsColumn();
    void recordingsHaveNoKinds();
    void secretsAreNotShown();
    void aMessageRepeatsNoValue_data();
    void aMessageRepeatsNoValue();
    void aPatternThatIsGivenUpIsNotMeasured();
    void theReportsControlNoTerminal();
    void theReportsNameEachExpectation();
};

void TstExpectation::itHoldsOrNamesTheFirstCall_data()
{
    QTest::addColumn<QString>("why"); // empty: it holds
    const auto row = [](const char* text, const char* why = "") {
        QTest::newRow(text) << QString::fromUtf8(why);
    };
    row("attempts<=3");
    row("attempts < 3", "call 1: attempts is 3");
    row("attempts in 1..3");
    row("verdict==succeeded", "call 3: verdict is \"failed\"");
    row("total<1s");
    row("total <= 300ms", "call 1: total is 330 ms");
    row("calls.failed==1");
    row("calls.succeeded!=2", "calls.succeeded is 2");
    row("p50>=0ms");
    row("p99<300ms", "p99 is 330 ms");
    // The delay is as planned, and a call that does not wait breaks nothing.
    row("delay[1]==100ms");
    row("delay[2] in 0s..1s");
    row("delay==200ms");
    row("delay[3]<1s", "not measured: no call waited after attempt 3");
    row("status[2]==500", "call 3, attempt 2: status is 503");
    row("status[4]==500", "not measured: no call has an attempt 4");
    row("status!=404");
    row("kind[1]!=permanent");
    row("errorName[1]==SlowDown", "not measured: call 2, attempt 1: errorName has no value");
    row("errorName[3] exists", "call 1, attempt 3: errorName does not exist");
    row("header[1](Retry-After) exists", "call 2, attempt 1: header does not exist");
    row("header[1](retry-after) <= 5", "not measured: call 2, attempt 1: header has no value");
    row("json(/n)==3", "not measured: call 3, attempt 3: json has no value");
    row("json[3](/of/a~1b/0)==\"x\"", "not measured: call 3, attempt 3: json has no value");
    row("duration[2] > 20ms", "call 3, attempt 2: duration is 0 ms");
    row("kind[1] matches /^(none|trans)/");
    row("kind[1] contains e");
}

void TstExpectation::itHoldsOrNamesTheFirstCall()
{
    QFETCH(const QString, why);
    const io::ExpectationResult result = checked(QString::fromUtf8(QTest::currentDataTag()));
    QCOMPARE(result.why, why);
    QCOMPARE(result.holds, why.isEmpty());
}

void TstExpectation::aWrongOneIsRefusedWithItsColumn_data()
{
    QTest::addColumn<int>("column"); // from 1
    QTest::addColumn<QString>("part");
    const auto row = [](const char* text, int column, const char* part) {
        QTest::newRow(text) << column << QString::fromUtf8(part);
    };
    row("", 1, "expected one of attempts,");
    row("retries<3", 1, "found \"retries\"");
    row("attempts", 9, "found the end");
    row("attempts=3", 9, "expected one of ==");
    row("attempts<=", 11, "expected a number; found the end");
    row("attempts<=x", 11, "found \"x\"");
    row("attempts[1]<=3", 9, "has no number of an attempt");
    row("attempts contains 3", 10, "needs a text");
    row("delay[0]<1s", 6, "from 1");
    row("delay[x]<1s", 6, "from 1");
    row("delay[1<1s", 6, "from 1");
    row("total<2", 7, "a duration with its unit");
    row("total in 1s", 10, "expected a range");
    row("total in 1s..2", 14, "a duration with its unit");
    row("verdict==success", 10, "running, succeeded, failed, cancelled");
    row("kind<throttling", 5, "needs a number");
    row("header[1]==x", 10, "the name of a header");
    row("json[1](error)==x", 9, "begins with /");
    row("errorName matches Slow", 19, "between slashes");
    row("errorName matches /Slow(/", 25, "invalid regular expression");
    row("errorName==Slow Down", 12, "a word or a JSON string");
    row("errorName==\"Slow", 12, "expected a JSON string");
    row("errorName exists now", 18, "nothing follows exists");
}

void TstExpectation::aWrongOneIsRefusedWithItsColumn()
{
    QFETCH(const int, column);
    QFETCH(const QString, part);
    const auto read =
        io::readExpectation(QString::fromUtf8(QTest::currentDataTag()), QStringLiteral("--expect"));
    QVERIFY(!read.ok());
    QVERIFY2(read.error().text().contains(part), qPrintable(read.error().text()));
    QCOMPARE(read.error().place, QStringLiteral("--expect, column %1").arg(column));
}

/// Of what other programs sent, nothing was decided here.
void TstExpectation::recordingsHaveNoKinds()
{
    const RunRecord run = threeCalls();
    RunHeader header = run.header();
    header.isRecorded = true;
    RunRecord recorded(header);
    for (const CallRecord& call : run.calls()) {
        recorded.adopt(call);
    }
    const auto expectation = io::readExpectation(QStringLiteral("kind[1]==transient"), QStringLiteral("x"));
    QCOMPARE(io::checkExpectation(expectation.value(), recorded).why,
             QStringLiteral("not measured: call 1, attempt 1: kind has no value"));
}

/// The real value is compared, and the redacted one is for people.
void TstExpectation::secretsAreNotShown()
{
    const Scenario scenario =
        io::scenarioFromJson(R"({"format": "retryscope.scenario/1", "id": "s", "title": "s", "steps": [
            {"status": 200, "headers": [["Set-Cookie", "id=canary0123"]], "body": "{\"access_token\": \"canary4567\", \"otp\": 482913377, \"token\": [482913377]}"}]})",
                             QStringLiteral("s"))
            .value();
    RunHeader header;
    header.spec.url = "http://127.0.0.1/x";
    header.policy = std::make_shared<const ResolvedPolicy>(resolved(plainPolicy()));
    header.isVirtual = true;
    const RunRecord record = simulate(header, scenario);
    std::vector<io::ExpectationResult> results;
    for (const char* text : {"header(Set-Cookie)==\"id=canary0123\"", "json(/access_token)==canary4567",
                             "header(Set-Cookie)==none", "json(/access_token)==none", "json(/otp)==1",
                             "json(/otp)<1", "json(/token/0)==1", "header(X)==\"token=canary01\"",
                             "header(Authorization) == \"Bearer canary89\""}) {
        const auto expectation = io::readExpectation(QString::fromUtf8(text), QStringLiteral("x"));
        results.push_back(io::checkExpectation(expectation.value(), record));
        QCOMPARE(results.back().holds, results.size() <= 2);
        QVERIFY2(!results.back().text.contains(QStringLiteral("canary")), qPrintable(results.back().text));
        QVERIFY2(!results.back().why.contains(QStringLiteral("canary")), qPrintable(results.back().why));
        QVERIFY2(!results.back().why.contains(QStringLiteral("4829")), qPrintable(results.back().why));
    }
    const std::vector<io::CheckedRun> runs{{.name = QStringLiteral("plain"), .results = results}};
    QVERIFY2(!io::expectationsAsTap(runs).contains("canary"), io::expectationsAsTap(runs));
    QVERIFY(!io::expectationsAsJunit(QStringLiteral("run"), runs).contains("canary"));
}

void TstExpectation::aMessageRepeatsNoValue_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"json(/password)=\"canary\"", "jsn(/password)==\"canary\"", "json(/password) canary",
          "json(/password) matches /canary(/", "json(/password) < canary", "json(/password) in canary",
          "json(/password) exists canary", "header(Authorization) == Bearer canary",
          "header(Cookie == canary", "json(/x)=\"token=canary\"", "verdict==\"canary"}) {
        QTest::newRow(text) << QString::fromUtf8(text);
    }
    QTest::newRow("long") << QStringLiteral("json(/password)==%1canary").arg(QString(1000, QLatin1Char('x')));
}

void TstExpectation::aMessageRepeatsNoValue()
{
    QFETCH(const QString, text);
    const auto read = io::readExpectation(text, io::expectationBeginning(text));
    QVERIFY(!read.ok());
    const bool isNoSecret = text.startsWith(QStringLiteral("verdict"));
    QVERIFY2(isNoSecret || !read.error().text().contains(QStringLiteral("canary")),
             qPrintable(read.error().text()));
    QVERIFY(!read.error().place.contains(QStringLiteral("canary")));
    QVERIFY(!io::expectationWithoutSecrets(text).contains(QStringLiteral("canary")) || isNoSecret);
}

void TstExpectation::aPatternThatIsGivenUpIsNotMeasured()
{
    QByteArray json = R"({"format": "retryscope.scenario/1", "id": "s", "title": "s", "steps": [
        {"status": 200, "body": "BODY"}]})";
    json.replace("BODY", "{\\\"m\\\": \\\"" + QByteArray(30'000, 'a') + "c\\\"}");
    const Scenario scenario = io::scenarioFromJson(json, QStringLiteral("s")).value();
    RunHeader header;
    header.spec.url = "http://127.0.0.1/x";
    header.policy = std::make_shared<const ResolvedPolicy>(resolved(plainPolicy()));
    header.isVirtual = true;
    const auto expectation =
        io::readExpectation(QStringLiteral("json(/m) matches /^(a|b)*c$/"), QStringLiteral("x"));
    QCOMPARE(io::checkExpectation(expectation.value(), simulate(header, scenario)).why,
             QStringLiteral("not measured: the pattern took too long on call 1, attempt 1: json"));
}

/// Programs print them as they are.
void TstExpectation::theReportsControlNoTerminal()
{
    const QString hostile = QString::fromUtf8("a\x1b]0;p\x07\xe2\x80\xae\xe2\x81\xa6\xc2\x9b\xc2\x85\x7f") +
                            QChar(QChar::Null) + QStringLiteral("z");
    const std::vector<io::CheckedRun> runs{
        {.name = hostile, .results = {{.text = hostile, .holds = false, .why = hostile, .place = {}}}}};
    for (const QByteArray& report : {io::expectationsAsTap(runs), io::expectationsAsJunit(hostile, runs)}) {
        for (const QChar sign : QString::fromUtf8(report)) {
            const bool isPlain = sign == QLatin1Char('\n') || sign.isPrint();
            QVERIFY2(isPlain && sign.category() != QChar::Other_Format, report.constData());
        }
        QVERIFY(report.contains('a') && report.contains('z'));
    }
}

void TstExpectation::theReportsNameEachExpectation()
{
    const std::vector<io::CheckedRun> runs{{.name = QStringLiteral("plain"),
                                            .results = {checked(QStringLiteral("attempts<=3")),
                                                        checked(QStringLiteral("kind[1] contains \"#<\""))}}};
    QCOMPARE(io::expectationsAsTap(runs),
             QByteArray("TAP version 13\n1..2\nok 1 - plain: attempts<=3\n"
                        "not ok 2 - plain: kind[1] contains \"\\#<\"\n  ---\n"
                        "  message: 'call 1, attempt 1: kind is \"transient\"'\n  ...\n"));
    QXmlStreamReader xml(io::expectationsAsJunit(QStringLiteral("retryscope run"), runs));
    int cases = 0;
    int failures = 0;
    while (!xml.atEnd()) {
        xml.readNext();
        cases += xml.isStartElement() && xml.name() == QLatin1String("testcase") ? 1 : 0;
        failures += xml.isStartElement() && xml.name() == QLatin1String("failure") ? 1 : 0;
    }
    QVERIFY(!xml.hasError());
    QCOMPARE(cases, 2);
    QCOMPARE(failures, 1);
}

RETRYSCOPE_TEST(TstExpectation)
#include "tst_expectation.moc"
