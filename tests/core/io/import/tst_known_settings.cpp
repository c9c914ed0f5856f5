// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each setting that Retryscope knows, alone in a small configuration, is in exactly one list of the report.

#include "core/io/import/import.h"
#include "core/io/import/known_settings.h"
#include "core/io/import/rest_of_text.h"
#include "core/io/import/setting.h"
#include "core/io/text/utf8.h"
#include "tests/support/strict_main.h"

#include <QRegularExpression>

#include <algorithm>
#include <span>

using namespace retryscope;
using namespace retryscope::io;

namespace {

constexpr std::size_t kMostOfAKind = 25;

/// What stands in the example for `timeout server`, `retry_policy.retry_on`, `*_pass`, `server backup`.
QString leafOf(const QString& name)
{
    if (name.startsWith(u"server ") || name.startsWith(u"default-server ")) {
        return name.section(u' ', 1);
    }
    return name.startsWith(u'*') ? QStringLiteral("proxy") + name.mid(1) : name;
}

/// The part of the text that is this name in some spelling; empty: none.
QString spelledIn(const QString& text, const QString& name)
{
    const QString leaf = leafOf(name);
    if (text.contains(leaf)) {
        return leaf;
    }
    static const QRegularExpression kToken(QStringLiteral("[\\w-]+"));
    for (auto each = kToken.globalMatch(text); each.hasNext();) {
        const QString token = each.next().captured();
        if (plainName(token) == plainName(leaf.section(u'.', -1))) {
            return token;
        }
    }
    return {};
}

/// The example with this one of the setting's names.
QString exampleWith(const KnownSetting& setting, const QString& name)
{
    QString example = toQString(setting.example);
    for (const std::string& other : setting.names) {
        const QString spelled = spelledIn(example, toQString(other));
        if (!spelled.isEmpty() && spelledIn(example, name).isEmpty()) {
            const QString leaf = leafOf(name);
            return example.replace(spelled, spelled.contains(u'.') ? leaf : leaf.section(u'.', -1));
        }
    }
    return example;
}

/// The example with what gRPC requires beside it; empty: all of that alone.
QString wholeRetryPolicy(QString example)
{
    if (example.isEmpty()) {
        example = QStringLiteral("\"retryPolicy\": {}");
    }
    for (const auto& [name, value] : {std::pair("maxAttempts", "3"), std::pair("initialBackoff", "\"1s\""),
                                      std::pair("maxBackoff", "\"2s\""), std::pair("backoffMultiplier", "2"),
                                      std::pair("retryableStatusCodes", "[\"ABORTED\"]")}) {
        if (!plainName(example).contains(plainName(QLatin1String(name)))) {
            const bool isFirst = example.endsWith(QStringLiteral("{}"));
            example.insert(example.lastIndexOf(u'}'),
                           (isFirst ? QString() : QStringLiteral(", ")) +
                               QStringLiteral("\"%1\": %2").arg(QLatin1String(name), QLatin1String(value)));
        }
    }
    return example;
}

/// A small configuration around the example.
QString configurationWith(ConfigurationKind kind, bool isOutside, const QString& example)
{
    const auto begins = [&example](const char* word) {
        return example.startsWith(QLatin1String(word));
    };
    switch (kind) {
    case ConfigurationKind::Haproxy:
        return QStringLiteral("defaults\n  mode http\nbackend app\n  retries 3\n  retry-on conn-failure\n"
                              "  server a 10.0.0.1:80\n%1\n")
            .arg(example);
    case ConfigurationKind::Nginx:
        return QStringLiteral("http {\n%1\nserver { location / { proxy_pass http://a;\n%2\n} } }")
            .arg(begins("upstream") ? example : QString(), begins("upstream") ? QString() : example);
    case ConfigurationKind::Envoy:
        return example + QStringLiteral("\n---\nretry_policy: {retry_on: 5xx}\n");
    case ConfigurationKind::Istio:
        return (begins("trafficPolicy") || begins("workloadSelector")
                    ? QStringLiteral("spec: {http: [{name: a}]}\n---\nspec: {%1}\n")
                    : QStringLiteral("spec: {http: [{name: a, %1}]}\n"))
            .arg(example);
    case ConfigurationKind::Grpc:
        if (isOutside) {
            return example + QStringLiteral("\n{\"methodConfig\": [{%1}]}").arg(wholeRetryPolicy(QString()));
        }
        return begins("\"retryPolicy")
                   ? QStringLiteral("{\"methodConfig\": [{%1}]}").arg(wholeRetryPolicy(example))
               : begins("\"retryThrottling") || begins("\"health")
                   ? QStringLiteral("{%1, \"methodConfig\": [{%2}]}")
                         .arg(example, wholeRetryPolicy(QString()))
                   : QStringLiteral("{\"methodConfig\": [{%2, %1}]}")
                         .arg(example, wholeRetryPolicy(QString()));
    case ConfigurationKind::Traefik:
        return (begins("retry") ? QStringLiteral("http: {middlewares: {a: {%1}}}")
                                : QStringLiteral("http: {middlewares: {a: {retry: {attempts: 3}}, b: {%1}}}"))
            .arg(example);
    case ConfigurationKind::Caddy:
        return QStringLiteral("a.b {\nreverse_proxy c:1 d:1 {\n%1\n}\n}").arg(example);
    case ConfigurationKind::Spring:
        return QStringLiteral("@Retryable(%1)\npublic void order() {}").arg(example);
    case ConfigurationKind::SharedConfig:
        return QStringLiteral("[default]\nretry_mode = standard\n") + example;
    case ConfigurationKind::Urllib3:
        return isOutside ? example + QStringLiteral("\nr = Retry(3)")
                         : QStringLiteral("r = Retry(%1)").arg(example);
    case ConfigurationKind::AxiosRetry:
        return isOutside ? example + QStringLiteral("\naxiosRetry(c, {retries: 2})")
                         : QStringLiteral("axiosRetry(c, {%1})").arg(example);
    case ConfigurationKind::GatewayApi:
        return (begins("retry:")
                    ? QStringLiteral("kind: HTTPRoute\nspec: {rules: [{%1}]}")
                    : QStringLiteral("kind: HTTPRoute\nspec: {rules: [{retry: {attempts: 1}, %1}]}"))
            .arg(example);
    case ConfigurationKind::EnvoyGateway:
        return (begins("retry:")
                    ? QStringLiteral("kind: BackendTrafficPolicy\nspec: {%1}")
                    : QStringLiteral("kind: BackendTrafficPolicy\nspec: {retry: {numRetries: 1}, %1}"))
            .arg(example);
    case ConfigurationKind::IngressNginx:
        return QStringLiteral("metadata:\n  annotations:\n    nginx.ingress.kubernetes.io/%1\n").arg(example);
    case ConfigurationKind::BotocoreConfig:
        return isOutside ? example + QStringLiteral("\nConfig(retries={'max_attempts': 1})")
                         : QStringLiteral("Config(%1)").arg(example);
    case ConfigurationKind::Resilience4j:
        break;
    }
    QString inner = example.section(QStringLiteral(": {"), 1);
    inner.chop(1);
    return begins("beside")
               ? QStringLiteral("resilience4j: {retry: {%1, instances: {a: {maxAttempts: 3}}}}").arg(inner)
           : begins("module")
               ? QStringLiteral("resilience4j: {%1, retry: {instances: {a: {maxAttempts: 3}}}}").arg(inner)
               : QStringLiteral("resilience4j: {retry: {instances: {a: {%1}}}}").arg(example);
}

/// Whether one of them stands in the lines from first to last.
template <typename Settings>
bool names(const Settings& settings, const QString& name, int first, int last)
{
    return std::ranges::any_of(settings, [&](const auto& one) {
        return one.line >= first && one.line <= last && plainName(one.setting).contains(plainName(name));
    });
}

} // namespace

class TstKnownSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFilesAreWhole()
    {
        for (const auto& [kind, word] : EnumWords<ConfigurationKind>::kWords) {
            const KnownSettings& known = knownSettings(kind);
            QVERIFY2(known.kind == kind && !known.settings.empty(), word);
            QVERIFY2(known.own <= kMostOfAKind, word);
            for (const KnownSetting& setting : known.settings) {
                QVERIFY2(!setting.source.empty(), setting.names.front().c_str());
                QVERIFY2(setting.means.empty() != setting.unimportant.empty(), setting.names.front().c_str());
            }
        }
    }

    void eachIsInExactlyOneList_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("example");
        QTest::addColumn<QString>("text");
        for (const auto& [kind, word] : EnumWords<ConfigurationKind>::kWords) {
            const KnownSettings& known = knownSettings(kind);
            for (const KnownSetting& setting : std::span(known.settings).first(known.own)) {
                for (const std::string& each : setting.names) {
                    const QString name = toQString(each);
                    const QString example = exampleWith(setting, name);
                    QTest::addRow("%s %s %s", word, each.c_str(), setting.text.c_str())
                        << static_cast<int>(kind) << spelledIn(example, name) << example
                        << configurationWith(kind, setting.outside, example);
                }
            }
        }
    }

    void eachIsInExactlyOneList()
    {
        QFETCH(int, kind);
        QFETCH(QString, name);
        QFETCH(QString, example);
        QFETCH(QString, text);
        const auto imported = importPolicy(
            text.toUtf8(), {.kind = static_cast<ConfigurationKind>(kind), .part = {}, .id = {}}, {});
        QVERIFY2(imported.ok(), qPrintable((imported ? QString() : imported.error().text()) + text));
        const QString what = name.isEmpty() ? QStringLiteral("proxy_pass") : name;
        const auto begin = name.isEmpty() ? 0 : text.lastIndexOf(example);
        const int first = 1 + static_cast<int>(text.left(begin).count(u'\n'));
        const int last = first + static_cast<int>((name.isEmpty() ? text : example).count(u'\n'));
        const int lists = (names(imported.value().understood, what, first, last) ? 1 : 0) +
                          (names(imported.value().notUnderstood, what, first, last) ? 1 : 0) +
                          (names(imported.value().unimportant, what, first, last) ? 1 : 0);
        QVERIFY2(lists == 1,
                 qPrintable(QStringLiteral("%1 is in %2 lists of\n%3").arg(what).arg(lists).arg(text)));
    }

    void anUnknownNameIsNamed_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        const auto row = [](ConfigurationKind kind, const char* name, const char* text) {
            QTest::addRow("%s in %s", name, std::string(wordOf(kind)).c_str())
                << static_cast<int>(kind) << QString::fromLatin1(name) << QString::fromLatin1(text);
        };
        row(ConfigurationKind::Nginx, "proxy_replay_limit",
            "http { proxy_replay_limit 3; server { location / { proxy_pass http://a; } } }");
        row(ConfigurationKind::Nginx, "upstream_hold",
            "upstream a { server b; upstream_hold 3; } server { location / { proxy_pass http://a; } }");
        row(ConfigurationKind::Haproxy, "option redispatch-more",
            "backend a\n  retries 3\n  option redispatch-more\n");
        row(ConfigurationKind::Haproxy, "tune.retry-buffer",
            "global\n  tune.retry-buffer 3\nbackend a\n  retries 3\n");
        row(ConfigurationKind::Haproxy, "timeout replay",
            "frontend f\n  timeout replay 3\n  default_backend a\nbackend a\n  retries 3\n");
        row(ConfigurationKind::Envoy, "hurry", "route: {retry_policy: {retry_on: 5xx, hurry: 1}}");
        row(ConfigurationKind::Envoy, "retry_plan",
            "virtual_hosts: [{name: a, retry_plan: 1, routes: [{route: {retry_policy: {retry_on: 5xx}}}]}]");
        row(ConfigurationKind::Envoy, "upstream_plan",
            "route: {cluster: a, retry_policy: {retry_on: 5xx}}\n---\nclusters: [{name: a, upstream_plan: "
            "1}]");
        row(ConfigurationKind::Istio, "hurry", "spec: {http: [{retries: {attempts: 2, hurry: 1}}]}");
        row(ConfigurationKind::Grpc, "hurry",
            qPrintable(QStringLiteral("{\"methodConfig\": [{%1}]}")
                           .arg(wholeRetryPolicy(QStringLiteral("\"retryPolicy\": {\"hurry\": 1}")))));
        row(ConfigurationKind::AxiosRetry, "hurry", "axiosRetry(a, {retries: 3, hurry: 1})");
        row(ConfigurationKind::Resilience4j, "hurry",
            "resilience4j: {retry: {instances: {a: {maxAttempts: 3, hurry: 1}}}}");
        row(ConfigurationKind::Traefik, "hurry",
            "http: {middlewares: {a: {retry: {attempts: 3, hurry: 1}}}}");
        row(ConfigurationKind::Caddy, "lb_retry_hurry",
            "reverse_proxy a {\nlb_retries 2\nlb_retry_hurry 1\n}");
        row(ConfigurationKind::Spring, "hurry", "@Retryable(maxRetries = 3, hurry = 1)\nvoid order() {}");
        row(ConfigurationKind::GatewayApi, "hurry",
            "kind: HTTPRoute\nspec: {rules: [{retry: {attempts: 1, hurry: 1}}]}");
        row(ConfigurationKind::EnvoyGateway, "hurry",
            "kind: BackendTrafficPolicy\nspec: {retry: {numRetries: 1, hurry: 1}}");
        row(ConfigurationKind::IngressNginx, "proxy-replay",
            "metadata: {annotations: {nginx.ingress.kubernetes.io/proxy-replay: 1}}");
        row(ConfigurationKind::SharedConfig, "retry_quota",
            "[default]\nretry_mode = standard\nretry_quota = 3\n");
    }

    void anUnknownNameIsNamed()
    {
        QFETCH(int, kind);
        QFETCH(QString, name);
        QFETCH(QString, text);
        const auto imported = importPolicy(
            text.toUtf8(), {.kind = static_cast<ConfigurationKind>(kind), .part = {}, .id = {}}, {});
        QVERIFY2(imported.ok(), qPrintable(imported ? QString() : imported.error().text()));
        QVERIFY(std::ranges::any_of(imported.value().notUnderstood, [&name](const SkippedSetting& one) {
            return one.setting.startsWith(name) && one.why == u"unknown setting";
        }));
    }

    /// A constant counts where it is certain: given once, whole, and changed nowhere.
    void constantsAreReadWhereTheyAreCertain_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("total"); // as the report has it; empty: not understood
        const auto row = [](const char* name, const char* text, const char* total) {
            QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(total);
        };
        row("a number", "MOST = 3  # at most\nRetry(total=MOST)", "3");
        row("a product", "MOST = 2 * 2\nRetry(total=MOST)", "4");
        row("an annotation", "MOST: int = 3\nRetry(total=MOST)", "3");
        row("an argument of its name", "MOST = 3\nf(\n    MOST=5,\n)\nRetry(total=MOST)", "3");
        row("given twice", "MOST = 3\nMOST = 4\nRetry(total=MOST)", "");
        row("given again within a block", "MOST = 3\nif DEBUG:\n    MOST = 1\nRetry(total=MOST)", "");
        row("changed", "MOST = 3\nMOST += 1\nRetry(total=MOST)", "");
        row("more than a value", "MOST = (2 + 1) * 3\nRetry(total=MOST)", "");
        row("of itself", "MOST = MOST\nRetry(total=MOST)", "");
    }

    void constantsAreReadWhereTheyAreCertain()
    {
        QFETCH(QString, text);
        QFETCH(QString, total);
        const auto imported =
            importPolicy(text.toUtf8(), {.kind = ConfigurationKind::Urllib3, .part = {}, .id = {}}, {});
        QVERIFY2(imported.ok(), qPrintable(imported ? QString() : imported.error().text()));
        const auto has = [](const auto& settings, const QString& setting) {
            return std::ranges::any_of(settings, [&](const auto& one) { return one.setting == setting; });
        };
        QVERIFY(total.isEmpty() ? has(imported.value().notUnderstood, QStringLiteral("total: MOST"))
                                : has(imported.value().understood, QStringLiteral("total: ") + total));
    }

    void aListThatIsChangedIsNotRead()
    {
        for (const char* text : {"CODES = [500] + OTHERS\nRetry(3, status_forcelist=CODES)",
                                 "CODES = [500]\nCODES.append(429)\nRetry(3, status_forcelist=CODES)"}) {
            const auto imported =
                importPolicy(text, {.kind = ConfigurationKind::Urllib3, .part = {}, .id = {}}, {});
            QVERIFY(imported.ok());
            QCOMPARE(imported.value().notUnderstood.front().setting,
                     QStringLiteral("status_forcelist: CODES"));
        }
    }

    void theReleaseOfASettingIsSaid()
    {
        const auto imported = importPolicy("Retry(total=3, backoff_max=2)",
                                           {.kind = ConfigurationKind::Urllib3, .part = {}, .id = {}}, {});
        QVERIFY(imported.ok());
        for (const UnderstoodSetting& one : imported.value().understood) {
            QCOMPARE(one.became.endsWith(QLatin1String("; since urllib3 2.0")),
                     one.setting.startsWith(QLatin1String("backoff_max")));
        }
        const auto old = importPolicy("Retry(method_whitelist=['GET'])",
                                      {.kind = ConfigurationKind::Urllib3, .part = {}, .id = {}}, {});
        QVERIFY(old.ok());
        QVERIFY(old.value().understood.front().became.endsWith(QLatin1String("; gone in urllib3 2.0")));
    }

    void aMisspeltNameIsNamedWithWhatItMayMean_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("meant");
        QTest::newRow("nginx")
            << static_cast<int>(ConfigurationKind::Nginx)
            << "upstream a { server b; keepaliv 3; } server { location / { proxy_pass http://a; } }"
            << "keepaliv 3"
            << "keepalive";
        QTest::newRow("nginx, of a module")
            << static_cast<int>(ConfigurationKind::Nginx)
            << "server { location / { proxy_pass http://a; proxy_bufering off; } }"
            << "proxy_bufering off"
            << "proxy_buffering";
        QTest::newRow("HAProxy") << static_cast<int>(ConfigurationKind::Haproxy)
                                 << "global\n  tune.bufsie 3\nbackend a\n  retries 3\n"
                                 << "tune.bufsie 3"
                                 << "tune.bufsize";
    }

    void aMisspeltNameIsNamedWithWhatItMayMean()
    {
        QFETCH(int, kind);
        QFETCH(QString, text);
        QFETCH(QString, setting);
        QFETCH(QString, meant);
        const auto imported = importPolicy(
            text.toUtf8(), {.kind = static_cast<ConfigurationKind>(kind), .part = {}, .id = {}}, {});
        QVERIFY2(imported.ok(), qPrintable(imported ? QString() : imported.error().text()));
        QVERIFY(std::ranges::any_of(imported.value().notUnderstood, [&](const SkippedSetting& one) {
            return one.setting == setting && one.why.endsWith(QStringLiteral("did you mean %1?").arg(meant));
        }));
    }

    void anUnknownArgumentIsRefused_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        const auto row = [](ConfigurationKind kind, const char* text, const char* error) {
            QTest::addRow("%s", text)
                << static_cast<int>(kind) << QString::fromLatin1(text) << QString::fromLatin1(error);
        };
        row(ConfigurationKind::Urllib3, "Retry(total=3, hurry=1)", "TypeError");
        row(ConfigurationKind::Urllib3, "Retry(raise_onstatus=False)", "TypeError");
        row(ConfigurationKind::Urllib3, "Retry(Total=3)", "TypeError");
        row(ConfigurationKind::Urllib3, "Retry(total='3')", "TypeError");
        row(ConfigurationKind::Urllib3, "Retry(method_whitelist=['GET']) # urllib3>=2", "TypeError");
        row(ConfigurationKind::Urllib3, "Retry(method_whitelist=['GET'], allowed_methods=['GET'])",
            "ValueError");
        row(ConfigurationKind::Urllib3, "PoolManager(retries=Retry(3), total=2)", "TypeError");
        row(ConfigurationKind::AxiosRetry, "axiosRetry(a, {retryDelay: axiosRetry.noDelay})", "TypeError");
        row(ConfigurationKind::BotocoreConfig, "Config(retries={'hurry': 1})",
            "InvalidRetryConfigurationError");
        row(ConfigurationKind::BotocoreConfig, "Config(retries={'mode': 'fast'})", "InvalidRetryModeError");
        row(ConfigurationKind::BotocoreConfig,
            "Config(retries={'max_attempts': -1, 'total_max_attempts': 3})", "InvalidMaxRetryAttemptsError");
        row(ConfigurationKind::BotocoreConfig, "Config(retries={}, max_attempts=3)", "TypeError");
        row(ConfigurationKind::BotocoreConfig, "Config(retries={}, defaults_mode='fast')",
            "InvalidDefaultsMode");
    }

    /// As the client refuses it.
    void anUnknownArgumentIsRefused()
    {
        QFETCH(int, kind);
        QFETCH(QString, text);
        QFETCH(QString, error);
        const auto imported = importPolicy(
            text.toUtf8(), {.kind = static_cast<ConfigurationKind>(kind), .part = {}, .id = {}}, {});
        QVERIFY(!imported.ok());
        QVERIFY2(imported.error().message.contains(error), qPrintable(imported.error().message));
        QCOMPARE(imported.error().place, QStringLiteral("line 1"));
        QVERIFY(imported.error().isRefusal);
        QVERIFY(isConfiguration(text.toUtf8()) || text.startsWith(QLatin1String("PoolManager")));
    }

    void aLongListHasAnEnd()
    {
        const QByteArray text =
            "backend a\n  retries 3\n" + QByteArray("  option abortonclose\n").repeated(5000);
        const auto imported =
            importPolicy(text, {.kind = ConfigurationKind::Haproxy, .part = {}, .id = {}}, {});
        QVERIFY(imported.ok());
        const auto& left = imported.value().notUnderstood;
        QCOMPARE(left.size(), kMostReported + 1);
        QCOMPARE(left.back().setting, QStringLiteral("3000 further settings"));
    }

    void theReportSaysWhatItRead()
    {
        const auto imported =
            importPolicy("global\n  maxconn 5\nfrontend f\n  bind :80\n  default_backend a\n"
                         "backend a\n  retries 3\n  balance roundrobin\n",
                         {.kind = ConfigurationKind::Haproxy, .part = {}, .id = {}}, {});
        QVERIFY(imported.ok());
        QCOMPARE(
            whatWasRead(imported.value()),
            QStringLiteral("Retryscope read global, frontend f and backend a. It did not look at 2 other "
                           "settings there."));
    }
};

RETRYSCOPE_TEST(TstKnownSettings)
#include "tst_known_settings.moc"
