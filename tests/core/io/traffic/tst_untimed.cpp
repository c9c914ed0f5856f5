// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/attempts_report.h"
#include "core/explain/report_markdown.h"
#include "core/io/documents/record_json.h"
#include "core/io/expect/expectation.h"
#include "core/io/export/export_csv.h"
#include "core/io/files/library.h"
#include "core/io/json/json_parse.h"
#include "core/read/run_totals.h"
#include "core/recording/inference.h"
#include "tests/core/io/traffic/traffic_lab.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace retryscope;

namespace {

std::vector<Policy> presets()
{
    const io::Library library;
    std::vector<Policy> all;
    for (const io::Library::Entry& entry : library.policyEntries()) {
        all.push_back(library.policy(entry.id).value());
    }
    return all;
}

QByteArray jsonOf(const RunRecord& record)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    io::writeRecord(buffer, record, {});
    return buffer.data();
}

/// A column of the table by its title.
QStringList column(const QByteArray& csv, const QByteArray& title)
{
    const QList<QByteArray> lines = csv.trimmed().split('\n');
    const qsizetype at = lines.front().trimmed().split(',').indexOf(title);
    QStringList cells;
    for (const QByteArray& line : lines.mid(1)) {
        cells += QString::fromUtf8(line.split(',').value(at));
    }
    return cells;
}

} // namespace

/// Logs without times: what they do not hold is unknown everywhere, and nothing takes it for zero.
class TstUntimed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void noOutputHasATime_data();
    void noOutputHasATime();
    void aNamedWaitIsADelay();
    void whatWasNotSeenCountsNeitherForNorAgainst();
    void aSavedRecordKeepsIt();
};

void TstUntimed::noOutputHasATime_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("attempts");
    QTest::newRow("curl, silent") << QStringLiteral("curl-silent.log") << 2;
    QTest::newRow("curl, waits named") << QStringLiteral("curl-waits-named.log") << 3;
    QTest::newRow("urllib3, default format") << QStringLiteral("urllib3-default-format.log") << 3;
}

void TstUntimed::noOutputHasATime()
{
    QFETCH(QString, file);
    QFETCH(int, attempts);
    const RunRecord record = importTraffic(trafficBytes(file));
    QCOMPARE(record.attemptCount(), attempts);
    QCOMPARE(record.calls().size(), 1U);
    for (const AttemptRecord& attempt : record.callAt(0).attempts) {
        QVERIFY(!tookOf(attempt));
    }
    QVERIFY(!tookOf(record.callAt(0)));
    QVERIFY(!lengthOf(record));
    const QByteArray csv = io::recordToCsv(record);
    for (const char* title : {"start_ms", "end_ms"}) {
        QCOMPARE(column(csv, title).join(QString()), QString());
    }
    const QJsonObject json = QJsonDocument::fromJson(jsonOf(record)).object();
    const QJsonObject call = json[QStringLiteral("calls")].toArray().at(0).toObject();
    QVERIFY(call[QStringLiteral("startMs")].isNull() && call[QStringLiteral("endMs")].isNull());
    for (const QJsonValue attempt : call[QStringLiteral("attempts")].toArray()) {
        QVERIFY(attempt[QStringLiteral("startMs")].isNull() && attempt[QStringLiteral("endMs")].isNull());
    }
    const std::string report = reportMarkdown(attemptsReport(record, 0, 100));
    QVERIFY2(report.find("0 ms") == std::string::npos, report.c_str());
    QVERIFY2(report.find("unknown") != std::string::npos, report.c_str());
}

/// Wherever it is in the line, behind the last line of a body for example.
void TstUntimed::aNamedWaitIsADelay()
{
    const RunRecord record = importTraffic(trafficBytes(QStringLiteral("curl-waits-named.log")));
    const std::vector<AttemptRecord>& attempts = record.callAt(0).attempts;
    QCOMPARE(*attempts[0].actualDelay, Duration(std::chrono::seconds{1}));
    QCOMPARE(*attempts[1].actualDelay, Duration(std::chrono::seconds{2}));
    QCOMPARE(column(io::recordToCsv(record), "actual_delay_ms"),
             (QStringList{QStringLiteral("1000"), QStringLiteral("2000"), QString()}));
    const std::vector<InferredClient> clients = inferClients(record, presets());
    QCOMPARE(clients.front().fits.front().policy, std::string("curl-retry-3"));
    QCOMPARE(clients.front().fits.front().check(FitQuestion::Delays).agreed, 2.0);
    // curl breaks long warnings.
    const RunRecord broken = importTraffic(
        "> GET / HTTP/1.1\n> Host: h\n>\n< HTTP/1.1 503 No\n<\nWarning: Problem : HTTP error. Will\n"
        "Warning: retry in 4 seconds. 2 retries left.\n> GET / HTTP/1.1\n> Host: h\n>\n< HTTP/1.1 200 "
        "OK\n<\n");
    QCOMPARE(*broken.callAt(0).attempts[0].actualDelay, Duration(std::chrono::seconds{4}));
}

void TstUntimed::whatWasNotSeenCountsNeitherForNorAgainst()
{
    for (const char* file : {"curl-silent.log", "urllib3-default-format.log"}) {
        const RunRecord record = importTraffic(trafficBytes(QString::fromLatin1(file)));
        QVERIFY(!record.callAt(0).attempts[0].actualDelay);
        QCOMPARE(column(io::recordToCsv(record), "actual_delay_ms").join(QString()), QString());
        const std::vector<InferredClient> clients = inferClients(record, presets());
        QVERIFY(clients.front().seen.backoff.waits.empty());
        for (const PresetFit& fit : clients.front().fits) {
            QCOMPARE(fit.check(FitQuestion::Delays).asked, 0);
        }
    }
}

void TstUntimed::aSavedRecordKeepsIt()
{
    const RunRecord record = importTraffic(trafficBytes(QStringLiteral("curl-waits-named.log")));
    QByteArray written = jsonOf(record);
    QBuffer buffer(&written);
    buffer.open(QIODevice::ReadOnly);
    const io::Result<RunRecord> again = io::readRecord(buffer, QStringLiteral("input"));
    QVERIFY2(again.ok(), again ? "" : qPrintable(again.error().text()));
    QVERIFY(!tookOf(again.value().callAt(0)));
    QCOMPARE(*again.value().callAt(0).attempts[1].actualDelay, Duration(std::chrono::seconds{2}));
    QVERIFY(again.value().callAt(0).attempts[2].start > again.value().callAt(0).attempts[0].start);
}

RETRYSCOPE_TEST(TstUntimed)
#include "tst_untimed.moc"
