// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/literal_setting.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"
#include "core/io/json/json_units.h"

#include <QRegularExpression>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

namespace retryscope::io {

namespace {

struct FoundRetryable
{
    Setting arguments;
    QString part; ///< the method below the annotation
    bool isOfFramework = false;
};

/// Spring Framework 7 counts retries and has the delay beside them; Spring Retry 2 counts attempts and has a
/// @Backoff. The import of one of the packages decides where the arguments do not.
bool isOfFramework(const Setting& arguments, const QString& text)
{
    static const QRegularExpression kOther(QStringLiteral("org\\.springframework\\.retry\\b"));
    const bool hasNew =
        arguments.find({"maxRetries", "maxRetriesString", "delay", "delayString", "includes", "excludes",
                        "jitter", "multiplier", "maxDelay", "predicate"}) != nullptr;
    const bool hasOld =
        arguments.find({"maxAttempts", "backoff", "retryFor", "noRetryFor", "include", "exclude",
                        "maxAttemptsExpression", "exceptionExpression", "recover"}) != nullptr;
    return hasNew != hasOld ? hasNew : !kOther.match(text).hasMatch();
}

Result<std::vector<FoundRetryable>> retryablesIn(const QString& text, const QString& file)
{
    constexpr std::size_t kMost = 500;
    constexpr qsizetype kFarthestMethod = 2000; // characters from the annotation
    static const QRegularExpression kMethod(
        QStringLiteral(
            "^[ \\t]*+(?:(?:public|protected|private|static|final)\\s+)*[\\w<>\\[\\], .?]+?\\s(\\w+)\\s*\\("),
        QRegularExpression::MultilineOption);
    LiteralReader reader(text, file);
    std::vector<FoundRetryable> found;
    for (const LiteralReader::Word& word : reader.words()) {
        const bool isAnnotation = word.at > 0 && text.at(word.at - 1) == u'@' &&
                                  word.text.section(u'.', -1) == u"Retryable" && found.size() < kMost;
        if (!isAnnotation) {
            continue;
        }
        Result<Setting> arguments = reader.valueAt(word.at - 1);
        if (!arguments) {
            return arguments.error();
        }
        FoundRetryable one{std::move(arguments).value(), {}, false};
        const auto method = kMethod.match(text.mid(reader.end(), kFarthestMethod));
        one.part =
            method.hasMatch() ? method.captured(1).left(200) : QStringLiteral("line %1").arg(word.line);
        one.isOfFramework = isOfFramework(one.arguments, text);
        found.push_back(std::move(one));
    }
    return found;
}

/// Exceptions of RestClient and RestTemplate, and what makes them.
struct SpringException
{
    const char* name;
    const char* statuses; ///< separated by blanks; empty: none
    bool isFault;         ///< no complete response
};
constexpr SpringException kExceptions[] = {
    {"Exception", "4xx 5xx", true},
    {"Throwable", "4xx 5xx", true},
    {"RuntimeException", "4xx 5xx", true},
    {"RestClientException", "4xx 5xx", true},
    {"RestClientResponseException", "4xx 5xx", false},
    {"HttpStatusCodeException", "4xx 5xx", false},
    {"HttpServerErrorException", "5xx", false},
    {"HttpClientErrorException", "4xx", false},
    {"HttpClientErrorException.TooManyRequests", "429", false},
    {"HttpServerErrorException.ServiceUnavailable", "503", false},
    {"HttpServerErrorException.BadGateway", "502", false},
    {"HttpServerErrorException.GatewayTimeout", "504", false},
    {"HttpServerErrorException.InternalServerError", "500", false},
    {"ResourceAccessException", "", true},
};

/// Source: Spring Framework 7.0 and Spring Retry 2.0, javadoc of @Retryable and @Backoff.
class SpringPolicy
{
public:
    explicit SpringPolicy(bool isOfFramework)
        : m_isOfFramework(isOfFramework)
        , m_draft(ConfigurationKind::Spring,
                  isOfFramework ? QStringLiteral("spring-framework-7-default")
                                : QStringLiteral("spring-retry-2-default"),
                  isOfFramework
                      ? QStringLiteral("the configuration that was imported; Spring Framework 7, @Retryable")
                      : QStringLiteral("the configuration that was imported; Spring Retry 2, @Retryable"))
    {
    }

    ImportResult read(const FoundRetryable& found, const std::vector<FoundRetryable>& all,
                      const QStringList& parts, const ImportWish& wish)
    {
        m_draft.setPart(found.part, parts);
        m_draft.understood(found.arguments.line, QStringLiteral("@Retryable"),
                           m_isOfFramework ? QStringLiteral("read as Spring Framework 7 does it")
                                           : QStringLiteral("read as Spring Retry 2 does it"));
        for (const Setting::Member& member : found.arguments.members) {
            readMember(member);
        }
        m_draft.setAttempts(m_count, !m_isOfFramework, noLongerThan(m_timeout));
        setBackoff();
        addRules();
        std::vector<PlacedSetting> placed;
        PlacedSetting where;
        where.block = QStringLiteral("@Retryable of ") + found.part;
        where.isAllRetries = true;
        place(placed, found.arguments, ConfigurationKind::Spring, TreeParts{.own = {&found.arguments}},
              where);
        for (const FoundRetryable& other : all) {
            if (&other != &found) {
                PlacedSetting there;
                there.elsewhere = QStringLiteral("belongs to ") + other.part;
                place(placed, other.arguments, ConfigurationKind::Spring, TreeParts{.own = {}}, there);
            }
        }
        reportRest(m_draft, placed);
        return m_draft.finished(wish);
    }

private:
    /// An argument without a name is the value of the annotation.
    static QString nameOf(const Setting::Member& member)
    {
        return member.name.isEmpty() ? QStringLiteral("value") : member.name;
    }

    void readMember(const Setting::Member& member)
    {
        const QString name = plainName(nameOf(member));
        if (name == u"maxretries" || name == u"maxretriesstring" || name == u"maxattempts" ||
            name == u"maxattemptsexpression") {
            readCount(member);
        } else if (name == u"delay" || name == u"delaystring" || name == u"delayexpression") {
            readDuration(member, m_delay, QStringLiteral("the delay is %1"));
        } else if (name == u"jitter" || name == u"jitterstring") {
            readDuration(member, m_jitter,
                         QStringLiteral("± %1, never below delay, growing with multiplier"));
        } else if (name == u"maxdelay" || name == u"maxdelaystring" || name == u"maxdelayexpression") {
            readDuration(member, m_longest, QStringLiteral("delays of at most %1"));
        } else if (name == u"timeout" || name == u"timeoutstring") {
            readDuration(member, m_timeout, QStringLiteral("no retry once %1 have passed"));
        } else if (name == u"multiplier" || name == u"multiplierstring" || name == u"multiplierexpression") {
            readMultiplier(member);
        } else if (name == u"random") {
            m_isRandom = member.value.yes().value_or(false);
            m_draft.understood(member, m_isRandom ? QStringLiteral("delays are drawn at random")
                                                  : QStringLiteral("switched off"));
        } else if (name == u"backoff") {
            m_draft.take(&member.value);
            for (const Setting::Member& inner : member.value.members) {
                readMember(plainName(nameOf(inner)) == u"value"
                               ? Setting::Member{QStringLiteral("delay"), inner.line, inner.value}
                               : inner);
                m_draft.take(&inner.value);
            }
        } else if (name == u"includes" || name == u"value" || name == u"retryfor" || name == u"include") {
            readExceptions(member, true);
        } else if (name == u"excludes" || name == u"noretryfor" || name == u"exclude") {
            readExceptions(member, false);
        }
    }

    void readCount(const Setting::Member& member)
    {
        QString digits = member.value.text;
        digits.remove(u'_').remove(u'L').remove(u'l');
        bool isNumber = false;
        const int count = digits.toInt(&isNumber);
        if (!isNumber || count < (m_isOfFramework ? 0 : 1)) {
            m_draft.refused(member,
                            QStringLiteral("not a whole number of at least %1").arg(m_isOfFramework ? 0 : 1),
                            attemptsText(m_isOfFramework ? m_count + 1 : m_count));
            return;
        }
        m_count = std::min(count, 1'000'000);
        m_draft.understood(member, m_isOfFramework
                                       ? retriesText(m_count)
                                       : attemptsText(m_count) + QStringLiteral(", including the first"));
    }

    void readDuration(const Setting::Member& member, std::optional<Duration>& duration, const QString& became)
    {
        QString text = member.value.text;
        static const QRegularExpression kLong(QStringLiteral("\\A[\\d_]+[lL]?\\z"));
        if (kLong.match(text).hasMatch()) {
            text.remove(u'_').remove(u'L').remove(u'l');
        }
        duration = durationFrom(text, std::chrono::milliseconds{1});
        if (duration) {
            m_draft.understood(member, became.arg(shownDuration(*duration)));
        } else {
            m_draft.notUnderstood(
                member, QStringLiteral("not a number of milliseconds"),
                QStringLiteral("Spring takes the value from elsewhere; this policy keeps the "
                               "default."));
        }
    }

    void readMultiplier(const Setting::Member& member)
    {
        const std::optional<double> factor = member.value.number();
        if (factor && *factor >= 1 && *factor <= 1000) {
            m_factor = *factor;
            m_draft.understood(member,
                               QStringLiteral("each delay is %1 times the previous one").arg(*factor));
        } else {
            m_draft.notUnderstood(
                member, QStringLiteral("not a number from 1 to 1000"),
                QStringLiteral("Spring takes another factor; this policy keeps its delays constant."));
        }
    }

    void readExceptions(const Setting::Member& member, bool isRetried)
    {
        m_draft.take(&member.value);
        const std::vector<Setting> classes = member.value.listed();
        (isRetried ? m_hasIncludes : m_hasExcludes) = !classes.empty();
        for (const Setting& one : classes) {
            QString name = one.text.left(200);
            name.remove(QStringLiteral(".class"));
            const SpringException* known = nullptr;
            for (const SpringException& each : kExceptions) {
                const QString own = QLatin1String(each.name);
                if (name == own || name.endsWith(u'.' + own)) {
                    known = &each;
                }
            }
            const QString written = nameOf(member).left(40) + QStringLiteral(" = ") + one.shown();
            if (known == nullptr) {
                m_draft.notUnderstood(
                    one.line, written,
                    QStringLiteral("Retryscope does not know what makes the method throw this exception"),
                    isRetried ? QStringLiteral("Spring retries this exception only.")
                              : QStringLiteral("Spring does not retry this exception."));
                m_draft.dependsOn(written, isRetried ? DependsOn::CodeInstead : DependsOn::CodeToo);
                m_isUnread = m_isUnread || isRetried;
                continue;
            }
            (isRetried ? m_statuses : m_otherStatuses) +=
                QString::fromLatin1(known->statuses).split(u' ', Qt::SkipEmptyParts);
            (isRetried ? m_faults : m_otherFaults) = (isRetried ? m_faults : m_otherFaults) || known->isFault;
            m_draft.understood(one.line, written,
                               isRetried ? QStringLiteral("retried") : QStringLiteral("not retried"));
        }
    }

    void setBackoff()
    {
        const Duration delay = m_delay.value_or(std::chrono::seconds{1});
        if (delay <= Duration::zero()) {
            m_draft.setNoBackoff();
            return;
        }
        if (!m_isOfFramework && m_factor == 1 && m_longest && *m_longest > delay) {
            m_draft.setBackoff(delay, 1, *m_longest); // UniformRandomBackOffPolicy: from delay to maxDelay
            m_draft.setBackoff(QStringLiteral("jitter"), QStringLiteral("plus"));
            m_draft.setBackoff(QStringLiteral("noise"), durationToText(*m_longest - delay));
            return;
        }
        constexpr Duration kUsualLongest = std::chrono::seconds{30}; // of ExponentialBackOffPolicy
        const bool isGrowing = m_factor != 1;
        m_draft.setBackoff(delay, m_factor,
                           m_longest                       ? m_longest
                           : isGrowing && !m_isOfFramework ? std::optional(kUsualLongest)
                                                           : std::nullopt);
        if (m_jitter && *m_jitter > Duration::zero()) {
            m_draft.setBackoff(QStringLiteral("jitter"), QStringLiteral("around"));
            m_draft.setBackoff(QStringLiteral("spread"),
                               std::min(1.0, toMilliseconds(*m_jitter) / toMilliseconds(delay)));
            m_draft.setBackoff(QStringLiteral("floor"), durationToText(delay));
            m_draft.setBackoff(QStringLiteral("capApplies"), QStringLiteral("afterJitter"));
        } else if (m_isRandom && isGrowing) { // ExponentialRandomBackOffPolicy: up to factor times the delay
            m_draft.setBackoff(QStringLiteral("jitter"), QStringLiteral("above"));
            m_draft.setBackoff(QStringLiteral("spread"), m_factor - 1);
        }
    }

    void addRules()
    {
        if (!m_hasIncludes && !m_hasExcludes) {
            m_draft.understood(0, m_isOfFramework ? QStringLiteral("includes") : QStringLiteral("retryFor"),
                               QStringLiteral("not given: every exception is retried, also those of 4xx"));
            return; // as in the preset
        }
        const QStringList all =
            faults::noConnection() + faults::brokenWithin() + faults::brokenBefore() +
            QStringList{QStringLiteral("malformedResponse"), QStringLiteral("connectTimeout"),
                        QStringLiteral("readTimeout"), QStringLiteral("responseTooLarge")};
        const auto add = [&](const char* id, const QString& kind, const QStringList& statuses, bool isFault) {
            if (!statuses.isEmpty()) {
                m_draft.addRule(QLatin1String(id) + QStringLiteral("-statuses"),
                                QStringLiteral("a status for which the client throws such an exception"),
                                kind, {{QStringLiteral("statusIn"), textList(statuses)}});
            }
            if (isFault) {
                QStringList some = all;
                some.removeDuplicates();
                m_draft.addRule(QLatin1String(id) + QStringLiteral("-faults"),
                                QStringLiteral("no complete response: such an exception"), kind,
                                {{QStringLiteral("faultIn"), textList(some)}});
            }
        };
        add("excluded", QStringLiteral("permanent"), m_otherStatuses, m_otherFaults);
        if (m_hasIncludes) {
            add("included", QStringLiteral("transient"), m_statuses, m_faults);
        } else {
            add("others", QStringLiteral("transient"), {QStringLiteral("4xx"), QStringLiteral("5xx")}, true);
        }
        if (!m_isUnread) {
            m_draft.addRule(QStringLiteral("no-exception"), QStringLiteral("no exception that is retried"),
                            QStringLiteral("permanent"), {});
        }
    }

    bool m_isOfFramework;
    PolicyDraft m_draft;
    int m_count = 3; ///< retries of Spring Framework, attempts of Spring Retry
    std::optional<Duration> m_delay;
    std::optional<Duration> m_jitter;
    std::optional<Duration> m_longest;
    std::optional<Duration> m_timeout;
    double m_factor = 1;
    bool m_isRandom = false;
    bool m_hasIncludes = false;
    bool m_hasExcludes = false;
    bool m_isUnread = false; ///< includes names an exception that nobody here knows
    QStringList m_statuses;
    QStringList m_otherStatuses;
    bool m_faults = false;
    bool m_otherFaults = false;
};

} // namespace

ImportResult importSpring(const QString& text, const ImportWish& wish, const QString& file)
{
    const Result<std::vector<FoundRetryable>> read = retryablesIn(text, file);
    if (!read) {
        return read.error();
    }
    const std::vector<FoundRetryable>& found = read.value();
    if (found.empty()) {
        return saysNothing(ConfigurationKind::Spring, QStringLiteral("a method with @Retryable"), file);
    }
    const QStringList parts = partsOf(found);
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    const FoundRetryable& one = found[chosen.value()];
    return SpringPolicy(one.isOfFramework).read(one, found, parts, wish);
}

} // namespace retryscope::io
