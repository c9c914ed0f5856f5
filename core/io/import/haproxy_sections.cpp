// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/haproxy_sections.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>

namespace retryscope::io {

namespace {

QStringList wordsOf(const QString& line)
{
    static const QRegularExpression blanks(QStringLiteral("\\s+"));
    // No retry setting has a `#` in it, quoted or not.
    return line.section(u'#', 0, 0).trimmed().split(blanks, Qt::SkipEmptyParts);
}

bool isAbout(const Directive& line, const QString& what)
{
    const QStringList words = line.words.first() == u"no" ? line.words.mid(1) : line.words;
    return words.value(0) == what || (words.value(0) == u"option" && words.value(1) == what) ||
           words.mid(0, 2).join(u' ') == what;
}

/// Of one term: `METH_POST`, `{ method POST PUT }`, or an acl of the section that is defined so; empty:
/// another. Source: HAProxy configuration manual, 7.4, pre-defined ACLs: METH_GET also matches HEAD.
QStringList methodsOf(const QString& term, const HaproxySection& section)
{
    if (term.startsWith(QStringLiteral("METH_"))) {
        const QString method = term.mid(5);
        return method == u"GET" ? QStringList{method, QStringLiteral("HEAD")} : QStringList{method};
    }
    const auto fromWords = [](const QStringList& words) {
        return words.value(0) == u"method" && words.size() > 1 &&
                       !std::ranges::any_of(words, [](const QString& one) { return one.startsWith(u'-'); })
                   ? words.mid(1)
                   : QStringList();
    };
    if (term.startsWith(u'{') && term.endsWith(u'}')) {
        return fromWords(term.mid(1, term.size() - 2).split(u' ', Qt::SkipEmptyParts));
    }
    QStringList methods;
    for (const Directive& line : section.lines) {
        if (line.name() == u"acl" && line.words.value(1) == term) {
            const QStringList own = fromWords(line.words.mid(2));
            if (own.isEmpty()) {
                return {};
            }
            methods += own;
        }
    }
    return methods;
}

} // namespace

std::vector<HaproxySection> haproxySections(const QString& text)
{
    static const QStringList heads{QStringLiteral("global"),   QStringLiteral("defaults"),
                                   QStringLiteral("frontend"), QStringLiteral("backend"),
                                   QStringLiteral("listen"),   QStringLiteral("resolvers"),
                                   QStringLiteral("peers"),    QStringLiteral("userlist"),
                                   QStringLiteral("cache"),    QStringLiteral("mailers")};
    std::vector<HaproxySection> sections(1);
    QHash<QString, std::size_t> named; // the last defaults of each name
    std::optional<std::size_t> nearest;
    int number = 0;
    for (const QString& whole : text.split(u'\n')) {
        ++number;
        const QStringList words = wordsOf(whole.left(4000));
        if (words.isEmpty()) {
            continue;
        }
        if (heads.contains(words.first())) {
            const qsizetype from = words.indexOf(QStringLiteral("from"));
            const auto given = named.constFind(words.value(from + 1));
            sections.push_back({{number, words}, {}, nearest});
            if (from > 0) {
                sections.back().defaults = given == named.constEnd() ? std::nullopt : std::optional(*given);
            }
            if (words.first() == u"defaults") {
                nearest = sections.size() - 1;
                named[words.value(1)] = *nearest;
            }
        } else {
            sections.back().lines.push_back({number, words});
        }
    }
    return sections;
}

/// The defaults that hold for a section: those it names with `from`, else the nearest before it; absent:
/// none.
const Directive* inForce(const std::vector<HaproxySection>& sections, std::size_t section,
                         const QString& what)
{
    const auto lastIn = [&](std::size_t at) -> const Directive* {
        const auto& lines = sections[at].lines;
        const auto found = std::find_if(lines.rbegin(), lines.rend(),
                                        [&](const Directive& line) { return isAbout(line, what); });
        return found == lines.rend() ? nullptr : &*found;
    };
    if (const Directive* own = lastIn(section)) {
        return own;
    }
    const std::optional<std::size_t> defaults = sections[section].defaults;
    return defaults ? lastIn(*defaults) : nullptr;
}

Leads leadsTo(const HaproxySection& frontend, const QString& backend)
{
    Leads leads = Leads::No;
    for (const Directive& line : frontend.lines) {
        if (line.name() != u"default_backend" && line.name() != u"use_backend") {
            continue;
        }
        if (line.words.value(1) == backend) {
            return Leads::Yes;
        }
        leads = line.words.value(1).startsWith(u'%') ? Leads::Perhaps : leads;
    }
    return leads;
}

const QStringList& haproxyMethods()
{
    static const QStringList methods{
        QStringLiteral("GET"),     QStringLiteral("HEAD"),  QStringLiteral("PUT"),   QStringLiteral("DELETE"),
        QStringLiteral("OPTIONS"), QStringLiteral("TRACE"), QStringLiteral("PATCH"), QStringLiteral("POST")};
    return methods;
}

std::optional<MethodCondition> methodConditionFrom(const QStringList& words, const HaproxySection& section)
{
    MethodCondition condition{.isNegated = words.value(0) == u"unless", .methods = {}};
    QStringList terms = words.mid(1).join(u' ').split(QStringLiteral(" or "));
    terms = terms.join(QStringLiteral("||")).split(QStringLiteral("||"), Qt::SkipEmptyParts);
    for (const QString& each : terms) {
        QString term = each.trimmed();
        if (term.startsWith(u'!') && terms.size() == 1) {
            condition.isNegated = !condition.isNegated;
            term = term.mid(1).trimmed();
        }
        const QStringList methods = methodsOf(term, section);
        if (methods.isEmpty()) {
            return std::nullopt;
        }
        condition.methods += methods;
    }
    return condition.methods.isEmpty() ? std::nullopt : std::optional(condition);
}

} // namespace retryscope::io
