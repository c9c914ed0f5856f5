// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/nginx_blocks.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"

#include <QHostAddress>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

namespace retryscope::io {

namespace {

/// Servers that are assumed where the text does not say how many there are, as the recordings of nginx had.
constexpr int kAssumedServers = 3;

const QStringList& modules()
{
    static const QStringList names{QStringLiteral("proxy"),   QStringLiteral("grpc"),
                                   QStringLiteral("fastcgi"), QStringLiteral("uwsgi"),
                                   QStringLiteral("scgi"),    QStringLiteral("memcached")};
    return names;
}

/// The directive in this block or the nearest around it.
const NginxDirective* inForce(const NginxBlock* block, const QString& name)
{
    for (; block != nullptr; block = block->outer) {
        for (const NginxDirective& directive : block->directives) {
            if (directive.words.first() == name) {
                return &directive;
            }
        }
    }
    return nullptr;
}

struct FoundPass
{
    const NginxBlock* block = nullptr;
    QString module;
    QString part;
};

void collect(const NginxBlock& block, const QString& what, std::vector<FoundPass>& found)
{
    for (const NginxDirective& directive : block.directives) {
        for (const QString& module : modules()) {
            const bool isRight = directive.words.first() == module + what;
            const bool isKnown = std::any_of(found.begin(), found.end(),
                                             [&](const FoundPass& one) { return one.block == &block; });
            if (isRight && !isKnown && found.size() < 1000) {
                const QString part = block.head.words.join(QLatin1Char(' ')).left(200);
                found.push_back(
                    {&block, module, part.isEmpty() ? QStringLiteral("line %1").arg(directive.line) : part});
            }
        }
    }
    for (const std::unique_ptr<NginxBlock>& inner : block.blocks) {
        collect(*inner, what, found);
    }
}

/// The block that the location passes to; nullptr: not in the text.
const NginxBlock* upstreamOf(const NginxBlock& root, const QString& address)
{
    QString host = address;
    host.remove(0, host.indexOf(QStringLiteral("://")) < 0 ? 0 : host.indexOf(QStringLiteral("://")) + 3);
    host = host.section(u'/', 0, 0);
    for (const std::unique_ptr<NginxBlock>& block : root.blocks) {
        const QStringList& head = block->head.words;
        if (head.value(0) == u"upstream" && head.value(1) == host) {
            return block.get();
        }
        if (head.value(0) != u"upstream") {
            if (const NginxBlock* found = upstreamOf(*block, address)) {
                return found;
            }
        }
    }
    return nullptr;
}

/// `http://127.0.0.1:9000/`, `[::1]:50051`, `unix:/run/app.sock`: one address, which nginx asks once a call.
/// A name may stand for several.
bool isOneAddress(const QString& address)
{
    const qsizetype scheme = address.indexOf(QStringLiteral("://"));
    QString host = scheme < 0 ? address : address.mid(scheme + 3);
    if (host.startsWith(QStringLiteral("unix:"))) {
        return !host.contains(u'$');
    }
    host = host.section(u'/', 0, 0);
    host = host.startsWith(u'[') ? host.mid(1, host.indexOf(u']') - 1) : host.section(u':', 0, 0);
    // Qt takes `10.1` and `1` for addresses as well; nginx resolves them like names.
    QHostAddress parsed;
    return parsed.setAddress(host) && (host.contains(u':') || host.count(u'.') == 3);
}

/// Servers of that block; 0: not in the text.
int serversOf(const NginxBlock* upstream)
{
    return upstream == nullptr
               ? 0
               : static_cast<int>(std::count_if(
                     upstream->directives.begin(), upstream->directives.end(), [](const NginxDirective& one) {
                         return one.words.first() == u"server" && !one.words.contains(QStringLiteral("down"));
                     }));
}

class NginxPolicy
{
public:
    explicit NginxPolicy(const NginxBlock& root)
        : m_root(root)
        , m_draft(
              ConfigurationKind::Nginx, QStringLiteral("nginx-proxy-next-upstream-default"),
              QStringLiteral(
                  "the configuration that was imported; nginx, ngx_http_proxy_module, proxy_next_upstream"))
    {
    }

    ImportResult read(const FoundPass& found, const QStringList& parts, const ImportWish& wish)
    {
        m_draft.setPart(found.part, parts);
        const QString name = found.module + QStringLiteral("_next_upstream");
        const NginxDirective* next = inForce(found.block, name);
        if (next == nullptr) {
            m_draft.understood(0, name, QStringLiteral("not given: error timeout"));
        }
        m_isOff = next != nullptr && next->words.mid(1).contains(QStringLiteral("off"));
        for (const QString& word : next != nullptr
                                       ? next->words.mid(1)
                                       : QStringList{QStringLiteral("error"), QStringLiteral("timeout")}) {
            readWord(word, next != nullptr ? next->line : 0);
        }
        addRules();
        readTries(found, name);
        readAround(found, name);
        return m_draft.finished(wish);
    }

private:
    void readWord(const QString& word, int line)
    {
        if (word == u"off") {
            m_draft.understood(line, word, QStringLiteral("retries nothing, whatever the other words"));
        } else if (m_isOff && isRetryWord(word)) {
            m_draft.understood(line, word, QStringLiteral("without effect together with off"));
        } else if (word == u"non_idempotent") {
            m_takesAll = true;
            m_draft.understood(line, word, QStringLiteral("also retries POST, LOCK and PATCH"));
        } else if (word == u"error") {
            m_onError = true;
            m_draft.understood(
                line, word,
                QStringLiteral(
                    "moves to the next server if connecting, sending or reading the response head fails"));
        } else if (word == u"timeout") {
            m_onTimeout = true;
            m_draft.understood(line, word, QStringLiteral("moves to the next server after a timeout"));
        } else if (word.startsWith(QStringLiteral("http_"))) {
            readStatus(word, line);
        } else if (word == u"invalid_header") {
            m_draft.notUnderstood(
                line, word,
                QStringLiteral("no recording shows a malformed head after a valid status line; nginx passes "
                               "on a text that is not HTTP"),
                QStringLiteral("nginx moves to the next server after an empty or invalid response."));
        } else if (word == u"updating") {
            m_draft.notUnderstood(line, word,
                                  QStringLiteral("a word of proxy_cache_use_stale, not of next_upstream"),
                                  QStringLiteral("nginx would reject it."));
        } else {
            m_draft.notUnderstood(line, word, QStringLiteral("unknown word for next_upstream"),
                                  QStringLiteral("Its effect on retries is unknown."));
        }
    }

    static bool isKnownStatus(const QString& word)
    {
        static const QList<int> known{403, 404, 429, 500, 502, 503, 504};
        return word.startsWith(QStringLiteral("http_")) && known.contains(word.mid(5).toInt());
    }

    /// One that is taken beside others.
    static bool isRetryWord(const QString& word)
    {
        return isKnownStatus(word) || word == u"error" || word == u"timeout" || word == u"non_idempotent" ||
               word == u"invalid_header";
    }

    void readStatus(const QString& word, int line)
    {
        const int status = word.mid(5).toInt();
        if (!isKnownStatus(word)) {
            m_draft.notUnderstood(
                line, word, QStringLiteral("nginx knows only http_403, 404, 429, 500, 502, 503 and 504"),
                QStringLiteral("nginx would reject it."));
            return;
        }
        if (!m_statuses.contains(status)) {
            m_statuses.append(status);
        }
        m_draft.understood(line, word, QStringLiteral("moves to the next server after a %1").arg(status));
    }

    [[nodiscard]] QJsonObject sentAgain(QJsonObject when) const
    {
        if (!m_takesAll) {
            when[QStringLiteral("methodIn")] =
                textList({QStringLiteral("GET"), QStringLiteral("HEAD"), QStringLiteral("PUT"),
                          QStringLiteral("DELETE"), QStringLiteral("OPTIONS"), QStringLiteral("TRACE"),
                          QStringLiteral("PROPFIND"), QStringLiteral("PROPPATCH"), QStringLiteral("MKCOL"),
                          QStringLiteral("COPY"), QStringLiteral("MOVE"), QStringLiteral("UNLOCK")});
        }
        return when;
    }

    void addRules()
    {
        const QString transient = QStringLiteral("transient");
        if (m_isOff) {
            m_draft.addRule(
                QStringLiteral("off"), QStringLiteral("next_upstream is off"), QStringLiteral("permanent"),
                {{QStringLiteral("statusIn"),
                  QJsonArray{QStringLiteral("3xx"), QStringLiteral("4xx"), QStringLiteral("5xx")}}});
            return;
        }
        // nginx decides by a status before the body arrives.
        if (!m_statuses.isEmpty()) {
            m_draft.addRule(QStringLiteral("statuses"), QStringLiteral("a listed status"),
                            QStringLiteral("server"), sentAgain({{QStringLiteral("statusIn"), m_statuses}}));
        }
        m_draft.addBodyBreaksOff();
        if (m_onError) {
            m_draft.addRule(QStringLiteral("no-connection"), QStringLiteral("no connection was made"),
                            transient,
                            {{QStringLiteral("faultIn"),
                              textList({QStringLiteral("connectionRefused"), QStringLiteral("unreachable"),
                                        QStringLiteral("hostNotFound"), QStringLiteral("tlsFailed")})}});
            m_draft.addRule(QStringLiteral("error"),
                            QStringLiteral("the connection closed before the response head"), transient,
                            sentAgain({{QStringLiteral("faultIn"),
                                        textList(faults::brokenBefore() + faults::brokenWithin())}}));
        }
        if (m_onTimeout) {
            m_draft.addRule(QStringLiteral("connect-timeout"), QStringLiteral("connecting took too long"),
                            QStringLiteral("timeout"),
                            {{QStringLiteral("faultIn"), textList({QStringLiteral("connectTimeout")})}});
            m_draft.addRule(
                QStringLiteral("timeout"), QStringLiteral("the response took too long"),
                QStringLiteral("timeout"),
                sentAgain({{QStringLiteral("faultIn"), textList({QStringLiteral("readTimeout")})}}));
        }
    }

    /// How long further servers are asked.
    [[nodiscard]] QJsonObject limitOf(const FoundPass& found, const QString& name)
    {
        const NginxDirective* limit = inForce(found.block, name + QStringLiteral("_timeout"));
        const std::optional<Duration> longest =
            limit != nullptr ? durationFrom(limit->words.value(1), std::chrono::seconds{1}) : std::nullopt;
        if (limit == nullptr || (longest && *longest == Duration::zero())) {
            return {};
        }
        const QString text = limit->words.join(QLatin1Char(' '));
        if (!longest) {
            m_draft.notUnderstood(limit->line, text, QStringLiteral("not a time such as 10s"),
                                  QStringLiteral("nginx would reject it."));
            return {};
        }
        m_draft.understood(limit->line, text,
                           QStringLiteral("moves to no further server after %1").arg(durationText(*longest)));
        return {{QStringLiteral("maxElapsed"), durationText(*longest)}};
    }

    /// One attempt a server; tries is a limit on that.
    void readTries(const FoundPass& found, const QString& name)
    {
        const NginxDirective* pass = inForce(found.block, found.module + QStringLiteral("_pass"));
        const QString address = pass != nullptr ? pass->words.value(1) : QString();
        const NginxBlock* upstream = pass != nullptr ? upstreamOf(m_root, address) : nullptr;
        const int servers = upstream != nullptr ? serversOf(upstream) : isOneAddress(address) ? 1 : 0;
        const NginxDirective* tries = inForce(found.block, name + QStringLiteral("_tries"));
        const int most = tries != nullptr ? std::clamp(tries->words.value(1).toInt(), 0, 1'000'000) : 0;
        int attempts = std::max(1, servers > 0 ? servers : most > 0 ? most : kAssumedServers);
        attempts = most > 0 ? std::min(attempts, most) : attempts;
        if (tries != nullptr) {
            m_draft.understood(tries->line, tries->words.join(QLatin1Char(' ')),
                               most == 0 ? QStringLiteral("as many attempts as servers")
                                         : attemptsText(most) + QStringLiteral(" at most"));
        } else {
            m_draft.understood(0, name + QStringLiteral("_tries"),
                               QStringLiteral("not given: as many attempts as servers"));
        }
        if (servers == 1) {
            m_draft.understood(pass->line, pass->words.join(QLatin1Char(' ')),
                               QStringLiteral("one server, used once per call: no retries"));
        } else if (servers > 0) {
            m_draft.understood(pass->line, pass->words.join(QLatin1Char(' ')),
                               QStringLiteral("%1 servers, each used once per call").arg(servers));
        } else {
            m_draft.notUnderstood(pass != nullptr ? pass->line : 0,
                                  pass != nullptr ? pass->words.join(QLatin1Char(' '))
                                                  : QStringLiteral("the upstream"),
                                  QStringLiteral("the text does not list the upstream's servers"),
                                  QStringLiteral("nginx uses each address once; this policy assumes %1.")
                                      .arg(attemptsText(attempts)));
        }
        m_draft.setAttempts(m_isOff ? 1 : attempts, true, limitOf(found, name));
    }

    /// What else the text says of failures.
    void readAround(const FoundPass& found, const QString& name)
    {
        const std::array<std::pair<QString, QString>, 3> timeouts{
            {{QStringLiteral("_connect_timeout"), QStringLiteral("--connect-timeout")},
             {QStringLiteral("_send_timeout"), QStringLiteral("--read-timeout")},
             {QStringLiteral("_read_timeout"), QStringLiteral("--read-timeout")}}};
        for (const auto& [suffix, option] : timeouts) {
            if (const NginxDirective* timeout = inForce(found.block, found.module + suffix)) {
                m_draft.notUnderstood(timeout->line, timeout->words.join(QLatin1Char(' ')),
                                      noTimeoutText(option),
                                      QStringLiteral("After this time nginx moves to the next server, if "
                                                     "next_upstream contains timeout."));
            }
        }
        if (const NginxDirective* pages =
                inForce(found.block, found.module + QStringLiteral("_intercept_errors"))) {
            m_draft.understood(pages->line, pages->words.join(QLatin1Char(' ')),
                               QStringLiteral("sets what the caller gets at the end, not when to retry"));
        }
        for (const NginxDirective& directive : found.block->directives) {
            const QString& word = directive.words.first();
            if (word.startsWith(name + QLatin1Char('_')) && word != name + QStringLiteral("_tries") &&
                word != name + QStringLiteral("_timeout")) {
                m_draft.notUnderstood(directive.line, directive.words.join(QLatin1Char(' ')),
                                      QStringLiteral("unknown directive"),
                                      QStringLiteral("nginx would reject it."));
            }
        }
        const NginxDirective* pass = inForce(found.block, found.module + QStringLiteral("_pass"));
        const NginxBlock* upstream = pass != nullptr ? upstreamOf(m_root, pass->words.value(1)) : nullptr;
        for (const NginxDirective& server :
             upstream != nullptr ? upstream->directives : std::vector<NginxDirective>{}) {
            readServer(server);
        }
    }

    void readServer(const NginxDirective& server)
    {
        const bool isServer = server.words.first() == u"server";
        const QString text = server.words.join(QLatin1Char(' '));
        for (const QString& word : isServer ? server.words.mid(2) : QStringList{}) {
            if (word == u"backup") {
                m_draft.notUnderstood(
                    server.line, text,
                    QStringLiteral("the choice of the server does not depend on a response"),
                    QStringLiteral("nginx uses a backup only while the other servers are down; this policy "
                                   "counts it as a server."));
            } else if (word.startsWith(QStringLiteral("max_fails=")) ||
                       word.startsWith(QStringLiteral("fail_timeout="))) {
                m_draft.notUnderstood(
                    server.line, text, QStringLiteral("a policy does not know the servers of other calls"),
                    QStringLiteral("nginx skips a server that failed often, and then makes fewer attempts."));
                return;
            }
        }
    }

    const NginxBlock& m_root;
    PolicyDraft m_draft;
    bool m_isOff = false;
    bool m_takesAll = false;
    bool m_onError = false;
    bool m_onTimeout = false;
    QJsonArray m_statuses;
};

} // namespace

ImportResult importNginx(const QString& text, const ImportWish& wish, const QString& place)
{
    const Result<std::unique_ptr<NginxBlock>> root = nginxBlocks(text, place);
    if (!root) {
        return root.error();
    }
    std::vector<FoundPass> found;
    collect(*root.value(), QStringLiteral("_pass"), found);
    if (found.empty()) {
        collect(*root.value(), QStringLiteral("_next_upstream"), found);
    }
    if (found.empty()) {
        return saysNothing(ConfigurationKind::Nginx, QStringLiteral("proxy_next_upstream or proxy_pass"),
                           place);
    }
    // Those with a word on retries of their own first.
    std::stable_partition(found.begin(), found.end(), [](const FoundPass& one) {
        return inForce(one.block, one.module + QStringLiteral("_next_upstream")) != nullptr;
    });
    QStringList parts;
    for (const FoundPass& one : found) {
        parts += one.part;
    }
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    return NginxPolicy(*root.value()).read(found[chosen.value()], parts, wish);
}

} // namespace retryscope::io
