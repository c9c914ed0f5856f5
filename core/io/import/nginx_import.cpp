// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/next_upstream.h"
#include "core/io/import/nginx_blocks.h"
#include "core/io/import/policy_draft.h"
#include "core/io/import/readers.h"
#include "core/io/import/rest_of_text.h"

#include <QHostAddress>
#include <QRegularExpression>

#include <algorithm>
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
const Directive* inForce(const NginxBlock* block, const QString& name)
{
    for (; block != nullptr; block = block->outer) {
        for (const Directive& directive : block->directives) {
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
    for (const Directive& directive : block.directives) {
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

/// Of two parts with one name each gets the name of its server, or its line.
void tellApart(std::vector<FoundPass>& found)
{
    QHash<QString, int> count;
    for (const FoundPass& one : found) {
        ++count[one.part];
    }
    for (FoundPass& one : found) {
        if (count.value(one.part) < 2) {
            continue;
        }
        const Directive* name = inForce(one.block, QStringLiteral("server_name"));
        one.part += name != nullptr && name->words.size() > 1
                        ? QStringLiteral(" of %1, line %2").arg(name->words.at(1)).arg(one.block->head.line)
                        : QStringLiteral(" of line %1").arg(one.block->head.line);
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
                     upstream->directives.begin(), upstream->directives.end(), [](const Directive& one) {
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
        , m_next(m_draft)
    {
    }

    ImportResult read(const FoundPass& found, const QStringList& parts, const ImportWish& wish)
    {
        m_draft.setPart(found.part, parts);
        const QString name = found.module + QStringLiteral("_next_upstream");
        const Directive* next = inForce(found.block, name);
        m_next.readWords(next, name);
        m_next.addRules();
        refuseInUpstreams(m_root);
        readTries(found, name);
        m_next.readBuffering(inForce(found.block, found.module + QStringLiteral("_request_buffering")));
        readRest(found);
        return m_draft.finished(wish);
    }

private:
    /// What belongs to a location stands in an upstream block: nginx does not start.
    void refuseInUpstreams(const NginxBlock& outer)
    {
        static const QRegularExpression kOfLocations(
            QStringLiteral("\\A(?:proxy|grpc|fastcgi|uwsgi|scgi|memcached)_(?:next_upstream|pass|request_"
                           "buffering|connect_|read_|send_)"));
        for (const std::unique_ptr<NginxBlock>& block : outer.blocks) {
            if (block->head.name() != u"upstream") {
                refuseInUpstreams(*block);
                continue;
            }
            for (const Directive& directive : block->directives) {
                if (kOfLocations.match(directive.name()).hasMatch()) {
                    m_draft.refused(directive, QStringLiteral("not allowed in an upstream block"));
                }
            }
        }
    }

    /// One attempt a server; tries is a limit on that.
    void readTries(const FoundPass& found, const QString& name)
    {
        const Directive* pass = inForce(found.block, found.module + QStringLiteral("_pass"));
        const QString address = pass != nullptr ? pass->words.value(1) : QString();
        const NginxBlock* upstream = pass != nullptr ? upstreamOf(m_root, address) : nullptr;
        const int servers = upstream != nullptr ? serversOf(upstream) : isOneAddress(address) ? 1 : 0;
        const Directive* tries = inForce(found.block, name + QStringLiteral("_tries"));
        bool isNumber = true;
        const int given = tries != nullptr ? tries->words.value(1).toInt(&isNumber) : 0;
        if (tries != nullptr && (!isNumber || given < 0)) {
            m_draft.refused(*tries, QStringLiteral("not a number of tries"));
        }
        const int most = std::clamp(given, 0, 1'000'000);
        int attempts = std::max(1, servers > 0 ? servers : most > 0 ? most : kAssumedServers);
        attempts = most > 0 ? std::min(attempts, most) : attempts;
        if (tries != nullptr) {
            m_draft.understood(*tries, most == 0 ? QStringLiteral("as many attempts as servers")
                                                 : attemptsText(most) + QStringLiteral(" at most"));
        } else {
            m_draft.understood(0, name + QStringLiteral("_tries"),
                               QStringLiteral("not given: as many attempts as servers"));
        }
        if (servers == 1) {
            m_draft.understood(*pass, QStringLiteral("one server, used once per call: no retries"));
        } else if (servers > 0) {
            m_draft.understood(*pass, QStringLiteral("%1 servers, each used once per call").arg(servers));
        } else {
            m_draft.take(pass);
            m_draft.notUnderstood(pass != nullptr ? pass->line : 0,
                                  pass != nullptr ? pass->text() : QStringLiteral("the upstream"),
                                  QStringLiteral("the text does not list the upstream's servers"),
                                  QStringLiteral("nginx uses each address once; this policy assumes %1.")
                                      .arg(attemptsText(attempts)));
        }
        m_draft.setAttempts(m_next.isOff() ? 1 : attempts, true,
                            m_next.limitFrom(inForce(found.block, name + QStringLiteral("_timeout"))));
    }

    /// `location /api`, `server`, for people.
    static QString nameOf(const NginxBlock& block)
    {
        return block.head.words.isEmpty() ? QStringLiteral("lines without a block")
                                          : block.head.text().left(200);
    }

    /// Settings of the part stand in its block, in those around it, and in its upstream.
    void readRest(const FoundPass& found)
    {
        const Directive* pass = inForce(found.block, found.module + QStringLiteral("_pass"));
        const NginxBlock* upstream = pass != nullptr ? upstreamOf(m_root, pass->words.value(1)) : nullptr;
        std::vector<const NginxBlock*> chain;
        for (const NginxBlock* block = found.block; block != nullptr; block = block->outer) {
            chain.push_back(block);
        }
        std::vector<PlacedSetting> placed;
        placeBlock(m_root, {}, 0, {.chain = chain, .upstream = upstream, .module = found.module}, placed);
        reportRest(m_draft, placed);
    }

    struct Own
    {
        const std::vector<const NginxBlock*>& chain;
        const NginxBlock* upstream;
        const QString& module;
    };

    void placeBlock(const NginxBlock& block, const QString& elsewhere, int depth, const Own& own,
                    std::vector<PlacedSetting>& placed) const
    {
        for (const Directive& directive : block.directives) {
            PlacedSetting where;
            where.block = nameOf(block);
            where.rank = depth;
            where.elsewhere = elsewhere;
            const QString module = directive.name().section(u'_', 0, 0);
            if (elsewhere.isEmpty() && module != own.module && modules().contains(module)) {
                where.elsewhere =
                    QStringLiteral("holds for %1_pass; this part uses %2_pass").arg(module, own.module);
            }
            place(placed, directive, where);
        }
        for (const std::unique_ptr<NginxBlock>& inner : block.blocks) {
            const bool isOwn =
                inner.get() == own.upstream || std::ranges::find(own.chain, inner.get()) != own.chain.end();
            placeBlock(*inner,
                       isOwn                  ? QString()
                       : !elsewhere.isEmpty() ? elsewhere
                                              : QStringLiteral("belongs to %1").arg(nameOf(*inner)),
                       depth + 1, own, placed);
        }
    }

    const NginxBlock& m_root;
    PolicyDraft m_draft;
    NextUpstream m_next;
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
    tellApart(found);
    const QStringList parts = partsOf(found);
    const Result<std::size_t> chosen = chosenPart(parts, wish);
    if (!chosen) {
        return chosen.error();
    }
    return NginxPolicy(*root.value()).read(found[chosen.value()], parts, wish);
}

} // namespace retryscope::io
