// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/io/text/result.h"
#include "core/policy/policy.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace retryscope {

/// The client or proxy that a configuration belongs to.
enum class ConfigurationKind {
    SharedConfig,   ///< AWS shared config file: retry_mode, max_attempts
    Grpc,           ///< gRPC service config, JSON
    Envoy,          ///< a retry_policy of Envoy, YAML or JSON
    Istio,          ///< the retries of a VirtualService, YAML
    Nginx,          ///< proxy_next_upstream and its likes
    Haproxy,        ///< retries, retry-on
    Urllib3,        ///< Python: Retry(…)
    AxiosRetry,     ///< JavaScript: the options of axiosRetry
    Resilience4j,   ///< resilience4j.retry, YAML or properties
    GatewayApi,     ///< the retry of an HTTPRoute, as Envoy Gateway does it
    EnvoyGateway,   ///< the retry of a BackendTrafficPolicy
    IngressNginx,   ///< annotations of an Ingress, as ingress-nginx reads them
    BotocoreConfig, ///< Python: Config(retries={…})
    Traefik,        ///< the retry middleware, YAML
    Caddy,          ///< reverse_proxy of a Caddyfile
    Spring,         ///< Java: @Retryable of Spring Framework 7 or of Spring Retry
};

template <>
struct EnumWords<ConfigurationKind>
{
    static constexpr Words<ConfigurationKind, 16> kWords{
        {{ConfigurationKind::SharedConfig, "shared-config"},
         {ConfigurationKind::Grpc, "grpc"},
         {ConfigurationKind::Envoy, "envoy"},
         {ConfigurationKind::Istio, "istio"},
         {ConfigurationKind::Nginx, "nginx"},
         {ConfigurationKind::Haproxy, "haproxy"},
         {ConfigurationKind::Urllib3, "urllib3"},
         {ConfigurationKind::AxiosRetry, "axios-retry"},
         {ConfigurationKind::Resilience4j, "resilience4j"},
         {ConfigurationKind::GatewayApi, "gateway-api"},
         {ConfigurationKind::EnvoyGateway, "envoy-gateway"},
         {ConfigurationKind::IngressNginx, "ingress-nginx"},
         {ConfigurationKind::BotocoreConfig, "botocore-config"},
         {ConfigurationKind::Traefik, "traefik"},
         {ConfigurationKind::Caddy, "caddy"},
         {ConfigurationKind::Spring, "spring"}}};
};

} // namespace retryscope

namespace retryscope::io {

/// Title for people: `Envoy retry policy`.
[[nodiscard]] QString titleOf(ConfigurationKind kind);
/// `gRPC`, `HAProxy`: who reads such a configuration.
[[nodiscard]] QString clientOf(ConfigurationKind kind);

/// A setting that was imported into the policy.
struct UnderstoodSetting
{
    int line = 0;    ///< from 1; 0: not in the text, so the default applies
    QString setting; ///< as it is written, on one line, bounded
    QString became;  ///< its effect on retries, as a verb phrase: `retries 503`
};

/// A setting that a policy cannot express, or only differently.
struct SkippedSetting
{
    int line = 0;
    QString setting;
    QString why;   ///< reason, as a phrase without a full stop
    QString means; ///< how the real client differs from the policy, as a sentence

    /// The reason and the effect, as sentences.
    [[nodiscard]] QString reasonAndEffect() const;
};

/// A setting that looks as if it changed retries, and does not.
struct UnimportantSetting
{
    int line = 0;
    QString setting;
    QString why; ///< as a phrase without a full stop
};

/// A policy imported from a configuration. Each setting that Retryscope knows, anywhere in the text, is in
/// one of the three lists.
struct ImportedPolicy
{
    ConfigurationKind kind = ConfigurationKind::Envoy;
    QString guessedBy;    ///< how the kind was recognised; empty: the caller gave the kind
    QString part;         ///< which of the retry settings of the text this is; may be empty
    QStringList parts;    ///< all of them, in their order
    QString base;         ///< id of the preset that it extends
    QJsonObject document; ///< retryscope.policy/1, with `extends`
    Policy policy;        ///< the same, whole
    std::vector<UnderstoodSetting> understood; ///< in the order of their lines, those of no line last
    std::vector<SkippedSetting> notUnderstood;
    std::vector<UnimportantSetting> unimportant;
    QStringList blocks; ///< those that were read, as `backend app`; at most 20
    int passedOver = 0; ///< settings of these blocks that are in no list
};

/// Which blocks were read, and how many of their settings are in no list, in sentences.
[[nodiscard]] QString whatWasRead(const ImportedPolicy& imported);

struct ImportWish
{
    std::optional<ConfigurationKind> kind; ///< absent: guessed from the text
    QString part;                          ///< empty: the first one
    QString id;                            ///< of the policy; empty: `imported-` and the kind
};

/// Whether importPolicy() knows the text: it returns a policy, or the client's reason to refuse the text.
[[nodiscard]] bool isConfiguration(const QByteArray& text);

/// Imports a foreign configuration of at most kMostConfigurationBytes. BadInput, with the line if known: not
/// such a configuration, or no retry settings; a refusal where the client does not start with it. BadUsage:
/// no such part. Evaluates no expressions, follows no files and runs no programs. place: file name for
/// messages; may be empty.
[[nodiscard]] Result<ImportedPolicy> importPolicy(const QByteArray& text, const ImportWish& wish,
                                                  const QString& place);

} // namespace retryscope::io
