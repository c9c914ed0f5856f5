// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/record_json.h"
#include "core/io/export/export_har.h"
#include "core/io/files/opened_file.h"
#include "tests/core/io/traffic/traffic_lab.h"
#include "tests/support/strict_main.h"

#include <QBuffer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace retryscope;

namespace {

/// An entry of an archive; content and more: members of the response and of the entry.
QByteArray entry(const QByteArray& started, double time, const QByteArray& url, int status,
                 const QByteArray& content = R"("content":{"size":0})", const QByteArray& more = {})
{
    return R"({"startedDateTime":")" + started + R"(","time":)" + QByteArray::number(time) +
           R"(,"request":{"method":"GET","url":")" + url + R"(","headers":[]},"response":{"status":)" +
           QByteArray::number(status) + R"(,"headers":[],)" + content + '}' + more + '}';
}

QByteArray har(const QList<QByteArray>& entries)
{
    return R"({"log":{"version":"1.2","entries":[)" + entries.join(",\n") + "]}}";
}

} // namespace

class TstHarImport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aRetryIsOneCallWithItsDelay();
    void aBrowsersArchiveIsReadWhole();
    void anotherToolsArchiveIsRead();
    void severalFilesAreOneImport();
    void aZippedArchiveIsRead();
    void whatAZippedFileLostIsSaid_data();
    void whatAZippedFileLostIsSaid();
    void exactlyTheLimitIsRead();
    void whatStandsBeforeADamageIsRead();
    void entriesThatAreNoRequestAreNamed();
    void anArchiveWithoutARequestIsAnError();
    void aMissingBodyIsUnknownAndNotEmpty();
    void aLargeBodyLeavesItsDigest();
    void anErrorThatIsNotKnownStaysUnknown();
    void aRecordOfItIsReadAgain();
    void whatIsExportedComesBack();
    void redirectsOfOthersAreNoHops();
    void manyEntriesTakeLittleMemory();

private:
    RunRecord import(const QList<QByteArray>& entries) { return importText(har(entries)); }
    RunRecord importText(const QByteArray& text);
    io::Result<RunRecord> open(const QByteArray& text);

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstHarImport::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

io::Result<RunRecord> TstHarImport::open(const QByteArray& text)
{
    QFile file(m_folder->filePath(QStringLiteral("file.har")));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
        qFatal("cannot write");
    }
    file.close();
    return io::openRecord({file.fileName()});
}

RunRecord TstHarImport::importText(const QByteArray& text)
{
    io::Result<RunRecord> record = open(text);
    if (!record) {
        qFatal("%s", qPrintable(record.error().text()));
    }
    return std::move(record).value();
}

void TstHarImport::aRetryIsOneCallWithItsDelay()
{
    const auto record = io::openRecord({trafficFile(QStringLiteral("two-attempts.har"))});
    QVERIFY(record.ok());
    QCOMPARE(record.value().calls().size(), 1U);
    const CallRecord& call = record.value().callAt(0);
    QCOMPARE(statusesOf(call), (std::vector{429, 200}));
    QVERIFY(call.verdict == CallVerdict::Succeeded);
    QVERIFY(call.source->groupedBy == GroupedBy::Timing);
    const AttemptRecord& first = call.attempts.front();
    QCOMPARE(first.end - first.start, Duration(120'000));
    QVERIFY(first.actualDelay == OptionalDuration(std::chrono::milliseconds{500}));
    QVERIFY(record.value().header().isRecorded);
    QCOMPARE(record.value().header().importedFrom, std::string("har"));
    QVERIFY(record.value().header().startedAt == WallTime(1767225600000));
}

/// Redirects are hops of their attempt, and faults have the names of the wire.
void TstHarImport::aBrowsersArchiveIsReadWhole()
{
    const auto opened = io::openRecord({trafficFile(QStringLiteral("playwright.har"))});
    QVERIFY(opened.ok());
    const RunRecord& record = opened.value();
    QCOMPARE(record.calls().size(), 7U);
    QCOMPARE(statusesOf(record.callAt(1)), (std::vector{503, 503, 200}));
    QCOMPARE(statusesOf(record.callAt(2)), (std::vector{503, 503, 200}));
    QCOMPARE(*record.callAt(1).attempts.front().sentBody, std::string("{\"call\":0}"));
    QVERIFY(record.callAt(1).source->confidence > 0.5);
    const AttemptRecord& moved = record.callAt(3).attempts.front();
    QCOMPARE(moved.facts.response->body, std::string("here"));
    QCOMPARE(moved.facts.wire->hops.size(), 2U);
    QCOMPARE(moved.facts.wire->hops[0].response.status, 302);
    QCOMPARE(moved.facts.wire->hops[1].response.status, 307);
    QVERIFY(QByteArray::fromStdString(moved.sentTarget->url).endsWith("/moved"));
    QVERIFY(moved.facts.wire->hops[0].start == moved.start);
    const auto faultOf = [&](int call) {
        return record.callAt(call).attempts.front().facts.fault->kind;
    };
    QVERIFY(faultOf(4) == FaultKind::ClosedBeforeResponse);
    QVERIFY(faultOf(5) == FaultKind::ResponseTruncated);
    QVERIFY(faultOf(6) == FaultKind::ConnectionRefused);
    const ImportNotes& notes = *record.header().import;
    QCOMPARE(notes.title, std::string("HAR 1.2, Playwright 1.65.1"));
    QCOMPARE(notes.understoodCount, 11); // two of 13 are hops
    QCOMPARE(notes.skippedCount, 0);
}

void TstHarImport::anotherToolsArchiveIsRead()
{
    const auto record = io::openRecord({trafficFile(QStringLiteral("axios.har"))});
    QVERIFY(record.ok());
    QCOMPARE(record.value().calls().size(), 2U);
    QCOMPARE(statusesOf(record.value().callAt(0)), (std::vector{503, 503, 200}));
    QCOMPARE(record.value().callAt(0).attempts.front().sentTarget->method,
             std::string("GET")); // saved as get
}

void TstHarImport::severalFilesAreOneImport()
{
    const QByteArray early = entry("2026-01-01T00:00:00.000Z", 100, "https://a.example/x", 503);
    const QByteArray late = entry("2026-01-01T00:00:00.600Z", 100, "https://a.example/x", 200);
    QStringList names;
    for (const auto& [name, one] : {std::pair("late.har", late), std::pair("early.har", early)}) {
        QFile file(m_folder->filePath(QLatin1String(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(har({one}));
        names += file.fileName();
    }
    const auto record = io::openRecord(names);
    QVERIFY(record.ok());
    QCOMPARE(record.value().calls().size(), 1U);
    QCOMPARE(statusesOf(record.value().callAt(0)), (std::vector{503, 200}));
    QCOMPARE(record.value().header().import->understood.front().place,
             m_folder->filePath(QStringLiteral("early.har")).toStdString() + ": entries[0]");
}

void TstHarImport::aZippedArchiveIsRead()
{
    QFile::copy(trafficFile(QStringLiteral("two-attempts.har")), m_folder->filePath(QStringLiteral("a.har")));
    QCOMPARE(QProcess::execute(QStringLiteral("gzip"), {m_folder->filePath(QStringLiteral("a.har"))}), 0);
    const auto record = io::openRecord({m_folder->filePath(QStringLiteral("a.har.gz"))});
    QVERIFY(record.ok());
    QCOMPARE(record.value().attemptCount(), 2);
}

void TstHarImport::whatAZippedFileLostIsSaid_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("keptOfHundred");
    QTest::addColumn<int>("changedFromEnd");
    QTest::addColumn<QString>("why");
    QTest::newRow("log, cut") << QStringLiteral("botocore-legacy.log") << 67 << 0
                              << QStringLiteral("cut off");
    QTest::newRow("curl, cut") << QStringLiteral("curl-times.log") << 67 << 0 << QStringLiteral("cut off");
    QTest::newRow("archive, cut") << QStringLiteral("playwright.har") << 80 << 0 << QStringLiteral("cut off");
    QTest::newRow("checksum") << QStringLiteral("two-attempts.har") << 100 << 8
                              << QStringLiteral("incorrect data check");
    QTest::newRow("length") << QStringLiteral("two-attempts.har") << 100 << 4
                            << QStringLiteral("incorrect length check");
    QTest::newRow("whole") << QStringLiteral("two-attempts.har") << 100 << 0 << QString();
}

void TstHarImport::whatAZippedFileLostIsSaid()
{
    QFETCH(const QString, name);
    QFETCH(const int, keptOfHundred);
    QFETCH(const int, changedFromEnd);
    QFETCH(const QString, why);
    const QString path = m_folder->filePath(name);
    QVERIFY(QFile::copy(trafficFile(name), path));
    QCOMPARE(QProcess::execute(QStringLiteral("gzip"), {path}), 0);
    QFile packed(path + QStringLiteral(".gz"));
    QVERIFY(packed.open(QIODevice::ReadWrite));
    packed.resize(packed.size() * keptOfHundred / 100);
    if (changedFromEnd > 0) {
        packed.seek(packed.size() - changedFromEnd);
        const char before = packed.peek(1).front();
        packed.write(QByteArray(1, static_cast<char>(~before)));
    }
    packed.close();

    const auto record = io::openRecord({packed.fileName()});
    QVERIFY2(record.ok(), qPrintable(record.ok() ? QString() : record.error().text()));
    QVERIFY(record.value().attemptCount() > 0);
    QString remarks;
    for (const std::string& remark : record.value().header().import->remarks) {
        remarks += QString::fromStdString(remark) + QLatin1Char('\n');
    }
    const QString said = QStringLiteral("The packed file is damaged (it is %1").arg(why);
    const QString other = QStringLiteral("The packed file is damaged (%1").arg(why);
    QCOMPARE(remarks.contains(said) || remarks.contains(other), !why.isEmpty());
}

void TstHarImport::exactlyTheLimitIsRead()
{
    constexpr std::size_t kMost = 3;
    const auto imported = [](int count) {
        QByteArrayList entries;
        for (int index = 0; index < count; ++index) {
            entries += entry("2026-01-01T00:00:00.000Z", 100, "https://a.example/x", 503);
        }
        QByteArray bytes = har(entries);
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::ReadOnly);
        return io::importTraffic({{buffer, QStringLiteral("input")}}, QStringLiteral("har"), {}, kMost);
    };
    QCOMPARE(imported(3).value().attemptCount(), 3);
    QVERIFY(imported(4).error().text().contains(QStringLiteral("more than 3 requests")));
}

void TstHarImport::whatStandsBeforeADamageIsRead()
{
    QFile file(trafficFile(QStringLiteral("playwright.har")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray whole = file.readAll();
    const RunRecord record = importText(whole.left(whole.size() / 2));
    QVERIFY(record.attemptCount() > 3);
    QVERIFY(record.attemptCount() < 11);
    const std::vector<std::string>& remarks = record.header().import->remarks;
    QCOMPARE(remarks.size(), 1U);
    QVERIFY(remarks.front().find("damaged") != std::string::npos);
    QVERIFY(remarks.front().find("line") != std::string::npos);
}

void TstHarImport::entriesThatAreNoRequestAreNamed()
{
    const QByteArray none = R"("content":{"size":0})";
    const RunRecord record = import({entry("2026-01-01T00:00:00.000Z", 1, "https://a.example/x", 200),
                                     entry("2026-01-01T00:00:01.000Z", 0, "https://a.example/cached", 200,
                                           none, R"(,"_fromCache":"memory")"),
                                     entry("2026-01-01T00:00:00.000Z", 1, "data:text/plain,x", 200),
                                     entry("yesterday", 0, "https://a.example/timeless", 200), "{}"});
    QCOMPARE(record.attemptCount(), 1);
    const std::vector<SkippedLine>& skipped = record.header().import->skipped;
    QCOMPARE(skipped.size(), 4U);
    QCOMPARE(skipped[0].place, std::string("entries[1]"));
    QCOMPARE(skipped[0].text, std::string("GET https://a.example/cached"));
    QVERIFY(skipped[0].why.find("cache") != std::string::npos);
    QVERIFY(skipped[1].why.find("not an HTTP request") != std::string::npos);
    QVERIFY(skipped[2].why.find("2026-01-31T12:00:00.000Z") != std::string::npos);
    QVERIFY(!skipped[3].why.empty());
}

void TstHarImport::anArchiveWithoutARequestIsAnError()
{
    const auto record = open(har({entry("2026-01-01T00:00:00.000Z", 1, "data:,x", 200)}));
    QVERIFY(!record.ok());
    QVERIFY(record.error().kind == io::Error::Kind::BadInput);
    QVERIFY2(record.error().message.contains(QStringLiteral("entries[0]: this is not an HTTP request")),
             qPrintable(record.error().message));
}

void TstHarImport::aMissingBodyIsUnknownAndNotEmpty()
{
    const RunRecord record = import(
        {entry("2026-01-01T00:00:00.000Z", 1, "https://a.example/x", 500, R"("content":{"size":300})")});
    const Response& response = *record.callAt(0).attempts.front().facts.response;
    QVERIFY(response.body.empty());
    QCOMPARE(response.bodyBytes, 300);
    QVERIFY(response.bodyTruncated);
    QVERIFY(!response.parsed.isEmpty); // a client that looks for a body finds one
}

void TstHarImport::aLargeBodyLeavesItsDigest()
{
    const QByteArray body(100'000, 'x');
    const RunRecord record = import({entry("2026-01-01T00:00:00.000Z", 1, "https://a.example/x", 200,
                                           R"("content":{"size":100000,"text":")" + body + "\"}")});
    const Response& response = *record.callAt(0).attempts.front().facts.response;
    QVERIFY(response.body.empty());
    QCOMPARE(response.bodyBytes, 100'000);
    QCOMPARE(response.bodySha256.size(), 64U);
}

void TstHarImport::anErrorThatIsNotKnownStaysUnknown()
{
    const RunRecord record = import({entry("2026-01-01T00:00:00.000Z", 1, "https://a.example/x", -1,
                                           R"("_failureText":"net::ERR_SOMETHING_NEW")")});
    const AttemptFacts& facts = record.callAt(0).attempts.front().facts;
    QVERIFY(!facts.response && !facts.fault);
    QCOMPARE(facts.wire->notes, (std::vector<std::string>{"net::ERR_SOMETHING_NEW"}));
}

void TstHarImport::aRecordOfItIsReadAgain()
{
    for (const char* name : {"playwright.har", "axios.har", "two-attempts.har"}) {
        const auto record = io::openRecord({trafficFile(QLatin1String(name))});
        const QByteArray written = io::recordBytes(record.value());
        const QJsonObject document = QJsonDocument::fromJson(written).object();
        QCOMPARE(document.value(QStringLiteral("origin")).toString(), QStringLiteral("imported"));
        QCOMPARE(document.value(QStringLiteral("importedFrom")).toString(), QStringLiteral("har"));
        const QJsonObject first =
            document[QStringLiteral("calls")][0][QStringLiteral("attempts")][0].toObject();
        QCOMPARE(first.value(QStringLiteral("judgedBy")).toString(), QStringLiteral("status"));
        QVERIFY(first.value(QStringLiteral("connection")).isNull());
        QVERIFY(first.value(QStringLiteral("plannedDelayMs")).isNull());
        const auto again = io::recordFromJson(written, QStringLiteral("again"));
        QVERIFY2(again.ok(), again ? "" : qPrintable(again.error().text()));
        QCOMPARE(io::recordBytes(again.value()), written);
    }
}

/// What HAR has members for is equal; the record of the import says what is not known.
void TstHarImport::whatIsExportedComesBack()
{
    for (const char* name : {"playwright.har", "axios.har", "two-attempts.har"}) {
        const auto opened = io::openRecord({trafficFile(QLatin1String(name))});
        QBuffer exported;
        exported.open(QIODevice::WriteOnly);
        io::writeRecordAsHar(opened.value(), exported);
        const RunRecord& before = opened.value();
        const RunRecord after = importText(exported.data());
        QCOMPARE(after.calls().size(), before.calls().size());
        QVERIFY(after.header().startedAt == before.header().startedAt);
        for (std::size_t call = 0; call < before.calls().size(); ++call) {
            const std::vector<AttemptRecord>& left = before.calls()[call].attempts;
            const std::vector<AttemptRecord>& right = after.calls()[call].attempts;
            QCOMPARE(right.size(), left.size());
            for (std::size_t index = 0; index < left.size(); ++index) {
                QVERIFY(right[index].start == left[index].start);
                QVERIFY(right[index].end == left[index].end);
                QVERIFY(right[index].sentTarget == left[index].sentTarget);
                QVERIFY(right[index].sentBody == left[index].sentBody);
                QVERIFY(right[index].actualDelay == left[index].actualDelay);
                QVERIFY(right[index].facts.phases == left[index].facts.phases);
                QCOMPARE(right[index].facts.fault.has_value(), left[index].facts.fault.has_value());
                QCOMPARE(right[index].facts.response != nullptr, left[index].facts.response != nullptr);
                if (left[index].facts.response) {
                    QVERIFY(*right[index].facts.response == *left[index].facts.response);
                }
                QVERIFY(right[index].facts.wire->sentHeaders == left[index].facts.wire->sentHeaders);
                QCOMPARE(right[index].facts.wire->hops.size(), left[index].facts.wire->hops.size());
                for (std::size_t hop = 0; hop < left[index].facts.wire->hops.size(); ++hop) {
                    QVERIFY(right[index].facts.wire->hops[hop] == left[index].facts.wire->hops[hop]);
                }
            }
        }
    }
}

void TstHarImport::redirectsOfOthersAreNoHops()
{
    const QByteArray moved = R"({"startedDateTime":"2026-01-01T00:00:00.000Z","time":100,)"
                             R"("request":{"method":"GET","url":"https://a.example/x"},)"
                             R"("response":{"status":302,"headers":[{"name":"Location","value":"/y"}]}})";
    // Two seconds later: asked for by someone else.
    const RunRecord record =
        import({moved, entry("2026-01-01T00:00:02.200Z", 100, "https://a.example/y", 200)});
    QCOMPARE(record.attemptCount(), 2);
    // A chain whose target was not asked for.
    QCOMPARE(
        import({moved, entry("2026-01-01T00:00:00.150Z", 100, "https://a.example/z", 200)}).attemptCount(),
        2);
    QCOMPARE(
        import({moved, entry("2026-01-01T00:00:00.150Z", 100, "https://a.example/y", 200)}).attemptCount(),
        1);
}

/// 256 MiB, streamed: the memory that it takes is that of the record.
void TstHarImport::manyEntriesTakeLittleMemory()
{
    QFile file(m_folder->filePath(QStringLiteral("large.har")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray text = entry("2026-01-01T00:00:00.000Z", 1, "https://a.example/x", 200,
                                  R"("content":{"size":8000,"text":")" + QByteArray(8000, 'x') + "\"}");
    file.write("{\"log\":{\"version\":\"1.2\",\"entries\":[");
    constexpr qint64 kSize = qint64{256} * 1024 * 1024;
    for (bool isFirst = true; file.pos() < kSize; isFirst = false) {
        file.write(isFirst ? "\n" : ",\n");
        file.write(text);
    }
    file.write("]}}");
    file.close();
    const auto record = io::openRecord({file.fileName()});
    QVERIFY(record.ok());
    QVERIFY(record.value().attemptCount() > 25'000);
    QFile status(QStringLiteral("/proc/self/status"));
    QVERIFY(status.open(QIODevice::ReadOnly));
    for (const QByteArray& line : status.readAll().split('\n')) {
        if (line.startsWith("VmHWM:")) {
            const int mib = line.simplified().split(' ')[1].toInt() / 1024;
            qInfo("at most %d MiB", mib);
            QVERIFY(mib <= 300);
        }
    }
}

RETRYSCOPE_TEST(TstHarImport)
#include "tst_har_import.moc"
