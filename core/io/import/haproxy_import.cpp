// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"

#include <QRegularExpression>

#include <algorithm>
#include <limits>
#include <utility>

namespace retryscope::io {

namespace {

constexpr int kHaproxyRetries = 3;
constexpr int kBufferBytes = 16384;  ///< tune.bufsize
constexpr int kKeptFreeBytes = 1024; ///< tune.maxrewrite
/// What the head takes of the buffer: with a head of 150 bytes HAProxy 2.6.12 sent a body of 15,101 bytes
/// again and one of 15,102 bytes not. Measured in November 2026.
constexpr int kHeadBytes = kBufferBytes - kKeptFreeBytes - 15101;

struct Line
{
    int number = 1;
    QStringList words;
};

struct Section
{
    QString name; ///< `backend web`; empty: lines without a section
    std::vector<Line> lines;
};

QStringList wordsOf(const QString& line)
{
    static const QRegularExpression blanks(QStringLiteral("\\s+"));
    // No retry setting has a `#` in it, quoted or not.
    return line.section(u'#', 0, 0).trimmed().split(blanks, Qt::SkipEmptyParts);
}

std::vector<Section> sectionsOf(const QString& text)
{
    static const QStringList heads{QStringLiteral("global"),   QStringLiteral("defaults"),
                                   QStringLiteral("frontend"), QStringLiteral("backend"),
                                   QStringLiteral("listen"),   QStringLiteral("resolvers"),
                                   QStringLiteral("peers"),    QStringLiteral("userlist"),
                                   QStringLiteral("cache"),    QStringLiteral("mailers")};
    std::vector<Section> sections(1);
    int number = 0;
    for (const QString& whole : text.split(u'\n')) {
        ++number;
        const QStringList words = wordsOf(whole.left(4000));
        if (words.isEmpty()) {
            continue;
        }
        if (heads.contains(words.first())) {
            sections.push_back({words.join(QLatin1Char(' ')).left(200), {}});
        } else {
            sections.back().lines.push_back({number, words});
        }
    }
    return sections;
}

bool isAbout(const Line& line, const QString& what)
{
    return line.words.first() == what || (line.words.first() == u"option" && line.words.value(1) == what) ||
           (line.words.first() == u"no" && line.words.value(1) == u"option" && line.words.value(2) == what);
}

/// The last such line of the section, else of the nearest defaults before it.
const Line* inForce(const std::vector<Section>& sections, std::size_t section, const QString& what)
{
    for (std::size_t i = section + 1; i-- > 0;) {
        if (i != section && !sections[i].name.startsWith(QStringLiteral("defaults"))) {
            continue;
        }
        const auto found = std::find_if(sections[i].lines.rbegin(), sections[i].lines.rend(),
                                        [&](const Line& line) { return isAbout(line, what); });
        if (found != sections[i].lines.rend()) {
            return &*found;
        }
        if (i != section) {
            break; // of several defaults only the last one before the section counts
        }
    }
    return nullptr;
}

class HaproxyPolicy
{
public:
    HaproxyPolicy(const std::vector<Section>& sections, std::size_t section)
        : m_sections(sections)
        , m_section(section)
        , m_draft(
              ConfigurationKind::Haproxy, QStringLiteral("haproxy-retries-default"),
              QStringLiteral(
                  "the configuration that was imported; HAProxy, configuration manual, retries and retry-on"))
    {
    }

    ImportResult read(const QString& part, const QStringList& parts, const ImportWish& wish)
    {
        m_draft.setPart(part, parts);
        readRetries();
        readMethods();
        readConditions();
        addRules();
        readBodyLimit();
        readRedispatch();
        readServers();
        readTimeouts();
        return m_draft.finished(wish);
    }

private:
    void readRetries()
    {
        const Line* retries = inForce(m_sections, m_section, QStringLiteral("retries"));
        int count = kHaproxyRetries;
        bool isNumber = true;
        if (retries == nullptr) {
            m_draft.understood(0, QStringLiteral("retries"), QStringLiteral("not given: 3 retries"));
        } else {
            const int given = retries->words.value(1).toInt(&isNumber);
            count = isNumber ? std::clamp(given, 0, 1'000'000) : kHaproxyRetries;
        }
        if (retries != nullptr && isNumber) {
            m_draft.understood(retries->number, retries->words.join(QLatin1Char(' ')), retriesText(count));
        } else if (retries != nullptr) {
            m_draft.notUnderstood(retries->number, retries->words.join(QLatin1Char(' ')),
                                  QStringLiteral("not a number of retries"),
                                  QStringLiteral("HAProxy would reject it; this policy assumes 3 retries."));
        }
        m_draft.setAttempts(count, false);
    }

    /// `http-request disable-l7-retry if METH_POST` is what the manual advises.
    void readMethods()
    {
        for (const Line& line : m_sections[m_section].lines) {
            if (line.words.value(0) != u"http-request" || line.words.value(1) != u"disable-l7-retry") {
                continue;
            }
            const QString condition = line.words.mid(2).join(QLatin1Char(' '));
            if (condition == u"if METH_POST" || condition == u"unless METH_GET" || condition.isEmpty()) {
                m_methods = condition == u"if METH_POST"
                                ? QStringList{QStringLiteral("GET"),     QStringLiteral("HEAD"),
                                              QStringLiteral("PUT"),     QStringLiteral("DELETE"),
                                              QStringLiteral("OPTIONS"), QStringLiteral("TRACE"),
                                              QStringLiteral("PATCH")}
                                : QStringList{QStringLiteral("GET"), QStringLiteral("HEAD")};
                m_neverAgain = condition.isEmpty();
                m_draft.understood(line.number, line.words.join(QLatin1Char(' ')),
                                   m_neverAgain ? QStringLiteral("never retries a request that has been sent")
                                                : QStringLiteral("retries a sent request for %1 only")
                                                      .arg(m_methods.join(QStringLiteral(", "))));
            } else {
                m_draft.notUnderstood(
                    line.number, line.words.join(QLatin1Char(' ')),
                    QStringLiteral(
                        "Retryscope imports only the conditions \"if METH_POST\" and \"unless METH_GET\""),
                    QStringLiteral("HAProxy does not retry such requests; this policy does."));
            }
        }
    }

    /// In the default mode, tcp, HAProxy passes retry-on over without a word. Measured with 2.6.12.
    void readConditions()
    {
        const Line* on = inForce(m_sections, m_section, QStringLiteral("retry-on"));
        const Line* mode = inForce(m_sections, m_section, QStringLiteral("mode"));
        const QString connFailure = QStringLiteral("conn-failure");
        if (on == nullptr) {
            m_draft.understood(0, QStringLiteral("retry-on"), QStringLiteral("not given: conn-failure"));
            readWord(connFailure, 0);
            return;
        }
        if (mode != nullptr && mode->words.value(1) == u"tcp") {
            m_draft.notUnderstood(
                on->number, on->words.join(QLatin1Char(' ')),
                QStringLiteral("HAProxy reads retry-on in mode http only, but line %1 sets mode tcp")
                    .arg(mode->number),
                QStringLiteral("HAProxy and this policy retry failed connections only."));
            readWord(connFailure, mode->number);
            return;
        }
        if (mode == nullptr) {
            m_draft.notUnderstood(
                0, QStringLiteral("mode"), QStringLiteral("not given; HAProxy's default is tcp"),
                QStringLiteral(
                    "In mode tcp HAProxy retries failed connections only; this policy is for mode http."));
        }
        for (const QString& word : on->words.mid(1)) {
            readWord(word, on->number);
        }
    }

    void readWord(const QString& word, int line)
    {
        static const QList<int> known{401, 403, 404, 408, 425, 429, 500, 501, 502, 503, 504};
        if (word == u"none") {
            m_draft.understood(line, word, QStringLiteral("retries nothing"));
        } else if (word == u"all-retryable-errors") {
            m_words += {QStringLiteral("conn-failure"), QStringLiteral("empty-response"),
                        QStringLiteral("junk-response"), QStringLiteral("response-timeout")};
            m_statuses += {500, 502, 503, 504};
            m_draft.understood(line, word,
                               QStringLiteral("retries failed connections, empty or malformed responses, "
                                              "timeouts, 500, 502, 503 and 504"));
        } else if (word == u"conn-failure" || word == u"empty-response" || word == u"junk-response" ||
                   word == u"response-timeout") {
            m_words += word;
            m_draft.understood(line, word, meaningOf(word));
        } else if (known.contains(word.toInt())) {
            m_statuses += word.toInt();
            m_draft.understood(line, word, QStringLiteral("retries %1").arg(word));
        } else if (word == u"0rtt-rejected") {
            m_draft.notUnderstood(line, word,
                                  QStringLiteral("recordings do not show TLS early data sent to the server"),
                                  QStringLiteral("HAProxy retries such a request."));
        } else {
            m_draft.notUnderstood(
                line, word, QStringLiteral("unknown word for retry-on"),
                QStringLiteral("Either HAProxy rejects it, or it is newer than HAProxy 3.2."));
        }
    }

    static QString meaningOf(const QString& word)
    {
        if (word == u"conn-failure") {
            return QStringLiteral(
                "retries failed connections; before a retry to the same server HAProxy waits up to 1 s");
        }
        if (word == u"empty-response") {
            return QStringLiteral("retries a connection that closes before the first byte of the response");
        }
        return word == u"junk-response" ? QStringLiteral("retries a response that cannot be parsed")
                                        : QStringLiteral("retries a response that does not arrive in time");
    }

    void addRules()
    {
        addStatuses();
        m_draft.addBodyBreaksOff();
        if (m_words.contains(QStringLiteral("conn-failure"))) {
            addConnFailure();
        }
        addFaults(QStringLiteral("empty-response"), faults::brokenBefore(),
                  QStringLiteral("the connection ended before a response"));
        addFaults(QStringLiteral("junk-response"),
                  faults::brokenWithin() + QStringList{QStringLiteral("malformedResponse")},
                  QStringLiteral("the response cannot be parsed"));
        addFaults(QStringLiteral("response-timeout"), {QStringLiteral("readTimeout")},
                  QStringLiteral("the response did not arrive in time"));
    }

    /// HAProxy decides by a status before the body arrives.
    void addStatuses()
    {
        if (m_statuses.isEmpty() || m_neverAgain) {
            return;
        }
        QJsonArray statuses;
        std::sort(m_statuses.begin(), m_statuses.end());
        m_statuses.erase(std::unique(m_statuses.begin(), m_statuses.end()), m_statuses.end());
        for (const int status : m_statuses) {
            statuses.append(status);
        }
        m_draft.addRule(QStringLiteral("statuses"), QStringLiteral("a status listed in retry-on"),
                        QStringLiteral("server"), sentAgain({{QStringLiteral("statusIn"), statuses}}));
    }

    /// The last such line in a section global: HAProxy merges these sections.
    [[nodiscard]] const Line* globalLine(const QString& what) const
    {
        const Line* found = nullptr;
        for (const Section& section : m_sections) {
            for (const Line& line : section.lines) {
                found = section.name == u"global" && line.words.first() == what ? &line : found;
            }
        }
        return found;
    }

    /// In bytes, or with a unit (`32k`), as HAProxy 3 reads it too.
    int sizeFrom(const QString& what, int usual)
    {
        const Line* line = globalLine(what);
        if (line == nullptr) {
            return usual;
        }
        static const QRegularExpression kSize(QStringLiteral("\\A(\\d{1,9})([kKmM]?)\\z"));
        const QRegularExpressionMatch match = kSize.match(line->words.value(1));
        const QString unit = match.captured(2).toLower();
        const qint64 factor = unit == u"m" ? 1024 * 1024 : unit == u"k" ? 1024 : 1;
        const qint64 bytes = match.captured(1).toLongLong() * factor;
        if (!match.hasMatch() || bytes > std::numeric_limits<int>::max()) {
            m_draft.notUnderstood(line->number, line->words.join(QLatin1Char(' ')),
                                  QStringLiteral("not a number of bytes"),
                                  QStringLiteral("This policy assumes %1 bytes.").arg(usual));
            return usual;
        }
        m_draft.understood(line->number, line->words.join(QLatin1Char(' ')),
                           QStringLiteral("part of the limit for bodies that HAProxy can send again"));
        return static_cast<int>(bytes);
    }

    /// A request that was sent is sent again only if its head and body fit into a buffer, less the room for
    /// rewriting. HAProxy lowers tune.maxrewrite to half of the buffer. Source: HAProxy 2.6 configuration
    /// manual, retry-on, tune.bufsize, tune.maxrewrite; run of 2.6.12.
    void readBodyLimit()
    {
        const QStringList beforeSending{QStringLiteral("conn-failure")};
        const bool isSentAgain =
            !m_neverAgain && (!m_statuses.isEmpty() || (!m_words.isEmpty() && m_words != beforeSending));
        if (!isSentAgain) {
            return;
        }
        const int buffer = sizeFrom(QStringLiteral("tune.bufsize"), kBufferBytes);
        const int keptFree =
            std::min(sizeFrom(QStringLiteral("tune.maxrewrite"), kKeptFreeBytes), buffer / 2);
        const int most = std::max(0, buffer - keptFree - kHeadBytes);
        m_draft.set(QStringLiteral("requestBody"), QJsonObject{{QStringLiteral("max"), most},
                                                               {QStringLiteral("onlyOnceSent"), true},
                                                               {QStringLiteral("source"), m_draft.source()}});
        m_draft.understood(
            0, QStringLiteral("body limit for retries"),
            QStringLiteral(
                "does not send a request with a body above about %1 bytes again: its head and body "
                "must fit into tune.bufsize less tune.maxrewrite")
                .arg(most));
    }

    [[nodiscard]] const Line* redispatch() const
    {
        const Line* line = inForce(m_sections, m_section, QStringLiteral("redispatch"));
        return line != nullptr && line->words.first() != u"no" ? line : nullptr;
    }

    /// Towards the same server after the turn-around delay, unless connecting took as long already. With
    /// option redispatch another server is asked at once, where there is one. Measured with 2.6.12: one
    /// server waits in spite of the option, two do not with it, and do without it.
    void addConnFailure()
    {
        const auto active = std::count_if(
            m_sections[m_section].lines.begin(), m_sections[m_section].lines.end(), [](const Line& line) {
                return line.words.first() == u"server" && !line.words.contains(QStringLiteral("backup"));
            });
        const bool isElsewhere = redispatch() != nullptr && active != 1;
        m_draft.addRule(QStringLiteral("connect-timeout"), QStringLiteral("connecting took too long"),
                        QStringLiteral("timeout"),
                        {{QStringLiteral("faultIn"), textList({QStringLiteral("connectTimeout")})}});
        m_draft.addRule(QStringLiteral("conn-failure"), QStringLiteral("no connection was made"),
                        QStringLiteral("transient"),
                        {{QStringLiteral("faultIn"),
                          textList({QStringLiteral("connectionRefused"), QStringLiteral("unreachable"),
                                    QStringLiteral("hostNotFound"), QStringLiteral("tlsFailed")})}},
                        isElsewhere ? QJsonObject{}
                                    : QJsonObject{{QStringLiteral("delay"), QStringLiteral("1s")}});
    }

    void addFaults(const QString& word, const QStringList& faults, const QString& title)
    {
        if (m_words.contains(word) && !m_neverAgain) {
            m_draft.addRule(word, title, QStringLiteral("transient"),
                            sentAgain({{QStringLiteral("faultIn"), textList(faults)}}));
        }
    }

    [[nodiscard]] QJsonObject sentAgain(QJsonObject when) const
    {
        if (!m_methods.isEmpty()) {
            when[QStringLiteral("methodIn")] = textList(m_methods);
        }
        return when;
    }

    void readRedispatch()
    {
        if (const Line* line = redispatch()) {
            m_draft.notUnderstood(line->number, line->words.join(QLatin1Char(' ')),
                                  QStringLiteral("chooses the server of a retry, not whether to retry"),
                                  QStringLiteral("The retry can go to another server."));
        }
    }

    /// What a server's line says of failures.
    void readServers()
    {
        for (const Line& line : m_sections[m_section].lines) {
            if (line.words.first() != u"server" && line.words.first() != u"default-server") {
                continue;
            }
            const bool isBackup = line.words.contains(QStringLiteral("backup"));
            const bool isObserved = line.words.contains(QStringLiteral("observe")) ||
                                    line.words.contains(QStringLiteral("on-error")) ||
                                    line.words.contains(QStringLiteral("error-limit"));
            if (isBackup) {
                m_draft.notUnderstood(line.number, line.words.join(QLatin1Char(' ')),
                                      QStringLiteral("backup chooses the server, not whether to retry"),
                                      QStringLiteral("HAProxy uses it only while no other server is up."));
            }
            if (isObserved) {
                m_draft.notUnderstood(
                    line.number, line.words.join(QLatin1Char(' ')),
                    QStringLiteral("observe, on-error and error-limit watch the server over many requests"),
                    QStringLiteral("After such failures HAProxy might stop using the server; later requests "
                                   "then get another server or a 503."));
            }
        }
    }

    void readTimeouts()
    {
        for (const auto& [what, option] :
             {std::pair("connect", "--connect-timeout"), std::pair("server", "--read-timeout")}) {
            if (const Line* timeout = timeoutInForce(QLatin1String(what))) {
                m_draft.notUnderstood(timeout->number, timeout->words.join(QLatin1Char(' ')),
                                      noTimeoutText(QLatin1String(option)),
                                      QStringLiteral("After this time HAProxy ends the attempt."));
            }
        }
    }

    /// Of the section, else of the nearest defaults before it.
    [[nodiscard]] const Line* timeoutInForce(QLatin1String what) const
    {
        for (std::size_t at = m_section + 1; at-- > 0;) {
            const bool isDefaults = m_sections[at].name.startsWith(QStringLiteral("defaults"));
            if (at != m_section && !isDefaults) {
                continue;
            }
            for (const Line& line : m_sections[at].lines) {
                if (line.words.value(0) == u"timeout" && line.words.value(1) == what) {
                    return &line;
                }
            }
            if (at != m_section) {
                break;
            }
        }
        return nullptr;
    }

    const std::vector<Section>& m_sections;
    std::size_t m_section;
    PolicyDraft m_draft;
    QStringList m_words;
    QList<int> m_statuses;
    QStringList m_methods;
    bool m_neverAgain = false;
};

} // namespace

ImportResult importHaproxy(const QString& text, const ImportWish& wish, const QString& place)
{
    const std::vector<Section> sections = sectionsOf(text);
    std::vector<std::size_t> found;
    QStringList parts;
    const auto collect = [&](auto wants) {
        for (std::size_t i = 0; i < sections.size() && found.size() < 1000; ++i) {
            if (wants(i)) {
                found.push_back(i);
                parts += sections[i].name.isEmpty() ? QStringLiteral("these lines") : sections[i].name;
            }
        }
    };
    const auto hasRetries = [&](std::size_t i) {
        return inForce(sections, i, QStringLiteral("retries")) != nullptr ||
               inForce(sections, i, QStringLiteral("retry-on")) != nullptr;
    };
    collect([&](std::size_t i) {
        const QString kind = sections[i].name.section(u' ', 0, 0);
        return (kind == u"backend" || kind == u"listen" || kind.isEmpty()) && hasRetries(i);
    });
    if (found.empty()) {
        collect(hasRetries);
    }
    if (found.empty()) {
        return saysNothing(ConfigurationKind::Haproxy, QStringLiteral("a line with retries or retry-on"),
                           place);
    }
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    return HaproxyPolicy(sections, found[chosen.value()])
        .read(parts.at(static_cast<qsizetype>(chosen.value())), parts, wish);
}

} // namespace retryscope::io
