// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/import.h"
#include "core/io/import/setting.h"
#include "core/io/text/utf8.h"
#include "core/policy/check.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <chrono>

using namespace retryscope;
using namespace retryscope::io;
using namespace std::chrono_literals;

namespace {

ImportedPolicy imported(const QByteArray& text, const ImportWish& wish = {})
{
    const Result<ImportedPolicy> result = importPolicy(text, wish, {});
    if (!result) {
        qWarning("%s", qPrintable(result.error().text()));
        return {};
    }
    return result.value();
}

/// `SETTING: WHY. MEANS`, of each that was left over.
QString leftOver(const ImportedPolicy& policy)
{
    QStringList lines;
    for (const SkippedSetting& one : policy.notUnderstood) {
        lines += QStringLiteral("%1: %2. %3").arg(one.setting, one.why, one.means);
    }
    return lines.join(u'\n');
}

QString becameOf(const ImportedPolicy& policy, const QString& setting)
{
    for (const UnderstoodSetting& one : policy.understood) {
        if (one.setting == setting) {
            return one.became;
        }
    }
    return {};
}

/// What `policies check` refuses.
QString remarks(const ImportedPolicy& policy)
{
    QString text;
    for (const PolicyProblem& problem : remarksOn(policy.policy)) {
        text += toQString(problem.path + ": " + problem.text + "\n");
    }
    return text;
}

} // namespace

/// What the importer takes, and what it says, held against what nginx, gRPC and Envoy make of the same text.
class TstRealPrograms : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void protobufWritesDurationsInDecimalSeconds()
    {
        QVERIFY(protobufDurationFrom(QStringLiteral("0.25s")) == Duration(250ms));
        QVERIFY(protobufDurationFrom(QStringLiteral("1s")) == Duration(1s));
        QVERIFY(protobufDurationFrom(QStringLiteral(".01s")) == Duration(10ms)); // as in grpc-go's example
        for (const char* refused : {"100ms", "1m", "0.1", "", "s", "-1s", ".s", "1 s", "1h1s", "1e3s"}) {
            QVERIFY2(!protobufDurationFrom(QString::fromLatin1(refused)), refused);
        }
    }

    /// grpcio 1.51.1: "Not a duration (not a number of seconds)", "failed to parse status code".
    void whatGrpcRefusesIsRefused()
    {
        const auto refusal = [](const char* first, const char* codes) {
            const auto imported = importPolicy(
                QStringLiteral(R"({"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3,)"
                               R"("initialBackoff": "%1", "maxBackoff": "9s", "backoffMultiplier": 2,)"
                               R"("retryableStatusCodes": ["INTERNAL", "%2"]}}]})")
                    .arg(QLatin1String(first), QLatin1String(codes))
                    .toUtf8(),
                {.kind = ConfigurationKind::Grpc, .part = {}, .id = {}}, {});
            return imported ? QString() : imported.error().text();
        };
        QCOMPARE(refusal("1s", "ABORTED"), QString());
        QVERIFY(refusal("100ms", "ABORTED")
                    .contains(QStringLiteral("\"initialBackoff: 100ms\": not decimal seconds")));
        QVERIFY(refusal("1s", "unavailable").contains(QStringLiteral("not in upper case: UNAVAILABLE")));
        QVERIFY(refusal("1s", "13").contains(QStringLiteral("not a gRPC status code")));
        QVERIFY(refusal("1s", "TEAPOT").contains(QStringLiteral("not a gRPC status code")));
        QCOMPARE(refusal("${FIRST}", "ABORTED"), QString()); // put in later
    }

    /// google.protobuf.Duration and UInt32Value in JSON.
    void whatEnvoyRefusesIsRefused()
    {
        const auto refusal = [](const QByteArray& members) {
            const auto result = importPolicy("retry_policy: {retry_on: 5xx, " + members + "}",
                                             {.kind = ConfigurationKind::Envoy, .part = {}, .id = {}}, {});
            return result ? QString() : result.error().text();
        };
        QCOMPARE(refusal("num_retries: 3"), QString());
        QVERIFY(refusal("num_retries: {value: 3}").contains(QStringLiteral("not a plain number")));
        QVERIFY(refusal("retry_back_off: {base_interval: 250ms}")
                    .contains(QStringLiteral("\"base_interval: 250ms\": not decimal seconds with an s")));
        QVERIFY(
            refusal("rate_limited_retry_back_off: {max_interval: 1m, reset_headers: [{name: Retry-After}]}")
                .contains(QStringLiteral("max_interval needs decimal seconds with an s")));
    }

    void anAddressIsOneAttempt_data()
    {
        QTest::addColumn<QByteArray>("pass");
        QTest::addColumn<int>("attempts");
        QTest::newRow("IPv4") << QByteArray("http://127.0.0.1:9000") << 1;
        QTest::newRow("IPv4 and path") << QByteArray("http://10.0.0.7/api/") << 1;
        QTest::newRow("IPv6") << QByteArray("http://[::1]:9000/") << 1;
        QTest::newRow("socket") << QByteArray("http://unix:/run/app.sock:/") << 1;
        QTest::newRow("name") << QByteArray("http://app.internal:9000") << 3; // as many as it has addresses
        QTest::newRow("variable") << QByteArray("http://$backend") << 3;
        QTest::newRow("short") << QByteArray("http://10.1") << 3; // resolved like a name
    }
    void anAddressIsOneAttempt()
    {
        QFETCH(QByteArray, pass);
        QFETCH(int, attempts);
        const ImportedPolicy policy =
            imported("server {\n  location / {\n    proxy_pass " + pass + ";\n  }\n}\n");
        QCOMPARE(policy.policy.attempts.attempts(), attempts);
        QCOMPARE(leftOver(policy).contains(QStringLiteral("this policy assumes")), attempts > 1);
        if (attempts == 1) {
            QVERIFY(becameOf(policy, QStringLiteral("proxy_pass ") + QString::fromLatin1(pass))
                        .startsWith(QStringLiteral("one server, used once per call")));
        }
    }

    void aBlockOnOneLineIsRecognised()
    {
        for (const QByteArray& text :
             {QByteArray("location / { proxy_pass http://b; proxy_next_upstream http_503; }"),
              QByteArray("server { proxy_pass http://10.0.0.1; }"),
              QByteArray("server { listen 80; location / { grpc_pass grpc://b; } }")}) {
            QVERIFY2(imported(text).kind == ConfigurationKind::Nginx, text.constData());
        }
    }

    void offWinsOverWhatStandsBesideIt()
    {
        const ImportedPolicy policy = imported("proxy_next_upstream error http_502 off;\n");
        QCOMPARE(becameOf(policy, QStringLiteral("proxy_next_upstream error")),
                 QStringLiteral("without effect together with off"));
        QCOMPARE(becameOf(policy, QStringLiteral("proxy_next_upstream http_502")),
                 QStringLiteral("without effect together with off"));
        QCOMPARE(becameOf(policy, QStringLiteral("proxy_next_upstream off")),
                 QStringLiteral("retries nothing, whatever the other words"));
        QCOMPARE(policy.policy.attempts.attempts(), 1);
    }

    /// urllib3, Retry.increment(): `status` and `read` are one number each, whatever the error was.
    void urllib3CountsSortsOfErrorsTogether()
    {
        const ImportedPolicy policy =
            imported("Retry(total=9, read=2, status=4, status_forcelist=[500, 503], backoff_factor=1)\n");
        int readErrors = 0;
        for (const Rule& rule : policy.policy.rules) {
            readErrors += rule.atMost == 2 ? 1 : 0;
            if (rule.id == "retry-after") {
                QCOMPARE(rule.when.statusIn.size(), std::size_t{2}); // 413 and 429
            }
        }
        QCOMPARE(readErrors, 1);
    }

    /// HAProxy 2.6.12, `retry-on all-retryable-errors`: PUT with 40,000 bytes 1 request, with 3 bytes 4.
    /// nginx 1.22.1, `proxy_request_buffering off`: a body of 100,000 bytes 1 request, one of 300 bytes 3.
    void bodiesThatAreNotSentAgainHaveALimit()
    {
        const auto most = [](const char* text) {
            const auto limit = imported(text).policy.requestBody;
            return limit ? limit->max : -1;
        };
        QCOMPARE(most("defaults\n mode http\n retry-on all-retryable-errors\nbackend a\n retries 3\n"),
                 15101);
        QCOMPARE(
            most("global\n tune.bufsize 65536\ndefaults\n mode http\n retry-on 503\nbackend a\n retries 3\n"),
            64253);
        QCOMPARE(most("backend a\n retries 3\n retry-on conn-failure\n mode http\n"), -1);
        QCOMPARE(most("http { proxy_request_buffering off; server { location / { proxy_pass http://a; } } }"),
                 1024);
        QCOMPARE(most("location / { proxy_pass http://a; }"), -1);
        QCOMPARE(most("kind: BackendTrafficPolicy\nspec:\n  retry: {numRetries: 2}\n"), 32768);
        QCOMPARE(most("kind: BackendTrafficPolicy\nspec:\n  retry: {numRetries: 2}\n---\n"
                      "kind: ClientTrafficPolicy\nspec: {connection: {bufferLimit: 1Mi}}\n"),
                 1048576);
    }

    /// Methods whose requests HAProxy 2.6.12 sent 4 times to a server that always answers 503; all others
    /// once.
    void haproxyRetriesTheseMethods_data()
    {
        QTest::addColumn<QByteArray>(
            "sections"); // after defaults for http with retry-on all-retryable-errors
        QTest::addColumn<QStringList>("retried");
        const auto row = [](const char* name, const char* sections, const char* retried) {
            QTest::newRow(name) << QByteArray(sections) << QString::fromLatin1(retried).split(u' ');
        };
        row("plain", "frontend f\n default_backend app\nbackend app\n", "GET HEAD POST PUT DELETE");
        row("defaults of the frontend",
            "defaults d\n mode http\n http-request disable-l7-retry if METH_POST\nfrontend f from d\n"
            " default_backend app\ndefaults e\n mode http\n retry-on all-retryable-errors\nbackend app from "
            "e\n",
            "GET HEAD PUT DELETE");
        row("defaults of the backend",
            "frontend f\n default_backend app\ndefaults d\n mode http\n retry-on all-retryable-errors\n"
            " http-request disable-l7-retry if METH_POST\nbackend app from d\n",
            "GET HEAD PUT DELETE");
        row("unless",
            "frontend f\n http-request disable-l7-retry unless METH_GET\n default_backend app\nbackend app\n",
            "GET HEAD");
        row("acl",
            "frontend f\n default_backend app\nbackend app\n acl changes method POST PUT\n"
            " http-request disable-l7-retry if changes\n",
            "GET HEAD DELETE");
        row("braces and or",
            "frontend f\n http-request disable-l7-retry if { method PUT } || METH_DELETE\n default_backend "
            "app\n"
            "backend app\n",
            "GET HEAD POST");
    }
    void haproxyRetriesTheseMethods()
    {
        QFETCH(QByteArray, sections);
        QFETCH(QStringList, retried);
        const ImportedPolicy policy =
            imported("defaults\n mode http\n retries 3\n retry-on all-retryable-errors\n" + sections +
                     " server a 127.0.0.1:80\n");
        QCOMPARE(policy.part, QStringLiteral("backend app"));
        const auto rule = std::ranges::find(policy.policy.rules, std::string("statuses"), &Rule::id);
        QVERIFY(rule != policy.policy.rules.end());
        const std::vector<std::string>& methods = rule->when.methodIn;
        for (const char* method : {"GET", "HEAD", "POST", "PUT", "DELETE"}) {
            const bool isRetried = methods.empty() || std::ranges::find(methods, method) != methods.end();
            QVERIFY2(isRetried == retried.contains(QLatin1String(method)), method);
        }
    }

    /// HAProxy 2.6.12: each frontend switches retries off for its own requests only.
    void rulesOfOneFrontendAreNotThoseOfAnother()
    {
        const QByteArray before = "defaults\n mode http\n retry-on 503\n";
        const QByteArray after =
            " default_backend app\nfrontend g\n http-request disable-l7-retry if METH_PUT\n"
            " default_backend app\nbackend app\n retries 3\n";
        const QByteArray own = "frontend f\n http-request disable-l7-retry if METH_POST\n";
        const QByteArray inherited = "defaults d\n mode http\n http-request disable-l7-retry if METH_POST\n"
                                     "frontend f from d\n";
        for (const QByteArray& sections : {own, inherited}) {
            const QByteArray restored =
                sections == own ? QByteArray() : QByteArray("defaults\n mode http\n retry-on 503\n");
            const ImportedPolicy policy = imported(
                before + sections + QByteArray(after).replace("frontend g", restored + "frontend g"));
            const auto rule = std::ranges::find(policy.policy.rules, std::string("statuses"), &Rule::id);
            QVERIFY(rule != policy.policy.rules.end());
            QVERIFY2(rule->when.methodIn.empty(), sections.constData());
            QCOMPARE(leftOver(policy).count(QStringLiteral("holds only for requests that come through")), 2);
        }
    }

    /// Each form of a shared config file, as botocore and the AWS CLI read it when they were run.
    void sharedConfigFilesAreReadAsBotocoreReadsThem_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("requests"); // 0: refused
        QFile file(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/shared_config_forms.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        for (const QJsonValue form : QJsonDocument::fromJson(file.readAll()).object()[u"forms"].toArray()) {
            QTest::newRow(qPrintable(form[u"form"].toString()))
                << form[u"text"].toString().toUtf8() << form[u"botocore"].toInt(0);
        }
    }
    void sharedConfigFilesAreReadAsBotocoreReadsThem()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, requests);
        const auto result =
            importPolicy(text, {.kind = ConfigurationKind::SharedConfig, .part = {}, .id = {}}, {});
        if (!result) { // no setting in any profile
            constexpr int kUsual = 5;
            QVERIFY2(requests == 0 || requests == kUsual, qPrintable(result.error().text()));
            return;
        }
        const QString left = leftOver(result.value());
        static const QRegularExpression verb(QStringLiteral("botocore.*? (rejects?|ignores?|reads?) "));
        QVERIFY2(verb.match(left).captured(1).startsWith(QStringLiteral("reject")) == (requests == 0),
                 qPrintable(left));
        if (requests > 0) {
            QCOMPARE(result.value().policy.attempts.attempts(), requests);
        }
        for (const UnderstoodSetting& one : result.value().understood) {
            // What is not given in the text is never said of a line that is there, if not to botocore.
            const bool isThere = text.toLower().contains(one.setting.toUtf8());
            QVERIFY2(one.line > 0 || !isThere || left.contains(one.setting), qPrintable(one.setting + left));
        }
    }

    /// requests 2.32: HTTPAdapter makes Retry.from_int(3) of a number.
    void aNumberOfTheAdapterIsARetry()
    {
        const ImportedPolicy policy =
            imported("s.mount('https://', HTTPAdapter(pool_maxsize=4, max_retries=3))\n");
        QCOMPARE(policy.policy.attempts.attempts(), 4);
        QCOMPARE(becameOf(policy, QStringLiteral("max_retries: 3")),
                 QStringLiteral("3 retries at most, 4 attempts"));
    }

    /// HAProxy 2.6.12 warns of retries and timeout server and goes on.
    void whatHaproxyIgnoresInAFrontendDoesNotMatter()
    {
        const ImportedPolicy policy =
            imported("defaults\n mode http\nfrontend f\n retries 9\n"
                     " timeout server 3s\n default_backend a\nbackend a\n retries 2\n");
        QCOMPARE(policy.policy.attempts.attempts(), 3);
        int ignored = 0;
        for (const UnimportantSetting& one : policy.unimportant) {
            ignored += one.why == u"HAProxy ignores it in a frontend" ? 1 : 0;
        }
        QCOMPARE(ignored, 2);
    }

    void locationsOfOneNameAreToldApart()
    {
        const ImportedPolicy policy =
            imported("server { server_name a.b; location / { proxy_pass http://c; } }\n"
                     "server { location / { proxy_pass http://d; } }\n"
                     "server { location /x { proxy_pass http://d; } }\n");
        QCOMPARE(policy.parts,
                 (QStringList{QStringLiteral("location / of a.b, line 1"),
                              QStringLiteral("location / of line 2"), QStringLiteral("location /x")}));
    }

    /// istio/istio#42246: MERGE keeps the route's retry_on and num_retries.
    void aFilterIsMergedIntoTheRoute()
    {
        const QByteArray service = "kind: VirtualService\nmetadata: {name: a}\nspec:\n  hosts: [a]\n  http:\n"
                                   "  - retries: {attempts: 5, retryOn: 5xx}\n---\n";
        const auto filter = [](const char* match, const char* policy) {
            return QByteArray("kind: EnvoyFilter\nmetadata: {name: f}\nspec:\n  configPatches:\n  - applyTo: "
                              "HTTP_ROUTE\n"
                              "    match: {") +
                   match + "}\n    patch: {operation: MERGE, value: {route: {retry_policy: {" + policy +
                   "}}}}\n";
        };
        const auto baseOf = [](const ImportedPolicy& policy) {
            return policy.policy.backoff.base.byDefault;
        };
        const char* slow = "retry_back_off: {base_interval: 4s, max_interval: 40s}";
        const ImportedPolicy merged = imported(service + filter("context: SIDECAR_OUTBOUND", slow));
        QVERIFY(baseOf(merged) == Duration(4s));
        QVERIFY(merged.policy.backoff.cap == Duration(40s));
        QCOMPARE(merged.policy.attempts.attempts(), 6);
        const ImportedPolicy more = imported(service + filter({}, "num_retries: 1"));
        QCOMPARE(more.policy.attempts.attempts(), 2);
        QVERIFY(std::ranges::any_of(
            more.unimportant, [](const UnimportantSetting& one) { return one.setting == u"attempts: 5"; }));
        const ImportedPolicy named = imported(
            "kind: VirtualService\nmetadata: {name: a}\nspec: {http: [{name: a, retries: {attempts: 1}}]}\n");
        QCOMPARE(named.part, QStringLiteral("a")); // not a second time
        for (const char* other : {"context: SIDECAR_INBOUND", "routeConfiguration: {vhost: {name: b.c:80}}",
                                  "routeConfiguration: {vhost: {route: {name: other}}}"}) {
            QVERIFY2(baseOf(imported(service + filter(other, slow))) == Duration(25ms), other);
        }
        QVERIFY(baseOf(imported(service + filter("routeConfiguration: {vhost: {name: \"a.b.svc:80\"}}",
                                                 slow))) == Duration(4s));
    }

    void whatIsImportedPassesTheCheckOfPolicies_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("5xx and reset") << QByteArray(
            "retry_policy:\n  retry_on: 5xx,reset,connect-failure,gateway-error,retriable-status-codes\n"
            "  retriable_status_codes: [503, 429]\n");
        QTest::newRow("narrow first")
            << QByteArray("retry_policy:\n  retry_on: connect-failure,gateway-error,5xx,reset\n");
        QTest::newRow("headers") << QByteArray(
            "retry_policy:\n  retry_on: retriable-headers\n  retriable_headers:\n  - name: x-a\n"
            "  - { name: x-a, exact_match: b }\n");
        const QDir folder(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/import"));
        for (const QString& name : folder.entryList({QStringLiteral("*.txt")})) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QTest::newRow(qPrintable(name)) << file.readAll();
        }
    }
    void whatIsImportedPassesTheCheckOfPolicies()
    {
        QFETCH(QByteArray, text);
        const ImportedPolicy policy = imported(text);
        QVERIFY(!policy.policy.id.empty());
        QCOMPARE(remarks(policy), QString());
    }
};

RETRYSCOPE_TEST(TstRealPrograms)
#include "tst_real_programs.moc"
