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

/// Whose configuration it is.
enum class ConfigurationKind {
    SharedConfig, ///< AWS shared config file: retry_mode, max_attempts
    Grpc,         ///< gRPC service config, JSON
    Envoy,        ///< a retry_policy of Envoy, YAML or JSON
    Istio,        ///< the retries of a VirtualService, YAML
    Nginx,        ///< proxy_next_upstream and its likes
    Haproxy,      ///< retries, retry-on
    Urllib3,      ///< Python: Retry(…)
    AxiosRetry,   ///< JavaScript: the options of axiosRetry
    Resilience4j, ///< resilience4j.retry, YAML or properties
};

template <>
struct EnumWords<ConfigurationKind>
{
    static constexpr Words<ConfigurationKind, 9> kWords{{{ConfigurationKind::SharedConfig, "shared-config"},
                                                         {ConfigurationKind::Grpc, "grpc"},
                                                         {ConfigurationKind::Envoy, "envoy"},
                                                         {ConfigurationKind::Istio, "istio"},
                                                         {ConfigurationKind::Nginx, "nginx"},
                                                         {ConfigurationKind::Haproxy, "haproxy"},
                                                         {ConfigurationKind::Urllib3, "urllib3"},
                                                         {ConfigurationKind::AxiosRetry, "axios-retry"},
                                                         {ConfigurationKind::Resilience4j, "resilience4j"}}};
};

} // namespace retryscope

namespace retryscope::io {

/// What it is to people: `Envoy, retry_policy`.
[[nodiscard]] QString titleOf(ConfigurationKind kind);

/// One setting that the policy now has.
struct UnderstoodSetting
{
    int line = 0;    ///< from 1; 0: it is not written, so the default holds
    QString setting; ///< as it is written, on one line, bounded
    QString became;  ///< what it is to retries, a statement
};

/// One setting that a policy does not say, or not like this.
struct SkippedSetting
{
    int line = 0;
    QString setting;
    QString why;   ///< what stands in the way, a statement
    QString means; ///< what the real client does that the policy does not, a statement
};

/// A policy made of somebody's configuration.
struct ImportedPolicy
{
    ConfigurationKind kind = ConfigurationKind::Envoy;
    QString guessedBy;    ///< what in the text gave the kind away; empty: it was given
    QString part;         ///< which of the retry settings of the text this is; may be empty
    QStringList parts;    ///< all of them, in their order
    QString base;         ///< id of the preset that it extends
    QJsonObject document; ///< retryscope.policy/1, with `extends`
    Policy policy;        ///< the same, whole
    std::vector<UnderstoodSetting> understood;
    std::vector<SkippedSetting> notUnderstood;
};

struct ImportWish
{
    std::optional<ConfigurationKind> kind; ///< absent: guessed from the text
    QString part;                          ///< empty: the first one
    QString id;                            ///< of the policy; empty: `imported-` and the kind
};

/// Reads a configuration of other people's clients, at most kMostConfigurationBytes of it. BadInput, with the
/// line where that is known: it is no such configuration, or says nothing of retries. BadUsage: there is no
/// such part. Values are not evaluated, files not followed, no program is run. place: file name for messages;
/// may be empty.
[[nodiscard]] Result<ImportedPolicy> importPolicy(const QByteArray& text, const ImportWish& wish,
                                                  const QString& place);

} // namespace retryscope::io
