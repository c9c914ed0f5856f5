// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"
#include "core/io/import/yaml_setting.h"
#include "core/io/json/json_units.h"

#include <chrono>
#include <cmath>
#include <vector>

namespace retryscope::io {

namespace {

constexpr int kTraefikBodyBytes = 2 * 1024 * 1024;
constexpr int kBadGateway = 502;
constexpr int kGatewayTimeout = 504;

struct FoundTraefikRetry
{
    const Setting* retry = nullptr;
    QString part; ///< the name of the middleware
};

/// The retry middlewares of a dynamic configuration (`http: {middlewares: {NAME: {retry}}}`), or of a
/// Middleware resource (`spec: {retry}`).
void collect(const Setting& document, std::vector<FoundTraefikRetry>& found)
{
    if (const Setting* middlewares = document.within({"http", "middlewares"})) {
        for (const Setting::Member& one : middlewares->members) {
            if (const Setting* retry = one.value.find({"retry"})) {
                found.push_back({retry, one.name.left(200)});
            }
        }
    }
    if (const Setting* retry = document.within({"spec", "retry"})) {
        found.push_back({retry, document.textWithin({"metadata", "name"}).left(200)});
    }
}

/// Source: Traefik v3.7.9, pkg/middlewares/retry/retry.go; until 3.6 only failed connections are retried.
class TraefikPolicy
{
public:
    TraefikPolicy()
        : m_draft(ConfigurationKind::Traefik, QStringLiteral("traefik-3.7-retry-4"),
                  QStringLiteral("the configuration that was imported; Traefik, retry middleware"))
    {
    }

    ImportResult read(const std::vector<Setting>& documents, const std::vector<FoundTraefikRetry>& all,
                      std::size_t chosen, const QStringList& parts, const ImportWish& wish)
    {
        const Setting& retry = *all[chosen].retry;
        m_draft.setPart(all[chosen].part, parts);
        for (const Setting::Member& member : retry.members) {
            readMember(member);
        }
        if (m_attempts < 1) {
            m_draft.refused(retry.line, QStringLiteral("retry"),
                            QStringLiteral("attempts is missing; it must be at least 1"));
            m_attempts = 1;
        }
        if (!m_onNetworkErrors && m_statuses.isEmpty()) {
            m_draft.refused(retry.line, QStringLiteral("disableRetryOnNetworkError: true"),
                            QStringLiteral("without status nothing would be retried"));
        }
        setLimits();
        addRules();
        TreeParts tree{.own = {&retry}};
        for (const FoundTraefikRetry& other : all) {
            if (other.retry != &retry) {
                tree.elsewhere[other.retry] = QStringLiteral("belongs to %1").arg(other.part);
            }
        }
        reportRest(m_draft, documents, tree);
        return m_draft.finished(wish);
    }

private:
    void readMember(const Setting::Member& member)
    {
        const QString name = plainName(member.name);
        if (name == u"attempts") {
            readAttempts(member);
        } else if (name == u"initialinterval") {
            readDuration(member, m_interval,
                         QStringLiteral("the first delay, ± 50 %, growing up to twice that"));
        } else if (name == u"timeout") {
            readDuration(member, m_timeout, QStringLiteral("no retry once this time has passed"));
        } else if (name == u"status") {
            readStatuses(member);
        } else if (name == u"disableretryonnetworkerror") {
            m_onNetworkErrors = !member.value.yes().value_or(false);
            m_draft.understood(member, m_onNetworkErrors
                                           ? QStringLiteral("failed connections are retried")
                                           : QStringLiteral("failed connections are not retried"));
        } else if (name == u"retrynonidempotentmethod") {
            m_everyMethod = member.value.yes().value_or(false);
            m_draft.understood(
                member, m_everyMethod ? QStringLiteral("statuses of POST, PATCH and LOCK are retried, too")
                                      : QStringLiteral("no status of POST, PATCH or LOCK is retried"));
        } else if (name == u"maxrequestbodybytes") {
            if (const std::optional<int> bytes = member.value.wholeNumber(); bytes && *bytes >= 0) {
                m_bodyBytes = *bytes;
                m_draft.understood(member, QStringLiteral("a longer request is not retried for a status"));
            } else {
                m_draft.notUnderstood(member, QStringLiteral("not a number of bytes"),
                                      QStringLiteral("Traefik retries longer requests, or none."));
            }
        }
    }

    /// The manual calls it the number of retries; the code counts every attempt.
    void readAttempts(const Setting::Member& member)
    {
        const std::optional<int> attempts = member.value.wholeNumber();
        m_attempts = attempts ? std::min(*attempts, 1'000'000) : 1;
        if (!attempts || *attempts < 1) {
            m_attempts = 1;
            m_draft.refused(member, QStringLiteral("not a whole number of at least 1"),
                            QStringLiteral("1 attempt"));
            return;
        }
        m_draft.understood(member, attemptsText(m_attempts) + QStringLiteral(", including the first"));
    }

    void readDuration(const Setting::Member& member, std::optional<Duration>& duration, const QString& became)
    {
        duration = durationFrom(member.value.text, std::chrono::seconds{1});
        if (duration) {
            m_draft.understood(member, became);
        } else {
            m_draft.refused(member, QStringLiteral("not a duration such as 100ms or 2s"));
        }
    }

    void readStatuses(const Setting::Member& member)
    {
        m_draft.take(&member.value);
        for (const Setting& item : member.value.listed()) {
            for (const QString& word : item.text.left(1000).split(u',', Qt::SkipEmptyParts)) {
                const QString setting = QStringLiteral("status: ") + word.trimmed();
                if (const std::optional<StatusRange> range = statusRangeFromText(word.trimmed())) {
                    m_statuses.append(word.trimmed());
                    m_ranges.push_back(*range);
                    m_draft.understood(item.line, setting, QStringLiteral("retried; until 3.6 no status is"));
                } else {
                    m_draft.refused(item.line, setting,
                                    QStringLiteral("not a status or a range such as 502-504"));
                }
            }
        }
    }

    void setLimits()
    {
        m_draft.setAttempts(m_attempts, true, noLongerThan(m_timeout));
        if (!m_interval || *m_interval <= Duration::zero() || m_attempts < 2) {
            m_draft.setNoBackoff();
            return;
        }
        m_draft.setBackoff(*m_interval, std::pow(2, 1.0 / (m_attempts - 1)), std::chrono::minutes{1});
        m_draft.setBackoff(QStringLiteral("jitter"), QStringLiteral("around"));
        m_draft.setBackoff(QStringLiteral("spread"), 0.5);
    }

    [[nodiscard]] bool retries(int status) const
    {
        return std::ranges::any_of(m_ranges, [status](const StatusRange& range) {
            return range.from <= status && status <= range.to;
        });
    }

    void addRules()
    {
        m_draft.addBodyBreaksOff();
        if (m_onNetworkErrors) {
            m_draft.addRule(
                QStringLiteral("no-connection"), QStringLiteral("nothing was sent to the server"),
                QStringLiteral("transient"),
                {{QStringLiteral("faultIn"),
                  textList(faults::noConnection() + QStringList{QStringLiteral("connectTimeout")})}});
        }
        if (m_statuses.isEmpty()) {
            return;
        }
        addForStatus(QStringLiteral("statuses"), QStringLiteral("the status is one of status"),
                     QStringLiteral("server"), {{QStringLiteral("statusIn"), m_statuses}});
        if (retries(kBadGateway)) {
            addForStatus(
                QStringLiteral("bad-gateway"), QStringLiteral("Traefik's own 502: the connection ended"),
                QStringLiteral("transient"),
                {{QStringLiteral("faultIn"),
                  textList(faults::brokenBefore() + QStringList{QStringLiteral("malformedResponse")})}});
        }
        if (retries(kGatewayTimeout)) {
            addForStatus(QStringLiteral("gateway-timeout"),
                         QStringLiteral("Traefik's own 504: no response in time"), QStringLiteral("timeout"),
                         {{QStringLiteral("faultIn"), textList({QStringLiteral("readTimeout")})}});
        }
        m_draft.set(QStringLiteral("requestBody"),
                    QJsonObject{{QStringLiteral("max"), m_bodyBytes.value_or(kTraefikBodyBytes)},
                                {QStringLiteral("onlyOnceSent"), true},
                                {QStringLiteral("source"), m_draft.source()}});
        if (!m_bodyBytes) {
            m_draft.understood(
                0, QStringLiteral("maxRequestBodyBytes"),
                QStringLiteral("not given: a request above 2 MiB is not retried for a status"));
        }
    }

    void addForStatus(const QString& id, const QString& title, const QString& kind, QJsonObject when)
    {
        if (!m_everyMethod) {
            when[QStringLiteral("methodIn")] =
                textList({QStringLiteral("GET"), QStringLiteral("HEAD"), QStringLiteral("OPTIONS"),
                          QStringLiteral("PUT"), QStringLiteral("DELETE"), QStringLiteral("TRACE"),
                          QStringLiteral("CONNECT")});
        }
        m_draft.addRule(id, title, kind, when);
    }

    PolicyDraft m_draft;
    int m_attempts = 0;
    std::optional<Duration> m_interval;
    std::optional<Duration> m_timeout;
    QJsonArray m_statuses;
    std::vector<StatusRange> m_ranges;
    bool m_onNetworkErrors = true;
    bool m_everyMethod = false;
    std::optional<int> m_bodyBytes;
};

} // namespace

ImportResult importTraefik(const QString& text, const ImportWish& wish, const QString& file)
{
    const Result<std::vector<Setting>> documents = settingsFromYaml(text.toUtf8(), file);
    if (!documents) {
        return documents.error();
    }
    std::vector<FoundTraefikRetry> found;
    for (const Setting& document : documents.value()) {
        collect(document, found);
    }
    if (found.empty()) {
        return saysNothing(
            ConfigurationKind::Traefik,
            QStringLiteral("http.middlewares with a retry, or a Middleware whose spec has one"), file);
    }
    const QStringList parts = partsOf(found);
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    return TraefikPolicy().read(documents.value(), found, chosen.value(), parts, wish);
}

} // namespace retryscope::io
