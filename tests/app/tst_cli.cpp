// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QByteArrayList>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>

#include <algorithm>

using namespace retryscope::test;

namespace {

QStringList withPolicy(const char* line, const QString& policy)
{
    return QString::fromLatin1(line).split(u' ') + QStringList{QStringLiteral("--policy"), policy};
}

QJsonObject onlyRow(const ProgramResult& result)
{
    return result.json()[u"rows"].toArray().first().toObject();
}

/// What the text of a policy has to say of its numbers and habits, in whatever order.
QStringList partsOf(const QJsonObject& group)
{
    QStringList parts;
    const QJsonObject backoff = group[u"backoff"].toObject();
    const QString jitter = backoff[u"jitter"].toString();
    const QMap<QString, QString> words{
        {QStringLiteral("none"), QStringLiteral("no jitter")},
        {QStringLiteral("above"), QStringLiteral("on top")},
        {QStringLiteral("around"), QStringLiteral("either way")},
        {QStringLiteral("decorrelatedV2"), QStringLiteral("decorrelated (version 2) jitter")},
        {QStringLiteral("below"), QStringLiteral("less")},
        {QStringLiteral("plus"), QStringLiteral("on top")}};
    if (backoff[u"type"] != QLatin1String("none") && !jitter.isEmpty()) {
        parts += words.value(jitter, jitter);
    }
    if (backoff.contains(u"spread") && jitter != QLatin1String("plus")) {
        parts += QStringLiteral("%1 %").arg(backoff[u"spread"].toDouble() * 100);
    }
    const auto when = [&parts](bool isSo, const char* text) {
        parts += isSo ? QStringList{QString::fromUtf8(text)} : QStringList{};
    };
    when(backoff[u"capApplies"] == QLatin1String("afterJitter") && backoff.contains(u"cap"), "after jitter");
    when(backoff[u"firstRetryAtOnce"].toBool(), "first retry at once");
    when(backoff[u"firstWithoutJitter"].toBool(), "the first without jitter");
    const QJsonObject quota = group[u"quota"].toObject();
    if (quota[u"reserve"].toInt() > 0) {
        parts += QStringLiteral("retries only while more than %1 tokens remain")
                     .arg((quota[u"reserve"].toInt() - 1) / std::max(1.0, quota[u"units"].toDouble(1)));
    }
    when(quota[u"whenEmpty"] == QLatin1String("chargeAnyway"), "also charges the last failure of a call");
    when(quota[u"whenEmpty"] == QLatin1String("takeWhatIsLeft"), "takes what is left");
    const QJsonObject limiter = group[u"limiter"].toObject();
    when(limiter[u"whenEmpty"] == QLatin1String("fail"), "fails instead of waiting");
    for (const QJsonValue hint : group[u"hints"].toArray()) {
        when(hint[u"zeroMeansNone"].toBool(), "0 is ignored");
        when(hint[u"unreadableForbids"].toBool(), "anything else forbids the retry");
    }
    for (const char* changed : {"services", "operations"}) {
        const QJsonObject changes = group[QLatin1String(changed)].toObject();
        for (auto one = changes.begin(); one != changes.end(); ++one) {
            parts += partsOf(one.value().toObject());
            when(one.value().toObject().contains(u"success"), "success: ");
            for (const QJsonValue rule : one.value()[u"replaces"].toArray()) {
                parts += rule.toString();
            }
        }
    }
    for (const QJsonValue header : group[u"attemptHeaders"].toArray()) {
        parts += header[u"name"].toString();
    }
    when(group.contains(u"clock"), "clock");
    return parts;
}

} // namespace

class TstCli : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyPresetIsShownWhole_data()
    {
        QTest::addColumn<QString>("id");
        for (const QJsonValue preset :
             runProgram("policies list --format json").json()[u"policies"].toArray()) {
            const QString id = preset[u"id"].toString();
            QTest::newRow(qPrintable(id)) << id;
        }
    }
    void everyPresetIsShownWhole()
    {
        QFETCH(QString, id);
        const QStringList line{QStringLiteral("policies"), QStringLiteral("show"), id};
        const ProgramResult shown = runProgram(line);
        QVERIFY2(shown.exitCode == 0 && shown.errors.isEmpty(), shown.errors);
        const QString text = QString::fromUtf8(shown.output).simplified();
        const QJsonObject policy =
            runProgram(line + QStringList{QStringLiteral("--format"), QStringLiteral("json")}).json();
        for (const QString& part : partsOf(policy)) {
            QVERIFY2(text.contains(part), qPrintable(QStringLiteral("“%1” is not in: %2").arg(part, text)));
        }
    }

    void nothingForeignReachesTheTerminalRaw()
    {
        const QString path = m_folder.filePath(QStringLiteral("loop.json"));
        QByteArray record = runProgram("simulate --scenario s3-slowdown-then-ok --policy aws-cpp-s3-blog "
                                       "--max-attempts 1 --layer application=3,100 --seed 1 --format json")
                                .output;
        QVERIFY(record.contains("\"name\": \"application\""));
        record.replace("\"name\": \"application\"",
                       "\"name\": \"a\\u001b[31m\\u202e" + QByteArray(100'000, 'x') + "\"");
        QVERIFY(writeFile(path, record));
        for (const char* color : {"never", "always"}) {
            const ProgramResult shown =
                runProgram({QStringLiteral("replay"), path, QStringLiteral("--policy"),
                            QStringLiteral("record"), QStringLiteral("--color"), QLatin1String(color)});
            QVERIFY2(shown.output.contains(", round 2)"), shown.output.left(2000) + shown.errors);
            QVERIFY(!shown.output.contains("\x1b[31mxx") && !shown.output.contains("\u202e"));
            QVERIFY2(shown.output.size() < 20'000, QByteArray::number(shown.output.size()));
        }
        const ProgramResult affected =
            runProgram({QStringLiteral("affected"), QStringLiteral("--sdk"), QStringLiteral("botocore"),
                        QStringLiteral("--service"), QStringLiteral("s3\x1b[31m\u202e")});
        QVERIFY(affected.output.contains("s3"));
        QVERIFY2(!affected.output.contains('\x1b') && !affected.output.contains("\u202e"), affected.output);
    }

    void aRunIsATableATimeLineAndReasons()
    {
        const ProgramResult result =
            runProgram("simulate --scenario dynamodb-throttled-then-ok --policy dynamodb-guide --seed 1");
        QCOMPARE(result.exitCode, 0);
        const QByteArray expected =
            "#  start   response                     verdict  delay (range)  took  kind\n"
            "1  0 ms    400 ProvisionedThroughputE…  retry    50 ms          0 ms  throttling\n"
            "2  50 ms   400 ProvisionedThroughputE…  retry    100 ms         0 ms  throttling\n"
            "3  150 ms  400 ProvisionedThroughputE…  retry    200 ms         0 ms  throttling\n"
            "4  350 ms  200                          succeed                 0 ms  —\n"
            "\n"
            "1     █";
        QVERIFY2(result.output.contains(expected), result.output);
        QVERIFY2(result.output.contains("1     Retried after 50 ms: this client counts 400"), result.output);
        QVERIFY2(result.output.endsWith("\nSucceeded after 4 attempts in 350 ms\n"), result.output);
        QCOMPARE(result.errors, QByteArray());
    }

    void textFitsTheTerminal_data()
    {
        QTest::addColumn<int>("columns");
        for (const int columns : {60, 80, 132}) {
            QTest::addRow("%d columns", columns) << columns;
        }
    }
    void textFitsTheTerminal()
    {
        QFETCH(int, columns);
        QProcessEnvironment environment = plainEnvironment();
        environment.insert(QStringLiteral("COLUMNS"), QString::number(columns));
        for (const char* line :
             {"simulate --scenario s3-slowdown-then-ok --seed 1", "simulate --scenario always-503 --calls 9",
              "explain --status 503 --service s3", "explain --status 503 --policy sdk-reference-standard",
              "policies show sdk-reference-standard", "scenarios show s3-slowdown-then-ok", "policies list",
              "scenarios list", "--help", "explain --help", "simulate --help", "policies --help"}) {
            const ProgramResult result = runProgram(QString::fromLatin1(line).split(u' '), environment);
            for (const QString& text : QString::fromUtf8(result.output).split(u'\n')) {
                QVERIFY2(text.size() <= columns, qPrintable(QString::fromLatin1(line) + u'\n' + text));
            }
        }
    }

    void coloursFollowTheTerminalAndTheOptions()
    {
        const QString line = QStringLiteral("simulate --scenario always-503 --seed 1");
        QVERIFY(!runProgram(qPrintable(line)).output.contains('\x1b'));
        QVERIFY(!runProgram(qPrintable(line + QStringLiteral(" --color never"))).output.contains('\x1b'));
        QVERIFY(runProgram(qPrintable(line + QStringLiteral(" --color always"))).output.contains("\x1b[31m"));
        QVERIFY(!runProgram(qPrintable(line + QStringLiteral(" --color always --format json")))
                     .output.contains('\x1b'));
    }

    void whatToWriteInOnesOwnCodeIsTold()
    {
        const ProgramResult result =
            runProgram("policies code cpp-1.11.332-standard --map 429=throttling --max-attempts 5");
        QCOMPARE(result.exitCode, 0);
        for (const char* part : {"names{\"429\"}", "make_shared<RetryMore>(5)", "AWS_MAX_ATTEMPTS=5"}) {
            QVERIFY2(result.output.contains(part), result.output.constData());
        }
        const QJsonObject json =
            runProgram("policies code botocore-1.43.67-standard --map status:429=throttling --format json")
                .json();
        QCOMPARE(json[u"policy"].toString(), QStringLiteral("botocore-1.43.67-standard"));
        QVERIFY(json[u"snippets"].toArray().at(0).toObject()[u"text"].toString().contains(
            QStringLiteral("STATUSES = [429]")));
        QVERIFY(!json[u"notes"].toArray().isEmpty());
        QVERIFY(json[u"gaps"].toArray().isEmpty());
    }

    /// What the client has no setting for is neither written nor passed over.
    void whatTheCodeCannotSayIsTold()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("late.json"));
        QVERIFY(writeFile(file, R"({"format": "retryscope.policy/1", "id": "late", "title": "Late",
                                    "extends": "openai-js-6.49.0-default", "emulates": [],
                                    "attempts": {"maxElapsed": "30s"}})"));
        const ProgramResult text = runProgram(qPrintable(QStringLiteral("policies code ") + file));
        QVERIFY2(text.output.startsWith("Not configurable in this client") && text.output.contains("30 s"),
                 text.output.constData());
        const QJsonObject json =
            runProgram(qPrintable(QStringLiteral("policies code %1 --format json").arg(file))).json();
        QCOMPARE(json[u"way"].toString(), QStringLiteral("none"));
        const QJsonObject gap = json[u"gaps"].toArray().at(0).toObject();
        QCOMPARE(gap[u"what"].toString(), QStringLiteral("limits on attempts"));
        QVERIFY(gap[u"policy"].toString().contains(QStringLiteral("30 s")));
        QVERIFY(gap.contains(u"client"));
    }

    void manyCallsAreSummedUp()
    {
        const ProgramResult result = runProgram("simulate --scenario sdk-quota-runs-dry --calls 80 --seed 3");
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.output.contains("call 1 to 50   failed     no attempts left     3 each"),
                 result.output);
        QVERIFY2(result.output.contains("call 51 to 70  failed     retry quota too low  1 each"),
                 result.output);
        QVERIFY2(result.output.contains("70 of 80 calls failed in 2 min 34 s of virtual time; 180 attempts"),
                 result.output);
        QVERIFY(result.output.count('\n') < 25); // however many calls there are
    }

    /// Calls that ended alike share a row, whatever response each of them got.
    void aRowOfSeveralCallsNamesEachResponse()
    {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("refused.json"));
        QVERIFY(writeFile(file, R"({"format": "retryscope.scenario/1", "id": "refused", "title": "refused",
                                    "service": "generic", "calls": [
                                    {"times": 20, "steps": [{"status": 404}]},
                                    {"times": 10, "steps": [{"status": 403}]}]})"));
        const ProgramResult result =
            runProgram(QStringList{QStringLiteral("simulate"), QStringLiteral("--scenario"), file,
                                   QStringLiteral("--calls"), QStringLiteral("30")});
        QVERIFY2(result.output.contains("call 1 to 30"), result.output);
        QVERIFY2(result.output.contains("404 × 20, 403 × 10"), result.output);
    }

    void manyAttemptsAreShortened()
    {
        const ProgramResult result =
            runProgram("simulate --scenario simpledb-network-down --policy simpledb-java-sample");
        QVERIFY2(result.output.contains("… 975 more attempts …"), result.output);
        QVERIFY2(result.output.contains("1000  Stopped by Retryscope's safety limit"), result.output);
        QVERIFY(result.output.count('\n') < 100);
    }

    void equalSeedsGiveEqualBytes()
    {
        const char* line = "simulate --scenario always-503 --policy sdk-reference-adaptive --calls 20 "
                           "--clients 3 --seed 42 --format json";
        const ProgramResult first = runProgram(line);
        QCOMPARE(runProgram(line).output, first.output);
        QVERIFY(first.output.endsWith("}\n"));
        const ProgramResult other = runProgram(
            "simulate --scenario always-503 --policy sdk-reference-adaptive --calls 20 --clients 3 "
            "--seed 43 --format json");
        QVERIFY(plannedDelays(other.json()) != plannedDelays(first.json()));
    }

    void aRandomSeedIsToldAndRepeatable()
    {
        const ProgramResult result = runProgram("simulate --scenario always-503 --format json");
        const qint64 seed = result.json()[u"seed"].toInteger();
        QVERIFY2(result.errors.contains("seed " + QByteArray::number(seed) + " "), result.errors);
        const ProgramResult again = runProgram(
            qPrintable(QStringLiteral("simulate --scenario always-503 --format json --seed %1").arg(seed)));
        QCOMPARE(again.output, result.output);
    }

    void partDoneBatchesSendOnlyWhatIsLeft()
    {
        const ProgramResult result = runProgram(
            "simulate --scenario dynamodb-batch-part-done --policy dynamodb-guide --format json --seed 1");
        QCOMPARE(result.exitCode, 0);
        const QJsonArray attempts = result.json()[u"calls"][0][u"attempts"].toArray();
        QCOMPARE(attempts.size(), 3);
        QCOMPARE(attempts[0][u"kind"].toString(), QStringLiteral("partDone"));
        QCOMPARE(attempts[2][u"kind"].toString(), QStringLiteral("none"));
        QVERIFY(attempts[0][u"sent"][u"bodyBytes"].toInt() > attempts[1][u"sent"][u"bodyBytes"].toInt());
        QVERIFY(attempts[1][u"sent"][u"bodyBytes"].toInt() > attempts[2][u"sent"][u"bodyBytes"].toInt());
    }

    void aPolicyIsMadeOfAConfiguration()
    {
        const QString source = QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/import/envoy-route.txt");
        const QString made = m_folder.filePath(QStringLiteral("made.json"));
        const ProgramResult done = runProgram(
            {QStringLiteral("policies"), QStringLiteral("import"), source, QStringLiteral("--part"),
             QStringLiteral("api /orders"), QStringLiteral("--output"), made, QStringLiteral("--id"),
             QStringLiteral("orders"), QStringLiteral("--format"), QStringLiteral("json")});
        QVERIFY2(done.exitCode == 0, done.errors.constData());
        const QJsonObject json = done.json();
        QCOMPARE(json[QStringLiteral("from")].toString(), QStringLiteral("envoy"));
        QVERIFY(json[QStringLiteral("guessed")].toBool());
        QCOMPARE(json[QStringLiteral("parts")].toArray().size(), 2);
        QCOMPARE(json[QStringLiteral("policy")][QStringLiteral("id")].toString(), QStringLiteral("orders"));
        QVERIFY(json[QStringLiteral("understood")].toArray().size() > 1);
        QCOMPARE(runProgram({QStringLiteral("policies"), QStringLiteral("check"), made}).exitCode, 0);
        const ProgramResult text = runProgram({QStringLiteral("policies"), QStringLiteral("import"), source});
        QVERIFY(text.output.contains("not in the policy"));
        QCOMPARE(runProgram("policies import /dev/null").exitCode, 3);
        QCOMPARE(runProgram("policies import nowhere.yaml").exitCode, 3);
    }

    void twoPoliciesAreHeldAgainstEachOther()
    {
        const ProgramResult text = runProgram("policies diff curl-retry-3 wget-default");
        QCOMPARE(text.exitCode, 0);
        QVERIFY(text.output.contains("differs in") &&
                text.output.contains("All differences: curl-retry-3 → "));
        const QJsonObject json = runProgram("policies diff ruby-legacy curl-retry-3 --format json").json();
        QCOMPARE(json[u"here"].toString(), QStringLiteral("ruby-legacy"));
        QVERIFY(json[u"compared"].toInt() > json[u"points"].toArray().size());
        bool isFound = false;
        for (const QJsonValue& point : json[u"points"].toArray()) {
            QVERIFY(point[u"here"].toString() != point[u"there"].toString());
            isFound = isFound || (point[u"what"].toString() == QStringLiteral("501") &&
                                  point[u"here"].toString() == QStringLiteral("retried") &&
                                  point[u"there"].toString() == QStringLiteral("not retried"));
        }
        QVERIFY(isFound);
        QVERIFY(!json[u"differences"].toArray().isEmpty());
        QVERIFY(runProgram("policies diff wget-default wget-default").output.contains("do not differ"));
        const QByteArray none =
            runProgram("policies diff openai-js-6.49.0-default anthropic-js-1.12.0-default").output;
        QVERIFY2(none.startsWith("None of ") && none.contains("All differences"), none.constData());
        QCOMPARE(runProgram("policies diff wget-default nobody").exitCode, 2);
    }

    /// To be searched by grep, with how each is known.
    void aNarrowListHasALineForEachPolicy()
    {
        const auto count = runProgram("policies list --format json").json()[u"policies"].toArray().size();
        const QByteArrayList lines = runProgram("policies list").output.trimmed().split('\n');
        QCOMPARE(lines.size(), count + 1);
        QVERIFY(std::any_of(lines.begin(), lines.end(), [](const QByteArray& line) {
            return line.startsWith("openai-js-6.49.0-default ") && line.contains(" recorded");
        }));
    }

    /// A preset that says nothing of it would stand under "Others" in the window.
    void everyPresetSaysWhereItBelongs()
    {
        for (const QJsonValue& policy :
             runProgram("policies list --format json").json()[u"policies"].toArray()) {
            QVERIFY2(policy[u"ecosystem"].isString() != !policy[u"document"].toString().isEmpty(),
                     qPrintable(policy[u"id"].toString()));
        }
    }

    /// Short names stand in lists and grids, so they are short and tell presets apart.
    void everyPresetHasAShortNameOfItsOwn()
    {
        QStringList names;
        for (const QJsonValue& policy :
             runProgram("policies list --format json").json()[u"policies"].toArray()) {
            const QString name = policy[u"shortName"].toString();
            QVERIFY2(!name.isEmpty() && name.size() <= 28, qPrintable(policy[u"id"].toString()));
            QVERIFY2(!names.contains(name), qPrintable(name));
            names += name;
        }
        const QByteArray list = runProgram("policies list").output;
        QVERIFY2(list.contains(" botocore 1.43 standard\n"), list);
        const QString own = m_folder.filePath(QStringLiteral("own.json"));
        const auto named = [](qsizetype characters) {
            const QJsonObject policy{{QStringLiteral("format"), QStringLiteral("retryscope.policy/1")},
                                     {QStringLiteral("extends"), QStringLiteral("curl-retry-3")},
                                     {QStringLiteral("id"), QStringLiteral("own")},
                                     {QStringLiteral("title"), QStringLiteral("Own")},
                                     {QStringLiteral("shortName"), QString(characters, u'x')}};
            return QJsonDocument(policy).toJson();
        };
        QVERIFY(writeFile(own, named(29)));
        const ProgramResult tooLong = runProgram({QStringLiteral("policies"), QStringLiteral("check"), own});
        QCOMPARE(tooLong.exitCode, 3);
        QVERIFY2(tooLong.errors.contains("shortName") && tooLong.errors.contains("the limit is 28"),
                 tooLong.errors);
        QVERIFY(writeFile(own, named(28)));
        QCOMPARE(runProgram({QStringLiteral("policies"), QStringLiteral("check"), own}).exitCode, 0);
    }

    /// gRPC and client-go are clients, whatever serves them.
    void onlyProxiesAreListedAsProxies()
    {
        QStringList proxies;
        for (const QJsonValue& policy :
             runProgram("policies list --format json").json()[u"policies"].toArray()) {
            if (policy[u"ecosystem"] == QLatin1String("proxy")) {
                proxies += policy[u"id"].toString().section(u'-', 0, 0);
            }
        }
        proxies.removeDuplicates();
        QCOMPARE(proxies.join(u' '), QStringLiteral("caddy envoy haproxy istio nginx traefik"));
    }

    void policiesAreListedWithTheirSources()
    {
        const QJsonArray policies = runProgram("policies list --format json").json()[u"policies"].toArray();
        QVERIFY(policies.size() >= 11);
        for (const QJsonValue& policy : policies) {
            const QString id = policy[u"id"].toString();
            QVERIFY2(!policy[u"title"].toString().isEmpty(), qPrintable(id));
            QVERIFY2(policy[u"emulates"].isArray(), qPrintable(id));
            QVERIFY2(policy[u"mode"].isString(), qPrintable(id));
            QVERIFY2(policy[u"maxAttempts"].toInt() > 0, qPrintable(id));
            QVERIFY2(!policy[u"sources"].toArray().isEmpty(), qPrintable(id));
        }
    }

    /// Clients accept a cap below a base, and a user who lowers the cap has not named the base.
    void whatClientsAcceptIsRunWithOneWarning()
    {
        const QString warning = QStringLiteral(
            "WARNING: backoff.cap is below the base for throttling, so it shortens every delay "
            "after such a failure\n");
        const ProgramResult run =
            runProgram("simulate --scenario always-503 --policy rust-standard-newretries "
                       "--set backoff.cap=200ms --seed 1 --format json");
        QCOMPARE(QString::fromUtf8(run.errors).count(warning), 1);
        QCOMPARE(run.exitCode, 1); // the calls fail
        const QJsonArray warnings = run.json()[u"warnings"].toArray();
        QCOMPARE(warnings.size(), 1);
        QCOMPARE(warnings[0][u"path"].toString(), QStringLiteral("backoff.cap"));

        const QString path = m_folder.filePath(QStringLiteral("shrinking.json"));
        QVERIFY(writeFile(path, R"({"format": "retryscope.policy/1", "id": "shrinking", "title": "t",
            "extends": "p-retry-7.1.1-default", "backoff": {"factor": 0.5}})"));
        const ProgramResult check = runProgram({QStringLiteral("policies"), QStringLiteral("check"), path});
        QCOMPARE(check.exitCode, 0);
        QVERIFY2(check.output.contains("WARNING: backoff.factor is below 1"), check.output.constData());
    }

    void aShownPolicyIsAPolicyFile()
    {
        const QString path = m_folder.filePath(QStringLiteral("simpledb-pseudocode.json"));
        QVERIFY(writeFile(path, runProgram("policies show simpledb-pseudocode --format json").output));
        const ProgramResult check = runProgram({QStringLiteral("policies"), QStringLiteral("check"), path});
        QVERIFY2(check.exitCode == 0, check.errors);
        const QStringList line{QStringLiteral("simulate"),   QStringLiteral("--scenario"),
                               QStringLiteral("always-503"), QStringLiteral("--seed"),
                               QStringLiteral("5"),          QStringLiteral("--format"),
                               QStringLiteral("json"),       QStringLiteral("--policy")};
        QCOMPARE(plannedDelays(runProgram(line + QStringList{path}).json()),
                 plannedDelays(runProgram(line + QStringList{QStringLiteral("simpledb-pseudocode")}).json()));
    }

    void aShownScenarioIsAScenarioFile()
    {
        const QString path = m_folder.filePath(QStringLiteral("s.json"));
        QVERIFY(writeFile(path, runProgram("scenarios show s3-slowdown-then-ok --format json").output));
        QCOMPARE(runProgram({QStringLiteral("scenarios"), QStringLiteral("check"), path}).exitCode, 0);
        QVERIFY(runProgram("scenarios list --format json").json()[u"scenarios"].toArray().size() >= 12);
    }

    void overridesHoldAndAreRecorded()
    {
        const QJsonObject record =
            runProgram("simulate --scenario always-503 --seed 1 --format json --max-attempts 5 "
                       "--set backoff.cap=1500ms")
                .json();
        QCOMPARE(record[u"calls"][0][u"attempts"].toArray().size(), 5);
        QCOMPARE(record[u"policy"][u"overrides"].toObject(),
                 (QJsonObject{{QStringLiteral("attempts.max"), 5},
                              {QStringLiteral("backoff.cap"), QStringLiteral("1500ms")}}));
        QCOMPARE(record[u"calls"][0][u"attempts"][3][u"delayWindowMs"].toArray(), (QJsonArray{0, 1500}));
    }

    void theLaterOfTwoOptionsForTheAttemptsHolds_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<int>("attempts");
        QTest::newRow("--set") << QStringLiteral("--max-attempts 2 --set attempts.max=4") << 4;
        QTest::newRow("--max-attempts") << QStringLiteral("--set attempts.max=4 --max-attempts 2") << 2;
        QTest::newRow("--set again") << QStringLiteral(
                                            "--set attempts.max=4 --max-attempts 2 --set attempts.max=5")
                                     << 5;
    }
    void theLaterOfTwoOptionsForTheAttemptsHolds()
    {
        QFETCH(QString, options);
        QFETCH(int, attempts);
        const QJsonObject record = runProgram(qPrintable(QStringLiteral("simulate --scenario always-503 "
                                                                        "--seed 1 --format json ") +
                                                         options))
                                       .json();
        QCOMPARE(record[u"calls"][0][u"attempts"].toArray().size(), attempts);
        QCOMPARE(record[u"policy"][u"overrides"].toObject(),
                 (QJsonObject{{QStringLiteral("attempts.max"), attempts}}));
    }

    void maxAttemptsCountsTheFirstForEveryPolicy_data()
    {
        QTest::addColumn<QString>("policy");
        for (const QJsonValue& policy :
             runProgram("policies list --format json").json()[u"policies"].toArray()) {
            QTest::newRow(qPrintable(policy[u"id"].toString())) << policy[u"id"].toString();
        }
    }
    void maxAttemptsCountsTheFirstForEveryPolicy()
    {
        QFETCH(QString, policy);
        const QJsonObject record =
            runProgram(
                withPolicy("simulate --scenario dynamodb-outage --seed 1 --format json --max-attempts 2",
                           policy))
                .json();
        const QJsonValue attempts = record[u"policy"][u"resolved"][u"attempts"];
        QCOMPARE(attempts[u"max"].toInt() + (attempts[u"countsFirst"].toBool(true) ? 0 : 1), 2);
        QVERIFY(record[u"calls"][0][u"attempts"].toArray().size() <= 2);
    }

    void secretsAreReplacedUnlessAskedFor()
    {
        const QStringList line{QStringLiteral("simulate"),
                               QStringLiteral("--scenario"),
                               QStringLiteral("always-503"),
                               QStringLiteral("--header"),
                               QStringLiteral("Authorization: canary"),
                               QStringLiteral("--format"),
                               QStringLiteral("json")};
        QVERIFY(!runProgram(line).output.contains("canary"));
        QVERIFY(runProgram(line).output.contains("[redacted]"));
        QVERIFY(
            runProgram(line + QStringList{QStringLiteral("--include-secrets")}).output.contains("canary"));
    }

    void aRecordIsSavedWhole()
    {
        const QString path = m_folder.filePath(QStringLiteral("record.json"));
        QVERIFY(writeFile(path, QByteArray(100'000, 'x')));
        const ProgramResult result = runProgram({QStringLiteral("simulate"), QStringLiteral("--scenario"),
                                                 QStringLiteral("always-503"), QStringLiteral("--seed"),
                                                 QStringLiteral("1"), QStringLiteral("--format"),
                                                 QStringLiteral("json"), QStringLiteral("--output"), path});
        QCOMPARE(contentOf(path), result.output);
        QCOMPARE(QDir(m_folder.path()).entryList({QStringLiteral("record.json.*")}, QDir::Files),
                 QStringList());
    }

    void aReplayUnderTheSamePolicyDecidesTheSame()
    {
        const QString path = savedRecord("simulate --scenario s3-slowdown-then-ok --seed 9");
        const ProgramResult result = runProgram({QStringLiteral("replay"), path, QStringLiteral("--policy"),
                                                 QStringLiteral("sdk-reference-standard"),
                                                 QStringLiteral("--format"), QStringLiteral("json")});
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(plannedDelays(result.json()),
                 plannedDelays(QJsonDocument::fromJson(contentOf(path)).object()));
    }

    void aReplayUnderSeveralPoliciesGivesOneRecordEach()
    {
        const QString path = savedRecord("simulate --scenario proxy-429-named-429 --seed 9");
        const ProgramResult result = runProgram(
            {QStringLiteral("replay"), path, QStringLiteral("--policy"), QStringLiteral("aws-cpp-s3-blog"),
             QStringLiteral("--policy"), QStringLiteral("sdk-reference-legacy"), QStringLiteral("--format"),
             QStringLiteral("json")});
        QCOMPARE(result.exitCode, 1);
        const QJsonArray records = result.json()[u"records"].toArray();
        QCOMPARE(records.size(), 2);
        QCOMPARE(records[0][u"policy"][u"id"].toString(), QStringLiteral("aws-cpp-s3-blog"));
        QCOMPARE(records[0][u"calls"][0][u"attempts"].toArray().size(), 1);
        QCOMPARE(records[1][u"policy"][u"id"].toString(), QStringLiteral("sdk-reference-legacy"));
        QVERIFY(records[1][u"calls"][0][u"attempts"].toArray().size() > 1);
    }

    void beyondTheRecordIsAChoiceAndMarked()
    {
        const QString path = savedRecord(
            "simulate --scenario always-503 --policy sdk-reference-standard --max-attempts 1 --seed 9");
        const auto replay = [&path](const char* beyond) {
            return runProgram({QStringLiteral("replay"), path, QStringLiteral("--policy"),
                               QStringLiteral("sdk-reference-standard"), QStringLiteral("--beyond"),
                               QString::fromLatin1(beyond), QStringLiteral("--format"),
                               QStringLiteral("json")});
        };
        QCOMPARE(replay("repeat").json()[u"calls"][0][u"attempts"].toArray().size(), 3);
        QCOMPARE(replay("succeed").exitCode, 0);
        QCOMPARE(replay("succeed").json()[u"calls"][0][u"attempts"][1][u"assumed"].toBool(), true);
        const QJsonArray stopped = replay("stop").json()[u"calls"][0][u"attempts"].toArray();
        QCOMPARE(stopped.size(), 2);
        QCOMPARE(stopped[1][u"fault"].toString(), QStringLiteral("cancelled"));
        QCOMPARE(stopped[1][u"assumed"].toBool(), true);
    }

    void theLadderOfTheProxys429_data()
    {
        QTest::addColumn<QStringList>("response");
        QTest::addColumn<QString>("verdict");
        const QString status = QStringLiteral("--status");
        const QString body = QStringLiteral("--body");
        const QString number = QStringLiteral("429");
        QTest::newRow("no body retries") << QStringList{status, number} << QStringLiteral("retry");
        QTest::newRow("a known name retries")
            << QStringList{status, number, body, QStringLiteral("<Error><Code>SlowDown</Code></Error>")}
            << QStringLiteral("retry");
        QTest::newRow("the name 429 stops")
            << QStringList{status, number, body, QStringLiteral("<Error><Code>429</Code></Error>")}
            << QStringLiteral("stop");
        QTest::newRow("an empty name stops")
            << QStringList{status, number, body, QStringLiteral("<Error><Code></Code></Error>")}
            << QStringLiteral("stop");
    }
    void theLadderOfTheProxys429()
    {
        QFETCH(QStringList, response);
        QFETCH(QString, verdict);
        const QJsonObject row = onlyRow(runProgram(
            QStringLiteral("explain --policy aws-cpp-s3-blog --service s3 --format json").split(u' ') +
            response));
        QCOMPARE(row[u"verdict"].toString(), verdict);
        QVERIFY(!row[u"why"].toString().isEmpty());
    }

    void anAnswerCannotSteerTheTerminal()
    {
        for (const char* policy : {"dynamodb-guide", "all"}) {
            const ProgramResult result = runProgram(
                {QStringLiteral("explain"), QStringLiteral("--service"), QStringLiteral("dynamodb"),
                 QStringLiteral("--status"), QStringLiteral("400"), QStringLiteral("--body"),
                 QStringLiteral("{\"__type\":\"\\u001b[31mRed\\nNext\",\"message\":\"\\u0007\"}"),
                 QStringLiteral("--policy"), QString::fromLatin1(policy)});
            QCOMPARE(result.exitCode, 0);
            QVERIFY2(result.output.contains("[31mRed"), result.output);
            QVERIFY2(!result.output.contains('\x1b') && !result.output.contains('\x07'), result.output);
        }
    }

    void explainUnderAllPoliciesIsAGrid()
    {
        const ProgramResult result = runProgram("explain --status 503 --policy all --format json");
        QCOMPARE(result.exitCode, 0);
        const QJsonArray rows = result.json()[u"rows"].toArray();
        QCOMPARE(rows.size(), runProgram("policies list --format json").json()[u"policies"].toArray().size());
        for (const QJsonValue& row : rows) {
            for (const char16_t* name : {u"policy", u"verdict", u"kind", u"rule", u"errorName",
                                         u"errorNameOrigin", u"delayWindowMs", u"why"}) {
                QVERIFY2(row.toObject().contains(QStringView(name)), qPrintable(QString::fromUtf16(name)));
            }
        }
        QVERIFY(!result.json().contains(QStringLiteral("trace")));
    }

    void explainKnowsTheAttemptAndTheTokens()
    {
        const char* line = "explain --policy sdk-reference-standard --status 503 --format json";
        const auto with = [line](const char* more) {
            return onlyRow(runProgram(qPrintable(QString::fromLatin1(line) + QString::fromLatin1(more))));
        };
        QCOMPARE(with("")[u"delayWindowMs"].toArray(), (QJsonArray{0, 2000}));
        QCOMPARE(with(" --attempt 2")[u"delayWindowMs"].toArray(), (QJsonArray{0, 4000}));
        QCOMPARE(with(" --attempt 3")[u"stopReason"].toString(), QStringLiteral("attemptsExhausted"));
        QCOMPARE(with(" --tokens 4")[u"stopReason"].toString(), QStringLiteral("quotaExhausted"));
        QCOMPARE(with(" --tokens 5")[u"verdict"].toString(), QStringLiteral("retry"));
    }

    void explainReadsARawResponse_data()
    {
        QTest::addColumn<QByteArray>("raw");
        const QByteArray body = "<Error><Code>SlowDown</Code></Error>";
        QTest::newRow("as on the wire")
            << QByteArray("HTTP/1.1 503 Slow Down\r\nContent-Length: 36\r\n\r\n") + body;
        QTest::newRow("with bare line feeds") << QByteArray("HTTP/1.1 503 Slow Down\nServer: x\n\n") + body;
        QTest::newRow("chunked")
            << QByteArray("HTTP/1.1 503 Slow Down\r\nTransfer-Encoding: chunked\r\n\r\n24\r\n") + body +
                   "\r\n0\r\n\r\n";
    }
    void explainReadsARawResponse()
    {
        QFETCH(QByteArray, raw);
        const QString path = m_folder.filePath(QStringLiteral("raw.http"));
        QVERIFY(writeFile(path, raw));
        const QJsonObject row = onlyRow(runProgram(
            {QStringLiteral("explain"), QStringLiteral("--policy"), QStringLiteral("sdk-reference-standard"),
             QStringLiteral("--service"), QStringLiteral("s3"), QStringLiteral("--response"), path,
             QStringLiteral("--format"), QStringLiteral("json")}));
        QCOMPARE(row[u"errorName"].toString(), QStringLiteral("SlowDown"));
        QCOMPARE(row[u"kind"].toString(), QStringLiteral("throttling"));
    }

    void aCutRawResponseIsAFault()
    {
        const QString path = m_folder.filePath(QStringLiteral("cut.http"));
        QVERIFY(writeFile(path, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort"));
        const ProgramResult result =
            runProgram({QStringLiteral("explain"), QStringLiteral("--policy"),
                        QStringLiteral("sdk-reference-standard"), QStringLiteral("--response"), path});
        QVERIFY2(result.output.contains("the response was truncated"), result.output);
    }

    void retrySettingsComeFromTheEnvironment_data()
    {
        QTest::addColumn<QString>("environment");
        QTest::addColumn<QString>("options");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("expected"); // policy, attempts, origins; or the message
        QTest::newRow("nothing set") << QStringLiteral("") << QStringLiteral("") << 1
                                     << QStringLiteral("sdk-reference-standard 3 the preset,the preset");
        QTest::newRow("variables") << QStringLiteral("AWS_RETRY_MODE=adaptive AWS_MAX_ATTEMPTS=2")
                                   << QStringLiteral("") << 1
                                   << QStringLiteral(
                                          "sdk-reference-adaptive 2 AWS_RETRY_MODE,AWS_MAX_ATTEMPTS");
        QTest::newRow("a Java property wins")
            << QStringLiteral("AWS_MAX_ATTEMPTS=2") << QStringLiteral("--java-property aws.maxAttempts=4")
            << 1 << QStringLiteral("sdk-reference-standard 4 the preset,Java property aws.maxAttempts");
        QTest::newRow("an option wins over all")
            << QStringLiteral("AWS_MAX_ATTEMPTS=2") << QStringLiteral("--max-attempts 1") << 1
            << QStringLiteral(
                   "sdk-reference-standard 1 the preset,--max-attempts, replacing 2 from AWS_MAX_ATTEMPTS");
        QTest::newRow("so does a single value")
            << QStringLiteral("AWS_MAX_ATTEMPTS=2") << QStringLiteral("--set attempts.max=1") << 1
            << QStringLiteral("sdk-reference-standard 1 the preset,--set, replacing 2 from AWS_MAX_ATTEMPTS");
        QTest::newRow("an invalid mode") << QStringLiteral("AWS_RETRY_MODE=fast") << QStringLiteral("") << 2
                                         << QStringLiteral("AWS_RETRY_MODE");
        QTest::newRow("zero attempts") << QStringLiteral("AWS_MAX_ATTEMPTS=0") << QStringLiteral("") << 2
                                       << QStringLiteral("AWS_MAX_ATTEMPTS");
        QTest::newRow("minus one") << QStringLiteral("AWS_MAX_ATTEMPTS=-1") << QStringLiteral("") << 2
                                   << QStringLiteral("AWS_MAX_ATTEMPTS");
        QTest::newRow("a mode that the family lacks")
            << QStringLiteral("AWS_RETRY_MODE=adaptive") << QStringLiteral("--policy simpledb-pseudocode")
            << 2 << QStringLiteral("has that mode");
    }
    /// C++: an unknown mode is the default one, which ignores the attempts; JavaScript: it is standard.
    void badSettingsAreTakenAsTheClientTakesThem_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("mode");
        QTest::addColumn<QString>("attempts");
        QTest::addColumn<QString>("expected"); // policy and attempts made
        QTest::addColumn<QString>("warning");
        const auto row = [](const char* name, const char* policy, const char* mode, const char* attempts,
                            const char* expected, const char* warning) {
            QTest::newRow(name) << QString::fromLatin1(policy) << QString::fromLatin1(mode)
                                << QString::fromLatin1(attempts) << QString::fromLatin1(expected)
                                << QString::fromLatin1(warning);
        };
        row("an unknown mode, C++", "cpp-1.11.332-standard", "fast", "2", "cpp-1.11.332-default 11",
            "AWS_RETRY_MODE is \"fast\"; cpp-1.11.332-standard treats that as mode legacy");
        row("zero attempts, C++", "cpp-1.11.332-standard", "standard", "0", "cpp-1.11.332-standard 1",
            "AWS_MAX_ATTEMPTS is \"0\"; with this value this client makes one attempt");
        row("no number, C++", "cpp-1.11.332-standard", "standard", "three", "cpp-1.11.332-standard 3",
            "AWS_MAX_ATTEMPTS is \"three\"; this client ignores a value that is not a number");
        row("an unknown mode, JavaScript", "jsv3-3.1169.0-adaptive", "fast", "2", "jsv3-3.1169.0-standard 2",
            "AWS_RETRY_MODE is \"fast\"; jsv3-3.1169.0-adaptive treats that as mode standard");
    }
    void badSettingsAreTakenAsTheClientTakesThem()
    {
        QFETCH(QString, policy);
        QFETCH(QString, mode);
        QFETCH(QString, attempts);
        QFETCH(QString, expected);
        QFETCH(QString, warning);
        QProcessEnvironment variables = plainEnvironment();
        variables.insert(QStringLiteral("AWS_RETRY_MODE"), mode);
        variables.insert(QStringLiteral("AWS_MAX_ATTEMPTS"), attempts);
        const ProgramResult result =
            runProgram({QStringLiteral("simulate"), QStringLiteral("--scenario"),
                        QStringLiteral("always-503"), QStringLiteral("--seed"), QStringLiteral("1"),
                        QStringLiteral("--format"), QStringLiteral("json"), QStringLiteral("--policy"),
                        policy, QStringLiteral("--retry-mode-from-environment")},
                       variables);
        QVERIFY2(result.exitCode == 1, result.errors);
        QVERIFY2(result.errors.contains("WARNING: " + warning.toUtf8()), result.errors);
        const QJsonObject record = result.json();
        QCOMPARE(QStringLiteral("%1 %2")
                     .arg(record[u"policy"][u"id"].toString())
                     .arg(record[u"calls"][0][u"attempts"].toArray().size()),
                 expected);
    }

    void retrySettingsComeFromTheEnvironment()
    {
        QFETCH(QString, environment);
        QFETCH(QString, options);
        QFETCH(int, exitCode);
        QFETCH(QString, expected);
        QProcessEnvironment variables = plainEnvironment();
        for (const QString& setting : environment.split(u' ', Qt::SkipEmptyParts)) {
            variables.insert(setting.section(u'=', 0, 0), setting.section(u'=', 1));
        }
        const QString line =
            QStringLiteral(
                "simulate --scenario always-503 --seed 1 --format json --retry-mode-from-environment ") +
            options;
        const ProgramResult result = runProgram(line.split(u' ', Qt::SkipEmptyParts), variables);
        QVERIFY2(result.exitCode == exitCode, result.errors);
        if (exitCode == 2) {
            QVERIFY2(result.errors.contains(expected.toUtf8()), result.errors);
            return;
        }
        const QJsonObject record = result.json();
        const QJsonArray settings = record[u"settings"].toArray();
        QCOMPARE(QStringLiteral("%1 %2 %3,%4")
                     .arg(record[u"policy"][u"id"].toString())
                     .arg(record[u"calls"][0][u"attempts"].toArray().size())
                     .arg(settings[0][u"origin"].toString(), settings[1][u"origin"].toString()),
                 expected);
    }

    /// Some clients have no adaptive mode; that is no reason to judge under none of the others.
    void presetsWithoutTheModeOfTheEnvironmentKeepTheirOwn()
    {
        QProcessEnvironment variables = plainEnvironment();
        variables.insert(QStringLiteral("AWS_RETRY_MODE"), QStringLiteral("adaptive"));
        for (const char* policies : {" --policy all", ""}) {
            const QString line =
                QStringLiteral("explain --status 503 --format json --retry-mode-from-environment") +
                QString::fromLatin1(policies);
            const ProgramResult result = runProgram(line.split(u' '), variables);
            QVERIFY2(result.exitCode == 0, result.errors);
            QStringList ids;
            for (const QJsonValue& row : result.json()[u"rows"].toArray()) {
                ids.append(row[u"policy"].toString());
            }
            QVERIFY(ids.contains(QStringLiteral("simpledb-pseudocode")));
            QVERIFY(ids.contains(QStringLiteral("sdk-reference-adaptive")));
            QVERIFY(!ids.contains(QStringLiteral("sdk-reference-standard")));
            QCOMPARE(result.errors.count("presets of SDKs without that mode keep their own mode"), 1);
        }
    }

    void theSharedConfigFileIsRead()
    {
        const QString path = m_folder.filePath(QStringLiteral("config"));
        QVERIFY(writeFile(path, "[default]\nretry_mode = legacy\n[profile tight]\nmax_attempts = 2\n"));
        QProcessEnvironment variables = plainEnvironment();
        variables.insert(QStringLiteral("AWS_CONFIG_FILE"), path);
        const QStringList line =
            QStringLiteral(
                "simulate --scenario always-503 --seed 1 --format json --retry-mode-from-environment")
                .split(u' ');
        QCOMPARE(runProgram(line, variables).json()[u"policy"][u"id"].toString(),
                 QStringLiteral("sdk-reference-legacy"));
        const QJsonObject tight =
            runProgram(line + QStringList{QStringLiteral("--profile"), QStringLiteral("tight")}, variables)
                .json();
        QCOMPARE(tight[u"calls"][0][u"attempts"].toArray().size(), 2);
        QVERIFY(tight[u"settings"][1][u"origin"].toString().contains(QStringLiteral("tight")));
        const ProgramResult missing =
            runProgram(line + QStringList{QStringLiteral("--profile"), QStringLiteral("nope")}, variables);
        QCOMPARE(missing.exitCode, 2);
        QVERIFY2(missing.errors.contains("nope"), missing.errors);
        variables.insert(QStringLiteral("AWS_CONFIG_FILE"), m_folder.filePath(QStringLiteral("nonexistent")));
        variables.insert(QStringLiteral("AWS_PROFILE"), QStringLiteral("dev"));
        const ProgramResult withoutFile = runProgram(line, variables);
        QVERIFY2(withoutFile.exitCode == 1, withoutFile.errors);
        QCOMPARE(withoutFile.json()[u"policy"][u"id"].toString(), QStringLiteral("sdk-reference-standard"));
    }

private:
    QString savedRecord(const char* line)
    {
        const QString path = m_folder.filePath(QStringLiteral("saved.json"));
        const ProgramResult result =
            runProgram(QString::fromLatin1(line).split(u' ') + QStringList{QStringLiteral("--output"), path});
        if (result.exitCode > 1) {
            qFatal("%s", result.errors.constData());
        }
        return path;
    }

    QTemporaryDir m_folder;
};

RETRYSCOPE_TEST(TstCli)
#include "tst_cli.moc"
