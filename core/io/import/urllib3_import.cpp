// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/every_call.h"
#include "core/io/import/known_settings.h"
#include "core/io/import/literal_setting.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"
#include "core/io/json/json_units.h"
#include "core/io/text/utf8.h"

#include <QRegularExpression>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <optional>

namespace retryscope::io {

namespace {

constexpr int kUsualTotal = 10;
constexpr double kUsualLongest = 120;

/// Positional arguments of urllib3's Retry, 2.x.
const QStringList& positions()
{
    static const QStringList names{QStringLiteral("total"),
                                   QStringLiteral("connect"),
                                   QStringLiteral("read"),
                                   QStringLiteral("redirect"),
                                   QStringLiteral("status"),
                                   QStringLiteral("other"),
                                   QStringLiteral("allowed_methods"),
                                   QStringLiteral("status_forcelist"),
                                   QStringLiteral("backoff_factor"),
                                   QStringLiteral("backoff_max")};
    return names;
}

/// Gives positional arguments their names.
Setting withNames(Setting arguments)
{
    qsizetype position = 0;
    for (Setting::Member& member : arguments.members) {
        if (member.name.isEmpty() && position < positions().size()) {
            member.name = positions().at(position++);
        }
    }
    return arguments;
}

/// elsewhere: why the arguments of this Retry do not hold for the part; empty: they do.
void placeCall(std::vector<PlacedSetting>& placed, const Setting& arguments, const QString& elsewhere)
{
    PlacedSetting where;
    where.block = QStringLiteral("Retry(…)");
    where.isAllRetries = true;
    where.elsewhere = elsewhere;
    place(placed, arguments, ConfigurationKind::Urllib3, {.own = {}, .root = QStringLiteral("Retry")}, where);
}

class Urllib3Policy
{
public:
    /// isOld: the configuration is for urllib3 1.26. isForRequests: the Retry is handed to requests.
    Urllib3Policy(bool isOld, bool isForRequests)
        : m_isOld(isOld)
        , m_isForRequests(isForRequests)
        , m_draft(ConfigurationKind::Urllib3,
                  isOld ? QStringLiteral("urllib3-1.26-retry-default")
                        : QStringLiteral("urllib3-2-retry-default"),
                  QStringLiteral("the configuration that was imported; urllib3, util/retry.py"))
    {
    }

    /// A pool gets an argument of Retry, and makes no connection with it. Source: poolmanager.py, PoolKey.
    void readPool(const Setting& arguments)
    {
        for (const Setting::Member& member : arguments.members) {
            if (!member.name.isEmpty() && knownOf(member.name) != nullptr) {
                m_draft.refused(member,
                                QStringLiteral("an argument of Retry, for which a pool raises a TypeError"));
            }
        }
    }

    /// `retries=` of every request: a Retry of its own, or none. Source: urllib3, Retry.from_int().
    void readRequests(const Setting::Member& retries)
    {
        m_draft.understood(retries, QStringLiteral("every request of the text makes a Retry of its own"));
    }

    /// `preload_content=False` of every request: the caller reads the body, after the last retry.
    void readPreload(const Setting::Member& member)
    {
        m_isForRequests = member.value.yes() == false;
        m_draft.understood(member, m_isForRequests ? QStringLiteral("a body that is cut is not retried")
                                                   : QStringLiteral("urllib3 reads the whole body"));
    }

    /// `Retry.DEFAULT_ALLOWED_METHODS = …`, before the arguments. Source: urllib3, util/retry.py: 1.26 reads
    /// the defaults when a Retry is made, 2 when the class is, but RETRY_AFTER_STATUS_CODES at each response.
    void readDefault(const Setting::Member& given)
    {
        const bool isHint = given.name == u"RETRY_AFTER_STATUS_CODES";
        if (!m_isOld && !isHint) {
            m_draft.understood(given, QStringLiteral("no effect: urllib3 2 has taken its default before"));
        } else if (isHint) {
            m_hintStatuses.clear();
            for (const Setting& item : given.value.items) {
                m_hintStatuses.push_back(item.wholeNumber().value_or(0));
            }
            m_draft.understood(given, QStringLiteral("retries these statuses where they have a Retry-After"));
        } else if (given.name == u"DEFAULT_ALLOWED_METHODS") {
            readMethods(given);
        } else {
            m_longest = given.value.pythonNumber().value_or(m_longest);
            m_draft.understood(
                given, QStringLiteral("delays of at most %1").arg(shownDuration(fromSeconds(m_longest))));
        }
    }

    /// Whether readDefault() can read it. line: of the Retry. 1.26 reads the methods when a Retry is made.
    static bool isDefault(const Setting::Member& given, int line)
    {
        const auto isStatus = [](const Setting& item) {
            const int status = item.wholeNumber().value_or(0);
            return !item.isQuoted && status >= 100 && status <= 999;
        };
        const bool isList = given.value.kind == Setting::Kind::List;
        if (given.name == u"RETRY_AFTER_STATUS_CODES") {
            return isList && given.value.items.size() <= 900 &&
                   std::ranges::all_of(given.value.items, isStatus);
        }
        if (given.name == u"DEFAULT_ALLOWED_METHODS") {
            return isList && given.line < line;
        }
        const double longest = given.value.pythonNumber().value_or(-1);
        return longest >= 0 && longest <= 1e6;
    }

    /// A method of a subclass that returns one value; false: only Python could tell which.
    bool readMethod(int line, const QString& name, const QString& value)
    {
        bool isNumber = false;
        const double seconds = value.toDouble(&isNumber);
        QString became;
        if (value.startsWith(QStringLiteral("super().%1(").arg(name)) && value.count(u'(') == 2 &&
            value.endsWith(u')')) {
            became = QStringLiteral("only calls that of Retry");
        } else if (name == u"is_retry" && (value == u"True" || value == u"False")) {
            m_isRetry = value == u"True";
            became = *m_isRetry ? QStringLiteral("retries every response, a success included")
                                : QStringLiteral("retries no status");
        } else if (name == u"get_backoff_time" && isNumber && seconds >= 0 && seconds < 1e6) {
            m_eachDelay = fromSeconds(seconds);
            became = QStringLiteral("delays of %1").arg(shownDuration(*m_eachDelay));
        } else {
            return false;
        }
        m_draft.understood(line, QStringLiteral("%1: return %2").arg(name, value), became);
        return true;
    }

    /// Python raises a TypeError where the Retry is made, whether or not a request uses it.
    void checkNames(const Setting& arguments)
    {
        for (const Setting::Member& member : arguments.members) {
            checkName(member);
        }
    }

    /// placed: all other settings of the text.
    ImportResult read(const Setting& arguments, std::vector<PlacedSetting> placed, const QString& part,
                      const QStringList& parts, const ImportWish& wish)
    {
        m_draft.setPart(part, parts);
        for (const Setting::Member& member : arguments.members) {
            readArgument(member);
        }
        const auto has = [&arguments](const QString& name) {
            return std::ranges::find(arguments.members, name, &Setting::Member::name) !=
                   arguments.members.end();
        };
        if (has(QStringLiteral("allowed_methods")) && has(QStringLiteral("method_whitelist"))) {
            m_draft.refused(arguments.line, QStringLiteral("allowed_methods and method_whitelist"),
                            QStringLiteral("urllib3 raises a ValueError for both together"));
        }
        if (!m_hasTotal) {
            m_draft.understood(0, QStringLiteral("total"), QStringLiteral("not given: 10 retries"));
        }
        m_draft.setAttempts(m_isExhausted ? 0 : m_total, false);
        if (m_wrongDelay && m_total > 0 && !m_isExhausted) {
            (void)isRefusedType(*m_wrongDelay, false);
        } else if (m_wrongDelay) {
            m_draft.understood(*m_wrongDelay, QStringLiteral("not used: the client makes no retry"));
        }
        setBackoff();
        addRules();
        setHints();
        placeCall(placed, arguments, {});
        reportRest(m_draft, placed);
        return m_draft.finished(wish);
    }

private:
    void readArgument(const Setting::Member& member)
    {
        const QString& name = member.name;
        if (name == u"total" || name == u"max_retries") {
            readTotal(member);
        } else if (name == u"connect" || name == u"read" || name == u"status" || name == u"other") {
            readCount(member);
        } else if (name == u"status_forcelist") {
            readStatuses(member);
        } else if (name == u"allowed_methods" || name == u"method_whitelist") {
            readMethods(member);
        } else if (name == u"backoff_factor" || name == u"backoff_max" || name == u"backoff_jitter") {
            readBackoff(member);
        } else if (name == u"respect_retry_after_header" && member.value.kind != Setting::Kind::Code) {
            m_obeys =
                member.value.isQuoted ? !member.value.text.isEmpty() : countIn(member.value).value_or(0) != 0;
            m_draft.understood(member, m_obeys ? QStringLiteral("Retry-After replaces the delay")
                                               : QStringLiteral("ignores Retry-After"));
        } else if (name == u"retry_after_max") {
            readLongestHint(member);
        }
        checkName(member);
    }

    void checkName(const Setting::Member& member)
    {
        const QString& name = member.name;
        if (name != u"max_retries" && knownOf(name) == nullptr) {
            m_draft.refused(
                member, QStringLiteral("Python raises a TypeError for an argument that Retry does not know") +
                            knownSettings(ConfigurationKind::Urllib3).meantBy(name));
        }
        if (const KnownSetting* known = knownOf(name);
            !m_isOld && known != nullptr && known->until.starts_with("2.")) {
            m_draft.refused(member,
                            QStringLiteral("urllib3 %1 no longer has this argument, and raises a TypeError")
                                .arg(toQString(known->until)));
        } else if (m_isOld && known != nullptr && known->since.starts_with("2.")) {
            m_draft.refused(member,
                            QStringLiteral("urllib3 has this argument since %1; 1.26 raises a TypeError")
                                .arg(toQString(known->since)));
        }
    }

    /// nullptr: Retry has no such argument.
    static const KnownSetting* knownOf(const QString& name)
    {
        return knownSettings(ConfigurationKind::Urllib3)
            .findExactly(QStringLiteral("retry.") + name.left(100));
    }

    static bool isWrongType(const Setting& value, bool mayBeNothing)
    {
        return (value.kind == Setting::Kind::Text && value.isQuoted) || value.kind == Setting::Kind::List ||
               value.kind == Setting::Kind::Group || (value.kind == Setting::Kind::Nothing && !mayBeNothing);
    }

    /// Python computes with the value at the first failure, and raises a TypeError.
    bool isRefusedType(const Setting::Member& member, bool mayBeNothing)
    {
        const bool isWrong = isWrongType(member.value, mayBeNothing);
        if (isWrong) {
            m_draft.refused(member,
                            QStringLiteral("Python raises a TypeError when it computes with this value"));
        }
        return isWrong;
    }

    /// Retries that a number of Python allows: 2.5 allows two. Below 0: the first
    /// failure is the last one. Absent: no number.
    static std::optional<int> countIn(const Setting& value)
    {
        const std::optional<double> number = value.pythonNumber();
        return number ? std::optional(static_cast<int>(std::clamp(std::floor(*number), -1.0, 1e6)))
                      : std::nullopt;
    }

    void readLongestHint(const Setting::Member& member)
    {
        const std::optional<double> seconds = member.value.number();
        if (!seconds || *seconds < 0 || *seconds > 1e9) {
            m_draft.notUnderstood(member, QStringLiteral("not a number of seconds"),
                                  QStringLiteral("This policy uses the default, 6 hours."));
            return;
        }
        m_longestHint = fromSeconds(*seconds);
        m_draft.understood(
            member, QStringLiteral("waits at most %1 for a Retry-After").arg(shownDuration(m_longestHint)));
    }

    void readTotal(const Setting::Member& member)
    {
        if (isRefusedType(member, true)) {
            return;
        }
        if (const std::optional<int> total = countIn(member.value); total) {
            m_hasTotal = true;
            m_total = std::max(*total, 0);
            m_draft.understood(member, *total < 0     ? QStringLiteral("below 0: retries nothing")
                                       : m_total == 0 ? QStringLiteral("retries nothing")
                                                      : retriesText(m_total));
        } else if (member.value.kind == Setting::Kind::Nothing) {
            m_hasTotal = true;
            m_isTotalOpen = true;
            m_total = 1'000;
            m_draft.notUnderstood(member, QStringLiteral("only the limits by kind apply"),
                                  QStringLiteral("This policy stops after 1000 retries."));
        } else {
            m_draft.notUnderstood(member, QStringLiteral("not a number"),
                                  QStringLiteral("This policy assumes 10 retries."));
        }
    }

    void readCount(const Setting::Member& member)
    {
        if (isRefusedType(member, true)) {
            return;
        }
        if (member.value.kind == Setting::Kind::Nothing) {
            m_draft.understood(member, QStringLiteral("only total limits such retries"));
            return;
        }
        const std::optional<int> count = countIn(member.value);
        if (!count) {
            m_draft.notUnderstood(member, QStringLiteral("not a number"),
                                  QStringLiteral("In this policy only total limits such retries."));
            return;
        }
        if (*count < 0) { // is_exhausted() looks at the smallest of all counts
            m_isExhausted = true;
            m_draft.understood(member, QStringLiteral("below 0: retries nothing"));
            return;
        }
        const QString& name = member.name;
        (name == u"connect"  ? m_connect
         : name == u"read"   ? m_read
         : name == u"status" ? m_status
                             : m_other) = *count;
        const QString what = name == u"connect"  ? QStringLiteral("failed connections")
                             : name == u"read"   ? QStringLiteral("interrupted or late responses")
                             : name == u"status" ? QStringLiteral("statuses")
                                                 : QStringLiteral("other errors");
        m_draft.understood(member, *count == 0
                                       ? QStringLiteral("does not retry %1").arg(what)
                                       : QStringLiteral("retries %1 at most %2 times").arg(what).arg(*count));
    }

    /// `range(500, 505)`, `*range(500, 505)`, `list(range(500, 600, 2))`: the numbers; empty: something else.
    static std::vector<int> rangeIn(const QString& text)
    {
        static const QRegularExpression range(
            QStringLiteral("\\A\\*?\\s*(?:(?:list|set|tuple|frozenset)\\s*\\(\\s*)?range\\s*\\(\\s*(\\d{1,4})"
                           "\\s*,\\s*(\\d{1,4})\\s*(?:,\\s*(\\d{1,4})\\s*)?,?\\s*\\)\\s*\\)?\\z"));
        const QRegularExpressionMatch match = range.match(text.left(100));
        const int step = match.captured(3).isEmpty() ? 1 : match.captured(3).toInt();
        std::vector<int> numbers;
        for (int number = match.captured(1).toInt(); step > 0 && number < match.captured(2).toInt();
             number += step) {
            numbers.push_back(number);
        }
        return numbers;
    }

    /// False where one of them is no status.
    bool addStatuses(const std::vector<int>& statuses)
    {
        for (const int status : statuses) {
            if (status < 100 || status > 999 || m_statuses.size() >= 900) {
                return false;
            }
            if (!m_statuses.contains(status)) {
                m_statuses.append(status);
            }
        }
        return !statuses.empty();
    }

    void readStatuses(const Setting::Member& member)
    {
        if (member.value.kind == Setting::Kind::Text) { // a number, or a text
            m_draft.refused(
                member, QStringLiteral("Python raises a TypeError when it looks for a status in this value"));
            return;
        }
        const bool isRange =
            member.value.kind == Setting::Kind::Code && addStatuses(rangeIn(member.value.text));
        bool isWhole = true;
        for (const Setting& item : member.value.items) {
            if (item.isQuoted) { // "503"
                isWhole = false;
                m_draft.understood(item.line, item.shown(),
                                   QStringLiteral("a text, which never equals a status: not retried"));
                continue;
            }
            const std::optional<int> status = item.wholeNumber();
            if (!addStatuses(status ? std::vector{*status} : rangeIn(item.text))) {
                isWhole = false;
                m_draft.notUnderstood(item.line, item.shown(),
                                      QStringLiteral("not a status given as a number (100 to 999)"),
                                      QStringLiteral("urllib3 might retry it; this policy does not."));
            }
        }
        m_draft.take(&member.value);
        if (member.value.kind == Setting::Kind::Nothing ||
            (member.value.kind == Setting::Kind::List && member.value.items.empty())) {
            m_draft.understood(member, QStringLiteral("retries no status"));
        } else if (isWhole && !m_statuses.isEmpty()) {
            m_draft.understood(member, isRange ? QStringLiteral("retries these statuses, except the last one")
                                               : QStringLiteral("retries these statuses"));
        } else if (!m_statuses.isEmpty()) {
            QStringList read;
            for (const QJsonValue& status : m_statuses) {
                read += QString::number(status.toInt());
            }
            m_draft.understood(member.line,
                               QStringLiteral("status_forcelist: ") + read.join(QStringLiteral(", ")),
                               QStringLiteral("retries these statuses"));
        } else if (member.value.kind == Setting::Kind::Code) {
            m_draft.notUnderstood(member, QStringLiteral("an expression that Retryscope does not evaluate"),
                                  QStringLiteral("urllib3 retries these statuses; this policy does not."));
        }
    }

    void readMethods(const Setting::Member& member)
    {
        if (member.value.kind == Setting::Kind::List) {
            m_methods = QStringList();
            for (const Setting& item : member.value.items) {
                if (item.isQuoted && !item.text.isEmpty() && item.text.size() < 40) {
                    m_methods->append(item.text);
                }
            }
            // retry.py: `if self.allowed_methods and …`, so an empty list allows every method.
            if (m_methods->isEmpty() && member.value.items.empty()) {
                m_methods = std::nullopt;
                m_draft.understood(member, QStringLiteral("retries requests of any method"));
                return;
            }
            QString became = QStringLiteral("retries sent requests for these methods only");
            if (member.name == u"method_whitelist") {
                became += QStringLiteral("; urllib3 2 accepts only the name allowed_methods");
            }
            const auto isLower = [](const QString& method) {
                return method != method.toUpper();
            };
            if (const auto lower = std::ranges::find_if(*m_methods, isLower); lower != m_methods->end()) {
                became +=
                    QStringLiteral("; urllib3 compares in upper case, so \"%1\" never matches").arg(*lower);
                m_methods->removeIf(isLower);
            }
            m_draft.understood(member, became);
        } else if (member.value.kind == Setting::Kind::Nothing || member.value.yes() == false) {
            m_methods = std::nullopt;
            m_draft.understood(member, QStringLiteral("retries requests of any method"));
        } else if (member.value.isQuoted) { // `method in "GET"`
            static const QStringList kAll{QStringLiteral("GET"),     QStringLiteral("HEAD"),
                                          QStringLiteral("OPTIONS"), QStringLiteral("PUT"),
                                          QStringLiteral("DELETE"),  QStringLiteral("TRACE"),
                                          QStringLiteral("POST"),    QStringLiteral("PATCH")};
            m_methods = QStringList();
            std::ranges::copy_if(kAll, std::back_inserter(*m_methods), [&member](const QString& method) {
                return member.value.text.contains(method);
            });
            m_draft.understood(
                member, QStringLiteral("a text, not a list: retries requests whose method is in the text"));
        } else if (member.value.kind == Setting::Kind::Text) { // True, 3
            m_draft.refused(
                member, QStringLiteral("Python raises a TypeError when it looks for a method in this value"));
        } else {
            m_draft.notUnderstood(
                member, QStringLiteral("an expression that Retryscope does not evaluate"),
                QStringLiteral("This policy assumes GET, HEAD, PUT, DELETE, OPTIONS and TRACE."));
        }
    }

    void readBackoff(const Setting::Member& member)
    {
        if (isWrongType(member.value, false)) {
            m_wrongDelay = m_wrongDelay ? m_wrongDelay : member;
            return;
        }
        std::optional<double> seconds = member.value.number();
        if (!seconds || *seconds > 1e6) {
            m_draft.notUnderstood(member, QStringLiteral("not a number of seconds"),
                                  QStringLiteral("This policy uses the default."));
            return;
        }
        seconds = std::max(*seconds, 0.0); // get_backoff_time(): max(0, …)
        if (member.name == u"backoff_factor") {
            m_factor = *seconds;
            m_draft.understood(
                member, *seconds > 0
                            ? QStringLiteral("first retry immediately, then after %1, doubled each time")
                                  .arg(shownDuration(fromSeconds(2 * *seconds)))
                            : QStringLiteral("no delay"));
        } else if (member.name == u"backoff_max") {
            m_longest = *seconds;
            m_draft.understood(
                member, QStringLiteral("delays of at most %1").arg(shownDuration(fromSeconds(*seconds))));
        } else {
            m_noise = fromSeconds(*seconds);
            m_draft.understood(
                member, QStringLiteral("adds a random delay of up to %1, except before the first retry")
                            .arg(shownDuration(m_noise)));
        }
    }

    static Duration fromSeconds(double seconds)
    {
        return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds));
    }

    void setBackoff()
    {
        if (m_eachDelay) {
            m_draft.setBackoff(*m_eachDelay, 1, std::nullopt);
            return;
        }
        const bool isNothing = m_factor <= 0 && m_noise <= Duration::zero();
        if (isNothing || m_longest <= 0) {
            m_draft.setNoBackoff();
            return;
        }
        m_draft.setBackoff(fromSeconds(std::min(m_factor, m_longest)), 2, fromSeconds(m_longest));
        m_draft.setBackoff(QStringLiteral("firstRetryAtOnce"), true);
        if (m_noise > Duration::zero()) {
            // The maximum holds for both together: min(backoff_max, backoff + jitter).
            m_draft.setBackoff(QStringLiteral("jitter"), QStringLiteral("plus"));
            m_draft.setBackoff(QStringLiteral("noise"), durationToText(m_noise));
            m_draft.setBackoff(QStringLiteral("capApplies"), QStringLiteral("afterJitter"));
        }
    }

    /// Source: urllib3, util/retry.py, parse_retry_after(), sleep_for_retry(): 0 is no delay of its own, and
    /// what cannot be read raises InvalidHeader.
    void setHints()
    {
        if (!m_obeys) {
            m_draft.set(QStringLiteral("hints"), QJsonArray());
            return;
        }
        QJsonObject hint{{QStringLiteral("header"), QStringLiteral("retry-after")},
                         {QStringLiteral("unit"), QStringLiteral("secondsOrDate")},
                         {QStringLiteral("bounds"), QStringLiteral("replace")},
                         {QStringLiteral("dates"), QStringLiteral("python")},
                         {QStringLiteral("zeroMeansNone"), true},
                         {QStringLiteral("unreadableForbids"), true},
                         {QStringLiteral("source"), m_draft.source()}};
        if (!m_isOld) {
            hint[QStringLiteral("cap")] = durationToText(m_longestHint);
        }
        m_draft.set(QStringLiteral("hints"), QJsonArray{hint});
    }

    [[nodiscard]] QJsonObject forMethods(QJsonObject when) const
    {
        if (m_methods) {
            when[QStringLiteral("methodIn")] = textList(*m_methods);
        }
        return when;
    }

    void addLimited(const QString& id, const QString& title, const QString& kind, const QJsonObject& when,
                    std::optional<int> most, QJsonObject more = {})
    {
        if (most) {
            more[QStringLiteral("atMost")] = *most;
        }
        if (most != 0) {
            m_draft.addRule(id, title, kind, when, more);
        }
    }

    /// `read` counts both sorts together, so with it they are one rule.
    void addReadErrors()
    {
        const QStringList late{QStringLiteral("readTimeout")};
        QStringList broken = faults::brokenBefore() + QStringList{QStringLiteral("malformedResponse")};
        if (!m_isForRequests) { // requests reads the body itself, after the last retry: preload_content=False
            broken += faults::brokenWithin();
        }
        if (!m_isOld) {
            broken += QStringLiteral("responseTooLarge");
        }
        const QString transient = QStringLiteral("transient");
        const auto after = [this](const QStringList& all) {
            return forMethods({{QStringLiteral("faultIn"), textList(all)}});
        };
        if (m_read == 0) { // whatever the status of a response that breaks off
            m_draft.addRule(QStringLiteral("read-errors"), QStringLiteral("read is 0"),
                            QStringLiteral("permanent"), after(late + broken));
            return;
        }
        if (m_read) {
            addLimited(QStringLiteral("read-errors"),
                       QStringLiteral("reading took too long, or no complete response arrived"), transient,
                       after(late + broken), m_read);
            return;
        }
        addLimited(QStringLiteral("timeouts"), QStringLiteral("reading took too long"),
                   QStringLiteral("timeout"), after(late), {});
        addLimited(QStringLiteral("connection-errors"), QStringLiteral("no complete response arrived"),
                   transient, after(broken), {});
    }

    /// Beside the statuses that are retried anyhow: `status` counts both together.
    void addRetryAfter()
    {
        QJsonArray statuses;
        for (const int status : m_hintStatuses) {
            if (!m_statuses.contains(status)) {
                statuses.append(status);
            }
        }
        // retry.py, is_retry(): only where total is a number.
        if (m_obeys && !m_isTotalOpen && !statuses.isEmpty() && !m_isRetry) {
            addLimited(QStringLiteral("retry-after"), QStringLiteral("the server sends a delay hint"),
                       QStringLiteral("throttling"),
                       forMethods({{QStringLiteral("statusIn"), statuses},
                                   {QStringLiteral("headerIn"), textList({QStringLiteral("Retry-After")})}}),
                       m_status);
        }
    }

    /// Whatever fails with another error than those of reading is retried for every method: retry.py,
    /// increment(), other.
    void addOther()
    {
        addLimited(QStringLiteral("tls"), QStringLiteral("the TLS handshake failed"),
                   QStringLiteral("transient"),
                   {{QStringLiteral("faultIn"), textList({QStringLiteral("tlsFailed")})}}, m_other);
    }

    void addRules()
    {
        addLimited(QStringLiteral("never-sent"), QStringLiteral("no connection was made"),
                   QStringLiteral("transient"),
                   {{QStringLiteral("faultIn"),
                     textList({QStringLiteral("connectTimeout"), QStringLiteral("hostNotFound"),
                               QStringLiteral("connectionRefused"), QStringLiteral("unreachable")})}},
                   m_connect);
        addOther();
        if (m_isRetry == true) {
            addLimited(QStringLiteral("every-response"), QStringLiteral("is_retry returns True"),
                       QStringLiteral("server"),
                       {{QStringLiteral("statusIn"), QJsonArray{QStringLiteral("100-999")}}}, m_status,
                       {{QStringLiteral("on"), QStringLiteral("all")}});
        }
        if (!m_methods || !m_methods->isEmpty()) {
            addReadErrors();
            if (!m_statuses.isEmpty() && !m_isRetry) {
                // A 200 in the list is retried as well.
                const bool hasSuccess = std::any_of(m_statuses.begin(), m_statuses.end(),
                                                    [](const auto& status) { return status.toInt() < 300; });
                addLimited(QStringLiteral("status-forcelist"), QStringLiteral("a status of status_forcelist"),
                           QStringLiteral("server"), forMethods({{QStringLiteral("statusIn"), m_statuses}}),
                           m_status,
                           hasSuccess ? QJsonObject{{QStringLiteral("on"), QStringLiteral("all")}}
                                      : QJsonObject());
            }
            addRetryAfter();
        }
        if (!m_draft.hasRules()) {
            m_draft.addRule(QStringLiteral("nothing"), QStringLiteral("retries nothing"),
                            QStringLiteral("permanent"),
                            {{QStringLiteral("statusIn"), QJsonArray{QStringLiteral("5xx")}}});
        }
    }

    bool m_isOld;
    bool m_isForRequests; ///< or for a caller who reads the body
    PolicyDraft m_draft;
    int m_total = kUsualTotal;
    bool m_hasTotal = false;
    bool m_isTotalOpen = false;
    bool m_isExhausted = false; ///< before the first retry
    Duration m_longestHint = std::chrono::hours{6};
    bool m_obeys = true;
    double m_factor = 0;
    Duration m_noise{0};
    double m_longest = kUsualLongest;
    std::vector<int> m_hintStatuses{413, 429, 503};
    std::optional<bool> m_isRetry;               ///< what is_retry() of a subclass returns
    std::optional<Duration> m_eachDelay;         ///< what get_backoff_time() of a subclass returns
    std::optional<Setting::Member> m_wrongDelay; ///< Python computes with it before the first retry
    std::optional<int> m_connect;
    std::optional<int> m_read;
    std::optional<int> m_status;
    std::optional<int> m_other;
    QJsonArray m_statuses;
    /// Absent: any.
    std::optional<QStringList> m_methods =
        QStringList{QStringLiteral("DELETE"),  QStringLiteral("GET"), QStringLiteral("HEAD"),
                    QStringLiteral("OPTIONS"), QStringLiteral("PUT"), QStringLiteral("TRACE")};
};

/// method_whitelist is an argument of 1.26 only; a line beside may name the version: `urllib3==1.26.12`,
/// `urllib3<2`.
bool isForOldVersion(const QString& text, const Setting& arguments)
{
    static const QRegularExpression kOldVersion(
        QStringLiteral("\\burllib3\\s*(?:(?:==|~=|<=)\\s*1\\.|<\\s*2\\b)"));
    static const QRegularExpression kNewVersion(QStringLiteral("\\burllib3\\s*(?:==|~=|>=|>)\\s*[2-9]\\b"));
    if (kNewVersion.match(text).hasMatch()) {
        return false;
    }
    const bool hasOldName =
        std::any_of(arguments.members.begin(), arguments.members.end(),
                    [](const Setting::Member& member) { return member.name == u"method_whitelist"; });
    return hasOldName || kOldVersion.match(text).hasMatch();
}

/// `HTTPAdapter(max_retries=3)` of requests is Retry(3). Source: requests, adapters.py; urllib3,
/// Retry.from_int().
ImportResult importAdapter(LiteralReader& reader, const ImportWish& wish, const QString& file)
{
    const qsizetype at = reader.find(QStringLiteral("HTTPAdapter"), u'(');
    const Result<Setting> given = at < 0 ? Result<Setting>(Setting()) : reader.argumentsAt(at);
    if (!given) {
        return given.error();
    }
    Setting arguments = given.value();
    std::erase_if(arguments.members,
                  [](const Setting::Member& member) { return member.name != u"max_retries"; });
    if (arguments.members.empty() || !arguments.members.front().value.wholeNumber()) {
        return saysNothing(ConfigurationKind::Urllib3,
                           QStringLiteral("Retry(total=…), or HTTPAdapter(max_retries=3)"), file);
    }
    const QString part = QStringLiteral("line %1").arg(reader.lineOf(at));
    std::vector<PlacedSetting> placed;
    place(placed, reader.words(), ConfigurationKind::Urllib3, {{at, reader.end()}});
    const Result<std::size_t> chosen = chosenPart({part}, wish);
    if (!chosen) {
        return chosen.error();
    }
    return Urllib3Policy(false, true).read(arguments, std::move(placed), part, {part}, wish);
}

/// Retry, and the classes that are made from it: `class Own(Retry):`
QStringList namesOfRetry(const QString& text)
{
    constexpr qsizetype kMost = 10;
    static const QRegularExpression kClass(
        QStringLiteral("\\bclass (\\w{1,100})\\((?:\\w{1,100}\\.){0,4}Retry\\)"));
    QStringList names{QStringLiteral("Retry")};
    for (auto each = kClass.globalMatch(text); each.hasNext() && names.size() < kMost;) {
        names += each.next().captured(1);
    }
    names.removeDuplicates();
    return names;
}

/// `HTTPAdapter(max_retries=retry)`
bool isForRequests(const LiteralReader& reader)
{
    return reader.find(QStringLiteral("HTTPAdapter"), u'(') >= 0;
}

/// The class in whose body this line is; empty: none.
QString classAround(const QStringList& lines, int line)
{
    static const QRegularExpression kClass(QStringLiteral("\\Aclass (\\w{1,100})"));
    for (int at = line - 1; at > 0; --at) {
        const QString& text = lines.at(at - 1);
        if (!text.trimmed().isEmpty() && !text.front().isSpace()) {
            return kClass.match(text.left(200)).captured(1);
        }
    }
    return {};
}

/// Methods with a single line of the class that makes the Retry: `return super().increment(…)`, `return
/// True`.
void readMethods(const QString& text, const QString& made, Urllib3Policy& policy,
                 std::vector<PlacedSetting>& placed)
{
    const QStringList lines = text.split(u'\n');
    std::erase_if(placed, [&](const PlacedSetting& one) {
        static const QRegularExpression kMethod(
            QStringLiteral("\\A(\\s*)def (\\w{1,40})\\([^)]*\\)[^:]*:\\s*\\z"));
        static const QRegularExpression kReturn(QStringLiteral("\\A\\s*return (.{1,100})\\z"));
        static const QRegularExpression kIndented(QStringLiteral("\\A(\\s*)"));
        const auto method = kMethod.match(lines.value(one.line - 1).left(200));
        const auto body = kReturn.match(lines.value(one.line).left(200));
        const QString behind = lines.value(one.line + 1);
        const bool isWhole = behind.trimmed().isEmpty() ||
                             kIndented.match(behind).capturedLength(1) <= method.capturedLength(1);
        return method.hasMatch() && body.hasMatch() && isWhole && classAround(lines, one.line) == made &&
               policy.readMethod(one.line, method.captured(2), body.captured(1).trimmed());
    });
}

/// Reads what else in the program decides. Returns the arguments in force: of the Retry, or of the
/// Retry that every request makes.
Setting readProgram(LiteralReader& reader, Urllib3Policy& policy, const Setting& arguments,
                    std::vector<PlacedSetting>& placed)
{
    Setting inForce = arguments;
    for (const char* name : {"DEFAULT_ALLOWED_METHODS", "RETRY_AFTER_STATUS_CODES", "DEFAULT_BACKOFF_MAX"}) {
        const std::optional<Setting::Member> given = reader.assignedTo(QLatin1String(name));
        if (given && Urllib3Policy::isDefault(*given, arguments.line)) {
            policy.readDefault(*given);
            removeReported(placed, given->name);
        }
    }
    const EveryCall requests(reader,
                             {QStringLiteral("request"), QStringLiteral("urlopen"),
                              QStringLiteral("request_encode_url"), QStringLiteral("request_encode_body")});
    const QString retries = QStringLiteral("retries");
    const QString preload = QStringLiteral("preload_content");
    if (std::optional<Setting::Member> own = requests.gives(retries);
        own && own->value.kind == Setting::Kind::Text && own->value.pythonNumber()) {
        policy.readRequests(*own);
        placeCall(placed, arguments, QStringLiteral("every request of the text has retries= of its own"));
        removeReported(placed, retries);
        own->name = QStringLiteral("total");
        policy.checkNames(arguments);
        inForce.members = {*own};
    }
    if (const std::optional<Setting::Member> own = requests.gives(preload);
        own && own->value.yes().has_value()) {
        policy.readPreload(*own);
        removeReported(placed, preload);
    }
    return inForce;
}

} // namespace

ImportResult importUrllib3(const QString& text, const ImportWish& wish, const QString& file)
{
    LiteralReader reader(text, file);
    std::vector<qsizetype> found;
    for (const QString& name : namesOfRetry(text)) {
        std::ranges::copy(reader.callsOf(name), std::back_inserter(found));
    }
    std::ranges::sort(found);
    QStringList parts;
    for (const qsizetype at : found) {
        parts += QStringLiteral("line %1").arg(reader.lineOf(at));
    }
    if (found.empty()) {
        return importAdapter(reader, wish, file);
    }
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    const Result<Setting> given = reader.argumentsAt(found[chosen.value()]);
    if (!given) {
        return given.error();
    }
    const Setting arguments = reader.withConstants(withNames(given.value()));
    std::vector<std::pair<qsizetype, qsizetype>> calls;
    std::vector<Setting> others;
    QStringList lines;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!calls.empty() && found[i] < calls.back().second) {
            continue; // within the arguments of another one
        }
        Result<Setting> other = reader.argumentsAt(found[i]);
        calls.emplace_back(found[i], reader.end());
        if (other && i != chosen.value()) {
            others.push_back(withNames(std::move(other).value()));
            lines += parts.at(static_cast<qsizetype>(i));
        }
    }
    std::vector<PlacedSetting> placed;
    place(placed, reader.words(), ConfigurationKind::Urllib3, calls);
    for (std::size_t i = 0; i < others.size(); ++i) {
        placeCall(placed, others[i],
                  QStringLiteral("belongs to the Retry of %1").arg(lines.at(static_cast<qsizetype>(i))));
    }
    Urllib3Policy policy(isForOldVersion(text, arguments), isForRequests(reader));
    const Setting inForce = readProgram(reader, policy, arguments, placed);
    const qsizetype made = found[chosen.value()];
    readMethods(text, text.mid(made, text.indexOf(u'(', made) - made).trimmed(), policy, placed);
    for (const char* pool : {"PoolManager", "ProxyManager"}) {
        for (const qsizetype at : reader.callsOf(QLatin1String(pool))) {
            if (const Result<Setting> its = reader.argumentsAt(at); its) {
                policy.readPool(its.value());
            }
        }
    }
    return policy.read(inForce, std::move(placed), parts.at(static_cast<qsizetype>(chosen.value())), parts,
                       wish);
}

} // namespace retryscope::io
