// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace retryscope::test;

namespace {

/// The text without line breaks, so that a sentence is found wherever it was folded.
QString unfolded(const ProgramResult& result)
{
    return QString::fromUtf8(result.output).simplified();
}

} // namespace

/// Questions of people about clients that nobody had asked before, by the command that answers them.
class TstCliFreshGround : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void explainSays_data();
    void explainSays();
    void runsSay_data();
    void runsSay();
    void aCutFileHasATitle();
    void aPageNamesItsStatus();

private:
    /// An imported policy; an empty text: a preset of this name.
    QString policyFrom(const QString& name, const QByteArray& text)
    {
        if (text.isEmpty()) {
            return name;
        }
        const QString file = m_folder.filePath(name);
        const QString policy = file + QStringLiteral(".json");
        const ProgramResult imported = writeFile(file, text)
                                           ? runProgram({QStringLiteral("policies"), QStringLiteral("import"),
                                                         file, QStringLiteral("--output"), policy})
                                           : ProgramResult();
        if (imported.exitCode != 0) {
            qFatal("%s", imported.errors.constData());
        }
        return policy;
    }

    QTemporaryDir m_folder;
};

void TstCliFreshGround::explainSays_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QByteArray>("configuration");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QStringList>("said");
    QTest::addColumn<QStringList>("notSaid");
    const auto row = [](const char* name, const char* policy, const char* configuration, const char* options,
                        const QStringList& said, const QStringList& notSaid) {
        QTest::newRow(name) << QString::fromLatin1(policy) << QByteArray(configuration)
                            << QString::fromLatin1(options).split(u' ') << said << notSaid;
    };
    const char* const throttled =
        R"({"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":3,"initialBackoff":"0.1s","maxBackoff":"1s","backoffMultiplier":1.5,"retryableStatusCodes":["INVALID_ARGUMENT"]}}],"retryThrottling":{"maxTokens":2,"tokenRatio":0.1}} )";
    row("gRPC below its threshold", "grpc.json", throttled,
        "--method POST --status 200 --header content-type:application/grpc --header grpc-status:3",
        {QStringLiteral("After this failure 1 of 2 tokens are left, and the client retries only above 1."),
         QStringLiteral("Let the retry quota hold 3 tokens instead of 2")},
        {QStringLiteral("needs 10"), QStringLiteral("No single change")});
    row("the last attempt, and too few tokens", "botocore-1.43.67-standard", "",
        "--status 503 --attempt 3 --tokens 2",
        {QStringLiteral("With an attempt left, the client would not retry either: retry quota too low.")},
        {QStringLiteral("Otherwise this client would retry")});
    row("the last attempt alone", "botocore-1.43.67-standard", "", "--status 503 --attempt 3",
        {QStringLiteral("Otherwise this client would retry 503."),
         QStringLiteral("The caller gets ClientError.")},
        {});
    row("urllib3 without a retry left", "urllib3-2-retry-default", "", "--fault readTimeout --attempt 11",
        {QStringLiteral("The caller gets MaxRetryError.")}, {});
    row(".NET and POST", "dotnet-http-resilience-10-standard", "", "--status 503 --method POST",
        {QStringLiteral("Do not retry POST requests"), QStringLiteral("options.Retry.DisableFor")}, {});
    row("ky and GET", "ky-1.14.3-default", "", "--status 503 --method GET",
        {QStringLiteral("Do not retry GET requests")}, {});
    row("a code that is no text", "client.js",
        "axiosRetry(client, { retries: 3, retryCondition: (e) => e.code === 429 });", "--status 429",
        {QStringLiteral("Not retried")}, {});
    row("a condition that throws", "throws.js",
        "axiosRetry(client, { retryCondition: (error) => { return error.response.status >= 500; } });",
        "--fault connectionReset",
        {QStringLiteral("raises a TypeError"), QStringLiteral("The caller gets TypeError.")}, {});
    row("a condition that nobody read", "mine.js",
        "axiosRetry(client, { retryDelay: axiosRetry.exponentialDelay, retryCondition: (e) => isMine(e) });",
        "--status 503",
        {QStringLiteral("depends on code that was not read: stop, or retry (server)"),
         QStringLiteral("Depends on code that was not read: retryCondition: isMine(e)."),
         QStringLiteral("The client retries after 200 to 240 ms if that code says so; otherwise it does not "
                        "retry.")},
        {});
    row("OkHttp and 503", "okhttp-5-default", "", "--status 503", {}, {QStringLiteral("Retry-After: -")});
    row("a cancelled attempt", "botocore-1.43.67-standard", "", "--fault cancelled", {},
        {QStringLiteral("Respond with status")});
    row("a truncated response", "botocore-1.43.67-standard", "", "--fault responseTruncated", {},
        {QStringLiteral("Responder: Nobody")});
    row("an operation without a method", "sdk-reference-standard", "",
        "--status 503 --service s3 --operation CopyObject",
        {QStringLiteral("PUT has the same effect once or twice")}, {QStringLiteral("GET")});
    row("an error in a 200", "botocore-1.43.67-standard", "",
        "--status 200 --service s3 --header content-type:application/xml "
        "--body <Error><Code>InternalError</Code></Error>",
        {QStringLiteral("counts 200 InternalError, which it treats as 500, as a server error")}, {});
}

/// What a run says where explain has no part in it.
void TstCliFreshGround::runsSay_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QStringList>("said");
    QTest::addColumn<QStringList>("notSaid");
    const auto row = [](const char* name, const char* command, const QStringList& said,
                        const QStringList& notSaid) {
        QTest::newRow(name) << QString::fromLatin1(command).split(u' ') << said << notSaid;
    };
    row("a header that was obeyed", "simulate --scenario retry-after --policy curl-retry-3 --seed 1",
        {QStringLiteral("The server asked for this delay (retry-after).")}, {});
    row("delays that were skipped",
        "run --no-wait --scenario general-503-then-ok --policy curl-retry-3 --seed 1",
        {QStringLiteral("This run skipped the delay.")}, {});
    row("what the caller gets", "simulate --scenario always-503 --policy botocore-1.43.67-standard --seed 1",
        {QStringLiteral("The caller gets ClientError.")}, {});
    row("a limit for an attempt that the client has",
        "simulate --scenario no-response --policy dotnet-http-resilience-10-standard --seed 1",
        {QStringLiteral("10 s"), QStringLiteral("Retried")}, {QStringLiteral("60 s")});
    row("a limit that the user sets",
        "simulate --scenario no-response --policy dotnet-http-resilience-10-standard --seed 1 "
        "--attempt-timeout 2s",
        {QStringLiteral("its time limit of 2 s")}, {});
    row("nobody loses tokens",
        "bounds --policy sdk-reference-standard --policy botocore-1.43.67-standard --calls 3", {},
        {QStringLiteral("no tokens from")});
    row("a load balancer has no file", "probe --bench alb", {}, {QStringLiteral("--box NAME")});
    row("a body that stops", "probe --bench varnish", {QStringLiteral("200, read timeout")},
        {QStringLiteral("200, no response")});
}

void TstCliFreshGround::runsSay()
{
    QFETCH(QStringList, command);
    QFETCH(QStringList, said);
    QFETCH(QStringList, notSaid);
    const ProgramResult result = runProgram(command);
    for (const QString& text : said) {
        QVERIFY2(unfolded(result).contains(text), (result.output + result.errors).constData());
    }
    for (const QString& text : notSaid) {
        QVERIFY2(!unfolded(result).contains(text), (result.output + result.errors).constData());
    }
}

/// A file that ends before its head has a title all the same.
void TstCliFreshGround::aCutFileHasATitle()
{
    const QString file = m_folder.filePath(QStringLiteral("cut.har"));
    QVERIFY(writeFile(
        file, R"({"log":{"entries":[{"startedDateTime":"2026-01-01T00:00:00Z","time":1,)"
              R"("request":{"method":"GET","url":"http://a/"},"response":{"status":503}},{"started)"));
    const ProgramResult result = runProgram({QStringLiteral("import"), file, QStringLiteral("--preview")});
    QVERIFY2(result.output.contains("HAR 1.2: 1 request in 1 call"), result.output.constData());
}

void TstCliFreshGround::explainSays()
{
    QFETCH(QString, policy);
    QFETCH(QByteArray, configuration);
    QFETCH(QStringList, options);
    QFETCH(QStringList, said);
    QFETCH(QStringList, notSaid);
    const ProgramResult result = runProgram(QStringList{QStringLiteral("explain"), QStringLiteral("--policy"),
                                                        policyFrom(policy, configuration)} +
                                            options);
    QCOMPARE(result.exitCode, 0);
    for (const QString& text : said) {
        QVERIFY2(unfolded(result).contains(text), result.output.constData());
    }
    for (const QString& text : notSaid) {
        QVERIFY2(!unfolded(result).contains(text), result.output.constData());
    }
}

void TstCliFreshGround::aPageNamesItsStatus()
{
    const QString page = m_folder.filePath(QStringLiteral("page.html"));
    QVERIFY(writeFile(page, "<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad "
                            "Gateway</h1></center><hr><center>nginx/1.22.1</center></body></html>"));
    const ProgramResult result =
        runProgram({QStringLiteral("explain"), QStringLiteral("--response"), page, QStringLiteral("--policy"),
                    QStringLiteral("botocore-1.43.67-standard")});
    QVERIFY2(unfolded(result).contains(QStringLiteral("Retried")) && result.output.contains("502"),
             result.output.constData());
    QVERIFY2(QString::fromUtf8(result.output + result.errors)
                 .simplified()
                 .contains(QStringLiteral("read the status 502 from the page")),
             result.errors.constData());
}

RETRYSCOPE_TEST(TstCliFreshGround)
#include "tst_cli_fresh_ground.moc"
