// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/import.h"

#include "core/explain/phrases.h"
#include "core/io/import/readers.h"
#include "core/io/import/setting.h"
#include "core/io/redact/redact.h"
#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"

#include <QRegularExpression>

#include <array>

namespace retryscope::io {

namespace {

struct Sign
{
    ConfigurationKind kind;
    const char* pattern;        ///< found in no other kind of configuration that comes after it
    const char* words;          ///< what it is to people
    const char* also = nullptr; ///< what must be found beside it, anywhere
};

/// Narrow ones first: a Kubernetes file may hold a whole Envoy configuration, a program's source a JSON text.
/// No blank of these is a line end: each start of a line would look at all lines behind it.
constexpr std::array<Sign, 17> kSigns{{
    {ConfigurationKind::EnvoyGateway, "^[ \\t]*+kind:[ \\t]*[\"']?BackendTrafficPolicy",
     "a BackendTrafficPolicy", "^[ \\t]*+retry:"},
    {ConfigurationKind::GatewayApi, "^[ \\t]*+kind:[ \\t]*[\"']?HTTPRoute", "an HTTPRoute's retry",
     "^[ \\t]*+(?:-[ \\t]*+)?retry:"},
    {ConfigurationKind::IngressNginx,
     "\\bnginx\\.ingress\\.kubernetes\\.io/(?:proxy-next-upstream|proxy-request-buffering)|^[ "
     "\\t]*+(?:proxy-next-upstream|retry-non-idempotent)[a-z-]*+:",
     "annotations of ingress-nginx"},
    {ConfigurationKind::Traefik, "^[ \\t]*+middlewares:|^[ \\t]*+kind:[ \\t]*[\"']?Middleware\\b",
     "a middleware with retry", "^[ \\t]*+retry:"},
    {ConfigurationKind::Caddy, "^[ \\t]*+reverse_proxy\\b|^[ \\t]*+lb_(?:retries|try_duration)[ \\t]",
     "reverse_proxy"},
    {ConfigurationKind::Spring, "@(?:[\\w.]+\\.)?Retryable\\b", "@Retryable"},
    {ConfigurationKind::BotocoreConfig, "\\bConfig[ \\t]*\\(", "Config(retries=…)", "\\bretries\\s*="},
    {ConfigurationKind::Istio,
     "^[ \\t]*+kind:[ \\t]*[\"']?(?:VirtualService|EnvoyFilter)|^[ \\t]*+(?:-[ \\t]*+)?retries:[ \\t\\r]*$",
     "a VirtualService or an EnvoyFilter"},
    {ConfigurationKind::Envoy, "\\bretry_?[pP]olicy\\b[\"']?[ \\t]*:[ \\t]*\\{?[ \\t\\r]*$", "retry_on",
     "retry_?[oO]n"},
    {ConfigurationKind::Envoy, "\\bretry_on\\b|\\bretryOn\\b", "retry_on"},
    {ConfigurationKind::Grpc,
     "\"methodConfig\"|\"method_config\"|\"retryThrottling\"|\"[rR]etryableStatusCodes\"", "methodConfig"},
    {ConfigurationKind::Nginx,
     "(?:^|[{;])[ \\t]*+(?:proxy|grpc|fastcgi|uwsgi|scgi|memcached)_(?:next_upstream|pass)\\b",
     "an upstream directive"},
    {ConfigurationKind::Haproxy,
     "^[ \\t]*+(?:retries[ \\t]+\\d|retry-on[ \\t]|option[ \\t]+redispatch|backend[ \\t]+\\S++[ \\t\\r]*$|"
     "defaults[ \\t\\r]*$)",
     "retries or retry-on"},
    {ConfigurationKind::Resilience4j, "\\bresilience4j\\b", "resilience4j"},
    {ConfigurationKind::AxiosRetry, "\\baxios-?[rR]etry\\b|\\bretryCondition\\b|\\bretryDelay\\b",
     "axiosRetry"},
    {ConfigurationKind::Urllib3,
     "\\bRetry\\s*\\(|^class \\w+\\((?:\\w+\\.)*Retry\\)|\\bstatus_forcelist\\b|\\bmax_retries\\s*=\\s*\\d",
     "Retry(…)"},
    {ConfigurationKind::SharedConfig,
     "^[ \\t]*+(?:retry_mode|max_attempts)[ \\t]*=|^[ \\t]*+\\[(?:default|profile\\s)",
     "retry_mode or a profile"},
}};

const Sign* signIn(const QString& text)
{
    const auto holds = [&text](const char* pattern) {
        return QRegularExpression(QString::fromLatin1(pattern), QRegularExpression::MultilineOption)
            .match(text)
            .hasMatch();
    };
    for (const Sign& sign : kSigns) {
        if (holds(sign.pattern) && (sign.also == nullptr || holds(sign.also))) {
            return &sign;
        }
    }
    return nullptr;
}

ImportResult importAs(ConfigurationKind kind, const QString& text, const ImportWish& wish,
                      const QString& place)
{
    switch (kind) {
    case ConfigurationKind::SharedConfig:
        return importSharedConfig(text, wish, place);
    case ConfigurationKind::Grpc:
        return importGrpc(text, wish, place);
    case ConfigurationKind::Envoy:
        return importEnvoy(text, wish, place);
    case ConfigurationKind::Istio:
        return importIstio(text, wish, place);
    case ConfigurationKind::Nginx:
        return importNginx(text, wish, place);
    case ConfigurationKind::Haproxy:
        return importHaproxy(text, wish, place);
    case ConfigurationKind::Urllib3:
        return importUrllib3(text, wish, place);
    case ConfigurationKind::AxiosRetry:
        return importAxiosRetry(text, wish, place);
    case ConfigurationKind::GatewayApi:
    case ConfigurationKind::EnvoyGateway:
        return importGateway(kind, text, wish, place);
    case ConfigurationKind::IngressNginx:
        return importIngressNginx(text, wish, place);
    case ConfigurationKind::BotocoreConfig:
        return importBotocoreConfig(text, wish, place);
    case ConfigurationKind::Traefik:
        return importTraefik(text, wish, place);
    case ConfigurationKind::Caddy:
        return importCaddy(text, wish, place);
    case ConfigurationKind::Spring:
        return importSpring(text, wish, place);
    case ConfigurationKind::Resilience4j:
        break;
    }
    return importResilience4j(text, wish, place);
}

/// As the command line calls them.
QString kindList()
{
    QStringList words;
    for (const auto& [kind, word] : EnumWords<ConfigurationKind>::kWords) {
        words += toQString(word);
    }
    return words.join(QStringLiteral(", "));
}

/// As people call them.
QString titleList()
{
    QStringList titles;
    for (const auto& [kind, word] : EnumWords<ConfigurationKind>::kWords) {
        titles += titleOf(kind);
    }
    return titles.join(QStringLiteral(", "));
}

} // namespace

QString titleOf(ConfigurationKind kind)
{
    switch (kind) {
    case ConfigurationKind::SharedConfig:
        return QStringLiteral("AWS shared config");
    case ConfigurationKind::Grpc:
        return QStringLiteral("gRPC service config");
    case ConfigurationKind::Envoy:
        return QStringLiteral("Envoy retry policy");
    case ConfigurationKind::Istio:
        return QStringLiteral("Istio retries");
    case ConfigurationKind::Nginx:
        return QStringLiteral("nginx next_upstream");
    case ConfigurationKind::Haproxy:
        return QStringLiteral("HAProxy retry-on");
    case ConfigurationKind::Urllib3:
        return QStringLiteral("urllib3 Retry");
    case ConfigurationKind::AxiosRetry:
        return QStringLiteral("axios-retry");
    case ConfigurationKind::GatewayApi:
        return QStringLiteral("Gateway API HTTPRoute");
    case ConfigurationKind::EnvoyGateway:
        return QStringLiteral("Envoy Gateway BackendTrafficPolicy");
    case ConfigurationKind::IngressNginx:
        return QStringLiteral("ingress-nginx annotations");
    case ConfigurationKind::BotocoreConfig:
        return QStringLiteral("botocore Config(retries)");
    case ConfigurationKind::Traefik:
        return QStringLiteral("Traefik retry middleware");
    case ConfigurationKind::Caddy:
        return QStringLiteral("Caddy reverse_proxy");
    case ConfigurationKind::Spring:
        return QStringLiteral("Spring @Retryable");
    case ConfigurationKind::Resilience4j:
        break;
    }
    return QStringLiteral("resilience4j retry");
}

QString SkippedSetting::reasonAndEffect() const
{
    return why + (why.endsWith(u'?') ? QStringLiteral(" ") : QStringLiteral(". ")) + means;
}

QString clientOf(ConfigurationKind kind)
{
    switch (kind) {
    case ConfigurationKind::Grpc:
        return QStringLiteral("gRPC");
    case ConfigurationKind::Nginx:
    case ConfigurationKind::IngressNginx:
        return QStringLiteral("nginx");
    case ConfigurationKind::GatewayApi:
        return QStringLiteral("Kubernetes");
    default:
        return titleOf(kind).section(u' ', 0, kind == ConfigurationKind::EnvoyGateway ? 1 : 0);
    }
}

QString whatWasRead(const ImportedPolicy& imported)
{
    constexpr std::size_t kMostNamed = 8;
    std::vector<std::string> blocks;
    for (const QString& block : imported.blocks) {
        blocks.push_back(fromQString(block));
    }
    if (blocks.empty()) {
        return QStringLiteral("The text has no other settings.");
    }
    return toQString(prose(
        {filled("Retryscope read %1.", joinedUpTo(kMostNamed, blocks, " and ")),
         imported.passedOver == 0
             ? filled("Each of %1 settings is in one of these lists.", blocks.size() == 1 ? "its" : "their")
             : filled("It did not look at %1 there.", counted(imported.passedOver, "other setting"))}));
}

Result<std::size_t> chosenPart(const QStringList& parts, const ImportWish& wish)
{
    if (wish.part.isEmpty()) {
        return std::size_t{0};
    }
    const qsizetype found = parts.indexOf(wish.part);
    if (found < 0) {
        return Error{
            Error::Kind::BadUsage,
            QStringLiteral("no part is named \"%1\"; %2").arg(wish.part, suggestionFor(wish.part, parts)),
            {}};
    }
    return static_cast<std::size_t>(found);
}

Error saysNothing(ConfigurationKind kind, const QString& expected, const QString& place)
{
    return {Error::Kind::BadInput,
            QStringLiteral("no retry settings for %1 found; expected %2").arg(titleOf(kind), expected),
            place};
}

namespace {

ImportResult read(const QByteArray& text, const ImportWish& wish, const QString& place)
{
    if (text.size() > kMostConfigurationBytes) {
        return Error{Error::Kind::BadInput,
                     QStringLiteral("longer than 1 MiB; give only the part with the retry settings"), place};
    }
    QString content = QString::fromUtf8(text);
    content.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    if (content.contains(QChar::Null)) {
        return Error{Error::Kind::BadInput, QStringLiteral("not a text: contains a zero byte"), place};
    }
    if (content.trimmed().isEmpty()) {
        return Error{Error::Kind::BadInput, QStringLiteral("the text is empty"), place};
    }
    const Sign* sign = wish.kind ? nullptr : signIn(content);
    if (!wish.kind && sign == nullptr) {
        return Error{
            Error::Kind::BadInput,
            place.isEmpty()
                ? QStringLiteral(
                      "Retryscope does not recognise the kind of this configuration. Choose one of: %1")
                      .arg(titleList())
                : QStringLiteral("kind of configuration not recognised; name it with --from: %1")
                      .arg(kindList()),
            place};
    }
    ImportResult result = importAs(wish.kind ? *wish.kind : sign->kind, content, wish, place);
    if (!result && result.error().isRefusal && !place.isEmpty()) {
        Error error = result.error(); // of a draft, which does not know the file
        error.place.prepend(place + QStringLiteral(", "));
        return error;
    }
    if (!result || wish.kind) {
        return result;
    }
    ImportedPolicy imported = std::move(result).value();
    imported.guessedBy = QString::fromUtf8(sign->words);
    return imported;
}

} // namespace

bool isConfiguration(const QByteArray& text)
{
    const ImportResult imported = read(text, {}, {});
    return imported || imported.error().isRefusal;
}

Result<ImportedPolicy> importPolicy(const QByteArray& text, const ImportWish& wish, const QString& place)
{
    ImportResult imported = read(text, wish, place);
    if (!imported) {
        Error error = imported.error();
        error.message = toQString(redactedText(fromQString(error.message)));
        return error;
    }
    return imported;
}

} // namespace retryscope::io
