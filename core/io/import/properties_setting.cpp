// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/properties_setting.h"

#include <QStringList>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace retryscope::io {

namespace {

/// Members of a group that are looked through for one of the same name: people write no more, and what is
/// made to take long does not.
constexpr std::size_t kMostSearched = 1000;

struct Property
{
    QString name;
    QString value;
    int line = 1;
};

bool isBlank(QChar sign)
{
    return sign == u' ' || sign == u'\t' || sign == u'\f';
}

/// A line that ends in an odd number of `\` goes on.
bool goesOn(const QString& line)
{
    qsizetype signs = 0;
    while (signs < line.size() && line[line.size() - 1 - signs] == u'\\') {
        ++signs;
    }
    return signs % 2 == 1;
}

QString withoutBlanksInFront(const QString& text)
{
    const auto* first = std::find_if_not(text.begin(), text.end(), isBlank);
    return text.mid(first - text.begin());
}

/// `\t`, `\n`, `\u20ac` and the sign itself for any other.
QString unescaped(const QString& text)
{
    QString result;
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (text[at] != u'\\' || at + 1 == text.size()) {
            result += text[at];
            continue;
        }
        const QChar sign = text[++at];
        if (sign == u'u') {
            bool isNumber = false;
            const ushort code = text.mid(at + 1, 4).toUShort(&isNumber, 16);
            result += isNumber ? QChar(code) : sign;
            at += isNumber ? 4 : 0;
        } else {
            result += sign == u't' ? QChar(u'\t') : sign == u'n' ? QChar(u'\n') : sign;
        }
    }
    return result;
}

/// Up to the first blank, `=` or `:` that is not escaped.
Property propertyIn(const QString& line, int number)
{
    qsizetype end = 0;
    while (end < line.size() && !isBlank(line[end]) && line[end] != u'=' && line[end] != u':') {
        end += line[end] == u'\\' ? 2 : 1;
    }
    end = std::min(end, line.size());
    QString rest = withoutBlanksInFront(line.mid(end));
    if (rest.startsWith(u'=') || rest.startsWith(u':')) {
        rest = withoutBlanksInFront(rest.mid(1));
    }
    return {.name = unescaped(line.left(end)), .value = unescaped(rest).trimmed(), .line = number};
}

std::vector<Property> propertiesIn(const QString& text)
{
    std::vector<Property> properties;
    const QStringList lines = text.split(u'\n');
    for (qsizetype at = 0; at < lines.size(); ++at) {
        const int number = static_cast<int>(at) + 1;
        QString line = withoutBlanksInFront(lines[at]);
        if (line.isEmpty() || line.startsWith(u'#') || line.startsWith(u'!')) {
            continue;
        }
        while (goesOn(line)) {
            line.chop(1);
            line += at + 1 < lines.size() ? withoutBlanksInFront(lines[++at]) : QString();
        }
        properties.push_back(propertyIn(line, number));
    }
    return properties;
}

/// `a.b[0].c` in its parts: `a`, `b`, `[0]`, `c`; what stands in brackets may have dots.
QStringList partsOf(const QString& name)
{
    QStringList parts;
    QString part;
    for (qsizetype at = 0; at < name.size(); ++at) {
        const qsizetype end = name[at] == u'[' ? name.indexOf(u']', at) : -1;
        if (end < 0 && name[at] != u'.') {
            part += name[at];
            continue;
        }
        if (!part.isEmpty()) {
            parts += std::exchange(part, {});
        }
        if (end >= 0) {
            parts += name.mid(at, end - at + 1);
            at = end;
        }
    }
    if (!part.isEmpty()) {
        parts += part;
    }
    return parts;
}

bool isIndex(const QString& part)
{
    return part.size() > 2 && part.startsWith(u'[') &&
           std::all_of(part.begin() + 1, part.end() - 1, [](QChar sign) { return sign.isDigit(); });
}

Setting& memberOf(Setting& group, const QString& part, int line)
{
    if (isIndex(part) && group.members.empty()) {
        group.kind = Setting::Kind::List; // in the order in which they stand, which is that of the numbers
        group.items.push_back({.line = line});
        return group.items.back();
    }
    const QString name = part.startsWith(u'[') ? part.mid(1, part.size() - 2) : part;
    const auto end =
        group.members.begin() + static_cast<std::ptrdiff_t>(std::min(group.members.size(), kMostSearched));
    const auto found = std::find_if(group.members.begin(), end,
                                    [&](const Setting::Member& member) { return member.name == name; });
    if (found != end) {
        return found->value;
    }
    group.kind = Setting::Kind::Group;
    group.members.push_back({.name = name, .line = line, .value = {.line = line}});
    return group.members.back().value;
}

void put(Setting& root, const QStringList& parts, int line, Setting value)
{
    Setting* at = &root;
    for (const QString& part : parts) {
        at = &memberOf(*at, part, line);
    }
    if (at->kind == Setting::Kind::Group && value.kind == Setting::Kind::Group) {
        for (Setting::Member& member : value.members) {
            put(*at, {member.name}, member.line, std::move(member.value));
        }
        return;
    }
    *at = std::move(value);
}

} // namespace

Result<Setting> settingFromProperties(const QString& text, const QString& place)
{
    Setting root{.kind = Setting::Kind::Group};
    const std::vector<Property> properties = propertiesIn(text);
    int count = 0;
    for (const Property& property : properties) {
        const QStringList parts = partsOf(property.name);
        count += static_cast<int>(parts.size());
        if (parts.size() > kDeepestSetting) {
            return badLine(
                place, property.line,
                QStringLiteral("nested deeper than %1 levels; give only the part with the retry settings")
                    .arg(kDeepestSetting));
        }
        if (count > kMostSettings) {
            return badLine(place, property.line,
                           QStringLiteral("more than %1 names; give only the part with the retry settings")
                               .arg(kMostSettings));
        }
        if (!parts.isEmpty()) {
            put(root, parts, property.line,
                {.kind = property.value.isEmpty() ? Setting::Kind::Nothing : Setting::Kind::Text,
                 .line = property.line,
                 .text = property.value});
        }
    }
    return root;
}

Setting withoutDots(const Setting& group)
{
    Setting result{.kind = group.kind,
                   .line = group.line,
                   .isQuoted = group.isQuoted,
                   .text = group.text,
                   .items = group.items};
    for (const Setting::Member& member : group.members) {
        const QStringList parts = partsOf(member.name);
        const bool isTooDeep = parts.isEmpty() || parts.size() > kDeepestSetting;
        put(result, isTooDeep ? QStringList{member.name} : parts, member.line, withoutDots(member.value));
    }
    for (Setting& item : result.items) {
        item = withoutDots(item);
    }
    return result;
}

} // namespace retryscope::io
