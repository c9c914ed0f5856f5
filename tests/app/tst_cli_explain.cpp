// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>

#include <utility>

using namespace retryscope::test;

namespace {

/// The starting case: a proxy's tidy 429, from a service that speaks XML.
QStringList theProxys429(const QString& policy)
{
    return {QStringLiteral("explain"),
            QStringLiteral("--policy"),
            policy,
            QStringLiteral("--service"),
            QStringLiteral("s3"),
            QStringLiteral("--status"),
            QStringLiteral("429"),
            QStringLiteral("--header"),
            QStringLiteral("Content-Type: application/xml"),
            QStringLiteral("--body"),
            QStringLiteral("<Error><Code>429</Code><Message>slow</Message></Error>")};
}

QJsonObject rowOf(const QJsonObject& document, const QString& policy)
{
    for (const QJsonValue& row : document[u"rows"].toArray()) {
        if (row[u"policy"].toString() == policy) {
            return row.toObject();
        }
    }
    return {};
}

QStringList asJson(QStringList arguments)
{
    return arguments << QStringLiteral("--format") << QStringLiteral("json");
}

QJsonObject flipOfSort(const QJsonObject& document, const char* sort)
{
    for (const QJsonValue& reversing : document[u"flips"].toArray()) {
        if (reversing[u"sort"].toString() == QLatin1String(sort)) {
            return reversing.toObject();
        }
    }
    return {};
}

} // namespace

class TstCliExplain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theOutputOfCurlForHeadIsToldApart()
    {
        const QString path = m_folder.filePath(QStringLiteral("head.txt"));
        QVERIFY(writeFile(path, "HTTP/1.1 503 Slow Down\r\nContent-Length: 97\r\n\r\n"));
        const QString line =
            QStringLiteral("explain --policy sdk-reference-standard --response %1").arg(path);
        const ProgramResult get = runProgram(qPrintable(line));
        QVERIFY2(get.errors.contains("If the request was HEAD (curl -I), add --method HEAD"), get.errors);
        const ProgramResult head = runProgram(qPrintable(line + QStringLiteral(" --method HEAD")));
        QCOMPARE(head.errors, QByteArray());
        QVERIFY2(!head.output.contains("cut short"), head.output);
    }

    void ofARecordTheAttemptThatFailedLastIsJudged()
    {
        const QString file =
            recorded("--scenario s3-slowdown-then-ok --policy sdk-reference-standard --seed 1");
        const ProgramResult story =
            runProgram(qPrintable(QStringLiteral("explain --policy record --record ") + file));
        QVERIFY2(story.output.simplified().contains("Judged: attempt 2 of call 1, the last failure; attempt "
                                                    "3 succeeded; choose another with --attempt."),
                 story.output);
        QVERIFY2(story.output.contains("503 SlowDown"), story.output);
    }

    /// What `policies code` is told must be what was asked about.
    void theCommandForTheCodeKnowsTheQuestion()
    {
        const QByteArray brief =
            runProgram("explain --policy botocore-1.43.67-standard --service dynamodb --status 429 "
                       "--max-attempts 7 --brief")
                .output.simplified();
        QVERIFY2(
            brief.contains("policies code botocore-1.43.67-standard --map status:429=throttling --service "
                           "dynamodb --max-attempts 7"),
            brief);
        const QByteArray full = runProgram("explain --policy botocore-1.43.67-standard --service dynamodb "
                                           "--status 429 --body {\"__type\":\"Odd\"}")
                                    .output;
        QVERIFY2(full.contains("needs-retry.dynamodb") && !full.contains("\"s3\""), full);
    }

    /// A server that speaks another's protocol is not in the list of services.
    void aServerLikeAnotherIsSaid()
    {
        for (const char* command :
             {"explain --status 503 --policy curl-retry-3 ", "affected --sdk botocore "}) {
            const ProgramResult minio = runProgram((QByteArray(command) + "--service minio").constData());
            QVERIFY2(minio.errors.contains("treated as generic, so the verdict might differ (it uses the "
                                           "protocol of s3: --service s3)"),
                     minio.errors);
            const ProgramResult other = runProgram((QByteArray(command) + "--service nobody").constData());
            QVERIFY2(other.errors.contains("treated as generic, so the verdict might differ"), other.errors);
            QVERIFY2(!other.errors.contains("responds as"), other.errors);
        }
    }

    void thePresetThatTheEnvironmentPutsInItsPlaceIsSaid()
    {
        QProcessEnvironment environment = plainEnvironment();
        environment.insert(QStringLiteral("AWS_RETRY_MODE"), QStringLiteral("standard"));
        const auto said = [&environment](const char* words) {
            return runProgram(QString::fromLatin1(words).split(u' '), environment);
        };
        const QByteArray line =
            "The environment selects botocore-1.43.67-standard instead of botocore-1.43.67-legacy: "
            "AWS_RETRY_MODE is \"standard\".";
        for (const char* command :
             {"explain --status 503 --policy botocore-1.43.67-legacy "
              "--retry-mode-from-environment",
              "bounds --policy botocore-1.43.67-legacy --retry-mode-from-environment"}) {
            const QByteArray output = said(command).output.simplified();
            QVERIFY2(output.startsWith(line), output);
        }
        const QByteArray run =
            said("simulate --scenario always-503 --seed 1 --policy botocore-1.43.67-legacy "
                 "--retry-mode-from-environment")
                .output.simplified();
        QVERIFY2(run.contains("setting policy = botocore-1.43.67-standard (instead of "
                              "botocore-1.43.67-legacy: AWS_RETRY_MODE is \"standard\")"),
                 run);
        const QByteArray all = said("explain --status 503 --retry-mode-from-environment").output;
        QCOMPARE(all.count(" botocore-1.43.67-standard "), 1);
        QVERIFY2(all.simplified().contains("presets with others of the same SDK"), all);
        const QJsonObject document = said("explain --status 503 --policy botocore-1.43.67-legacy "
                                          "--retry-mode-from-environment --format json")
                                         .json();
        QCOMPARE(document[u"replaced"][0][u"named"].toString(), QStringLiteral("botocore-1.43.67-legacy"));
    }

    /// What was done follows from the response: a client that sees a success knows no more than others.
    void whatABatchLeftIsSaidUnderEveryPolicy()
    {
        for (const char* policy : {"dynamodb-guide", "botocore-1.43.67-standard", "curl-retry-3"}) {
            const QByteArray text =
                runProgram({QStringLiteral("explain"), QStringLiteral("--status"), QStringLiteral("200"),
                            QStringLiteral("--service"), QStringLiteral("dynamodb"),
                            QStringLiteral("--operation"), QStringLiteral("BatchWriteItem"),
                            QStringLiteral("--body"),
                            QStringLiteral("{\"UnprocessedItems\":{\"t\":[{\"DeleteRequest\":{}}]}}"),
                            QStringLiteral("--policy"), QString::fromLatin1(policy)})
                    .output.simplified();
            QVERIFY2(text.contains("The server did not process the items that the response lists"), text);
        }
    }

    /// S3 has rules of its own, which a reader who names no service would never see.
    void aServiceThatWouldBeJudgedOtherwiseIsSaid()
    {
        const QByteArray given =
            "explain --status 403 --header Content-Type:text/html --body <html><br></html> ";
        const QByteArray grid = runProgram((given + "--policy all").constData()).output.simplified();
        QVERIFY2(grid.contains("Service: none given. For ") &&
                     grid.contains("decide differently: jsv2-2.1693.0-default"),
                 grid);
        const QByteArray story =
            runProgram((given + "--policy jsv2-2.1693.0-default").constData()).output.simplified();
        QVERIFY2(story.contains(" s3 the verdict differs; choose with --service."), story);
        const QByteArray said =
            runProgram((given + "--service s3 --policy all").constData()).output.simplified();
        QVERIFY2(!said.contains("Service: none given"), said);
    }

    /// The limit is that of the whole attempt: what a send before used up of it is gone.
    void aLimitCountsTheSendsBefore()
    {
        const QString file = m_folder.filePath(QStringLiteral("resent.json"));
        const QString scenario = m_folder.filePath(QStringLiteral("resent.scenario.json"));
        QVERIFY(writeFile(scenario, R"({"format": "retryscope.scenario/1", "id": "resent", "title": "t",
            "steps": [{"status": 503}, {"fault": "close", "delayMs": 300}, {"status": 500, "delayMs": 300},
                      {"status": 200}]})"));
        QCOMPARE(runProgram(qPrintable(QStringLiteral("simulate --scenario %1 --policy go-v2-1.17.1-standard "
                                                      "--seed 1 --output %2")
                                           .arg(scenario, file)))
                     .exitCode,
                 0);
        const QByteArray text =
            runProgram(qPrintable(QStringLiteral("explain --policy record --attempt 2 --attempt-timeout 400 "
                                                 "--record ") +
                                  file))
                .output.simplified();
        QVERIFY2(text.contains("What if: time limit 400 ms for the attempt, which took 600 ms"), text);
        QVERIFY2(!text.contains("500, the limit"), text);
    }

    /// No word that decides is cut: cells go on in a second line.
    void whatTheHintCameToIsNotCutInANarrowTerminal()
    {
        const QByteArray grid =
            runProgram("explain --status 503 --header Retry-After:277403 --header x-amz-retry-after:1500")
                .output;
        QVERIFY2(!grid.contains("\u2026\n"), grid);
        QVERIFY2(grid.contains("changed"), grid);
        for (const QByteArray& line : grid.split('\n')) {
            QVERIFY2(QString::fromUtf8(line).size() <= 80, line);
        }
    }

    /// By client, unless another order is asked for; the last line counts the verdicts.
    void rowsAreSortedAndCounted()
    {
        const QByteArray question = "explain 503 --policy curl-retry-3 --policy backoff-2-expo --policy "
                                    "axios-retry-4.5.0-default --policy botocore-1.43.67-standard ";
        const auto ids = [&question](const char* sort) {
            QStringList found;
            for (const QByteArray& line : runProgram((question + sort).constData()).output.split('\n')) {
                const QString id = QString::fromUtf8(line).trimmed().section(u' ', 0, 0);
                if (id.count(u'-') > 1 && line.startsWith(' ')) {
                    found += id.section(u'-', 0, 0);
                }
            }
            return found.join(u' ');
        };
        QCOMPARE(ids("--sort id"), QStringLiteral("axios backoff botocore curl"));
        QCOMPARE(ids("--sort verdict"), QStringLiteral("axios botocore curl backoff"));
        const QByteArray grid = runProgram((question + "--sort verdict").constData()).output.trimmed();
        QCOMPARE(grid.split('\n').last(), QByteArray("4 policies: 3 retry, 1 stop, 0 succeed"));
        const QJsonArray rows =
            runProgram("explain 200 --fault responseTruncated --policy curl-retry-3 --policy "
                       "axios-retry-4.5.0-default --policy botocore-1.43.67-standard --sort "
                       "verdict --format json")
                .json()[u"rows"]
                .toArray();
        QCOMPARE(rows[0][u"policy"].toString(), QStringLiteral("axios-retry-4.5.0-default"));
        QCOMPARE(runProgram("explain 503 --sort colour").exitCode, 2);
    }

    void idsAreNeverCut()
    {
        const QByteArray grid = runProgram("explain --status 503 --header Retry-After:5").output;
        QVERIFY2(grid.contains(" botocore-1.43.67-standard-newretries ") &&
                     grid.contains(" botocore-1.43.67-adaptive-newretries "),
                 grid);
    }

    /// Whole responses are changed by --header as recorded ones are.
    void aHeaderChangesAWholeResponse()
    {
        const QString header = QStringLiteral("Retry-After: 99");
        const QString path = m_folder.filePath(QStringLiteral("retry-after.txt"));
        QVERIFY(writeFile(path, "HTTP/1.1 503 Slow Down\r\nretry-after: 7\r\nContent-Length: 0\r\n\r\n"));
        for (const QStringList& whole :
             {QStringList{QStringLiteral("--template"), QStringLiteral("nginx-502-html")},
              QStringList{QStringLiteral("--response"), path}}) {
            const QJsonObject asked =
                runProgram(
                    asJson(QStringList{QStringLiteral("explain"), QStringLiteral("--policy"),
                                       QStringLiteral("curl-retry-3"), QStringLiteral("--header"), header} +
                           whole))
                    .json();
            QCOMPARE(asked[u"rows"][0][u"hints"].toArray().size(), 1);
            QCOMPARE(asked[u"rows"][0][u"hints"][0][u"asksForMs"].toInt(), 99'000);
        }
    }

    void repeatedHeadersStandForAllOfTheirName()
    {
        const QString file = recorded("--scenario always-503 --policy sdk-reference-standard");
        const QStringList line{QStringLiteral("explain"),
                               QStringLiteral("--policy"),
                               QStringLiteral("record"),
                               QStringLiteral("--attempt"),
                               QStringLiteral("1"),
                               QStringLiteral("--record"),
                               file,
                               QStringLiteral("--header"),
                               QStringLiteral("x-twice: one"),
                               QStringLiteral("--header"),
                               QStringLiteral("X-Twice: two")};
        const QString changes = runProgram(asJson(line)).json()[u"whatIf"][0].toString();
        QCOMPARE(changes, QStringLiteral("header x-twice"));
        // As for a response that is given whole: the client sees both fields and takes the same one.
        const QStringList hinted =
            asJson({QStringLiteral("explain"), QStringLiteral("--policy"), QStringLiteral("record"),
                    QStringLiteral("--attempt"), QStringLiteral("1"), QStringLiteral("--record"), file,
                    QStringLiteral("--header"), QStringLiteral("Retry-After: 5"), QStringLiteral("--header"),
                    QStringLiteral("Retry-After: 9")});
        const QJsonObject once = runProgram(hinted).json()[u"rows"][0][u"hints"][0].toObject();
        const QJsonObject plain =
            runProgram(
                asJson({QStringLiteral("explain"), QStringLiteral("--policy"),
                        QStringLiteral("sdk-reference-standard"), QStringLiteral("--status"),
                        QStringLiteral("503"), QStringLiteral("--header"), QStringLiteral("Retry-After: 5"),
                        QStringLiteral("--header"), QStringLiteral("Retry-After: 9")}))
                .json()[u"rows"][0][u"hints"][0]
                .toObject();
        QCOMPARE(once[u"value"].toString(), plain[u"value"].toString());
    }

    void theHeadersOfARecordedRequestAreItsOwn()
    {
        const QString file = recorded("--scenario always-503 --policy sdk-reference-standard");
        const ProgramResult result =
            runProgram({QStringLiteral("explain"), QStringLiteral("--record"), file,
                        QStringLiteral("--request-header"), QStringLiteral("Idempotency-Key: 1")});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("cannot be combined with --request-header"), result.errors);
    }

    void anAttemptBeyondItsLimitIsJudgedAsThat_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QString>("verdict");
        QTest::addColumn<QByteArray>("warning");
        const QString whole = QStringLiteral("succeed");
        const QString cut = QStringLiteral("retry");
        QTest::newRow("it took longer")
            << QByteArray("--attempt-timeout 500 --attempt-time 900") << cut << QByteArray();
        QTest::newRow("it was done in time")
            << QByteArray("--attempt-timeout 500 --attempt-time 500") << whole << QByteArray();
        QTest::newRow("its time is not known")
            << QByteArray("--attempt-timeout 500") << whole
            << QByteArray("WARNING: --attempt-timeout has no effect: the duration of the attempt is unknown; "
                          "give it with --attempt-time TIME");
        QTest::newRow("no limit to hold it against")
            << QByteArray("--attempt-time 900") << whole
            << QByteArray("WARNING: --attempt-time has no effect without --attempt-timeout");
    }
    void anAttemptBeyondItsLimitIsJudgedAsThat()
    {
        QFETCH(QByteArray, more);
        QFETCH(QString, verdict);
        QFETCH(QByteArray, warning);
        const ProgramResult result = runProgram(
            ("explain --policy sdk-reference-standard --status 200 --format json " + more).constData());
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.json()[u"rows"][0][u"verdict"].toString(), verdict);
        QVERIFY2(result.errors.contains(warning) && result.errors.isEmpty() == warning.isEmpty(),
                 result.errors);
    }

    /// Against the recorded time, and under the record's own policy too.
    void aRecordedAttemptIsHeldAgainstALimit()
    {
        const QString file = recorded("--scenario slow-response --policy sdk-reference-standard");
        const auto asked = [&file](const char* limit) {
            return runProgram(asJson({QStringLiteral("explain"), QStringLiteral("--record"), file,
                                      QStringLiteral("--attempt"), QStringLiteral("1"),
                                      QStringLiteral("--policy"), QStringLiteral("record"),
                                      QStringLiteral("--attempt-timeout"), QString::fromLatin1(limit)}))
                .json();
        };
        const QJsonObject early = asked("100");
        QCOMPARE(early[u"rows"][0][u"rule"].toString(), QStringLiteral("connection-error"));
        QCOMPARE(early[u"whatIf"][0].toString(),
                 QStringLiteral("time limit 100 ms for the attempt, which took 400 ms"));
        const QJsonObject late = asked("400");
        QCOMPARE(late[u"rows"][0][u"rule"].toString(), QStringLiteral("transient-status"));
        QVERIFY(late[u"whatIf"].isUndefined());
    }

    void aPollSaysWhenTheNextOneIsSent()
    {
        const ProgramResult result =
            runProgram("explain --policy aws-general-polling --status 503 --attempt 2 --brief");
        QVERIFY2(
            result.output.simplified().contains("before the next attempt, as it does before every attempt"),
            result.output);
        QVERIFY2(!result.output.contains("at once"), result.output);
        QVERIFY2(result.output.contains("before sending"), result.output);
    }

    /// SOAP 1.1, section 4.4.1: what comes after the dot may be missing.
    void aSoapFaultCodeWithoutADotCounts_data()
    {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("kind");
        QTest::newRow("Server") << QStringLiteral("soap:Server") << QStringLiteral("server");
        QTest::newRow("Server, no namespace") << QStringLiteral("Server") << QStringLiteral("server");
        QTest::newRow("Client") << QStringLiteral("SOAP-ENV:Client") << QStringLiteral("permanent");
        QTest::newRow("ServerBusy") << QStringLiteral("soap:ServerBusy") << QStringLiteral("none");
    }
    void aSoapFaultCodeWithoutADotCounts()
    {
        QFETCH(QString, code);
        QFETCH(QString, kind);
        for (const char* policy : {"simpledb-pseudocode", "simpledb-java-sample"}) {
            const ProgramResult result = runProgram(
                {QStringLiteral("explain"), QStringLiteral("--policy"), QString::fromLatin1(policy),
                 QStringLiteral("--service"), QStringLiteral("simpledb"), QStringLiteral("--protocol"),
                 QStringLiteral("soap"), QStringLiteral("--status"), QStringLiteral("200"),
                 QStringLiteral("--format"), QStringLiteral("json"), QStringLiteral("--body"),
                 QStringLiteral("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
                                "<s:Fault><faultcode>%1</faultcode></s:Fault></s:Body></s:Envelope>")
                     .arg(code)});
            QCOMPARE(result.json()[u"rows"][0][u"kind"].toString(), kind);
        }
    }

    void theResponseMayStandOnStandardInput_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("input");
        QTest::newRow("all of it") << QStringLiteral("explain --response -")
                                   << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n"
                                                 "<Error><Code>SlowDown</Code></Error>");
        QTest::newRow("its body") << QStringLiteral("explain --status 400 --body @-")
                                  << QByteArray("<Error><Code>SlowDown</Code></Error>");
    }
    void theResponseMayStandOnStandardInput()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, input);
        QProcess process;
        startProgram(process, (line + QStringLiteral(" --service s3 --policy sdk-reference-standard "
                                                     "--format json"))
                                  .split(u' '));
        QCOMPARE(process.write(input), input.size());
        process.closeWriteChannel();
        const ProgramResult result = finish(process);
        QVERIFY2(result.exitCode == 0, result.errors);
        QCOMPARE(result.json()[u"rows"][0][u"errorName"].toString(), QStringLiteral("SlowDown"));
    }

    void aDateToRetryAfterCountsFromNowWhenTheAnswerHasNone()
    {
        const QDateTime then = QDateTime::currentDateTimeUtc().addSecs(3 * 3600);
        const QString header = QStringLiteral("Retry-After: ") +
                               QLocale::c().toString(then, QStringLiteral("ddd, dd MMM yyyy hh:mm:ss 'GMT'"));
        const ProgramResult result = runProgram(asJson(
            {QStringLiteral("explain"), QStringLiteral("--policy"), QStringLiteral("urllib3-2-retry-default"),
             QStringLiteral("--status"), QStringLiteral("429"), QStringLiteral("--header"), header}));
        const QJsonArray window =
            rowOf(result.json(), QStringLiteral("urllib3-2-retry-default"))[u"delayWindowMs"].toArray();
        constexpr double kThreeHours = 10'800'000; // below the 6 hours of retry_after_max
        QVERIFY2(window.at(0).toDouble() > kThreeHours / 2 && window.at(0).toDouble() <= kThreeHours,
                 result.output.constData());
    }

    void theSame429IsTakenDifferentlyByEachClient_data()
    {
        QTest::addColumn<QString>("verdict");
        QTest::newRow("botocore-1.29.27-legacy") << QStringLiteral("retry");
        QTest::newRow("botocore-1.43.67-standard") << QStringLiteral("stop");
        QTest::newRow("botocore-1.43.67-adaptive") << QStringLiteral("stop");
        QTest::newRow("jsv3-3.1169.0-standard") << QStringLiteral("retry");
        QTest::newRow("ruby-standard") << QStringLiteral("retry");
        QTest::newRow("rust-standard") << QStringLiteral("stop");
        QTest::newRow("cpp-1.11.332-default") << QStringLiteral("stop");
        QTest::newRow("cpp-newretries-standard") << QStringLiteral("stop");
    }
    void theSame429IsTakenDifferentlyByEachClient()
    {
        QFETCH(QString, verdict);
        static const QJsonObject grid = runProgram(asJson(theProxys429(QStringLiteral("all")))).json();
        const QJsonObject row = rowOf(grid, QString::fromLatin1(QTest::currentDataTag()));
        QCOMPARE(row[u"verdict"].toString(), verdict);
        QCOMPARE(row[u"errorName"].toString(), QStringLiteral("429"));
        QCOMPARE(row[u"errorNameOrigin"].toString(), QStringLiteral("xml:Error/Code"));
        QVERIFY(row[u"title"].toString().startsWith(row[u"client"].toString()));
        QVERIFY(row[u"attempts"].toInt() > 1);
        QVERIFY(!row[u"source"].toString().isEmpty());
        QVERIFY(!row[u"why"].toString().isEmpty());
    }

    void oneClientsVerdictComesWithWhatWouldReverseIt()
    {
        const QJsonObject document =
            runProgram(asJson(theProxys429(QStringLiteral("cpp-1.11.332-standard")))).json();
        QVERIFY(!document[u"trace"].toArray().isEmpty());
        for (const QJsonValue& reversing : document[u"flips"].toArray()) {
            QCOMPARE(reversing[u"verdictAfter"].toString(), QStringLiteral("retry"));
        }
        const QJsonObject renamed = flipOfSort(document, "nameReplaced");
        QCOMPARE(renamed[u"change"].toString(), QStringLiteral("Name the error SlowDown instead of 429"));
        QCOMPARE(renamed[u"owner"].toString(), QStringLiteral("response"));
        QCOMPARE(renamed[u"reach"].toString(), QStringLiteral("oneThing"));
        QCOMPARE(flipOfSort(document, "nameMapped")[u"owner"].toString(), QStringLiteral("policy"));
        QCOMPARE(flipOfSort(document, "bodyDropped")[u"reach"].toString(), QStringLiteral("wholeCase"));
    }

    void theNameIsMarkedInTheBody()
    {
        const QString policy = QStringLiteral("cpp-1.11.332-standard");
        const QByteArray text = runProgram(theProxys429(policy)).output;
        QVERIFY2(text.contains("\n    <Error><Code>429</Code><Message>slow</Message></Error>\n"
                               "                 ^^^\n"),
                 text);
        const QJsonObject document = runProgram(asJson(theProxys429(policy))).json();
        QCOMPARE(document[u"nameRange"].toObject(),
                 (QJsonObject{{QStringLiteral("offset"), 13}, {QStringLiteral("length"), 3}}));
    }

    void aNameThatIsNotThereIsMarkedWhereItWasSought()
    {
        const ProgramResult result = runProgram(
            QStringList{QStringLiteral("explain"), QStringLiteral("--policy"),
                        QStringLiteral("cpp-1.11.332-standard"), QStringLiteral("--service"),
                        QStringLiteral("s3"), QStringLiteral("--status"), QStringLiteral("502"),
                        QStringLiteral("--body"), QStringLiteral("<html>\n<body>gone</body></html>")});
        QVERIFY2(result.output.contains("    <html>\n    ^^^^^^\n"), result.output);
    }

    void peopleReadWhoCanMakeAChange()
    {
        const QByteArray text = runProgram(theProxys429(QStringLiteral("cpp-1.11.332-standard"))).output;
        QVERIFY2(text.contains("Each of these changes turns the verdict into retry (smallest first). Change "
                               "the\nresponse only to what really happened.\n"),
                 text);
        QVERIFY2(text.contains("  Name the error SlowDown instead of 429\n"), text);
        QVERIFY2(
            text.simplified().contains("then retry (throttling), delay 0 to 999 ms; scope: every client, one "
                                       "part of the response; owner: server or proxy"),
            text);
        QVERIFY2(text.contains("to throttling\n    then retry (throttling), delay 0 to 999 ms; scope: this "
                               "client, this error;\n    owner: client code, a class\n"),
                 text);
        const QByteArray retried = runProgram(theProxys429(QStringLiteral("ruby-standard"))).output;
        QVERIFY2(retried.contains("Each of these changes turns the verdict into stop (smallest first)."),
                 retried);
        QVERIFY2(retried.contains("This retry costs 5 tokens: 500 → 495."), retried);
    }

    void theTextHasTheFactsOfTheJson_data()
    {
        QTest::addColumn<int>("earlier"); // characters before issue 74
        QTest::newRow("sdk-reference-standard") << 3671;
        QTest::newRow("botocore-1.43.67-standard") << 5074;
        QTest::newRow("cpp-1.11.332-standard") << 4623;
        QTest::newRow("curl-retry-3") << 2020;
    }
    /// Scope and owner are fields of a change, and a rule that does not match is one line: nothing else
    /// became shorter.
    void theTextHasTheFactsOfTheJson()
    {
        QFETCH(int, earlier);
        const QByteArray command = QByteArray("explain --status 429 --policy ") + QTest::currentDataTag();
        const QByteArray text = runProgram(command.constData()).output;
        const QJsonObject document = runProgram((command + " --format json").constData()).json();
        constexpr int kMostPercent = 75;
        QVERIFY2(100 * QString::fromUtf8(text).size() <= qint64{kMostPercent} * earlier, text);
        const QString flat = QString::fromUtf8(text).simplified();
        const auto says = [&flat](const QString& fact) {
            QVERIFY2(!fact.isEmpty() && flat.contains(fact.simplified()),
                     qPrintable(QStringLiteral("%1 is not in\n%2").arg(fact, flat)));
        };
        const QJsonObject row = document[u"rows"][0].toObject();
        for (const char* fact : {"policy", "title", "verdict", "kind", "why"}) {
            says(row[QLatin1String(fact)].toString());
        }
        for (const char* fact : {"rule", "ruleTitle", "source", "callerGets", "whyNoName", "errorName"}) {
            if (const QString said = row[QLatin1String(fact)].toString(); !said.isEmpty()) {
                says(said);
            }
        }
        if (row[u"verdict"] == QStringLiteral("retry")) {
            says(QStringLiteral("1 of %1 attempts").arg(row[u"attempts"].toInt()));
        }
        if (const QJsonObject tokens = row[u"tokens"].toObject(); !tokens.isEmpty()) {
            says(QStringLiteral("%1 tokens: %2 → %3")
                     .arg(tokens[u"cost"].toInt())
                     .arg(tokens[u"before"].toInt())
                     .arg(tokens[u"after"].toInt()));
        }
        bool isCodeShown = false;
        QVERIFY(!document[u"flips"].toArray().isEmpty());
        for (const QJsonValue& change : document[u"flips"].toArray()) {
            says(change[u"change"].toString());
            says(QStringLiteral("then %1 (%2)")
                     .arg(change[u"verdictAfter"].toString(), change[u"kindAfter"].toString()));
            says(QStringLiteral("scope: ") + change[u"reachText"].toString());
            const QJsonObject code = change[u"code"].toObject();
            says(QStringLiteral("owner: ") +
                 (code.isEmpty() ? QStringLiteral("server or proxy") : code[u"text"].toString()));
            if (change[u"possible"].toBool() && !code[u"snippets"].toArray().isEmpty()) {
                const QString first = code[u"snippets"][0][u"text"].toString();
                const bool isLong = std::exchange(isCodeShown, true) && first.count(u'\n') > 12;
                says(isLong ? code[u"command"].toString() : first);
            }
        }
    }

    void nothingIsOfferedForAnErrorThatNoRetryCures()
    {
        const char* question =
            "explain --service dynamodb --template dynamodb-conditional-check-failed --policy %s";
        const auto ask = [question](const char* policy, const char* more) {
            return runProgram(QByteArray(question).replace("%s", policy).append(more).constData()).output;
        };
        const QByteArray text = ask("botocore-1.43.67-standard", " --brief").simplified();
        QVERIFY2(text.contains("request. A retry cannot help with ConditionalCheckFailedException: the "
                               "request's condition is not met"),
                 text);
        QVERIFY2(text.contains("DynamoDB guide, list of exceptions under HTTP status 400: retry, no"), text);
        QVERIFY2(!text.contains("would make it retry, smallest first") && !text.contains("SlowDown"), text);
        const QJsonObject document =
            QJsonDocument::fromJson(ask("cpp-1.11.332-default", " --format json")).object();
        QVERIFY(document[u"flips"].toArray().isEmpty() && document[u"pairs"].toArray().isEmpty());
        QCOMPARE(rowOf(document, QStringLiteral("cpp-1.11.332-default"))[u"incurable"][u"name"].toString(),
                 QStringLiteral("ConditionalCheckFailedException"));
        // A client that retries it all the same can be made to stop.
        const QByteArray retried = ask("spring-retry-2-default", " --brief");
        QVERIFY2(retried.contains("turns the verdict into stop") &&
                     retried.contains("A retry cannot help with"),
                 retried);
    }

    /// What model services say in the body of a 429: a delay, and an allowance that is used up.
    void aQuotaInTheBodyIsRead_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("a delay")
            << QByteArray(
                   R"({"error":{"code":429,"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo",)"
                   R"("retryDelay":"45.837906927s"}]}})")
            << "google-gax-5-idempotent"
            << QByteArray("json:error.details[0].retryDelay: 45.837906927s (seconds until the reset) asks "
                          "for 45.8 s. This client does not read this place in the body.");
        QTest::newRow("a quota per day")
            << QByteArray(
                   R"({"error":{"code":429,"details":[{"violations":[{"quotaId":"RequestsPerDay"}]}]}})")
            << "google-gax-5-idempotent"
            << QByteArray("A retry cannot help with RequestsPerDay: the daily or monthly quota is used up");
        QTest::newRow("spent credit")
            << QByteArray(R"({"error":{"type":"insufficient_quota","code":"insufficient_quota"}})")
            << "openai-js-6.49.0-default"
            << QByteArray("A retry cannot help with insufficient_quota: the account's credit or monthly "
                          "limit is used up");
    }
    void aQuotaInTheBodyIsRead()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, policy);
        QFETCH(QByteArray, said);
        const ProgramResult story = runProgram(
            {QStringLiteral("explain"), QStringLiteral("--policy"), policy, QStringLiteral("--method"),
             QStringLiteral("POST"), QStringLiteral("--status"), QStringLiteral("429"),
             QStringLiteral("--body"), QString::fromUtf8(body), QStringLiteral("--brief")});
        QVERIFY2(story.output.simplified().contains(said), story.output);
        QVERIFY2(story.output.contains("retry ("), story.output); // the client's verdict stays what it is
    }

    void anErrorInA200IsToldWhoeverTakesItForASuccess()
    {
        const QString body = QStringLiteral("<Error><Code>SlowDown</Code></Error>");
        const QStringList question{
            QStringLiteral("explain"),    QStringLiteral("--status"), QStringLiteral("200"),
            QStringLiteral("--service"),  QStringLiteral("s3"),       QStringLiteral("--operation"),
            QStringLiteral("CopyObject"), QStringLiteral("--body"),   body};
        const QJsonObject grid = runProgram(asJson(question)).json();
        const QJsonObject told = rowOf(grid, QStringLiteral("got-14.6.6-default"));
        QCOMPARE(told[u"verdict"].toString(), QStringLiteral("succeed"));
        QCOMPARE(told[u"bodyError"][u"place"].toString(), QStringLiteral("xml:Error/Code"));
        QCOMPARE(told[u"bodyError"][u"name"].toString(), QStringLiteral("SlowDown"));
        QCOMPARE(told[u"bodyError"][u"noticed"], QJsonValue(false));
        const QJsonObject noticed = rowOf(grid, QStringLiteral("botocore-1.43.67-standard"));
        QCOMPARE(noticed[u"verdict"].toString(), QStringLiteral("retry"));
        QCOMPARE(noticed[u"bodyError"][u"noticed"], QJsonValue(true));
        const ProgramResult story = runProgram(
            question + QStringList{QStringLiteral("--policy"), QStringLiteral("got-14.6.6-default")});
        QVERIFY2(story.output.simplified().contains(
                     "but its body is an error (xml:Error/Code: SlowDown). This client does not look at the "
                     "body, so the response is a success"),
                 story.output);
    }

    void whatTheClientRetriesIsNotTheRequestsFault()
    {
        const QByteArray text =
            runProgram("explain --service dynamodb --template dynamodb-throttling --brief "
                       "--policy rust-standard")
                .output.simplified();
        QVERIFY2(text.contains("retry (throttling)") &&
                     text.contains("the server received too many requests."),
                 text);
        QVERIFY2(!text.contains("the request is at fault") && !text.contains("AmazonServiceException"), text);
        const QByteArray guide =
            runProgram("explain --status 404 --brief --policy dynamodb-guide").output.simplified();
        QVERIFY2(guide.contains("the request is at fault (AmazonServiceException)."), guide);
    }

    void thatItIsAPostIsTheReason()
    {
        const QByteArray text =
            runProgram("explain --status 500 --method POST --policy axios-retry-4.5.0-default --brief")
                .output.simplified();
        QVERIFY2(text.contains("Not retried: the method is POST. This client retries 500 only for GET, HEAD, "
                               "OPTIONS, PUT and DELETE. The rule is server-statuses: "),
                 text);
        QVERIFY2(text.contains("(smallest first). Retry POST requests as well then retry"), text);
        const QByteArray code =
            runProgram("explain --status 500 --method POST --policy axios-retry-4.5.0-default").output;
        QVERIFY2(code.contains("\"POST\"].includes(method) && axiosRetry.isRetryableError(error)"), code);
        const QByteArray got =
            runProgram("explain --status 500 --method POST --policy got-14.6.6-default").output;
        QVERIFY2(got.contains("methods: [\"GET\", \"HEAD\", \"PUT\", \"DELETE\", \"OPTIONS\", \"TRACE\", "
                              "\"POST\"]"),
                 got);
    }

    void aRedirectIsNamedAndNotMadeAnotherError()
    {
        const auto ask = [](const char* more) {
            return runProgram(QStringList{QStringLiteral("explain"), QStringLiteral("--status"),
                                          QStringLiteral("302"), QStringLiteral("--header"),
                                          QStringLiteral("Location: /x")} +
                              QString::fromLatin1(more).split(QLatin1Char(' '), Qt::SkipEmptyParts));
        };
        const auto followed = [&ask](const char* policy) {
            const QJsonObject document =
                ask(QByteArray("--format json --policy ").append(policy).constData()).json();
            const QJsonObject redirect = document[u"rows"][0][u"redirect"].toObject();
            return QStringLiteral("%1 %2 %3")
                .arg(redirect[u"location"].toString(), redirect[u"followed"].toString())
                .arg(document[u"flips"].toArray().size());
        };
        QCOMPARE(followed("got-14.6.6-default"), QStringLiteral("/x yes 0"));
        QCOMPARE(followed("botocore-1.29.27-standard"), QStringLiteral("/x no 0"));
        QCOMPARE(followed("rust-standard"), QStringLiteral("/x unknown 0"));
        const QByteArray text = ask("--policy curl-retry-3 --brief").output.simplified();
        QVERIFY2(text.contains("302 is a redirect to /x. This client does not follow it.") &&
                     text.contains("or send the request to its Location.") && !text.contains("503"),
                 text);
        QVERIFY(ask("").output.simplified().contains("302 is a redirect to /x. ") &&
                ask("").output.simplified().contains(" policies follow it, "));
        QVERIFY(runProgram("explain --status 302 --policy curl-retry-3 --format json")
                    .json()[u"rows"][0][u"redirect"]
                    .isNull());
    }

    void aLongRetryAfterHasItsRemedies()
    {
        const auto ask = [](const char* policy) {
            return runProgram(QStringList{QStringLiteral("explain"), QStringLiteral("--status"),
                                          QStringLiteral("503"), QStringLiteral("--header"),
                                          QStringLiteral("Retry-After: 3600"), QStringLiteral("--policy"),
                                          QString::fromLatin1(policy)})
                .output;
        };
        const QByteArray got = ask("got-14.6.6-default");
        QVERIFY2(got.contains("Do not retry when Retry-After asks for more than 10 s"), got);
        QVERIFY2(got.contains("maxRetryAfter: 10000,"), got);
        QVERIFY2(got.contains("Respond with the header Retry-After: 10 instead of 3600"), got);
        const QByteArray ky = ask("ky-1.14.3-default");
        QVERIFY2(ky.contains("Limit the delay of Retry-After to 10 s") &&
                     ky.contains("maxRetryAfter: 10000,"),
                 ky);
        const QByteArray undici = ask("undici-7.30.2-retry-agent");
        QVERIFY2(undici.contains("Ignore Retry-After") && undici.contains("retryAfter: false,"), undici);
        const QByteArray curl = ask("curl-retry-3"); // it has no setting for that
        QVERIFY2(curl.contains("--retry-max-time 10"), curl);
        QVERIFY2(!curl.contains("Do not obey") && curl.contains("Each of these changes shortens the delay"),
                 curl);
    }

    void aRowSaysHowSureItIsAndWhereTheProtocolDecides()
    {
        const QStringList lambda{QStringLiteral("explain"),
                                 QStringLiteral("--policy"),
                                 QStringLiteral("botocore-1.29.27-standard"),
                                 QStringLiteral("--service"),
                                 QStringLiteral("lambda"),
                                 QStringLiteral("--status"),
                                 QStringLiteral("429"),
                                 QStringLiteral("--header"),
                                 QStringLiteral("x-amzn-ErrorType: TooManyRequestsException")};
        const QJsonObject row =
            QJsonDocument::fromJson(runProgram(asJson(lambda)).output).object()[u"rows"][0].toObject();
        QCOMPARE(row[u"verdict"].toString(), QStringLiteral("retry"));
        QCOMPARE(row[u"evidence"].toString(), QStringLiteral("recorded"));
        QCOMPARE(row[u"ruleEvidence"].toString(), QStringLiteral("recorded"));
        QCOMPARE(row[u"checkedReleases"].toArray(), QJsonArray{QStringLiteral("1.29.27")});
        QCOMPARE(row[u"protocol"].toString(), QStringLiteral("rest-json"));
        QVERIFY(!row[u"otherProtocols"].toArray().isEmpty());
        const QByteArray text = runProgram(lambda).output;
        QVERIFY2(text.contains("This client reads the response as rest-json. With ") &&
                     text.contains("Evidence: recorded (release 1.29.27)"),
                 text);
    }

    void anUnknownServiceIsReadAsGenericAndSaysSo()
    {
        const QStringList unknown{QStringLiteral("explain"), QStringLiteral("--status"),
                                  QStringLiteral("503"), QStringLiteral("--service"),
                                  QStringLiteral("frobnicator")};
        const auto run = runProgram(unknown);
        QVERIFY2(run.errors.contains("treated as generic, so the verdict might differ"), run.errors);
        const auto told =
            runProgram(unknown + QStringList{QStringLiteral("--protocol"), QStringLiteral("json")});
        QVERIFY2(!told.errors.contains("generic"), told.errors);
    }

    void theGridIsGroupedByClient()
    {
        QProcessEnvironment wide = plainEnvironment();
        wide.insert(QStringLiteral("COLUMNS"), QStringLiteral("200"));
        const QByteArray text = runProgram(theProxys429(QStringLiteral("all")), wide).output;
        const QByteArrayList lines = text.split('\n');
        QVERIFY2(lines.first().startsWith("policy") && lines.first().endsWith("evidence"), text);
        const qsizetype python = lines.indexOf("Python");
        QVERIFY(python > lines.indexOf("C++") && lines.indexOf("C++") > 0);
        QVERIFY2(lines[python + 1].startsWith(" aiohttp-retry-2.9.1-default "), text);
        QVERIFY2(lines[python + 2].startsWith(" backoff-2-expo "), text);
        QVERIFY2(text.contains("429 (xml:Error/Code)") && text.contains("500 - 5 = 495"), text);
        QVERIFY(lines.indexOf("documents") > python);
        QVERIFY2(text.contains("\nError name: ") && text.contains("429 (xml:Error/Code) for ") &&
                     text.contains("none for "),
                 text);
    }

    void onlyTheDifferencesCanBeAskedFor()
    {
        const QStringList arguments = theProxys429(QStringLiteral("all"))
                                      << QStringLiteral("--only-differences");
        const QJsonObject document = runProgram(asJson(arguments)).json();
        for (const QJsonValue& row : document[u"rows"].toArray()) {
            QCOMPARE(row[u"verdict"].toString(), QStringLiteral("retry"));
        }
        const QString sentence = document[u"differences"].toString();
        QVERIFY2(sentence.endsWith(QStringLiteral(" differ: most say “stop”.")), qPrintable(sentence));
        QVERIFY(runProgram(arguments).output.startsWith(sentence.toUtf8()));
        const ProgramResult agreed =
            runProgram("explain --status 200 --only-differences --policy ruby-legacy "
                       "--policy ruby-standard");
        QCOMPARE(agreed.output, QByteArray("All 2 agree: succeed, none.\n"));
    }

    void theGridCanBeCopiedAsMarkdownOrCsv()
    {
        const QStringList arguments = theProxys429(QStringLiteral("all")) << QStringLiteral("--grid-as");
        const QByteArray markdown = runProgram(QStringList(arguments) << QStringLiteral("markdown")).output;
        QVERIFY2(markdown.contains("| cpp-1.11.332-default | stop | permanent |"), markdown);
        const QByteArray csv = runProgram(QStringList(arguments) << QStringLiteral("csv")).output;
        QVERIFY2(csv.contains("\r\nruby-legacy,\"Ruby, AWS SDK 3, legacy mode"), csv);
    }

    void aRecordedAttemptIsJudgedInItsSituation()
    {
        const QString record = recorded("--scenario always-503 --policy sdk-reference-standard --calls 2");
        const QString question = QStringLiteral("explain --format json --record ") + record;
        const QJsonObject document = runProgram(qPrintable(question)).json();
        const QJsonObject own = rowOf(document, QStringLiteral("sdk-reference-standard"));
        QCOMPARE(own[u"situation"].toString(), QStringLiteral("recorded"));
        QCOMPARE(own[u"stopReason"].toString(), QStringLiteral("attemptsExhausted"));
        const QJsonObject other = rowOf(document, QStringLiteral("jsv3-3.705.0-standard"));
        QCOMPARE(other[u"situation"].toString(), QStringLiteral("fresh"));
        QCOMPARE(other[u"attempt"].toInt(), 3); // as it is judged, so it is said
        QCOMPARE(other[u"stopReason"].toString(), QStringLiteral("attemptsExhausted"));
        QVERIFY(document[u"attemptJudged"].toString().contains(QStringLiteral(
            "Other policies judge it as attempt 3 of a client's first call, with a full retry quota.")));

        const QJsonObject second =
            runProgram(qPrintable(question + QStringLiteral(" --policy record --call 2 --attempt 1"))).json();
        const QJsonObject tokens = second[u"rows"][0][u"tokens"].toObject();
        QCOMPARE(tokens[u"before"].toInt(), 490);
        QCOMPARE(tokens[u"after"].toInt(), 485);
        QVERIFY(flipOfSort(second, "tokensSet").isEmpty()); // nobody can take tokens away
        const QByteArray text =
            runProgram(qPrintable(QStringLiteral("explain --record ") + record +
                                  QStringLiteral(" --policy record --call 2 --attempt 1")))
                .output.simplified();
        QVERIFY2(text.contains("With fewer than 5 of the 500 tokens in its retry quota, the client would not "
                               "retry."),
                 text);
    }

    void anAttemptThatWasNotRecordedIsSaid_data()
    {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("attempt") << QStringLiteral("--attempt 4")
                                 << QByteArray("the record has no attempt 4 to judge; choose 1 to 3");
        QTest::newRow("call") << QStringLiteral("--call 2")
                              << QByteArray("the record has no call 2 to judge; choose 1 to 1");
        QTest::newRow("client") << QStringLiteral("--client 2")
                                << QByteArray("the record has no client 2 to judge; choose 1 to 1");
        QTest::newRow("fault too") << QStringLiteral("--fault readTimeout")
                                   << QByteArray("cannot be combined with --fault");
    }
    void anAttemptThatWasNotRecordedIsSaid()
    {
        QFETCH(QString, place);
        QFETCH(QByteArray, message);
        const QString record = recorded("--scenario always-503 --policy sdk-reference-standard");
        const ProgramResult result =
            runProgram(qPrintable(QStringLiteral("explain --record %1 %2").arg(record, place)));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains(message), result.errors);
    }

    void replayUnderItsOwnPolicyGivesTheRecordBack_data()
    {
        QTest::addColumn<QString>("run");
        for (const char* policy : {"cpp-1.11.332-standard", "botocore-1.43.67-adaptive",
                                   "jsv3-3.1169.0-adaptive", "sdk-reference-legacy", "simpledb-pseudocode"}) {
            for (const char* scenario : {"s3-mixed-then-429", "sdk-quota-runs-dry", "always-503"}) {
                const QString run =
                    QStringLiteral("--policy %1 --scenario %2 --calls 3 --clients 2 --deadline 4000")
                        .arg(QLatin1String(policy), QLatin1String(scenario));
                QTest::newRow(qPrintable(QLatin1String(policy) + u' ' + QLatin1String(scenario))) << run;
            }
        }
        QTest::newRow("polling") << QStringLiteral(
            "--policy aws-general-polling --scenario polling-not-ready");
        QTest::newRow("batch") << QStringLiteral(
            "--policy dynamodb-guide --scenario dynamodb-batch-part-done");
        QTest::newRow("overrides") << QStringLiteral("--policy sdk-reference-standard --scenario always-503 "
                                                     "--max-attempts 7 --set backoff.cap=5s");
        QTest::newRow("live, clients side by side") << QStringLiteral(
            "--policy jsv3-3.1169.0-adaptive --scenario s3-mixed-then-429 --clients 2 --calls 2");
        QTest::newRow("live, cut by its deadline")
            << QStringLiteral("--policy aws-cpp-s3-blog --scenario always-503 --deadline 30");
        QTest::newRow("quota runs dry")
            << QStringLiteral("--policy sdk-reference-standard --scenario always-503 "
                              "--calls 60");
    }
    void replayUnderItsOwnPolicyGivesTheRecordBack()
    {
        QFETCH(QString, run);
        const bool isLive = QLatin1String(QTest::currentDataTag()).startsWith(QLatin1String("live"));
        const QString file = recorded(qPrintable(run), isLive ? "run" : "simulate");
        const QJsonObject record = QJsonDocument::fromJson(contentOf(file)).object();
        QJsonObject replay =
            runProgram(qPrintable(QStringLiteral("replay %1 --policy record --format json").arg(file)))
                .json();
        QVERIFY(!record[u"calls"].toArray().isEmpty());
        QCOMPARE(replay, record);
    }

    void whatIsAssumedIsSaid()
    {
        const QString file = recorded("--scenario always-503 --policy sdk-reference-standard");
        const auto replay = [&file](const char* options) {
            return runProgram(qPrintable(QStringLiteral("replay %1 %2").arg(file, QLatin1String(options))))
                .output.simplified();
        };
        QVERIFY(replay("--policy record").contains("The record has every response that this policy needs."));
        const QByteArray more = replay("--policy java-v2-legacy --beyond succeed");
        QVERIFY2(more.contains(
                     "Where the record ends, responses are assumed (--beyond succeed): the next response is"),
                 more);
        QVERIFY2(replay("--policy java-v2-legacy --beyond repeat-last").contains("(--beyond repeat)"), more);
    }

    void severalPoliciesAreComparedInATable()
    {
        const QString file = recorded("--scenario always-503 --policy sdk-reference-standard");
        const ProgramResult result = runProgram(qPrintable(
            QStringLiteral("replay %1 --policy record --policy java-v2-legacy --policy polly-8-default")
                .arg(file)));
        QCOMPARE(result.exitCode, 1);
        const QByteArrayList lines = result.output.split('\n');
        QVERIFY2(lines[0].simplified().startsWith("policy verdict attempts time tokens reason"),
                 result.output);
        QVERIFY2(lines[1].simplified().startsWith("sdk-reference-standard failed 3 "), result.output);
        QVERIFY2(lines[1].simplified().contains(" 500 → 490 "), result.output);
        QVERIFY2(result.output.simplified().contains(" java-v2-legacy failed 4 (1 assumed) "), result.output);
        QVERIFY2(result.output.simplified().contains(" polly-8-default failed 1 0 ms not retryable"),
                 result.output);
    }

private:
    /// File of a run in virtual time.
    QString recorded(const char* run, const char* command = "simulate")
    {
        const QString file = m_folder.filePath(QStringLiteral("record.json"));
        const ProgramResult result =
            runProgram(qPrintable(QStringLiteral("%1 --seed 7 --output %2 %3")
                                      .arg(QLatin1String(command), file, QLatin1String(run))));
        return result.exitCode > 1 ? QString::fromUtf8(result.errors) : file;
    }

    QTemporaryDir m_folder;
};

RETRYSCOPE_TEST(TstCliExplain)
#include "tst_cli_explain.moc"
