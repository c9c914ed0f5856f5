// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/attempt_columns.h"
#include "core/explain/report_markdown.h"
#include "core/io/documents/policy_json.h"
#include "core/io/export/export_csv.h"
#include "core/io/export/export_html.h"
#include "core/io/export/export_report.h"
#include "core/io/import/client_readers.h"
#include "tests/support/lab.h"
#include "tests/support/record_document.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QXmlStreamReader>

using namespace retryscope;

namespace {

/// A reader of RFC 4180 text that knows nothing of the writer.
QList<QStringList> rowsOf(const QByteArray& csv)
{
    QList<QStringList> rows;
    QStringList cells;
    QString cell;
    bool isQuoted = false;
    const QString text = QString::fromUtf8(csv);
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const bool isDoubled = isQuoted && c == u'"' && i + 1 < text.size() && text[i + 1] == u'"';
        if (isDoubled) {
            cell += text[++i];
        } else if (c == u'"') {
            isQuoted = !isQuoted;
        } else if (!isQuoted && c == u',') {
            cells += std::exchange(cell, {});
        } else if (!isQuoted && c == u'\r' && text.mid(i, 2) == QStringLiteral("\r\n")) {
            cells += std::exchange(cell, {});
            rows += std::exchange(cells, {});
            ++i;
        } else {
            cell += c;
        }
    }
    return rows;
}

RunRecord recordWithMessage(const std::string& message)
{
    ParsedBody parsed;
    parsed.isEmpty = false;
    parsed.isXml = true;
    parsed.xmlRoot = "Error";
    parsed.fields = {{"xml:Error/Code", "SlowDown"}, {"xml:Error/Message", message}};
    return test::runOf(test::plainPolicy(), {test::responseWith(503, parsed), test::response(200)});
}

} // namespace

class TstExports : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aPageIsForAColleague();
    void aPageSaysWhatWouldChangeIt();
    void aLongPageKeepsWhatFailedAndSaysWhatItLeftOut();
    void everyColumnIsInTheFile();
    void csvHasARowPerAttemptOfAllCalls();
    void csvKeepsCommasQuotesAndLineEnds();
    void csvSteersNoTerminal();
    void csvLeavesEmptyWhatTheRecordLeavesOpen();
    void csvSaysWhatTheRecordSays();
    void bytesThatAreNoTextAreReplacedAsInTheRecord();
    void anEmptyRecordIsAHeaderAlone();
    void secretsAreReplacedInEveryForm();
    void markdownIsTheReportOfTheCommandLine();
    void markdownSumsUpManyCalls();
    void textsFromOutsideMakeNoMarkup();
};

void TstExports::everyColumnIsInTheFile()
{
    Policy policy = test::plainPolicy(); // an adaptive client, which meets all that a column is for
    policy.limiter = test::plainLimiter();
    policy.rules.insert(policy.rules.begin(),
                        test::ruleFor("throttled", {.statusIn = {{429, 429}}}, ErrorKind::Throttling));
    const RunRecord record = test::runOf(policy, std::vector{test::response(429, {{"Retry-After", "7"}})});

    QStringList titles;
    for (const AttemptColumn* column : columnsIn(&AttemptColumn::csv)) {
        titles += QString::fromUtf8(column->csv.title);
    }
    QCOMPARE(rowsOf(io::recordToCsv(record)).front(), titles);
}

void TstExports::csvHasARowPerAttemptOfAllCalls()
{
    const RunRecord record = test::runOf(test::plainPolicy(), std::vector{test::response(503)}, {.calls = 3});

    const QList<QStringList> rows = rowsOf(io::recordToCsv(record));

    QCOMPARE(rows.size(), 1 + record.attemptCount());
    for (const QStringList& row : rows) {
        QCOMPARE(row.size(), rows.front().size());
    }
    QCOMPARE(rows.back().mid(0, 3),
             QStringList({QStringLiteral("1"), QStringLiteral("3"), QStringLiteral("3")}));
}

void TstExports::csvKeepsCommasQuotesAndLineEnds()
{
    const std::string message = "wait, \"please\"\r\nthen go";

    const QList<QStringList> rows = rowsOf(io::recordToCsv(recordWithMessage(message)));

    QCOMPARE(rows.size(), 3);
    QCOMPARE(rows[1][rows[0].indexOf(QStringLiteral("message"))].toStdString(), message);
}

void TstExports::csvSteersNoTerminal()
{
    const std::string message = "a\x1b[31m\x07\xc2\x9b\xe2\x80\xae"
                                "b";
    const QList<QStringList> rows = rowsOf(io::recordToCsv(recordWithMessage(message)));
    QCOMPARE(rows[1][rows[0].indexOf(QStringLiteral("message"))], QString::fromUtf8("a [31m \uFFFD\uFFFDb"));
}

void TstExports::csvLeavesEmptyWhatTheRecordLeavesOpen()
{
    const RunRecord record =
        test::runOf(test::plainPolicy(), std::vector{test::faulty(FaultKind::ConnectionReset)});

    const QList<QStringList> rows = rowsOf(io::recordToCsv(record));

    const auto cell = [&rows](const char* column) {
        return rows[1][rows[0].indexOf(QLatin1String(column))];
    };
    QCOMPARE(cell("status"), QString());
    QCOMPARE(cell("fault"), QStringLiteral("connectionReset"));
    QCOMPARE(cell("quota_before"), QString());
    QCOMPARE(cell("end_ms"), QStringLiteral("1"));
}

/// The record as JSON is another way to the same values.
void TstExports::csvSaysWhatTheRecordSays()
{
    Policy policy = test::plainPolicy();
    policy.quota = test::plainQuota();
    policy.backoff = test::plainBackoff();
    policy.limiter = test::plainLimiter();
    policy.hints = {{.header = "retry-after", .bounds = HintBounds::LowerBound}};
    const RunRecord record =
        test::runOf(policy, {test::xmlError(503, "SlowDown"), test::response(503, {{"Retry-After", "2"}}),
                             test::response(200)});

    const QList<QStringList> rows = rowsOf(io::recordToCsv(record));
    const QJsonArray attempts =
        test::recordDocument(record)[u"calls"].toArray().first()[u"attempts"].toArray();

    QCOMPARE(rows.size(), attempts.size() + 1);
    const QList<std::pair<QString, QString>> members{
        {QStringLiteral("attempt"), QStringLiteral("attempt")},
        {QStringLiteral("start_ms"), QStringLiteral("startMs")},
        {QStringLiteral("end_ms"), QStringLiteral("endMs")},
        {QStringLiteral("status"), QStringLiteral("status")},
        {QStringLiteral("error_name"), QStringLiteral("errorName")},
        {QStringLiteral("error_name_origin"), QStringLiteral("errorNameOrigin")},
        {QStringLiteral("kind"), QStringLiteral("kind")},
        {QStringLiteral("rule"), QStringLiteral("rule")},
        {QStringLiteral("verdict"), QStringLiteral("verdict")},
        {QStringLiteral("stop_reason"), QStringLiteral("stopReason")},
        {QStringLiteral("planned_delay_ms"), QStringLiteral("plannedDelayMs")},
        {QStringLiteral("actual_delay_ms"), QStringLiteral("actualDelayMs")},
        {QStringLiteral("quota_before"), QStringLiteral("quotaBefore")},
        {QStringLiteral("quota_cost"), QStringLiteral("quotaCost")},
        {QStringLiteral("quota_returned"), QStringLiteral("quotaReturned")},
        {QStringLiteral("quota_after"), QStringLiteral("quotaAfter")},
        {QStringLiteral("send_rate_per_second"), QStringLiteral("sendRatePerSecond")},
        {QStringLiteral("draw"), QStringLiteral("draw")},
        {QStringLiteral("assumed"), QStringLiteral("assumed")},
        {QStringLiteral("why"), QStringLiteral("why")},
    };
    for (qsizetype row = 1; row < rows.size(); ++row) {
        for (const auto& [title, member] : members) {
            const QVariant value = attempts[row - 1][member].toVariant();
            QCOMPARE(rows[row][rows[0].indexOf(title)], value.toString());
        }
    }
    QCOMPARE(rows[2][rows[0].indexOf(QStringLiteral("hint_asked_ms"))], QStringLiteral("2000"));
}

void TstExports::bytesThatAreNoTextAreReplacedAsInTheRecord()
{
    const QList<QStringList> rows = rowsOf(io::recordToCsv(recordWithMessage("caf\xe9")));

    QCOMPARE(rows[1][rows[0].indexOf(QStringLiteral("message"))], QStringLiteral("caf\uFFFD"));
}

void TstExports::anEmptyRecordIsAHeaderAlone()
{
    RunHeader header;
    header.policy = std::make_shared<const ResolvedPolicy>(test::resolved(test::plainPolicy()));

    QCOMPARE(rowsOf(io::recordToCsv(RunRecord(header))).size(), 1);
    QVERIFY(io::recordToMarkdown(RunRecord(header)).contains("No request was sent."));
}

void TstExports::secretsAreReplacedInEveryForm()
{
    test::RunOptions options;
    options.spec.url = "https://example.com/?X-Amz-Signature=hidden-word";
    const RunRecord record = test::runOf(test::plainPolicy(), std::vector{test::response(503)}, options);

    QVERIFY(!io::recordToCsv(record).contains("hidden-word"));
    QVERIFY(!io::recordToMarkdown(record).contains("hidden-word"));
    QVERIFY(io::recordToMarkdown(record, {.includeSecrets = true}).contains("hidden-word"));
}

void TstExports::markdownIsTheReportOfTheCommandLine()
{
    const RunRecord record = test::runOf(test::plainPolicy(), std::vector{test::response(503)});

    const std::string text = io::recordToMarkdown(record).toStdString();

    const std::string report = reportMarkdown(io::recordReport(record, 100));
    QVERIFY2(text.find(report.substr(0, report.find("````"))) != std::string::npos, text.c_str());
    QVERIFY2(text.find("| start | response | verdict |") != std::string::npos, text.c_str());
}

void TstExports::markdownSumsUpManyCalls()
{
    const RunRecord record =
        test::runOf(test::plainPolicy(), std::vector{test::response(503)}, {.calls = 30});

    const QString text = QString::fromUtf8(io::recordToMarkdown(record));

    QVERIFY2(text.contains(QStringLiteral("| call 1 to 30 | failed |")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("All 30 calls failed in")));
}

void TstExports::textsFromOutsideMakeNoMarkup()
{
    test::RunOptions options;
    options.spec.url = "http://host/<b>|*x*|[a](b)";

    const QString text = QString::fromUtf8(
        io::recordToMarkdown(test::runOf(test::plainPolicy(), std::vector{test::response(503)}, options)));

    QVERIFY2(text.contains(QStringLiteral("http://host/\\<b\\>\\|\\*x\\*\\|\\[a\\](b)")), qPrintable(text));
}

/// It opens anywhere: no script, nothing loaded, and no text from outside is markup.
void TstExports::aPageIsForAColleague()
{
    const std::string hostile = "<script>alert(1)</script> & \" ' https://user:secret@h/?Signature=secret";
    const RunRecord record = recordWithMessage(hostile);
    const QString page = QString::fromUtf8(io::recordToHtml(record, io::clientKnowledge()));
    QVERIFY(page.startsWith(QStringLiteral("<!DOCTYPE html>")));
    for (const char* part : {"<h1>", "<svg ", "<table>", "Retry", "Content-Security-Policy"}) {
        QVERIFY2(page.contains(QString::fromLatin1(part)), part);
    }
    QVERIFY(!page.contains(QStringLiteral("<script"), Qt::CaseInsensitive));
    QVERIFY(!page.contains(QStringLiteral("src=")) && !page.contains(QStringLiteral("@import")));
    QVERIFY(!page.contains(QStringLiteral("secret@")));
    static const QRegularExpression kEmptyElements(QStringLiteral("<meta[^>]*>|<!DOCTYPE[^>]*>"));
    QXmlStreamReader reader(QString(page).remove(kEmptyElements));
    while (!reader.atEnd()) {
        reader.readNext();
    }
    QVERIFY2(!reader.hasError(), qPrintable(reader.errorString())); // every element is closed
}

void TstExports::aPageSaysWhatWouldChangeIt()
{
    const RunRecord record = test::runOf(test::plainPolicy(), {test::response(404)});
    const QString page = QString::fromUtf8(io::recordToHtml(record, io::clientKnowledge()));
    QVERIFY2(page.contains(QStringLiteral("What would change it: call 1, attempt 1")), qPrintable(page));
    const Policy preset = io::presetPolicy(QStringLiteral("cpp-1.11.332-default")).value(); // has code
    const QString withCode = QString::fromUtf8(
        io::recordToHtml(test::runOf(preset, {test::response(404)}), io::clientKnowledge()));
    QVERIFY2(withCode.contains(QStringLiteral("What would change it")), qPrintable(withCode));
}

void TstExports::aLongPageKeepsWhatFailedAndSaysWhatItLeftOut()
{
    const RunRecord calm =
        test::runOf(test::plainPolicy(), std::vector{test::response(200)}, {.calls = 20000});
    RunRecord record(calm.header());
    for (const CallRecord& call : calm.calls()) {
        record.adopt(call);
    }
    CallRecord last = test::runOf(test::plainPolicy(), {test::response(404)}).callAt(0);
    last.call = 20001;
    record.adopt(std::move(last));
    const QByteArray page = io::recordToHtml(record, io::clientKnowledge());
    QVERIFY2(page.size() <= static_cast<qsizetype>(io::kMostHtml), qPrintable(QString::number(page.size())));
    QVERIFY(page.contains("Call 20001"));
    QVERIFY(page.contains("Call 1:"));
    QVERIFY(page.contains(" are left out"));
}

RETRYSCOPE_TEST(TstExports)
#include "tst_exports.moc"
