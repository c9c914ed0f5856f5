// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/envoy_retries.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"
#include "core/io/import/yaml_setting.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace retryscope::io {

namespace {

constexpr int kIstioRetries = 2;

struct FoundRoute
{
    QString part;
    std::vector<const Setting*>
        around; ///< the groups from the document to the route; empty: Istio's own route
    [[nodiscard]] const Setting* route() const { return around.empty() ? nullptr : around.back(); }
    [[nodiscard]] const Setting* retries() const
    {
        return around.empty() ? nullptr : around.back()->find({"retries"});
    }
};

/// A change that an EnvoyFilter makes to Envoy's routes.
struct FoundPatch
{
    QString filter; ///< its name
    const Setting* patch = nullptr;
    const Setting* policy = nullptr; ///< the retry_policy in its value
};

QString partOf(const Setting& document, const Setting& route)
{
    QString result = document.textWithin({"metadata", "name"});
    const Setting* name = route.find({"name"});
    const Setting* match = route.find({"match"});
    if (name != nullptr) {
        result += name->text == result ? QString() : QLatin1Char(' ') + name->text;
    } else if (match != nullptr && !match->items.empty()) {
        if (const Setting* uri = match->items.front().find({"uri"});
            uri != nullptr && !uri->members.empty()) {
            result += QLatin1Char(' ') + uri->members.front().value.text;
        }
    }
    return result.trimmed().left(200);
}

/// The routes of a VirtualService, those that stand alone, or bare retries.
void collectRoutes(const Setting& document, std::vector<FoundRoute>& found)
{
    if (document.find({"retries"}) != nullptr) {
        found.push_back({partOf(document, document), {&document}});
    }
    const Setting* spec = document.find({"spec"});
    const Setting* routes = (spec != nullptr ? *spec : document).find({"http"});
    const std::vector<Setting>& list = routes != nullptr ? routes->items : document.items;
    for (const Setting& route : list) {
        if (route.kind == Setting::Kind::Group) {
            found.push_back({partOf(document, route), {&document, &route}});
        }
    }
}

void collectPatches(const Setting& document, std::vector<FoundPatch>& found)
{
    const Setting* patches = document.within({"spec", "config_patches"});
    if (patches == nullptr) {
        return;
    }
    for (const Setting& patch : patches->items) {
        const Setting* value = patch.within({"patch", "value"});
        const Setting* policy = value != nullptr ? value->within({"route", "retry_policy"}) : nullptr;
        if (policy == nullptr && value != nullptr) {
            policy = value->find({"retry_policy"});
        }
        if (policy != nullptr) {
            found.push_back({document.textWithin({"metadata", "name"}).left(80), &patch, policy});
        }
    }
}

/// `playlists-api` is the host of `playlists-api.prod.svc.cluster.local:80`.
bool isHostOf(const QString& host, const QString& virtualHost)
{
    const QString name = virtualHost.section(u':', 0, 0);
    return name == host || name.startsWith(host + QLatin1Char('.')) ||
           host.startsWith(name + QLatin1Char('.'));
}

struct NotApplied
{
    QString why;   ///< empty: it is applied
    QString means; ///< its effect on retries; empty: none
};

/// Why the patch does not change the route. Source: Istio, EnvoyFilter, applyTo, patch, match.
NotApplied whyNotApplied(const FoundPatch& found, const FoundRoute& route)
{
    const QString where = found.patch->textWithin({"apply_to"});
    const QString operation = found.patch->textWithin({"patch", "operation"});
    const QString context = found.patch->textWithin({"match", "context"});
    if (where == u"VIRTUAL_HOST") {
        return {
            QStringLiteral(
                "Istio gives each route a policy of its own, which takes the place of the virtual host's"),
            {}};
    }
    if (where != u"HTTP_ROUTE") {
        return {QStringLiteral("applyTo %1 does not change routes").arg(where.left(40)), {}};
    }
    if (operation != u"MERGE") {
        return {QStringLiteral("Retryscope applies only the operation MERGE, not %1").arg(operation.left(40)),
                QStringLiteral("This policy contains the route's retries before Istio changed them.")};
    }
    if (context == u"SIDECAR_INBOUND") {
        return {
            QStringLiteral("it changes the proxy of the called service, not that of the caller"),
            QStringLiteral("That proxy can send a request to its service again, within one attempt of the "
                           "caller's proxy.")};
    }
    const QString host = found.patch->textWithin({"match", "route_configuration", "vhost", "name"});
    const Setting* hosts = route.around.empty() ? nullptr : route.around.front()->within({"spec", "hosts"});
    if (!host.isEmpty() && hosts != nullptr &&
        !std::ranges::any_of(hosts->items, [&host](const Setting& one) {
            return one.text.contains(u'*') || isHostOf(one.text, host);
        })) {
        return {QStringLiteral("it is about the host %1").arg(host.left(60)), {}};
    }
    const QString name = found.patch->textWithin({"match", "route_configuration", "vhost", "route", "name"});
    const QString own = route.route() != nullptr ? route.route()->textWithin({"name"}) : QString();
    return !name.isEmpty() && route.route() != nullptr && name != own
               ? NotApplied{QStringLiteral("it is about the route %1").arg(name.left(60)), {}}
               : NotApplied{};
}

class IstioRetries
{
public:
    IstioRetries()
        : m_draft(ConfigurationKind::Istio, QStringLiteral("istio-default"),
                  QStringLiteral("the configuration that was imported; Istio, VirtualService, HTTPRetry"))
        , m_retries(m_draft, kIstioRetries)
    {
    }

    ImportResult read(const std::vector<Setting>& documents, const std::vector<FoundRoute>& routes,
                      std::size_t chosen, const std::vector<FoundPatch>& patches, const QStringList& parts,
                      const ImportWish& wish)
    {
        const FoundRoute& route = routes[chosen];
        m_draft.setPart(route.part, parts);
        m_tree.own = route.around;
        for (const FoundRoute& other : routes) {
            if (other.route() != route.route()) {
                m_tree.elsewhere[other.route()] = QStringLiteral("belongs to %1").arg(other.part);
            }
        }
        // Istio applies filters in the order of their age, so the last one decides.
        for (auto found = patches.rbegin(); found != patches.rend(); ++found) {
            readPatch(*found, route);
        }
        const Setting* retries = route.retries();
        for (const Setting& document : documents) {
            const Setting* mesh = document.find({"mesh_config"});
            const Setting* usual = (mesh != nullptr ? *mesh : document).find({"default_http_retry_policy"});
            if (usual != nullptr && retries == nullptr) {
                retries = usual;
            } else if (usual != nullptr) {
                m_tree.elsewhere[usual] = QStringLiteral("holds for routes without retries of their own");
            }
        }
        if (retries == nullptr) {
            m_draft.understood(0, QStringLiteral("retries"),
                               QStringLiteral("not given: Istio's own default, 2 retries"));
        } else {
            m_tree.own.push_back(retries);
            for (const Setting::Member& member : retries->members) {
                readMember(member);
            }
        }
        const bool hasConditions = m_retries.has(QStringLiteral("retry_on"));
        if (!hasConditions) {
            // Which ones that are changed with Istio's releases: the preset says it.
            m_draft.understood(0, QStringLiteral("retryOn"),
                               QStringLiteral("not given: connect-failure, refused-stream, unavailable and "
                                              "cancelled, as in the preset; up to Istio 1.23 also 503"));
        }
        m_retries.finish(hasConditions);
        readRest(documents);
        return m_draft.finished(wish);
    }

private:
    void readPatch(const FoundPatch& found, const FoundRoute& route)
    {
        const Setting* patch = found.patch;
        const QString setting = QStringLiteral("EnvoyFilter ") + found.filter;
        if (const auto [why, means] = whyNotApplied(found, route); !why.isEmpty()) {
            m_tree.elsewhere[patch] = why;
            if (!means.isEmpty()) {
                m_draft.notUnderstood(patch->line, setting, why, means);
            }
            return;
        }
        m_draft.understood(patch->line, setting,
                           route.around.empty()
                               ? QStringLiteral("merged into the route that Istio makes by default")
                               : QStringLiteral("merged into the route of the VirtualService"));
        m_retries.read(*found.policy);
    }

    /// Words of retryOn, and statuses among them.
    void readConditions(const Setting::Member& member)
    {
        QStringList words;
        QList<int> statuses;
        for (const QString& text : member.value.text.left(2000).split(u',', Qt::SkipEmptyParts)) {
            const QString word = text.trimmed();
            bool isNumber = false;
            const int status = word.toInt(&isNumber);
            if (!isNumber) {
                words += word;
            } else if (status >= 100 && status <= 999) {
                statuses += status;
                words += QStringLiteral("retriable-status-codes");
            } else {
                m_draft.refused(member.line, member.name.left(40) + QStringLiteral(": ") + word,
                                QStringLiteral("not a status (100 to 999)"));
            }
        }
        const bool isFirst = !m_retries.has(QStringLiteral("retry_on"));
        m_retries.readConditions(member, words.join(u','));
        if (isFirst) {
            m_retries.conditions().statuses += statuses;
        }
    }

    void readMember(const Setting::Member& member)
    {
        const QString name = plainName(member.name);
        if (name == u"attempts") {
            m_retries.readRetries(member);
        } else if (name == u"retryon") {
            readConditions(member);
        } else if (name == u"backoff") {
            m_retries.readBase(member, durationFrom(member.value.text, std::nullopt),
                               QStringLiteral("a duration such as 25ms"));
        }
    }

    void readRest(const std::vector<Setting>& documents)
    {
        std::vector<PlacedSetting> placed;
        for (const Setting& document : documents) {
            // A route or its retries alone.
            const bool isRoute =
                document.find({"retries"}) != nullptr || document.kind == Setting::Kind::List;
            PlacedSetting where;
            where.block = isRoute ? QStringLiteral("http") : QString();
            m_tree.root = where.block;
            place(placed, document, ConfigurationKind::Istio, m_tree, where);
        }
        reportRest(m_draft, placed);
    }

    PolicyDraft m_draft;
    EnvoyRetries m_retries;
    TreeParts m_tree;
};

} // namespace

ImportResult importIstio(const QString& text, const ImportWish& wish, const QString& place)
{
    const Result<std::vector<Setting>> documents = settingsFromYaml(text.toUtf8(), place);
    if (!documents) {
        return documents.error();
    }
    std::vector<FoundRoute> found;
    std::vector<FoundPatch> patches;
    for (const Setting& document : documents.value()) {
        collectRoutes(document, found);
        collectPatches(document, patches);
    }
    // Those that say something of retries first: the others have the default.
    std::stable_partition(found.begin(), found.end(),
                          [](const FoundRoute& one) { return one.retries() != nullptr; });
    if (found.empty() && !patches.empty()) {
        found.push_back({QStringLiteral("EnvoyFilter ") + patches.back().filter, {}});
    }
    if (found.empty()) {
        return saysNothing(
            ConfigurationKind::Istio,
            QStringLiteral("a VirtualService with http routes, or an EnvoyFilter with a retry_policy"),
            place);
    }
    for (FoundRoute& one : found) {
        if (one.part.isEmpty()) {
            one.part = QStringLiteral("line %1").arg(one.route()->line);
        }
    }
    const QStringList parts = partsOf(found);
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    return IstioRetries().read(documents.value(), found, chosen.value(), patches, parts, wish);
}

} // namespace retryscope::io
