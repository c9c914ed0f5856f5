// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/client_code.h"

#include "core/explain/two_policies.h"
#include "core/io/files/library.h"
#include "core/io/files/recipe_files.h"
#include "core/io/import/client_readers.h"
#include "core/io/import/import.h"
#include "core/policy/mapping.h"
#include "core/recipes/client_wishes.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

using namespace retryscope;

namespace {

Policy preset(const QString& id)
{
    return io::Library().policy(id).value();
}

/// With what a user would change: more attempts, a name and a status retried, a name not retried.
Policy wished(const Policy& policy)
{
    Policy wanted = withMapping(policy, {std::string("Wanted429"), ErrorKind::Throttling});
    wanted = withMapping(wanted, {429, ErrorKind::Throttling});
    wanted = withMapping(wanted, {std::string("NotWanted"), ErrorKind::Permanent});
    wanted.attempts.max = wanted.attempts.countsFirst ? 7 : 6;
    return wanted;
}

QStringList words(std::initializer_list<const char*> parts)
{
    QStringList list;
    for (const char* part : parts) {
        list += QString::fromUtf8(part);
    }
    return list;
}

QString textOf(const ClientCode& code)
{
    QString text;
    for (const CodeSnippet& snippet : code.snippets) {
        text += QString::fromStdString("## " + snippet.title + "\n" + snippet.text);
    }
    for (const std::string& note : code.notes) {
        text += QString::fromStdString("! " + note + "\n");
    }
    return text;
}

} // namespace

class TstClientCode : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyClientIsToldInItsOwnWords_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("C++, standard")
            << QString::fromLatin1("cpp-1.11.332-standard")
            << words({"public Aws::Client::StandardRetryStrategy", "names{\"Wanted429\"}", "statuses{429}",
                      "noNames{\"NotWanted\"}", "make_shared<RetryMore>(7)", "AWS_MAX_ATTEMPTS=7",
                      "retry_mode = standard"});
        QTest::newRow("C++, default counts retries")
            << QString::fromLatin1("cpp-1.11.332-default")
            << words({"public Aws::Client::DefaultRetryStrategy", "make_shared<RetryMore>(6)"});
        QTest::newRow("Python") << QString::fromLatin1("botocore-1.43.67-standard")
                                << words({"\"total_max_attempts\": 7", "\"mode\": \"standard\"",
                                          "NAMES = [\"Wanted429\"]", "STATUSES = [429]",
                                          "needs-retry.SERVICE",
                                          "! No mode of botocore has a setting that adds an exception name"});
        QTest::newRow("JavaScript 3") << QString::fromLatin1("jsv3-3.705.0-adaptive")
                                      << words({"extends AdaptiveRetryStrategy", "names: [\"Wanted429\"]",
                                                "async () => 7", "AWS_RETRY_MODE=adaptive"});
        QTest::newRow("JavaScript 2")
            << QString::fromLatin1("jsv2-2.1693.0-default")
            << words({"maxRetries: 6", "[\"Wanted429\"].includes(code)", "! Version 2 reads neither"});
        QTest::newRow("Java") << QString::fromLatin1("java-v2-standard")
                              << words({"AwsRetryStrategy.standardRetryStrategy()", ".maxAttempts(7)",
                                        "Set.<String>of(\"Wanted429\")", "Set.<Integer>of(429)"});
        QTest::newRow("Go") << QString::fromLatin1("go-v2-1.17.1-standard")
                            << words({"o.MaxAttempts = 7", "retry.AddWithErrorCodes(", "\"Wanted429\"",
                                      "RetryableHTTPStatusCode"});
        QTest::newRow("Rust") << QString::fromLatin1("rust-standard")
                              << words({"with_max_attempts(7)", "[\"Wanted429\"].contains", "[429].contains",
                                        "retry_classifier(RetryMore)"});
        QTest::newRow(".NET") << QString::fromLatin1("polly-8-default")
                              << words({"MaxRetryAttempts = 6", "new[] { 429 }",
                                        "! Polly does not read error names"});
        QTest::newRow("curl") << QString::fromLatin1("curl-retry-3")
                              << words({"curl --retry 6 --retry-all-errors --fail URL",
                                        "! curl does not read error names"});
        QTest::newRow("OpenAI") << QString::fromLatin1("openai-js-6.49.0-default")
                                << words({"new OpenAI({\n  maxRetries: 6,\n",
                                          "=== 429) headers.set(\"x-should-retry\", \"true\")",
                                          "! This client does not read error names"});
        QTest::newRow("Anthropic") << QString::fromLatin1("anthropic-js-1.12.0-default")
                                   << words({"new Anthropic({\n  maxRetries: 6,\n"});
        QTest::newRow("Stripe") << QString::fromLatin1("stripe-js-23.1.0-default")
                                << words({"maxNetworkRetries: 6,", "\"stripe-should-retry\", \"true\""});
        QTest::newRow("axios-retry") << QString::fromLatin1("axios-retry-4.5.0-default")
                                     << words({"retries: 6,", "if ([429].includes(status)) return true;"});
        QTest::newRow("got") << QString::fromLatin1("got-14.6.6-default")
                             << words({"limit: 6,", "statusCodes: statusCodes.concat(429),\n"});
        QTest::newRow("ky") << QString::fromLatin1("ky-1.14.3-default") << words({"limit: 6,"});
        QTest::newRow("undici") << QString::fromLatin1("undici-7.30.2-retry-agent")
                                << words({"maxRetries: 6,"});
        QTest::newRow("gaxios") << QString::fromLatin1("gaxios-7.3.1-retry-true")
                                << words({"retry: 6,", ".concat([[429, 429]]),\n"});
        QTest::newRow("Octokit") << QString::fromLatin1("octokit-plugin-retry-8.1.1-default")
                                 << words({"retry: {\n    retries: 6,\n"});
        QTest::newRow("Azure") << QString::fromLatin1("azure-core-rest-pipeline-1.24.0-default")
                               << words({"maxRetries: 6,"});
        QTest::newRow("urllib3") << QString::fromLatin1("urllib3-2-retry-default")
                                 << words({"total=6,", "status_forcelist=[429],"});
        QTest::newRow("nginx") << QString::fromLatin1("nginx-proxy-next-upstream-default")
                               << words({"proxy_next_upstream error timeout http_429;",
                                         "proxy_next_upstream_tries 7;"});
        QTest::newRow("HAProxy") << QString::fromLatin1("haproxy-retries-default")
                                 << words({"retries 6\n", "retry-on conn-failure 429\n"});
        QTest::newRow("Envoy") << QString::fromLatin1("envoy-5xx")
                               << words({"num_retries: 6\n", "retry_on: 5xx,retriable-status-codes\n",
                                         "    - 429\n"});
        QTest::newRow("Istio")
            << QString::fromLatin1("istio-default")
            << words(
                   {"attempts: 6\n", "retryOn: connect-failure,refused-stream,unavailable,cancelled,429\n"});
        QTest::newRow("Istio of before")
            << QString::fromLatin1("istio-1.23-default") << words({"cancelled,429,503\n"});
        QTest::newRow("gRPC") << QString::fromLatin1("grpc-a6-retry-throttling")
                              << words({"\"maxAttempts\": 7,", "\"initialBackoff\": \"0.1s\"",
                                        "! retryableStatusCodes takes only gRPC statuses"});
        QTest::newRow("wget") << QString::fromLatin1("wget-default")
                              << words({"wget --tries=7 --retry-on-http-error=429 URL"});
        QTest::newRow("2026 rules") << QString::fromLatin1("botocore-1.43.67-standard-newretries")
                                    << words({"AWS_NEW_RETRIES_2026=true"});
        QTest::newRow("Go, adaptive") << QString::fromLatin1("go-v2-1.17.1-adaptive")
                                      << words({"retry.NewAdaptiveMode(", "o.MaxAttempts = 7"});
        QTest::newRow("Ruby, legacy")
            << QString::fromLatin1("ruby-legacy")
            << words({"! Retryscope does not know how this client takes error names"});
        QTest::newRow("Ruby") << QString::fromLatin1("ruby-standard")
                              << words({"AWS_MAX_ATTEMPTS=7",
                                        "! Retryscope does not know how this client takes error names"});
    }
    void everyClientIsToldInItsOwnWords()
    {
        QFETCH(QString, id);
        QFETCH(QStringList, expected);
        const QString text = textOf(clientCodeFor(io::clientRecipes(), preset(id), wished(preset(id))));
        for (const QString& part : expected) {
            QVERIFY2(text.contains(part), qPrintable(part + QStringLiteral("\n---\n") + text));
        }
    }

    void nothingIsLeftToBeFilledIn()
    {
        const io::Library library;
        static const QRegularExpression placeholder(
            QStringLiteral("\\{(names|statuses|noNames|noStatuses|attempts|mode|strategy)\\}"));
        for (const io::Library::Entry& entry : library.policyEntries()) {
            for (const Policy& wanted : {preset(entry.id), wished(preset(entry.id))}) {
                const ClientCode code = clientCodeFor(io::clientRecipes(), preset(entry.id), wanted);
                QVERIFY2(!code.snippets.empty() || !code.notes.empty(), qPrintable(entry.id));
                QVERIFY2(!textOf(code).contains(placeholder), qPrintable(entry.id + textOf(code)));
            }
        }
    }

    void aPresetAsItIsNeedsNoClassOfItsOwn()
    {
        for (const char* id : {"cpp-1.11.332-standard", "jsv3-3.705.0-standard", "rust-standard"}) {
            const Policy policy = preset(QString::fromLatin1(id));
            QVERIFY2(!textOf(clientCodeFor(io::clientRecipes(), policy, policy))
                          .contains(QStringLiteral("RetryMore")),
                     id);
        }
    }

    /// A client that stands in a recording, or in an import, is one that people configure.
    void noClientOfOthersIsUnknown()
    {
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            const Policy policy = preset(entry.id);
            const QString family = QString::fromStdString(policy.family);
            static const QRegularExpression ofAws(
                QStringLiteral("^(botocore|cpp|crt|dotnet|go|java|js|kotlin|php|ruby|rust|sdk)|^$"));
            if (ofAws.match(family).hasMatch()) {
                continue;
            }
            Policy fewer = policy;
            fewer.attempts.max = fewer.attempts.countsFirst ? 1 : 0;
            const ClientCode code = clientCodeFor(io::clientRecipes(), policy, fewer);
            QVERIFY2(code.way == CodeWay::Setting && !code.snippets.empty(), qPrintable(entry.id));
            const ClientCode mapped =
                clientCodeFor(io::clientRecipes(), policy, withMapping(policy, {502, ErrorKind::Transient}));
            QVERIFY2(mapped.way != CodeWay::Unknown, qPrintable(entry.id));
        }
    }

    void gRpcIsToldItsStatusesByName()
    {
        const Policy policy = preset(QStringLiteral("grpc-a6-retry-throttling"));
        const auto mapped = [&policy](const char* name, ErrorKind kind) {
            return clientCodeFor(io::clientRecipes(), policy, withMapping(policy, {std::string(name), kind}));
        };
        QVERIFY(textOf(mapped("8", ErrorKind::Transient))
                    .contains(QStringLiteral("[\"RESOURCE_EXHAUSTED\", \"UNAVAILABLE\"]")));
        const ClientCode none = mapped("14", ErrorKind::Permanent);
        QVERIFY(!textOf(none).contains(QStringLiteral("\"retryPolicy\"")));
        QVERIFY(none.way == CodeWay::Setting);
        QVERIFY(mapped("SlowDown", ErrorKind::Transient).way == CodeWay::None);
    }

    void whatIsNotKnownIsNotDenied()
    {
        Policy policy;
        policy.family = "somebody-elses";
        Policy wanted = withMapping(policy, {502, ErrorKind::Transient});
        wanted = withMapping(wanted, {FaultKind::ReadTimeout, ErrorKind::Transient});
        const ClientCode code = clientCodeFor(io::clientRecipes(), policy, wanted);
        QVERIFY(code.way == CodeWay::Unknown);
        QCOMPARE(wayText(code.way), std::string("client settings that Retryscope does not know"));
    }

    void aDocumentHasNoClient()
    {
        const Policy policy = preset(QStringLiteral("dynamodb-guide"));
        const ClientCode code = clientCodeFor(io::clientRecipes(), policy, policy);
        QVERIFY(code.snippets.empty());
        QCOMPARE(code.notes.size(), std::size_t{1});
    }

    void delaysAreAskedForWhereThatIsPossible()
    {
        Policy wanted = preset(QStringLiteral("rust-standard"));
        wanted.backoff.base.byDefault = std::chrono::milliseconds(250);
        wanted.backoff.cap = std::chrono::seconds(5);
        const QString rust =
            textOf(clientCodeFor(io::clientRecipes(), preset(QStringLiteral("rust-standard")), wanted));
        QVERIFY(rust.contains(QStringLiteral("with_initial_backoff(Duration::from_millis(250))")));
        QVERIFY(rust.contains(QStringLiteral("with_max_backoff(Duration::from_millis(5000))")));
        QVERIFY(!rust.contains(QStringLiteral("differs in more")));

        Policy python = preset(QStringLiteral("botocore-1.43.67-standard"));
        python.backoff.cap = std::chrono::seconds(5);
        QVERIFY(textOf(clientCodeFor(io::clientRecipes(), preset(QStringLiteral("botocore-1.43.67-standard")),
                                     python))
                    .contains(QStringLiteral("! botocore has no setting for the delays")));
    }

    void whatNoCodeAsksForIsSaid()
    {
        Policy wanted = preset(QStringLiteral("go-v2-1.17.1-standard"));
        wanted.quota.reset();
        const ClientCode code =
            clientCodeFor(io::clientRecipes(), preset(QStringLiteral("go-v2-1.17.1-standard")), wanted);
        QVERIFY(textOf(code).contains(QStringLiteral("! Not in this code: retry quota: none in the policy")));
        QCOMPARE(code.gaps.size(), std::size_t{1});
        QVERIFY(code.way == CodeWay::None);
    }

    void aSettingThatTheClientLacksIsNoSetting()
    {
        const Policy openAi = preset(QStringLiteral("openai-js-6.49.0-default"));
        Policy wanted = openAi;
        wanted.attempts.maxElapsed = std::chrono::seconds(30);
        const ClientCode late = clientCodeFor(io::clientRecipes(), openAi, wanted);
        QVERIFY(late.way == CodeWay::None);
        QVERIFY(textOf(late).contains(QStringLiteral("! Not in this code: limits on attempts: no retry "
                                                     "after 30 s of the call in the policy")));
        wanted.attempts.max = 5;
        const ClientCode both = clientCodeFor(io::clientRecipes(), openAi, wanted);
        QVERIFY(both.way == CodeWay::Setting);
        QVERIFY(textOf(both).contains(QStringLiteral("maxRetries: 5")));
        QCOMPARE(both.gaps.size(), std::size_t{1});
        wanted = openAi;
        wanted.backoff.base.byDefault = std::chrono::seconds(2);
        wanted.hints.front().cap = std::chrono::seconds(20);
        QVERIFY(clientCodeFor(io::clientRecipes(), openAi, wanted).gaps.size() >= 2);
    }

    /// A condition around a note is none that the code follows.
    void whatOnlyANoteSpeaksOfIsAGap()
    {
        const Policy botocore = preset(QStringLiteral("botocore-1.43.67-standard"));
        const Policy wanted = withMapping(withMapping(botocore, {std::string("Foo"), ErrorKind::Throttling}),
                                          {std::string("SlowDown"), ErrorKind::Permanent});
        const ClientCode code = clientCodeFor(io::clientRecipes(), botocore, wanted);
        QVERIFY2(textOf(code).contains(QStringLiteral("! Not in this code: a rule that only the policy has: "
                                                      "permanent when the error name is SlowDown.")),
                 qPrintable(textOf(code)));
        QCOMPARE(code.gaps.size(), std::size_t{1});
    }

    /// Not only mappings: a rule of one's own makes another verdict, too.
    void aRuleOfTheUserIsWritten()
    {
        const Policy openAi = preset(QStringLiteral("openai-js-6.49.0-default"));
        Policy wanted = openAi;
        wanted.rules.insert(
            wanted.rules.begin(),
            {.id = "own-rule", .when = {.statusIn = {{422, 422}}}, .kind = ErrorKind::Transient});
        const ClientCode code = clientCodeFor(io::clientRecipes(), openAi, wanted);
        QVERIFY(textOf(code).contains(QStringLiteral("response.status === 422")));
        QVERIFY2(code.gaps.empty(), qPrintable(textOf(code)));
    }

    /// The client does what its own recipe says, so that every gap is one of what was asked for.
    void noPresetHasAGap()
    {
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            const Policy own = preset(entry.id);
            for (const ClientReaders& readers : {ClientReaders{}, io::clientReaders()}) {
                const ClientCode code = clientCodeFor(io::clientRecipes(), own, own, {}, readers);
                QVERIFY2(code.gaps.empty(), qPrintable(entry.id + textOf(code)));
            }
        }
    }

    void everyImportedConfigurationIsWrittenAgain_data()
    {
        QTest::addColumn<QString>("file");
        QDir folder(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/import"));
        for (const QString& name : folder.entryList({QStringLiteral("*.txt")})) {
            QTest::newRow(qPrintable(name)) << folder.filePath(name);
        }
    }
    /// Either the text that is written means the same policy, or the difference is a gap.
    void everyImportedConfigurationIsWrittenAgain()
    {
        QFETCH(QString, file);
        QFile text(file);
        QVERIFY(text.open(QIODevice::ReadOnly));
        const auto imported = io::importPolicy(text.readAll(), {}, {});
        QVERIFY(imported);
        const ClientCode code = clientCodeFor(io::clientRecipes(), imported.value().policy,
                                              imported.value().policy, {}, io::clientReaders());
        // The code of these cannot have all that their configuration has; what it lacks is a gap.
        const QString name = QFileInfo(file).fileName();
        const bool isWhole = std::ranges::none_of(
            std::initializer_list<const char*>{"axios", "resilience4j", "spring", "caddy", "traefik",
                                               "haproxy-turn", "urllib3-request", "urllib3-subclass"},
            [&name](const char* client) { return name.startsWith(QLatin1String(client)); });
        QVERIFY2(!isWhole || code.gaps.empty(), qPrintable(textOf(code)));
        const Policy own = io::clientReaders().unconfigured(imported.value().policy).value();
        for (const CodeSnippet& snippet : code.snippets) {
            const std::optional<Policy> again = io::clientReaders().configured(own, snippet.text);
            if (again && code.gaps.empty()) {
                QCOMPARE(comparedPoints(*again, imported.value().policy),
                         comparedPoints(imported.value().policy, imported.value().policy));
            }
        }
    }

    /// The four settings of each that a user was told wrongly.
    void whatWasImportedIsWritten()
    {
        const auto written = [](const char* text) {
            const Policy policy = io::importPolicy(text, {}, {}).value().policy;
            return textOf(clientCodeFor(io::clientRecipes(), policy, policy, {}, io::clientReaders()));
        };
        const QString grpc = written(
            R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.25s", "maxBackoff": "4s", "backoffMultiplier": 1.6, "retryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED"]}}]})");
        for (const char* part : {"\"0.25s\"", "\"4s\"", "1.6,", "\"RESOURCE_EXHAUSTED\", \"UNAVAILABLE\""}) {
            QVERIFY2(grpc.contains(QLatin1String(part)), qPrintable(grpc));
        }
        QVERIFY(!grpc.contains(QStringLiteral("retryThrottling")));
        const QString nginx =
            written("location / {\n proxy_pass http://b;\n proxy_next_upstream error timeout http_502 "
                    "http_503 http_429 non_idempotent;\n proxy_next_upstream_timeout 10s;\n}\n");
        for (const char* part :
             {"http_502", "http_503", "http_429", "non_idempotent", "proxy_next_upstream_timeout 10s"}) {
            QVERIFY2(nginx.contains(QLatin1String(part)), qPrintable(nginx));
        }
        const QString urllib3 = written("Retry(total=5, connect=3, read=2, status=4, backoff_factor=0.5, "
                                        "backoff_max=30, status_forcelist=[429, 503])");
        for (const char* part : {"total=5", "connect=3", "read=2", "status=4", "backoff_factor=0.5",
                                 "backoff_max=30", "status_forcelist=[429, 503]"}) {
            QVERIFY2(urllib3.contains(QLatin1String(part)), qPrintable(urllib3));
        }
        // urllib3 1.26, the only one with method_whitelist, raises a TypeError for backoff_max.
        const QString older =
            written("Retry(total=5, backoff_factor=0.5, method_whitelist=['GET'], status_forcelist=[503])");
        QVERIFY2(!older.contains(QStringLiteral("backoff_max")), qPrintable(older));
        const QString axios = written("axiosRetry(client, { retries: 4, retryCondition: (error) => "
                                      "isNetworkOrIdempotentRequestError(error) || "
                                      "error.response?.status === 429 });");
        QVERIFY2(axios.contains(QStringLiteral("429")), qPrintable(axios));
    }

    void theCodeIsForTheServiceThatWasAskedAbout()
    {
        const auto said = [](const char* id, const char* service) {
            const Policy policy = preset(QString::fromLatin1(id));
            return textOf(clientCodeFor(io::clientRecipes(), policy, wished(policy), {.service = service}));
        };
        const QString python = said("botocore-1.43.67-standard", "dynamodb");
        QVERIFY(python.contains(QStringLiteral("needs-retry.dynamodb")) &&
                !python.contains(QStringLiteral("s3")));
        QVERIFY(said("botocore-1.43.67-standard", "simpledb").contains(QStringLiteral("\"sdb\"")));
        QVERIFY(said("jsv3-3.705.0-standard", "apigateway")
                    .contains(
                        QStringLiteral("import { APIGatewayClient } from \"@aws-sdk/client-api-gateway\"")));
        QVERIFY(said("java-v2-standard", "dynamodb").contains(QStringLiteral("DynamoDbClient.builder()")));
        QVERIFY(said("java-v2-standard", "glue").contains(QStringLiteral("GlueClient.builder()")));
        QVERIFY(said("java-v2-standard", "backup")
                    .contains(QStringLiteral("! Replace S3Client with the client of backup.")));
        QVERIFY(said("rust-standard", "dynamodb").contains(QStringLiteral("aws_sdk_dynamodb")));
        QVERIFY(
            said("rust-standard", "dynamodb-streams").contains(QStringLiteral("aws_sdk_dynamodbstreams")));
        QVERIFY(said("jsv2-2.1693.0-default", "stepfunctions").contains(QStringLiteral("AWS.StepFunctions")));
        const QString unknown = said("rust-standard", "well-architected");
        QVERIFY(unknown.contains(QStringLiteral("aws_sdk_s3::config")) &&
                unknown.contains(QStringLiteral("! Replace aws_sdk_s3 with the crate of well-architected.")));
        QVERIFY(said("botocore-1.43.67-standard", "x\"); import os").contains(QStringLiteral("\"SERVICE\"")));
        QVERIFY(
            said("botocore-1.43.67-standard", "")
                .contains(QStringLiteral("! Replace SERVICE, or Service in a class name, with your service: "
                                         "no service was named.")));
        QVERIFY(said("jsv3-3.705.0-standard", "").contains(QStringLiteral("import { ServiceClient } from")));
        QVERIFY(!said("jsv3-3.705.0-standard", "sqs").contains(QStringLiteral("SERVICE")));
    }

    /// Code that makes it stop does not say that it makes it retry, and the kind is what was asked for.
    void theCodeSaysWhatItDoes()
    {
        const auto said = [](const char* id, const ErrorMapping& mapping) {
            const Policy policy = preset(QString::fromLatin1(id));
            return textOf(clientCodeFor(io::clientRecipes(), policy, withMapping(policy, mapping)));
        };
        const ErrorMapping less{std::string("SlowDown"), ErrorKind::Permanent};
        for (const char* id : {"cpp-1.11.332-standard", "jsv3-3.705.0-standard", "rust-standard"}) {
            QVERIFY2(said(id, less).contains(QStringLiteral("RetryLess")) &&
                         !said(id, less).contains(QStringLiteral("RetryMore")),
                     id);
        }
        const QString cpp = said("cpp-1.11.332-standard", less);
        QVERIFY2(cpp.contains(QStringLiteral("Gives up on errors that the SDK retries.")) &&
                     !cpp.contains(QStringLiteral("names{}")),
                 qPrintable(cpp));
        const ErrorMapping slow{std::string("429"), ErrorKind::Throttling};
        const ErrorMapping passing{std::string("429"), ErrorKind::Transient};
        QVERIFY(said("cpp-1.11.332-adaptive", slow)
                    .contains(QStringLiteral("so this error does not slow the client down")));
        QVERIFY(!said("cpp-1.11.332-adaptive", passing).contains(QStringLiteral("slow the client down")));
        QVERIFY(said("jsv3-3.705.0-standard", passing).contains(QStringLiteral("\"TRANSIENT\"")));
        QVERIFY(said("rust-standard", slow).contains(QStringLiteral("throttling_error()")));
        QVERIFY(said("rust-standard", passing).contains(QStringLiteral("transient_error()")));
    }

    /// Names of hosts are those of services too: boto3 knows no `states`.
    void aServiceIsCalledAsTheSdkCallsIt()
    {
        const Policy policy = preset(QStringLiteral("botocore-1.43.67-standard"));
        for (const auto& [asked, name] :
             {std::pair("states", "stepfunctions"), std::pair("monitoring", "cloudwatch")}) {
            const CodeContext context = codeContextFor({}, policy, asked);
            QVERIFY(textOf(clientCodeFor(io::clientRecipes(), policy, policy, context))
                        .contains(QStringLiteral("boto3.client(\n    \"%1\"").arg(QLatin1String(name))));
        }
    }

    void whatABatchLeftIsSentByACodeOfOnesOwn()
    {
        for (const char* id : {"botocore-1.43.67-standard", "jsv3-3.705.0-standard", "java-v2-standard",
                               "go-v2-1.17.1-standard"}) {
            const Policy policy = preset(QString::fromLatin1(id));
            const auto said = [&policy](const char* service) {
                return textOf(clientCodeFor(io::clientRecipes(), policy, policy, {.service = service}));
            };
            QVERIFY2(said("dynamodb").contains(QStringLiteral("## For batches (")) &&
                         said("dynamodb").contains(QStringLiteral("no SDK sends them again on its own")),
                     id);
            QVERIFY2(!said("s3").contains(QStringLiteral("batches")), id);
        }
    }

    void kindsThatOneListCannotTellApartAreSaid()
    {
        for (const char* id : {"jsv3-3.1169.0-standard", "rust-standard"}) {
            const Policy policy = preset(QString::fromLatin1(id));
            const Policy one = withMapping(policy, {std::string("A"), ErrorKind::Throttling});
            const Policy both = withMapping(one, {std::string("B"), ErrorKind::Transient});
            const QString note = QStringLiteral("! You mapped only some of these errors to throttling");
            QVERIFY2(textOf(clientCodeFor(io::clientRecipes(), policy, both)).contains(note), id);
            QVERIFY2(!textOf(clientCodeFor(io::clientRecipes(), policy, one)).contains(note), id);
        }
    }

    /// Names are a server's: what is shown of them is not what they are, and a program would copy it.
    void aNameThatCannotBeShownGetsNoCode()
    {
        const Policy policy = preset(QStringLiteral("botocore-1.43.67-standard"));
        for (const std::string& name :
             {std::string("A\u202eB"), std::string("A\nB"), std::string(201, 'N')}) {
            const ClientCode code = clientCodeFor(io::clientRecipes(), policy,
                                                  withMapping(policy, {name, ErrorKind::Throttling}));
            QVERIFY(code.snippets.empty());
            QVERIFY(code.way == CodeWay::None);
            QCOMPARE(code.notes.size(), std::size_t{1});
            Policy envoy = preset(QStringLiteral("envoy-5xx"));
            envoy.rules.push_back({.id = "x", .when = {.headerIn = {name}}, .kind = ErrorKind::Transient});
            QVERIFY(clientCodeFor(io::clientRecipes(), envoy, envoy).snippets.empty());
        }
    }

    void aNameCannotEndTheText()
    {
        const Policy policy = preset(QStringLiteral("botocore-1.43.67-standard"));
        const Policy wanted = withMapping(policy, {std::string("a\"b\\c"), ErrorKind::Throttling});
        QVERIFY(textOf(clientCodeFor(io::clientRecipes(), policy, wanted))
                    .contains(QStringLiteral("NAMES = [\"a\\\"b\\\\c\"]")));
    }
};

RETRYSCOPE_TEST(TstClientCode)
#include "tst_client_code.moc"
