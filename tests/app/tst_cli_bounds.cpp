// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

using namespace retryscope::test;

class TstCliBounds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theDynamoDbGuideWaitsOneMinute()
    {
        const QJsonObject bounds = boundsFor("--policy dynamodb-guide --service dynamodb --status 500");
        QCOMPARE(bounds[u"policy"].toString(), QStringLiteral("dynamodb-guide"));
        QCOMPARE(bounds[u"attempts"].toInt(), 11);
        QCOMPARE(bounds[u"stopReason"].toString(), QStringLiteral("attemptsExhausted"));
        QCOMPARE(bounds[u"delaysMs"].toObject(), times(51150, 51150, 51150));
        QCOMPARE(bounds[u"exact"].toBool(), true);
        QCOMPARE(bounds[u"schedule"].toArray().size(), 11);
        QVERIFY(bounds[u"deadline"].isNull() && bounds[u"series"].isNull());
    }

    void whatTheDeadlineMakesOfEachAttemptIsSaid()
    {
        const QByteArray text = runProgram("bounds --policy botocore-1.29.27-standard --fault readTimeout "
                                           "--attempt-time 10000 --deadline 30000")
                                    .output.simplified();
        QVERIFY2(text.contains(" ends in time 2 "), text);
        QVERIFY2(text.contains("s ends in time 3 ") && text.contains("s starts, ends too late"), text);
        const QByteArray none = runProgram("bounds --policy botocore-1.29.27-standard --fault readTimeout "
                                           "--attempt-time 10000 --deadline 5000")
                                    .output.simplified();
        QVERIFY2(none.contains("0 ms starts, ends too late") && none.contains("s does not start"), none);
    }

    void aBuiltInPageIsAFailureToo()
    {
        const QJsonObject bounds = boundsFor("--policy curl-retry-3 --template nginx-502-html");
        QCOMPARE(bounds[u"attempts"].toInt(), 4);
        QCOMPARE(boundsFor("--policy curl-retry-3 --template s3-no-such-key")[u"attempts"].toInt(), 1);
    }

    void jitterSpreadsTheTimes()
    {
        const QJsonObject total =
            boundsFor("--policy botocore-1.29.27-standard --attempt-time 100")[u"totalMs"].toObject();
        QCOMPARE(total, times(300, 1800, 3300));
    }

    void aReadTimeoutIsTheFailureAndTheTimeOfAnAttempt()
    {
        const QJsonObject bounds = boundsFor("--policy sdk-reference-standard --read-timeout 1000");
        QCOMPARE(bounds[u"attemptTimeMs"].toInt(), 1000);
        QCOMPARE(bounds[u"totalMs"].toObject()[u"best"].toInt(), 3000);
        QCOMPARE(boundsFor("--policy sdk-reference-standard --fault readTimeout")[u"attemptTimeMs"].toInt(),
                 60000);
        QCOMPARE(
            boundsFor("--policy sdk-reference-standard --fault connectTimeout")[u"attemptTimeMs"].toInt(),
            10000);
    }

    void aLimitOfTheAttemptIsTheFailureAndTheTimeOfAnAttempt()
    {
        const char* const policy = "--policy sdk-reference-standard ";
        QCOMPARE(
            boundsFor((QByteArray(policy) + "--attempt-timeout 700").constData())[u"attemptTimeMs"].toInt(),
            700);
        QCOMPARE(boundsFor((QByteArray(policy) + "--attempt-timeout 700 --read-timeout 500")
                               .constData())[u"attemptTimeMs"]
                     .toInt(),
                 500);
        QCOMPARE(boundsFor((QByteArray(policy) + "--attempt-timeout 700 --attempt-time 900")
                               .constData())[u"attemptTimeMs"]
                     .toInt(),
                 700);
    }

    void aDistributionOfLatenciesGivesPercentiles()
    {
        const QJsonObject bounds = boundsFor("--policy botocore-1.43.67-standard --latency p50=20,p99=800");
        const QJsonObject percentiles = bounds[u"percentilesMs"].toObject();
        QVERIFY(percentiles[u"p50"].toDouble() < percentiles[u"p99"].toDouble());
        QCOMPARE(bounds[u"latencyMs"].toObject()[u"p99"].toInt(), 800);
        for (const char* bad : {"p50=20", "p50=800,p99=20", "p50=0,p99=1", "p95=1,p99=2", "fast"}) {
            QCOMPARE(
                runProgram(
                    (QByteArray("bounds --policy botocore-1.43.67-standard --latency ") + bad).constData())
                    .exitCode,
                2);
        }
    }

    void aConflictOfTheDocumentStandsBesideItsNumbers()
    {
        const auto said = [](const char* policy) {
            return runProgram((QByteArray("bounds --status 500 --policy ") + policy).constData())
                .output.simplified();
        };
        QVERIFY(said("simpledb-java-sample")
                    .contains("The document can be read in two ways here. The exponent starts at 0"));
        QVERIFY(!said("botocore-1.43.67-standard").contains("two ways"));
        // A note says which numbers no document gives.
        QVERIFY(said("simpledb-java-sample").contains("Retryscope uses 5."));
        QVERIFY(!said("botocore-1.43.67-standard").contains("Retryscope uses"));
    }

    void twoConflictsAreTwoStatements()
    {
        const QByteArray text =
            runProgram("bounds --status 500 --policy simpledb-pseudocode").output.simplified();
        QCOMPARE(text.count("The document can be read in two ways here."), 1);
        QCOMPARE(text.count("Another point of the document can be read in two ways, too."), 1);
    }

    void aLimitOfThisProgramIsNotTheClients()
    {
        const auto said = [](const char* options) {
            return runProgram((QByteArray("bounds --fault readTimeout --policy ") + options).constData())
                .output.simplified();
        };
        const QByteArray botocore = said("botocore-1.43.67-standard --read-timeout 61000");
        QVERIFY2(botocore.contains("Connecting can take another 60 s, this client's own limit (botocore, "),
                 botocore);
        QVERIFY2(said("jsv3-3.1169.0-standard").contains("this client sets no limit"), "JavaScript");
        QVERIFY2(said("curl-retry-3")
                     .contains("Connecting can take another 10 s, Retryscope's own limit "
                               "(--connect-timeout). The client's limit is unknown."),
                 "curl");
        const QByteArray cpp = said("cpp-1.11.332-default");
        QVERIFY2(cpp.contains("The limit of 60 s without a byte is Retryscope's own (--read-timeout). This "
                              "client waits 3 s (aws-sdk-cpp"),
                 cpp);
        QVERIFY2(said("cpp-1.11.332-default --connect-timeout 2000 --read-timeout 5000")
                     .contains("Connecting can take another 2 s (--connect-timeout)."),
                 "given");
    }

    void aDeadlineIsHeldAgainstTheAttempts()
    {
        const QJsonObject deadline =
            boundsFor(
                "--policy dynamodb-guide --service dynamodb --attempt-time 200 --deadline 30000")[u"deadline"]
                .toObject();
        QCOMPARE(deadline[u"attemptsThatFit"].toObject()[u"most"].toInt(), 10);
        QCOMPARE(deadline[u"allFit"].toInt(), 0);
        QCOMPARE(deadline[u"enoughMs"].toDouble(), 53350.001);
        QVERIFY(deadline[u"longestAttemptMs"].isNull());
    }

    /// An attempt is two tries of the proxy: what --attempt-time sets is one of them.
    void adviceIsInTheUnitOfItsOption()
    {
        const auto ask = [](const char* time) {
            return boundsFor(QByteArray("--policy sdk-reference-standard --deadline 10000 --layer sdk "
                                        "--layer proxy=2 --attempt-time ")
                                 .append(time)
                                 .constData());
        };
        const QJsonObject tight = ask("680");
        QVERIFY(tight[u"deadline"][u"enoughMs"].toDouble() > 10'000);
        QVERIFY(std::abs(tight[u"deadline"][u"longestRequestMs"].toDouble() - 666.666) < 0.002);
        QVERIFY2(QJsonDocument(tight).toJson().contains(
                     "each request must take at most 666 ms (each attempt 1.33 s)"),
                 QJsonDocument(tight).toJson());
        QVERIFY(ask("666")[u"deadline"][u"enoughMs"].toDouble() <= 10'000);
    }

    void aDeadlineIsHeldAgainstTheOutermostLayer()
    {
        const QJsonObject bounds =
            boundsFor("--policy botocore-1.43.67-standard --max-attempts 5 --read-timeout 10s --fault "
                      "readTimeout --service s3 --layer s3fs=5 --layer sdk --deadline 300s");
        const QJsonObject outer = bounds[u"outerDeadline"].toObject();
        QCOMPARE(outer[u"calls"].toInt(), 10'000);
        QVERIFY(outer[u"cutShare"].toDouble() > 0 && outer[u"cutShare"].toDouble() < 1);
        QVERIFY2(QJsonDocument(bounds).toJson().contains(
                     "One call of s3fs takes up to 5 min 25 s. A limit of 5 min would end "),
                 QJsonDocument(bounds).toJson());
    }

    void layersMultiplyTheRequests()
    {
        const QJsonObject bounds = boundsFor(
            "--policy dynamodb-guide --service dynamodb --attempt-time 10 --layer application=3,1000 "
            "--layer sdk --layer proxy=2");
        QCOMPARE(bounds[u"requests"].toInt(), 66);
        QStringList lines;
        for (const QJsonValue layer : bounds[u"layers"].toArray()) {
            lines += QStringLiteral("%1 %2 %3")
                         .arg(layer[u"name"].toString())
                         .arg(layer[u"requests"].toInt())
                         .arg(layer[u"totalMs"][u"worst"].toDouble());
        }
        // proxy 2 × 10; client 11 × 20 + 51150; application 3 × 51370 + 2 × 1000
        QCOMPARE(lines,
                 (QStringList{QStringLiteral("application 66 156110"),
                              QStringLiteral("dynamodb-guide 22 51370"), QStringLiteral("proxy 2 20")}));
    }

    void callsOfOneClientRunOutOfTokens()
    {
        const QJsonObject series =
            boundsFor("--policy botocore-1.29.27-standard --calls 100")[u"series"].toObject();
        QCOMPARE(series[u"firstWithoutTokens"].toInt(), 51);
        QCOMPARE(series[u"attempts"].toInt(), 200);
    }

    /// As `simulate` plays it: 300 calls of an application that tries each three times.
    void layersAroundTheClientAreInTheSumOfTheCalls()
    {
        const QJsonObject series =
            boundsFor("--policy botocore-1.43.67-standard --layer app=3,1000 --layer sdk "
                      "--layer proxy=2 --calls 300 --clients 3")[u"series"]
                .toObject();
        QCOMPARE(series[u"clientCalls"].toInt(), 900);
        QCOMPARE(series[u"attempts"].toInt(),
                 3000); // 900 first attempts and 100 retries for 500 tokens, each
        QCOMPARE(series[u"requests"].toInt(), 6000);
        QCOMPARE(series[u"firstWithoutTokens"].toInt(), 17);
        const QJsonObject played =
            runProgram("simulate --scenario always-503 --policy botocore-1.43.67-standard --layer app=3,1000 "
                       "--calls 300 --seed 1 --format json")
                .json();
        QCOMPARE(played[u"calls"].toArray().size(), 900);
        const double end =
            played[u"calls"].toArray().last()[u"attempts"].toArray().last()[u"endMs"].toDouble();
        const QJsonObject total = series[u"totalMs"].toObject();
        QVERIFY(end >= total[u"best"].toDouble() && end <= total[u"worst"].toDouble());
    }

    void whatDoesNotReachTheServerIsNoRequest()
    {
        const QJsonObject bounds = boundsFor("--policy botocore-1.43.67-standard --fault connectionRefused");
        QCOMPARE(bounds[u"attempts"].toInt(), 3);
        QCOMPARE(bounds[u"requests"].toInt(), 0);
    }

    void rowsThatSayTheSameAreOne()
    {
        const QString text = QString::fromUtf8(
            runProgram("bounds --policy simpledb-java-sample --service simpledb --fault connectionRefused")
                .output);
        QVERIFY2(text.contains(QStringLiteral("This client never gives up")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("1…1,000")), qPrintable(text));
    }

    void theTableOfManyCallsSaysWhatTheyMake()
    {
        const QString text =
            QString::fromUtf8(runProgram("bounds --policy botocore-1.43.67-adaptive-newretries --policy "
                                         "botocore-1.43.67-standard --calls 300")
                                  .output);
        QVERIFY2(text.contains(QStringLiteral("botocore-1.43.67-adaptive-newretries ")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("400 in 2 min 30 s  call 51")), qPrintable(text));
    }

    void severalPoliciesAreATable()
    {
        const ProgramResult finished =
            runProgram("bounds --policy dynamodb-guide --policy sdk-reference-standard --deadline 5000");
        QCOMPARE(finished.exitCode, 0);
        const QStringList lines = QString::fromUtf8(finished.output).split(QLatin1Char('\n'));
        QCOMPARE(lines.at(0).simplified(), QStringLiteral("policy attempts best expected worst in time"));
        QCOMPARE(lines.at(1).simplified(), QStringLiteral("dynamodb-guide 11 51.1 s 51.1 s 51.1 s 7 of 11"));
    }

    void onePolicyIsSaidInSentences()
    {
        const QString text =
            QString::fromUtf8(
                runProgram("bounds --policy dynamodb-guide --service dynamodb --attempt-time 200 "
                           "--deadline 30000 --layer application=3")
                    .output)
                .simplified();
        QVERIFY2(text.contains(QStringLiteral("The server sees 33 requests (3 × 11).")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("ends the call after 10 complete attempts.")),
                 qPrintable(text));
    }

private:
    static QJsonObject times(double best, double expected, double worst)
    {
        return {{QStringLiteral("best"), best},
                {QStringLiteral("expected"), expected},
                {QStringLiteral("worst"), worst}};
    }

    static QJsonObject boundsFor(const char* options)
    {
        const ProgramResult finished =
            runProgram(qPrintable(QStringLiteral("bounds --format json ") + QLatin1String(options)));
        return finished.json()[u"bounds"].toArray().first().toObject();
    }
};

RETRYSCOPE_TEST(TstCliBounds)
#include "tst_cli_bounds.moc"
