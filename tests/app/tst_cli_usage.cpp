// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/terms.h"
#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTemporaryDir>

using namespace retryscope;
using namespace retryscope::test;

class TstCliUsage : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void wrongUsageIsRefusedWithWhatIsAllowed_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* line, const char* message) {
            QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(message);
        };
        row("", "run, simulate, serve, explain, replay, bounds, record, infer, probe, affected, policies, "
                "scenarios, import, convert");
        row("frobnicate", "unknown command \"frobnicate\"; allowed: run, simulate, serve, explain");
        row("record --port 1", "upstream");
        row("run", "run needs --url URL or --scenario");
        row("run --url http://a --scenario b", "not both");
        row("run extra --url http://a", "unexpected \"extra\"");
        row("run --frob",
            "unknown option --frob for \"run\"; allowed: --attempt-timeout, --behind, --cacert");
        row("run -x", "unknown option -x");
        row("--bogus", "unknown option --bogus before the command; allowed: --color");
        row("help frobnicate", "unknown help topic \"frobnicate\"; allowed: run, simulate, serve, explain");
        row("policies import", "\"policies import\" needs exactly one file");
        row("policies import --from nginz x", "invalid value \"nginz\" for --from; did you mean nginx?");
        row("policies diff ruby-legacy", "\"policies diff\" needs exactly two policies");
        row("policies frobnicate", "diff ID|FILE ID|FILE");
        row("run --status 3 --url http://a", "invalid value \"3\" for --status");
        row("run --url", "option --url needs a value");
        row("run --url --seed 1", "option --url needs a value");
        row("run --insecure=1 --url http://a", "--insecure takes no value");
        row("run --url ftp://a", "invalid value \"ftp://a\" for --url; allowed: http://");
        row("run --url http://", "for --url; allowed: http://");
        row("run --url 127.0.0", "for --url; allowed: http://");
        row("run --url http://a http://b", "unexpected \"http://b\"; run takes one target");
        row("run a b", "unexpected \"b\"; run takes one target");
        row("run mailto:x", "\"mailto:x\" is not a file, folder or address");
        row("run --url http://a:99999/", "it has the port \"99999\"; use 1 ");
        row("run --url http://a --policy nope", "no policy \"nope\"; ");
        row("run --url http://a --policy sdk-reference-standard --policy dynamodb-guide",
            "one preset id or policy file");
        row("run --url http://a --policy all", "one preset id or policy file");
        row("run --url http://a --calls 0", "invalid value \"0\" for --calls; allowed: a whole number ");
        row("run --url http://a --calls many", "invalid value \"many\" for --calls");
        row("run --url http://a --clients -1", "invalid value \"-1\" for --clients");
        row("run --url http://a --seed 1.5", "invalid value \"1.5\" for --seed");
        row("run --url http://a --seed -1",
            "invalid value \"-1\" for --seed; allowed: a whole number of at least 0, with");
        row("run --url http://a --max-attempts 0", "invalid value \"0\" for --max-attempts");
        row("run --url http://a --set backoff.cap", "PATH=VALUE");
        row("run --url http://a --set backoff.cup=5s", "invalid --set backoff.cup=5s");
        row("run --url http://a --set backoff.cap=5", "invalid --set backoff.cap=5");
        row("run --url http://a --set attempts.max=no", "invalid --set attempts.max=no");
        row("run --url http://a --poll-token body", "--poll-token needs --poll 'GET URL'");
        row("run --url http://a --poll jobs", "invalid value \"jobs\" for --poll; allowed: 'GET http://HOST");
        row("run --url http://a --poll http://{token}/", "with {token} only after the host");
        row("run --url http://a --poll /jobs/{token}", "needs --poll-token PLACE");
        row("run --url http://a --poll /{token} --poll-token id", "json:PATH, xml:PATH or body");
        row("run --url http://a --poll /jobs", "\"sdk-reference-standard\" has no rule on \"start\"");
        row("run --url http://a --connect-timeout 0", "invalid value \"0\" for --connect-timeout");
        row("run --url http://a --read-timeout 1d",
            "invalid value \"1d\" for --read-timeout; allowed: a time above 0");
        row("run --url http://a --read-timeout 0s", "invalid value \"0s\" for --read-timeout");
        row("run --url http://a --deadline -5s", "invalid value \"-5s\" for --deadline");
        row("bounds --policy dynamodb-guide --latency p50=2s,p99=1s", "p50=TIME,p99=TIME");
        row("run --url http://a --deadline nan", "invalid value \"nan\" for --deadline");
        row("run --url http://a --header name=value", "--header \"name ");
        row("run --url http://a --header nocolon",
            "a value of --header has no colon; allowed: 'Name: value' on one line");
        row("serve --scenario always-503 --host-name http://s3.test",
            "invalid value \"http://s3.test\" for --host-name");
        row("run --url http://a --header :v", "invalid value \": ");
        row("run --url http://a --method G(T", "invalid value \"G(T\" for --method");
        row("run --url http://a --format xml", "invalid value \"xml\" for --format; allowed: text, json");
        row("run --url http://a --color blue", "allowed: auto, always, never");
        row("run --url http://a --java-property x=1 --retry-mode-from-environment", "aws.retryMode=MODE");
        row("run --url http://a --java-property aws.retryMode=fast --retry-mode-from-environment",
            "aws.retryMode");
        row("simulate", "simulate needs --scenario");
        row("simulate always-503", "--scenario NAME|FILE");
        row("simulate --scenario nope", "no scenario \"nope\"; ");
        row("simulate --url http://a", "simulate needs --scenario");
        row("simulate --url ftp://a", "invalid value \"ftp://a\" for --url");
        row("explain", "explain needs STATUS, --status N, --fault KIND, --template NAME, --response FILE or "
                       "--record FILE");
        row("explain --status 99",
            "invalid value \"99\" for --status; allowed: a whole number from 100 to 999");
        row("explain --status 503 --protocol nope",
            "invalid value \"nope\" for --protocol; allowed: rest-xml, "
            "query, ec2, soap, json, rest-json, generic");
        row("run --url http://a --protocol nope", "invalid value \"nope\" for --protocol");
        row("explain --status 503 --body @", "the file name is missing; write @FILE, or @- for");
        row("explain --fault reset", "did you mean connectionReset, responseReset?");
        row("explain --fault xyz", "allowed: hostNotFound, connectionRefused");
        row("explain --status 503 --response x", "cannot be combined with --status");
        row("explain --status 503 --attempt 0", "invalid value \"0\" for --attempt");
        row("explain --status 503 --tokens -1", "invalid value \"-1\" for --tokens");
        row("bounds", "bounds needs --policy ID|FILE, or --policy all");
        row("bounds extra --policy all", "unexpected \"extra\"; give the policy with --policy");
        row("bounds --policy nope", "no policy \"nope\"; ");
        row("bounds --policy dynamodb-guide --attempt-time 0",
            "invalid value \"0\" for --attempt-time; allowed: a");
        row("bounds --policy dynamodb-guide --attempt-time 5 --read-timeout 5", "give only one");
        row("bounds --policy dynamodb-guide --calls 1001", "a whole number from 1 to 1000");
        row("bounds --policy dynamodb-guide --fault reset", "did you mean connectionReset, responseReset?");
        row("bounds --policy dynamodb-guide --layer proxy",
            "invalid value \"proxy\" for --layer; allowed: NAME=");
        row("bounds --policy dynamodb-guide --layer proxy=0", "with 1 to 1000 attempts");
        row("bounds --policy dynamodb-guide --layer =2", "invalid value \"=2\" for --layer");
        row("bounds --policy dynamodb-guide --layer proxy=2,x", "invalid value \"proxy=2,x\" for --layer");
        row("bounds --policy dynamodb-guide --layer sdk --layer sdk", "give it only once");
        row("explain --status 503 --policy nope", "no policy \"nope\"");
        row("explain 50", "unexpected \"50\"; give the response as a three-digit status");
        row("explain 503 504", "unexpected \"504\"");
        row("explain 503 --status 504", "unexpected \"503\"");
        row("replay", "replay needs --policy ID|FILE");
        row("replay --policy all", "replay needs a RECORD file, got none");
        row("import", "import needs a FILE, got none");
        row("import a.har", "import needs --output RECORD, or --preview");
        row("import a.har --from xml", "invalid value \"xml\" for --from; allowed: har");
        row("replay a --policy all --beyond never", "allowed: repeat, repeat-last, succeed, stop");
        row("serve", "serve needs --scenario");
        row("serve --scenario always-503 --port 65536", "invalid value \"65536\" for --port");
        row("serve --scenario nope", "no scenario \"nope\"");
        row("policies", "no action given for \"policies\"; allowed: list");
        row("policies frob",
            "unknown action \"frob\" for \"policies\"; allowed: list, show ID|FILE, check FILE");
        row("policies show", "needs exactly one name");
        row("policies show a b", "needs exactly one name");
        row("policies show nope", "no policy \"nope\"");
        row("policies list extra", "unexpected \"extra\"");
        row("policies schema extra", "unexpected \"extra\" after schema");
        row("policies code", "needs exactly one policy");
        row("policies code nope", "no policy \"nope\"");
        row("policies code curl-retry-3 --map x", "invalid value \"x\" for --map");
        row("policies code curl-retry-3 --map x=none", "KIND is throttling");
        row("policies code curl-retry-3 --map status:42=throttling", "status:N=KIND");
        row("policies list --map x", "invalid value \"x\" for --map");
        row("scenarios check", "needs exactly one file");
        row("scenarios show nope", "no scenario \"nope\"");
    }
    void wrongUsageIsRefusedWithWhatIsAllowed()
    {
        QFETCH(QString, line);
        QFETCH(QString, message);
        const ProgramResult result = runProgram(qPrintable(line));
        QVERIFY2(result.errors.contains(message.toUtf8()), result.errors);
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.output, QByteArray());
    }

    /// Whatever else may be wrong, the nearest name comes first.
    void aTypoGetsTheNearestName_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* line, const char* message) {
            QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(message);
        };
        row("explian", "unknown command \"explian\"; did you mean explain?");
        row("explain --statsu 503", "unknown option --statsu for \"explain\"; did you mean --status?");
        row("explain 503 --policy botocore-1.43.67-standart",
            "\"botocore-1.43.67-standart\"; did you mean botocore-1.43.67-standard?\n");
        row("explain 503 --policy go",
            "did you mean go-v2-1.48.0-standard (AWS SDK for Go without settings, since 1.48.0), go-");
        row("explain 503 --policy boto3",
            "did you mean botocore-1.44.0-standard (boto3 without settings, since ");
        row("explain 503 --policy requests", "did you mean urllib3-2-retry-default (");
        row("explain 503 --policy curl-retry-3,go",
            "--policy takes one policy; for several, repeat the option: --policy curl-retry-3 --policy go\n");
        row("policies show bakoff", "there is no policy \"bakoff\"; did you mean backoff-2-expo?");
        row("simulate --scenario s3-slowdwon", "\"s3-slowdwon\"; did you mean s3-slowdown-then-ok");
        row("explain --template nginx-502", "did you mean nginx-502-html?");
        row("explain --fault timeout", "did you mean connectTimeout, readTimeout?");
        row("probe --print-config ngnix", "did you mean nginx?");
        row("probe --through http://127.0.0.1:1 --listen 127.0.0.1:9000 --behaviours comon",
            "no set of origin responses \"comon\"; did you mean common?");
        row("policies shwo x", "unknown action \"shwo\" for \"policies\"; did you mean show?");
        row("affected --sdk botocor", "unknown SDK \"botocor\"; did you mean botocore?");
        row("convert x --to jsno", "did you mean json?");
        row("explain 503 --policy curl-retry-3 --set backof.cap=5s",
            "backof: unknown key; did you mean backoff.cap, ");
        row("explain 503 --policy curl-retry-3 --set cap=5s", "unknown key; did you mean backoff.cap, ");
        row("explain 503 --policy curl-retry-3 --set services.s3.x=5s",
            "services has no \"s3\"; it has: nothing");
    }
    void aTypoGetsTheNearestName()
    {
        QFETCH(QString, line);
        QFETCH(QString, message);
        const ProgramResult result = runProgram(qPrintable(line));
        QVERIFY2(result.errors.contains(message.toUtf8()), result.errors);
        QCOMPARE(result.exitCode, 2);
    }

    void anUnknownServiceGetsTheNearestName()
    {
        const ProgramResult result = runProgram("explain 503 --service s4 --policy curl-retry-3");
        QVERIFY2(
            result.errors.contains("unknown protocol of service \"s4\": did you mean s3? treated as generic"),
            result.errors);
        QCOMPARE(result.exitCode, 0);
    }

    /// Accepted and told; standard output and exit code are as without it.
    void anOptionWithoutEffectIsTold_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("options");
        QTest::addColumn<QStringList>("told");
        const auto row = [](const char* line, const char* options, const QStringList& told) {
            QTest::addRow("%s %s", line, options)
                << QString::fromLatin1(line) << QString::fromLatin1(options) << told;
        };
        const QString explain = QStringLiteral("'explain'");
        row("explain 503 --policy curl-retry-3 --format json",
            "--seed 3 --keep-bodies 3 --no-wait --insecure --proxy http://h:1 --no-proxy *",
            {QStringLiteral("--seed has no effect on \"explain\""),
             QStringLiteral("--keep-bodies has no effect on \"explain\""),
             QStringLiteral("--no-wait has no effect on \"explain\""),
             QStringLiteral("--insecure has no effect on \"explain\""),
             QStringLiteral("--proxy has no effect on \"explain\""),
             QStringLiteral("--no-proxy has no effect on \"explain\"")});
        row("simulate --scenario always-503 --seed 1 --format json",
            "--insecure --keep-bodies 3 --status 503",
            {QStringLiteral("--insecure has no effect on \"simulate\""),
             QStringLiteral("--keep-bodies has no effect on \"simulate\""),
             QStringLiteral("--status has no effect on \"simulate\"")});
        row("bounds --policy curl-retry-3 --format json", "--proxy http://h:1 --seed 1 --url http://h",
            {QStringLiteral("--proxy has no effect on \"bounds\""),
             QStringLiteral("--seed has no effect on \"bounds\""),
             QStringLiteral("--url has no effect on \"bounds\"")});
        row("policies list --format json", "--from nginx --map x=throttling --policy curl-retry-3",
            {QStringLiteral("--from has no effect on \"policies list\""),
             QStringLiteral("--map has no effect on \"policies list\""),
             QStringLiteral("--policy has no effect on \"policies list\"")});
        row("explain 503 --policy curl-retry-3 --format json", "--call 2 --attempt-time 5s",
            {QStringLiteral("--call has no effect without --record"),
             QStringLiteral("--attempt-time has no effect without --attempt-timeout")});
        row("run --scenario always-503 --policy curl-retry-3 --max-attempts 1 --seed 1", "--insecure",
            {QStringLiteral("--insecure has no effect together with --scenario")});
    }
    void anOptionWithoutEffectIsTold()
    {
        QFETCH(QString, line);
        QFETCH(QString, options);
        QFETCH(QStringList, told);
        const ProgramResult without = runProgram(qPrintable(line));
        const ProgramResult with = runProgram(qPrintable(line + u' ' + options));
        for (const QString& warning : told) {
            QVERIFY2(with.errors.contains("WARNING: " + warning.toUtf8() + '\n'), with.errors);
        }
        QCOMPARE(with.errors.count("WARNING"), told.size());
        QCOMPARE(with.exitCode, without.exitCode);
        if (line.contains(u"json")) {
            QCOMPARE(with.output, without.output);
        }
    }

    void theValueOfAnOptionWithoutEffectIsChecked_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* line, int exitCode, const char* message) {
            QTest::newRow(line) << QString::fromLatin1(line) << exitCode << QString::fromLatin1(message);
        };
        row("explain 503 --seed abc", 2, "invalid value \"abc\" for --seed");
        row("explain 503 --cacert /nonexistent", 3, "/nonexistent: no such file");
        row("simulate --scenario always-503 --cacert x", 3, "x: no such file");
        row("simulate --scenario always-503 --keep-bodies many", 2,
            "invalid value \"many\" for --keep-bodies");
        row("bounds --policy curl-retry-3 --proxy ftp://h", 2, "use http, socks5 or socks5h");
        row("policies list --policy curl-retry-4", 2, "did you mean curl-retry-3?");
        row("policies list --scenario always-504", 2, "did you mean always-503?");
        row("policies list --set backoff.cup=5s", 2, "invalid --set backoff.cup=5s");
        row("policies list --data @/nowhere/d", 3, "/nowhere/d");
        row("policies list --protocol jsn", 2, "did you mean json?");
        row("policies list --deadline soon", 2, "invalid value \"soon\" for --deadline");
        row("policies list --behind iis", 2, "no probe result or file is named \"iis\"");
        row("policies list --output /nowhere/o", 4, "/nowhere/o");
        row("policies list --unheard-of", 2, "unknown option --unheard-of for \"policies\"");
    }
    void theValueOfAnOptionWithoutEffectIsChecked()
    {
        QFETCH(QString, line);
        QFETCH(int, exitCode);
        QFETCH(QString, message);
        const ProgramResult result = runProgram(qPrintable(line));
        QVERIFY2(result.errors.contains(message.toUtf8()), result.errors);
        QCOMPARE(result.exitCode, exitCode);
        QCOMPARE(result.output, QByteArray());
    }

    void helpShowsAnOptionWhereItHasAnEffect()
    {
        const auto shows = [](const char* command, const char* option) {
            const QByteArray help = runProgram((QByteArray("help all ") + command).constData()).output;
            return help.contains("\n  --" + QByteArray(option) + ' ') ||
                   help.contains("\n  --" + QByteArray(option) + '\n');
        };
        QVERIFY(shows("run", "cacert") && shows("run", "seed") && shows("run", "keep-bodies"));
        QVERIFY(!shows("explain", "cacert") && !shows("explain", "seed") && shows("explain", "status"));
        QVERIFY(!shows("simulate", "insecure") && shows("simulate", "seed"));
        QVERIFY(!shows("bounds", "proxy") && shows("bounds", "latency"));
        QVERIFY(shows("policies", "from") && shows("policies", "map"));
    }

    /// With the units that --set takes; a bare number is milliseconds.
    void timesTakeUnits()
    {
        const auto worst = [](const char* options) {
            const ProgramResult result =
                runProgram((QByteArray("bounds --policy curl-retry-3 --format json ") + options).constData());
            return result.errors.isEmpty() ? result.output : QByteArray("told: ") + result.errors;
        };
        QCOMPARE(worst("--read-timeout 2s"), worst("--read-timeout 2000"));
        QCOMPARE(worst("--read-timeout 1.5s --deadline 2min"),
                 worst("--read-timeout 1500 --deadline 120000"));
        QCOMPARE(worst("--attempt-time 250ms"), worst("--attempt-time 250"));
        QCOMPARE(worst("--latency p50=20ms,p99=0.8s"), worst("--latency p50=20,p99=800"));
        QCOMPARE(worst("--layer sdk --layer app=3,1s"), worst("--layer sdk --layer app=3,1000"));
        QVERIFY(worst("--read-timeout 2s").startsWith('{'));
    }

    void fewBareMillisecondsAreTold()
    {
        const auto told = [](const char* options) {
            return runProgram((QByteArray("bounds --policy curl-retry-3 --layer sdk ") + options).constData())
                .errors;
        };
        QCOMPARE(told("--read-timeout 5"),
                 QByteArray("WARNING: --read-timeout 5 means 5 ms; write 5s for seconds\n"));
        QCOMPARE(told("--latency p50=2,p99=1s"),
                 QByteArray("WARNING: --latency 2 means 2 ms; write 2s for seconds\n"));
        QCOMPARE(told("--layer app=3,1"),
                 QByteArray("WARNING: --layer 1 means 1 ms; write 1s for seconds\n"));
        QCOMPARE(told("--read-timeout 10"), QByteArray());
        QCOMPARE(told("--read-timeout 5ms"), QByteArray());
        QCOMPARE(told("--read-timeout 0.5"), QByteArray());
    }

    void aBareWordIsWhatItLooksLike()
    {
        const ProgramResult bare = runProgram("explain 503 --policy curl-retry-3 --format json");
        QCOMPARE(bare.output, runProgram("explain --status 503 --policy curl-retry-3 --format json").output);
        QCOMPARE(bare.errors, QByteArray("Using 503 as the status of the response\n"));

        const QByteArray limits(" --policy curl-retry-3 --max-attempts 1 --seed 1 --format json");
        const ProgramResult host = runProgram(("run localhost:1/health" + limits).constData());
        QVERIFY2(host.errors.contains("Using http://localhost:1/health for localhost:1/health"), host.errors);
        QCOMPARE(host.exitCode, 1);
        QCOMPARE(host.json()[u"request"][u"url"].toString(), QStringLiteral("http://localhost:1/health"));
        const ProgramResult url = runProgram(("run http://localhost:1/health" + limits).constData());
        QVERIFY2(url.errors.contains("Sending to the address http://localhost:1/health"), url.errors);
        const ProgramResult option = runProgram(("run --url localhost:1/health" + limits).constData());
        QCOMPARE(option.json()[u"request"][u"url"].toString(), QStringLiteral("http://localhost:1/health"));

        const QString path = write(QStringLiteral("localhost"), "GET /");
        for (const QString& word : {path, QFileInfo(path).path()}) { // before any host
            const ProgramResult file = runProgram({QStringLiteral("run"), word});
            QCOMPARE(file.exitCode, 3);
            QVERIFY2(file.errors.contains(word.toUtf8() + ": this is a fi") ||
                         file.errors.contains(word.toUtf8() + ": this is a folder"),
                     file.errors);
            QVERIFY2(file.errors.contains("--scenario"), file.errors);
        }
    }

    /// It is no id, but it is there: that it is no policy is the news.
    void aFileThatIsNoPolicyIsPointedToTheImport()
    {
        const auto told = [](const QString& path) {
            const ProgramResult result = runProgram(
                {QStringLiteral("explain"), QStringLiteral("503"), QStringLiteral("--policy"), path});
            return result.exitCode == 3 ? result.errors : QByteArray();
        };
        const QString python = write(QStringLiteral("u3.py"), "retries = Retry(total=3)\n");
        QVERIFY2(told(python).contains("u3.py") && told(python).contains("\"policies import\""),
                 told(python));
        const QString grpc = write(QStringLiteral("grpc.json"), "{\"methodConfig\": []}");
        QVERIFY2(told(grpc).contains("\"policies import\""), told(grpc));
        QProcess process; // as it is typed: without a folder
        process.setWorkingDirectory(QFileInfo(python).path());
        startProgram(process, {QStringLiteral("explain"), QStringLiteral("503"), QStringLiteral("--policy"),
                               QStringLiteral("u3.py")});
        const ProgramResult bare = finish(process);
        QCOMPARE(bare.exitCode, 3);
        QVERIFY2(bare.errors.contains("u3.py") && bare.errors.contains("\"policies import\""), bare.errors);
    }

    void badFilesAreNamedWithTheirPlace_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* line, const QByteArray& content, const char* message) {
            QTest::addRow("%s with %s", line, content.left(40).constData())
                << QString::fromLatin1(line) << content << QString::fromLatin1(message);
        };
        row("policies check FILE", "{", "line 1");
        row("policies check FILE", "[]", "an object");
        row("policies check FILE", "{\"format\": \"retryscope.policy/2\"}", "retryscope.policy/1");
        row("scenarios check FILE", "{\n\n?", "line 3");
        row("scenarios check FILE",
            "{\"format\": \"retryscope.scenario/1\", \"id\": \"a\", \"steps\": [{\"status\": 5}]}",
            "steps[0].status");
        row("simulate --scenario FILE", "{}", "format");
        row("run --scenario FILE", "{}", "format");
        row("serve --scenario FILE", "{}", "format");
        row("run --scenario always-503 --policy FILE", "{}", "format");
        row("serve --scenario FILE",
            "{\"format\": \"retryscope.scenario/1\", \"id\": \"t\", "
            "\"steps\": [{\"status\": 503}, {\"fault\": \"refuse\"}]}",
            "bad.json: steps[1].fault: step 2 is \"refuse\"");
        row("serve --scenario FILE",
            "{\"format\": \"retryscope.scenario/1\", \"id\": \"t\", \"calls\": [{\"steps\": [{\"status\": "
            "503}]}, "
            "{\"steps\": [{\"fault\": \"refuse\"}]}]}",
            "bad.json: calls[1].steps[0].fault: step 2");
        row("replay FILE --policy all", "{\"format\": \"retryscope.record/1\", \"policy\": {}}", "policy.id");
        row("replay FILE --policy all", "{\"format\": \"retryscope.record/0\"}", "retryscope.record/1");
        row("replay FILE --policy all", "nothing", "imports HAR 1.2 (har)");
        row("explain --record FILE", "{}", "which every record contains");
        row("explain --response FILE", "", "not an HTTP response");
        row("explain --response FILE", "hello world\n\n", "not an HTTP response");
    }
    void badFilesAreNamedWithTheirPlace()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, content);
        QFETCH(QString, message);
        const QString path = write(QStringLiteral("bad.json"), content);
        const ProgramResult result = runProgram(qPrintable(line.replace(QStringLiteral("FILE"), path)));
        QVERIFY2(result.errors.contains(message.toUtf8()), result.errors);
        QVERIFY2(result.errors.contains(path.toUtf8()), result.errors);
        QCOMPARE(result.exitCode, 3);
        QCOMPARE(result.output, QByteArray());
    }

    void filesThatCannotBeOpenedAreNamed_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* line, int exitCode, const char* message) {
            QTest::newRow(line) << QString::fromLatin1(line) << exitCode << QString::fromLatin1(message);
        };
        row("simulate --scenario /nowhere/s.json", 3, "/nowhere/s.json");
        row("policies check /nowhere/p.json", 3, "/nowhere/p.json");
        row("replay /nowhere/r.json --policy all", 3, "/nowhere/r.json");
        row("explain --response /nowhere/r", 3, "/nowhere/r");
        row("explain --status 503 --body @/nowhere/b", 3, "/nowhere/b");
        row("simulate --scenario always-503 --data @/nowhere/d", 3, "/nowhere/d");
        row("simulate --scenario always-503 --output /nowhere/o.json", 4, "/nowhere/o.json");
        row("simulate --scenario always-503 --output /", 4, "cannot write");
        row("serve --scenario always-503 --log /nowhere/l", 4, "/nowhere/l");
    }
    void filesThatCannotBeOpenedAreNamed()
    {
        QFETCH(QString, line);
        QFETCH(int, exitCode);
        QFETCH(QString, message);
        const ProgramResult result = runProgram(qPrintable(line));
        QVERIFY2(result.errors.contains(message.toUtf8()), result.errors);
        QCOMPARE(result.exitCode, exitCode);
        QCOMPARE(result.output, QByteArray());
    }

    void aPortThatIsTakenIsRefused()
    {
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        const ProgramResult result =
            runProgram({QStringLiteral("serve"), QStringLiteral("--scenario"), QStringLiteral("always-503"),
                        QStringLiteral("--port"), QString::number(taken.serverPort())});
        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.errors.contains(QByteArray::number(taken.serverPort())), result.errors);
        QCOMPARE(result.output, QByteArray());
    }

    void aFullOutputIsAnError()
    {
        if (!QFile::exists(QStringLiteral("/dev/full"))) {
            QSKIP("this system has no /dev/full");
        }
        QProcess process;
        process.setStandardOutputFile(QStringLiteral("/dev/full"));
        startProgram(process, {QStringLiteral("policies"), QStringLiteral("list")});
        const ProgramResult result = finish(process);
        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.errors.contains("standard output"), result.errors);
    }

    void optionsWithoutEffectAreAccepted()
    {
        const QString everything = QStringLiteral(
            " --service s3 --operation GetObject --protocol rest-xml --method PUT --data x --calls 1 "
            "--clients 1 "
            "--max-attempts 2 --set attempts.max=2 --seed 1 --connect-timeout 5 --read-timeout 5 --deadline "
            "60000 "
            "--proxy http://127.0.0.1:1 --no-proxy * --insecure --no-wait --profile default --color never "
            "--include-secrets --java-property aws.maxAttempts=2");
        QCOMPARE(
            runProgram(qPrintable(QStringLiteral("simulate --scenario always-503") + everything)).exitCode,
            1);
        QCOMPARE(
            runProgram(qPrintable(QStringLiteral("explain --policy sdk-reference-standard --status 503") +
                                  everything))
                .exitCode,
            0);
    }

    /// Accepted, but not without a word where somebody would wait for the effect.
    void anOptionThatLacksAnotherIsTold()
    {
        const auto told = [](const char* options) {
            return runProgram(
                       (QByteArray("explain --policy botocore-1.43.67-standard --status 503 ") + options)
                           .constData())
                .errors;
        };
        QVERIFY(
            told("--profile prod").contains("--profile has no effect without --retry-mode-from-environment"));
        QVERIFY(told("--java-property aws.maxAttempts=2").contains("--java-property has no effect without"));
        QVERIFY(told("--calls 300").contains("WARNING: --calls has no effect on \"explain\""));
        QCOMPARE(told("--seed 7"), QByteArray("WARNING: --seed has no effect on \"explain\"\n"));
        const QByteArray layers =
            runProgram("bounds --policy botocore-1.43.67-standard --layer proxy=2").errors;
        QVERIFY2(layers.contains("--layer sdk"), layers);
        QCOMPARE(runProgram("bounds --policy botocore-1.43.67-standard --layer sdk --layer proxy=2").errors,
                 QByteArray());
    }

    void helpNamesWhatMayBeGivenAndGivesExamples()
    {
        const QByteArray explain = runProgram("help all explain").output.simplified();
        for (const char* part : {"Faults: ", "connectionRefused", "Templates: ", "nginx-502-html",
                                 "Examples:", "retryscope-cli explain 503"}) {
            QVERIFY2(explain.contains(part), explain);
        }
        for (const char* command : {"policies", "scenarios", "run", "simulate", "replay", "bounds",
                                    "affected", "serve", "convert"}) {
            const QByteArray help = runProgram((QByteArray(command) + " --help").constData()).output;
            QVERIFY2(help.contains(QByteArray("  retryscope-cli ") + command), help);
        }
    }

    /// A page of help is read on one screen; what it leaves out is in `help all`.
    void everyPageOfHelpFitsOnAScreen()
    {
        constexpr qsizetype kMostLines = 60;
        constexpr qsizetype kMostColumns = 80;
        const QByteArray overview = runProgram("--help").output;
        const QStringList commands =
            QStringLiteral("run simulate serve explain replay bounds record infer probe affected policies "
                           "scenarios convert")
                .split(u' ');
        for (const QString& command : commands) {
            QVERIFY2(overview.contains("\n  " + command.toUtf8() + ' '), qPrintable(command));
        }
        for (const QString& command : QStringList{QString()} + commands) {
            const QByteArray page = runProgram(qPrintable(QStringLiteral("help ") + command)).output;
            const QByteArrayList lines = page.trimmed().split('\n');
            QVERIFY2(lines.size() <= kMostLines, page);
            for (const QByteArray& line : lines) {
                QVERIFY2(QString::fromUtf8(line).size() <= kMostColumns, line);
            }
            QVERIFY2(page.contains("Exit codes: "), page);
        }
    }

    /// What the page of a command shows is what `help all` says of the same option.
    void helpSaysTheSameOfAnOptionOnBothPages()
    {
        const QByteArray page = runProgram("help bounds").output;
        const QByteArray all = runProgram("help all bounds").output;
        QVERIFY(page.contains("Read timeout that ends every attempt"));
        QVERIFY(all.contains("Read timeout that ends every attempt"));
        QVERIFY(all.size() > page.size());
        QVERIFY(
            runProgram("help all run").output.simplified().contains("Time limit for silence between two"));
        QVERIFY(runProgram("help policies").output.contains("Options of import:\n  --from KIND"));
        const ProgramResult none = runProgram("help all");
        QCOMPARE(none.exitCode, 2);
        QVERIFY2(none.errors.contains("\"help all\" needs a command; allowed: run, simulate"), none.errors);
    }

    void everyTermIsALine()
    {
        const QByteArrayList lines = runProgram("help terms").output.trimmed().split('\n');
        QCOMPARE(lines.size(), static_cast<qsizetype>(terms().size()));
        for (const QByteArray& line : lines) {
            QVERIFY2(line.contains(": ") && line.endsWith('.'), line);
        }
    }

    void helpAndVersionGoToStandardOutput_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("content");
        QTest::newRow("program help") << "--help"
                                      << "simulate";
        QTest::newRow("command help") << "run --help"
                                      << "--deadline TIME";
        QTest::newRow("-h") << "-h"
                            << "simulate";
        QTest::newRow("help") << "help"
                              << "simulate";
        QTest::newRow("run -h") << "run -h"
                                << "--deadline TIME";
        QTest::newRow("help run") << "help run"
                                  << "--deadline TIME";
        QTest::newRow("help all run") << "help all run"
                                      << "--max-attempts N";
        QTest::newRow("help of explain") << "explain --help"
                                         << "--record FILE";
        QTest::newRow("help terms") << "help terms"
                                    << "\nRetry quota: ";
        QTest::newRow("help services") << "help services"
                                       << "s3                       rest-xml";
        QTest::newRow("program version") << "--version"
                                         << "retryscope 0.1.0";
        QTest::newRow("command version") << "serve --version"
                                         << "retryscope 0.1.0";
    }
    void helpAndVersionGoToStandardOutput()
    {
        QFETCH(QString, line);
        QFETCH(QString, content);
        const ProgramResult result = runProgram(qPrintable(line));
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.output.contains(content.toUtf8()), result.output);
        QCOMPARE(result.errors, QByteArray());
    }

    void theProgramNeedsNoDesktop()
    {
        QProcess ldd;
        ldd.start(QStringLiteral("ldd"), {QStringLiteral(RETRYSCOPE_CLI)});
        QVERIFY(ldd.waitForFinished());
        const QByteArray libraries = ldd.readAllStandardOutput();
        QVERIFY2(libraries.contains("libQt6Core"), libraries);
        for (const char* desktop : {"libQt6Gui", "libQt6Widgets", "libQt6Charts", "libQt6Svg"}) {
            QVERIFY2(!libraries.contains(desktop), libraries);
        }
    }

private:
    QString write(const QString& name, const QByteArray& content)
    {
        const QString path = m_folder.filePath(name);
        if (!writeFile(path, content)) {
            qFatal("cannot write %s", qPrintable(path));
        }
        return path;
    }

    QTemporaryDir m_folder;
};

RETRYSCOPE_TEST(TstCliUsage)
#include "tst_cli_usage.moc"
