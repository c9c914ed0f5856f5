// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/header_syntax.h"
#include "core/facts/headers.h"
#include "core/io/redact/secret_names.h"
#include "core/io/redact/secret_places.h"
#include "core/io/redact/text_places.h"

#include <QByteArray>

#include <algorithm>
#include <string>
#include <utility>

namespace retryscope::io {

namespace {

constexpr std::string_view kEndOfParameter = "&#;,<>\"' \t\r\n";
constexpr std::string_view kBeforeParameter = "?&#;<>\"' \t\r\n";
constexpr std::string_view kEndOfAuthority = "/?#<>\"' \t\r\n";

/// Behind `?`, `&`, `&amp;` or `#`.
bool isBehindMark(std::string_view text, std::size_t start)
{
    return start > 0 && std::string_view("?&;#").find(text[start - 1]) != std::string_view::npos;
}

/// Whether a URL or a form may have a parameter that begins there: behind a mark, or at the start of a text
/// whose first value ends as those of forms do.
bool mayBeInForm(std::string_view text, std::size_t start)
{
    if (start > 0) {
        return isBehindMark(text, start);
    }
    const std::size_t end = std::min(text.find_first_of(kEndOfParameter), text.size());
    return end == text.size() || text[end] == '&' || text[end] == ';';
}

/// `user[password]`, `token[]`: as Rails, PHP and others nest parameters. Any part counts.
Secrecy secrecyOfParts(std::string_view name)
{
    Secrecy most = Secrecy::Open;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find_first_of("[]"), name.size());
        most = std::max(most, secrecyOfMember(name.substr(0, end)));
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return most;
}

/// Names may hide behind percent signs (`X%2DAmz-Signature`). isInForm: whether `key` and `code` count, too.
template <typename IsInForm>
Secrecy secrecyOfName(std::string_view name, IsInForm isInForm)
{
    const auto secrecyOf = [isInForm](std::string_view plain) {
        return isSecretShortParameter(plain) && isInForm() ? Secrecy::Secret : secrecyOfParts(plain);
    };
    constexpr std::size_t kLongest = 3 * 64; // with every byte behind a percent sign
    if (name.size() > kLongest || name.find('%') == std::string_view::npos) {
        return secrecyOf(name.size() > kLongest ? std::string_view() : name);
    }
    const QByteArray plain =
        QByteArray::fromPercentEncoding(QByteArray(name.data(), static_cast<qsizetype>(name.size())));
    return secrecyOf(std::string_view(plain.constData(), static_cast<std::size_t>(plain.size())));
}

/// Where a value without quotes ends: before what cannot be part of one, also where it is escaped for the
/// string that all of it stands in (`\u0026` for `&`).
std::size_t endOfValue(std::string_view text, std::size_t from)
{
    static const std::string kEnd = std::string(kEndOfParameter) + '\\';
    for (std::size_t at = text.find_first_of(kEnd, from); at != std::string_view::npos;
         at = text.find_first_of(kEnd, at)) {
        if (text[at] != '\\') {
            return at;
        }
        // A document within a document has more than one.
        const std::size_t last = std::min(text.find_first_not_of('\\', at), text.size()) - 1;
        const Escape escape = escapeAt(text.substr(last));
        const bool isLineEnd = escape.letter < ' ' && escape.size == 2; // or the `\n` of a password
        if (escape.size > 0 && !isLineEnd && kEndOfParameter.find(escape.letter) != std::string_view::npos) {
            return at;
        }
        at = last + std::max<std::size_t>(escape.size, 1);
    }
    return text.size();
}

/// Where the value of a parameter stands: in quotes, as attributes and variables have it, or up to what
/// cannot be part of it. start: of the name.
std::pair<std::size_t, std::size_t> valueBehind(std::string_view text, std::size_t start, std::size_t equals)
{
    const std::size_t begin = equals + 1;
    const bool isQuoted =
        begin < text.size() && (text[begin] == '"' || text[begin] == '\'') && !isBehindMark(text, start);
    return isQuoted ? std::pair(begin + 1, closingQuote(text, begin + 1, text[begin], 0))
                    : std::pair(begin, endOfValue(text, begin));
}

/// `password = "a b"`: blanks around the sign, which attributes and variables may have.
void hideSpacedValue(std::string_view text, std::size_t equals, Redaction& redaction)
{
    const std::size_t nameEnd = text.substr(0, equals).find_last_not_of(" \t\r\n") + 1;
    const std::size_t value = pastBlanks(text, equals + 1);
    const std::size_t start = startOfName(text, nameEnd);
    if (value < text.size() && (text[value] == '"' || text[value] == '\'') && start < nameEnd) {
        const Secrecy secrecy = secrecyOfMember(text.substr(start, nameEnd - start));
        if (secrecy != Secrecy::Open) {
            redaction.hide(value + 1, closingQuote(text, value + 1, text[value], 0), secrecy);
        }
    }
}

constexpr std::string_view kFormData = "form-data";

/// What a head of a part calls it: of `form-data; filename="x"; name="token"` the `token`. rest: of the line,
/// behind the first semicolon.
std::string_view nameOfPart(std::string_view rest)
{
    while (!rest.empty()) {
        const std::size_t equals = rest.find('=');
        if (equals == std::string_view::npos) {
            break;
        }
        const std::string_view name = trimmed(rest.substr(0, equals), " \t;");
        rest.remove_prefix(equals + 1);
        const bool isQuoted = rest.starts_with('"');
        const std::size_t end = isQuoted ? closingQuote(rest, 1, '"', 0) : rest.find(';');
        const std::string_view value = rest.substr(isQuoted ? 1 : 0, isQuoted ? end - 1 : end);
        if (equalsIgnoringCase(name, "name")) {
            return trimmed(value, " \t");
        }
        rest.remove_prefix(std::min(end, rest.size() - 1) + 1);
    }
    return {};
}

/// The line that begins the part, with the line end before it: the value may hold others that begin like it.
std::string boundaryBefore(std::string_view text, std::size_t mark)
{
    constexpr std::string_view kBegin = "\n--";
    constexpr std::size_t kLongest = 1024; // with the head up to there; a boundary has 70 at most
    const std::size_t from = mark - std::min(mark, kLongest);
    const std::string_view before = text.substr(from, mark - from);
    const std::size_t last = before.rfind(kBegin);
    if (last == std::string_view::npos && !(from == 0 && before.starts_with("--"))) {
        return std::string(kBegin);
    }
    const std::string_view line = before.substr(last == std::string_view::npos ? 0 : last + 1);
    return '\n' + std::string(line.substr(0, line.find_first_of("\r\n")));
}

/// `a=b&c=d`, in one line: it begins with a name and `=`.
bool isForm(std::string_view body)
{
    const auto isNamePart = [](char letter) {
        return isLetterOrDigit(letter) || std::string_view("-_.[]%+").find(letter) != std::string_view::npos;
    };
    const auto nameEnd = std::ranges::find_if_not(body, isNamePart);
    return nameEnd != body.begin() && nameEnd != body.end() && *nameEnd == '=' &&
           body.find_first_of("\r\n") == std::string_view::npos;
}

} // namespace

void hideParts(std::string_view text, Redaction& redaction)
{
    constexpr std::size_t kLongestHead = 1024;
    for (std::size_t mark = text.find(';'); mark != std::string_view::npos; mark = text.find(';', mark + 1)) {
        if (mark < std::max(redaction.done(), kFormData.size()) ||
            !equalsIgnoringCase(text.substr(mark - kFormData.size(), kFormData.size()), kFormData)) {
            continue;
        }
        const std::string_view head = text.substr(mark + 1, kLongestHead);
        const std::size_t blank = std::min(head.find("\n\n"), head.find("\n\r\n"));
        const Secrecy secrecy = blank == std::string_view::npos
                                    ? Secrecy::Open
                                    : secrecyOfMember(nameOfPart(head.substr(0, head.find_first_of("\r\n"))));
        if (secrecy != Secrecy::Open) {
            const std::size_t begin = mark + 1 + blank + (head[blank + 1] == '\r' ? 3 : 2);
            const std::size_t boundary = std::min(text.find(boundaryBefore(text, mark), begin), text.size());
            const bool isReturn = boundary > begin && text[boundary - 1] == '\r';
            redaction.hide(begin, boundary - (isReturn ? 1 : 0), secrecy);
        }
    }
}

void hideParameters(std::string_view text, Redaction& redaction)
{
    std::size_t name = 0;     // start of the name before the next `=`
    std::size_t searched = 0; // for it: each byte once, whatever the text
    std::size_t equals = text.find('=');
    while (equals != std::string_view::npos) {
        const std::size_t before = text.substr(searched, equals - searched).find_last_of(kBeforeParameter);
        name = before == std::string_view::npos ? name : searched + before + 1;
        searched = equals;
        const std::size_t start = std::max(redaction.done(), name);
        std::size_t next = equals + 1;
        if (start == equals && equals > 0) {
            hideSpacedValue(text, equals, redaction);
        } else if (const Secrecy secrecy = secrecyOfName(text.substr(start, equals - start),
                                                         [=] { return mayBeInForm(text, start); });
                   secrecy != Secrecy::Open) {
            const auto [begin, end] = valueBehind(text, start, equals);
            redaction.hide(begin, end, secrecy);
            next = end;
        }
        equals = text.find('=', std::max(next, redaction.done()));
    }
}

void hideFormParameters(std::string_view form, Redaction& redaction)
{
    for (std::size_t start = 0; start < form.size();) {
        const std::size_t end = std::min(form.find('&', start), form.size());
        const std::size_t equals = form.substr(start, end - start).find('=');
        if (equals != std::string_view::npos) {
            redaction.hide(start + equals + 1, end,
                           secrecyOfName(form.substr(start, equals), [] { return true; }));
        }
        start = end + 1;
    }
}

void hideForm(std::string_view body, Redaction& redaction)
{
    if (isForm(body)) {
        hideFormParameters(body, redaction);
    }
}

void hideUserInformation(std::string_view text, Redaction& redaction)
{
    constexpr std::string_view kMark = "://";
    for (std::size_t mark = text.find(kMark); mark != std::string_view::npos;
         mark = text.find(kMark, mark + 1)) {
        const std::size_t start = mark + kMark.size();
        const std::size_t end = std::min(text.find_first_of(kEndOfAuthority, start), text.size());
        const std::size_t at = text.substr(start, end - start).rfind('@');
        if (at != std::string_view::npos) {
            redaction.hide(start, start + at);
        }
    }
}

} // namespace retryscope::io
