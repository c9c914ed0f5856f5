// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/plain_server.h"
#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QUrl>

#include <csignal>

using namespace retryscope::test;

namespace {

QStringList words(const char* line)
{
    return QString::fromLatin1(line).split(u' ', Qt::SkipEmptyParts);
}

constexpr auto kUnavailable = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n";

} // namespace

class TstCliRun : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aLiveRunDecidesLikeItsSimulation()
    {
        const char* options =
            " --scenario s3-slowdown-then-ok --seed 1 --set backoff.base=20ms --format json";
        const ProgramResult live =
            runProgram(qPrintable(QStringLiteral("run") + QString::fromLatin1(options)));
        const ProgramResult simulated =
            runProgram(qPrintable(QStringLiteral("simulate") + QString::fromLatin1(options)));
        QVERIFY2(live.exitCode == 0, live.errors);
        QCOMPARE(simulated.exitCode, 0);
        QCOMPARE(plannedDelays(live.json()), plannedDelays(simulated.json()));
        QCOMPARE(live.json()[u"virtual"].toBool(true), false);
        QCOMPARE(simulated.json()[u"virtual"].toBool(false), true);
    }

    void redirectsAreFollowedOnlyWhenAsked()
    {
        PlainServer there("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        PlainServer here("HTTP/1.1 302 Found\r\nLocation: " + there.url().toLatin1() +
                         "x?token=canary\r\nSet-Cookie: a=canary\r\nContent-Length: 0\r\n\r\n");
        const QStringList run =
            words("run --format json --header Authorization:canary --max-attempts 1 --url") +
            QStringList{here.url()};
        const ProgramResult plain = runBeside(run);
        QCOMPARE(plain.exitCode, 1);
        QVERIFY(plain.json()[u"calls"][0][u"attempts"][0][u"hops"].isUndefined());
        QCOMPARE(here.requests(), 1);
        QCOMPARE(there.requests(), 0);

        const ProgramResult followed = runBeside(run + words("--follow 1"));
        QVERIFY2(followed.exitCode == 0, followed.errors);
        const QJsonValue attempt = followed.json()[u"calls"][0][u"attempts"][0];
        QCOMPARE(attempt[u"status"].toInt(), 200);
        const QJsonValue hop = attempt[u"hops"][0];
        QCOMPARE(hop[u"status"].toInt(), 302);
        QCOMPARE(hop[u"method"].toString(), QStringLiteral("GET"));
        QVERIFY(hop[u"endMs"].toDouble() >= hop[u"startMs"].toDouble());
        QVERIFY2(!followed.output.contains("canary"), followed.output); // in no place of the record
        QCOMPARE(there.requests(), 1);

        for (const char* wrong : {"--follow 21", "--follow -1", "--follow many"}) {
            QCOMPARE(runBeside(run + words(wrong)).exitCode, 2);
        }
    }

    void anAttemptKeepsWhatWasOnTheWire()
    {
        const ProgramResult result = runProgram(
            "run --scenario s3-slowdown-then-ok --seed 1 --no-wait --format json --header X-Mine:1");
        const QJsonArray attempts = result.json()[u"calls"][0][u"attempts"].toArray();
        QCOMPARE(attempts.size(), 3);
        QVERIFY(attempts[0][u"plannedDelayMs"].toDouble() > 0);
        QVERIFY(attempts[0][u"actualDelayMs"].isNull());
        QCOMPARE(attempts[0][u"status"].toInt(), 503);
        QCOMPARE(attempts[0][u"reused"].toBool(true), false);
        QCOMPARE(attempts[1][u"reused"].toBool(false), true);
        QCOMPARE(attempts[1][u"connection"].toInt(), attempts[0][u"connection"].toInt());
        QVERIFY(attempts[0][u"rawSent"].toString().contains(QStringLiteral("X-Mine: 1\r\n")));
        QVERIFY(attempts[0][u"phasesMs"][u"connect"].isDouble());
        QVERIFY(attempts[1][u"phasesMs"][u"connect"].isNull());
    }

    void aRetryAtOnceWaitsForNoTime()
    {
        const ProgramResult result = runProgram("run --scenario always-503 --policy cpp-1.8.187-default "
                                                "--max-attempts 2 --seed 1 --format json");
        const QJsonValue first = result.json()[u"calls"][0][u"attempts"][0];
        QCOMPARE(first[u"delayWindowMs"].toArray(), (QJsonArray{0, 0}));
        QCOMPARE(first[u"plannedDelayMs"].toDouble(-1), 0.0);
        QCOMPARE(first[u"actualDelayMs"].toDouble(-1), 0.0);
    }

    void aSavedLiveRecordIsReplayedToTheSameDecisions()
    {
        const QString path = m_folder.filePath(QStringLiteral("live.json"));
        const ProgramResult live =
            runProgram(words("run --scenario truncated-body --seed 4 --no-wait --format json --output") +
                       QStringList{path});
        QCOMPARE(contentOf(path), live.output);
        const ProgramResult replay = runProgram({QStringLiteral("replay"), path, QStringLiteral("--policy"),
                                                 QStringLiteral("sdk-reference-standard"),
                                                 QStringLiteral("--format"), QStringLiteral("json")});
        QCOMPARE(replay.exitCode, live.exitCode);
        QCOMPARE(plannedDelays(replay.json()), plannedDelays(live.json()));
    }

    void anOperationIsStartedAndThenPolledWithItsToken()
    {
        const QString scenario = m_folder.filePath(QStringLiteral("start.json"));
        QVERIFY(writeFile(
            scenario,
            "{\"format\": \"retryscope.scenario/1\", \"id\": \"start\", \"title\": \"T\", \"steps\": ["
            "{\"status\": 202, \"headers\": {\"Content-Type\": \"application/json\"}, "
            "\"body\": \"{\\\"id\\\": \\\"a/7\\\"}\"}, "
            "{\"status\": 202}, {\"status\": 200, \"body\": \"SUCCESS\"}]}"));
        const QString path = m_folder.filePath(QStringLiteral("polled.json"));
        QStringList line = words("--policy aws-general-polling --seed 1 --data {} --poll-token json:id "
                                 "--set backoff.base=2ms --format json --scenario");
        line += {scenario, QStringLiteral("--poll"), QStringLiteral("GET /jobs/{token}?v=1")};
        const ProgramResult live = runProgram(QStringList{QStringLiteral("run")} + line +
                                              QStringList{QStringLiteral("--output"), path});
        QVERIFY2(live.exitCode == 0, live.errors);
        const QJsonArray attempts = live.json()[u"calls"][0][u"attempts"].toArray();
        QCOMPARE(attempts.size(), 3);
        QVERIFY(attempts[0][u"rawSent"].toString().startsWith(QStringLiteral("POST / HTTP/1.1\r\n")));
        QVERIFY(attempts[0][u"sent"][u"url"].isUndefined());
        for (const int number : {1, 2}) {
            const QJsonValue poll = attempts[number];
            QVERIFY(
                poll[u"rawSent"].toString().startsWith(QStringLiteral("GET /jobs/a%2F7?v=1 HTTP/1.1\r\n")));
            QCOMPARE(poll[u"sent"][u"method"].toString(), QStringLiteral("GET"));
            QVERIFY(poll[u"sent"][u"url"].toString().endsWith(QStringLiteral("/jobs/a%2F7?v=1")));
            QCOMPARE(poll[u"sent"][u"body"].toString(), QString());
        }
        QCOMPARE(live.json()[u"request"][u"poll"][u"url"].toString(), QStringLiteral("/jobs/{token}?v=1"));

        const ProgramResult simulated = runProgram(QStringList{QStringLiteral("simulate")} + line);
        QCOMPARE(simulated.exitCode, 0);
        QCOMPARE(simulated.json()[u"calls"][0][u"attempts"][2][u"sendDelayMs"].toDouble(), 4.0);
        QCOMPARE(simulated.json()[u"calls"][0][u"attempts"][0][u"sendDelayMs"].toDouble(-1), 0.0);

        const ProgramResult again =
            runProgram({QStringLiteral("explain"), QStringLiteral("--record"), path,
                        QStringLiteral("--attempt"), QStringLiteral("1"), QStringLiteral("--policy"),
                        QStringLiteral("record"), QStringLiteral("--format"), QStringLiteral("json")});
        QCOMPARE(again.json()[u"rows"][0][u"rule"].toString(), QStringLiteral("start-accepted"));
        const ProgramResult replay = runProgram({QStringLiteral("replay"), path, QStringLiteral("--policy"),
                                                 QStringLiteral("aws-general-polling-java-sample"),
                                                 QStringLiteral("--format"), QStringLiteral("json")});
        QCOMPARE(replay.exitCode, 0);
        QCOMPARE(replay.json()[u"calls"][0][u"attempts"].toArray().size(), 3);
    }

    void theProxys429IsNotRetried()
    {
        const ProgramResult result =
            runProgram("run --scenario proxy-429-named-429 --policy aws-cpp-s3-blog");
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.simplified().contains("Unable to parse ExceptionName"), result.output);
        QVERIFY2(result.output.contains("after 1 attempt"), result.output);
    }

    void aForeignServerGetsOneRequestPerAttempt()
    {
        PlainServer server(kUnavailable);
        QVERIFY(server.isReady());
        const ProgramResult result = runBeside(
            words("run --no-wait --max-attempts 4 --seed 1 --format json --url") + QStringList{server.url()});
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.json()[u"calls"][0][u"attempts"].toArray().size(), 4);
        QCOMPARE(server.requests(), 4);
        QCOMPARE(result.json()[u"request"][u"url"].toString(), server.url());
    }

    void callsAndClientsAreMade()
    {
        PlainServer server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        QVERIFY(server.isReady());
        const ProgramResult result = runBeside(
            words("run --calls 3 --clients 2 --seed 1 --format json --url") + QStringList{server.url()});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.json()[u"calls"].toArray().size(), 6);
        QCOMPARE(server.requests(), 6);
    }

    void nobodyListeningIsAFaultNotAnError()
    {
        QTcpServer closed;
        QVERIFY(closed.listen(QHostAddress::LocalHost));
        const QString url = QStringLiteral("http://127.0.0.1:%1/").arg(closed.serverPort());
        closed.close();
        const ProgramResult result =
            runProgram(words("run --no-wait --seed 1 --format json --url") + QStringList{url});
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(result.json()[u"calls"][0][u"attempts"][0][u"fault"].toString(),
                 QStringLiteral("connectionRefused"));
        QVERIFY(result.json()[u"calls"][0][u"attempts"][0][u"status"].isNull());
    }

    /// As the user said it, however the policy counts.
    void anOverrideIsEchoedAsItWasGiven()
    {
        const ProgramResult result = runProgram(
            "run --scenario always-503 --policy curl-retry-3 --max-attempts 1 --seed 1 --format json");
        QCOMPARE(result.json()[u"policy"][u"overrides"][u"attempts.max"].toInt(), 1);
        QCOMPARE(result.json()[u"calls"][0][u"attempts"].toArray().size(), 1);
        const QByteArray text =
            runProgram("run --scenario always-503 --policy curl-retry-3 --max-attempts 1 --seed 1").output;
        QVERIFY2(text.contains("attempts.max = 1 (--max-attempts)"), text);
    }

    void anUnverifiedServerIsMarkedLoudly()
    {
        const ProgramResult result =
            runProgram("run --insecure --no-wait --seed 1 --url https://127.0.0.1:1/");
        QVERIFY2(result.errors.contains("WARNING: the server's certificate is not verified"), result.errors);
        QVERIFY2(result.output.contains("WARNING"), result.output);
    }

    void anInterruptedRunWritesWhatItHas_data()
    {
        QTest::addColumn<int>("signalNumber");
        QTest::addColumn<QByteArray>("response");
        QTest::newRow("Ctrl+C in a delay") << SIGINT << QByteArray(kUnavailable);
        QTest::newRow("a termination in a delay") << SIGTERM << QByteArray(kUnavailable);
        QTest::newRow("Ctrl+C while waiting for an answer") << SIGINT << QByteArray();
    }
    void anInterruptedRunWritesWhatItHas()
    {
        QFETCH(int, signalNumber);
        QFETCH(QByteArray, response);
        PlainServer server(response);
        QVERIFY(server.isReady());
        const QString path = m_folder.filePath(QStringLiteral("interrupted.json"));
        QProcess process;
        startProgram(process, words("run --policy aws-general-request --set backoff.base=60s "
                                    "--set backoff.cap=60s --format json --output") +
                                  QStringList{path, QStringLiteral("--url"), server.url()});
        QTRY_COMPARE_WITH_TIMEOUT(server.requests(), 1, 20'000);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signalNumber), 0);
        const ProgramResult result = finish(process);
        QCOMPARE(result.exitCode, 130);
        QCOMPARE(contentOf(path), result.output);
        const QJsonObject call = result.json()[u"calls"][0].toObject();
        QCOMPARE(call[u"verdict"].toString(), QStringLiteral("cancelled"));
        QCOMPARE(call[u"stopReason"].toString(), QStringLiteral("cancelled"));
        QCOMPARE(call[u"attempts"].toArray().size(), 1);
    }

    /// However far it has come: the signal may meet the run or the writing of its record.
    void anInterruptedSimulationWritesWhatItHas_data()
    {
        QTest::addColumn<int>("signalNumber");
        QTest::newRow("Ctrl+C") << SIGINT;
        QTest::newRow("a termination") << SIGTERM;
    }
    void anInterruptedSimulationWritesWhatItHas()
    {
        QFETCH(int, signalNumber);
        const QString path = m_folder.filePath(QString::fromLatin1(QTest::currentDataTag()));
        QProcess process;
        startProgram(process, words("simulate --scenario always-503 --calls 20000 --no-wait --output") +
                                  QStringList{path});
        process.setReadChannel(QProcess::StandardError);
        QVERIFY(process.waitForReadyRead(20'000)); // the seed is told
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signalNumber), 0);
        QCOMPARE(finish(process).exitCode, 130);
        const QJsonObject record = QJsonDocument::fromJson(contentOf(path)).object();
        QCOMPARE(record[u"format"].toString(), QStringLiteral("retryscope.record/1"));
        QVERIFY(!record[u"calls"].toArray().isEmpty());
    }

    void aLogMayBeADeviceAndAnUnreadableRequestIsDatedToday()
    {
        QProcess process;
        startProgram(process, words("serve --scenario always-503 --log /dev/null"));
        QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 20'000);
        const QUrl url(QString::fromLatin1(process.readLine().trimmed()));
        const QByteArray response = exchange(url, "no request\r\n\r\n");
        QVERIFY2(response.startsWith("HTTP/1.1 400 "), response);
        const QByteArray year = QByteArray::number(QDateTime::currentDateTimeUtc().date().year());
        QVERIFY2(response.contains(' ' + year + ' '), response);
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
        const ProgramResult result = finish(process);
        QCOMPARE(result.errors, QByteArray("Playing always-503; Ctrl+C stops\n"));
    }

    void theServedEndpointLogsWhatItReceives()
    {
        const QString log = m_folder.filePath(QStringLiteral("requests.jsonl"));
        QProcess process;
        startProgram(process, words("serve --scenario proxy-429-named-429 --log") + QStringList{log});
        QTRY_VERIFY_WITH_TIMEOUT(process.canReadLine(), 20'000);
        const QUrl url(QString::fromLatin1(process.readLine().trimmed()));
        QCOMPARE(url.scheme(), QStringLiteral("http"));
        QCOMPARE(url.host(), QStringLiteral("127.0.0.1"));
        const QByteArray response = exchange(
            url,
            "GET /a?X-Amz-Signature=canary HTTP/1.1\r\nHost: h.localhost\r\nAuthorization: canary\r\n\r\n");
        QVERIFY2(response.startsWith("HTTP/1.1 429 "), response);
        QTRY_VERIFY(contentOf(log).endsWith('\n'));
        QVERIFY(!contentOf(log).contains("canary"));
        const QJsonObject line = QJsonDocument::fromJson(contentOf(log)).object();
        QCOMPARE(line[u"method"].toString(), QStringLiteral("GET"));
        QCOMPARE(line[u"target"].toString(), QStringLiteral("/a?X-Amz-Signature=[redacted]"));
        QCOMPARE(line[u"answer"].toString(), QStringLiteral("429"));
        QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
        QCOMPARE(finish(process).exitCode, 130);
    }

private:
    QTemporaryDir m_folder;
};

RETRYSCOPE_TEST(TstCliRun)
#include "tst_cli_run.moc"
