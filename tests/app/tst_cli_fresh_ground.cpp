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
    row("a response that was cut short", "botocore-1.43.67-standard", "", "--fault responseTruncated", {},
        {QStringLiteral("Nobody responded")});
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
