// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/call_outcome.h"
#include "core/io/documents/record_json.h"
#include "core/io/files/file_work.h"
#include "core/io/files/run_store.h"
#include "core/read/whole_run.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

#include <atomic>
#include <memory>

using namespace retryscope;
using namespace retryscope::io;

namespace {

constexpr auto kAddInto = "RETRYSCOPE_TEST_ADDS_INTO";
constexpr int kEach = 15; ///< runs that each of several processes adds

RunRecord recordOf(const std::string& url, int status = 503, int calls = 1)
{
    RequestSpec spec;
    spec.url = url;
    return test::runOf(test::plainPolicy(), std::vector{test::response(status)},
                       {.spec = spec, .calls = calls});
}

QStringList idsOf(const std::vector<RunSummary>& runs)
{
    QStringList ids;
    for (const RunSummary& run : runs) {
        ids += run.id;
    }
    return ids;
}

/// A folder for one test, and a clock that stands still.
struct Lab
{
    QTemporaryDir temporary;
    QString folder = temporary.filePath(QStringLiteral("runs"));

    [[nodiscard]] RunStore store(RunStoreLimits limits = {}) const
    {
        return RunStore(folder, limits, [] { return WallTime{1'769'860'800'123}; });
    }
    [[nodiscard]] QString file(const QString& name) const { return QDir(folder).filePath(name); }
    [[nodiscard]] QStringList files() const
    {
        return QDir(folder).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }
    void write(const QString& name, const QByteArray& content) const
    {
        QFile written(file(name));
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write(content);
    }
    [[nodiscard]] QByteArray read(const QString& name) const
    {
        QFile opened(file(name));
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }
};

RunList listOf(const RunStore& store)
{
    const Result<RunList> list = store.list();
    return list ? list.value() : RunList{.problems = {list.error().text()}};
}

QString added(const RunStore& store, const RunRecord& record)
{
    const Result<AddedRun> run = store.add(record);
    return run ? run.value().summary.id : run.error().text();
}

} // namespace

class TstRunStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunIsListedAndOpened()
    {
        const Lab lab;
        const RunStore store = lab.store();
        QVERIFY(listOf(store).runs.empty());
        QVERIFY(!QFile::exists(lab.folder));
        const RunRecord record = recordOf("https://h/a?Signature=secret");
        const Result<AddedRun> run = store.add(record);
        QVERIFY2(run.ok(), qPrintable(run.ok() ? QString() : run.error().text()));
        QCOMPARE(run.value().summary.id, QStringLiteral("1769860800123"));

        const RunList list = listOf(store);
        QVERIFY(list.problems.isEmpty());
        QCOMPARE(list.runs.size(), std::size_t{1});
        QVERIFY(list.runs.front() == run.value().summary);
        const RunSummary& summary = list.runs.front();
        QCOMPARE(summary.method, std::string("GET"));
        QCOMPARE(summary.url, std::string("https://h/a?Signature=[redacted]"));
        QVERIFY(summary.verdict == CallVerdict::Failed);
        QVERIFY(summary.stopReason == StopReason::AttemptsExhausted);
        QCOMPARE(*summary.status, 503);
        QCOMPARE(summary.outcome, std::string("503"));
        QCOMPARE(summary.attempts, 3);
        QCOMPARE(*summary.elapsed, Duration(std::chrono::milliseconds(3)));
        QCOMPARE(summary.outline.size(), std::size_t{3});
        QCOMPARE(summary.bytes, QFileInfo(lab.file(QStringLiteral("1769860800123.run.json"))).size());

        const Result<RunRecord> opened = store.open(summary.id);
        QVERIFY(opened.ok());
        QCOMPARE(recordBytes(opened.value()), recordBytes(record));
        QVERIFY(!lab.read(QStringLiteral("1769860800123.run.json")).contains("secret"));
        QVERIFY(!lab.read(QStringLiteral("index.json")).contains("secret"));
    }

    void onlyTheOwnerCanRead()
    {
        const Lab lab;
        added(lab.store(), recordOf("https://h/"));
        const QFileDevice::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup |
                                                QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
        QVERIFY(!(QFileInfo(lab.folder).permissions() & others));
        QVERIFY(lab.files().contains(QStringLiteral("index.json")));
        for (const QString& name : lab.files()) {
            QVERIFY2(!(QFileInfo(lab.file(name)).permissions() & others), qPrintable(name));
        }
    }

    void theNewestComesFirstWhateverTheClockSays()
    {
        const Lab lab;
        const RunStore store = lab.store();
        const QStringList ids{added(store, recordOf("a")), added(store, recordOf("b")),
                              added(store, recordOf("c"))};
        QCOMPARE(idsOf(listOf(store).runs), (QStringList{ids[2], ids[1], ids[0]}));
    }

    void aListReadsNoRecord()
    {
        const Lab lab;
        const RunStore store = lab.store();
        const QString id = added(store, recordOf("https://h/"));
        const QString name = id + QStringLiteral(".run.json");
        lab.write(name, QByteArray(lab.read(name).size(), 'x'));
        QCOMPARE(idsOf(listOf(store).runs), QStringList{id});
        const Result<RunRecord> opened = store.open(id);
        QVERIFY(!opened.ok());
        QCOMPARE(opened.error().kind, Error::Kind::BadInput);
    }

    void aRunIsRemoved()
    {
        const Lab lab;
        const RunStore store = lab.store();
        const QString first = added(store, recordOf("a"));
        const QString second = added(store, recordOf("b"));
        QVERIFY(store.remove(first).ok());
        QCOMPARE(idsOf(listOf(store).runs), QStringList{second});
        QVERIFY(!store.open(first).ok());
        QVERIFY(!store.remove(first).ok());
    }

    void manyAreRemovedAtOnce()
    {
        const Lab lab;
        const RunStore store = lab.store();
        QStringList ids;
        for (int run = 0; run < 5; ++run) {
            ids += added(store, recordOf("a"));
        }
        QVERIFY(store.pin(ids[1], true).ok());
        QVERIFY(store.remove(QStringList{ids[0], QStringLiteral("../x"), ids[1], ids[0], ids[3]}).ok());
        QCOMPARE(idsOf(listOf(store).runs), (QStringList{ids[4], ids[2]}));
        QCOMPARE(lab.files().filter(QStringLiteral(".run.json")).size(), 2);
        QVERIFY(!lab.files().join(u' ').contains(QStringLiteral("pinned")));
        QVERIFY(store.remove(QStringList()).ok());
        QCOMPARE(listOf(store).runs.size(), std::size_t{2});
    }

    void anIdLeadsNowhereElse_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("up") << QStringLiteral("../../1769860800123");
        QTest::newRow("index") << QStringLiteral("index");
        QTest::newRow("empty") << QString();
        QTest::newRow("unknown") << QStringLiteral("1769860800124");
    }
    void anIdLeadsNowhereElse()
    {
        QFETCH(QString, id);
        const Lab lab;
        const RunStore store = lab.store();
        added(store, recordOf("a"));
        QCOMPARE(store.open(id).error().kind, Error::Kind::BadUsage);
        QCOMPARE(store.remove(id).error().kind, Error::Kind::BadUsage);
        QCOMPARE(store.pin(id, true).error().kind, Error::Kind::BadUsage);
        QCOMPARE(listOf(store).runs.size(), std::size_t{1});
    }

    void theOldestThatIsNotPinnedMakesRoom()
    {
        const Lab lab;
        const RunStore store = lab.store({.runs = 3});
        const QString first = added(store, recordOf("a"));
        const QString second = added(store, recordOf("b"));
        const QString third = added(store, recordOf("c"));
        QVERIFY(store.pin(first, true).ok());
        const Result<AddedRun> fourth = store.add(recordOf("d"));
        QCOMPARE(fourth.value().removed, QStringList{second});
        const RunList list = listOf(store);
        QCOMPARE(idsOf(list.runs), (QStringList{fourth.value().summary.id, third, first}));
        QVERIFY(list.runs.back().isPinned);
        QVERIFY(store.open(first).ok());
        QVERIFY(!store.open(second).ok());

        QVERIFY(store.pin(third, true).ok());
        QVERIFY(store.pin(fourth.value().summary.id, true).ok());
        const Result<AddedRun> fifth = store.add(recordOf("e"));
        QVERIFY(!fifth.ok());
        QVERIFY(fifth.error().text().contains(QStringLiteral("pinned runs fill the history")));
        QVERIFY(store.pin(first, false).ok());
        QVERIFY(store.add(recordOf("e")).ok());
    }

    void bytesAreBoundedToo()
    {
        const Lab lab;
        const qint64 each = lab.store().add(recordOf("a")).value().summary.bytes;
        const RunStore store = lab.store({.bytes = 3 * each + each / 2});
        for (int run = 0; run < 6; ++run) {
            added(store, recordOf("a"));
        }
        QCOMPARE(listOf(store).runs.size(), std::size_t{3});
    }

    void aRecordThatIsTooLargeIsToldAndLeavesNothing()
    {
        const Lab lab;
        const RunStore store = lab.store({.recordBytes = 3000});
        const Result<AddedRun> run = store.add(recordOf("a", 503, 100));
        QVERIFY(!run.ok());
        QCOMPARE(run.error().kind, Error::Kind::BadUsage);
        QVERIFY(run.error().text().contains(QStringLiteral("too large for the history")));
        QCOMPARE(lab.files(), QStringList());
        QVERIFY(!store.add(RunRecord()).ok());
    }

    /// Its first calls and the numbers of all, since its seed makes it again. Two of them can be compared.
    void aSimulationThatIsTooLargeIsKeptInPart()
    {
        const Lab lab;
        const RunRecord whole = recordOf("a", 503, 3000);
        QVERIFY(whole.header().isVirtual);
        const qint64 bytes = recordBytes(whole).size();
        const RunStore store = lab.store({.recordBytes = bytes / 2});
        const QString id = added(store, whole);
        const RunList list = listOf(store);
        QCOMPARE(list.runs.size(), std::size_t{1});
        const RunSummary& run = list.runs.front();
        QCOMPARE(run.calls, 3000);
        QCOMPARE(run.seed, whole.header().seed);
        QVERIFY(run.p50 && run.p99);
        QCOMPARE(*run.p50, callTimesOf(whole)->p50);

        const RunRecord kept = store.open(id).value();
        QCOMPARE(kept.calls().size(), std::size_t{1000});
        QVERIFY(totalsOf(kept) == totalsOf(whole));
        QVERIFY(callTimesOf(kept) == callTimesOf(whole));
        QCOMPARE(countsOf(kept).failed, countsOf(whole).failed);
        QVERIFY2(noteAbout(kept.header()).contains(QStringLiteral("those of all 3,000 calls")),
                 qPrintable(noteAbout(kept.header())));
        QCOMPARE(store.add(kept, IfThere::Find).value().summary.id, id); // opened again, it is the same one
    }

    void whatIsNoRunIsSkippedAndTold()
    {
        const Lab lab;
        const RunStore store = lab.store();
        const QString id = added(store, recordOf("a"));
        lab.write(QStringLiteral("1769860800999.run.json"),
                  lab.read(id + QStringLiteral(".run.json")).left(900));
        lab.write(QStringLiteral("1769860800998.run.json"), QByteArray());
        lab.write(QStringLiteral("notes.json"), "{}");
        for (int round = 0; round < 2; ++round) {
            const RunList list = listOf(store);
            QCOMPARE(idsOf(list.runs), QStringList{id});
            QCOMPARE(list.problems.size(), 3);
            QVERIFY(
                list.problems.join(u' ').contains(QStringLiteral("notes.json: not a file of the history")));
        }
        QVERIFY(QFile::exists(lab.file(QStringLiteral("notes.json"))));
        QVERIFY(store.add(recordOf("b")).ok());
        QVERIFY(QFile::remove(lab.file(QStringLiteral("notes.json"))));
        QCOMPARE(listOf(store).problems.size(), 2);
    }

    void anIndexIsMadeGoodFromTheFiles_data()
    {
        QTest::addColumn<QByteArray>("index");
        QTest::newRow("cut") << QByteArray("{\"format\": \"retryscope.runs/1\", \"runs\": [");
        QTest::newRow("of another format") << QByteArray("{\"format\": \"retryscope.runs/2\"}");
        QTest::newRow("wrong inside")
            << QByteArray("{\"format\": \"retryscope.runs/1\", \"runs\": [{\"id\": 7}]}");
        QTest::newRow("a seed that is none")
            << QByteArray(R"({"format": "retryscope.runs/1", "runs": [{"id": "1769860800123", "seed": "x",)"
                          R"( "storedAt": 1769860800123, "bytes": SIZE, "verdict": "failed"}]})");
        QTest::newRow("behind") << QByteArray("{\"format\": \"retryscope.runs/1\", \"runs\": []}");
        QTest::newRow("missing") << QByteArray();
    }
    void anIndexIsMadeGoodFromTheFiles()
    {
        QFETCH(QByteArray, index);
        const Lab lab;
        const RunStore store = lab.store();
        const QString first = added(store, recordOf("a"));
        added(store, recordOf("b", 200));
        QVERIFY(store.pin(first, true).ok());
        const RunList before = listOf(store);
        const QByteArray good = lab.read(QStringLiteral("index.json"));
        QFile::remove(lab.file(QStringLiteral("index.json")));
        index.replace("SIZE", QByteArray::number(before.runs.back().bytes));
        if (!index.isEmpty()) {
            lab.write(QStringLiteral("index.json"), index);
        }
        const RunList after = listOf(store);
        QVERIFY(after.runs == before.runs);
        QVERIFY(after.problems.isEmpty());
        QCOMPARE(lab.read(QStringLiteral("index.json")), good);
    }

    void aRecordWhoseProcessEndedBeforeTheIndexWasWrittenIsThere()
    {
        const Lab lab;
        const RunStore store = lab.store();
        added(store, recordOf("a"));
        const QByteArray old = lab.read(QStringLiteral("index.json"));
        added(store, recordOf("b"));
        const RunList before = listOf(store);
        lab.write(QStringLiteral("index.json"), old);
        QVERIFY(listOf(store).runs == before.runs);
    }

    void aListLeavesAGoodIndexAsItIs()
    {
        const Lab lab;
        const RunStore store = lab.store();
        QVERIFY(store.pin(added(store, recordOf("a")), true).ok());
        const QDateTime old = QDateTime::fromMSecsSinceEpoch(1'769'860'800'000);
        QFile index(lab.file(QStringLiteral("index.json")));
        QVERIFY(index.open(QIODevice::ReadWrite));
        QVERIFY(index.setFileTime(old, QFileDevice::FileModificationTime));
        index.close();
        for (int round = 0; round < 2; ++round) {
            QVERIFY(listOf(store).runs.front().isPinned);
            QCOMPARE(QFileInfo(index.fileName()).lastModified().toMSecsSinceEpoch(), old.toMSecsSinceEpoch());
        }
    }

    void whatAKilledProcessLeftOfTheIndexGoesWithTheNextChange()
    {
        const Lab lab;
        const RunStore store = lab.store();
        added(store, recordOf("a"));
        const QString left = QStringLiteral("index.json.Ab3dEf");
        const QString young = QStringLiteral("index.json.Zy9xWv"); // another process may be writing it
        lab.write(left, "{");
        lab.write(young, "{");
        QFile file(lab.file(left));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTimeUtc().addSecs(-3600),
                                 QFileDevice::FileModificationTime));
        file.close();
        added(store, recordOf("b"));
        QVERIFY(!lab.files().contains(left));
        QVERIFY(lab.files().contains(young));
        QCOMPARE(listOf(store).runs.size(), std::size_t{2});
    }

    void wordsAreFoundInSummaries()
    {
        const Lab lab;
        const RunStore store = lab.store();
        added(store, recordOf("https://h/orders"));
        added(store, recordOf("https://h/users", 200));
        const std::vector<RunSummary> runs = listOf(store).runs;
        const auto found = [&runs](const char* words) {
            return matching(runs, QString::fromLatin1(words)).size();
        };
        QCOMPARE(found(""), std::size_t{2});
        QCOMPARE(found("ORDERS failed"), std::size_t{1});
        QCOMPARE(found("orders succeeded"), std::size_t{0});
        QCOMPARE(found("503"), std::size_t{1});
        QCOMPARE(found("get"), std::size_t{2});
    }

    void aRunIsKeptWhileTheWindowGoesOn()
    {
        const Lab lab;
        FileWork work;
        std::optional<Result<AddedRun>> outcome;
        work.keep(lab.store(), recordOf("a", 503, 300), nullptr, io::IfThere::AddAgain,
                  [&outcome](const Result<AddedRun>& run) { outcome = run; });
        QTRY_VERIFY(outcome.has_value());
        QVERIFY(outcome->ok());
        QCOMPARE(listOf(lab.store()).runs.front().calls, 300);
    }

    /// Only in processes that the next tests start.
    void addsRuns()
    {
        const QString folder = qEnvironmentVariable(kAddInto);
        const RunStore store(folder);
        for (int run = 0; !folder.isEmpty() && run < kEach; ++run) {
            const Result<AddedRun> result = store.add(recordOf("https://h/" + std::to_string(run), 503, 20));
            QVERIFY2(result.ok(), qPrintable(result.ok() ? QString() : result.error().text()));
            fputs("added\n", stdout);
            fflush(stdout);
        }
    }

    void processesShareTheStore()
    {
        const Lab lab;
        std::vector<std::unique_ptr<QProcess>> processes;
        for (int number = 0; number < 3; ++number) {
            processes.push_back(startAdding(lab.folder));
        }
        const RunStore store(lab.folder);
        while (processes[0]->state() != QProcess::NotRunning) {
            const RunList list = listOf(store); // while the others add
            QVERIFY2(list.problems.isEmpty(), qPrintable(list.problems.join(u'\n')));
            processes[0]->waitForFinished(10);
        }
        for (const auto& process : processes) {
            QVERIFY(process->state() == QProcess::NotRunning || process->waitForFinished());
            QVERIFY2(process->exitCode() == 0, process->readAll().constData());
        }
        const RunList list = listOf(store);
        QVERIFY(list.problems.isEmpty());
        QCOMPARE(list.runs.size(), std::size_t{3 * kEach});
        for (const RunSummary& run : list.runs) {
            QVERIFY(store.open(run.id).ok());
        }
    }

    void aProcessThatIsKilledLeavesAWholeStore()
    {
        const Lab lab;
        const RunStore store(lab.folder);
        std::size_t told = 0;
        for (int round = 1; round <= 6; ++round) {
            const std::unique_ptr<QProcess> process = startAdding(lab.folder);
            QByteArray output;
            while (output.count("added") < round && process->waitForReadyRead()) {
                output += process->readAll();
            }
            process->kill();
            QVERIFY(process->waitForFinished());
            output += process->readAll();
            told += static_cast<std::size_t>(output.count("added"));
            const RunList list = listOf(store);
            QVERIFY2(list.problems.isEmpty(), qPrintable(list.problems.join(u'\n')));
            QVERIFY(list.runs.size() >= told && list.runs.size() <= told + static_cast<std::size_t>(round));
            QVERIFY(store.open(list.runs.front().id).ok());
        }
        QVERIFY(store.add(recordOf("https://h/")).ok()); // the lock of the last one is no obstacle
    }

private:
    static std::unique_ptr<QProcess> startAdding(const QString& folder)
    {
        auto process = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QString::fromLatin1(kAddInto), folder);
        process->setProcessEnvironment(environment);
        process->start(QCoreApplication::applicationFilePath(),
                       {QStringLiteral("tst_run_store"), QStringLiteral("addsRuns")});
        return process;
    }
};

RETRYSCOPE_TEST(TstRunStore)
#include "tst_run_store.moc"
