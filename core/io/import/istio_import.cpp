// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/envoy_rules.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/yaml_setting.h"

#include <chrono>

namespace retryscope::io {

namespace {

constexpr std::chrono::milliseconds kIstioBase{25};
constexpr int kIstioRetries = 2;

struct FoundRoute
{
    QString part;
    const Setting* route = nullptr;
};

QString partOf(const Setting& document, const Setting& route)
{
    QString result;
    if (const Setting* metadata = document.find({"metadata"})) {
        const Setting* name = metadata->find({"name"});
        result = name != nullptr ? name->text : QString();
    }
    const Setting* name = route.find({"name"});
    const Setting* match = route.find({"match"});
    if (name != nullptr) {
        result += QLatin1Char(' ') + name->text;
    } else if (match != nullptr && !match->items.empty()) {
        if (const Setting* uri = match->items.front().find({"uri"});
            uri != nullptr && !uri->members.empty()) {
            result += QLatin1Char(' ') + uri->members.front().value.text;
        }
    }
    return result.trimmed().left(200);
}

/// The routes of a VirtualService, those that stand alone, or bare retries.
void collect(const Setting& document, std::vector<FoundRoute>& found)
{
    if (document.find({"retries"}) != nullptr) {
        found.push_back({partOf(document, document), &document});
    }
    const Setting* spec = document.find({"spec"});
    const Setting* routes = (spec != nullptr ? *spec : document).find({"http"});
    const std::vector<Setting>& list = routes != nullptr ? routes->items : document.items;
    for (const Setting& route : list) {
        if (route.kind == Setting::Kind::Group) {
            found.push_back({partOf(document, route), &route});
        }
    }
}

class IstioRetries
{
public:
    IstioRetries()
        : m_draft(ConfigurationKind::Istio, QStringLiteral("istio-default"),
                  QStringLiteral("the configuration that was imported; Istio, VirtualService, HTTPRetry"))
    {
    }

    ImportResult read(const Setting& route, const QString& part, const QStringList& parts,
                      const ImportWish& wish)
    {
        m_draft.setPart(part, parts);
        const Setting* retries = route.find({"retries"});
        if (retries == nullptr) {
            m_draft.understood(0, QStringLiteral("retries"),
                               QStringLiteral("not given: Istio's own default, 2 retries"));
        } else {
            for (const Setting::Member& member : retries->members) {
                readMember(member);
            }
        }
        if (const Setting* timeout = route.find({"timeout"})) {
            m_draft.notUnderstood(timeout->line, QStringLiteral("timeout: ") + timeout->shown(),
                                  noTimeoutText(QStringLiteral("--deadline")),
                                  QStringLiteral("After this time Istio ends the call, retries included."));
        }
        if (const Setting* fault = route.find({"fault"})) {
            readFault(*fault);
        }
        if (m_conditions.line == 0) {
            // Which ones that are changed with Istio's releases: the preset says it.
            m_draft.understood(0, QStringLiteral("retryOn"),
                               QStringLiteral("not given: connect-failure, refused-stream, unavailable and "
                                              "cancelled, as in the preset; up to Istio 1.23 also 503"));
        } else {
            addEnvoyRules(m_draft, m_conditions);
        }
        m_draft.setAttempts(m_retries, false);
        m_draft.setBackoff(m_base, 2, m_base * 10);
        m_draft.setBackoff(QStringLiteral("jitter"), QStringLiteral("full"));
        return m_draft.finished(wish);
    }

private:
    /// Envoy's filter for faults stands before its router, which retries. Source: Istio, HTTPFaultInjection;
    /// Envoy, fault filter.
    void readFault(const Setting& fault)
    {
        for (const Setting::Member& member : fault.members) {
            const QString setting = QStringLiteral("fault.") + member.name;
            if (plainName(member.name) == u"abort") {
                m_draft.notUnderstood(member.line, setting,
                                      QStringLiteral("Istio itself responds to a share of the requests"),
                                      QStringLiteral("Istio makes this response before its retries: the "
                                                     "caller gets it at once, and Istio never retries it."));
            } else {
                m_draft.notUnderstood(
                    member.line, setting, QStringLiteral("Istio delays a share of the requests"),
                    QStringLiteral("The delay comes before the first attempt; no attempt takes longer."));
            }
        }
    }

    void readMember(const Setting::Member& member)
    {
        const QString name = plainName(member.name);
        if (name == u"attempts") {
            readAttempts(member);
        } else if (name == u"retryon") {
            readConditions(member);
        } else if (name == u"backoff") {
            if (const std::optional<Duration> base = durationFrom(member.value.text, std::nullopt);
                base && *base > Duration::zero()) {
                m_base = *base;
                m_draft.understood(
                    member, QStringLiteral(
                                "random delay from 0 to %1, doubled for each retry up to ten times as long")
                                .arg(durationText(m_base)));
            } else {
                m_draft.notUnderstood(member, QStringLiteral("not a duration such as 25ms"),
                                      QStringLiteral("Istio would reject it; this policy assumes 25 ms."));
            }
        } else if (name == u"pertrytimeout") {
            m_draft.notUnderstood(member, noTimeoutText(QStringLiteral("--attempt-timeout")),
                                  QStringLiteral("After this time Envoy ends the attempt, and retries if "
                                                 "retryOn contains 5xx, gateway-error or reset."));
        } else if (name == u"retryremotelocalities" || name == u"retryignoreprevioushosts") {
            m_draft.notUnderstood(member, QStringLiteral("chooses the host of a retry, not whether to retry"),
                                  QStringLiteral("The retry can go to another host."));
        } else {
            m_draft.notUnderstood(member, QStringLiteral("unknown setting"),
                                  QStringLiteral("Its effect on retries is unknown."));
        }
    }

    void readAttempts(const Setting::Member& member)
    {
        const std::optional<int> retries = member.value.wholeNumber();
        if (!retries || *retries < 0) {
            m_draft.notUnderstood(member, QStringLiteral("not a number of retries"),
                                  QStringLiteral("Istio would reject it; this policy assumes 2 retries."));
            return;
        }
        m_retries = std::min(*retries, 1'000'000);
        m_draft.understood(member,
                           m_retries == 0 ? QStringLiteral("retries nothing") : retriesText(m_retries));
    }

    /// Words of Envoy, and statuses among them.
    void readConditions(const Setting::Member& member)
    {
        m_conditions.line = member.line;
        for (const QString& text : member.value.text.left(2000).split(u',', Qt::SkipEmptyParts)) {
            const QString word = text.trimmed();
            bool isNumber = false;
            const int status = word.toInt(&isNumber);
            if (!isNumber) {
                m_conditions.words += word;
            } else if (status >= 100 && status <= 999) {
                m_conditions.statuses += status;
                m_conditions.words += QStringLiteral("retriable-status-codes");
            } else {
                m_draft.notUnderstood(member.line, word, QStringLiteral("not a status (100 to 999)"),
                                      QStringLiteral("Istio would reject it."));
            }
        }
    }

    PolicyDraft m_draft;
    EnvoyConditions m_conditions;
    int m_retries = kIstioRetries;
    Duration m_base = kIstioBase;
};

} // namespace

ImportResult importIstio(const QString& text, const ImportWish& wish, const QString& place)
{
    const Result<std::vector<Setting>> documents = settingsFromYaml(text.toUtf8(), place);
    if (!documents) {
        return documents.error();
    }
    std::vector<FoundRoute> found;
    for (const Setting& document : documents.value()) {
        collect(document, found);
    }
    // Those that say something of retries first: the others have the default.
    std::stable_partition(found.begin(), found.end(),
                          [](const FoundRoute& one) { return one.route->find({"retries"}) != nullptr; });
    if (found.empty()) {
        return saysNothing(ConfigurationKind::Istio, QStringLiteral("a VirtualService with http routes"),
                           place);
    }
    QStringList parts;
    for (const FoundRoute& one : found) {
        parts += one.part.isEmpty() ? QStringLiteral("line %1").arg(one.route->line) : one.part;
    }
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    return IstioRetries().read(*found[chosen.value()].route, parts.at(static_cast<qsizetype>(chosen.value())),
                               parts, wish);
}

} // namespace retryscope::io
