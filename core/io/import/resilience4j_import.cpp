// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/policy_draft.h"
#include "core/io/import/properties_setting.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"
#include "core/io/import/yaml_setting.h"
#include "core/io/text/utf8.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace retryscope::io {

namespace {

/// Of all that an IOException can be.
constexpr const char* kInputOrOutput =
    "connectTimeout connectionRefused unreachable hostNotFound tlsFailed connectionReset "
    "closedBeforeResponse responseTruncated responseReset malformedResponse responseTooLarge readTimeout";

/// What an exception of Java's clients stands for.
struct Thrown
{
    const char* name; ///< without its package
    const char* faults;
    const char* statuses;
};
constexpr std::array<Thrown, 14> kThrown{{
    {"IOException", kInputOrOutput, ""},
    {"ConnectException", "connectionRefused", ""},
    {"ConnectTimeoutException", "connectTimeout", ""},
    {"UnknownHostException", "hostNotFound", ""},
    {"NoRouteToHostException", "unreachable", ""},
    {"SocketTimeoutException", "connectTimeout readTimeout", ""},
    {"TimeoutException", "connectTimeout readTimeout", ""},
    {"SocketException", "connectionRefused unreachable connectionReset", ""},
    {"SSLException", "tlsFailed", ""},
    {"ResourceAccessException", kInputOrOutput, ""},
    {"WebClientRequestException",
     "connectTimeout connectionRefused unreachable hostNotFound tlsFailed connectionReset "
     "closedBeforeResponse readTimeout",
     ""},
    {"HttpServerErrorException", "", "5xx"},
    {"HttpClientErrorException", "", "4xx"},
    {"RestClientException", kInputOrOutput, "4xx 5xx"},
}};

const Thrown* thrownBy(const QString& className)
{
    const QString name = className.section(u'.', -1).section(u'$', 0, 0);
    for (const Thrown& one : kThrown) {
        if (name == QLatin1String(one.name)) {
            return &one;
        }
    }
    return nullptr;
}

QStringList split(const char* words)
{
    return QString::fromLatin1(words).split(u' ', Qt::SkipEmptyParts);
}

/// Properties have `name = value` in a line, and YAML has not.
bool isProperties(const QString& text)
{
    static const QRegularExpression kProperty(QStringLiteral("^[ \\t]*resilience4j[^\\s:={}\"']*[ \\t]*="),
                                              QRegularExpression::MultilineOption);
    return kProperty.match(text).hasMatch();
}

/// `resilience4j.retry`, wherever it stands in the groups.
const Setting* retryIn(const Setting& setting)
{
    const Setting* resilience4j = setting.find({"resilience4j"});
    return resilience4j != nullptr ? resilience4j->find({"retry"}) : nullptr;
}

Result<std::vector<Setting>> documentsOf(const QString& text, const QString& place)
{
    if (isProperties(text)) {
        Result<Setting> properties = settingFromProperties(text, place);
        if (!properties) {
            return properties.error();
        }
        return std::vector<Setting>{std::move(properties).value()};
    }
    Result<std::vector<Setting>> documents = settingsFromYaml(text.toUtf8(), place);
    if (!documents) {
        return documents.error();
    }
    std::vector<Setting> whole;
    for (const Setting& document : documents.value()) {
        whole.push_back(withoutDots(document));
    }
    return whole;
}

class Resilience4jPolicy
{
public:
    Resilience4jPolicy()
        : m_draft(ConfigurationKind::Resilience4j, QStringLiteral("resilience4j-2-default"),
                  QStringLiteral("the configuration that was imported; resilience4j, Retry, RetryConfig"))
    {
    }

    /// groups: the instance first, then what it is based on. elsewhere: groups of others, and why.
    ImportResult read(const std::vector<Setting>& documents, const std::vector<const Setting*>& groups,
                      const QHash<const Setting*, QString>& elsewhere, const QString& part,
                      const QStringList& parts, const ImportWish& wish)
    {
        m_draft.setPart(part, parts);
        m_isBaseMissing = groups.size() == 1 && groups.front()->find({"baseConfig"}) != nullptr;
        for (const Setting* group : groups) {
            for (const Setting::Member& member : group->members) {
                if (!m_seen.contains(plainName(member.name))) {
                    m_seen.insert(plainName(member.name));
                    readMember(member);
                } else if (plainName(member.name) == u"baseconfig") { // of a base: followed, too
                    m_draft.take(&member.value);
                }
            }
        }
        if (!m_seen.contains(QStringLiteral("maxattempts"))) {
            m_draft.understood(0, QStringLiteral("maxAttempts"),
                               QStringLiteral("not given: 3 attempts, including the first"));
        }
        if (!m_seen.contains(QStringLiteral("waitduration"))) {
            m_draft.understood(0, QStringLiteral("waitDuration"), QStringLiteral("not given: 500 ms"));
        }
        m_draft.setAttempts(m_attempts, true);
        setBackoff();
        addRules();
        reportRest(m_draft, documents,
                   {.own = {}, .elsewhere = elsewhere, .blocks = {groups.begin(), groups.end()}});
        return m_draft.finished(wish);
    }

private:
    void readMember(const Setting::Member& member)
    {
        const QString name = plainName(member.name);
        if (name == u"maxattempts" || name == u"maxretryattempts") {
            const std::optional<int> attempts = member.value.wholeNumber();
            if (attempts && *attempts >= 1) {
                m_attempts = std::min(*attempts, 1'000'000);
                m_draft.understood(member,
                                   attemptsText(m_attempts) + QStringLiteral(", including the first"));
            } else {
                m_draft.refused(member, QStringLiteral("not a number above 0"), QStringLiteral("3 attempts"));
            }
        } else if (name == u"waitduration" || name == u"exponentialmaxwaitduration") {
            readDuration(member, name == u"waitduration");
        } else if (name == u"exponentialbackoffmultiplier" || name == u"randomizedwaitfactor") {
            readNumber(member, name == u"randomizedwaitfactor");
        } else if ((name == u"enableexponentialbackoff" || name == u"enablerandomizedwait") &&
                   member.value.yes()) {
            (name == u"enableexponentialbackoff" ? m_isExponential : m_isRandomized) = *member.value.yes();
            m_draft.understood(member, *member.value.yes() ? QStringLiteral("switched on")
                                                           : QStringLiteral("switched off"));
        } else if (name == u"retryexceptions" || name == u"ignoreexceptions") {
            readExceptions(member, name == u"retryexceptions");
        } else if (name == u"baseconfig") {
            if (m_isBaseMissing) {
                m_draft.notUnderstood(
                    member, QStringLiteral("the text has no config of this name"),
                    QStringLiteral("Either another file defines it, or resilience4j rejects it."));
            } else {
                m_draft.understood(member,
                                   QStringLiteral("supplies the values that the instance does not set"));
            }
        }
    }

    void readDuration(const Setting::Member& member, bool isBase)
    {
        const std::optional<Duration> duration =
            durationFrom(member.value.text, std::chrono::milliseconds{1});
        if (!duration) {
            m_draft.notUnderstood(member, QStringLiteral("not a duration such as 500ms, 2s or PT2S"),
                                  QStringLiteral("Either it is a placeholder, or resilience4j rejects it."));
            return;
        }
        (isBase ? m_base : m_cap.emplace()) = *duration;
        m_draft.understood(member,
                           isBase ? QStringLiteral("the delay is %1").arg(shownDuration(*duration))
                                  : QStringLiteral("delays of at most %1").arg(shownDuration(*duration)));
    }

    void readNumber(const Setting::Member& member, bool isSpread)
    {
        const std::optional<double> number = member.value.number();
        const bool isGood =
            number && (isSpread ? *number >= 0 && *number <= 1 : *number >= 1 && *number <= 1000);
        if (!isGood) {
            m_draft.notUnderstood(member,
                                  isSpread ? QStringLiteral("not a number from 0 to 1")
                                           : QStringLiteral("not a number from 1 to 1000"),
                                  QStringLiteral("Either resilience4j rejects it, or its delays shrink."));
            return;
        }
        (isSpread ? m_spread : m_factor) = *number;
        m_draft.understood(
            member,
            isSpread
                ? QStringLiteral("random delays within ± %1 %, if enableRandomizedWait is on")
                      .arg(100 * *number)
                : QStringLiteral("each delay is %1 times the previous one, if enableExponentialBackoff is on")
                      .arg(*number));
    }

    void readExceptions(const Setting::Member& member, bool isRetried)
    {
        (isRetried ? m_hasRetried : m_hasIgnored) = true;
        m_draft.take(&member.value);
        std::vector<Setting> items = member.value.items;
        if (items.empty() && member.value.kind == Setting::Kind::Text) {
            for (const QString& name : member.value.text.split(u',', Qt::SkipEmptyParts)) {
                Setting item = member.value;
                item.text = name.trimmed();
                items.push_back(item);
            }
        }
        if (items.empty()) {
            m_draft.understood(member, QStringLiteral("names no exception"));
        }
        for (const Setting& item : items) {
            const Thrown* thrown = thrownBy(item.text);
            const QString written = QStringLiteral("%1: %2").arg(member.name, item.shown());
            if (thrown == nullptr) {
                m_draft.notUnderstood(
                    item.line, written,
                    QStringLiteral(
                        "Retryscope does not know which responses make a client throw this exception"),
                    isRetried ? QStringLiteral("resilience4j retries it; this policy does not.")
                              : QStringLiteral("resilience4j does not retry it."));
                continue;
            }
            (isRetried ? m_faults : m_ignoredFaults) += split(thrown->faults);
            (isRetried ? m_statuses : m_ignoredStatuses) += split(thrown->statuses);
            const QStringList what =
                split(thrown->statuses) +
                (*thrown->faults == '\0' ? QStringList()
                                         : QStringList{QStringLiteral("connection failures of this kind")});
            m_draft.understood(item.line, written,
                               QStringLiteral("%1: %2").arg(isRetried ? QStringLiteral("retried")
                                                                      : QStringLiteral("not retried"),
                                                            what.join(QStringLiteral(", "))));
        }
    }

    void setBackoff()
    {
        if (m_base <= Duration::zero()) {
            m_draft.setNoBackoff();
            return;
        }
        m_draft.setBackoff(m_base, m_isExponential ? m_factor : 1, m_isExponential ? m_cap : std::nullopt);
        if (m_isRandomized) {
            m_draft.setBackoff(QStringLiteral("jitter"), QStringLiteral("around"));
            m_draft.setBackoff(QStringLiteral("spread"), m_spread);
            // IntervalFunction.ofExponentialRandomBackoff(): min(randomize(interval), maxInterval).
            m_draft.setBackoff(QStringLiteral("capApplies"), QStringLiteral("afterJitter"));
        }
    }

    void addRules()
    {
        if (!m_hasRetried) {
            m_faults = split(kThrown[0].faults);
            m_draft.understood(0, QStringLiteral("retryExceptions"),
                               QStringLiteral("not given: retries every exception"));
            m_draft.notUnderstood(
                0, QStringLiteral("retryExceptions"),
                QStringLiteral("the text does not say whether the HTTP client throws for a 4xx or 5xx"),
                QStringLiteral(
                    "RestTemplate, RestClient, Feign and WebClient.retrieve() throw, and resilience4j "
                    "retries; this policy takes such a response for a result."));
        }
        m_ignoredFaults.removeDuplicates();
        m_ignoredStatuses.removeDuplicates();
        m_faults.removeDuplicates();
        m_statuses.removeDuplicates();
        if (!m_ignoredStatuses.isEmpty()) {
            m_draft.addRule(QStringLiteral("ignored-statuses"), QStringLiteral("an ignored exception"),
                            QStringLiteral("permanent"),
                            {{QStringLiteral("statusIn"), textList(m_ignoredStatuses)}});
        }
        if (!m_ignoredFaults.isEmpty()) {
            m_draft.addRule(QStringLiteral("ignored"), QStringLiteral("an ignored exception"),
                            QStringLiteral("permanent"),
                            {{QStringLiteral("faultIn"), textList(m_ignoredFaults)}});
        }
        if (!m_statuses.isEmpty()) {
            m_draft.addRule(QStringLiteral("statuses"),
                            QStringLiteral("a status for which the client throws a retried exception"),
                            QStringLiteral("server"), {{QStringLiteral("statusIn"), textList(m_statuses)}});
        }
        if (!m_faults.isEmpty()) {
            m_draft.addRule(QStringLiteral("exceptions"),
                            QStringLiteral("no complete response: a retried exception"),
                            QStringLiteral("transient"), {{QStringLiteral("faultIn"), textList(m_faults)}});
        }
        if (!m_hasRetried) {
            m_draft.addRule(
                QStringLiteral("results"), QStringLiteral("a response with an error status is a result"),
                QStringLiteral("permanent"),
                {{QStringLiteral("statusIn"), textList({QStringLiteral("4xx"), QStringLiteral("5xx")})}},
                {{QStringLiteral("proviso"),
                  QStringLiteral(
                      "with an HTTP client that returns such a response; RestTemplate, RestClient, "
                      "Feign and WebClient.retrieve() throw an exception for it, and resilience4j "
                      "retries")}});
        }
        if (!m_draft.hasRules()) {
            m_draft.addRule(QStringLiteral("nothing"), QStringLiteral("no exception recognised"),
                            QStringLiteral("permanent"),
                            {{QStringLiteral("statusIn"), QJsonArray{QStringLiteral("5xx")}}});
        }
    }

    PolicyDraft m_draft;
    QSet<QString> m_seen;
    bool m_isBaseMissing = false;
    int m_attempts = 3;
    Duration m_base = std::chrono::milliseconds{500};
    std::optional<Duration> m_cap;
    bool m_isExponential = false;
    bool m_isRandomized = false;
    double m_factor = 1.5;
    double m_spread = 0.5;
    bool m_hasRetried = false;
    bool m_hasIgnored = false;
    QStringList m_faults;
    QStringList m_statuses;
    QStringList m_ignoredFaults;
    QStringList m_ignoredStatuses;
};

} // namespace

ImportResult importResilience4j(const QString& text, const ImportWish& wish, const QString& place)
{
    const Result<std::vector<Setting>> documents = documentsOf(text, place);
    if (!documents) {
        return documents.error();
    }
    const Setting* retry = nullptr;
    for (const Setting& document : documents.value()) {
        retry = retry != nullptr ? retry : retryIn(document);
    }
    const Setting* configs = retry != nullptr ? retry->find({"configs"}) : nullptr;
    const Setting* instances = retry != nullptr ? retry->find({"instances", "backends"}) : nullptr;
    const Setting* named = instances != nullptr && !instances->members.empty() ? instances : configs;
    if (named == nullptr || named->members.empty()) {
        return saysNothing(ConfigurationKind::Resilience4j,
                           QStringLiteral("resilience4j.retry with instances or configs"), place);
    }
    QStringList parts;
    for (const Setting::Member& member : named->members) {
        parts += member.name.left(200);
    }
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    QHash<const Setting*, QString> elsewhere;
    for (const Setting* group : {configs, instances}) {
        if (group != nullptr) {
            for (const Setting::Member& member : group->members) {
                elsewhere[&member.value] = QStringLiteral("belongs to %1").arg(member.name.left(60));
            }
        }
    }
    std::vector<const Setting*> groups{&named->members[chosen.value()].value};
    // A base can have a base. An instance without one has the config named default.
    constexpr std::size_t kMostBases = 20;
    while (configs != nullptr && groups.size() < kMostBases) {
        const Setting* base = groups.back()->find({"baseConfig"});
        if (base == nullptr && (groups.size() > 1 || named == configs)) {
            break;
        }
        const std::string name = base != nullptr ? fromQString(base->text) : std::string("default");
        const Setting* config = configs->find({std::string_view(name)});
        if (config == nullptr || std::ranges::count(groups, config) > 0) {
            break;
        }
        groups.push_back(config);
    }
    for (const Setting* group : groups) {
        elsewhere.remove(group);
    }
    return Resilience4jPolicy().read(documents.value(), groups, elsewhere,
                                     parts.at(static_cast<qsizetype>(chosen.value())), parts, wish);
}

} // namespace retryscope::io
