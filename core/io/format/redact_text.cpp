// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/header_syntax.h"
#include "core/facts/headers.h"
#include "core/io/format/redact.h"
#include "core/io/format/secret_names.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string>
#include <utility>

namespace retryscope::io {

namespace {

constexpr std::size_t kFewBlanks = 16; // between a name and its colon
constexpr std::string_view kFormData = "form-data;";
constexpr std::string_view kEndOfParameter = "&#;,<>\"' \t\r\n";
constexpr std::string_view kEndOfAuthority = "/?#<>\"' \t\r\n";

/// Whether a URL or a form may have a parameter that begins there: behind `?`, `&`, `&amp;` or `#`, or at the
/// start of a text whose first value ends as those of forms do.
bool mayBeInForm(std::string_view text, std::size_t start)
{
    if (start > 0) {
        return std::string_view("?&;#").find(text[start - 1]) != std::string_view::npos;
    }
    const std::size_t end = std::min(text.find_first_of(kEndOfParameter), text.size());
    return end == text.size() || text[end] == '&' || text[end] == ';';
}

/// Names may hide behind percent signs (`X%2DAmz-Signature`). start: of the name in the text, equals: its
/// end.
bool isSecretAt(std::string_view text, std::size_t start, std::size_t equals)
{
    const auto isListed = [text, start](std::string_view plain) {
        return isSecretParameter(plain) || (isSecretShortParameter(plain) && mayBeInForm(text, start));
    };
    constexpr std::size_t kLongest = 3 * 32; // with every byte behind a percent sign
    const std::string_view name = text.substr(start, equals - start);
    if (name.size() > kLongest || name.find('%') == std::string_view::npos) {
        return isListed(name);
    }
    const QByteArray plain =
        QByteArray::fromPercentEncoding(QByteArray(name.data(), static_cast<qsizetype>(name.size())));
    return isListed(std::string_view(plain.constData(), static_cast<std::size_t>(plain.size())));
}

std::size_t slashesBefore(std::string_view text, std::size_t at)
{
    std::size_t count = 0;
    while (count < at && text[at - count - 1] == '\\') {
        ++count;
    }
    return count;
}

/// The closing quote of a string that began behind `slashes` backslashes and a quote: a document within a
/// string within a document has one, three, seven before each of its own. The text's end where it was cut.
std::size_t closingQuote(std::string_view text, std::size_t from, char quote, std::size_t slashes)
{
    for (std::size_t at = text.find(quote, from); at != std::string_view::npos;
         at = text.find(quote, at + 1)) {
        const std::size_t before = slashesBefore(text.substr(from), at - from);
        if (before <= slashes ? before == slashes || slashes > 0
                              : (before - slashes) % (2 * (slashes + 1)) == 0) {
            return at - std::min(before, slashes);
        }
    }
    return text.size();
}

/// Where the value of a parameter stands: in quotes, as attributes and variables have it, or up to what
/// cannot be part of it. start: of the name.
std::pair<std::size_t, std::size_t> valueBehind(std::string_view text, std::size_t start, std::size_t equals)
{
    const std::size_t begin = equals + 1;
    const bool isInUrl =
        start > 0 && std::string_view("?&;#").find(text[start - 1]) != std::string_view::npos;
    const bool isQuoted = begin < text.size() && (text[begin] == '"' || text[begin] == '\'') && !isInUrl;
    return isQuoted ? std::pair(begin + 1, closingQuote(text, begin + 1, text[begin], 0))
                    : std::pair(begin, std::min(text.find_first_of(kEndOfParameter, begin), text.size()));
}

std::string withoutSecretParameters(std::string_view text)
{
    std::string result;
    std::size_t done = 0;
    std::size_t name = 0;     // start of the name before the next `=`
    std::size_t searched = 0; // for it: each byte once, whatever the text
    std::size_t equals = text.find('=');
    while (equals != std::string_view::npos) {
        const std::size_t before = text.substr(searched, equals - searched).find_last_of("?&#;<>\"' \t\r\n");
        name = before == std::string_view::npos ? name : searched + before + 1;
        searched = equals;
        const std::size_t start = std::max(done, name);
        std::size_t next = equals + 1;
        if (isSecretAt(text, start, equals)) {
            const auto [begin, end] = valueBehind(text, start, equals);
            result += text.substr(done, begin - done);
            result += end > begin ? kRedacted : std::string_view{};
            done = end;
            next = end;
        }
        equals = text.find('=', next);
    }
    result += text.substr(done);
    return result;
}

/// `https://user:password@host` -> `https://[redacted]@host`
std::string withoutUserInformation(std::string_view text)
{
    constexpr std::string_view kMark = "://";
    std::string result;
    std::size_t done = 0;
    for (std::size_t mark = text.find(kMark); mark != std::string_view::npos;
         mark = text.find(kMark, mark + 1)) {
        const std::size_t start = mark + kMark.size();
        const std::size_t end = std::min(text.find_first_of(kEndOfAuthority, start), text.size());
        const std::size_t at = text.substr(start, end - start).rfind('@');
        if (at != std::string_view::npos && start >= done) {
            result += text.substr(done, start - done);
            result += kRedacted;
            done = start + at;
        }
    }
    result += text.substr(done);
    return result;
}

/// Copies a text and leaves out pieces of it, which come in order.
class Redaction
{
public:
    explicit Redaction(std::string_view text) : m_text(text) {}

    /// Bytes before this one are settled.
    [[nodiscard]] std::size_t done() const { return m_done; }
    void hide(std::size_t begin, std::size_t end)
    {
        if (begin < m_done || end <= begin) {
            return;
        }
        m_result += m_text.substr(m_done, begin - m_done);
        m_result += kRedacted;
        m_done = end;
    }
    [[nodiscard]] std::string result() &&
    {
        m_result += m_text.substr(m_done);
        return std::move(m_result);
    }

private:
    std::string_view m_text;
    std::string m_result;
    std::size_t m_done = 0;
};

bool isNameLetter(char letter)
{
    return isLetterOrDigit(letter) || letter == '-' || letter == '_' || letter == '.';
}

/// Where the name begins that ends there. No name that counts is longer than this.
std::size_t startOfName(std::string_view text, std::size_t end)
{
    constexpr std::size_t kLongest = 64;
    std::size_t start = end;
    while (start > 0 && end - start <= kLongest && isNameLetter(text[start - 1])) {
        --start;
    }
    return start;
}

/// The same of a member of a document, whose letters may be escaped (`pass\u0077ord`).
std::size_t startOfMember(std::string_view text, std::size_t end)
{
    constexpr std::size_t kLongest = 6 * 64; // with every letter escaped
    std::size_t start = startOfName(text, end);
    while (start > 0 && text[start - 1] == '\\' && text[start] == 'u' && end - start <= kLongest) {
        start = startOfName(text, start - 1);
    }
    return start;
}

/// `pass\u0077ord` -> `password`. An escape of what is no letter of a name stays as it is.
std::string unescapedName(std::string_view name)
{
    constexpr std::size_t kEscape = 6;
    std::string plain;
    for (std::size_t at = 0; at < name.size();) {
        unsigned code = 0;
        const char* const digits = name.data() + at + 2;
        const bool isEscape = name.substr(at).starts_with("\\u") && at + kEscape <= name.size() &&
                              std::from_chars(digits, digits + 4, code, 16).ptr == digits + 4 && code < 0x80;
        plain += isEscape ? static_cast<char>(code) : name[at];
        at += isEscape ? kEscape : 1;
    }
    return plain;
}

bool isSecretEscapedMember(std::string_view name)
{
    return name.find('\\') == std::string_view::npos ? isSecretMember(name)
                                                     : isSecretMember(unescapedName(name));
}

std::size_t pastBlanks(std::string_view text, std::size_t from)
{
    return std::min(text.find_first_not_of(" \t\r\n", from), text.size());
}

/// Behind the bracket that closes the one there; the text's end where none does.
std::size_t pastGroup(std::string_view text, std::size_t from)
{
    std::size_t depth = 0;
    for (std::size_t at = from; at < text.size(); ++at) {
        const char letter = text[at];
        if (letter == '"' || letter == '\'') {
            const std::size_t slashes = slashesBefore(text.substr(from), at - from);
            at = std::min(closingQuote(text, at + 1, letter, slashes) + slashes, text.size());
        } else if (letter == '{' || letter == '[') {
            ++depth;
        } else if ((letter == '}' || letter == ']') && --depth == 0) {
            return at + 1;
        }
    }
    return text.size();
}

/// The values of one member, from behind its colon: a string, a list of them, a number, an object as a whole.
void hideValues(std::string_view text, std::size_t from, Redaction& redaction)
{
    std::size_t at = pastBlanks(text, from);
    const bool isList = at < text.size() && text[at] == '[';
    at = isList ? pastBlanks(text, at + 1) : at;
    while (at < text.size()) {
        const std::size_t quoteAt = std::min(text.find_first_not_of('\\', at), text.size());
        if (quoteAt < text.size() && (text[quoteAt] == '"' || text[quoteAt] == '\'')) {
            const std::size_t slashes = quoteAt - at;
            const std::size_t end = closingQuote(text, quoteAt + 1, text[quoteAt], slashes);
            redaction.hide(quoteAt + 1, end);
            at = std::min(end + slashes + 1, text.size());
        } else if (text[at] == '{' || text[at] == '[') {
            const std::size_t end = pastGroup(text, at);
            redaction.hide(at, end);
            at = end;
        } else {
            const std::size_t end = std::min(text.find_first_of(",]} \t\r\n\"'\\<", at), text.size());
            const std::string_view word = text.substr(at, end - at);
            const bool isNumber =
                !word.empty() && ((word.front() >= '0' && word.front() <= '9') || word.front() == '-');
            redaction.hide(at, isNumber ? end : at);
            at = end;
        }
        at = pastBlanks(text, at);
        if (!isList || at == text.size() || text[at] != ',') {
            return;
        }
        at = pastBlanks(text, at + 1);
    }
}

/// `"Authorization": "Bearer abc"`, in JSON and in what languages print of their tables.
std::string withoutSecretMembers(std::string_view text)
{
    Redaction redaction(text);
    for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
         colon = text.find(':', colon + 1)) {
        const std::size_t last = text.substr(0, colon).find_last_not_of(" \t");
        if (colon < redaction.done() || last == std::string_view::npos || colon - last > kFewBlanks ||
            (text[last] != '"' && text[last] != '\'')) {
            continue;
        }
        const std::size_t nameEnd = last - slashesBefore(text, last);
        const std::size_t start = startOfMember(text, nameEnd);
        if (start > 0 && text[start - 1] == text[last] &&
            isSecretEscapedMember(text.substr(start, nameEnd - start))) {
            hideValues(text, colon + 1, redaction);
        }
    }
    return std::move(redaction).result();
}

/// Finds the end of comments, in which elements may stand that are asked about, too: each is passed once,
/// whatever the text.
class Comments
{
public:
    explicit Comments(std::string_view text) : m_text(text) {}

    /// Past blanks and comments, behind which the characters of an element begin. Ascending.
    [[nodiscard]] std::size_t past(std::size_t from)
    {
        constexpr std::string_view kBegin = "<!--";
        constexpr std::string_view kEnd = "-->";
        std::size_t at = pastBlanks(m_text, from);
        if (!m_text.substr(at).starts_with(kBegin)) {
            return at;
        }
        if (at >= m_past) { // no part of those that were passed last
            while (m_text.substr(at).starts_with(kBegin)) {
                const std::size_t end = m_text.find(kEnd, at);
                at = end == std::string_view::npos ? m_text.size() : pastBlanks(m_text, end + kEnd.size());
            }
            m_past = at;
        }
        return m_past;
    }

private:
    std::string_view m_text;
    std::size_t m_past = 0;
};

/// Finds closing tags. A name that none closes is looked for once, so that many open ones cost nothing.
class ClosingTags
{
public:
    explicit ClosingTags(std::string_view text) : m_text(text) {}

    /// Where `</name` stands, from there on; npos: nowhere. Ascending.
    [[nodiscard]] std::size_t find(std::string_view name, std::size_t from)
    {
        constexpr std::size_t kMostNames = 64; // spellings of secret names that one text leaves open
        if (m_missing.size() == kMostNames || m_missing.contains(name)) {
            return std::string_view::npos;
        }
        const std::string tag = "</" + std::string(name);
        for (std::size_t at = m_text.find(tag, from); at != std::string_view::npos;
             at = m_text.find(tag, at + 1)) {
            const std::size_t end = at + tag.size();
            if (end == m_text.size() ||
                std::string_view("> \t\r\n").find(m_text[end]) != std::string_view::npos) {
                return at;
            }
        }
        m_missing.insert(name);
        return std::string_view::npos;
    }

private:
    std::string_view m_text;
    std::set<std::string_view> m_missing;
};

/// `<SessionToken>abc</SessionToken>`, also with a prefix, attributes, children or as CDATA.
std::string withoutSecretElements(std::string_view text)
{
    constexpr std::string_view kCharacters = "<![CDATA[";
    constexpr std::string_view kEndOfCharacters = "]]>";
    Redaction redaction(text);
    Comments comments(text);
    ClosingTags closingTags(text);
    for (std::size_t open = text.find('<'); open != std::string_view::npos; open = text.find('<', open + 1)) {
        const std::size_t nameEnd = std::min(text.find_first_of(" \t\r\n/><", open + 1), text.size());
        const std::string_view name = text.substr(open + 1, nameEnd - open - 1);
        const std::size_t colon = name.rfind(':');
        if (open < redaction.done() ||
            !isSecretMember(name.substr(colon == std::string_view::npos ? 0 : colon + 1))) {
            continue;
        }
        const std::size_t close = text.find_first_of("<>", nameEnd);
        if (close == std::string_view::npos || text[close] == '<' || text[close - 1] == '/') {
            continue;
        }
        const std::size_t inside = comments.past(close + 1);
        const bool isCharacters = text.substr(inside).starts_with(kCharacters);
        std::size_t end = std::string_view::npos;
        if (isCharacters) {
            end = text.find(kEndOfCharacters, inside);
        } else if (!text.substr(inside).starts_with("</")) {
            end = closingTags.find(name, inside);
            const bool isText = inside < text.size() && text[inside] != '<';
            end = end == std::string_view::npos && isText ? text.find('<', inside) : end;
        } else {
            continue; // nothing is in it
        }
        redaction.hide(isCharacters ? inside + kCharacters.size() : inside, std::min(end, text.size()));
    }
    return std::move(redaction).result();
}

/// Keeps count of what stands before in the line.
class LineSoFar
{
public:
    explicit LineSoFar(std::string_view text) : m_text(text) {}

    /// Ascending.
    void goTo(std::size_t at)
    {
        for (; m_at < at; ++m_at) {
            const char letter = m_text[m_at];
            m_isInString = letter != '\n' && m_isInString != (letter == '"');
        }
    }
    [[nodiscard]] bool isInString() const { return m_isInString; }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    bool m_isInString = false;
};

/// Where lines end; no byte is looked at twice, whatever the text.
class LineEnds
{
public:
    explicit LineEnds(std::string_view text) : m_text(text) {}

    /// The first one from there on, or the end of the text. Ascending.
    [[nodiscard]] std::size_t from(std::size_t at)
    {
        if (at > m_end || !m_isSearched) {
            m_end = std::min(m_text.find_first_of("\r\n", at), m_text.size());
            m_isSearched = true;
        }
        return m_end;
    }

private:
    std::string_view m_text;
    std::size_t m_end = 0;
    bool m_isSearched = false;
};

/// Where the value of a header ends that a text repeats: with the line, before markup, with the string that
/// it is written in, and before an escaped line end. What stands between escaped quotes behind `=` is a
/// parameter of the header (`Digest username=\"a\"`), not the end of its string.
std::size_t endOfHeader(std::string_view text, std::size_t from, char quote, LineEnds& lineEnds)
{
    for (std::size_t at = from; at < text.size(); ++at) {
        const char letter = text[at];
        const char next = at + 1 < text.size() ? text[at + 1] : '\0';
        if (letter == '\\' && quote != '\0' && next == quote && at > from && text[at - 1] == '=') {
            const std::size_t end = text.find(text.substr(at, 2), at + 2);
            if (end < lineEnds.from(at)) {
                at = end + 1;
                continue;
            }
        }
        const bool isEscape = letter == '\\' && (next == 'n' || next == 'r' || next == quote || next == '\\');
        if (letter == '\n' || letter == '\r' || letter == '<' || isEscape ||
            (quote != '\0' && letter == quote)) {
            return at;
        }
    }
    return text.size();
}

/// `Authorization: Bearer abc` wherever it stands: debug pages, S3's canonical request, reasons, commands.
std::string withoutSecretHeaderLines(std::string_view text)
{
    Redaction redaction(text);
    LineSoFar line(text);
    LineEnds lineEnds(text);
    for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
         colon = text.find(':', colon + 1)) {
        const std::size_t last = text.substr(0, colon).find_last_not_of(" \t");
        if (colon < redaction.done() || last == std::string_view::npos || colon - last > kFewBlanks) {
            continue;
        }
        std::size_t start = startOfName(text, last + 1);
        const bool isBehindEscape = start > 0 && text[start - 1] == '\\'; // the n of `\nCookie`
        start += isBehindEscape ? 1 : 0;
        if (start > last || !isSecretHeader(text.substr(start, last + 1 - start))) {
            continue;
        }
        line.goTo(start);
        const bool isInSingle = start > 0 && text[start - 1] == '\'';
        const char quote = line.isInString() || isBehindEscape ? '"' : isInSingle ? '\'' : '\0';
        const std::size_t value = std::min(text.find_first_not_of(" \t", colon + 1), text.size());
        redaction.hide(value, endOfHeader(text, value, quote, lineEnds));
    }
    return std::move(redaction).result();
}

/// `Content-Disposition: form-data; name="password"`, a blank line, and the value up to the next boundary
/// (RFC 7578).
std::string withoutSecretParts(std::string_view text)
{
    constexpr std::string_view kName = "name=\"";
    constexpr std::size_t kLongestHead = 1024;
    Redaction redaction(text);
    for (std::size_t mark = text.find(kFormData); mark != std::string_view::npos;
         mark = text.find(kFormData, mark + 1)) {
        const std::string_view head = text.substr(mark, kLongestHead);
        const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
        const std::size_t name = line.find(kName);
        const std::size_t blank = std::min(head.find("\n\n"), head.find("\n\r\n"));
        if (mark < redaction.done() || name == std::string_view::npos || blank == std::string_view::npos) {
            continue;
        }
        const std::string_view rest = line.substr(name + kName.size());
        if (isSecretMember(rest.substr(0, rest.find('"')))) {
            const std::size_t begin = mark + blank + (head[blank + 1] == '\r' ? 3 : 2);
            const std::size_t boundary = std::min(text.find("\n--", begin), text.size());
            const bool isReturn = boundary > begin && text[boundary - 1] == '\r';
            redaction.hide(begin, boundary - (isReturn ? 1 : 0));
        }
    }
    return std::move(redaction).result();
}

} // namespace

std::string redactedText(std::string_view text)
{
    using Without = std::string (*)(std::string_view);
    constexpr std::array<std::pair<std::string_view, Without>, 6> kSteps{{
        {kFormData, withoutSecretParts}, // before the names in its head count as parameters
        {"=", withoutSecretParameters},
        {":", withoutSecretMembers},
        {"<", withoutSecretElements},
        {":", withoutSecretHeaderLines},
        {"://", withoutUserInformation},
    }};
    std::string result(text);
    for (const auto& [mark, without] : kSteps) {
        if (result.find(mark) != std::string::npos) {
            result = without(result);
        }
    }
    return result;
}

} // namespace retryscope::io
