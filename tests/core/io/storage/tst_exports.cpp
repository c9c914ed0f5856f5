// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/storage/export_csv.h"
#include "core/io/storage/export_markdown.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

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
    return test::runOf(test::plainPolicy(), {test::answerWith(503, parsed), test::answer(200)});
}

} // namespace

class TstExports : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void csvHasARowPerAttemptOfAllCalls();
    void csvKeepsCommasQuotesAndLineEnds();
    void csvLeavesEmptyWhatTheRecordLeavesOpen();
    void anEmptyRecordIsAHeaderAlone();
    void secretsAreReplacedInEveryForm();
    void markdownTellsWhatIsLeftOut();
    void textsFromOutsideMakeNoMarkup();
};

void TstExports::csvHasARowPerAttemptOfAllCalls()
{
    const RunRecord record = test::runOf(test::plainPolicy(), std::vector{test::answer(503)}, {.calls = 3});

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

void TstExports::anEmptyRecordIsAHeaderAlone()
{
    RunHeader header;
    header.policy = std::make_shared<const ResolvedPolicy>(test::resolved(test::plainPolicy()));

    QCOMPARE(rowsOf(io::recordToCsv(RunRecord(header))).size(), 1);
    QVERIFY(io::recordToMarkdown(RunRecord(header)).contains("nothing was sent"));
}

void TstExports::secretsAreReplacedInEveryForm()
{
    test::RunOptions options;
    options.spec.url = "https://example.com/?X-Amz-Signature=hidden-word";
    const RunRecord record = test::runOf(test::plainPolicy(), std::vector{test::answer(503)}, options);

    QVERIFY(!io::recordToCsv(record).contains("hidden-word"));
    QVERIFY(!io::recordToMarkdown(record).contains("hidden-word"));
    QVERIFY(io::recordToMarkdown(record, {.includeSecrets = true}).contains("hidden-word"));
}

void TstExports::markdownTellsWhatIsLeftOut()
{
    const RunRecord record = test::runOf(test::plainPolicy(), std::vector{test::answer(503)}, {.calls = 30});
    QCOMPARE(record.attemptCount(), 90);

    const QString text = QString::fromUtf8(io::recordToMarkdown(record));

    QVERIFY2(text.contains(QStringLiteral("| … |  |  | 40 more attempts |")), qPrintable(text));
    QCOMPARE(text.count(QStringLiteral("| retry |")) + text.count(QStringLiteral("| stop |")), 50);
    QVERIFY(text.contains(QStringLiteral("30 calls: 0 succeeded, 30 failed, 0 cancelled; 90 attempts")));
}

void TstExports::textsFromOutsideMakeNoMarkup()
{
    test::RunOptions options;
    options.spec.url = "http://host/<b>|*x*|[a](b)";

    const QString text = QString::fromUtf8(
        io::recordToMarkdown(test::runOf(test::plainPolicy(), std::vector{test::answer(503)}, options)));

    QVERIFY2(text.contains(QStringLiteral("http://host/&lt;b>\\|\\*x\\*\\|\\[a\\](b)")), qPrintable(text));
}

RETRYSCOPE_TEST_MAIN(TstExports)
#include "tst_exports.moc"
