// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/next_upstream.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"
#include "core/io/import/yaml_setting.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace retryscope::io {

namespace {

/// ProxyNextUpstreamTries. Its balancer finds an endpoint for each try, also where there is one only. Source:
/// ingress-nginx, internal/ingress/controller/config/config.go; rootfs/etc/nginx/lua/balancer.lua.
constexpr int kIngressTries = 3;
constexpr int kMostAttempts = 1000;

struct FoundIngress
{
    QString part;
    const Setting* annotations = nullptr;
};

void collect(const Setting& document, std::vector<FoundIngress>& ingresses, std::vector<const Setting*>& maps)
{
    if (const Setting* items = document.find({"items"})) {
        for (const Setting& item : items->items) {
            collect(item, ingresses, maps);
        }
    }
    const bool hasMetadata = document.find({"metadata"}) != nullptr;
    const Setting* annotations =
        hasMetadata ? document.within({"metadata", "annotations"}) : document.find({"annotations"});
    if (const Setting* data = document.find({"data"})) {
        maps.push_back(data);
    } else if (annotations != nullptr) {
        const QString name = document.textWithin({"metadata", "name"}).left(80);
        ingresses.push_back(
            {name.isEmpty() ? QStringLiteral("line %1").arg(annotations->line) : name, annotations});
    }
}

class IngressPolicy
{
public:
    IngressPolicy()
        : m_draft(ConfigurationKind::IngressNginx, QStringLiteral("nginx-proxy-next-upstream-default"),
                  QStringLiteral("the configuration that was imported; ingress-nginx, annotations"))
        , m_next(m_draft)
    {
    }

    /// maps: the data of ConfigMaps, which hold where an annotation sets nothing.
    ImportResult read(const std::vector<Setting>& documents, const std::vector<FoundIngress>& all,
                      std::size_t chosen, const std::vector<const Setting*>& maps, const QStringList& parts,
                      const ImportWish& wish)
    {
        const FoundIngress& found = all[chosen];
        m_draft.setPart(found.part, parts);
        m_groups = {found.annotations};
        m_groups.insert(m_groups.end(), maps.begin(), maps.end());
        const Directive* protocol = directiveFor("backend-protocol", false);
        const bool isGrpc =
            protocol != nullptr && protocol->words.value(1).startsWith(QStringLiteral("GRPC"));
        const Directive* next = directiveFor("proxy-next-upstream", true);
        if (isGrpc && next != nullptr) {
            m_draft.unimportant(*next,
                                QStringLiteral("a gRPC backend uses grpc_next_upstream, which ingress-nginx "
                                               "does not set"));
        }
        m_next.readWords(isGrpc ? nullptr : next, QStringLiteral("proxy-next-upstream"));
        readMethods(maps);
        m_next.addRules();
        readTries();
        m_next.readBuffering(directiveFor("proxy-request-buffering", true));
        TreeParts tree;
        for (const FoundIngress& other : all) {
            if (other.annotations != found.annotations) {
                tree.elsewhere[other.annotations] = QStringLiteral("belongs to %1").arg(other.part);
            }
        }
        reportRest(m_draft, documents, tree);
        return m_draft.finished(wish);
    }

private:
    /// The annotation or entry of this name as a directive of nginx; nullptr: there is none.
    const Directive* directiveFor(const char* name, bool isTaken)
    {
        for (const Setting* group : m_groups) {
            for (const Setting::Member& member : group->members) {
                const QString own = member.name.section(u'/', -1);
                if (plainName(own) == plainName(QLatin1String(name))) {
                    if (isTaken) {
                        m_draft.take(&member.value);
                    }
                    m_directives.push_back(
                        {member.line,
                         QStringList{own} + member.value.text.left(1000).split(u' ', Qt::SkipEmptyParts)});
                    return &m_directives.back();
                }
            }
        }
        return nullptr;
    }

    void readMethods(const std::vector<const Setting*>& maps)
    {
        for (const Setting* map : maps) {
            const Setting* value = map->find({"retry-non-idempotent"});
            if (value != nullptr && value->yes()) {
                m_draft.take(value);
                m_draft.understood(value->line, QStringLiteral("retry-non-idempotent: ") + value->shown(),
                                   *value->yes() ? QStringLiteral("also retries POST, LOCK and PATCH")
                                                 : QStringLiteral("retries POST, LOCK and PATCH only with "
                                                                  "non_idempotent"));
                if (*value->yes()) {
                    m_next.takeAllMethods();
                }
            }
        }
    }

    void readTries()
    {
        const Directive* tries = directiveFor("proxy-next-upstream-tries", true);
        bool isNumber = true;
        const int given = tries != nullptr ? tries->words.value(1).toInt(&isNumber) : kIngressTries;
        int attempts = isNumber && given > 0 ? std::min(given, kMostAttempts) : kIngressTries;
        if (tries == nullptr) {
            m_draft.understood(0, QStringLiteral("proxy-next-upstream-tries"),
                               QStringLiteral("not given: 3 attempts, whatever the number of endpoints"));
        } else if (!isNumber || given < 0) {
            m_draft.notUnderstood(*tries, QStringLiteral("not a number of attempts"),
                                  QStringLiteral("ingress-nginx uses its default, 3 attempts."));
        } else if (given == 0) {
            attempts = kMostAttempts;
            m_draft.notUnderstood(
                *tries, QStringLiteral("a policy has a number of attempts"),
                QStringLiteral("nginx has no limit on attempts; this policy makes at most %1.")
                    .arg(kMostAttempts));
        } else {
            m_draft.understood(*tries, attemptsText(given) + QStringLiteral(" at most"));
        }
        const QJsonObject limit = m_next.limitFrom(directiveFor("proxy-next-upstream-timeout", true));
        m_draft.setAttempts(m_next.isOff() ? 1 : attempts, true, limit);
    }

    PolicyDraft m_draft;
    NextUpstream m_next;
    std::vector<const Setting*> m_groups; ///< the annotations, then the ConfigMaps
    std::deque<Directive> m_directives;
};

} // namespace

ImportResult importIngressNginx(const QString& text, const ImportWish& wish, const QString& file)
{
    const Result<std::vector<Setting>> documents = settingsFromYaml(text.toUtf8(), file);
    if (!documents) {
        return documents.error();
    }
    std::vector<FoundIngress> found;
    std::vector<const Setting*> maps;
    for (const Setting& document : documents.value()) {
        collect(document, found, maps);
    }
    static const Setting kNoAnnotations;
    if (found.empty() && !maps.empty()) {
        found.push_back({QStringLiteral("ConfigMap"), &kNoAnnotations});
    }
    if (found.empty()) {
        return saysNothing(ConfigurationKind::IngressNginx,
                           QStringLiteral("an Ingress with annotations, or the ConfigMap of ingress-nginx"),
                           file);
    }
    const auto hasRetries = [](const FoundIngress& one) {
        return std::ranges::any_of(one.annotations->members, [](const Setting::Member& member) {
            return member.name.contains(QStringLiteral("next-upstream"));
        });
    };
    std::stable_partition(found.begin(), found.end(), hasRetries);
    const QStringList parts = partsOf(found);
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    return IngressPolicy().read(documents.value(), found, chosen.value(), maps, parts, wish);
}

} // namespace retryscope::io
