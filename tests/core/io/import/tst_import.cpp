// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/judge.h"
#include "core/facts/attempt_facts.h"
#include "core/facts/enum_words.h"
#include "core/io/documents/policy_json.h"
#include "core/io/import/import.h"
#include "core/io/import/setting.h"
#include "core/io/text/utf8.h"
#include "tests/support/proportion.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <memory>

using namespace retryscope;
using namespace retryscope::io;

namespace {

QDir examples()
{
    return QDir(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/import"));
}

QByteArray contentOf(const QString& name)
{
    QFile file(examples().filePath(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

template <typename Settings>
QStringList linesOf(const Settings& settings)
{
    QStringList lines;
    for (const auto& one : settings) {
        lines += QStringLiteral("%1 %2").arg(QString::number(one.line), one.setting);
    }
    return lines;
}

QStringList texts(const QJsonValue& value)
{
    QStringList result;
    for (const QJsonValue one : value.toArray()) {
        result += one.toString();
    }
    return result;
}

/// On `GET 503`, `POST closedBeforeResponse`, `GET 200 responseTruncated`, `GET 503 retry-after=1`.
Decision decisionOn(const Policy& policy, const QString& row)
{
    const QStringList words = row.split(u' ');
    RequestSpec spec;
    spec.method = words.value(0).toStdString();
    spec.url = "http://localhost/";
    spec.service = "generic";
    AttemptFacts facts;
    if (const auto fault = fromWord<FaultKind>(words.value(1).toStdString())) {
        facts.fault = Fault{*fault, {}};
    } else {
        auto response = std::make_shared<Response>();
        response->status = words.value(1).toInt();
        for (const QString& header : words.mid(2)) {
            if (const auto cut = fromWord<FaultKind>(header.toStdString())) {
                facts.fault = Fault{*cut, {}};
                continue;
            }
            response->headers.add(header.section(u'=', 0, 0).toStdString(),
                                  header.section(u'=', 1).toStdString());
        }
        facts.response = response;
    }
    const ResolvedPolicy resolved = resolve(policy, spec);
    CallBeginning beginning = beginCall(resolved, {}, {});
    Admission admission = admit(resolved, beginning.client, beginning.request, {}, 0.5);
    return judge(resolved, spec, admission.client, admission.request, facts, {}, 0.5).decision;
}

/// `retry`, `succeed` or `stop`.
QString verdictOf(const Policy& policy, const QString& row)
{
    return toQString(std::string(toString(decisionOn(policy, row).verdict)));
}

} // namespace

class TstImport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aConfigurationBecomesAPolicyAndAListOfWhatIsMissing_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& file : examples().entryList({QStringLiteral("*.json")})) {
            QTest::newRow(qPrintable(file)) << file.chopped(5);
        }
    }

    void aConfigurationBecomesAPolicyAndAListOfWhatIsMissing()
    {
        QFETCH(QString, name);
        const QJsonObject expected =
            QJsonDocument::fromJson(contentOf(name + QStringLiteral(".json"))).object();
        const ImportWish wish{.kind = {}, .part = expected[QStringLiteral("part")].toString(), .id = {}};
        const Result<ImportedPolicy> result =
            importPolicy(contentOf(name.section(u'@', 0, 0) + QStringLiteral(".txt")), wish, {});
        QVERIFY2(result.ok(), result ? "" : qPrintable(result.error().text()));
        const ImportedPolicy& imported = result.value();
        QCOMPARE(toQString(wordOf(imported.kind)), expected[QStringLiteral("from")].toString());
        QVERIFY(!imported.guessedBy.isEmpty());
        QCOMPARE(linesOf(imported.understood), texts(expected[QStringLiteral("understood")]));
        QCOMPARE(linesOf(imported.notUnderstood), texts(expected[QStringLiteral("notUnderstood")]));
        QCOMPARE(linesOf(imported.unimportant), texts(expected[QStringLiteral("unimportant")]));
        QCOMPARE(imported.policy.attempts.attempts(), expected[QStringLiteral("attempts")].toInt());
        const QJsonObject verdicts = expected[QStringLiteral("verdicts")].toObject();
        QVERIFY(!verdicts.isEmpty());
        for (auto row = verdicts.begin(); row != verdicts.end(); ++row) {
            QVERIFY2(
                verdictOf(imported.policy, row.key()) == row.value().toString(),
                qPrintable(QStringLiteral("%1 is %2").arg(row.key(), verdictOf(imported.policy, row.key()))));
        }
    }

    /// Each spelling of a condition decides as axios-retry did when it was run.
    void conditionsOfAxiosDecideAsTheyDid_data()
    {
        QTest::addColumn<QString>("condition");
        QTest::addColumn<QStringList>("asked");
        QTest::addColumn<QStringList>("retried");
        const QJsonObject all =
            QJsonDocument::fromJson(contentOf(QStringLiteral("../axios_conditions.json"))).object();
        for (const QJsonValue one : all[QStringLiteral("conditions")].toArray()) {
            const QString condition = one[QStringLiteral("condition")].toString();
            QTest::newRow(qPrintable(condition))
                << condition << texts(all[QStringLiteral("asked")]) << texts(one[QStringLiteral("retried")]);
        }
    }

    void conditionsOfAxiosDecideAsTheyDid()
    {
        QFETCH(QString, condition);
        QFETCH(QStringList, asked);
        QFETCH(QStringList, retried);
        const QString text = QStringLiteral("axiosRetry(axios, { retryCondition: %1 })").arg(condition);
        const Result<ImportedPolicy> imported = importPolicy(text.toUtf8(), {}, {});
        QVERIFY(imported.ok() && imported.value().notUnderstood.empty());
        for (const QString& row : asked) {
            QString facts = row;
            facts.replace(QStringLiteral("close"), QStringLiteral("closedBeforeResponse"))
                .replace(QStringLiteral("hang"), QStringLiteral("readTimeout"));
            QVERIFY2(verdictOf(imported.value().policy, facts) ==
                         (retried.contains(row) ? QStringLiteral("retry") : QStringLiteral("stop")),
                     qPrintable(row));
        }
    }

    /// Where code that was not evaluated decides, nothing is retried, and the verdict says what it depends
    /// on.
    void codeThatWasNotReadDecidesNothing_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("facts");
        QTest::addColumn<QString>("stopReason"); // empty: it is retried
        const auto row = [](const char* name, const char* text, const char* facts, const char* reason) {
            QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(facts)
                                << QString::fromLatin1(reason);
        };
        const char* const whole = "axiosRetry(a, { retryCondition: (e) => isMine(e) })";
        row("all of it, 503", whole, "GET 503", "unreadCode");
        row("all of it, 404", whole, "POST 404", "unreadCode");
        row("all of it, reset", whole, "GET connectionReset", "unreadCode");
        const char* const either =
            "axiosRetry(a, { retryCondition: (e) => e.response?.status === 503 || isMine(e) })";
        row("or, true", either, "GET 503", "");
        row("or, false", either, "GET 429", "unreadCode");
        const char* const both =
            "axiosRetry(a, { retryCondition: (e) => e.response?.status === 503 && isMine(e) })";
        row("and, true", both, "GET 503", "unreadCode");
        row("and, false", both, "GET 429", "notRetryable");
        const char* const throws = "axiosRetry(a, { retryCondition: (e) => e.response.status === 503 })";
        row("throws", throws, "GET connectionReset", "notRetryable");
        const char* const predicate =
            "resilience4j.retry:\n  instances:\n    a: {maxAttempts: 3, retryExceptionPredicate: a.B}\n";
        row("predicate", predicate, "GET 404", "unreadCode");
        const char* const subclass =
            "class R(Retry):\n    def is_retry(self, method, status):\n        return f()\n"
            "r = R(total=3, status_forcelist=[503])\n"
            "s = Retry(total=3, status_forcelist=[503])\n";
        row("subclass", subclass, "GET 503", "unreadCode");
        row("subclass, no response", subclass, "GET connectionReset", "");
        const char* const own =
            "class Own(Retry):\n    def is_retry(self, method, status):\n        return True\n";
        const QByteArray makesPlain = QByteArray(own) + "r = Retry(total=3)\n";
        row("a class that makes no Retry", makesPlain.constData(), "GET 404", "unreadCode");
        const QByteArray makesOwn = QByteArray(own) + "r = Own(total=3)\n";
        row("a class that makes the Retry", makesOwn.constData(), "GET 404", "");
        row("a default, before", "# urllib3<2\nRetry.DEFAULT_ALLOWED_METHODS = ['POST']\nr = Retry(3)\n",
            "POST connectionReset", "");
        row("a default, too late", "# urllib3<2\nr = Retry(3)\nRetry.DEFAULT_ALLOWED_METHODS = ['POST']\n",
            "POST connectionReset", "notRetryable");
        row("a default that is no status", "Retry.RETRY_AFTER_STATUS_CODES = [5]\nr = Retry(3)\n",
            "GET 503 Retry-After=1", "");
    }

    void codeThatWasNotReadDecidesNothing()
    {
        QFETCH(QString, text);
        QFETCH(QString, facts);
        QFETCH(QString, stopReason);
        const Result<ImportedPolicy> imported = importPolicy(text.toUtf8(), {}, {});
        QVERIFY2(imported.ok(), imported ? "" : qPrintable(imported.error().text()));
        const Decision decision = decisionOn(imported.value().policy, facts);
        QCOMPARE(decision.stopReason ? toQString(std::string(toString(*decision.stopReason))) : QString(),
                 stopReason);
    }

    void everyExampleHasAnExpectation()
    {
        for (const QString& file : examples().entryList({QStringLiteral("*.txt")})) {
            QVERIFY2(examples().exists(file.chopped(4) + QStringLiteral(".json")), qPrintable(file));
        }
    }

    void theDocumentIsThePolicy()
    {
        for (const QString& file : examples().entryList({QStringLiteral("*.txt")})) {
            const Result<ImportedPolicy> result = importPolicy(contentOf(file), {}, file);
            QVERIFY2(result.ok(), qPrintable(file));
            const QByteArray written = QJsonDocument(result.value().document).toJson();
            const Result<Policy> again = policyFromJson(written, file);
            QVERIFY2(again.ok(), again ? "" : qPrintable(again.error().text()));
            QVERIFY(again.value() == result.value().policy);
            QVERIFY(result.value().document.contains(QStringLiteral("extends")));
        }
    }

    void whatCannotBeReadIsSaidWithItsLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QByteArray& text, const char* kind, const char* message) {
            QTest::newRow(name) << text << QString::fromLatin1(kind) << QString::fromUtf8(message);
        };
        row("empty", " \n", "", "is empty");
        row("nothing known", "hello world", "", "Choose one of: AWS shared config, gRPC service config");
        row("zero byte", QByteArray("retry_on: 5xx\0", 14), "", "zero byte");
        row("invalid YAML", "retry_policy:\n  retry_on: [5xx\n", "envoy", "line 3: invalid YAML");
        row("a template", "retry_policy:\n  {{- if .Values.retry }}\n  retry_on: 5xx\n  {{- end }}\n",
            "envoy", "the text is a template");
        row("no retries in it", "a: 1\n", "envoy", "no retry settings for Envoy retry policy found");
        row("cut JSON", "{\"methodConfig\": [{\n\"retryPolicy\": {", "grpc", "line 2: unclosed {");
        row("hedging alone",
            "{\"methodConfig\": [{\"name\": [{\"service\": \"a.B\"}],\n \"hedgingPolicy\": {\"maxAttempts\": "
            "3}}]}",
            "grpc", "a.B uses hedging");
        row("no retries in an object", "{\"loadBalancingConfig\": [{\"round_robin\": {}}]}", "grpc",
            "no retry settings for");
        row("cut call", "x = 1\nRetry(total=3, status_forcelist=[500,", "urllib3", "line 2: unclosed [");
        row("options elsewhere", "axiosRetry(client, options);", "axios-retry",
            "line 1: axiosRetry takes its options from \"options\"");
        row("no profile", "[default]\nregion = x\n", "shared-config", "retry_mode or max_attempts");
        row("bad line", "[default]\nretry_mode\n", "shared-config", "line 2: found \"retry_mode\"");
        row("only hedging", R"({"methodConfig": [{"hedgingPolicy": {"maxAttempts": 4}}]})", "grpc",
            "uses hedging: gRPC sends several attempts at the same time");
        row("properties too deep",
            "resilience4j.retry.instances.x.maxAttempts=3\na" + QByteArray(".b").repeated(80) + "=1",
            "resilience4j", "line 2: nested deeper than 64 levels");
        row("retries elsewhere", "RETRIES = made()\nConfig(retries=RETRIES)", "botocore-config",
            "line 2: Config takes its retries from \"RETRIES\"");
        row("a route without retry", "kind: HTTPRoute\nspec: {rules: [{}]}", "gateway-api",
            "no retry settings");
        row("no annotations", "kind: Ingress\n", "ingress-nginx", "an Ingress with annotations");
        row("a header without a name",
            "retry_policy:\n  retry_on: 5xx\n  rate_limited_retry_back_off:\n    reset_headers:\n"
            "    - name: \"\"\n      format: SECONDS\n",
            "envoy",
            "line 5: Envoy refuses \"reset_headers: name, format\": reset_headers needs a header name");
        row("a cap below the base",
            "retry_policy:\n  retry_on: 5xx\n  retry_back_off: {base_interval: 3s, max_interval: 1s}\n",
            "envoy", "line 3: Envoy refuses \"retry_back_off: base_interval, max_interval\"");
        row("not a code",
            R"({"methodConfig": [{"retryPolicy": {"maxAttempts": 2, "initialBackoff": "1s", "maxBackoff": "1s",)"
            R"("backoffMultiplier": 2, "retryableStatusCodes": ["TEAPOT"]}}]})",
            "grpc", "line 1: gRPC refuses \"retryableStatusCodes: TEAPOT\": not a gRPC status code");
        row("no longest delay",
            R"({"methodConfig": [{"retryPolicy": {"maxAttempts": 2, "initialBackoff": "1s",)"
            R"("backoffMultiplier": 2, "retryableStatusCodes": ["ABORTED"]}}]})",
            "grpc", "line 1: gRPC refuses \"retryPolicy\": maxBackoff is missing");
        row("not a word of nginx", "proxy_next_upstream error http_501;", "nginx",
            "line 1: nginx refuses \"proxy_next_upstream http_501\"");
        row("no number of retries", "defaults\n  mode http\n  retries\n", "haproxy",
            "line 3: HAProxy refuses \"retries\": without a number");
        row("none beside another word", "backend b\n  mode http\n  retry-on none 503\n", "haproxy",
            "line 3: HAProxy refuses \"retry-on none 503\": none must stand alone");
        row("an http frontend of a tcp backend",
            "frontend f\n  mode http\n  default_backend b\nbackend b\n  mode tcp\n  retries 2\n", "haproxy",
            "line 5: HAProxy refuses \"mode tcp\": frontend f, which is of mode http");
        row("of a reverse_proxy, outside",
            "a.com {\nlb_retries 2\nreverse_proxy b {\nlb_try_duration 1s\n}\n}\n", "caddy",
            "line 2: Caddy refuses \"lb_retries 2\": unrecognized directive; it belongs in a reverse_proxy");
        row("a multiplier of another type",
            "{\"methodConfig\": [{\"retryPolicy\": {\"maxAttempts\": 3, \"initialBackoff\": \"1s\", "
            "\"maxBackoff\": "
            "\"1s\", \"backoffMultiplier\": \"2\", \"retryableStatusCodes\": [14]}}]}",
            "grpc", "gRPC refuses \"backoffMultiplier: 2\": not a number above 0");
        row("tries without a number",
            "upstream a { server b; server c; }\nserver { location / { proxy_pass http://a;\n"
            "proxy_next_upstream_tries two; } }",
            "nginx", "line 3: nginx refuses \"proxy_next_upstream_tries two\": not a number of tries");
        row("of a location, in an upstream",
            "upstream a { server b;\nproxy_next_upstream error; }\nserver { location / { proxy_pass "
            "http://a; } }",
            "nginx", "line 2: nginx refuses \"proxy_next_upstream error\": not allowed in an upstream block");
        row("retry-on in a frontend", "frontend f\n  mode http\n  retry-on 503\n", "haproxy",
            "line 3: HAProxy refuses \"retry-on 503\": only a backend or listen section can have it");
        row("too long", QByteArray(2'000'000, 'a'), "envoy", "longer than 1 MiB");
    }

    void whatCannotBeReadIsSaidWithItsLine()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, kind);
        QFETCH(QString, message);
        const ImportWish wish{.kind = fromWord<ConfigurationKind>(kind.toStdString()), .part = {}, .id = {}};
        const Result<ImportedPolicy> result = importPolicy(text, wish, {});
        QVERIFY(!result.ok());
        QVERIFY2(result.error().text().contains(message), qPrintable(result.error().text()));
        QCOMPARE(result.error().kind, Error::Kind::BadInput);
    }

    void aPartThatIsNotThereIsNamedWithThoseThatAre()
    {
        const ImportWish wish{.kind = {}, .part = QStringLiteral("backendC"), .id = {}};
        const Result<ImportedPolicy> result =
            importPolicy(contentOf(QStringLiteral("resilience4j-demo.txt")), wish, {});
        QVERIFY(!result.ok());
        QCOMPARE(result.error().kind, Error::Kind::BadUsage);
        QVERIFY(result.error().text().contains(QStringLiteral("backendA")));
    }

    void aFileThatGrowsByAliasesIsRefused()
    {
        QByteArray text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 9; ++i) {
            const QByteArray last = "*a" + QByteArray::number(i - 1);
            QByteArray line = "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [" + last;
            for (int j = 0; j < 9; ++j) {
                line += ", " + last;
            }
            text += line + "]\n";
        }
        const ImportWish wish{.kind = ConfigurationKind::Envoy, .part = {}, .id = {}};
        const Result<ImportedPolicy> result = importPolicy(text, wish, {});
        QVERIFY(!result.ok());
        QVERIFY2(result.error().text().contains(QStringLiteral("more than 100000 values")),
                 qPrintable(result.error().text()));
    }

    void nestingHasALimitInEveryLanguage()
    {
        const auto textOf = [](const char* open, const QByteArray& before) {
            return before + QByteArray(open).repeated(5000);
        };
        const auto refuses = [](ConfigurationKind kind, const QByteArray& text) {
            const Result<ImportedPolicy> result =
                importPolicy(text, {.kind = kind, .part = {}, .id = {}}, {});
            return !result.ok() && result.error().text().contains(QStringLiteral("deeper than 64"));
        };
        QVERIFY(refuses(ConfigurationKind::Envoy, textOf("[", "retry_policy: ")));
        QVERIFY(refuses(ConfigurationKind::Grpc, textOf("{a:", {})));
        QVERIFY(refuses(ConfigurationKind::Urllib3, textOf("[", "Retry(")));
        QVERIFY(refuses(ConfigurationKind::Nginx, textOf("a {", {})));
    }

    void hostileTextsAreReadInOneGo_data()
    {
        QTest::addColumn<QByteArray>("start");
        QTest::addColumn<QByteArray>("piece");
        QTest::addColumn<QByteArray>("end");
        const auto row = [](const char* name, const char* start, const char* piece, const char* end) {
            QTest::newRow(name) << QByteArray(start) << QByteArray(piece) << QByteArray(end);
        };
        row("line ends", "", "\n", "x");
        row("blanks", "", " ", "x");
        row("signs of Envoy", "", "retry_policy: {\n", "");
        row("signs of Istio", "", "- ", "retries");
        row("a long number", "Retry(total=", "1", "x)");
        row("a long product", "Retry(total=", "1*", "1)");
        row("a long list", "Retry(status_forcelist=[", "503,", "504])");
        row("open quotes", "'", "\\'", "");
        row("open parentheses", "Retry(", "(", "");
        row("calls", "", "Retry(", "");
        row("a long condition", "axiosRetry(a, {retryCondition: (e) => ", "e.x === 503 || ", "false})");
        row("names of a list", "Retry(allowed_methods=[", "\"M\",", "\"N\"])");
        row("a long alternative", "axiosRetry(a, {retryCondition: (e) => ",
            "(e.response?.status === 503) || ", "false})");
        row("open brackets of a condition", "axiosRetry(a, {retryCondition: (e) => ", "!(", "e})");
        row("Config", "", "Config(retries={},", "");
        row("one line of words", "Config(retries={})", "max_attempts ", "");
        row("Ingresses", "",
            "---\nmetadata: {annotations: {nginx.ingress.kubernetes.io/proxy-next-upstream: error}}\n", "");
        row("routes", "", "---\nkind: HTTPRoute\nspec: {rules: [{\nretry: {attempts: 1}}]}\n", "");
        row("frontends", "backend b\n retries 3\n", "frontend f\n default_backend b\n", "");
        row("locations", "proxy_next_upstream error;", "location / { proxy_pass http://a; }\n", "");
        row("filters", "",
            "---\nkind: EnvoyFilter\nspec: {configPatches: [{patch: {value: {route: {retry_policy: "
            "{}}}}}]}\n",
            "");
        row("an Envoy route", "retry_policy:\n", "  - {retry_on: \"5xx\"}\n", "");
    }

    void hostileTextsAreReadInOneGo()
    {
        QFETCH(QByteArray, start);
        QFETCH(QByteArray, piece);
        QFETCH(QByteArray, end);
        const QString problem = test::outOfProportion(8 * 1024, [&](qsizetype size) {
            (void)importPolicy(start + piece.repeated(size / piece.size()) + end, {}, {});
        });
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void whatIsSaidIsOneBoundedLine()
    {
        const QByteArray text = "retry_policy:\n  retry_on: \"" + QByteArray("x\\n").repeated(300) +
                                "\"\n  " + QByteArray(500, 'y') + ": 1\n";
        const Result<ImportedPolicy> result = importPolicy(text, {}, {});
        QVERIFY(result.ok());
        QVERIFY(!result.value().notUnderstood.empty());
        for (const SkippedSetting& one : result.value().notUnderstood) {
            QVERIFY(one.setting.size() <= 101);
            QVERIFY(!one.setting.contains(u'\n'));
        }
    }
};

RETRYSCOPE_TEST(TstImport)
#include "tst_import.moc"
