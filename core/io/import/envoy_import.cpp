// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/envoy_retries.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"
#include "core/io/import/yaml_setting.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace retryscope::io {

namespace {

constexpr int kEnvoyRetries = 1;

struct FoundPolicy
{
    QString part;
    const Setting* group = nullptr;
    std::vector<const Setting*>
        around; ///< the groups that it stands in, outermost first; empty: it stands alone
    [[nodiscard]] bool isOfVirtualHost() const
    {
        return !around.empty() && around.back()->find({"routes"}) != nullptr;
    }
};

/// `api.example.com /v1` of a route within a virtual host.
QString withPlace(const QString& place, const Setting& group)
{
    QString result = place;
    const Setting* name = group.find({"name"});
    if (name != nullptr && name->kind == Setting::Kind::Text &&
        group.find({"routes", "route", "virtual_hosts"}) != nullptr) {
        result = name->text;
    }
    if (const Setting* match = group.find({"match"})) {
        if (const Setting* path = match->find({"prefix", "path", "path_separated_prefix"})) {
            result = (place.isEmpty() ? QString() : place + QLatin1Char(' ')) + path->text;
        }
    }
    return result.left(200);
}

void collect(const Setting& setting, const QString& place, std::vector<const Setting*>& around,
             std::vector<FoundPolicy>& found)
{
    for (const Setting& item : setting.items) {
        collect(item, place, around, found);
    }
    if (setting.kind != Setting::Kind::Group) {
        return;
    }
    const QString here = withPlace(place, setting);
    around.push_back(&setting);
    for (const Setting::Member& member : setting.members) {
        if (plainName(member.name) == u"retrypolicy" && member.value.kind == Setting::Kind::Group) {
            found.push_back({here, &member.value, around});
        } else {
            collect(member.value, here, around, found);
        }
    }
    around.pop_back();
}

/// The clusters that the route does not ask, each with the reason.
void collectOthers(const Setting& setting, const QString& cluster, QHash<const Setting*, QString>& others)
{
    for (const Setting& item : setting.items) {
        collectOthers(item, cluster, others);
    }
    for (const Setting::Member& member : setting.members) {
        if (plainName(member.name) != u"clusters") {
            collectOthers(member.value, cluster, others);
            continue;
        }
        for (const Setting& one : member.value.items) {
            const Setting* name = one.find({"name"});
            if (name != nullptr && name->text != cluster) {
                others[&one] = QStringLiteral("belongs to cluster %1, which this route does not use")
                                   .arg(name->text.left(60));
            }
        }
    }
}

/// The virtual host's policy is for those of its routes that have none: the routes' own come first.
void putRoutesFirst(std::vector<FoundPolicy>& policies)
{
    std::stable_partition(policies.begin(), policies.end(),
                          [](const FoundPolicy& one) { return !one.isOfVirtualHost(); });
}

class EnvoyPolicy
{
public:
    EnvoyPolicy()
        : m_draft(ConfigurationKind::Envoy, QStringLiteral("envoy-5xx"),
                  QStringLiteral(
                      "the configuration that was imported; Envoy, router filter and route.RetryPolicy"))
    {
    }

    ImportResult read(const std::vector<Setting>& documents, const std::vector<FoundPolicy>& all,
                      std::size_t chosen, const QStringList& parts, const ImportWish& wish)
    {
        const FoundPolicy& found = all[chosen];
        m_draft.setPart(parts.at(static_cast<qsizetype>(chosen)), parts);
        EnvoyRetries retries(m_draft, kEnvoyRetries);
        retries.read(*found.group);
        readBodyLimit(found.around);
        if (!retries.has(QStringLiteral("retry_on"))) {
            m_draft.understood(
                0, QStringLiteral("retry_on"),
                QStringLiteral(
                    "not given: Envoy retries only if a request asks for it with x-envoy-retry-on"));
        }
        if (!retries.has(QStringLiteral("num_retries"))) {
            m_draft.understood(0, QStringLiteral("num_retries"), QStringLiteral("not given: 1 retry"));
        }
        retries.finish(true);
        readRest(documents, all, chosen);
        return m_draft.finished(wish);
    }

private:
    void readRest(const std::vector<Setting>& documents, const std::vector<FoundPolicy>& all,
                  std::size_t chosen)
    {
        const FoundPolicy& found = all[chosen];
        TreeParts tree{.own = found.around, .elsewhere = {}};
        tree.own.push_back(found.group);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool isAround = !found.isOfVirtualHost() && all[i].isOfVirtualHost() &&
                                  std::ranges::find(found.around, all[i].around.back()) != found.around.end();
            if (i != chosen) {
                tree.elsewhere[all[i].group] =
                    isAround ? QStringLiteral("the route's own policy takes the place of the virtual host's")
                             : QStringLiteral("belongs to another part");
            }
        }
        const Setting* target = found.around.empty() ? nullptr : found.around.back()->find({"cluster"});
        std::vector<PlacedSetting> placed;
        for (const Setting& document : documents) {
            if (target != nullptr) {
                collectOthers(document, target->text, tree.elsewhere);
            }
            PlacedSetting where;
            where.isAllRetries = document.find({"retry_on"}) != nullptr;
            where.block = where.isAllRetries ? QStringLiteral("retry_policy") : QString();
            tree.root = where.block;
            place(placed, document, ConfigurationKind::Envoy, tree, where);
        }
        reportRest(m_draft, placed);
    }

    /// The innermost group that has this setting, as a number of bytes.
    const Setting::Member* bytesIn(const std::vector<const Setting*>& around, QLatin1String name)
    {
        for (auto group = around.rbegin(); group != around.rend(); ++group) {
            const auto found =
                std::ranges::find_if((*group)->members, [&name](const Setting::Member& member) {
                    return plainName(member.name) == plainName(name);
                });
            if (found == (*group)->members.end()) {
                continue;
            }
            const std::optional<int> bytes = found->value.wholeNumber();
            if (!bytes || *bytes < 0) {
                m_draft.notUnderstood(
                    *found, QStringLiteral("not a valid number of bytes"),
                    QStringLiteral("Envoy keeps a different amount of the body for retries."));
                return nullptr;
            }
            return &*found;
        }
        return nullptr;
    }

    /// How much of a body is kept for a retry: request_body_buffer_limit alone, else the smaller one of
    /// per_request_buffer_limit_bytes and the listener's own. Source: Envoy, route.Route,
    /// request_body_buffer_limit; source/common/router/router.cc.
    void readBodyLimit(const std::vector<const Setting*>& around)
    {
        const auto bytesOf = [](const Setting::Member* member) {
            return member->value.wholeNumber().value_or(0);
        };
        const Setting::Member* listener = bytesIn(around, QLatin1String("per_connection_buffer_limit_bytes"));
        const Setting::Member* request = bytesIn(around, QLatin1String("per_request_buffer_limit_bytes"));
        const Setting::Member* deciding = bytesIn(around, QLatin1String("request_body_buffer_limit"));
        if (deciding == nullptr) {
            const bool isListener =
                listener != nullptr && (request == nullptr || bytesOf(listener) < bytesOf(request));
            deciding = isListener ? listener : request;
        }
        if (deciding == nullptr) {
            m_draft.understood(
                0, QStringLiteral("per_connection_buffer_limit_bytes"),
                QStringLiteral("not given: Envoy does not retry a request with a body above 1 MiB"));
            return;
        }
        constexpr int kUsual = 1024 * 1024;
        const int limit = deciding == request && listener == nullptr ? std::min(bytesOf(request), kUsual)
                                                                     : bytesOf(deciding);
        m_draft.understood(*deciding,
                           QStringLiteral("does not retry a request with a body above %1 bytes").arg(limit));
        for (const Setting::Member* other : {listener, request}) {
            if (other != nullptr && other != deciding) {
                m_draft.take(&other->value);
                m_draft.unimportant(other->line, written(*other),
                                    QStringLiteral("line %1 decides for this part").arg(deciding->line));
            }
        }
        m_draft.set(QStringLiteral("requestBody"), QJsonObject{{QStringLiteral("max"), limit},
                                                               {QStringLiteral("source"), m_draft.source()}});
    }

    PolicyDraft m_draft;
};

} // namespace

ImportResult importEnvoy(const QString& text, const ImportWish& wish, const QString& place)
{
    const Result<std::vector<Setting>> documents = settingsFromYaml(text.toUtf8(), place);
    if (!documents) {
        return documents.error();
    }
    std::vector<FoundPolicy> found;
    std::vector<const Setting*> around;
    for (const Setting& document : documents.value()) {
        if (document.find({"retry_on"}) != nullptr) {
            found.push_back({{}, &document, {}});
        }
        collect(document, {}, around, found);
    }
    if (found.empty()) {
        return saysNothing(ConfigurationKind::Envoy, QStringLiteral("retry_policy with retry_on"), place);
    }
    putRoutesFirst(found);
    QStringList parts;
    for (const FoundPolicy& one : found) {
        parts += one.part.isEmpty() ? QStringLiteral("line %1").arg(one.group->line) : one.part;
    }
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    return EnvoyPolicy().read(documents.value(), found, chosen.value(), parts, wish);
}

} // namespace retryscope::io
