// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocalServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QUrl>

#include <algorithm>
#include <csignal>
#include <memory>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace retryscope::test {

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kIsInstrumented = true;
#else
constexpr bool kIsInstrumented = false;
#endif

/// The law of cost: a file takes at most 10 s of processor time and 1 s for each 16 MiB, and 1 GiB and eight
/// times its own size. Beyond that the system ends the program.
ProgramResult runWithinTheLaw(const QStringList& arguments, const QString& file)
{
    const qint64 bytes = contentOf(file).size();
    const qint64 seconds = 10 + bytes / (qint64{16} << 20U);
    const qint64 kibibytes = (qint64{1} << 20U) + bytes * 8 / 1024;
    const QString limits =
        QStringLiteral("ulimit -t %1; %2 exec \"$0\" \"$@\"")
            .arg(kIsInstrumented ? seconds * 5 : seconds)
            .arg(kIsInstrumented ? QString() : QStringLiteral("ulimit -v %1;").arg(kibibytes));
    QProcess process;
    process.setProcessEnvironment(plainEnvironment());
    process.start(QStringLiteral("/bin/sh"),
                  QStringList{QStringLiteral("-c"), limits, QStringLiteral(RETRYSCOPE_CLI)} + arguments);
    return finish(process);
}

QByteArray times(const char* text, int count)
{
    return QByteArray(text).repeated(count);
}

} // namespace

/// Files and command lines that were made to harm; each did before.
class TstCliAttacks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBentFileCostsWhatItWeighs_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char* name, const char* command, const QByteArray& content,
                            const char* said) {
            QTest::newRow(name) << QByteArray(command) << content << QByteArray(said);
        };
        const QByteArray policy =
            R"({"format":"retryscope.policy/1","id":"x","title":"x","extends":"sdk-reference-standard",)";
        const QByteArray scenario =
            R"({"format":"retryscope.scenario/1","id":"x","service":"generic","title":"x","steps":[)";
        const QByteArray record = R"({"format":"retryscope.record/1",)";
        constexpr int kMany = 900'000;
        row("rules of numbers", "policies check", policy + "\"rules\":[" + times("1,", kMany) + "1]}",
            "expected an object");
        row("hints of numbers", "policies check", policy + "\"hints\":[" + times("1,", kMany) + "1]}",
            "expected");
        row("empty rules", "policies check", policy + "\"rules\":[" + times("{},", kMany) + "{}]}",
            "is missing");
        row("notes of lists", "policies check", policy + "\"notes\":[" + times("[],", kMany) + "[]]}",
            "expected");
        row("a list for an object", "policies check", policy + "\"backoff\":[" + times("1,", kMany) + "1]}",
            "an array");
        row("more items than any file has", "policies check",
            policy + "\"rules\":[" + times("1,", 3 * kMany) + "1]}", "more than");
        row(
            "unknown keys", "policies check",
            policy +
                [] {
                    QByteArray keys;
                    for (int number = 0; number < 200'000; ++number) {
                        keys += "\"k" + QByteArray::number(number) + "\":1,";
                    }
                    return keys;
                }() +
                "\"z\":1}",
            "unknown key");
        row("a request of a list", "infer", record + "\"request\":[" + times("1,", kMany) + "1]}", "");
        row("attempts of lists", "infer",
            record + "\"calls\":[{\"attempts\":[" + times("[],", kMany) + "[]]}]}", "");
        row("empty steps", "scenarios check", scenario + times("{},", kMany) + "{}]}", "");
        row("long bodies", "scenarios check",
            scenario + times(R"({"status":503,"body":"a","bodyRepeat":16777216},)", 300) + "{}]}", "64 MiB");
        row("long headers", "scenarios check",
            scenario + times(R"({"status":503,"fillerHeaderBytes":1048576},)", 9000) + "{}]}", "64 MiB");
        row("a problem behind a long line", "infer", record + "\"x\":\"" + times("a", 64 << 20) + "\", !",
            "line 1, column 67108");
    }

    void aBentFileCostsWhatItWeighs()
    {
        QFETCH(QByteArray, command);
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, said);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("a.json"));
        QVERIFY(writeFile(file, content));
        const ProgramResult result =
            runWithinTheLaw(QString::fromLatin1(command).split(u' ') + QStringList{file}, file);
        QVERIFY2(result.exitCode == 3, QByteArray::number(result.exitCode) + result.errors.left(500));
        QVERIFY2(result.errors.contains(said), result.errors.left(500));
        QVERIFY2(result.errors.size() < 5000, QByteArray::number(result.errors.size()));
    }

    /// A policy within a record allows any number of attempts: they are counted while they are made.
    void aReplayMakesNoMoreThanItCanKeep()
    {
        QByteArray record = runProgram("simulate --scenario always-503 --calls 2000 --seed 1 --no-wait "
                                       "--policy aws-general-request --max-attempts 1 --format json")
                                .output;
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("r.json"));
        const QString policy = folder.filePath(QStringLiteral("p.json"));
        QVERIFY(writeFile(file, record));
        QVERIFY(writeFile(policy, R"({"format":"retryscope.policy/1","id":"p","title":"p",
            "extends":"aws-general-request","attempts":{"max":2147483647}})"));
        const ProgramResult result =
            runWithinTheLaw({QStringLiteral("replay"), file, QStringLiteral("--policy"), policy}, file);
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.errors.contains("at most 1,000,000 attempts"), result.errors);
    }

    /// Whatever numbers they have: three calls are three.
    void callsWithOneNumberStayApart()
    {
        const ProgramResult made =
            runProgram("simulate --scenario always-503 --calls 3 --seed 1 --max-attempts 1 --format json");
        QJsonObject record = made.json();
        QJsonArray calls = record[u"calls"].toArray();
        QCOMPARE(calls.size(), 3);
        for (qsizetype index = 0; index < calls.size(); ++index) {
            QJsonObject call = calls[index].toObject();
            call[u"call"] = 1;
            calls[index] = call;
        }
        record[u"calls"] = calls;
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("r.json"));
        QVERIFY(writeFile(file, QJsonDocument(record).toJson()));
        const ProgramResult again = runProgram({QStringLiteral("replay"), file, QStringLiteral("--policy"),
                                                QStringLiteral("sdk-reference-standard"),
                                                QStringLiteral("--format"), QStringLiteral("json")});
        QCOMPARE(again.json()[u"calls"].toArray().size(), 3);
    }

    /// C1 controls and bidi marks steer a terminal as well as an escape does.
    void noJsonSteersTheTerminal()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("s.json"));
        QVERIFY(writeFile(file, "{\"format\":\"retryscope.scenario/1\",\"id\":\"x\",\"service\":\"generic\","
                                "\"title\":\"a\u009b31m\u202e\",\"steps\":[{\"status\":200}]}"));
        for (const QStringList& words :
             {QStringList{QStringLiteral("convert"), file, QStringLiteral("--to"), QStringLiteral("json")},
              QStringList{QStringLiteral("scenarios"), QStringLiteral("show"), file,
                          QStringLiteral("--format"), QStringLiteral("json")}}) {
            const ProgramResult result = runProgram(words);
            QCOMPARE(result.exitCode, 0);
            QVERIFY2(result.output.contains("\\u009b31m\\u202e"), result.output);
            QVERIFY(!result.output.contains("\u009b") && !result.output.contains("\u202e"));
        }
    }

    /// Qt would write to another name, and twice to the same one.
    void aNameThatIsNotUtf8IsRefused()
    {
        const QTemporaryDir folder;
        QProcess process;
        process.setProcessEnvironment(plainEnvironment());
        process.setWorkingDirectory(folder.path());
        process.start(QStringLiteral("/bin/sh"),
                      {QStringLiteral("-c"),
                       QStringLiteral("exec \"$0\" simulate --scenario always-503 --seed 1 --output "
                                      "\"$(printf 'r\\377.json')\""),
                       QStringLiteral(RETRYSCOPE_CLI)});
        const ProgramResult result = finish(process);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("not UTF-8"), result.errors);
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void connectionsThatAreIdleMakeRoom_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("serve") << QStringLiteral("serve --scenario always-503");
        QTest::newRow("record") << QStringLiteral("record --scenario always-503");
    }
    /// With 80 descriptors.
    void connectionsThatAreIdleMakeRoom()
    {
        QFETCH(QString, command);
        if (kIsInstrumented) {
            QSKIP("a sanitizer has descriptors of its own");
        }
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("r.json"));
        const bool isRecord = command.startsWith(QLatin1String("record"));
        QProcess process;
        process.setProcessEnvironment(plainEnvironment());
        process.start(QStringLiteral("sh"), {QStringLiteral("-c"),
                                             QStringLiteral("ulimit -n 80; exec \"$0\" ") + command +
                                                 (isRecord ? QStringLiteral(" --output ") + file : QString()),
                                             QStringLiteral(RETRYSCOPE_CLI)});
        QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 20'000);
        const auto port =
            static_cast<quint16>(QUrl(QString::fromLatin1(process.readLine().trimmed())).port());
        const auto crowdOf = [port](int size) {
            std::vector<std::unique_ptr<QTcpSocket>> crowd;
            for (int number = 0; number < size; ++number) {
                crowd.push_back(std::make_unique<QTcpSocket>());
                crowd.back()->connectToHost(QHostAddress::LocalHost, port);
            }
            return crowd;
        };
        const auto isServed = [port] {
            QTcpSocket client;
            client.connectToHost(QHostAddress::LocalHost, port);
            client.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            return QTest::qWaitFor([&client] { return client.bytesAvailable() > 0; }, 20'000);
        };
        {
            const auto idle = crowdOf(60);
            QVERIFY(isServed());
        }
        // All of them come and go while none can be accepted: it never accepted again.
        crowdOf(300);
        QVERIFY(isServed());
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        const ProgramResult result = finish(process);
        QCOMPARE(result.exitCode, 130);
        if (isRecord) {
            const QJsonObject record = QJsonDocument::fromJson(contentOf(file)).object();
            QVERIFY(record[u"shortage"][u"idleClosed"].toInt() > 0);
            QVERIFY2(result.errors.contains("There were too few file descriptors: the recorder closed "),
                     result.errors);
        }
    }

    void aLogThatNobodyReadsHoldsNobodyUp_data() { connectionsThatAreIdleMakeRoom_data(); }
    void aLogThatNobodyReadsHoldsNobodyUp()
    {
        QFETCH(QString, command);
        const QTemporaryDir folder;
        const QString pipe = folder.filePath(QStringLiteral("p"));
        QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        const int reader = ::open(pipe.toLocal8Bit().constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        QVERIFY(reader >= 0);
        QProcess process;
        startProgram(process, command.split(u' ') + QStringList{QStringLiteral("--log"), pipe});
        QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 20'000);
        const auto port =
            static_cast<quint16>(QUrl(QString::fromLatin1(process.readLine().trimmed())).port());
        QTcpSocket client;
        client.connectToHost(QHostAddress::LocalHost, port);
        constexpr int kRequests = 1000; // more than a pipe holds
        for (int number = 0; number < kRequests; ++number) {
            client.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }
        QByteArray received;
        QTRY_VERIFY_WITH_TIMEOUT((received += client.readAll()).count("HTTP/1.1 503") == kRequests, 20'000);
        process.setReadChannel(QProcess::StandardError);
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT((said += process.readAllStandardError()).contains("Stopped writing the log"),
                                 20'000);
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QCOMPARE(finish(process).exitCode, 130);
        ::close(reader);
    }

    /// A reader that falls behind has all lines at the end.
    void aLogThatIsReadSlowlyIsWhole()
    {
        const QTemporaryDir folder;
        const QString pipe = folder.filePath(QStringLiteral("p"));
        QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        const int reader = ::open(pipe.toLocal8Bit().constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        QVERIFY(reader >= 0);
        constexpr int kRequests = 1000; // more than a pipe holds
        QProcess process;
        startProgram(
            process,
            QStringLiteral("record --scenario always-503 --stop-after %1 --log").arg(kRequests).split(u' ') +
                QStringList{pipe});
        QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 20'000);
        QTcpSocket client;
        client.connectToHost(
            QHostAddress::LocalHost,
            static_cast<quint16>(QUrl(QString::fromLatin1(process.readLine().trimmed())).port()));
        client.write(QByteArray("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").repeated(kRequests));
        QByteArray received;
        QTRY_VERIFY_WITH_TIMEOUT((received += client.readAll()).count("HTTP/1.1 503") == kRequests, 20'000);
        QByteArray log;
        const auto readSome = [&] {
            QByteArray bytes(64 * 1024, '\0');
            log += bytes.left(std::max<ssize_t>(::read(reader, bytes.data(), 64 * 1024), 0));
            return process.state() == QProcess::NotRunning;
        };
        QTRY_VERIFY_WITH_TIMEOUT(readSome(), 20'000);
        readSome();
        QCOMPARE(log.count('\n'), kRequests);
        ::close(reader);
    }

    /// A socket says for good what a pipe says until somebody reads.
    void aSocketIsNoPipe()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("r.json"));
        const QString place = folder.filePath(QStringLiteral("s"));
        QVERIFY(writeFile(file, runProgram("simulate --scenario always-503 --seed 1 --format json").output));
        QLocalServer server;
        QVERIFY(server.listen(place));
        const ProgramResult result = runProgram({QStringLiteral("convert"), file, QStringLiteral("--to"),
                                                 QStringLiteral("csv"), QStringLiteral("--output"), place});
        QCOMPARE(result.exitCode, 4);
    }

    /// At moments all over the start: a file, or the message that there is nothing was recorded.
    void aSignalAtTheStartOfARecordingIsNoSilence()
    {
        const QTemporaryDir folder;
        for (int wait = 0; wait < 60; wait += 2) {
            const QString file = folder.filePath(QStringLiteral("r%1.json").arg(wait));
            QProcess process;
            startProgram(process, {QStringLiteral("record"), QStringLiteral("--scenario"),
                                   QStringLiteral("always-503"), QStringLiteral("--output"), file});
            QVERIFY(process.waitForStarted());
            (void)process.waitForFinished(wait);
            ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
            const ProgramResult result = finish(process);
            if (process.exitStatus() == QProcess::CrashExit || result.exitCode != 130) {
                QCOMPARE(process.exitStatus(), QProcess::CrashExit); // the loader was still at work
                continue;
            }
            if (!QFile::exists(file)) {
                QVERIFY2(result.errors.contains("nothing was recorded"), result.errors);
            }
        }
    }

    /// A signal ends the wait for a reader that never comes.
    void theWaitForAReaderEndsOnASignal()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("r.json"));
        const QString pipe = folder.filePath(QStringLiteral("p"));
        QVERIFY(writeFile(file, runProgram("simulate --scenario always-503 --seed 1 --format json").output));
        QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        QProcess process;
        startProgram(process, {QStringLiteral("convert"), file, QStringLiteral("--to"), QStringLiteral("csv"),
                               QStringLiteral("--output"), pipe});
        QVERIFY(process.waitForStarted());
        QVERIFY(!process.waitForFinished(500)); // nobody reads
        ::kill(static_cast<pid_t>(process.processId()), SIGTERM);
        QVERIFY(process.waitForFinished(20'000));
        QVERIFY2(process.exitCode() == 130 || process.exitCode() == 4,
                 QByteArray::number(process.exitCode()) + process.readAllStandardError());
    }

    void theWaitForASlowReaderEndsOnASignal()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("r.json"));
        QVERIFY(writeFile(
            file, runProgram("simulate --scenario always-503 --calls 400 --seed 1 --format json").output));
        QProcess process;
        process.setProcessEnvironment(plainEnvironment());
        // A reader that reads nothing, and a pipe that does not hold all.
        process.start(
            QStringLiteral("sh"),
            {QStringLiteral("-c"),
             QStringLiteral("{ \"$0\" convert \"$1\" --to json & echo $! >&2; wait $!; echo $? >&2; } | "
                            "sleep 60"),
             QStringLiteral(RETRYSCOPE_CLI), file});
        process.setReadChannel(QProcess::StandardError);
        QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 20'000);
        const auto converting = static_cast<pid_t>(process.readLine().trimmed().toInt());
        QVERIFY(converting > 0);
        QVERIFY(!QTest::qWaitFor([&process] { return process.canReadLine(); }, 500)); // it waits
        QCOMPARE(::kill(converting, SIGTERM), 0);
        QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 20'000);
        const QByteArray last = process.readAllStandardError().trimmed();
        QCOMPARE(last, "130");
        process.kill();
        QVERIFY(process.waitForFinished(20'000));
    }

    /// Whatever the locale: pictures and files have one kind of digits.
    void numbersOfAPictureDoNotDependOnTheLocale()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("r.json"));
        QVERIFY(writeFile(
            file, runProgram("simulate --scenario always-503 --calls 3 --seed 1 --format json").output));
        QProcessEnvironment arabic = plainEnvironment();
        arabic.insert(QStringLiteral("LC_ALL"), QStringLiteral("ar_EG.UTF-8"));
        const QString svg = folder.filePath(QStringLiteral("p.svg"));
        const ProgramResult result = runProgram({QStringLiteral("convert"), file, QStringLiteral("--to"),
                                                 QStringLiteral("svg"), QStringLiteral("--output"), svg},
                                                arabic);
        QVERIFY2(result.exitCode == 0, result.errors);
        const QString picture = QString::fromUtf8(contentOf(svg));
        QVERIFY(picture.contains(QStringLiteral("all 3 calls failed")));
        for (const QChar letter : picture) {
            QVERIFY(letter.unicode() < 0x660 || letter.unicode() > 0x6f9); // digits of Arabic and Persian
        }
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstCliAttacks)
#include "tst_cli_attacks.moc"
