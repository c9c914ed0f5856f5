// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/literal_setting.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace retryscope::io {

namespace {

bool isNameCharacter(QChar character)
{
    return character.isLetterOrNumber() || character == u'_' || character == u'$';
}

constexpr QStringView kQuotes = u"\"'`";

bool isQuote(QChar character)
{
    return kQuotes.contains(character);
}

/// An expression that says a value all by itself.
Setting meantBy(Setting code)
{
    static const QRegularExpression number(
        QStringLiteral("\\A[-+]?(\\d[\\d_]*\\.?\\d*|\\.\\d+)(e[-+]?\\d+)?\\z"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression product(QStringLiteral("\\A[\\d._]+(\\s*\\*\\s*[\\d._]+){1,4}\\z"));
    static const QStringList words{QStringLiteral("true"), QStringLiteral("false"), QStringLiteral("True"),
                                   QStringLiteral("False")};
    static const QStringList nothing{QStringLiteral("null"), QStringLiteral("None"),
                                     QStringLiteral("undefined"), QString()};
    constexpr qsizetype kLongest =
        64; // no number that people write; expressions look at long ones again and again
    if (code.text.size() > kLongest) {
        return code;
    }
    if (nothing.contains(code.text)) {
        code.kind = Setting::Kind::Nothing;
    } else if (words.contains(code.text) || number.match(code.text).hasMatch()) {
        code.kind = Setting::Kind::Text;
    } else if (product.match(code.text).hasMatch()) {
        double result = 1;
        for (const QString& factor : code.text.split(u'*')) {
            result *= factor.trimmed().remove(u'_').toDouble();
        }
        code.kind = Setting::Kind::Text;
        code.text = QString::number(result, 'g', 15);
    }
    return code;
}

} // namespace

LiteralReader::LiteralReader(QString text, QString place) : m_text(std::move(text)), m_place(std::move(place))
{
    for (qsizetype at = m_text.indexOf(u'\n'); at >= 0; at = m_text.indexOf(u'\n', at + 1)) {
        m_lineEnds.push_back(at);
    }
}

int LiteralReader::lineOf(qsizetype at) const
{
    return 1 +
           static_cast<int>(std::lower_bound(m_lineEnds.begin(), m_lineEnds.end(), at) - m_lineEnds.begin());
}

QChar LiteralReader::next() const
{
    return m_at < m_text.size() ? m_text.at(m_at) : QChar();
}

qsizetype LiteralReader::afterBlanks(qsizetype at) const
{
    while (at < m_text.size()) {
        if (m_text.at(at).isSpace()) {
            ++at;
        } else if (m_text.at(at) == u'#' || QStringView(m_text).sliced(at).startsWith(u"//")) {
            const qsizetype end = m_text.indexOf(u'\n', at);
            at = end < 0 ? m_text.size() : end;
        } else if (QStringView(m_text).sliced(at).startsWith(u"/*")) {
            const qsizetype end = m_text.indexOf(QStringLiteral("*/"), at + 2);
            at = end < 0 ? m_text.size() : end + 2;
        } else {
            break;
        }
    }
    return at;
}

/// at: of the opening quote. Behind the closing one; the text's end when there is none.
qsizetype LiteralReader::afterText(qsizetype at) const
{
    const QChar quote = m_text.at(at);
    for (++at; at < m_text.size(); ++at) {
        if (m_text.at(at) == u'\\') {
            ++at;
        } else if (m_text.at(at) == quote) {
            return at + 1;
        }
    }
    return m_text.size();
}

void LiteralReader::skipBlanks()
{
    m_at = afterBlanks(m_at);
}

qsizetype LiteralReader::find(const QString& name, QChar opening, qsizetype from) const
{
    std::array<qsizetype, 3> unclosed{}; // up to where each sort of quote is known to be closed nowhere
    for (qsizetype at = from; at < m_text.size();) {
        const qsizetype behind = afterBlanks(at);
        if (behind != at) {
            at = behind;
            continue;
        }
        if (isQuote(m_text.at(at))) {
            // A quote that its line does not close is an apostrophe.
            qsizetype& hopeless = unclosed.at(static_cast<std::size_t>(kQuotes.indexOf(m_text.at(at))));
            const qsizetype end = at < hopeless ? hopeless : afterText(at);
            const bool isClosed = at >= hopeless && end - 1 > at && m_text.at(end - 1) == m_text.at(at);
            hopeless = isClosed ? hopeless : end;
            const bool isText = m_text.at(at) == u'`' || lineOf(end - 1) == lineOf(at);
            at = isClosed && isText ? end : at + 1;
            continue;
        }
        const bool begins = at == 0 || !isNameCharacter(m_text.at(at - 1));
        if (begins && QStringView(m_text).sliced(at).startsWith(name) &&
            m_text.size() > afterBlanks(at + name.size()) &&
            m_text.at(afterBlanks(at + name.size())) == opening) {
            return at;
        }
        ++at;
    }
    return -1;
}

std::vector<qsizetype> LiteralReader::callsOf(const QString& name) const
{
    constexpr std::size_t kMost = 100;
    std::vector<qsizetype> calls;
    for (qsizetype at = find(name, u'('); at >= 0 && calls.size() < kMost; at = find(name, u'(', at + 1)) {
        if (!QStringView(m_text).first(at).endsWith(u"class ")) {
            calls.push_back(at);
        }
    }
    return calls;
}

std::vector<LiteralReader::Word> LiteralReader::words() const
{
    constexpr qsizetype kLongestWord = 100;
    constexpr qsizetype kLongestLine = 200;
    std::vector<Word> words;
    QChar quote; // of the string around
    for (qsizetype at = 0; at < m_text.size() && words.size() < static_cast<std::size_t>(kMostSettings);) {
        const qsizetype behind = quote.isNull() ? afterBlanks(at) : at;
        const QChar character = behind < m_text.size() ? m_text.at(behind) : QChar();
        if (behind != at) {
            at = behind;
        } else if (isNameCharacter(character)) {
            const qsizetype start = at;
            const auto continues = [this, &at] {
                const QChar here = m_text.at(at);
                return isNameCharacter(here) || ((here == u'.' || here == u'-') && at + 1 < m_text.size() &&
                                                 m_text.at(at + 1).isLetter());
            };
            while (at < m_text.size() && continues()) {
                ++at;
            }
            const int line = lineOf(start);
            const qsizetype lineStart = line == 1 ? 0 : m_lineEnds[static_cast<std::size_t>(line) - 2] + 1;
            const qsizetype from = std::max(lineStart, start - kLongestLine / 2);
            words.push_back({start, line, m_text.mid(start, std::min(at - start, kLongestWord)),
                             m_text.mid(from, kLongestLine).section(u'\n', 0, 0).trimmed()});
        } else {
            const bool isEnd = character == quote || character == u'\n';
            quote = isQuote(character) && quote.isNull() ? character : isEnd ? QChar() : quote;
            ++at;
        }
    }
    return words;
}

Result<Setting> LiteralReader::valueAt(qsizetype at)
{
    m_at = at;
    m_depth = 0;
    try {
        return readValue();
    } catch (const Refused& refused) {
        return badLine(m_place, lineOf(refused.at), refused.message);
    }
}

Result<Setting> LiteralReader::argumentsAt(qsizetype at)
{
    m_at = std::max<qsizetype>(m_text.indexOf(u'(', at), 0);
    m_depth = 0;
    try {
        return readArguments();
    } catch (const Refused& refused) {
        return badLine(m_place, lineOf(refused.at), refused.message);
    }
}

void LiteralReader::findConstants()
{
    constexpr qsizetype kMost = 1000;
    // The indentation, a keyword, the name, and what gives it its value; otherwise it is changed.
    static const QRegularExpression kLine(
        QStringLiteral(
            "^([ \\t]*)(?:export )?((?:const|let|var)[ \\t]+)?([A-Za-z_]\\w{0,99})[ \\t]*"
            "(?:((?::[^=\\n]{0,100})?=(?![=>]))|[-+*/|&^]=|\\.(?:append|extend|insert|remove|pop|clear|"
            "add|update|discard|push|unshift|splice)\\()"),
        QRegularExpression::MultilineOption);
    m_constants.emplace();
    for (auto each = kLine.globalMatch(m_text); each.hasNext() && m_constants->size() < kMost;) {
        const auto match = each.next();
        const QString name = match.captured(3);
        const bool isGiven = match.capturedLength(4) > 0;
        const bool isConstant = isGiven && (match.capturedLength(1) == 0 || match.capturedLength(2) > 0);
        if (isGiven && !isConstant && isArgument(match.capturedEnd())) {
            continue;
        }
        m_constants->insert(name, isConstant && !m_constants->contains(name) ? match.capturedEnd() : -1);
    }
}

/// From this place to the end of its line.
QString LiteralReader::lineFrom(qsizetype at) const
{
    const qsizetype end = m_text.indexOf(u'\n', at);
    return end < 0 ? m_text.mid(at) : m_text.mid(at, end - at);
}

/// The value at this place ends its line as an argument of a call does: `total=TOTAL,`
bool LiteralReader::isArgument(qsizetype at) const
{
    const QString rest = lineFrom(at).trimmed();
    return rest.endsWith(u',') || rest.endsWith(u')');
}

void LiteralReader::putConstants(Setting& setting)
{
    if (setting.kind == Setting::Kind::Code) {
        if (std::optional<Setting> constant = constantAt(m_constants->value(setting.text, -1))) {
            constant->line = setting.line; // where it is used
            setting = std::move(*constant);
        }
        return;
    }
    for (Setting& item : setting.items) {
        putConstants(item);
    }
    for (Setting::Member& member : setting.members) {
        putConstants(member.value);
    }
}

std::optional<Setting::Member> LiteralReader::assignedTo(const QString& attribute)
{
    static const QRegularExpression kPath(QStringLiteral("\\A\\w[\\w.]*\\.\\z"));
    const qsizetype at = find(attribute, u'=');
    const qsizetype begin = at > 0 ? m_text.lastIndexOf(u'\n', at - 1) + 1 : 0;
    const bool isCertain = at > 0 && kPath.match(m_text.mid(begin, at - begin).left(200)).hasMatch() &&
                           find(attribute, u'=', at + 1) < 0 && find(attribute, u'|') < 0;
    if (!isCertain) {
        return std::nullopt;
    }
    std::optional<Setting> value = constantAt(m_text.indexOf(u'=', at) + 1);
    return value ? std::optional(Setting::Member{attribute, lineOf(at), std::move(*value)}) : std::nullopt;
}

/// What is more than one value is an expression: `[503] + OTHERS`.
std::optional<Setting> LiteralReader::constantAt(qsizetype at)
{
    constexpr int kMostRead = 100;
    if (at < 0 || m_constantsRead >= kMostRead) {
        return std::nullopt;
    }
    ++m_constantsRead;
    // A list or a text ends where it is closed, anything else with its line.
    const qsizetype begin = afterBlanks(at);
    const bool isClosed = begin < m_text.size() &&
                          (QStringView(u"[{(").contains(m_text.at(begin)) || isQuote(m_text.at(begin)));
    static const QRegularExpression kComment(QStringLiteral("\\s*#.*\\z"));
    LiteralReader line(isClosed ? QString() : lineFrom(begin).remove(kComment), m_place);
    Result<Setting> value = isClosed ? valueAt(begin) : line.valueAt(0);
    if (!value || value.value().kind == Setting::Kind::Code) {
        return std::nullopt;
    }
    qsizetype behind = isClosed ? m_at : begin + line.m_at;
    while (m_text.at(behind - 1).isSpace()) { // the reader has gone on to the next value
        --behind;
    }
    const QString rest = lineFrom(behind).trimmed();
    static const QRegularExpression kNothing(QStringLiteral("\\A(?:as const)?;?\\s*(?:(?:#|//).*)?\\z"));
    return kNothing.match(rest.left(1000)).hasMatch() ? std::optional(std::move(value).value())
                                                      : std::nullopt;
}

Setting LiteralReader::withConstants(Setting setting)
{
    if (!m_constants) {
        findConstants();
    }
    const qsizetype at = m_at; // end() stays that of the setting
    putConstants(setting);
    m_at = at;
    return setting;
}

void LiteralReader::enter(qsizetype at)
{
    if (++m_depth > kDeepestSetting) {
        throw Refused{
            at, QStringLiteral("nested deeper than %1 levels; give only the part with the retry settings")
                    .arg(kDeepestSetting)};
    }
}

Setting LiteralReader::begin(Setting::Kind kind)
{
    if (++m_count > kMostSettings) {
        throw Refused{m_at, QStringLiteral("more than %1 values; give only the part with the retry settings")
                                .arg(kMostSettings)};
    }
    Setting setting;
    setting.kind = kind;
    setting.line = lineOf(m_at);
    return setting;
}

/// Steps into `frozenset(`, `set(`, `tuple(`, `list(` or `new Set(`, which hold what is read.
bool LiteralReader::skipsCollection()
{
    static constexpr std::array<QStringView, 4> kNames{u"frozenset", u"set", u"tuple", u"list"};
    static constexpr std::array<QStringView, 1> kClasses{u"Set"};
    const bool isNew = QStringView(m_text).sliced(m_at).startsWith(u"new ");
    const qsizetype at = isNew ? afterBlanks(m_at + 4) : m_at;
    const auto sizeIn = [rest = QStringView(m_text).sliced(at)](const auto& names) {
        const auto found = std::find_if(names.begin(), names.end(),
                                        [&rest](QStringView name) { return rest.startsWith(name); });
        return found == names.end() ? qsizetype{0} : found->size();
    };
    const qsizetype size = isNew ? sizeIn(kClasses) : sizeIn(kNames);
    const qsizetype open = afterBlanks(at + size);
    if (size == 0 || open >= m_text.size() || m_text.at(open) != u'(') {
        return false;
    }
    const qsizetype inside = afterBlanks(open + 1);
    if (inside >= m_text.size() || !QStringView(u"[({").contains(m_text.at(inside))) {
        return false;
    }
    m_at = inside;
    return true;
}

/// `(a, b) =>` stands here.
bool LiteralReader::isArrowFunction() const
{
    qsizetype at = m_at + 1;
    while (at < m_text.size() && !QStringView(u"()").contains(m_text.at(at))) {
        ++at;
    }
    return at < m_text.size() && m_text.at(at) == u')' &&
           QStringView(m_text).sliced(afterBlanks(at + 1)).startsWith(u"=>");
}

Setting LiteralReader::readValue()
{
    skipBlanks();
    const qsizetype from = m_at;
    const bool isWrapped = skipsCollection();
    Setting result;
    if (next() == u'{') {
        result = readGroup();
    } else if (next() == u'[') {
        result = readList(u']');
    } else if (next() == u'(' && !isArrowFunction()) {
        result = readList(u')');
    } else if (isQuote(next())) {
        result = readText();
    } else if (next() == u'@') {
        result = readAnnotation();
    } else {
        return readExpression(from);
    }
    skipBlanks();
    if (isWrapped && next() == u')') {
        ++m_at;
        skipBlanks();
    }
    // Something is done with it: `[500] + MORE`.
    const bool isWhole = m_at >= m_text.size() || QStringView(u",;]})").contains(next());
    return isWhole || m_depth == 0 ? result : readExpression(from);
}

Setting LiteralReader::readGroup()
{
    const qsizetype from = m_at;
    enter(from);
    Setting group = begin(Setting::Kind::Group);
    ++m_at;
    for (skipBlanks(); next() != u'}'; readSeparator(u'}')) {
        if (m_at >= m_text.size()) {
            throw Refused{from, QStringLiteral("unclosed {; the text seems to be truncated")};
        }
        group.members.push_back(readMember());
    }
    ++m_at;
    --m_depth;
    const bool isSet = !group.members.empty() &&
                       std::all_of(group.members.begin(), group.members.end(),
                                   [](const Setting::Member& member) { return member.name.isNull(); });
    if (isSet) {
        group.kind = Setting::Kind::List;
        for (Setting::Member& member : group.members) {
            group.items.push_back(std::move(member.value));
        }
        group.members.clear();
    }
    return group;
}

Setting LiteralReader::readList(QChar end)
{
    const qsizetype from = m_at;
    enter(from);
    Setting list = begin(Setting::Kind::List);
    ++m_at;
    for (skipBlanks(); next() != end; readSeparator(end)) {
        if (m_at >= m_text.size()) {
            throw Refused{from,
                          QStringLiteral("unclosed %1; the text seems to be truncated").arg(m_text.at(from))};
        }
        list.items.push_back(readValue());
    }
    ++m_at;
    --m_depth;
    return list;
}

void LiteralReader::readSeparator(QChar end)
{
    skipBlanks();
    if (next() == u',' || next() == u';') {
        ++m_at;
        skipBlanks();
    } else if (next() != end && m_at < m_text.size()) {
        throw Refused{m_at, QStringLiteral("found \"%1\", expected a comma or \"%2\"").arg(next()).arg(end)};
    }
}

QString LiteralReader::readName()
{
    const qsizetype from = m_at;
    while (m_at < m_text.size() && (isNameCharacter(m_text.at(m_at)) || m_text.at(m_at) == u'-')) {
        ++m_at;
    }
    return m_text.sliced(from, m_at - from);
}

/// `name: value`, `'name': value`, `name` alone, `name(…) { … }`, or a value without a name, as in a set.
Setting::Member LiteralReader::readMember()
{
    const qsizetype from = m_at;
    Setting::Member member{.name = {}, .line = lineOf(m_at), .value = {}};
    const bool isQuoted = isQuote(next());
    const QString name = isQuoted ? readText().text : readName();
    const bool isPath = next() == u'.'; // `A.class` is an element, not a member called A
    skipBlanks();
    if (next() == u':' && m_at > from) {
        ++m_at;
        member.name = name.isNull() ? QLatin1String("") : name;
        member.value = readValue();
        return member;
    }
    m_at = from;
    member.value = readValue();
    if (!isQuoted && !isPath && !name.isEmpty() && member.value.kind == Setting::Kind::Code) {
        member.name = name;
    }
    return member;
}

Setting LiteralReader::readArguments()
{
    const qsizetype from = m_at;
    enter(from);
    Setting group = begin(Setting::Kind::Group);
    ++m_at;
    for (skipBlanks(); next() != u')'; readSeparator(u')')) {
        if (m_at >= m_text.size()) {
            throw Refused{from, QStringLiteral("unclosed (; the text seems to be truncated")};
        }
        group.members.push_back(readArgument());
    }
    ++m_at;
    --m_depth;
    return group;
}

/// `@Backoff(delay = 100)`, `@a.b.Backoff`
Setting LiteralReader::readAnnotation()
{
    ++m_at;
    while (isNameCharacter(next()) || next() == u'.') {
        ++m_at;
    }
    const qsizetype behind = afterBlanks(m_at);
    if (behind < m_text.size() && m_text.at(behind) == u'(') {
        m_at = behind;
        return readArguments();
    }
    return begin(Setting::Kind::Group);
}

Setting::Member LiteralReader::readArgument()
{
    const qsizetype from = m_at;
    Setting::Member argument{.name = {}, .line = lineOf(m_at), .value = {}};
    const QString name = readName();
    skipBlanks();
    if (!name.isEmpty() && next() == u'=' && !QStringView(m_text).sliced(m_at).startsWith(u"==") &&
        !QStringView(m_text).sliced(m_at).startsWith(u"=>")) {
        ++m_at;
        argument.name = name;
    } else {
        m_at = from;
    }
    argument.value = readValue();
    return argument;
}

Setting LiteralReader::readText()
{
    const qsizetype from = m_at;
    Setting text = begin(Setting::Kind::Text);
    text.isQuoted = true;
    const QChar quote = next();
    for (++m_at; m_at < m_text.size() && next() != quote; ++m_at) {
        if (next() == u'\\' && m_at + 1 < m_text.size()) {
            ++m_at;
        }
        text.text += next();
    }
    if (m_at >= m_text.size()) {
        throw Refused{from, QStringLiteral("string without closing quote; the text seems to be truncated")};
    }
    ++m_at;
    return text;
}

/// Up to the comma or bracket that ends it.
Setting LiteralReader::readExpression(qsizetype from)
{
    m_at = from;
    Setting code = begin(Setting::Kind::Code);
    QString closing;
    while (m_at < m_text.size()) {
        const QChar character = next();
        static constexpr std::array<std::pair<char16_t, char16_t>, 3> kPairs{
            {{u'(', u')'}, {u'[', u']'}, {u'{', u'}'}}};
        const auto opens = std::find_if(kPairs.begin(), kPairs.end(),
                                        [&](const auto& pair) { return character == pair.first; });
        if (closing.isEmpty() && QStringView(u",;)]}").contains(character)) {
            break;
        }
        if (isQuote(character)) {
            m_at = afterText(m_at);
            continue;
        }
        if (opens != kPairs.end()) {
            closing += opens->second;
        } else if (!closing.isEmpty() && character == closing.back()) {
            closing.chop(1);
        }
        const qsizetype behind = afterBlanks(m_at);
        m_at = std::max(behind, m_at + 1);
    }
    code.text = m_text.sliced(from, m_at - from).trimmed();
    if (code.text.isEmpty() && m_at < m_text.size()) {
        throw Refused{m_at, QStringLiteral("found \"%1\", expected a value").arg(next())};
    }
    return meantBy(std::move(code));
}

} // namespace retryscope::io
