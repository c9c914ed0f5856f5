// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/haproxy_sections.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"
#include "core/io/json/json_units.h"

#include <QRegularExpression>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

namespace retryscope::io {

namespace {

constexpr int kHaproxyRetries = 3;
constexpr int kBufferBytes = 16384;  ///< tune.bufsize
constexpr int kKeptFreeBytes = 1024; ///< tune.maxrewrite
/// What the head takes of the buffer: with a head of 150 bytes HAProxy 2.6.12 sent a body of 15,101 bytes
/// again and one of 15,102 bytes not. Measured in November 2026.
constexpr int kHeadBytes = kBufferBytes - kKeptFreeBytes - 15101;

const std::vector<Directive> kNoLines;

class HaproxyPolicy
{
public:
    HaproxyPolicy(const std::vector<HaproxySection>& sections, std::size_t section)
        : m_sections(sections)
        , m_section(section)
        , m_draft(
              ConfigurationKind::Haproxy, QStringLiteral("haproxy-retries-default"),
              QStringLiteral(
                  "the configuration that was imported; HAProxy, configuration manual, retries and retry-on"))
    {
        for (std::size_t i = 0; i < sections.size(); ++i) {
            if (sections[i].kind() == u"frontend" && sections[section].kind() == u"backend" &&
                leadsTo(sections[i], partName()) != Leads::No) {
                m_frontends.push_back(i);
            }
        }
        m_chain = {m_section};
        m_chain.insert(m_frontends.begin(), m_frontends.end());
        for (const std::size_t one : std::set(m_chain)) {
            if (sections[one].defaults) {
                m_chain.insert(*sections[one].defaults);
            }
        }
    }

    ImportResult read(const QString& part, const QStringList& parts, const ImportWish& wish)
    {
        m_draft.setPart(part, parts);
        readRetries();
        readMethods();
        readConditions();
        addRules();
        readBodyLimit();
        readRest();
        return m_draft.finished(wish);
    }

private:
    void readRetries()
    {
        const Directive* retries = inForce(m_sections, m_section, QStringLiteral("retries"));
        int count = kHaproxyRetries;
        if (retries == nullptr) {
            m_draft.understood(0, QStringLiteral("retries"), QStringLiteral("not given: 3 retries"));
        } else if (retries->words.size() < 2) {
            m_draft.refused(*retries, QStringLiteral("without a number"));
        } else {
            // HAProxy takes the digits that the word begins with: atol(). Run of 2.6.12.
            static const QRegularExpression kDigits(QStringLiteral("\\A[+-]?\\d{0,9}"));
            count = std::clamp(kDigits.match(retries->words.at(1)).captured().toInt(), 0, 1'000'000);
            m_draft.understood(*retries, retriesText(count));
        }
        m_draft.setAttempts(count, false);
    }

    /// A line that switches retries off for some requests, and the section that it is in.
    using Disabling = std::pair<const Directive*, const HaproxySection*>;

    /// Those of a section and of its defaults.
    [[nodiscard]] std::vector<Disabling> disablingIn(std::size_t section) const
    {
        std::vector<Disabling> found;
        for (const std::optional<std::size_t> at : {std::optional(section), m_sections[section].defaults}) {
            for (const Directive& line : at ? m_sections[*at].lines : kNoLines) {
                if (line.name() == u"http-request" && line.words.value(1) == u"disable-l7-retry") {
                    found.emplace_back(&line, &m_sections[*at]);
                }
            }
        }
        return found;
    }

    /// The lines of the part hold for each request, and those of the frontends that lead to it for their own
    /// requests: HAProxy runs a frontend's rules first. Measured with 2.6.12.
    void readMethods()
    {
        for (const auto& [line, section] : disablingIn(m_section)) {
            readDisabling(*line, *section, {});
        }
        std::set<QStringList> rules; // of each frontend
        bool isShared = true;
        for (const std::size_t frontend : m_frontends) {
            QStringList texts;
            for (const auto& [line, section] : disablingIn(frontend)) {
                texts += line->text();
            }
            rules.insert(texts);
            isShared =
                isShared && rules.size() == 1 && leadsTo(m_sections[frontend], partName()) == Leads::Yes;
        }
        for (const std::size_t frontend : m_frontends) {
            for (const auto& [line, section] : disablingIn(frontend)) {
                if (!m_draft.hasTaken(line)) {
                    readDisabling(*line, *section, isShared ? QString() : m_sections[frontend].name());
                }
            }
        }
        if (!m_disabled.isEmpty()) {
            m_methods = haproxyMethods();
            m_methods.removeIf([this](const QString& method) { return m_disabled.contains(method); });
        }
    }

    /// onlyFrom: the frontend whose requests alone the line is about; empty: it is about all of the part.
    void readDisabling(const Directive& line, const HaproxySection& section, const QString& onlyFrom)
    {
        if (!onlyFrom.isEmpty()) {
            m_draft.notUnderstood(
                line, QStringLiteral("holds only for requests that come through %1").arg(onlyFrom),
                QStringLiteral("HAProxy does not retry such requests; this policy does, as for requests that "
                               "come another way."));
            return;
        }
        const QStringList condition = line.words.mid(2);
        const std::optional<MethodCondition> read =
            condition.isEmpty() ? std::nullopt : methodConditionFrom(condition, section);
        if (condition.isEmpty()) {
            m_neverAgain = true;
            m_draft.understood(line, QStringLiteral("never retries a request that has been sent"));
        } else if (read) {
            for (const QString& method : read->isNegated ? haproxyMethods() : read->methods) {
                if (!read->isNegated || !read->methods.contains(method)) {
                    m_disabled += method;
                }
            }
            m_draft.understood(line, read->isNegated ? QStringLiteral("retries a sent request for %1 only")
                                                           .arg(read->methods.join(QStringLiteral(", ")))
                                                     : QStringLiteral("does not retry a sent %1 request")
                                                           .arg(read->methods.join(QStringLiteral(" or "))));
        } else {
            m_draft.notUnderstood(line,
                                  QStringLiteral("Retryscope imports only conditions on the method, such as "
                                                 "\"if METH_POST\""),
                                  QStringLiteral("HAProxy does not retry such requests; this policy does."));
        }
    }

    /// Run of 2.6.12: "http frontend 'in' tries to use incompatible tcp backend 'app'".
    void refuseOtherMode(const Directive& mode)
    {
        for (const std::size_t frontend : m_frontends) {
            const Directive* its = inForce(m_sections, frontend, QStringLiteral("mode"));
            if (mode.words.value(1) == u"tcp" && its != nullptr && its->words.value(1) == u"http" &&
                leadsTo(m_sections[frontend], partName()) == Leads::Yes) {
                m_draft.refused(mode,
                                QStringLiteral("%1, which is of mode http, cannot use a backend of mode tcp")
                                    .arg(m_sections[frontend].name().left(60)));
            }
        }
    }

    /// In the default mode, tcp, HAProxy passes retry-on over without a word. Measured with 2.6.12.
    void readConditions()
    {
        const Directive* on = inForce(m_sections, m_section, QStringLiteral("retry-on"));
        const Directive* mode = inForce(m_sections, m_section, QStringLiteral("mode"));
        if (mode != nullptr) {
            m_draft.understood(*mode, mode->words.value(1) == u"http"
                                          ? QStringLiteral("retries whole requests, as retry-on says")
                                          : QStringLiteral("retries failed connections only"));
            refuseOtherMode(*mode);
        }
        const QString connFailure = QStringLiteral("conn-failure");
        if (on == nullptr) {
            m_draft.understood(0, QStringLiteral("retry-on"), QStringLiteral("not given: conn-failure"));
            readWord(connFailure, 0);
            return;
        }
        if (mode != nullptr && mode->words.value(1) == u"tcp") {
            m_draft.unimportant(
                *on, QStringLiteral("HAProxy reads retry-on in mode http only, but line %1 sets mode tcp")
                         .arg(mode->line));
            readWord(connFailure, 0);
            return;
        }
        if (mode == nullptr) {
            m_draft.notUnderstood(
                0, QStringLiteral("mode"), QStringLiteral("not given; HAProxy's default is tcp"),
                QStringLiteral(
                    "In mode tcp HAProxy retries failed connections only; this policy is for mode http."));
        }
        if (on->words.size() < 2) {
            m_draft.refused(*on, QStringLiteral("without a word"));
        } else if (on->words.size() > 2 && on->words.contains(QStringLiteral("none"))) {
            m_draft.refused(*on, QStringLiteral("none must stand alone"));
        }
        for (const QString& word : on->words.mid(1)) {
            readWord(word, on->line);
        }
        m_draft.take(on);
    }

    void readWord(const QString& word, int line)
    {
        const QString setting = QStringLiteral("retry-on ") + word;
        static const QList<int> known{401, 403, 404, 408, 425, 429, 500, 501, 502, 503, 504};
        if (word == u"none") {
            m_draft.understood(line, setting, QStringLiteral("retries nothing"));
        } else if (word == u"all-retryable-errors") {
            m_words += {QStringLiteral("conn-failure"), QStringLiteral("empty-response"),
                        QStringLiteral("junk-response"), QStringLiteral("response-timeout")};
            m_statuses += {500, 502, 503, 504};
            m_draft.understood(line, setting,
                               QStringLiteral("retries failed connections, empty or malformed responses, "
                                              "timeouts, 500, 502, 503 and 504"));
        } else if (word == u"conn-failure" || word == u"empty-response" || word == u"junk-response" ||
                   word == u"response-timeout") {
            m_words += word;
            m_draft.understood(line, setting, meaningOf(word));
        } else if (known.contains(word.toInt())) {
            m_statuses += word.toInt();
            constexpr int kNew = 429;
            m_draft.understood(
                line, setting,
                QStringLiteral("retries %1").arg(word) +
                    (word.toInt() == kNew ? QStringLiteral("; HAProxy 2.6 refuses this word") : QString()));
        } else if (word == u"0rtt-rejected") {
            m_draft.notUnderstood(line, setting,
                                  QStringLiteral("recordings do not show TLS early data sent to the server"),
                                  QStringLiteral("HAProxy retries such a request."));
        } else {
            m_draft.refused(line, setting, QStringLiteral("retry-on has no such word in HAProxy 2.6 to 3.2"));
        }
    }

    static QString meaningOf(const QString& word)
    {
        if (word == u"conn-failure") {
            return QStringLiteral("retries failed connections");
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
    [[nodiscard]] const Directive* globalLine(const QString& what) const
    {
        const Directive* found = nullptr;
        for (const HaproxySection& section : m_sections) {
            for (const Directive& line : section.lines) {
                found = section.kind() == u"global" && line.words.first() == what ? &line : found;
            }
        }
        return found;
    }

    /// In bytes, or with a unit (`32k`), as HAProxy 3 reads it too.
    int sizeFrom(const QString& what, int usual)
    {
        const Directive* line = globalLine(what);
        if (line == nullptr) {
            return usual;
        }
        static const QRegularExpression kSize(QStringLiteral("\\A(\\d{1,9})([kKmM]?)\\z"));
        const QRegularExpressionMatch match = kSize.match(line->words.value(1));
        const QString unit = match.captured(2).toLower();
        const qint64 factor = unit == u"m" ? 1024 * 1024 : unit == u"k" ? 1024 : 1;
        const qint64 bytes = match.captured(1).toLongLong() * factor;
        if (!match.hasMatch() || bytes > std::numeric_limits<int>::max()) {
            m_draft.notUnderstood(*line, QStringLiteral("not a number of bytes"),
                                  QStringLiteral("This policy assumes %1 bytes.").arg(usual));
            return usual;
        }
        m_draft.understood(*line, QStringLiteral("part of the limit for bodies that HAProxy can send again"));
        return static_cast<int>(bytes);
    }

    /// A request that was sent is sent again only if its headers and body fit into a buffer, less the space
    /// for rewriting. HAProxy lowers tune.maxrewrite to half of the buffer. Source: HAProxy 2.6 configuration
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
                "does not send a request with a body above about %1 bytes again: its headers and body "
                "must fit into tune.bufsize less tune.maxrewrite")
                .arg(most));
    }

    /// Before a retry to the same server: a second, or timeout connect where that is shorter
    /// (haproxy/haproxy issue 1867; 2.6.12 with 200 ms: 0.60 s for three retries).
    Duration turnAround()
    {
        constexpr Duration kLongest = std::chrono::seconds{1};
        const Directive* connect = inForce(m_sections, m_section, QStringLiteral("timeout connect"));
        if (connect == nullptr) {
            return kLongest;
        }
        const std::optional<Duration> limit =
            durationFrom(connect->words.value(2), std::chrono::milliseconds{1});
        if (!limit || *limit <= Duration::zero() || *limit >= kLongest) {
            return kLongest;
        }
        m_draft.notUnderstood(*connect, noTimeoutText(QStringLiteral("--connect-timeout")),
                              QStringLiteral("After this time HAProxy ends the attempt. It is also the wait "
                                             "before a retry to the same server, which is in the policy."));
        return *limit;
    }

    /// True where a retry goes to another server.
    bool readRedispatch(bool hasOthers)
    {
        const Directive* line = inForce(m_sections, m_section, QStringLiteral("redispatch"));
        const bool isOn = line != nullptr && line->words.first() != u"no";
        if (line != nullptr) {
            m_draft.understood(*line, !isOn ? QStringLiteral("the retry goes to the same server")
                                      : hasOthers
                                          ? QStringLiteral("the retry goes to another server, at once")
                                          : QStringLiteral("no effect: the section has no other server"));
        }
        return isOn && hasOthers;
    }

    /// Towards the same server after the turn-around delay, unless connecting took as long already. With
    /// option redispatch HAProxy asks another server at once, where there is one. Measured with 2.6.12: one
    /// server waits in spite of the option, two do not with it, and do without it.
    void addConnFailure()
    {
        const auto active = std::count_if(m_sections[m_section].lines.begin(),
                                          m_sections[m_section].lines.end(), [](const Directive& line) {
                                              return line.name() == u"server" &&
                                                     !line.words.contains(QStringLiteral("backup"));
                                          });
        const Duration wait = turnAround();
        const bool isElsewhere = readRedispatch(active != 1);
        m_draft.understood(
            0, QStringLiteral("wait before a retry"),
            isElsewhere ? QStringLiteral("none: HAProxy asks another server at once")
                        : QStringLiteral("%1 before a retry to the same server").arg(shownDuration(wait)));
        m_draft.addRule(QStringLiteral("connect-timeout"), QStringLiteral("connecting took too long"),
                        QStringLiteral("timeout"),
                        {{QStringLiteral("faultIn"), textList({QStringLiteral("connectTimeout")})}});
        m_draft.addRule(QStringLiteral("conn-failure"), QStringLiteral("no connection was made"),
                        QStringLiteral("transient"),
                        {{QStringLiteral("faultIn"),
                          textList({QStringLiteral("connectionRefused"), QStringLiteral("unreachable"),
                                    QStringLiteral("hostNotFound"), QStringLiteral("tlsFailed")})}},
                        isElsewhere ? QJsonObject{}
                                    : QJsonObject{{QStringLiteral("delay"), durationToText(wait)}});
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

    /// Why the settings of a section do not hold for the part; empty: they do.
    [[nodiscard]] QString elsewhere(std::size_t section) const
    {
        const QString kind = m_sections[section].kind();
        if (m_chain.contains(section) || kind.isEmpty() || kind == u"global") {
            return {};
        }
        if (kind == u"defaults") {
            return QStringLiteral("these defaults do not hold for this part");
        }
        return kind == u"frontend"
                   ? QStringLiteral("%1 does not lead to this part").arg(m_sections[section].name())
                   : QStringLiteral("belongs to %1").arg(m_sections[section].name());
    }

    /// Run of 2.6.12: "ignored because frontend 'f' has no backend capability"; retry-on is refused.
    static bool isOfBackends(const Directive& line)
    {
        static const QStringList kNames{QStringLiteral("retries"), QStringLiteral("fullconn")};
        static const QStringList kSeconds{QStringLiteral("redispatch"), QStringLiteral("server"),
                                          QStringLiteral("connect"), QStringLiteral("queue")};
        const bool isFamily = line.name() == u"timeout" || line.name() == u"option";
        return kNames.contains(line.name()) || (isFamily && kSeconds.contains(line.words.value(1)));
    }

    void readRest()
    {
        std::vector<PlacedSetting> placed;
        for (std::size_t i = 0; i < m_sections.size(); ++i) {
            const HaproxySection& section = m_sections[i];
            PlacedSetting where;
            where.block =
                section.head.words.isEmpty() ? QStringLiteral("lines without a section") : section.name();
            where.elsewhere = elsewhere(i);
            where.rank = i == m_section ? 1 : 0;
            for (const Directive& line : section.lines) {
                PlacedSetting one = where;
                if (section.kind() == u"frontend" && line.name() == u"retry-on") {
                    m_draft.refused(line, QStringLiteral("only a backend or listen section can have it"));
                } else if (section.kind() == u"frontend" && isOfBackends(line)) {
                    one.elsewhere = QStringLiteral("HAProxy ignores it in a frontend");
                }
                place(placed, line, one);
            }
        }
        reportRest(m_draft, placed);
    }

    [[nodiscard]] QString partName() const { return m_sections[m_section].head.words.value(1); }

    const std::vector<HaproxySection>& m_sections;
    std::size_t m_section;
    PolicyDraft m_draft;
    QStringList m_words;
    QList<int> m_statuses;
    std::vector<std::size_t> m_frontends; ///< that lead to the part, perhaps among others
    std::set<std::size_t> m_chain;        ///< the part, its frontends, and their defaults
    QStringList m_disabled;               ///< methods whose requests are not sent again
    QStringList m_methods;                ///< those whose requests are; empty: all
    bool m_neverAgain = false;
};

} // namespace

ImportResult importHaproxy(const QString& text, const ImportWish& wish, const QString& place)
{
    const std::vector<HaproxySection> sections = haproxySections(text);
    std::vector<std::size_t> found;
    QStringList parts;
    const auto collect = [&](auto wants) {
        for (std::size_t i = 0; i < sections.size() && found.size() < 1000; ++i) {
            if (wants(i)) {
                found.push_back(i);
                parts += sections[i].kind().isEmpty() ? QStringLiteral("these lines") : sections[i].name();
            }
        }
    };
    const auto hasRetries = [&](std::size_t i) {
        return inForce(sections, i, QStringLiteral("retries")) != nullptr ||
               inForce(sections, i, QStringLiteral("retry-on")) != nullptr;
    };
    collect([&](std::size_t i) {
        const QString kind = sections[i].kind();
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
