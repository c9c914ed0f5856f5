// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/header_syntax.h"
#include "core/io/import/envoy_rules.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/yaml_setting.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <chrono>
#include <string_view>

namespace retryscope::io {

namespace {

using std::chrono::milliseconds;

constexpr std::chrono::milliseconds kEnvoyBase{25}; ///< upstream.base_retry_backoff_ms
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

/// Everything of one text that matters to its retries.
struct FoundSettings
{
    std::vector<FoundPolicy> policies;
    std::vector<const Setting*> clusters; ///< those with circuit breakers
};

void collect(const Setting& setting, const QString& place, std::vector<const Setting*>& around,
             FoundSettings& found)
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
        const QString name = plainName(member.name);
        if (name == u"retrypolicy" && member.value.kind == Setting::Kind::Group) {
            found.policies.push_back({here, &member.value, around});
        } else {
            collect(member.value, here, around, found);
        }
        if (name == u"circuitbreakers") {
            found.clusters.push_back(&setting);
        }
    }
    around.pop_back();
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

    ImportResult read(const FoundPolicy& found, const std::vector<const Setting*>& clusters,
                      const QString& part, const QStringList& parts, const ImportWish& wish)
    {
        m_draft.setPart(part, parts);
        for (const Setting::Member& member : found.group->members) {
            readMember(member);
        }
        if (!found.around.empty()) {
            readAround(*found.around.back());
        }
        readBodyLimit(found.around);
        const Setting* target = found.around.empty() ? nullptr : found.around.back()->find({"cluster"});
        for (const Setting* cluster : clusters) {
            const Setting* name = cluster->find({"name"});
            if (target == nullptr || name == nullptr || name->text == target->text) {
                readBreakers(*cluster);
            }
        }
        if (m_conditions.line == 0) {
            m_draft.understood(
                0, QStringLiteral("retry_on"),
                QStringLiteral(
                    "not given: Envoy retries only if a request asks for it with x-envoy-retry-on"));
            m_conditions.words.clear();
        }
        if (!m_hasRetries) {
            m_draft.understood(0, QStringLiteral("num_retries"), QStringLiteral("not given: 1 retry"));
        }
        m_draft.setAttempts(m_retries, false);
        m_draft.setBackoff(m_base, 2, m_cap.value_or(m_base * 10));
        m_draft.setBackoff(QStringLiteral("jitter"), QStringLiteral("full"));
        addEnvoyRules(m_draft, m_conditions);
        return m_draft.finished(wish);
    }

private:
    void readMember(const Setting::Member& member)
    {
        const QString name = plainName(member.name);
        if (name == u"retryon") {
            m_conditions.line = member.line;
            for (const QString& word : member.value.text.left(2000).split(u',', Qt::SkipEmptyParts)) {
                m_conditions.words += word.trimmed();
            }
        } else if (name == u"numretries" || name == u"maxretries") {
            readRetries(member);
        } else if (name == u"retriablestatuscodes") {
            readStatuses(member);
        } else if (name == u"retrybackoff") {
            readBackoff(member);
        } else if (name == u"retriableheaders") {
            readHeaders(member);
        } else {
            readOther(member, name);
        }
    }

    void readRetries(const Setting::Member& member)
    {
        const std::optional<int> retries = member.value.wholeNumber();
        m_hasRetries = true;
        if (!retries || *retries < 0) {
            m_draft.notUnderstood(
                member,
                member.value.find({"value"}) != nullptr
                    ? QStringLiteral(
                          "not a plain number: YAML and JSON write a UInt32Value as the number itself")
                    : QStringLiteral("not a number of retries"),
                QStringLiteral("Envoy would reject it; this policy assumes 1 retry."));
            return;
        }
        m_retries = std::min(*retries, 1'000'000);
        m_draft.understood(member, retriesText(m_retries));
    }

    void readStatuses(const Setting::Member& member)
    {
        for (const Setting& item : member.value.items) {
            const std::optional<int> status = item.wholeNumber();
            if (status && *status >= 100 && *status <= 999 && m_conditions.statuses.size() < 900) {
                m_conditions.statuses += *status;
            } else {
                m_draft.notUnderstood(item.line, item.shown(), QStringLiteral("not a status (100 to 999)"),
                                      QStringLiteral("Envoy would reject it."));
            }
        }
    }

    void readBackoff(const Setting::Member& member)
    {
        for (const Setting::Member& one : member.value.members) {
            const QString name = plainName(one.name);
            const std::optional<Duration> duration = protobufDurationFrom(one.value.text);
            if (!duration || (name != u"baseinterval" && name != u"maxinterval")) {
                m_draft.notUnderstood(
                    one,
                    QStringLiteral(
                        "base_interval or max_interval is not decimal seconds with an s, such as 0.025s"),
                    QStringLiteral("Envoy would reject it; this policy assumes 25 ms and 250 ms."));
            } else if (name == u"baseinterval") {
                m_base = *duration;
                m_draft.understood(one, QStringLiteral("random delay from 0 to %1, doubled for each retry")
                                            .arg(durationText(m_base)));
            } else {
                m_cap = *duration;
                m_draft.understood(one, QStringLiteral("delays of at most %1").arg(durationText(*duration)));
            }
        }
        if (m_cap && *m_cap < m_base) {
            m_draft.notUnderstood(
                member, QStringLiteral("max_interval is below base_interval"),
                QStringLiteral(
                    "Envoy would reject it; this policy uses a random delay from 0 to %1 each time.")
                    .arg(durationText(*m_cap)));
        }
    }

    void readHeaders(const Setting::Member& member)
    {
        for (const Setting& matcher : member.value.items) {
            const Setting* name = matcher.find({"name"});
            const Setting* present = matcher.find({"present_match"});
            const bool isThere =
                matcher.members.size() == 1 ||
                (present != nullptr && present->yes() == true && matcher.members.size() == 2);
            const auto [how, text] = matcherOf(matcher);
            if (name != nullptr && text != nullptr && m_conditions.headerValues.size() < 100) {
                m_conditions.headerValues.append(QJsonObject{{QStringLiteral("header"), name->text.left(200)},
                                                             {how, textList({text->text.left(200)})}});
                m_draft.understood(matcher.line, QStringLiteral("retriable_headers: ") + name->text,
                                   (how == u"textIn"
                                        ? QStringLiteral("retries if the header is \"%1\"")
                                        : QStringLiteral("retries if the header begins with \"%1\""))
                                       .arg(text->shown()));
            } else if (name != nullptr && isThere && m_conditions.headers.size() < 100) {
                m_conditions.headers += name->text.left(200);
                m_draft.understood(matcher.line, QStringLiteral("retriable_headers: ") + name->text,
                                   QStringLiteral("retries if the header is present"));
            } else {
                m_draft.notUnderstood(
                    matcher.line,
                    QStringLiteral("retriable_headers: ") + (name != nullptr ? name->text : matcher.shown()),
                    QStringLiteral("Retryscope cannot import this way to match a header's value"),
                    QStringLiteral("Envoy retries according to this header's value; this policy does not."));
            }
        }
    }

    /// The innermost group that has this setting, as a number of bytes.
    std::optional<int> bytesIn(const std::vector<const Setting*>& around, std::string_view name)
    {
        for (auto group = around.rbegin(); group != around.rend(); ++group) {
            const Setting* value = (*group)->find({name});
            const std::optional<int> bytes = value != nullptr ? value->wholeNumber() : std::nullopt;
            if (value != nullptr && (!bytes || *bytes < 0)) {
                m_draft.notUnderstood(
                    value->line,
                    QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())) +
                        QStringLiteral(": ") + value->shown(),
                    QStringLiteral("not a valid number of bytes"),
                    QStringLiteral("Envoy keeps a different amount of the body for retries."));
                return std::nullopt;
            }
            if (bytes) {
                m_bodyLine = value->line;
                return bytes;
            }
        }
        return std::nullopt;
    }

    /// How much of a body is kept for a retry: request_body_buffer_limit alone, else the smaller one of
    /// per_request_buffer_limit_bytes and the listener's own. Source: Envoy, route.Route,
    /// request_body_buffer_limit; source/common/router/router.cc.
    void readBodyLimit(const std::vector<const Setting*>& around)
    {
        constexpr int kUsual = 1024 * 1024;
        const std::optional<int> listener = bytesIn(around, "per_connection_buffer_limit_bytes");
        std::optional<int> limit = listener;
        if (const std::optional<int> own = bytesIn(around, "request_body_buffer_limit")) {
            limit = own;
        } else if (const std::optional<int> most = bytesIn(around, "per_request_buffer_limit_bytes")) {
            limit = std::min(*most, listener.value_or(kUsual));
        }
        if (!limit) {
            m_draft.understood(
                0, QStringLiteral("per_connection_buffer_limit_bytes"),
                QStringLiteral("not given: Envoy does not retry a request with a body above 1 MiB"));
            return;
        }
        m_draft.understood(m_bodyLine, QStringLiteral("body limit for retries"),
                           QStringLiteral("does not retry a request with a body above %1 bytes").arg(*limit));
        m_draft.set(QStringLiteral("requestBody"), QJsonObject{{QStringLiteral("max"), *limit},
                                                               {QStringLiteral("source"), m_draft.source()}});
    }

    /// What limits the retries of all requests to a cluster together. Source: Envoy, cluster.CircuitBreakers.
    void readBreakers(const Setting& cluster)
    {
        const Setting* name = cluster.find({"name"});
        const QString of = name != nullptr ? QStringLiteral(" of cluster ") + name->shown() : QString();
        const Setting* breakers = cluster.find({"circuit_breakers"});
        const Setting* thresholds = breakers != nullptr ? breakers->find({"thresholds"}) : nullptr;
        for (const Setting& threshold : thresholds != nullptr ? thresholds->items : std::vector<Setting>{}) {
            for (const Setting::Member& member : threshold.members) {
                const QString setting = plainName(member.name);
                if (setting != u"maxretries" && setting != u"retrybudget") {
                    continue;
                }
                m_draft.notUnderstood(
                    member.line, written(member) + of,
                    setting == u"maxretries"
                        ? QStringLiteral("a policy has no limit on concurrent retries")
                        : QStringLiteral("a policy has no limit as a share of concurrent requests"),
                    QStringLiteral("Beyond this limit Envoy sends no retry (upstream_rq_retry_overflow): the "
                                   "caller gets the failure."));
            }
        }
    }

    /// What else the route says of one request and its retries.
    void readAround(const Setting& route)
    {
        for (const Setting::Member& member : route.members) {
            const QString name = plainName(member.name);
            if (name == u"timeout" || name == u"idletimeout" || name == u"maxstreamduration") {
                m_draft.notUnderstood(
                    member,
                    noTimeoutText(name == u"idletimeout" ? QStringLiteral("--read-timeout")
                                                         : QStringLiteral("--deadline")),
                    QStringLiteral("After this time Envoy ends the request, retries included."));
            } else if (name == u"hedgepolicy") {
                m_draft.notUnderstood(member, QStringLiteral("a policy sends one attempt after another"),
                                      QStringLiteral("Envoy can send several attempts at the same time."));
            } else if (name == u"internalredirectpolicy") {
                m_draft.notUnderstood(member, QStringLiteral("a redirect is not a retry"),
                                      QStringLiteral("Envoy follows redirects itself."));
            }
        }
    }

    struct Matcher
    {
        QString member;                ///< of a header value: `textIn`, `prefixIn`
        const Setting* text = nullptr; ///< nullptr: another way to match
    };

    /// `exact_match: text`, `prefix_match: text`, or one of them within `string_match` that minds the
    /// case.
    static Matcher matcherOf(const Setting& matcher)
    {
        if (matcher.members.size() != 2) {
            return {};
        }
        const Setting* match = matcher.find({"string_match"});
        const bool isNested = match != nullptr && match->members.size() == 1;
        if (const Setting* exact = isNested ? match->find({"exact"}) : matcher.find({"exact_match"})) {
            return {QStringLiteral("textIn"), exact};
        }
        return {QStringLiteral("prefixIn"),
                isNested ? match->find({"prefix"}) : matcher.find({"prefix_match"})};
    }

    /// A header replaces the backoff, and up to half of what it says comes on top; one that is too long
    /// counts as if it were not there. Source: Envoy, JitteredLowerBoundBackOffStrategy,
    /// RateLimitedRetryBackOff.
    void readRateLimited(const Setting::Member& member)
    {
        const Setting* longest = member.value.find({"max_interval"});
        const std::optional<Duration> most =
            longest != nullptr ? protobufDurationFrom(longest->text) : std::chrono::seconds{300};
        const Setting* headers = member.value.find({"reset_headers"});
        QJsonArray hints;
        for (const Setting& header : headers != nullptr ? headers->items : std::vector<Setting>{}) {
            const Setting* name = header.find({"name"});
            const Setting* format = header.find({"format"});
            const bool isMoment =
                format != nullptr && (format->text == u"UNIX_TIMESTAMP" || format->text == u"1");
            const bool isHeader = name != nullptr && isToken(fromQString(name->text));
            if (!isHeader || !most || hints.size() >= 20) {
                m_draft.notUnderstood(header.line, QStringLiteral("reset_headers: ") + header.shown(),
                                      QStringLiteral("reset_headers needs a header name, and max_interval "
                                                     "needs decimal seconds with an s"),
                                      QStringLiteral("Envoy would reject it."));
                continue;
            }
            hints.append(QJsonObject{{QStringLiteral("header"), name->text.left(200).toLower()},
                                     {QStringLiteral("unit"),
                                      isMoment ? QStringLiteral("epochSeconds") : QStringLiteral("seconds")},
                                     {QStringLiteral("bounds"), QStringLiteral("replace")},
                                     {QStringLiteral("ignoreAbove"), durationText(*most)},
                                     {QStringLiteral("spread"), 0.5},
                                     {QStringLiteral("source"), m_draft.source()}});
            m_draft.understood(
                header.line, QStringLiteral("reset_headers: ") + name->text,
                isMoment ? QStringLiteral("uses the header as the time of the retry, in seconds since 1970")
                         : QStringLiteral("uses the header's seconds as the delay"));
        }
        if (most) {
            m_draft.understood(
                longest != nullptr ? longest->line : 0,
                QStringLiteral("rate_limited_retry_back_off.max_interval"),
                QStringLiteral("ignores a header that asks for more than %1").arg(durationText(*most)));
        }
        m_draft.set(QStringLiteral("hints"), hints);
    }

    void readOther(const Setting::Member& member, const QString& name)
    {
        if (name == u"pertrytimeout" || name == u"pertryidletimeout") {
            m_draft.notUnderstood(member, noTimeoutText(QStringLiteral("--attempt-timeout")),
                                  QStringLiteral("After this time Envoy ends the attempt, and retries if "
                                                 "retry_on contains 5xx, gateway-error or reset."));
        } else if (name == u"ratelimitedretrybackoff") {
            readRateLimited(member);
        } else if (name == u"retryhostpredicate" || name == u"retrypriority" ||
                   name == u"hostselectionretrymaxattempts") {
            m_draft.notUnderstood(member, QStringLiteral("chooses the host of a retry, not whether to retry"),
                                  QStringLiteral("The retry goes to another host."));
        } else if (name == u"retriablerequestheaders") {
            m_draft.notUnderstood(
                member, QStringLiteral("Retryscope does not import conditions on the request"),
                QStringLiteral(
                    "Envoy retries only requests with such a header; this policy retries all requests."));
        } else {
            m_draft.notUnderstood(member, QStringLiteral("unknown setting"),
                                  QStringLiteral("Its effect on retries is unknown."));
        }
    }

    PolicyDraft m_draft;
    EnvoyConditions m_conditions;
    int m_retries = kEnvoyRetries;
    bool m_hasRetries = false;
    int m_bodyLine = 0;
    Duration m_base = kEnvoyBase;
    std::optional<Duration> m_cap;
};

} // namespace

ImportResult importEnvoy(const QString& text, const ImportWish& wish, const QString& place)
{
    const Result<std::vector<Setting>> documents = settingsFromYaml(text.toUtf8(), place);
    if (!documents) {
        return documents.error();
    }
    FoundSettings found;
    std::vector<const Setting*> around;
    for (const Setting& document : documents.value()) {
        if (document.find({"retry_on"}) != nullptr) {
            found.policies.push_back({{}, &document, {}});
        }
        collect(document, {}, around, found);
    }
    if (found.policies.empty()) {
        return saysNothing(ConfigurationKind::Envoy, QStringLiteral("retry_policy with retry_on"), place);
    }
    putRoutesFirst(found.policies);
    QStringList parts;
    for (const FoundPolicy& one : found.policies) {
        parts += one.part.isEmpty() ? QStringLiteral("line %1").arg(one.group->line) : one.part;
    }
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    return EnvoyPolicy().read(found.policies[chosen.value()], found.clusters,
                              parts.at(static_cast<qsizetype>(chosen.value())), parts, wish);
}

} // namespace retryscope::io
