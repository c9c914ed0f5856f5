// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/rest_of_text.h"

#include "core/io/import/known_settings.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"

#include <QSet>

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

/// `a.b.c`, `b.c`, `c`: the longest that a known setting has.
QStringList endsOf(const QStringList& path)
{
    constexpr qsizetype kMostSegments = 4;
    QStringList names;
    for (qsizetype count = std::min(path.size(), kMostSegments); count > 0; --count) {
        names += path.last(count).join(u'.');
    }
    return names;
}

/// `timeout server 30s`, `timeout server`, `timeout`; of a word with the name of a module also `*_timeout`.
QStringList beginningsOf(const QStringList& words)
{
    QStringList names;
    // `no option redispatch` is about `option redispatch`.
    const QStringList own = words.first() == u"no" && words.size() > 1 ? words.mid(1) : words;
    for (qsizetype count = std::min(own.size(), qsizetype{2}); count > 0; --count) {
        names += plainName(own.first(count).join(u' ').left(200));
    }
    if (const qsizetype end = words.first().indexOf(u'_'); end > 0) {
        names += u'*' + plainName(words.first().mid(end));
    }
    return names;
}

/// `timeout server`, `option redispatch`; else the first word.
QString nameOf(const Directive& directive)
{
    static const QStringList kFamilies{QStringLiteral("option"), QStringLiteral("no"),
                                       QStringLiteral("timeout"), QStringLiteral("http-request"),
                                       QStringLiteral("http-response")};
    const qsizetype count = kFamilies.contains(directive.name()) ? 3 : 1;
    return directive.words.first(std::min(directive.words.size(), count))
        .join(u' ')
        .section(u'(', 0, 0)
        .left(200);
}

/// Members of a tree, each with its path.
class TreePlacer
{
public:
    TreePlacer(std::vector<PlacedSetting>& placed, ConfigurationKind kind, const TreeParts& parts)
        : m_placed(placed), m_known(knownSettings(kind)), m_parts(parts)
    {
    }

    void addRoot(const Setting& root, const PlacedSetting& where)
    {
        if (!m_parts.root.isEmpty()) {
            m_path += plainName(m_parts.root);
        }
        add(root, where);
    }

private:
    void add(const Setting& setting, const PlacedSetting& where)
    {
        const bool hasOwn = std::ranges::any_of(setting.items, [this](const Setting& item) {
            return std::ranges::find(m_parts.own, &item) != m_parts.own.end();
        });
        for (const Setting& item : setting.items) {
            PlacedSetting inside = where;
            const bool isOwn = std::ranges::find(m_parts.own, &item) != m_parts.own.end();
            if (hasOwn && !isOwn && where.elsewhere.isEmpty()) {
                inside.elsewhere = QStringLiteral("belongs to another part");
            }
            add(item, inside);
        }
        const QString elsewhere = m_parts.elsewhere.value(&setting, where.elsewhere);
        for (const Setting::Member& member : setting.members) {
            PlacedSetting one = where;
            one.elsewhere = elsewhere;
            addMember(member, std::move(one));
        }
    }

    void addMember(const Setting::Member& member, PlacedSetting one)
    {
        // An annotation of Kubernetes has the name of its maker in front:
        // `nginx.ingress.kubernetes.io/affinity`.
        const QString plain = plainName(member.name.left(200).section(u'/', -1));
        m_path += plain;
        one.key = &member.value;
        one.line = member.line;
        one.name = member.name.left(200).section(u'/', -1);
        one.text = written(one.name, member.value);
        one.names = endsOf(m_path);
        if (const KnownSetting* setting = m_known.find(one.names, one.text)) {
            one.misplaced = whyMisplaced(*setting);
        }
        const std::optional<bool> isBlock =
            m_parts.blocks.contains(&member.value) ? std::optional(true) : m_known.readsAllOf(plain);
        const bool isGroup = member.value.kind == Setting::Kind::Group ||
                             (member.value.kind == Setting::Kind::List && !member.value.items.empty() &&
                              member.value.items.front().kind == Setting::Kind::Group);
        PlacedSetting inside = one;
        if (isGroup && isBlock) { // its members are the settings
            inside.block = one.name;
            inside.isAllRetries = *isBlock;
        } else {
            if (!holdsKnown(member.value) || m_known.find(one.names, one.text) != nullptr) {
                m_placed.push_back(one);
            }
            inside.block.clear();
        }
        add(member.value, inside);
        m_path.removeLast();
    }

    /// Of a setting without groups around it nobody knows the place, unless the root has a name.
    [[nodiscard]] QString whyMisplaced(const KnownSetting& setting) const
    {
        constexpr qsizetype kUnknownPlace = 2; // `retries.attempts`
        const auto isIn = [this](const std::vector<std::string>& groups) {
            return std::ranges::any_of(groups, [this](const std::string& group) {
                return m_path.contains(plainName(toQString(group)));
            });
        };
        const bool isRead = (setting.within.empty() || isIn(setting.within)) && !isIn(setting.outOf);
        const bool isPlaceUnknown =
            m_parts.isFragment || (m_parts.root.isEmpty() && m_path.size() <= kUnknownPlace);
        return isRead || isPlaceUnknown ? QString()
                                        : QStringLiteral("not effective here: it is read only in %1")
                                              .arg(toQString(setting.belongs));
    }

    /// The group only holds settings that are known by their path, as `timeouts` does. The group itself sets
    /// nothing.
    [[nodiscard]] bool holdsKnown(const Setting& group)
    {
        return std::ranges::any_of(group.members, [this](const Setting::Member& member) {
            m_path += plainName(member.name.left(200));
            const bool isKnown = m_known.find(endsOf(m_path), written(member.name, member.value)) != nullptr;
            m_path.removeLast();
            return isKnown;
        });
    }

    std::vector<PlacedSetting>& m_placed;
    const KnownSettings& m_known;
    const TreeParts& m_parts;
    QStringList m_path;
};

/// What decides among settings of one name.
struct Deciding
{
    int rank = -1;
    int line = 0;
    bool isTaken = false;
};

} // namespace

void place(std::vector<PlacedSetting>& placed, const Directive& directive, PlacedSetting where)
{
    where.key = &directive;
    where.line = directive.line;
    const bool isServer = directive.name() == u"server" || directive.name() == u"default-server";
    where.names = beginningsOf(isServer ? directive.words.first(1) : directive.words);
    where.name = nameOf(directive);
    where.text = directive.text();
    placed.push_back(where);
    if (!isServer) {
        return;
    }
    for (qsizetype i = 1; i < std::min(directive.words.size(), qsizetype{100}); ++i) {
        PlacedSetting argument = where;
        argument.key = &directive.words.at(i);
        argument.block.clear();
        argument.names = {plainName(directive.name() + u' ' + directive.words.at(i).section(u'=', 0, 0))};
        const QString server = directive.name() == u"server" ? directive.words.value(1) + u' ' : QString();
        argument.text = directive.name() + u' ' + server + directive.words.at(i);
        placed.push_back(argument);
    }
}

void place(std::vector<PlacedSetting>& placed, const Setting& root, ConfigurationKind kind,
           const TreeParts& parts, const PlacedSetting& where)
{
    TreePlacer(placed, kind, parts).addRoot(root, where);
}

void place(std::vector<PlacedSetting>& placed, const std::vector<LiteralReader::Word>& words,
           ConfigurationKind kind, const std::vector<std::pair<qsizetype, qsizetype>>& without)
{
    const KnownSettings& known = knownSettings(kind);
    QSet<std::pair<int, const KnownSetting*>> done;
    std::size_t range = 0;
    for (const LiteralReader::Word& word : words) {
        while (range < without.size() && without[range].second <= word.at) {
            ++range;
        }
        const bool isWithin = range < without.size() && without[range].first <= word.at;
        const QStringList path = plainName(word.text).split(u'.');
        const QStringList names = isWithin ? QStringList() : endsOf(path) + path;
        const KnownSetting* setting = known.find(names, word.wholeLine);
        if (setting == nullptr || !setting->outside || done.contains({word.line, setting})) {
            continue;
        }
        done.insert({word.line, setting});
        placed.push_back({.line = word.line, .names = names, .name = word.text, .text = word.wholeLine});
    }
}

void reportRest(PolicyDraft& draft, const std::vector<PlacedSetting>& placed)
{
    const KnownSettings& known = knownSettings(draft.kind());
    std::vector<std::pair<const KnownSetting*, QString>> found(placed.size());
    QHash<QString, Deciding> deciding;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const PlacedSetting& one = placed[i];
        found[i].first = known.find(one.names, one.text, &found[i].second);
        if (found[i].first != nullptr && one.elsewhere.isEmpty() && one.misplaced.isEmpty()) {
            const bool isTaken = draft.hasTaken(one.key);
            Deciding& best = deciding[found[i].second];
            if (std::pair(isTaken, one.rank) > std::pair(best.isTaken, best.rank)) {
                best = {one.rank, one.line, isTaken};
            }
        }
    }
    std::size_t reported = 0;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const PlacedSetting& one = placed[i];
        const KnownSetting* setting = found[i].first;
        if (one.elsewhere.isEmpty() && !one.block.isEmpty()) {
            draft.readBlock(one.block);
        }
        if (draft.hasTaken(one.key)) {
            continue;
        }
        const bool isInBlock = setting == nullptr && one.elsewhere.isEmpty() && !one.block.isEmpty();
        const QString meant = isInBlock ? known.meantBy(one.name) : QString();
        const bool isUnknown =
            isInBlock && (one.isAllRetries || soundsLikeRetries(one.name) || !meant.isEmpty());
        if (setting == nullptr && !isUnknown) {
            if (isInBlock) {
                draft.passOver();
            }
            continue;
        }
        if (++reported > kMostReported) {
            continue;
        }
        if (isUnknown) {
            draft.notUnderstood(one.line, one.text, QStringLiteral("unknown setting") + meant,
                                toQString(known.unknown));
            continue;
        }
        const Deciding best = deciding.value(found[i].second);
        if (!one.misplaced.isEmpty()) {
            draft.unimportant(one.line, one.text, one.misplaced);
        } else if (!setting->unimportant.empty()) {
            draft.unimportant(one.line, one.text, toQString(setting->unimportant));
        } else if (!one.elsewhere.isEmpty()) {
            draft.unimportant(one.line, one.text, one.elsewhere);
        } else if (!setting->adds && (best.isTaken || best.rank > one.rank)) {
            draft.unimportant(one.line, one.text,
                              QStringLiteral("line %1 decides for this part").arg(best.line));
        } else {
            draft.notUnderstood(one.line, one.text, setting->whyNotImported(), toQString(setting->means));
            if (!setting->decides.empty()) {
                draft.dependsOn(one.text, setting->decides == "instead"     ? DependsOn::CodeInstead
                                          : setting->decides == "responses" ? DependsOn::CodeForResponses
                                                                            : DependsOn::CodeToo);
            }
        }
    }
    for (std::size_t i = 0; i < std::min(placed.size(), kMostReported); ++i) {
        const QString release =
            found[i].first != nullptr ? found[i].first->releasesOf(clientOf(draft.kind())) : QString();
        if (!release.isEmpty() && placed[i].elsewhere.isEmpty()) {
            draft.addRelease(placed[i].line, placed[i].name, release);
        }
    }
    if (reported > kMostReported) {
        draft.notUnderstood(0, QStringLiteral("%1 further settings").arg(reported - kMostReported),
                            QStringLiteral("more than Retryscope lists of one text"),
                            QStringLiteral("Some of them might change retries. Import a shorter part."));
    }
}

void reportRest(PolicyDraft& draft, const std::vector<Setting>& documents, const TreeParts& parts)
{
    std::vector<PlacedSetting> placed;
    for (const Setting& document : documents) {
        place(placed, document, draft.kind(), parts);
    }
    reportRest(draft, placed);
}

} // namespace retryscope::io
