// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace retryscope::test;

namespace {

QProcessEnvironment environmentWith(const QStringList& variables)
{
    QProcessEnvironment environment = plainEnvironment();
    for (const QString& variable : variables) {
        environment.insert(variable.section(u'=', 0, 0), variable.section(u'=', 1));
    }
    return environment;
}

ProgramResult runWith(const QStringList& variables, const char* words)
{
    return runProgram(QString::fromLatin1(words).split(u' '), environmentWith(variables));
}

/// The only entry of an answer about one SDK and service.
QJsonObject asked(const QStringList& variables, const char* words)
{
    const ProgramResult result =
        runWith(variables, (QByteArray("affected --format json ") + words).constData());
    const QJsonArray clients = result.json()[u"clients"].toArray();
    return result.exitCode == 0 && clients.size() == 1 ? clients.first().toObject() : QJsonObject();
}

QString sidesOf(const QJsonObject& client)
{
    const auto text = [&client](const char* side) {
        const QJsonValue object = client[QLatin1String(side)];
        return object.isNull() ? QStringLiteral("- -")
                               : object[u"policy"].toString(QStringLiteral("-")) + QLatin1Char(' ') +
                                     QString::number(object[u"attempts"].toInt());
    };
    return text("before") + QStringLiteral(" > ") + text("today") + QStringLiteral(" > ") + text("after") +
           QStringLiteral(" keep ") + client[u"keep"].toString(QStringLiteral("-"));
}

QString settingsOf(const ProgramResult& result)
{
    QStringList lines;
    for (const QJsonValue setting : result.json()[u"settings"].toArray()) {
        lines += QStringLiteral("%1=%2 (%3)")
                     .arg(setting[u"path"].toString(), setting[u"value"].toString(),
                          setting[u"origin"].toString());
    }
    return lines.join(u'\n');
}

} // namespace

/// What the environment makes of a client, today and under the rules of 2026.
class TstCliAffected : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClientIsSaidBeforeAndAfterTheSwitch_data()
    {
        QTest::addColumn<QStringList>("variables");
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QString>("sides");
        const auto row = [](const char* name, const char* variables, const char* words, const char* sides) {
            QTest::newRow(name) << QString::fromLatin1(variables).split(u' ', Qt::SkipEmptyParts)
                                << QByteArray(words) << QString::fromLatin1(sides);
        };
        row("an opt-in version", "", "--sdk botocore@1.43.67 --service dynamodb",
            "- - > botocore-1.43.67-legacy 10 > botocore-1.44.0-standard 4 keep AWS_RETRY_MODE=legacy");
        row("the newest", "", "--sdk botocore --service dynamodb",
            "botocore-1.43.67-legacy 10 > botocore-1.44.0-standard 4 > - - keep AWS_RETRY_MODE=legacy");
        row("switched on already", "AWS_NEW_RETRIES_2026=TRUE", "--sdk boto3@1.43.67 --service s3",
            "- - > botocore-1.43.67-standard-newretries 3 > botocore-1.44.0-standard 3 keep -");
        row("off does not help", "AWS_NEW_RETRIES_2026=false", "--sdk botocore@1.44.0 --service s3",
            "botocore-1.43.67-legacy 5 > botocore-1.44.0-standard 3 > - - keep AWS_RETRY_MODE=legacy");
        row("standard asked for", "AWS_RETRY_MODE=standard", "--sdk botocore@1.44.0 --service dynamodb",
            "botocore-1.43.67-standard 3 > botocore-1.44.0-standard 4 > - - keep -");
        row("legacy asked for", "AWS_RETRY_MODE=legacy", "--sdk botocore@1.44.0 --service dynamodb",
            "botocore-1.43.67-legacy 10 > botocore-1.43.67-legacy 10 > - - keep -");
        row("attempts set", "AWS_RETRY_MODE=standard AWS_MAX_ATTEMPTS=6", "--sdk botocore --service dynamodb",
            "botocore-1.43.67-standard 6 > botocore-1.44.0-standard 6 > - - keep -");
        row("before the opt-in", "AWS_NEW_RETRIES_2026=true", "--sdk botocore@1.29.27 --service s3",
            "- - > botocore-1.29.27-legacy 5 > botocore-1.44.0-standard 3 keep AWS_RETRY_MODE=legacy");
        row("two versions", "", "--sdk botocore@1.43.67 --to 1.44.2 --service dynamodb",
            "- - > botocore-1.43.67-legacy 10 > botocore-1.44.0-standard 4 keep AWS_RETRY_MODE=legacy");
        row("two versions, backwards", "", "--sdk botocore@1.44.2 --to 1.43.67 --service dynamodb",
            "- - > botocore-1.44.0-standard 4 > botocore-1.43.67-legacy 10 keep -");
        row("JavaScript", "AWS_NEW_RETRIES_2026=false", "--sdk jsv3@3.1169.0 --service dynamodb",
            "jsv3-3.1050.0-standard 3 > jsv3-3.1169.0-standard 4 > - - keep -");
        row("a new core under an old client", "",
            "--sdk jsv3@3.1050.0 --with @smithy/core@3.41.1 --service s3",
            "jsv3-3.1050.0-standard 3 > jsv3-3.1169.0-standard 3 > - - keep -");
        row("its DynamoDB client ignores the number of attempts", "AWS_MAX_ATTEMPTS=7",
            "--sdk jsv3@3.1050.0 --with @smithy/core@3.41.1 --service dynamodb",
            "jsv3-3.1050.0-standard 7 > jsv3-3.1050.0-newretries-standard 4 > - - keep -");
        row("an old core under a new client", "",
            "--sdk jsv3@3.1169.0 --with @smithy/core@3.39.0 --service dynamodb",
            "- - > jsv3-3.1169.0-core-3.39.0-standard 4 > jsv3-3.1169.0-standard 4 keep -");
        row("a flag that @aws-sdk/core no longer passes on", "AWS_NEW_RETRIES_2026=true",
            "--sdk jsv3@3.1164.0 --with @smithy/core@3.39.0 --with @aws-sdk/core@3.981.2 --service s3",
            "- - > jsv3-3.1050.0-standard 3 > jsv3-3.1169.0-standard 3 keep -");
        row("a flag that it passes on", "AWS_NEW_RETRIES_2026=true", "--sdk jsv3@3.1164.0 --service s3",
            "- - > jsv3-3.1169.0-standard 3 > jsv3-3.1169.0-standard 3 keep -");
        row("JavaScript takes only the exact text", "AWS_NEW_RETRIES_2026=TRUE",
            "--sdk jsv3@3.1164.0 --service s3",
            "- - > jsv3-3.1050.0-standard 3 > jsv3-3.1169.0-standard 3 keep -");
        row("Go takes only the exact text", "AWS_NEW_RETRIES_2026=True", "--sdk go@1.42.0 --service s3",
            "- - > go-v2-1.17.1-standard 3 > go-v2-1.48.0-standard 3 keep -");
        row("Go, adaptive", "AWS_RETRY_MODE=adaptive", "--sdk go-v2 --service s3",
            "go-v2-1.17.1-adaptive 3 > go-v2-1.48.0-adaptive 3 > - - keep -");
        row("Go with an old service module", "",
            "--sdk go-v2@1.48.0 --with service/dynamodb@1.58.0 --service dynamodb",
            "go-v2-1.17.1-standard 3 > go-v2-1.48.0-standard 3 > - - keep -");
        row("Rust with an older BehaviorVersion", "",
            "--sdk rust@1.13.2 --with behavior-version@2026-01-12 --service dynamodb",
            "- - > rust-standard 3 > rust-1.13.2-standard 4 keep -");
        row("Rust with the newest", "", "--sdk rust@1.13.2 --service dynamodb",
            "rust-standard 3 > rust-1.13.2-standard 4 > - - keep -");
        row("no preset after: .NET", "", "--sdk dotnet@4.0.4.0 --service dynamodb",
            "- - > dotnet-standard 10 > - 4 keep -");
        row("no preset: PowerShell", "", "--sdk powershell@5.0.332 --service dynamodb",
            "- 10 > - 4 > - - keep -");
        row("PHP", "", "--sdk php@3.403.3 --service dynamodb",
            "php-legacy 11 > php-3.403.3-standard 4 > - - keep AWS_RETRY_MODE=legacy");
        row("Ruby", "", "--sdk ruby@3.267.0 --service dynamodb",
            "ruby-legacy 11 > ruby-3.267.0-standard 4 > - - keep AWS_RETRY_MODE=legacy");
        row("C++", "", "--sdk cpp@1.11.926 --service dynamodb",
            "cpp-1.11.332-default 11 > cpp-1.11.926-standard 4 > - - keep AWS_RETRY_MODE=legacy");
        row("AWS CLI 2", "", "--sdk aws-cli@2.40.0 --service dynamodb",
            "botocore-1.43.67-standard 3 > botocore-1.44.0-standard 4 > - - keep -");
        row("AWS CLI 1", "", "--sdk aws-cli@1.45.55 --service dynamodb",
            "- - > botocore-1.43.67-legacy 10 > botocore-1.43.67-standard-newretries 4 keep -");
        row("Java follows later", "", "--sdk java@2.44.0 --service dynamodb",
            "- - > java-v2-legacy 9 > java-v2-standard-newretries 4 keep AWS_RETRY_MODE=legacy");
        row("Kotlin follows later", "AWS_NEW_RETRIES_2026=true", "--sdk kotlin@1.6.73 --service dynamodb",
            "- - > kotlin-standard-newretries 4 > kotlin-standard-newretries 4 keep -");
        row("a mode that C++ takes for legacy", "AWS_RETRY_MODE=adaptiv", "--sdk cpp --service s3",
            "cpp-1.11.332-default 11 > cpp-1.11.332-default 11 > - - keep -");
        row("JavaScript 2 gets nothing", "", "--sdk jsv2@2.1693.0 --service s3",
            "- - > jsv2-2.1693.0-default 4 > jsv2-2.1693.0-default 4 keep -");
    }
    void aClientIsSaidBeforeAndAfterTheSwitch()
    {
        QFETCH(QStringList, variables);
        QFETCH(QByteArray, words);
        QTEST(sidesOf(asked(variables, words.constData())), "sides");
    }

    void delaysAndTokensAreSaid()
    {
        const QJsonObject client = asked({}, "--sdk botocore@1.43.67 --service dynamodb");
        const QJsonObject after = client[u"after"].toObject();
        QCOMPARE(after[u"plain"].toObject()[u"firstDelayMs"].toArray(), (QJsonArray{0, 25}));
        QCOMPARE(after[u"throttling"].toObject()[u"firstDelayMs"].toArray(), (QJsonArray{0, 1000}));
        QCOMPARE(after[u"plain"].toObject()[u"tokens"].toInt(), 14);
        QCOMPARE(after[u"throttling"].toObject()[u"tokens"].toInt(), 5);
        QCOMPARE(after[u"quota"].toInt(), 500);
        QVERIFY(client[u"today"].toObject()[u"quota"].isNull());
        QVERIFY(client[u"isAffected"].toBool());
        QVERIFY(client[u"changes"].toArray().contains(QStringLiteral("Attempts: 10 → 4")));
    }

    /// The throttling response is one that clients of the service's protocol can read.
    void throttlingIsReadInEveryProtocol_data()
    {
        QTest::addColumn<QByteArray>("service");
        for (const char* service : {"s3", "sns", "ec2", "dynamodb", "lambda"}) {
            QTest::newRow(service) << QByteArray(service);
        }
    }
    void throttlingIsReadInEveryProtocol()
    {
        QFETCH(QByteArray, service);
        const QJsonObject client = asked({}, ("--sdk botocore@1.43.67 --service " + service).constData());
        const QJsonObject throttling = client[u"after"].toObject()[u"throttling"].toObject();
        QCOMPARE(throttling[u"firstDelayMs"].toArray(), (QJsonArray{0, 1000}));
        QCOMPARE(throttling[u"tokens"].toInt(), 5);
        QVERIFY(!client[u"today"].toObject()[u"throttling"].toObject()[u"firstDelayMs"].isNull());
    }

    void everySettingThatIsRefusedIsSaid()
    {
        const QStringList variables{QStringLiteral("AWS_RETRY_MODE=adaptiv"),
                                    QStringLiteral("AWS_MAX_ATTEMPTS=zero")};
        const QString problem = asked(variables, "--sdk botocore --service s3")[u"problem"].toString();
        QVERIFY2(problem.contains(QStringLiteral("AWS_RETRY_MODE")), qPrintable(problem));
        QVERIFY2(problem.contains(QStringLiteral("AWS_MAX_ATTEMPTS")), qPrintable(problem));
        QCOMPARE(problem.count(QStringLiteral("AWS_MAX_ATTEMPTS")), 1);
        const QByteArray text =
            runWith(variables, "affected --sdk botocore --service s3").output.simplified();
        QVERIFY2(text.contains("AWS_RETRY_MODE: \"adaptiv\"") ||
                     text.contains("raises InvalidRetryModeError"),
                 text);
        QVERIFY2(text.count("zero") >= 2, text); // in the head, and as a problem
    }

    void settingsAreThoseThatTheSdkReads()
    {
        const QStringList none;
        const ProgramResult botocore =
            runWith(none, "affected --sdk botocore --java-property aws.retryMode=standard --format json");
        QVERIFY2(!botocore.output.contains("Java property aws.retryMode"), botocore.output);
        QVERIFY2(botocore.errors.contains("only clients in a JVM read Java properties"), botocore.errors);
        const ProgramResult java =
            runWith(none, "affected --sdk java-v2 --java-property aws.retryMode=standard --format json");
        QVERIFY2(java.output.contains("Java property aws.retryMode"), java.output);
        QVERIFY2(java.errors.isEmpty(), java.errors);
        const ProgramResult both = runWith(
            none,
            "affected --sdk java-v2 --sdk botocore --java-property aws.retryMode=standard --format json");
        QVERIFY2(both.output.contains("Java property aws.retryMode"), both.output);
        QVERIFY2(both.errors.contains("only clients in a JVM read Java properties"), both.errors);
    }

    void everySdkIsThere()
    {
        const ProgramResult result = runProgram("affected --format json");
        QStringList names;
        for (const QJsonValue client : result.json()[u"clients"].toArray()) {
            names += client[u"sdk"].toString();
        }
        for (const char* sdk : {"aws-cli", "botocore", "cpp", "dotnet", "go-v2", "java-v2", "jsv2", "jsv3",
                                "kotlin", "php", "powershell", "ruby", "rust", "swift"}) {
            QCOMPARE(names.count(QLatin1String(sdk)), 2);
        }
    }

    void aModeThatAClientRefusesIsItsProblem()
    {
        const QJsonObject client =
            asked({QStringLiteral("AWS_RETRY_MODE=adaptiv")}, "--sdk botocore --service s3");
        QVERIFY2(client[u"problem"].toString().contains(QStringLiteral("raises InvalidRetryModeError")),
                 qPrintable(client[u"problem"].toString()));
    }

    void aClientThatRefusesTheModeHasNoFigures()
    {
        const QStringList mistyped{QStringLiteral("AWS_RETRY_MODE=standrad")};
        const QJsonObject client = asked(mistyped, "--sdk botocore --service s3");
        for (const char* side : {"before", "today"}) {
            const QJsonObject object = client[QLatin1String(side)].toObject();
            QCOMPARE(object[u"settings"].toString(), QStringLiteral("refused"));
            QVERIFY(object[u"policy"].isNull() && object[u"mode"].isNull() && object[u"attempts"].isNull());
        }
        QVERIFY(client[u"keep"].isNull());
        const QByteArray story =
            runWith(mistyped, "affected --sdk botocore --service s3").output.simplified();
        QVERIFY2(story.contains("Today: error: with these settings the client sends nothing"), story);
        QVERIFY2(story.contains("so it sends nothing."), story);
        const QByteArray all = runWith(mistyped, "affected --service s3").output.simplified();
        QVERIFY2(all.contains("botocore s3 error – –"), all);
        QVERIFY2(all.contains(
                     "error: with this setting the client raises an error and sends nothing. Correct or "
                     "remove it: AWS_RETRY_MODE is \"standrad\"; it must be standard, adaptive or legacy."),
                 all);
    }

    void adviceAboutTheModeIsForThoseWhoseModeChanges()
    {
        const char* const words = "--sdk botocore --service s3";
        const QString advice = QStringLiteral(
            "Unlike legacy mode, standard mode does not retry a 429 or 509 without an error name.");
        const QJsonObject legacy = asked({}, words);
        QVERIFY(legacy[u"keepAlso"].toArray().isEmpty());
        QVERIFY(legacy[u"remarks"].toArray().contains(advice));
        const QJsonObject adaptive = asked({QStringLiteral("AWS_RETRY_MODE=adaptive")}, words);
        QVERIFY(adaptive[u"keep"].isNull()); // the old adaptive mode is gone
        QCOMPARE(adaptive[u"keepAlso"].toArray().size(), 2);
        QVERIFY(!adaptive[u"remarks"].toArray().contains(advice));
    }

    void javaPropertiesReachOnlyTheJvm()
    {
        const char* const words = "--service s3 --java-property aws.newRetries2026=true --sdk ";
        QCOMPARE(
            asked({}, (QByteArray(words) + "java-v2").constData())[u"today"].toObject()[u"policy"].toString(),
            QStringLiteral("java-v2-standard-newretries"));
        QCOMPARE(asked({}, (QByteArray(words) + "botocore@1.43.67").constData())[u"today"]
                     .toObject()[u"policy"]
                     .toString(),
                 QStringLiteral("botocore-1.43.67-legacy"));
    }

    void anUnknownSdkIsRefusedWithTheKnownOnes()
    {
        const ProgramResult result = runProgram("affected --sdk botocor");
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("did you mean botocore?"), result.errors);
        QCOMPARE(runProgram("affected --sdk botocore@latest").exitCode, 2);
        QCOMPARE(runProgram("affected botocore").exitCode, 2);
    }

    void theTextSaysWhatToSet()
    {
        const ProgramResult result = runProgram("affected --sdk botocore@1.43.67 --service dynamodb");
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.output.contains("To keep the old rules: AWS_RETRY_MODE=legacy"), result.output);
        QVERIFY2(result.output.contains("Attempts: 10 → 4"), result.output);
    }

    /// The contract, section 7.
    void theJsonSaysSinceWhenAndWhatIsRead()
    {
        const QJsonObject python = asked({}, "--sdk botocore@1.44.0 --service s3");
        QCOMPARE(python[u"defaultSince"][u"version"].toString(), QStringLiteral("1.44.0"));
        QCOMPARE(python[u"defaultSince"][u"date"].toString(), QStringLiteral("2026-11-10"));
        QCOMPARE(python[u"checkedOn"].toString(), QStringLiteral("2026-11-29"));
        QVERIFY(python[u"readsFlag"] == QJsonValue(false) && python[u"after"].isNull());
        QVERIFY(asked({}, "--sdk botocore@1.43.67 --service s3")[u"readsFlag"] == QJsonValue(true));
        QVERIFY(asked({}, "--sdk aws-cli@2.36.7 --service s3")[u"readsFlag"].isNull());
        const QJsonObject java = asked({}, "--sdk java@2.50.0 --service s3");
        QVERIFY(java[u"defaultSince"].isNull() && java[u"before"].isNull() && java[u"after"].isObject());
    }

    void whoeverWroteSomethingThatIsNotReadIsTold()
    {
        const auto remarks = [](const char* value, const char* words) {
            QStringList texts;
            for (const QJsonValue text :
                 asked({QStringLiteral("AWS_NEW_RETRIES_2026=") + QLatin1String(value)}, words)[u"remarks"]
                     .toArray()) {
                texts += text.toString();
            }
            return texts.join(u' ');
        };
        for (const char* value : {"TRUE", "1", "yes"}) {
            QVERIFY(remarks(value, "--sdk jsv3@3.1060.0 --service s3")
                        .contains(QStringLiteral("does not take for yes. Write true.")));
        }
        QVERIFY(
            !remarks("TRUE", "--sdk botocore@1.43.67 --service s3").contains(QStringLiteral("Write true")));
        QVERIFY(remarks("false", "--sdk botocore@1.44.0 --service s3")
                    .contains(QStringLiteral("does not bring the old rules back")));
        QVERIFY(
            remarks("true", "--sdk php@3.379.0 --service s3").contains(QStringLiteral("does not read it")));
    }

    void versionsNeedOneSdkInOneVersion_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("says");
        const QString needs = QStringLiteral("needs exactly one --sdk NAME@VERSION");
        QTest::newRow("no sdk") << "affected --to 1.44.0" << needs;
        QTest::newRow("no version") << "affected --sdk botocore --to 1.44.0" << needs;
        QTest::newRow("two sdks") << "affected --sdk botocore@1.43.67 --sdk cpp@1.11.332 --to 1.44.0"
                                  << needs;
        QTest::newRow("with, no sdk") << "affected --with @smithy/core@3.41.1" << needs;
        QTest::newRow("not a version") << "affected --sdk botocore@1.43.67 --to newest"
                                       << "numbers with dots";
        QTest::newRow("not a part") << "affected --sdk jsv3@3.1050.0 --with react@18.0.0"
                                    << "@smithy/core or @aws-sdk/core";
        QTest::newRow("no part decides") << "affected --sdk botocore@1.43.67 --with urllib3@2.0.0"
                                         << "no other package decides for botocore";
        QTest::newRow("a part without a version") << "affected --sdk jsv3@3.1050.0 --with @smithy/core"
                                                  << "PACKAGE@VERSION";
    }
    void versionsNeedOneSdkInOneVersion()
    {
        QFETCH(const QString, words);
        QFETCH(const QString, says);
        const ProgramResult result = runProgram(words.toLatin1().constData());
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains(says.toUtf8()), result.errors);
    }

    void theEnvironmentSwitchesTheRulesOfARun_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("id");
        QTest::addColumn<bool>("warns");
        QTest::newRow("on") << "botocore-1.43.67-standard"
                            << "true"
                            << "botocore-1.43.67-standard-newretries" << false;
        QTest::newRow("off") << "botocore-1.43.67-standard-newretries"
                             << "false"
                             << "botocore-1.43.67-standard" << false;
        QTest::newRow("not read, C++") << "cpp-1.11.332-adaptive"
                                       << "true"
                                       << "cpp-1.11.332-adaptive" << true;
        QTest::newRow("released") << "botocore-1.44.0-standard"
                                  << "false"
                                  << "botocore-1.44.0-standard" << true;
        QTest::newRow("not read") << "botocore-1.29.27-standard"
                                  << "true"
                                  << "botocore-1.29.27-standard" << true;
        QTest::newRow("no switch any more") << "jsv3-3.1169.0-standard"
                                            << "false"
                                            << "jsv3-3.1169.0-standard" << true;
    }
    void theEnvironmentSwitchesTheRulesOfARun()
    {
        QFETCH(QString, policy);
        QFETCH(QString, value);
        QFETCH(QString, id);
        QFETCH(bool, warns);
        const ProgramResult result =
            runWith({QStringLiteral("AWS_NEW_RETRIES_2026=") + value},
                    ("simulate --scenario dynamodb-throttled-then-ok --seed 1 --format json "
                     "--retry-mode-from-environment --policy " +
                     policy.toLatin1())
                        .constData());
        QCOMPARE(result.json()[u"policy"].toObject()[u"id"].toString(), id);
        QCOMPARE(result.errors.contains("WARNING"), warns);
        QVERIFY(settingsOf(result).contains(
            QStringLiteral("new_retries_2026=%1 (AWS_NEW_RETRIES_2026)").arg(value)));
    }

    void theAttemptsOfTheServiceAreSaid()
    {
        const ProgramResult result =
            runProgram("simulate --scenario dynamodb-throttled-then-ok --seed 1 --format json "
                       "--retry-mode-from-environment "
                       "--policy botocore-1.43.67-standard-newretries");
        QVERIFY2(settingsOf(result).contains(QStringLiteral("max_attempts=4 (the preset, for dynamodb)")),
                 qPrintable(settingsOf(result)));
    }

    void theModeOfAClientWithNothingSetIsSaid()
    {
        const char* const words =
            "simulate --scenario always-503 --seed 1 --format json --retry-mode-from-environment "
            "--policy botocore-1.43.67-legacy";
        const QString usual = settingsOf(runProgram(words));
        QVERIFY2(usual.contains(QStringLiteral("retry_mode=legacy (the preset, and the client's default)")),
                 qPrintable(usual));
        const QString switched = settingsOf(runWith({QStringLiteral("AWS_NEW_RETRIES_2026=true")}, words));
        QVERIFY2(switched.contains(QStringLiteral("if nothing is set, this client uses mode standard")),
                 qPrintable(switched));
    }

    void whatAClientDoesWithABadModeIsSaid()
    {
        const ProgramResult result = runWith(
            {QStringLiteral("AWS_RETRY_MODE=adaptiv")},
            "simulate --scenario always-503 --retry-mode-from-environment --policy botocore-1.43.67-legacy");
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("this client raises InvalidRetryModeError when it is created"),
                 result.errors);
    }

    void javaPropertiesDoNotReachAClientWithoutAJvm()
    {
        const ProgramResult result =
            runProgram("simulate --scenario always-503 --seed 1 --format json --retry-mode-from-environment "
                       "--java-property aws.retryMode=legacy --policy botocore-1.43.67-standard");
        QCOMPARE(result.json()[u"policy"].toObject()[u"id"].toString(),
                 QStringLiteral("botocore-1.43.67-standard"));
        QVERIFY2(result.errors.contains("only clients in a JVM read Java properties"), result.errors);
        const ProgramResult java =
            runProgram("simulate --scenario always-503 --seed 1 --format json --retry-mode-from-environment "
                       "--java-property aws.retryMode=legacy --policy java-v2-standard");
        QCOMPARE(java.json()[u"policy"].toObject()[u"id"].toString(), QStringLiteral("java-v2-legacy"));
        QVERIFY2(java.errors.isEmpty(), java.errors);
    }

    void whatIsSetAndNotLookedAtIsSaid()
    {
        const ProgramResult result =
            runWith({QStringLiteral("AWS_MAX_ATTEMPTS=1")},
                    "simulate --scenario always-503 --seed 1 --java-property aws.maxAttempts=2");
        QVERIFY2(result.errors.contains("AWS_MAX_ATTEMPTS is set but ignored"), result.errors);
        QVERIFY2(result.errors.contains("--java-property has no effect without"), result.errors);
        QVERIFY(runProgram("simulate --scenario always-503 --seed 1").errors.isEmpty());
    }

    void aSectionThatIsNoProfileIsNamed()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("config"));
        QVERIFY(writeFile(path, "[prod]\nretry_mode = standard\n"));
        const ProgramResult result =
            runWith({QStringLiteral("AWS_CONFIG_FILE=") + path},
                    "simulate --scenario always-503 --retry-mode-from-environment --profile prod");
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("most clients need [profile prod]"), result.errors);
    }

    /// Python's configparser drops no comment behind a value: botocore raises InvalidRetryModeError.
    void aCommentBehindAValueIsReadAsEachClientReadsIt()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("config"));
        QVERIFY(writeFile(path, "[default]\nretry_mode = legacy   # as ever\n"));
        const QString file = QStringLiteral("AWS_CONFIG_FILE=") + path;
        const ProgramResult result = runWith({file}, "affected --service generic --format json");
        QCOMPARE(result.exitCode, 0);
        QStringList refusing;
        for (const QJsonValue& client : result.json()[u"clients"].toArray()) {
            if (client[u"today"][u"settings"].toString() == u"refused") {
                refusing += client[u"sdk"].toString();
            }
        }
        QVERIFY2(refusing.contains(QStringLiteral("botocore")) &&
                     refusing.contains(QStringLiteral("aws-cli")),
                 result.output);
        QVERIFY2(!refusing.contains(QStringLiteral("java-v2")), result.output);
        // These drop the comment, and have no legacy mode.
        for (const char* other : {"go-v2", "rust"}) {
            QVERIFY2(refusing.contains(QLatin1String(other)), result.output);
        }
        QVERIFY2(!refusing.contains(QStringLiteral("jsv3")), result.output); // standard in place of it
        const ProgramResult botocore =
            runWith({file}, "simulate --scenario always-503 --seed 1 --retry-mode-from-environment "
                            "--policy botocore-1.43.67-standard");
        QCOMPARE(botocore.exitCode, 2);
        QVERIFY2(botocore.errors.contains("legacy   # as ever"), botocore.errors);
    }

    /// [prod] and [profile prod] are one profile to some clients, and not to others.
    void aProfileIsReadAsEachClientReadsIt()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("config"));
        QVERIFY(writeFile(path, "[prod]\nretry_mode = standard\nmax_attempts = 7\n"));
        const QString file = QStringLiteral("AWS_CONFIG_FILE=") + path;
        const ProgramResult result =
            runWith({file}, "affected --profile prod --service generic --format json");
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.errors.contains("most clients need [profile prod]"), result.errors);
        QMap<QString, QJsonObject> clients;
        for (const QJsonValue& client : result.json()[u"clients"].toArray()) {
            clients.insert(client[u"sdk"].toString(), client.toObject());
        }
        const auto use = [&clients](const char* sdk) {
            return clients[QLatin1String(sdk)][u"today"][u"settings"].toString();
        };
        const auto attempts = [&clients](const char* sdk) {
            return clients[QLatin1String(sdk)][u"today"][u"attempts"].toInt();
        };
        for (const char* refusing : {"botocore", "aws-cli", "go-v2"}) {
            QCOMPARE(use(refusing), QStringLiteral("refused"));
        }
        QVERIFY(clients[QStringLiteral("botocore")][u"problem"].toString().contains(
            u"[prod] is not a profile for this client, which reads [profile prod]: the client raises "
            u"ProfileNotFound"));
        for (const char* unknown : {"swift", "powershell"}) {
            QCOMPARE(use(unknown), QStringLiteral("notEstablished"));
        }
        for (const char* withDefaults : {"jsv3", "java-v2", "kotlin", "rust", "cpp", "dotnet"}) {
            QCOMPARE(use(withDefaults), QStringLiteral("taken"));
            QVERIFY2(attempts(withDefaults) != 7, withDefaults);
        }
        for (const char* reading : {"ruby", "php"}) {
            QCOMPARE(use(reading), QStringLiteral("taken"));
            QCOMPARE(attempts(reading), 7);
        }
        const auto run = [&file](const char* policy) {
            return runWith({file}, (QByteArray("simulate --scenario always-503 --seed 1 --profile prod "
                                               "--retry-mode-from-environment --format json --policy ") +
                                    policy)
                                       .constData());
        };
        const ProgramResult botocore = run("botocore-1.43.67-standard");
        QCOMPARE(botocore.exitCode, 2);
        QVERIFY2(botocore.errors.contains("raises ProfileNotFound"), botocore.errors);
        const ProgramResult ruby = run("ruby-standard");
        QCOMPARE(ruby.exitCode, 1);
        QCOMPARE(ruby.json()[u"calls"][0][u"attempts"].toArray().size(), 7);
        const ProgramResult rust = run("rust-standard");
        QCOMPARE(rust.json()[u"calls"][0][u"attempts"].toArray().size(), 3);
        QVERIFY2(rust.errors.contains("client continues with its defaults"), rust.errors);
    }

    /// What nobody has established is not claimed by one command and left open by the other.
    void whatAClientDoesWithABadModeIsSaidAlike()
    {
        const QByteArray said = "Retryscope does not know what this client does with this value";
        const ProgramResult run =
            runWith({QStringLiteral("AWS_RETRY_MODE=adaptiv")},
                    "simulate --scenario always-503 --retry-mode-from-environment --policy php-standard");
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.errors.contains("it must be standard, adaptive or legacy: " + said), run.errors);
        const ProgramResult affected =
            runWith({QStringLiteral("AWS_RETRY_MODE=adaptiv")}, "affected --sdk php --format json");
        QVERIFY2(affected.output.contains(said), affected.output);
    }

    void oneAttemptHasNoFirstDelay()
    {
        const ProgramResult result =
            runWith({QStringLiteral("AWS_MAX_ATTEMPTS=1")}, "affected --sdk jsv3 --service generic");
        QVERIFY2(!result.output.contains("not known"), result.output);
        QVERIFY2(result.output.contains("–"), result.output);
    }

    void codeIsRightForTheService()
    {
        const auto code = [](const char* words) {
            return runProgram((QByteArray("policies code ") + words).constData()).output;
        };
        const QByteArray general = code("botocore-1.43.67-standard-newretries");
        QVERIFY2(!general.contains("AWS_MAX_ATTEMPTS=") && general.contains("4 for dynamodb"), general);
        const QByteArray dynamodb = code("botocore-1.43.67-standard-newretries --service dynamodb");
        QVERIFY2(dynamodb.contains("AWS_MAX_ATTEMPTS=4") && dynamodb.contains("\"dynamodb\",") &&
                     dynamodb.contains("UnprocessedItems"),
                 dynamodb);
        const QByteArray old = code("botocore-1.43.67-standard");
        QVERIFY2(old.contains("export AWS_NEW_RETRIES_2026=false"), old);
        QVERIFY(!code("botocore-1.29.27-standard").contains("AWS_NEW_RETRIES_2026"));
        QVERIFY(code("botocore-1.29.27-standard --read-timeout 9000").contains("read_timeout=9,"));
    }

    void aLoopAroundTheClientIsPlayed()
    {
        const ProgramResult result =
            runProgram("simulate --scenario s3-slowdown-then-ok --policy aws-cpp-s3-blog "
                       "--max-attempts 1 --layer application=3,100 --seed 1 --format json");
        QCOMPARE(result.exitCode, 0);
        const QJsonArray calls = result.json()[u"calls"].toArray();
        QCOMPARE(calls.size(), 3);
        QCOMPARE(calls.at(2).toObject()[u"round"].toInt(), 3);
        QCOMPARE(result.json()[u"loop"].toObject()[u"rounds"].toInt(), 3);
        QCOMPARE(runProgram("simulate --scenario always-503 --layer a=2 --layer b=2").exitCode, 2);
    }

    void anAttemptHasALimitOfItsOwn()
    {
        const ProgramResult result =
            runProgram("run --scenario no-response --policy botocore-1.43.67-standard "
                       "--attempt-timeout 40 --no-wait --seed 1 --format json");
        const QJsonObject attempt =
            result.json()[u"calls"].toArray().first().toObject()[u"attempts"].toArray().first().toObject();
        QCOMPARE(attempt[u"fault"].toString(), QStringLiteral("readTimeout"));
        QVERIFY(attempt[u"faultDetail"].toString().startsWith(QStringLiteral("the attempt limit passed")));
        QCOMPARE(attempt[u"processing"].toString(), QStringLiteral("ambiguous"));
    }

    void aFailedAttemptSaysWhetherItCouldHaveBeenDone()
    {
        const auto row = [](const QStringList& more) {
            const QStringList words{QStringLiteral("explain"),
                                    QStringLiteral("--policy"),
                                    QStringLiteral("botocore-1.43.67-standard"),
                                    QStringLiteral("--method"),
                                    QStringLiteral("POST"),
                                    QStringLiteral("--format"),
                                    QStringLiteral("json")};
            const QJsonObject first = runProgram(words + more).json()[u"rows"].toArray().first().toObject();
            return first[u"processing"].toString() + QLatin1Char(' ') + first[u"repeating"].toString();
        };
        const QStringList failed{QStringLiteral("--status"), QStringLiteral("500")};
        QCOMPARE(row(failed), QStringLiteral("ambiguous mayRepeat"));
        QCOMPARE(row(failed +
                     QStringList{QStringLiteral("--request-header"), QStringLiteral("Idempotency-Key: 1")}),
                 QStringLiteral("ambiguous protected"));
        QCOMPARE(row({QStringLiteral("--fault"), QStringLiteral("connectionRefused")}),
                 QStringLiteral("neverSent harmless"));
        const QByteArray story =
            runProgram("explain --policy botocore-1.43.67-standard --method POST --status 500 --brief")
                .output.simplified();
        QVERIFY2(story.contains("a retry might process it twice") &&
                     story.contains("Error type: service error"),
                 story);
    }

    void whatADocumentSaysTwiceStandsBesideTheVerdict()
    {
        const QByteArray story =
            runProgram("explain --policy aws-general-polling --status 500 --brief").output.simplified();
        QVERIFY2(
            story.contains("The document can be read in two ways. The pseudo-code stops at a server error"),
            story);
    }

    void theProxyOfTheEnvironmentIsUsedButNotForLoopback()
    {
        const QStringList variables{QStringLiteral("http_proxy=http://127.0.0.1:9")};
        const char* const words =
            " --policy botocore-1.43.67-standard --max-attempts 1 --seed 1 --format json";
        const ProgramResult proxied =
            runWith(variables, (QByteArray("run --url http://retryscope.invalid/") + words).constData());
        QVERIFY2(proxied.errors.contains("Using the proxy from http_proxy"), proxied.errors);
        const QJsonObject attempt =
            proxied.json()[u"calls"].toArray().first().toObject()[u"attempts"].toArray().first().toObject();
        QCOMPARE(attempt[u"fault"].toString(), QStringLiteral("connectionRefused"));
        for (const char* host : {"127.0.0.1", "localhost."}) {
            const ProgramResult direct = runWith(
                variables, (QByteArray("run --url http://") + host + QByteArray(":9/") + words).constData());
            QVERIFY2(!direct.errors.contains("proxy"), direct.errors);
        }
    }

    void theProvisionedThroughputIsPointedAtWhenAllAttemptsAreUsed()
    {
        const QStringList words{QStringLiteral("explain"),
                                QStringLiteral("--policy"),
                                QStringLiteral("dynamodb-guide"),
                                QStringLiteral("--service"),
                                QStringLiteral("dynamodb"),
                                QStringLiteral("--attempt"),
                                QStringLiteral("11"),
                                QStringLiteral("--status"),
                                QStringLiteral("400"),
                                QStringLiteral("--body"),
                                QStringLiteral("{\"__type\":\"ProvisionedThroughputExceededException\"}")};
        const QByteArray story = runProgram(words).output.simplified();
        QVERIFY2(story.contains("the provisioned throughput is too small"), story);
    }

    void connectionsAreClosedAsTheDocumentSays()
    {
        const auto connections = [](const char* policy) {
            const ProgramResult result = runProgram(
                (QByteArray("run --scenario always-503 --no-wait --seed 1 --format json --policy ") + policy)
                    .constData());
            QStringList numbers;
            for (const QJsonValue attempt :
                 result.json()[u"calls"].toArray().first().toObject()[u"attempts"].toArray()) {
                numbers += QString::number(attempt[u"connection"].toInt());
            }
            return numbers.join(u' ');
        };
        QCOMPARE(connections("sdk-reference-standard"), QStringLiteral("1 2 3"));
        QCOMPARE(connections("botocore-1.43.67-standard"), QStringLiteral("1 1 1"));
    }
};

RETRYSCOPE_TEST(TstCliAffected)
#include "tst_cli_affected.moc"
