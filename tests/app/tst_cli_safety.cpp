// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/plain_server.h"
#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QCryptographicHash>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <csignal>
#include <memory>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace retryscope::test;

namespace {

constexpr auto kCanaryText = "canary0123456789";

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

/// A pipe with a name. Nothing is read from it before the test does, so a program that writes more than a
/// pipe holds is stopped in the midst of it.
class NamedPipe
{
public:
    explicit NamedPipe(const QString& path) : m_path(path)
    {
        const QByteArray name = QFile::encodeName(path);
        if (::mkfifo(name.constData(), 0600) == 0) {
            m_end = ::open(name.constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        }
    }
    ~NamedPipe() { ::close(m_end); }
    NamedPipe(const NamedPipe&) = delete;
    NamedPipe& operator=(const NamedPipe&) = delete;

    [[nodiscard]] const QString& path() const { return m_path; }
    /// What is there now.
    QByteArray read()
    {
        QByteArray bytes(64 * 1024, '\0');
        const ssize_t size = ::read(m_end, bytes.data(), static_cast<std::size_t>(bytes.size()));
        m_content += bytes.left(std::max<qsizetype>(size, 0));
        return m_content;
    }

private:
    QString m_path;
    int m_end = -1;
    QByteArray m_content;
};

QStringList linedUp(const char* line, const QStringList& more = {})
{
    return QString::fromLatin1(line).split(u' ', Qt::SkipEmptyParts) + more;
}

/// Runs a line of the shell in which "$0" is the program.
ProgramResult runInShell(const QString& line, const QString& folder)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    process.setProcessEnvironment(plainEnvironment());
    process.start(QStringLiteral("sh"), {QStringLiteral("-c"), line, QStringLiteral(RETRYSCOPE_CLI)});
    return finish(process);
}

/// Of another process, in user and system mode.
double processorSeconds(qint64 process)
{
    const QByteArray line = contentOf(QStringLiteral("/proc/%1/stat").arg(process));
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
    return (fields.value(11).toDouble() + fields.value(12).toDouble()) /
           static_cast<double>(::sysconf(_SC_CLK_TCK));
}

int modeOf(const QString& path)
{
    struct stat status = {};
    return ::stat(QFile::encodeName(path).constData(), &status) == 0
               ? static_cast<int>(status.st_mode & 0777U)
               : -1;
}

} // namespace

/// The program against what it is pointed at: signals, files that are none, full disks, secrets.
class TstCliSafety : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSignalWhileTheRecordIsWrittenLeavesItWhole_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("signalNumber");
        const char* calls = " --scenario always-503 --calls 40 --no-wait --seed 1";
        for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
            QTest::addRow("run, signal %d", number)
                << linedUp(qPrintable(QLatin1String("run") + QLatin1String(calls))) << number;
        }
        QTest::newRow("simulate") << linedUp(qPrintable(QLatin1String("simulate") + QLatin1String(calls)))
                                  << SIGINT;
        const QString record = m_folder.filePath(QStringLiteral("forty.json"));
        QVERIFY(runProgram(linedUp(qPrintable(QLatin1String("simulate") + QLatin1String(calls)),
                                   {QStringLiteral("--output"), record}))
                    .exitCode == 1);
        QTest::newRow("replay") << linedUp("replay --policy record", {record}) << SIGINT;
    }
    void aSignalWhileTheRecordIsWrittenLeavesItWhole()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, signalNumber);
        NamedPipe pipe(m_folder.filePath(QString::fromLatin1(QTest::currentDataTag())));
        QProcess process;
        startProgram(process, arguments + QStringList{QStringLiteral("--output"), pipe.path()});
        QTRY_VERIFY_WITH_TIMEOUT(!pipe.read().isEmpty(), 20'000); // every call is over
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signalNumber), 0);
        process.setReadChannel(QProcess::StandardError);
        QVERIFY(process.waitForReadyRead(20'000)); // before the pipe has room again
        QVERIFY(process.readLine().startsWith("interrupted: writing what was recorded"));
        QTRY_VERIFY_WITH_TIMEOUT((pipe.read(), process.state() == QProcess::NotRunning), 20'000);
        QCOMPARE(finish(process).exitCode, 130);
        const QJsonObject record = QJsonDocument::fromJson(pipe.read()).object();
        QCOMPARE(record[u"calls"].toArray().size(), 40);
    }

    /// Much is to be written then: what takes so long is said first, and all of it comes.
    void aSignalBeforeALargeRecordIsNoSilence()
    {
        QProcess process;
        startProgram(process, linedUp("simulate --scenario always-503 --calls 20000 --seed 1 --format json"));
        QTRY_VERIFY_WITH_TIMEOUT(process.bytesAvailable() > 0, 60'000);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        process.setReadChannel(QProcess::StandardError);
        QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 60'000);
        const QByteArray note = process.readLine();
        QVERIFY2(note.startsWith("interrupted: writing what was recorded"), note.constData());
        QCOMPARE(process.state(), QProcess::Running); // while it is being written
        const ProgramResult result = finish(process);
        QCOMPARE(result.exitCode, 130);
        QCOMPARE(result.json()[u"calls"].toArray().size(), 20'000);
    }

    void twoSignalsWithinASecondEndAtOnce()
    {
        NamedPipe pipe(m_folder.filePath(QStringLiteral("twice")));
        QProcess process;
        startProgram(process, linedUp("run --scenario always-503 --calls 40 --no-wait --seed 1 --output",
                                      {pipe.path()}));
        QTRY_VERIFY_WITH_TIMEOUT(!pipe.read().isEmpty(), 20'000);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
        process.setReadChannel(QProcess::StandardError);
        QVERIFY(process.waitForReadyRead(20'000));
        // At once it may be the same signal, as timeout(1) sends it to the program and to its group.
        const auto pid = static_cast<pid_t>(process.processId());
        QTRY_VERIFY(process.state() == QProcess::NotRunning || ::kill(pid, SIGINT) != 0);
        QCOMPARE(finish(process).exitCode, 130); // although nobody reads the pipe
    }

    void aReaderThatIsGoneDoesNotEndAnInterruptedRun()
    {
        // As Ctrl+C in a pipeline does it: what reads standard error ends first. The record is being written
        // while the pipe that it goes to is full.
        const QString line = QStringLiteral(
            "mkfifo slow; { \"$0\" simulate --scenario always-503 --calls 3000 --seed 1 --output slow "
            ">/dev/null & "
            "echo $! >pid; wait $!; echo $? >code; } 2>&1 | true & "
            "exec 3<slow; head -c 1000 <&3 >kept.json; kill -INT $(cat pid); cat <&3 >>kept.json; wait; cat "
            "code");
        const ProgramResult result = runInShell(line, m_folder.path());
        QVERIFY2(result.output == "130\n", result.output + result.errors);
        const QByteArray kept = contentOf(m_folder.filePath(QStringLiteral("kept.json")));
        QVERIFY(!QJsonDocument::fromJson(kept).object().isEmpty());
    }

    /// At moments all over the reading and the writing, and after it.
    void aSignalWhileConvertingLeavesTheOldFileOrTheNew()
    {
        const QString record = m_folder.filePath(QStringLiteral("converted.json"));
        QVERIFY(runProgram(linedUp("simulate --scenario always-503 --calls 4000 --seed 1 --output", {record}))
                    .exitCode == 1);
        QDir folder(m_folder.filePath(QStringLiteral("converts")));
        QVERIFY(QDir().mkpath(folder.path()));
        const QString target = folder.filePath(QStringLiteral("target.json"));
        const auto start = [&record, &target](QProcess& process) {
            startProgram(process, linedUp("convert --to json --output", {target, record}));
        };
        QElapsedTimer clock;
        clock.start();
        QProcess whole;
        start(whole);
        QCOMPARE(finish(whole).exitCode, 0);
        const qint64 length = clock.elapsed();
        const QByteArray converted = contentOf(target);
        constexpr int kMoments = 12;
        int interrupted = 0;
        for (int moment = 1; moment <= kMoments; ++moment) {
            QVERIFY(writeFile(target, "old"));
            QProcess process;
            start(process);
            QVERIFY(process.waitForStarted());
            process.waitForFinished(static_cast<int>(length * moment / kMoments));
            if (process.state() == QProcess::Running) { // else the number is 0, which is all of us
                ::kill(static_cast<pid_t>(process.processId()), moment % 2 == 0 ? SIGINT : SIGTERM);
            }
            const int exitCode = finish(process).exitCode;
            // Before the program knows of signals one ends it as the system does, with nothing done.
            QVERIFY2(exitCode == 130 || exitCode == 0 || exitCode == -1, QByteArray::number(exitCode));
            interrupted += exitCode == 130 ? 1 : 0;
            const QByteArray content = contentOf(target);
            QVERIFY(content == "old" || content == converted);
            QVERIFY(exitCode != 0 || content == converted);
            QCOMPARE(folder.entryList(QDir::Files | QDir::Hidden),
                     QStringList{QStringLiteral("target.json")});
        }
        QVERIFY(interrupted > 0);
    }

    /// As many connections as there are descriptors, and more: the rest waits in the queue, nothing spins,
    /// and what is free again is used.
    void anEndpointOutOfDescriptorsGoesOnQuietly()
    {
        if (kIsSanitized) {
            QSKIP("a sanitizer has descriptors of its own");
        }
        QProcess process;
        process.setProcessEnvironment(plainEnvironment());
        process.start(QStringLiteral("sh"),
                      {QStringLiteral("-c"),
                       QStringLiteral("ulimit -n 100; exec \"$0\" serve --scenario always-503"),
                       QStringLiteral(RETRYSCOPE_CLI)});
        QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 20'000);
        const QUrl url(QString::fromLatin1(process.readLine().trimmed()));
        {
            std::vector<std::unique_ptr<QTcpSocket>> crowd;
            for (int number = 0; number < 300; ++number) {
                crowd.push_back(std::make_unique<QTcpSocket>());
                crowd.back()->connectToHost(QHostAddress::LocalHost, static_cast<quint16>(url.port()));
                crowd.back()->write("GET / HTTP"); // a connection that is idle would be closed for others
            }
            QTRY_VERIFY_WITH_TIMEOUT(crowd[20]->state() == QAbstractSocket::ConnectedState, 20'000);
            const QString descriptors = QStringLiteral("/proc/%1/fd").arg(process.processId());
            const auto open = [&descriptors] {
                return QDir(descriptors)
                    .entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)
                    .size();
            };
            QTRY_VERIFY_WITH_TIMEOUT(open() > 50, 20'000);
            const double before = processorSeconds(process.processId());
            QElapsedTimer clock;
            clock.start();
            QVERIFY(QTest::qWaitFor([&clock] { return clock.hasExpired(1000); }, 20'000));
            const double used = processorSeconds(process.processId()) - before;
            const double share = used * 1000 / static_cast<double>(clock.elapsed());
            QVERIFY2(share < 0.1, qPrintable(QStringLiteral("%1 of a processor").arg(share))); // it was 0.26
            QVERIFY2(open() < 100, qPrintable(QString::number(open())));
            crowd[0]->write("/1.1\r\nHost: localhost\r\n\r\n"); // one that was taken in
            QTRY_VERIFY_WITH_TIMEOUT(crowd[0]->bytesAvailable() > 0, 20'000);
        }
        QTRY_VERIFY_WITH_TIMEOUT(
            exchange(url, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").startsWith("HTTP/1.1 503"), 20'000);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
        QCOMPARE(finish(process).exitCode, 130);
    }

    void aKilledRunLeavesAJournal_data()
    {
        QTest::addColumn<QString>("command");
        for (const char* command : {"convert --to csv", "convert --to json", "replay --policy record",
                                    "explain --policy all --record"}) {
            QTest::newRow(command) << QString::fromLatin1(command);
        }
    }
    void aKilledRunLeavesAJournal()
    {
        QFETCH(QString, command);
        const QString output = m_folder.filePath(QStringLiteral("killed.json"));
        const QString journal = output + QStringLiteral(".partial");
        if (!QFileInfo::exists(journal)) {
            QProcess process;
            startProgram(process,
                         linedUp("run --scenario always-503 --calls 1000000 --no-wait --seed 1 --header",
                                 {QStringLiteral("Authorization: ") + QLatin1String(kCanaryText),
                                  QStringLiteral("--output"), output}));
            QTRY_VERIFY_WITH_TIMEOUT(contentOf(journal).count('\n') > 20, 20'000);
            process.kill();
            QVERIFY(process.waitForFinished(20'000));
        }
        QVERIFY(!QFileInfo::exists(output));
        QCOMPARE(modeOf(journal), 0600);
        QVERIFY(!contentOf(journal).contains(kCanaryText));
        const ProgramResult result =
            runProgram(command.split(u' ', Qt::SkipEmptyParts) + QStringList{journal});
        QVERIFY2(result.exitCode == 0 || result.exitCode == 1, result.errors);
        QVERIFY2(result.errors.contains("WARNING") && result.errors.contains("this run is incomplete"),
                 result.errors);
    }

    void aRunThatEndsLeavesNoJournal()
    {
        const QString output = m_folder.filePath(QStringLiteral("ended.json"));
        QCOMPARE(
            runProgram(linedUp("run --scenario always-503 --no-wait --seed 1 --output", {output})).exitCode,
            1);
        QVERIFY(QFileInfo::exists(output));
        QVERIFY(!QFileInfo::exists(output + QStringLiteral(".partial")));
        QVERIFY(!contentOf(output).contains("cutOff"));
    }

    /// What could not be written as a record is not lost.
    void aRecordThatCannotBeWrittenLeavesItsJournal()
    {
        const ProgramResult result = runInShell(
            QStringLiteral("\"$0\" run --scenario always-503 --policy sdk-reference-standard --seed 1 "
                           "--output taken.json & while ! test -e taken.json.partial; do sleep "
                           "0.02; done; mkdir taken.json; wait $!"),
            m_folder.path());
        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.errors.contains("The record so far is in taken.json.partial"), result.errors);
        QVERIFY(QFileInfo::exists(m_folder.filePath(QStringLiteral("taken.json.partial"))));
    }

    void whatMayNeverEndIsNotRead_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const QString pipe = m_folder.filePath(QStringLiteral("nobody-writes"));
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        for (const QString& file : {QStringLiteral("/dev/zero"), pipe}) {
            const QByteArray name = file.section(u'/', -1).toLatin1();
            const auto row = [&](const char* what, const QStringList& arguments) {
                QTest::addRow("%s: %s", what, name.constData()) << arguments;
            };
            row("policy", linedUp("policies check", {file}));
            row("scenario", linedUp("simulate --scenario", {file}));
            row("record", linedUp("replay --policy all", {file}));
            row("convert", linedUp("convert --to csv", {file}));
            row("request body", linedUp("run --url http://127.0.0.1:1/ --data", {u'@' + file}));
            row("response body", linedUp("explain --status 500 --body", {u'@' + file}));
            row("response", linedUp("explain --response", {file}));
            row("authorities", linedUp("run --url https://127.0.0.1:1/ --cacert", {file}));
        }
    }
    void whatMayNeverEndIsNotRead()
    {
        QFETCH(QStringList, arguments);
        const ProgramResult result = runProgram(arguments);
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.errors.contains("is a device or a pipe, which might never end"), result.errors);
    }

    void whatIsHandedOverIsRead()
    {
        const QString line = QStringLiteral("\"$0\" scenarios show always-503 --format json | "
                                            "\"$0\" simulate --scenario /dev/stdin --seed 1 --format json");
        const ProgramResult result = runInShell(line, m_folder.path());
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.json()[u"calls"].toArray().size(), 1);
    }

    void standardInputHasALimit()
    {
        const ProgramResult result =
            runInShell(QStringLiteral("head -c 300000000 /dev/zero | \"$0\" explain --status 500 --body @-"),
                       m_folder.path());
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.errors.contains("standard input: larger than the limit of 256 MiB"), result.errors);
    }

    void aFileOfTooManyBytesIsRefused_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<qint64>("mebibytes");
        QTest::newRow("scenario") << QStringLiteral("scenarios check") << qint64{32};
        QTest::newRow("policy") << QStringLiteral("policies check") << qint64{32};
        QTest::newRow("record") << QStringLiteral("convert --to csv") << qint64{4096};
        QTest::newRow("response") << QStringLiteral("explain --response") << qint64{256};
        QTest::newRow("authorities") << QStringLiteral("run --url https://127.0.0.1:1/ --cacert")
                                     << qint64{4};
    }
    void aFileOfTooManyBytesIsRefused()
    {
        QFETCH(QString, command);
        QFETCH(qint64, mebibytes);
        QFile file(m_folder.filePath(QStringLiteral("large.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.resize(mebibytes * 1024 * 1024 + 1)); // takes no room
        const ProgramResult result =
            runProgram(command.split(u' ', Qt::SkipEmptyParts) + QStringList{file.fileName()});
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.errors.contains("larger than the limit of " + QByteArray::number(mebibytes) + " MiB"),
                 result.errors);
        QVERIFY(file.remove());
    }

    void memoryThatIsUsedUpIsSaid()
    {
        if (kIsSanitized) {
            QSKIP("a sanitizer needs the address space for itself");
        }
        const ProgramResult result = runInShell(
            QStringLiteral("ulimit -v 300000; \"$0\" simulate --scenario always-503 --calls 400000 --seed 1"),
            m_folder.path());
        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.errors.contains("out of memory"), result.errors);
    }

    void replaysUnderManyPoliciesHaveALimit()
    {
        const QString record = m_folder.filePath(QStringLiteral("many.json"));
        QCOMPARE(runProgram({QStringLiteral("simulate"), QStringLiteral("--scenario"),
                             QStringLiteral("always-503"), QStringLiteral("--policy"),
                             QStringLiteral("curl-retry-3"), QStringLiteral("--calls"),
                             QStringLiteral("5000"), QStringLiteral("--output"), record})
                     .exitCode,
                 1);
        const ProgramResult result =
            runProgram({QStringLiteral("replay"), record, QStringLiteral("--policy"), QStringLiteral("all")});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains(
                     "replay can keep 1000000 attempts; it can replay this record under at most 50"),
                 result.errors);
    }

    /// Sockets must not get the numbers of streams that messages go to.
    void closedStreamsAreNoneOfTheProgramsSockets()
    {
        const ProgramResult result = runInShell(
            QStringLiteral("\"$0\" run --scenario always-503 --policy curl-retry-3 --no-wait --calls 3 "
                           "--output closed.json <&- >&- 2>&-"),
            m_folder.path());
        QCOMPARE(result.exitCode, 1);
        QFile file(m_folder.filePath(QStringLiteral("closed.json")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray calls = QJsonDocument::fromJson(file.readAll()).object()[u"calls"].toArray();
        QCOMPARE(calls.size(), 3);
        QCOMPARE(calls[0].toObject()[u"attempts"].toArray().size(), 4);
    }

    /// A file that may not grow refuses as a full disk does: a part of one write, then an error.
    void aFullDiskIsNamed()
    {
        const ProgramResult result =
            runInShell(QStringLiteral("ulimit -f 64; \"$0\" simulate --scenario always-503 "
                                      "--calls 200 --seed 1 --output full.json"),
                       m_folder.path());
        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.errors.contains("full.json: cannot write this file: File too large"), result.errors);
        QVERIFY(!QFileInfo::exists(m_folder.filePath(QStringLiteral("full.json"))));
    }

    void whatIsReadIsNotWritten_data()
    {
        QTest::addColumn<QString>("line");
        const auto row = [](const char* line) {
            QTest::newRow(line) << QString::fromLatin1(line);
        };
        row("import %1 --output %1");
        row("import %1 --output %2"); // a link
        row("import %1 --output %3"); // a hard link
        row("import %1 --output ./x/../%1");
        row("replay %1 --policy sdk-reference-standard --output %1");
        row("convert %1 --to csv --output %2");
        row("convert %1 --to csv --expect attempts==1 --junit %1");
        row("simulate --scenario always-503 --expect attempts==1 --junit new.xml --tap new.xml");
        row("simulate --scenario always-503 --expect attempts==1 --output new.xml --tap x/../new.xml");
    }

    /// Nothing is written before, and the file is as it was.
    void whatIsReadIsNotWritten()
    {
        QFETCH(const QString, line);
        const QDir folder(m_folder.filePath(QStringLiteral("same")));
        QVERIFY(folder.mkpath(QStringLiteral("x")));
        const QString file = folder.filePath(QStringLiteral("a.har"));
        QFile::remove(file);
        QVERIFY(QFile::copy(
            QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/import/traffic/two-attempts.har"), file));
        const QByteArray before = contentOf(file);
        QVERIFY(QProcess::execute(QStringLiteral("ln"), {QStringLiteral("-sf"), QStringLiteral("a.har"),
                                                         folder.filePath(QStringLiteral("link.har"))}) == 0);
        QVERIFY(QProcess::execute(QStringLiteral("ln"), {QStringLiteral("-f"), file,
                                                         folder.filePath(QStringLiteral("hard.har"))}) == 0);
        QString words = line;
        words.replace(QStringLiteral("%1"), QStringLiteral("a.har"))
            .replace(QStringLiteral("%2"), QStringLiteral("link.har"))
            .replace(QStringLiteral("%3"), QStringLiteral("hard.har"));
        const ProgramResult result = runInShell(QStringLiteral("\"$0\" ") + words, folder.path());
        QVERIFY2(result.exitCode == 2, result.errors);
        QVERIFY2(result.errors.contains("are the same file"), result.errors);
        QCOMPARE(contentOf(file), before);
        QVERIFY(!QFileInfo::exists(folder.filePath(QStringLiteral("new.xml"))));
    }

    /// What is no file can be written twice; of an option that is given twice the last one counts.
    void outputsThatAreNoFilesMayBeTheSame()
    {
        const ProgramResult twice = runInShell(
            QStringLiteral("\"$0\" simulate --scenario always-503 --output twice.json --output twice.json"),
            m_folder.path());
        QVERIFY2(twice.exitCode == 1, twice.errors);
        const ProgramResult result = runProgram(
            "simulate --scenario always-503 --expect attempts==3 --junit /dev/null --tap /dev/null");
        QVERIFY2(result.exitCode == 0, result.errors);
    }

    /// Keys, certificates and bodies stay with the server of the request.
    void aRedirectTakesNoSecretAlong()
    {
        PlainServer there("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        PlainServer here("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + there.url().toLatin1() +
                         "\r\n\r\n");
        QVERIFY(here.isReady() && there.isReady());
        const QStringList words =
            linedUp("run --no-wait --seed 1 --follow 1 --format json --follow-header X-Tenant --header",
                    {QStringLiteral("X-Api-Key: ") + QLatin1String(kCanaryText), QStringLiteral("--header"),
                     QStringLiteral("X-Tenant: blue"), here.url()});
        const ProgramResult result = runBeside(words);
        QVERIFY2(result.exitCode == 0, result.errors);
        const QByteArray record = result.output;
        QVERIFY2(record.contains("not sent to another server: X-Api-Key"), record);
        QVERIFY(!record.contains("X-Tenant, ") && !record.contains(", X-Tenant"));
        const ProgramResult shown =
            runBeside(linedUp("run --no-wait --seed 1 --follow 1 --header",
                              {QStringLiteral("X-Api-Key: ") + QLatin1String(kCanaryText), here.url()}));
        QVERIFY2(shown.output.simplified().contains("not sent to another server: X-Api-Key"), shown.output);
        const ProgramResult refused =
            runProgram(linedUp("run --follow 1 --follow-header Authorization --url", {here.url()}));
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.errors.contains("never goes to another server"), refused.errors);
    }

    /// A scenario's author must not name a server outside.
    void aScenarioLeadsNowhereElse()
    {
        const QString scenario = m_folder.filePath(QStringLiteral("away.json"));
        QVERIFY(writeFile(scenario,
                          R"({"format": "retryscope.scenario/1", "id": "away", "title": "away", "steps": [
            {"status": 302, "headers": {"Location": "http:\/\/127.0.0.1:9\/"}}]})"));
        const ProgramResult result =
            runProgram(linedUp("run --no-wait --seed 1 --follow 5 --format json --scenario", {scenario}));
        QVERIFY2(result.output.contains("redirects stay within the built-in endpoint"), result.output);
    }

    /// The same where a packed file is unpacked.
    void aFullTemporaryFolderIsNamed()
    {
        const QString packed = m_folder.filePath(QStringLiteral("wide.har"));
        QVERIFY(
            writeFile(packed, "{\"log\":{\"entries\":[]},\"rest\":\"" + QByteArray(1'000'000, ' ') + "\"}"));
        QCOMPARE(QProcess::execute(QStringLiteral("gzip"), {QStringLiteral("-f"), packed}), 0);
        const ProgramResult result =
            runInShell(QStringLiteral("ulimit -f 64; \"$0\" import wide.har.gz --preview"), m_folder.path());
        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.errors.contains("cannot unpack this file into"), result.errors);
        QVERIFY2(result.errors.contains("File too large"), result.errors);
    }

    void messagesRepeatNoSecret_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const char* name, const QStringList& arguments) {
            QTest::newRow(name) << arguments;
        };
        const QString address = QStringLiteral("http://user:%1@h/").arg(QLatin1String(kCanaryText));
        row("user in the address", {QStringLiteral("run"), QStringLiteral("--url"), address});
        row("scheme",
            {QStringLiteral("run"), QStringLiteral("--url"), QStringLiteral("ftp") + address.mid(4)});
        row("stray word", {QStringLiteral("run"), address});
        row("header without a colon",
            linedUp("run --url http://h/ --header",
                    {QStringLiteral("Authorization ") + QLatin1String(kCanaryText)}));
        row("header without quotes",
            linedUp("run --url http://h/ --header Authorization:", {QLatin1String(kCanaryText)}));
        row("name of a header with its value",
            linedUp("run --url http://h/ --follow 1 --follow-header",
                    {QStringLiteral("X-Tenant ") + QLatin1String(kCanaryText)}));
        row("name and value with a colon",
            linedUp("run --url http://h/ --follow 1 --follow-header",
                    {QStringLiteral("X-Tenant: ") + QLatin1String(kCanaryText)}));
        row("the same behind =",
            linedUp("explain --status 500 --header=Cookie:", {QLatin1String(kCanaryText)}));
        row("parameter", {QStringLiteral("run"), QStringLiteral("--url"),
                          QStringLiteral("htp://h/?X-Amz-Signature=") + QLatin1String(kCanaryText)});
    }
    void messagesRepeatNoSecret()
    {
        QFETCH(QStringList, arguments);
        const ProgramResult result = runProgram(arguments);
        QVERIFY2(result.exitCode == 2 || result.exitCode == 3, result.errors);
        QVERIFY2(!(result.output + result.errors).contains(kCanaryText), result.errors);
    }

    void recordsAndLogsAreTheirOwnersAlone()
    {
        const QString folder = m_folder.path();
        const QString record = folder + QStringLiteral("/private.json");
        QVERIFY(writeFile(record, "older, and open to all"));
        QVERIFY(QFile::setPermissions(record, QFileDevice::ReadOwner | QFileDevice::WriteOwner |
                                                  QFileDevice::ReadGroup | QFileDevice::ReadOther));
        QCOMPARE(runProgram(linedUp("simulate --scenario always-503 --seed 1 --output", {record})).exitCode,
                 1);
        QCOMPARE(modeOf(record), 0600);
        const QString again = folder + QStringLiteral("/again.json");
        QCOMPARE(
            runProgram(linedUp("convert --to json", {record, QStringLiteral("--output"), again})).exitCode,
            0);
        QCOMPARE(modeOf(again), 0600);
        const ProgramResult exported = runInShell(
            QStringLiteral("umask 022; \"$0\" convert private.json --to csv --output list.csv"), folder);
        QVERIFY2(exported.exitCode == 0, exported.errors);
        QCOMPARE(modeOf(folder + QStringLiteral("/list.csv")), 0644);

        const QString log = folder + QStringLiteral("/private.log");
        QVERIFY(writeFile(log, "of yesterday\n")); // and everybody's
        QVERIFY(QFile::setPermissions(log, QFileDevice::ReadOwner | QFileDevice::WriteOwner |
                                               QFileDevice::ReadGroup | QFileDevice::ReadOther));
        QProcess process;
        startProgram(process, linedUp("serve --scenario always-503 --log", {log}));
        QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 20'000);
        QCOMPARE(modeOf(log), 0600);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
        QCOMPARE(finish(process).exitCode, 130);
    }

    void anEndpointRespondsOnlyToItsOwnNames()
    {
        QProcess process;
        startProgram(process, linedUp("serve --scenario s3-slowdown-then-ok --host-name s3.test"));
        QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 20'000);
        const QUrl url(QString::fromLatin1(process.readLine().trimmed()));
        const auto responseTo = [&url](const char* host) {
            return exchange(url, QByteArray("GET / HTTP/1.1\r\nHost: ") + host + "\r\n\r\n").left(12);
        };
        QCOMPARE(responseTo("evil.example"), "HTTP/1.1 421");
        QCOMPARE(responseTo("s3.test"), "HTTP/1.1 503"); // the first step
        QCOMPARE(responseTo("bucket.localhost:8080"), "HTTP/1.1 503");
        QCOMPARE(responseTo("127.0.0.1.evil.example"), "HTTP/1.1 421");
        QCOMPARE(responseTo("[::1]:1"), "HTTP/1.1 200");
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
        const QByteArray errors = finish(process).errors;
        QVERIFY2(errors.contains("A request for host \"evil.example\" got 421"), errors);
    }

    void aHeaderWithoutAColonIsNotRepeated()
    {
        const ProgramResult result =
            runProgram(linedUp("run --url http://127.0.0.1:9/ --header", {QLatin1String(kCanaryText)}));
        QCOMPARE(result.exitCode, 2);
        noteLeak(result, "run --header");
    }

    void bodiesBeyondTheBudgetAreHashed()
    {
        const QByteArray body(1'000'000, 'x');
        PlainServer server("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + body);
        QVERIFY(server.isReady());
        const ProgramResult result =
            runBeside(linedUp("run --calls 3 --keep-bodies 2 --seed 1 --format json --url", {server.url()}));
        QVERIFY2(result.exitCode == 0, result.errors);
        QVERIFY2(result.errors.contains("1 response body"), result.errors);
        const QJsonArray calls = result.json()[u"calls"].toArray();
        QCOMPARE(calls.size(), 3);
        const QJsonObject kept = calls[1].toObject()[u"attempts"][0].toObject();
        const QJsonObject dropped = calls[2].toObject()[u"attempts"][0].toObject();
        QCOMPARE(kept[u"body"].toString().size(), body.size());
        QCOMPARE(kept[u"bodyTruncated"].toBool(true), false);
        QCOMPARE(dropped[u"body"].toString(), QString());
        QCOMPARE(dropped[u"bodyTruncated"].toBool(), true);
        QCOMPARE(dropped[u"bodyBytes"].toInt(), 1'000'000);
        QCOMPARE(dropped[u"bodySha256"].toString().toLatin1(),
                 QCryptographicHash::hash(body, QCryptographicHash::Sha256).toHex());
        QCOMPARE(dropped[u"verdict"].toString(), QStringLiteral("succeed"));
    }

    /// It follows the budget, not the number of responses.
    void theMemoryOfARunIsBounded()
    {
        if (kIsSanitized) {
            QSKIP("a sanitizer keeps what is freed");
        }
        const QByteArray body(4 * 1024 * 1024, 'x');
        PlainServer server("HTTP/1.1 200 OK\r\nContent-Length: " + QByteArray::number(body.size()) +
                           "\r\n\r\n" + body);
        QVERIFY(server.isReady());
        const auto peakOf = [&server](const char* line) {
            QProcess process;
            startProgram(process, linedUp(line, {server.url()}));
            const QString status = QStringLiteral("/proc/%1/status").arg(process.processId());
            qint64 peak = 0; // in KiB
            const bool isOver = QTest::qWaitFor(
                [&] {
                    const QByteArray text = contentOf(status);
                    const qsizetype at = text.indexOf("VmHWM:");
                    peak = at < 0 ? peak : text.mid(at + 6).trimmed().split(' ').first().toLongLong();
                    return process.state() == QProcess::NotRunning;
                },
                60'000);
            return isOver && finish(process).exitCode == 0 ? peak : 0;
        };
        const qint64 few = peakOf("run --calls 10 --no-wait --keep-bodies 4 --url");
        const qint64 many = peakOf("run --calls 40 --no-wait --keep-bodies 4 --url");
        QVERIFY(few > 0 && many > 0);
        QVERIFY2(static_cast<double>(many) < 1.3 * static_cast<double>(few),
                 qPrintable(QStringLiteral("%1 KiB, then %2 KiB").arg(few).arg(many)));
    }

    /// A secret in every place where a server, a request or a file can put one, and every form of output.
    void noOutputTellsASecret()
    {
        const QByteArray secret = kCanaryText;
        const QByteArray body = "<Error><Code>SignatureDoesNotMatch</Code><AWSAccessKeyId>" + secret +
                                "</AWSAccessKeyId><SignatureProvided>" + secret +
                                "</SignatureProvided><CanonicalRequest>GET\n/\n\n"
                                "host:h\nx-amz-security-token:" +
                                secret +
                                "\n\nhost</CanonicalRequest><Debug>{\"Authorization\": "
                                "\"Bearer " +
                                secret + "\", \"Cookie\": [\"a=" + secret + "\"]}\nSet-Cookie: b=" + secret +
                                "\n</Debug></Error>";
        const QByteArray chunk = QByteArray::number(body.size(), 16) + "\r\n" + body + "\r\n";
        PlainServer server("HTTP/1.1 103 Signature=" + secret +
                           "\r\n\r\nHTTP/1.1 403 Authorization: Bearer " + secret +
                           "\r\nSet-Cookie: c=" + secret + "\r\nX-Vault-Token: " + secret +
                           "\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk + "0\r\nSet-Cookie: d=" + secret +
                           "\r\nX-Trailer: access_token=" + secret + "\r\n\r\n");
        QVERIFY(server.isReady());
        const QString record = m_folder.filePath(QStringLiteral("canary.json"));
        const QStringList run = linedUp(
            "run --seed 1 --service s3 --secret-name X-Mine --header",
            {QStringLiteral("Authorization: ") + QLatin1String(kCanaryText), QStringLiteral("--header"),
             QStringLiteral("X-Mine: ") + QLatin1String(kCanaryText), QStringLiteral("--data"),
             QStringLiteral("password=") + QLatin1String(kCanaryText), QStringLiteral("--url"),
             server.url() + QStringLiteral("?sig=") + QLatin1String(kCanaryText)});
        for (const QStringList& more : {QStringList{QStringLiteral("--output"), record},
                                        QStringList{QStringLiteral("--format"), QStringLiteral("json")}}) {
            const ProgramResult result = runBeside(run + more);
            QVERIFY2(result.exitCode == 1, result.errors);
            noteLeak(result, "run");
        }
        QVERIFY(contentOf(record).contains("[redacted]"));
        noteLeak({.exitCode = 0, .output = contentOf(record), .errors = {}}, "record");
        // A record that still holds the secrets is no reason to tell them.
        const QString full = m_folder.filePath(QStringLiteral("full-canary.json"));
        QCOMPARE(runBeside(run +
                           QStringList{QStringLiteral("--include-secrets"), QStringLiteral("--output"), full})
                     .exitCode,
                 1);
        QVERIFY(contentOf(full).count(secret) > 10);
        for (const char* line :
             {"convert --to json --secret-name X-Mine", "convert --to csv", "convert --to markdown",
              "convert --to svg", "replay --policy record --secret-name X-Mine",
              "replay --policy record --format json --secret-name X-Mine",
              "explain --policy record --format json --record", "explain --policy record --record"}) {
            const ProgramResult result = runProgram(linedUp(line, {full}));
            QVERIFY2(result.exitCode < 2, line + result.errors);
            noteLeak(result, line);
        }
    }

    /// The same of what stands in files and in the way to the server.
    void noOutputTellsASecretOfAFileOrAProxy()
    {
        const QByteArray secret = kCanaryText;
        const QString scenario = m_folder.filePath(QStringLiteral("canary-scenario.json"));
        QVERIFY(writeFile(scenario,
                          R"({"format": "retryscope.scenario/1", "id": "canary", "title": "password=)" +
                              secret + R"(", "request": {"path": "/?sig=)" + secret +
                              R"(", "headers": {"X-Api-Key": ")" + secret + R"("}, "body": "token=)" +
                              secret + R"("}, "steps": [{"status": 503, "reason": "Authorization: Bearer )" +
                              secret + R"(", "headers": {"Set-Cookie": "a=)" + secret +
                              R"("}, "body": "<Error><Code>SlowDown</Code><Message>access_token=)" + secret +
                              R"(</Message></Error>"}]})"));
        const ProgramResult shown = runProgram(linedUp("policies show sdk-reference-standard --format json"));
        const QString policy = m_folder.filePath(QStringLiteral("canary-policy.json"));
        QByteArray text = shown.output;
        text.replace("\"sdk-reference-standard\"", "\"canary\"");
        const qsizetype title = text.indexOf("\n    \"title\": \"");
        QVERIFY(title > 0);
        text.insert(title + 15, "password=" + secret + " ");
        QVERIFY(writeFile(policy, text));
        const QString record = m_folder.filePath(QStringLiteral("file-canary.json"));
        const QString full = m_folder.filePath(QStringLiteral("full-file-canary.json"));
        const QString proxy = QStringLiteral("http://user:") + QLatin1String(kCanaryText) +
                              QStringLiteral("@127.0.0.1:9/?token=") + QLatin1String(kCanaryText);
        const QStringList files{QStringLiteral("--scenario"), scenario, QStringLiteral("--policy"), policy};
        const QStringList json{QStringLiteral("--format"), QStringLiteral("json")};
        const auto check = [&](const char* line, const QStringList& more) {
            const ProgramResult result = runProgram(linedUp(line, more));
            QVERIFY2(result.exitCode >= 0, line);
            noteLeak(result, qPrintable(QLatin1String(line) + u' ' + more.join(u' ')));
        };
        for (const char* line :
             {"run --no-wait --seed 1", "simulate --seed 1", "simulate --seed 1 --calls 9"}) {
            check(line, files);
            check(line, files + json);
        }
        check("run --url http://127.0.0.1:9/ --no-wait --seed 1 --proxy", {proxy});
        check("run --url http://127.0.0.1:9/ --no-wait --seed 1 --format json --proxy", {proxy});
        check("run --url http://127.0.0.1:9/ --proxy", {QStringLiteral("ftp") + proxy.mid(4)});
        check("simulate --seed 1 --output", QStringList{record} + files);
        noteLeak({.exitCode = 0, .output = contentOf(record), .errors = {}}, "record of files");
        const ProgramResult kept =
            runProgram(linedUp("simulate --seed 1 --include-secrets --output", QStringList{full} + files));
        QVERIFY2(kept.exitCode == 1, kept.errors);
        QVERIFY(contentOf(full).count(secret) > 5);
        for (const char* line :
             {"convert --to csv", "convert --to markdown", "convert --to json", "convert --to svg",
              "replay --policy record", "replay --policy record --policy sdk-reference-standard",
              "explain --policy record --record"}) {
            check(line, {full});
        }
        for (const char* line : {"scenarios check", "scenarios show", "convert --to json"}) {
            check(line, {scenario});
        }
        for (const char* line : {"policies check", "policies show"}) {
            check(line, {policy});
        }
    }

    void theLogOfAnEndpointTellsNoSecret()
    {
        const QString log = m_folder.filePath(QStringLiteral("canary.log"));
        QProcess process;
        startProgram(process, linedUp("serve --scenario always-503 --log", {log}));
        QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 20'000);
        const QUrl url(QString::fromLatin1(process.readLine().trimmed()));
        const QByteArray secret = kCanaryText;
        const QByteArray body = "password=" + secret + "&code=" + secret;
        (void)exchange(url, "POST /?X-Amz-Signature=" + secret +
                                " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + secret +
                                "\r\nX-Api-Key: " + secret +
                                "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body);
        (void)exchange(url,
                       "GET /?token=" + secret + " HTTP/1.1\r\nHost: " + secret + "@evil.example\r\n\r\n");
        QTRY_VERIFY_WITH_TIMEOUT(contentOf(log).contains('\n'), 20'000);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
        noteLeak(finish(process), "serve");
        noteLeak({.exitCode = 0, .output = contentOf(log), .errors = {}}, "log");
    }

private:
    static void noteLeak(const ProgramResult& result, const char* where)
    {
        const QByteArray all = result.output + result.errors;
        const qsizetype at = all.indexOf(kCanaryText);
        QVERIFY2(at < 0, where + QByteArray(": ") + all.mid(std::max<qsizetype>(0, at - 120), 200));
    }

    QTemporaryDir m_folder;
};

RETRYSCOPE_TEST(TstCliSafety)
#include "tst_cli_safety.moc"
