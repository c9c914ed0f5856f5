// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/envoy_retries.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"
#include "core/io/import/yaml_setting.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace retryscope::io {

namespace {

constexpr int kGatewayRetries = 2;
constexpr int kGatewayStatus = 503;
/// What Envoy Gateway keeps of a body unless a ClientTrafficPolicy says otherwise. Source: Envoy Gateway,
/// internal/xds/translator/listener.go, tcpListenerPerConnectionBufferLimitBytes.
constexpr int kGatewayBodyBytes = 32768;

/// The retries of a rule of an HTTPRoute, or of a BackendTrafficPolicy.
struct FoundRetry
{
    QString part;
    std::vector<const Setting*> around; ///< from the document to the group that has them
    const Setting* retry = nullptr;
    bool isOfRule = false;
};

void collect(const Setting& document, std::vector<FoundRetry>& found)
{
    const Setting* spec = document.find({"spec"});
    if (spec == nullptr) {
        return;
    }
    const QString given = document.textWithin({"metadata", "name"}).left(80);
    const QString name = given.isEmpty() ? QStringLiteral("line %1").arg(document.line) : given;
    const Setting* retry = spec->find({"retry"});
    if (retry != nullptr && document.textWithin({"kind"}) != u"HTTPRoute") {
        found.push_back({QStringLiteral("BackendTrafficPolicy ") + name, {&document, spec}, retry, false});
    }
    const Setting* rules = spec->find({"rules"});
    if (rules == nullptr) {
        return;
    }
    for (std::size_t i = 0; i < rules->items.size(); ++i) {
        const Setting& rule = rules->items[i];
        if (const Setting* own = rule.find({"retry"})) {
            const Setting* title = rule.find({"name"});
            const QString which = title != nullptr          ? QLatin1Char(' ') + title->text.left(80)
                                  : rules->items.size() > 1 ? QStringLiteral(" rule %1").arg(i + 1)
                                                            : QString();
            found.push_back({name + which, {&document, spec, &rule}, own, true});
        }
    }
}

/// A Kubernetes quantity of bytes: `32768`, `50Mi`, `1G`.
std::optional<int> bytesFrom(const QString& text)
{
    static const QRegularExpression kQuantity(QStringLiteral("\\A(\\d{1,12})([kKMG]?)(i?)\\z"));
    const auto match = kQuantity.match(text);
    double bytes = match.captured(1).toDouble();
    const double step = match.captured(3).isEmpty() ? 1000 : 1024;
    const qsizetype power =
        match.captured(2).isEmpty() ? 0 : QStringView(u"KMG").indexOf(match.captured(2).toUpper()) + 1;
    for (qsizetype i = 0; i < power; ++i) {
        bytes *= step;
    }
    return match.hasMatch() && bytes <= std::numeric_limits<int>::max()
               ? std::optional(static_cast<int>(bytes))
               : std::nullopt;
}

/// As Envoy Gateway configures Envoy. Source: Envoy Gateway, internal/gatewayapi/route.go,
/// processRouteRetry(); clustersettings.go, buildRetry(); internal/xds/translator/route.go,
/// buildRetryPolicy().
class GatewayRetries
{
public:
    explicit GatewayRetries(ConfigurationKind kind)
        : m_draft(kind, QStringLiteral("envoy-5xx"),
                  QStringLiteral("the configuration that was imported; Envoy Gateway, retries"))
        , m_retries(m_draft, kGatewayRetries)
    {
    }

    ImportResult read(const std::vector<Setting>& documents, const std::vector<FoundRetry>& all,
                      std::size_t chosen, const QStringList& parts, const ImportWish& wish)
    {
        const FoundRetry& found = all[chosen];
        m_draft.setPart(found.part, parts);
        m_draft.understood(found.retry->line, QStringLiteral("retry"),
                           QStringLiteral("read as Envoy Gateway does it; other gateways might differ"));
        for (const Setting::Member& member : found.retry->members) {
            readMember(member);
        }
        addConditions();
        m_retries.finish(true);
        readBodyLimit(documents);
        TreeParts tree{.own = found.around};
        tree.own.push_back(found.retry);
        for (const FoundRetry& other : all) {
            if (other.retry != found.retry) {
                tree.elsewhere[other.retry] =
                    found.isOfRule && !other.isOfRule
                        ? QStringLiteral("the retry of the HTTPRoute takes its place")
                        : QStringLiteral("belongs to %1").arg(other.part);
            }
        }
        reportRest(m_draft, documents, tree);
        return m_draft.finished(wish);
    }

private:
    void readMember(const Setting::Member& member)
    {
        const QString name = plainName(member.name);
        const auto duration = [](const Setting::Member& one) {
            return durationFrom(one.value.text, std::nullopt);
        };
        const QString example = QStringLiteral("a duration such as 100ms");
        if (name == u"attempts" || name == u"numretries") {
            m_retries.readRetries(member);
        } else if (name == u"backoff" && member.value.kind == Setting::Kind::Text) {
            m_retries.readBase(member, duration(member), example);
        } else if (name == u"codes" || name == u"httpstatuscodes") {
            m_retries.readStatuses(member);
            m_hasCodes = true;
        } else if (name == u"triggers") {
            QStringList words;
            for (const Setting& item : member.value.items) {
                words += item.text.left(100);
            }
            m_hasOwnConditions = true;
            m_retries.readConditions(member, words.mid(0, 100).join(u','));
        } else if (name == u"baseinterval") {
            m_retries.readBase(member, duration(member), example);
        } else if (name == u"maxinterval") {
            m_retries.readCap(member, duration(member), example);
        } else if (name == u"retryon" || name == u"perretry" || name == u"backoff") {
            for (const Setting::Member& inner : member.value.members) {
                readMember(inner);
            }
        }
    }

    /// Without triggers the usual ones hold; without codes and triggers, 503.
    void addConditions()
    {
        EnvoyConditions& conditions = m_retries.conditions();
        if (m_hasOwnConditions) {
            return;
        }
        conditions.setting = QStringLiteral("triggers");
        conditions.words = {QStringLiteral("connect-failure"), QStringLiteral("refused-stream"),
                            QStringLiteral("unavailable"), QStringLiteral("cancelled"),
                            QStringLiteral("retriable-status-codes")};
        if (!m_hasCodes) {
            conditions.statuses = {kGatewayStatus};
        }
    }

    void readBodyLimit(const std::vector<Setting>& documents)
    {
        int limit = kGatewayBodyBytes;
        bool isGiven = false;
        for (const Setting& document : documents) {
            const Setting* given = document.within({"spec", "connection", "bufferLimit"});
            const std::optional<int> bytes = given != nullptr ? bytesFrom(given->text) : std::nullopt;
            if (bytes && document.textWithin({"kind"}) == u"ClientTrafficPolicy") {
                limit = *bytes;
                isGiven = true;
                m_draft.take(given);
                m_draft.understood(given->line, QStringLiteral("bufferLimit: ") + given->shown(),
                                   bodyText(limit));
            }
        }
        if (!isGiven) {
            m_draft.understood(0, QStringLiteral("bufferLimit"),
                               QStringLiteral("not given: Envoy Gateway ") + bodyText(limit));
        }
        m_draft.set(QStringLiteral("requestBody"), QJsonObject{{QStringLiteral("max"), limit},
                                                               {QStringLiteral("source"), m_draft.source()}});
    }

    static QString bodyText(int limit)
    {
        return QStringLiteral("does not retry a request with a body above %1 bytes").arg(limit);
    }

    PolicyDraft m_draft;
    EnvoyRetries m_retries;
    bool m_hasCodes = false;
    bool m_hasOwnConditions = false;
};

} // namespace

ImportResult importGateway(ConfigurationKind kind, const QString& text, const ImportWish& wish,
                           const QString& file)
{
    const Result<std::vector<Setting>> documents = settingsFromYaml(text.toUtf8(), file);
    if (!documents) {
        return documents.error();
    }
    std::vector<FoundRetry> found;
    for (const Setting& document : documents.value()) {
        collect(document, found);
    }
    std::stable_partition(found.begin(), found.end(), std::mem_fn(&FoundRetry::isOfRule));
    if (found.empty()) {
        return saysNothing(
            kind, QStringLiteral("an HTTPRoute whose rule has retry, or a BackendTrafficPolicy with retry"),
            file);
    }
    const QStringList parts = partsOf(found);
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    return GatewayRetries(kind).read(documents.value(), found, chosen.value(), parts, wish);
}

} // namespace retryscope::io
