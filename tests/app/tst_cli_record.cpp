// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QUrl>

#include <algorithm>
#include <csignal>

namespace retryscope::test {

namespace {

QStringList recordWords(const char* line)
{
    return QString::fromLatin1(line).split(u' ', Qt::SkipEmptyParts);
}

/// Seven calls, the last of which fails: without ids, the next call to the same address would be taken for
/// its retry.
constexpr const char* kFailures =
    R"({"format": "retryscope.scenario/1", "id": "failures", "title": "failures",
    "service": "s3", "calls": [
    {"times": 4, "steps": [{"status": 503, "body": "<Error><Code>SlowDown</Code></Error>"}, {"status": 200}]},
    {"times": 2, "steps": [{"status": 500}, {"status": 502}, {"status": 200}]},
    {"times": 1, "steps": [{"status": 503}]}]})";

/// The program while it records, in a folder of its own.
class Recording
{
public:
    explicit Recording(const QStringList& options)
    {
        startProgram(m_process, QStringList{QStringLiteral("record")} + options +
                                    QStringList{QStringLiteral("--output"), file(),
                                                QStringLiteral("--format"), QStringLiteral("json")});
        while (!m_process.canReadLine() && m_process.waitForReadyRead(20'000)) {
        }
        m_url = QString::fromUtf8(m_process.readLine().trimmed());
    }

    [[nodiscard]] QString file() const { return m_folder.filePath(QStringLiteral("record.json")); }
    [[nodiscard]] QString inFolder(const char* name) const
    {
        return m_folder.filePath(QString::fromLatin1(name));
    }
    [[nodiscard]] const QString& url() const { return m_url; }
    /// Our own program as the client.
    [[nodiscard]] int call(const char* options) const
    {
        return runProgram(QStringList{QStringLiteral("run"), QStringLiteral("--url"), m_url} +
                          recordWords(options))
            .exitCode;
    }
    ProgramResult interrupt()
    {
        ::kill(static_cast<pid_t>(m_process.processId()), SIGINT);
        return retryscope::test::finish(m_process);
    }
    ProgramResult finish() { return retryscope::test::finish(m_process); }
    [[nodiscard]] QJsonObject record() const { return QJsonDocument::fromJson(contentOf(file())).object(); }

private:
    QTemporaryDir m_folder;
    QProcess m_process;
    QString m_url;
};

QString scenarioIn(const QTemporaryDir& folder, const char* content)
{
    const QString file = folder.filePath(QStringLiteral("scenario.json"));
    return writeFile(file, content) ? file : QString();
}

} // namespace

class TstCliRecord : public QObject
{
    Q_OBJECT

private:
    /// With a secret in each place; the last two are refused.
    static QList<QByteArray> secretRequests()
    {
        const QByteArray form = "password=canary-771&client_secret=canary-771";
        const QByteArray json = R"({"SessionToken": "canary-771", "secret_access_key": "canary-771"})";
        const auto post = [](const QByteArray& type, const QByteArray& body) {
            return "POST /" + type.right(4) +
                   "?access_token=canary-771 HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + type +
                   "\r\nContent-Length: " + QByteArray::number(body.size()) +
                   "\r\nConnection: close\r\n\r\n" + body;
        };
        return {"GET /b?X-Amz-Signature=canary-771&X-Amz-Security-Token=canary-771 HTTP/1.1\r\nHost: "
                "localhost\r\n"
                "Authorization: AWS4-HMAC-SHA256 Credential=AKID/x, Signature=canary-771\r\nCookie: "
                "a=canary-771\r\n"
                "X-Amz-Security-Token: canary-771\r\nX-Api-Key: canary-771\r\nConnection: close\r\n\r\n",
                post("application/x-www-form-urlencoded", form), post("application/json", json),
                "GET /?token=canary-771 HTTP/1.1\r\nHost: user:canary-771@evil.example\r\n\r\n",
                "CONNECT user:canary-771@evil.example:443 HTTP/1.1\r\nHost: a\r\n"
                "Proxy-Authorization: Basic canary-771\r\n\r\n"};
    }

    /// On a connection of its own, until the other side closes that.
    static void sendAlone(const QUrl& url, const QByteArray& request)
    {
        QTcpSocket socket;
        socket.connectToHost(url.host(), static_cast<quint16>(url.port()));
        socket.write(request);
        QTRY_COMPARE_WITH_TIMEOUT(socket.state(), QAbstractSocket::UnconnectedState, 20'000);
    }

    static void noteCanary(const QByteArray& all, const char* where)
    {
        const qsizetype at = all.indexOf("canary-771");
        QVERIFY2(at < 0, where + QByteArray(": ") + all.mid(std::max<qsizetype>(0, at - 120), 200));
    }

private Q_SLOTS:
    void whatAPresetDidIsRecordedAndKnownAgain()
    {
        const QTemporaryDir folder;
        Recording recording({QStringLiteral("--scenario"), scenarioIn(folder, kFailures)});
        QVERIFY(recording.url().startsWith(QStringLiteral("http://127.0.0.1:")));
        QCOMPARE(recording.call("--policy curl-retry-3 --calls 7 --seed 1 --header User-Agent:curl/7.88.1"),
                 1);
        const ProgramResult ended = recording.interrupt();
        QCOMPARE(ended.exitCode, 130);
        const QJsonObject record = recording.record();
        QCOMPARE(record[u"origin"].toString(), QStringLiteral("recorded"));
        QCOMPARE(record[u"calls"].toArray().size(), 7);
        const QJsonObject first = record[u"calls"][0].toObject();
        QCOMPARE(first[u"userAgent"].toString(), QStringLiteral("curl/7.88.1"));
        QCOMPARE(first[u"groupedBy"].toString(), QStringLiteral("timing"));
        QVERIFY(first[u"confidence"].toDouble() > 0.5);
        const QJsonObject attempt = first[u"attempts"][0].toObject();
        QVERIFY(attempt[u"plannedDelayMs"].isNull() && attempt[u"draw"].isNull() &&
                attempt[u"delayWindowMs"].isNull() && attempt[u"quotaBefore"].isNull());
        QVERIFY(attempt[u"actualDelayMs"].toDouble() > 900);
        QCOMPARE(attempt[u"verdict"].toString(), QStringLiteral("retry"));

        const ProgramResult inferred = runProgram(
            {QStringLiteral("infer"), recording.file(), QStringLiteral("--format"), QStringLiteral("json")});
        QCOMPARE(inferred.exitCode, 0);
        const QJsonObject client = inferred.json()[u"clients"][0].toObject();
        QCOMPARE(client[u"fits"][0][u"policy"].toString(), QStringLiteral("curl-retry-3"));
        QVERIFY(client[u"is"].toArray().contains(QStringLiteral("curl-retry-3")));
        QVERIFY(client[u"verdict"].toString() != QStringLiteral("unknown"));
        QCOMPARE(client[u"measured"][u"attempts"].toInt(), 4);
        QVERIFY(client[u"sentence"].toString().contains(QStringLiteral("curl --retry 3")));
        QCOMPARE(client[u"calls"].toInt(), 7);
        QCOMPARE(client[u"attempts"].toInt(), 4);
        const ProgramResult text = runProgram({QStringLiteral("infer"), recording.file()});
        QVERIFY2(text.output.contains("curl --retry 3"), text.output);
        const ProgramResult replayed =
            runProgram({QStringLiteral("replay"), recording.file(), QStringLiteral("--policy"),
                        QStringLiteral("botocore-1.43.67-standard")});
        QCOMPARE(replayed.exitCode, 1);
        QVERIFY2(replayed.errors.contains("seed "), replayed.errors); // a recording has none: a new one
        const ProgramResult drawn =
            runProgram(QStringList{QStringLiteral("replay"), recording.file()} +
                       recordWords("--policy botocore-1.43.67-standard --seed 5 --format json"));
        QCOMPARE(drawn.json()[u"seed"].toInt(), 5);
        QVERIFY(drawn.json()[u"calls"][0][u"attempts"][0][u"plannedDelayMs"].toDouble() > 0);
        const ProgramResult own =
            runProgram({QStringLiteral("replay"), recording.file(), QStringLiteral("--policy"),
                        QStringLiteral("record"), QStringLiteral("--format"), QStringLiteral("json")});
        QCOMPARE(own.json()[u"calls"], record[u"calls"]);
    }

    void anIdOfTheClientGroupsAndOtherFormatsAreMade()
    {
        Recording recording(recordWords("--scenario s3-slowdown-then-ok --stop-after 3 --log"
                                        " /dev/null"));
        QCOMPARE(recording.call("--policy botocore-1.43.67-standard --seed 5"), 0);
        QCOMPARE(recording.finish().exitCode, 0); // after the third request
        const QJsonObject call = recording.record()[u"calls"][0].toObject();
        QCOMPARE(call[u"groupedBy"].toString(), QStringLiteral("invocationId"));
        QCOMPARE(call[u"attempts"].toArray().size(), 3);
        QCOMPARE(call[u"attempts"][1][u"declaredAttempt"].toInt(), 2);
        QCOMPARE(call[u"attempts"][1][u"declaredMax"].toInt(), 3);
        for (const char* form : {"markdown", "csv", "json"}) {
            const ProgramResult converted = runProgram({QStringLiteral("convert"), recording.file(),
                                                        QStringLiteral("--to"), QString::fromLatin1(form)});
            QVERIFY2(converted.exitCode == 0 && !converted.output.isEmpty(), converted.errors);
        }
    }

    void anUpstreamIsReachedAndAnOverlayFailsOnTheWay()
    {
        const QTemporaryDir upstreamFolder;
        const QString responses = scenarioIn(upstreamFolder, R"({"format": "retryscope.scenario/1", "id": "u",
            "title": "u", "steps": [{"status": 200, "body": "real"}]})");
        const QString log = upstreamFolder.filePath(QStringLiteral("log"));
        QProcess upstream;
        startProgram(upstream, {QStringLiteral("serve"), QStringLiteral("--scenario"), responses,
                                QStringLiteral("--log"), log});
        while (!upstream.canReadLine() && upstream.waitForReadyRead(20'000)) {
        }
        const QString url = QString::fromUtf8(upstream.readLine().trimmed());
        const QTemporaryDir folder;
        const QString overlay =
            scenarioIn(folder, R"({"format": "retryscope.scenario/1", "id": "o", "title": "o",
            "steps": [{"status": 429, "body": "<Error><Code>429</Code></Error>"}, {"pass": true}]})");
        Recording recording({QStringLiteral("--upstream"), url, QStringLiteral("--overlay"), overlay,
                             QStringLiteral("--duration"), QStringLiteral("60000")});
        QCOMPARE(recording.call("--policy botocore-1.43.67-standard --seed 5"), 1); // a 429 named 429
        QCOMPARE(recording.call("--policy curl-retry-3 --seed 5"), 0);
        QCOMPARE(contentOf(log).count('\n'), 1); // the rest was failed on the way
        QCOMPARE(recording.interrupt().exitCode, 130);
        const QJsonArray calls = recording.record()[u"calls"].toArray();
        QCOMPARE(calls.size(), 2);
        QCOMPARE(calls[1][u"attempts"][1][u"body"].toString(), QStringLiteral("real"));
        upstream.terminate();
        QVERIFY(upstream.waitForFinished(20'000));
    }

    /// A secret in each place of the requests and of the responses, and a look at all that is written: while
    /// it records, afterwards, and of what is made of the record.
    void aSecretOfTheClientIsNotWritten()
    {
        const QTemporaryDir folder;
        const QString scenario =
            scenarioIn(folder, R"({"format": "retryscope.scenario/1", "id": "s", "title": "s", "steps": [
            {"status": 503, "reason": "Authorization: Bearer canary-771", "headers": {"Set-Cookie": "c=canary-771"},
             "body": "<Error><Code>SlowDown</Code><Message>access_token=canary-771</Message></Error>"},
            {"status": 200, "body": "<A><SecretAccessKey>canary-771</SecretAccessKey></A>"}]})");
        const QString log = folder.filePath(QStringLiteral("log"));
        Recording recording({QStringLiteral("--scenario"), scenario, QStringLiteral("--log"), log});
        for (const QByteArray& request : secretRequests()) {
            sendAlone(QUrl(recording.url()), request);
        }
        const QString journal = recording.file() + QStringLiteral(".partial");
        QTRY_VERIFY_WITH_TIMEOUT(contentOf(journal).count("SlowDown") > 0, 20'000);
        noteCanary(contentOf(journal), "journal");
        const ProgramResult ended = recording.interrupt();
        noteCanary(ended.output + ended.errors, "json of record");
        QVERIFY2(ended.errors.contains("which belong to no call"), ended.errors);
        QVERIFY(contentOf(recording.file()).count("[redacted]") > 5);
        QVERIFY(recording.record()[u"calls"].toArray().size() >= 3);
        noteCanary(contentOf(recording.file()), "record");
        QVERIFY(contentOf(log).count('\n') >= 3);
        noteCanary(contentOf(log), "log");
        for (const char* line : {"infer", "infer --format json", "convert --to markdown", "convert --to csv",
                                 "convert --to json", "convert --to svg", "replay --policy record",
                                 "explain --policy botocore-1.43.67-standard --record", "explain --record"}) {
            const ProgramResult made = runProgram(recordWords(line) + QStringList{recording.file()});
            QVERIFY2(made.exitCode == 0 || made.exitCode == 1, line + made.errors);
            noteCanary(made.output + made.errors, line);
        }
    }

    /// What people read is made from the record as it is in memory, secrets and all.
    void aSecretOfTheClientIsNotPrinted()
    {
        QProcess process;
        startProgram(process, recordWords("record --scenario s3-slowdown-then-ok"));
        while (!process.canReadLine() && process.waitForReadyRead(20'000)) {
        }
        const QUrl url(QString::fromUtf8(process.readLine().trimmed()));
        for (const QByteArray& request : secretRequests()) {
            sendAlone(url, request);
        }
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        const ProgramResult ended = retryscope::test::finish(process);
        QCOMPARE(ended.exitCode, 130);
        QVERIFY2(ended.output.contains("calls"), ended.output);
        noteCanary(ended.output + ended.errors, "text of record");
    }

    /// A record that nobody sent to has no client to choose.
    void aMeasuredPolicyNeedsAClient()
    {
        const QTemporaryDir folder;
        const QString record = folder.filePath(QStringLiteral("none.json"));
        QCOMPARE(runProgram({QStringLiteral("record"), QStringLiteral("--scenario"),
                             QStringLiteral("always-503"), QStringLiteral("--duration"),
                             QStringLiteral("50ms"), QStringLiteral("--output"), record})
                     .exitCode,
                 0);
        const ProgramResult none =
            runProgram({QStringLiteral("infer"), record, QStringLiteral("--policy-output"),
                        folder.filePath(QStringLiteral("mine.json"))});
        QCOMPARE(none.exitCode, 2);
        QVERIFY2(none.errors.contains("--policy-output needs a client, and this record has none"),
                 none.errors);
    }

    void wrongUsageIsRefused_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* line, const char* message) {
            QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(message);
        };
        row("record", "upstream");
        row("record extra", "unexpected \"extra\"");
        row("record --upstream http://a --scenario always-503", "scenario");
        row("record --upstream ftp://a", "ftp://a");
        row("record --scenario always-503 --listen 0.0.0.0:0", "--allow-remote");
        row("record --scenario always-503 --listen 127.0.0.1:0 --port 1", "not both");
        row("record --scenario always-503 --stop-after 0", "stop-after");
        row("record --scenario always-503 --duration 0", "duration");
        row("record --scenario always-503 --host other", "host");
        row("record --intercept --scenario always-503", "forward-proxy");
        row("infer", "infer needs a RECORD file");
    }
    void wrongUsageIsRefused()
    {
        QFETCH(QString, line);
        QFETCH(QString, message);
        const ProgramResult result = runProgram(line.toLatin1().constData());
        QVERIFY2(result.exitCode == 2, result.errors);
        QVERIFY2(result.errors.contains(message.toUtf8()), result.errors);
    }

    /// Before a client has done its work for nothing.
    void anOutputThatCannotBeWrittenIsToldBeforeItListens()
    {
        const ProgramResult result =
            runProgram("record --scenario always-503 --output /nonexistent/folder/rec.json");
        QVERIFY2(result.exitCode == 4 && result.output.isEmpty(), result.errors);
        QVERIFY2(result.errors.contains("/nonexistent/folder/rec.json"), result.errors);
    }

    void aRecordThatIsNoneIsNamed()
    {
        const QTemporaryDir folder;
        const ProgramResult missing =
            runProgram({QStringLiteral("infer"), folder.filePath(QStringLiteral("none.json"))});
        QVERIFY(missing.exitCode == 3 || missing.exitCode == 4);
        QVERIFY2(missing.errors.contains("none.json"), missing.errors);
    }

    void withoutAnythingToGoByInferSaysSo()
    {
        Recording recording(recordWords("--scenario client-error-400"));
        QCOMPARE(recording.interrupt().exitCode, 130);
        const ProgramResult inferred = runProgram({QStringLiteral("infer"), recording.file()});
        QCOMPARE(inferred.exitCode, 1);
        QVERIFY2(inferred.output.contains("no requests"), inferred.output);
    }

    /// The authority is made, told and removed with one command.
    void theAuthorityIsRemoved()
    {
        QTemporaryDir home;
        QProcessEnvironment environment = plainEnvironment();
        environment.insert(QStringLiteral("XDG_DATA_HOME"), home.path());
        const QStringList remove{QStringLiteral("record"), QStringLiteral("--remove-ca")};
        const ProgramResult none = runProgram(remove, environment);
        QCOMPARE(none.exitCode, 0);
        QVERIFY2(none.errors.contains("There is no certificate authority"), none.errors);
        const ProgramResult made = runProgram(
            recordWords("record --forward-proxy --intercept --duration 50 --format json"), environment);
        QVERIFY2(made.exitCode == 0 && made.errors.contains("Clients must trust"), made.errors);
        const ProgramResult removed = runProgram(remove, environment);
        QVERIFY2(removed.exitCode == 0 && removed.errors.contains("Deleted the certificate authority"),
                 removed.errors);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstCliRecord)

#include "tst_cli_record.moc"
