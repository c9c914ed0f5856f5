// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace retryscope::io {

namespace {

/// A line of a Caddyfile, and the lines of its block.
struct CaddyLine
{
    Directive directive;
    std::vector<CaddyLine> block;
};

/// Reads what begins with a word, `"a text"` or `a text in backquotes`, up to the end of the line.
QStringList caddyWords(const QString& line)
{
    static const QRegularExpression kWord(QStringLiteral("\"((?:[^\"\\\\]|\\\\.)*)\"|`([^`]*)`|(\\S+)"));
    QStringList words;
    for (auto each = kWord.globalMatch(line.left(10'000)); each.hasNext() && words.size() < 1000;) {
        const auto match = each.next();
        if (match.capturedView(0).startsWith(u'#')) {
            break;
        }
        words += match.captured(1) + match.captured(2) + match.captured(3);
    }
    return words;
}

/// The lines from `at` on, up to the closing bracket of their block.
std::vector<CaddyLine> readLines(const QStringList& lines, qsizetype& at, int depth)
{
    std::vector<CaddyLine> read;
    while (at < lines.size()) {
        QStringList words = caddyWords(lines.at(at));
        const int number = static_cast<int>(++at);
        if (words.isEmpty()) {
            continue;
        }
        if (words.first() == u"}") {
            break;
        }
        const bool isBlock = words.last() == u"{";
        if (isBlock) {
            words.removeLast();
        }
        CaddyLine line{{number, words.isEmpty() ? QStringList{QStringLiteral("{")} : words}, {}};
        if (isBlock && depth < kDeepestSetting) {
            line.block = readLines(lines, at, depth + 1);
        }
        read.push_back(std::move(line));
    }
    return read;
}

struct FoundProxy
{
    const CaddyLine* proxy = nullptr;
    QString part;
};

/// outside: settings of a reverse_proxy that stand in none.
void collect(const std::vector<CaddyLine>& lines, const QString& site, std::vector<FoundProxy>& found,
             std::vector<const Directive*>& outside)
{
    for (const CaddyLine& line : lines) {
        static const QRegularExpression kOfProxy(
            QStringLiteral("\\A(?:lb_|fail_duration\\z|max_fails\\z|unhealthy_|request_buffers\\z)"));
        if (!site.isEmpty() && kOfProxy.match(line.directive.name()).hasMatch()) {
            outside.push_back(&line.directive);
        }
        if (line.directive.name() == u"reverse_proxy") {
            const QString to = line.directive.words.mid(1).join(u' ').left(150);
            found.push_back({&line, site.isEmpty() ? to : site + u' ' + to});
        } else {
            collect(line.block, site.isEmpty() ? line.directive.text().left(50) : site, found, outside);
        }
    }
}

/// `250ms`, `1h30m`, `0`, and Caddy's own `1d`; may be below 0. Source: Caddy,
/// ParseDuration(); run of 2.6.2.
std::optional<Duration> goDurationFrom(const QString& text)
{
    static const QRegularExpression kWhole(
        QStringLiteral("\\A([-+]?)(?:0|((?:\\d{1,9}(?:\\.\\d{0,9})?(?:ns|us|µs|ms|s|m|h|d))+))\\z"));
    static const QRegularExpression kPart(QStringLiteral("(\\d+(?:\\.\\d*)?)(ns|us|µs|ms|s|m|h|d)"));
    static const QHash<QString, double> kMilliseconds{
        {QStringLiteral("ns"), 1e-6}, {QStringLiteral("us"), 1e-3}, {QStringLiteral("µs"), 1e-3},
        {QStringLiteral("ms"), 1},    {QStringLiteral("s"), 1e3},   {QStringLiteral("m"), 6e4},
        {QStringLiteral("h"), 3.6e6}, {QStringLiteral("d"), 8.64e7}};
    constexpr double kLongest = 365 * 8.64e7;
    const auto whole = kWhole.match(text.left(100));
    if (!whole.hasMatch()) {
        return std::nullopt;
    }
    double sum = 0;
    for (auto each = kPart.globalMatch(whole.captured(2)); each.hasNext();) {
        const auto part = each.next();
        sum += part.captured(1).toDouble() * kMilliseconds.value(part.captured(2));
    }
    const double limited = std::min(sum, kLongest) * (whole.captured(1) == u"-" ? -1 : 1);
    return std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(limited));
}

/// Source: Caddy 2.11, modules/caddyhttp/reverseproxy: LoadBalancing, tryAgain().
class CaddyPolicy
{
public:
    CaddyPolicy()
        : m_draft(ConfigurationKind::Caddy, QStringLiteral("caddy-2-lb-retries-3"),
                  QStringLiteral("the configuration that was imported; Caddy, reverse_proxy"))
    {
    }

    ImportResult read(const std::vector<FoundProxy>& all, std::size_t chosen,
                      const std::vector<const Directive*>& outside, const QStringList& parts,
                      const ImportWish& wish)
    {
        for (const Directive* directive : outside) {
            m_draft.refused(*directive,
                            QStringLiteral("unrecognized directive; it belongs in a reverse_proxy"));
        }
        const CaddyLine& proxy = *all[chosen].proxy;
        m_draft.setPart(all[chosen].part, parts);
        m_servers = serversOf(proxy);
        for (const CaddyLine& line : proxy.block) {
            readLine(line);
        }
        setLimits();
        reportServers();
        if (m_methods || retriesOfServers()) {
            m_methods = m_methods.value_or(QStringList{QStringLiteral("GET")});
            addRules();
        }
        std::vector<PlacedSetting> placed;
        for (const FoundProxy& one : all) {
            PlacedSetting where;
            where.block = QStringLiteral("reverse_proxy ") + one.proxy->directive.words.value(1);
            where.elsewhere = one.proxy == &proxy ? QString() : QStringLiteral("belongs to %1").arg(one.part);
            placeLines(placed, one.proxy->block, where);
        }
        reportRest(m_draft, placed);
        return m_draft.finished(wish);
    }

private:
    void readLine(const CaddyLine& line)
    {
        const Directive& directive = line.directive;
        if (directive.name() == u"lb_retries") {
            bool isNumber = false;
            m_retries = directive.words.value(1).toInt(&isNumber);
            if (isNumber) {
                m_draft.understood(directive, m_retries < 0    ? QStringLiteral("below 0: no limit")
                                              : m_retries == 0 ? QStringLiteral("no limit by number")
                                                               : retriesText(m_retries));
            } else {
                m_draft.refused(directive, QStringLiteral("not a number of retries"));
            }
        } else if (directive.name() == u"lb_try_duration") {
            readDuration(directive, m_duration, QStringLiteral("no retry once %1 have passed"));
        } else if (directive.name() == u"lb_try_interval") {
            readDuration(directive, m_interval, QStringLiteral("%1 before each retry"));
        } else if (directive.name() == u"lb_retry_match") {
            readMatch(line);
        } else if (directive.name() == u"request_buffers") {
            readBuffer(directive);
        } else if (directive.name() == u"fail_duration" && m_servers > 0) {
            readRest(directive);
        } else if (directive.name() == u"max_fails" && m_servers > 0) {
            readMostFailures(directive);
        }
    }

    void readRest(const Directive& directive)
    {
        m_restDuration = goDurationFrom(directive.words.value(1));
        m_rest = &directive;
        if (!m_restDuration) {
            m_draft.refused(directive, QStringLiteral("not a duration such as 5s or 250ms"));
        }
    }

    /// Once it is known how long Caddy goes on.
    void reportServers()
    {
        if (m_rest == nullptr || !m_restDuration) {
            return;
        }
        const QString rest = shownDuration(*m_restDuration);
        if (*m_restDuration <= Duration::zero() && !m_mostFailures) {
            m_draft.refused(
                *m_rest, // run of 2.6.2
                QStringLiteral("without max_fails every server counts as unhealthy, and each request "
                               "gets status 503"));
        } else if (*m_restDuration <= Duration::zero()) {
            m_draft.understood(*m_rest, QStringLiteral("counts as not given"));
        } else if (m_duration.value_or(Duration::zero()) >= *m_restDuration) {
            m_draft.notUnderstood(
                *m_rest,
                QStringLiteral("servers that failed get requests again before lb_try_duration is over"),
                QStringLiteral("Caddy then sends more requests than this policy, which ends after %1.")
                    .arg(attemptsOfServers()));
        } else {
            m_draft.understood(*m_rest,
                               QStringLiteral("a server that failed gets no request for %1: at most %2")
                                   .arg(rest, attemptsOfServers()));
        }
    }

    void readMostFailures(const Directive& directive)
    {
        bool isNumber = false;
        m_mostFailures = std::clamp(directive.words.value(1).toInt(&isNumber), 1, 1000);
        if (isNumber) {
            m_draft.understood(directive, QStringLiteral("failures of a server before it gets no request"));
        } else {
            m_draft.refused(directive, QStringLiteral("not a number of failures"));
        }
    }

    /// The addresses that a request can go to; 0: not known.
    static int serversOf(const CaddyLine& proxy)
    {
        qsizetype servers = proxy.directive.words.size() - 1;
        static const QRegularExpression kSeveral(
            QStringLiteral(":\\d+-\\d+(?:\\s|\\z)|\\{")); // ports, a placeholder
        for (const QString& word : proxy.directive.words.mid(1)) {
            if (kSeveral.match(word.left(1000)).hasMatch()) {
                return 0;
            }
            const bool isMatcher = word.startsWith(u'/') || word.startsWith(u'@') || word == u"*";
            servers -= isMatcher ? 1 : 0;
        }
        for (const CaddyLine& line : proxy.block) {
            const bool isTo = line.directive.name() == u"to";
            if (line.directive.name() == u"dynamic" ||
                (isTo && kSeveral.match(line.directive.text().left(1000)).hasMatch())) {
                return 0;
            }
            servers += isTo ? line.directive.words.size() - 1 : 0;
        }
        return static_cast<int>(std::min<qsizetype>(servers, 1000));
    }

    [[nodiscard]] bool isTimed() const { return m_duration.value_or(Duration::zero()) > Duration::zero(); }

    /// Retries that lb_retries and lb_try_duration allow.
    [[nodiscard]] int mostRetries() const
    {
        constexpr int kMost = 1'000'000;
        return m_retries > 0 ? m_retries : m_retries == 0 && !isTimed() ? 0 : kMost;
    }

    /// Retries until every server has failed so often that it gets no request; absent: servers are not
    /// marked. Source: Caddy, healthchecks.go, countFailure(); max_fails is 1 where it is not given.
    [[nodiscard]] std::optional<int> retriesOfServers() const
    {
        const bool isMarked = m_restDuration.value_or(Duration::zero()) > Duration::zero();
        return isMarked ? std::optional(m_servers * m_mostFailures.value_or(1) - 1) : std::nullopt;
    }

    /// Of one call whose servers all fail.
    [[nodiscard]] QString attemptsOfServers() const
    {
        return attemptsText(std::min(mostRetries(), retriesOfServers().value_or(0)) + 1);
    }

    /// Source: dustin/go-humanize, ParseBytes(): `4KB` is 4000, `4KiB` 4096.
    void readBuffer(const Directive& directive)
    {
        static const QRegularExpression kSize(
            QStringLiteral("\\A(\\d{1,9}(?:\\.\\d{1,6})?)\\s*([kmg]?)(i?)b?\\z"),
            QRegularExpression::CaseInsensitiveOption);
        const auto match = kSize.match(directive.words.mid(1).join(QString()).left(40));
        if (!match.hasMatch()) {
            m_draft.refused(directive, QStringLiteral("not a size such as 4KB"));
            return;
        }
        const double step = match.captured(3).isEmpty() ? 1000 : 1024;
        const auto power = QStringLiteral("kmg").indexOf(match.captured(2).toLower().left(1)) + 1;
        const double bytes =
            match.captured(1).toDouble() * std::pow(step, match.captured(2).isEmpty() ? 0 : power);
        const int buffered = static_cast<int>(std::min(bytes, double{std::numeric_limits<int>::max()}));
        m_draft.set(QStringLiteral("requestBody"), QJsonObject{{QStringLiteral("max"), buffered},
                                                               {QStringLiteral("onlyOnceSent"), true},
                                                               {QStringLiteral("source"), m_draft.source()}});
        m_draft.understood(
            directive,
            QStringLiteral("keeps a body of up to %1 bytes, so that it can be sent again").arg(buffered));
    }

    void readDuration(const Directive& directive, std::optional<Duration>& duration, const QString& became)
    {
        duration = goDurationFrom(directive.words.value(1));
        if (duration) {
            m_draft.understood(directive, *duration > Duration::zero()
                                              ? became.arg(shownDuration(*duration))
                                              : QStringLiteral("counts as not given"));
        } else {
            m_draft.refused(directive, QStringLiteral("not a duration such as 5s or 250ms"));
        }
    }

    /// Several sets of conditions: one that matches is enough. Within a set all must match.
    void readMatch(const CaddyLine& line)
    {
        m_draft.take(&line.directive);
        std::vector<CaddyLine> conditions = line.block;
        if (line.directive.words.size() > 1) { // `lb_retry_match method POST`
            conditions.push_back({{line.directive.line, line.directive.words.mid(1)}, {}});
        }
        const bool isMethodAlone = conditions.size() == 1 && conditions.front().directive.name() == u"method";
        if (isMethodAlone) {
            const Directive& method = conditions.front().directive;
            m_methods = m_methods.value_or(QStringList()) + method.words.mid(1);
            m_draft.understood(method.line, QStringLiteral("lb_retry_match ") + method.text(),
                               QStringLiteral("after a connection was made, retries %1")
                                   .arg(method.words.mid(1).join(QStringLiteral(", "))));
            return;
        }
        for (const CaddyLine& condition : conditions) {
            const QString written = QStringLiteral("lb_retry_match ") + condition.directive.text().left(200);
            m_draft.notUnderstood(
                condition.directive.line, written,
                QStringLiteral("a condition that Retryscope does not evaluate"),
                QStringLiteral("Caddy retries what it matches: a request, or since 2.11.3 a response."));
            m_draft.dependsOn(written, DependsOn::CodeToo);
        }
        m_methods = m_methods.value_or(QStringList());
    }

    void setLimits()
    {
        if (mostRetries() == 0) {
            m_draft.setAttempts(1, true);
            m_draft.setNoBackoff();
            m_draft.understood(0, QStringLiteral("lb_retries"),
                               QStringLiteral("not given, nor lb_try_duration: Caddy does not retry"));
            return;
        }
        constexpr Duration kUsualInterval = std::chrono::milliseconds{250};
        Duration interval = m_interval.value_or(Duration::zero());
        if (isTimed() && interval == Duration::zero()) { // provision(): 0 counts as not given
            interval = kUsualInterval;
        }
        interval = std::max(interval, Duration::zero()); // below 0: at once
        // tryAgain() looks at the time before the interval, a policy at the time of the next attempt.
        m_draft.setAttempts(retriesOfServers() == 0 ? 0 : mostRetries(), false,
                            isTimed() ? noLongerThan(*m_duration + interval) : QJsonObject());
        if (!m_interval) {
            m_draft.understood(0, QStringLiteral("lb_try_interval"),
                               QStringLiteral("not given: %1").arg(shownDuration(interval)));
        }
        if (interval > Duration::zero()) {
            m_draft.setBackoff(interval, 1, std::nullopt);
        } else {
            m_draft.setNoBackoff();
        }
    }

    /// As in the preset, with other methods than GET, and no more retries than the servers allow.
    void addRules()
    {
        QJsonObject more;
        if (const std::optional<int> most = retriesOfServers(); most > 0) {
            more[QStringLiteral("atMost")] = *most;
        }
        m_draft.addRule(QStringLiteral("no-connection"), QStringLiteral("no connection was made"),
                        QStringLiteral("transient"),
                        {{QStringLiteral("faultIn"),
                          textList({QStringLiteral("hostNotFound"), QStringLiteral("connectionRefused"),
                                    QStringLiteral("unreachable"), QStringLiteral("connectTimeout")})}},
                        more);
        m_draft.addBodyBreaksOff();
        if (m_methods->isEmpty()) {
            return;
        }
        m_methods->removeDuplicates();
        m_draft.addRule(QStringLiteral("timeouts"), QStringLiteral("reading took too long"),
                        QStringLiteral("timeout"),
                        {{QStringLiteral("faultIn"), textList({QStringLiteral("readTimeout")})},
                         {QStringLiteral("methodIn"), textList(*m_methods)}},
                        more);
        m_draft.addRule(
            QStringLiteral("transport-errors"), QStringLiteral("the connection failed after it was made"),
            QStringLiteral("transient"),
            {{QStringLiteral("faultIn"),
              textList(faults::brokenBefore() + faults::brokenWithin() +
                       QStringList{QStringLiteral("tlsFailed"), QStringLiteral("malformedResponse")})},
             {QStringLiteral("methodIn"), textList(*m_methods)}},
            more);
    }

    static void placeLines(std::vector<PlacedSetting>& placed, const std::vector<CaddyLine>& lines,
                           const PlacedSetting& where)
    {
        for (const CaddyLine& line : lines) {
            place(placed, line.directive, where);
            if (line.directive.name() != u"lb_retry_match") {
                PlacedSetting inside = where;
                inside.block = line.directive.text().left(50); // `transport http`
                placeLines(placed, line.block, inside);
            }
        }
    }

    PolicyDraft m_draft;
    int m_retries = 0;
    int m_servers = 0;
    std::optional<int> m_mostFailures;      ///< max_fails
    const Directive* m_rest = nullptr;      ///< fail_duration
    std::optional<Duration> m_restDuration; ///< of a server that failed
    std::optional<Duration> m_duration;
    std::optional<Duration> m_interval;
    std::optional<QStringList> m_methods; ///< of lb_retry_match; absent: GET
};

} // namespace

ImportResult importCaddy(const QString& text, const ImportWish& wish, const QString& file)
{
    qsizetype at = 0;
    const QStringList lines = text.split(u'\n');
    std::vector<CaddyLine> read;
    while (at < lines.size()) { // a closing bracket without an opening one: a part of a file was pasted
        std::vector<CaddyLine> some = readLines(lines, at, 0);
        std::move(some.begin(), some.end(), std::back_inserter(read));
    }
    std::vector<FoundProxy> found;
    std::vector<const Directive*> outside;
    collect(read, {}, found, outside);
    if (found.empty()) {
        return saysNothing(ConfigurationKind::Caddy, QStringLiteral("a reverse_proxy"), file);
    }
    std::stable_partition(found.begin(), found.end(),
                          [](const FoundProxy& one) { return !one.proxy->block.empty(); });
    const QStringList parts = partsOf(found);
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    return CaddyPolicy().read(found, chosen.value(), outside, parts, wish);
}

} // namespace retryscope::io
