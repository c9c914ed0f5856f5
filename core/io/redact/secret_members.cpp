// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/headers.h"
#include "core/io/redact/redact.h"
#include "core/io/redact/secret_names.h"
#include "core/io/redact/secret_places.h"
#include "core/io/redact/text_places.h"

#include <algorithm>
#include <optional>

namespace retryscope::io {

namespace {

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

Secrecy secrecyOfEscapedMember(std::string_view name)
{
    const std::optional<UnescapedText> plain = UnescapedText(name).unescaped();
    return secrecyOfMember(plain ? plain->text() : name);
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

/// A value without quotes, which is none of JSON but of YAML: `null` and the variables of source code, which
/// may be there, too, have few letters or dots, and no digits.
bool mayBeKey(std::string_view word)
{
    constexpr std::size_t kShortest = 8;
    constexpr std::size_t kLong = 20;
    const auto has = [word](std::string_view letters) {
        return word.find_first_of(letters) != std::string_view::npos;
    };
    return word.size() >= kShortest && !has(".(") && (word.size() >= kLong || has("0123456789"));
}

/// The values of one member, from behind its colon: a string, a list of them, a number, an object as a whole.
void hideValues(std::string_view text, std::size_t from, Secrecy secrecy, Redaction& redaction)
{
    std::size_t at = pastBlanks(text, from);
    const bool isList = at < text.size() && text[at] == '[';
    at = isList ? pastBlanks(text, at + 1) : at;
    while (at < text.size()) {
        const std::size_t quoteAt = std::min(text.find_first_not_of('\\', at), text.size());
        if (quoteAt < text.size() && (text[quoteAt] == '"' || text[quoteAt] == '\'')) {
            const std::size_t slashes = quoteAt - at;
            const std::size_t end = closingQuote(text, quoteAt + 1, text[quoteAt], slashes);
            redaction.hide(quoteAt + 1, end, secrecy);
            at = std::min(end + slashes + 1, text.size());
        } else if (text[at] == '{' || text[at] == '[') {
            const std::size_t end = pastGroup(text, at);
            redaction.hide(at, end, secrecy);
            at = end;
        } else {
            const std::size_t end = std::min(text.find_first_of(",]} \t\r\n\"'\\<", at), text.size());
            const std::string_view word = text.substr(at, end - at);
            const bool isNumber =
                !word.empty() && ((word.front() >= '0' && word.front() <= '9') || word.front() == '-');
            redaction.hide(at, isNumber || mayBeKey(word) ? end : at, secrecy);
            at = end;
        }
        at = pastBlanks(text, at);
        if (!isList || at == text.size() || text[at] != ',') {
            return;
        }
        at = pastBlanks(text, at + 1);
    }
}

/// A name in quotes, or one without them before a value in quotes, as JavaScript (`{token: 'a'}`) and Ruby
/// (`:token=>"a"`) have it. last: its last byte. value: behind the sign.
Secrecy secrecyOfMemberUpTo(std::string_view text, std::size_t last, std::size_t value)
{
    constexpr std::string_view kQuotes = "\"'";
    if (kQuotes.find(text[last]) != std::string_view::npos) {
        const std::size_t nameEnd = last - slashesBefore(text, last);
        const std::size_t start = startOfMember(text, nameEnd);
        return start > 0 && text[start - 1] == text[last]
                   ? secrecyOfEscapedMember(text.substr(start, nameEnd - start))
                   : Secrecy::Open;
    }
    const std::size_t start = startOfName(text, last + 1);
    const Secrecy secrecy =
        start > last ? Secrecy::Open : secrecyOfMember(text.substr(start, last + 1 - start));
    if (secrecy == Secrecy::Open) {
        return secrecy;
    }
    const std::size_t before = text.substr(0, start).find_last_not_of(" \t\r\n");
    const std::size_t quote = std::min(text.find_first_not_of('\\', pastBlanks(text, value)), text.size());
    const bool isMember = before != std::string_view::npos &&
                          std::string_view("{,:").find(text[before]) != std::string_view::npos &&
                          quote < text.size() && kQuotes.find(text[quote]) != std::string_view::npos;
    return isMember ? secrecy : Secrecy::Open;
}

/// `{password: abc, a: b}`, as YAML writes a map in one line: neither name nor value is in quotes.
bool hideFlowMember(std::string_view text, std::size_t last, std::size_t value, Redaction& redaction)
{
    constexpr std::size_t kMostOfALine = 256; // looked at from any place
    const std::size_t start = startOfName(text, last + 1);
    const std::size_t from = start > kMostOfALine ? start - kMostOfALine : 0;
    const std::string_view before = text.substr(from, start - from);
    const std::size_t sign = before.find_last_not_of(' ');
    const std::size_t brace = before.rfind('{');
    const bool isInMap = sign != std::string_view::npos && (before[sign] == '{' || before[sign] == ',') &&
                         brace != std::string_view::npos &&
                         before.find('\n', brace) == std::string_view::npos;
    if (!isInMap || start > last || value >= text.size() || text[value] != ' ') {
        return false;
    }
    const std::size_t begin = std::min(text.find_first_not_of(' ', value), text.size());
    const std::size_t length = text.substr(begin, kMostOfALine).find_first_of(",}\r\n<");
    const std::size_t end = length == std::string_view::npos ? text.size() : begin + length;
    const Secrecy secrecy = secrecyOfMember(text.substr(start, last + 1 - start));
    if (secrecy == Secrecy::Open || end == text.size() || (text[end] != ',' && text[end] != '}') ||
        holdsRedacted(text.substr(begin, end - begin))) {
        return false;
    }
    redaction.hide(begin, end, secrecy);
    return true;
}

/// Where the value of a pair stands whose first is a name in quotes: behind `"value":`. The text's end: it is
/// no such pair.
std::size_t valueOfNamed(std::string_view text, std::size_t from)
{
    constexpr std::string_view kValue = "value";
    const std::size_t at = pastBlanks(text, from);
    const std::size_t name = std::min(text.find_first_not_of("\\\"'", at), text.size());
    const std::size_t behind =
        std::min(text.find_first_not_of("\\\"' \t\r\n", name + kValue.size()), text.size());
    const bool isNamed = name > at && equalsIgnoringCase(text.substr(name, kValue.size()), kValue) &&
                         behind < text.size() && text[behind] == ':';
    return isNamed ? behind + 1 : text.size();
}

/// The same where the name begins a list, and the value is the next and the last of it. quote: before the
/// name.
std::size_t valueOfListed(std::string_view text, std::size_t quote, std::size_t from)
{
    const std::size_t at = pastBlanks(text, from);
    const std::size_t first = quote - slashesBefore(text, quote);
    const std::size_t bracket =
        first == 0 ? std::string_view::npos : text.find_last_not_of(" \t\r\n", first - 1);
    const bool isFirst = bracket != std::string_view::npos && text[bracket] == '[';
    const std::size_t open = std::min(text.find_first_not_of('\\', at), text.size());
    if (!isFirst || open == text.size() || (text[open] != '"' && text[open] != '\'')) {
        return text.size();
    }
    const std::size_t slashes = open - at;
    const std::size_t end = closingQuote(text, open + 1, text[open], slashes) + slashes + 1;
    const std::size_t close = pastBlanks(text, std::min(end, text.size()));
    return close >= text.size() || text[close] == ']' ? at : text.size();
}

} // namespace

void hideMembers(std::string_view text, Redaction& redaction)
{
    for (std::size_t sign = text.find_first_of(":="); sign != std::string_view::npos;
         sign = text.find_first_of(":=", sign + 1)) {
        const bool isArrow = text[sign] == '='; // as Ruby and PHP print it
        if (sign < redaction.done() || (isArrow && !text.substr(sign).starts_with("=>"))) {
            continue;
        }
        const std::size_t last = text.substr(0, sign).find_last_not_of(" \t\r\n");
        const std::size_t value = sign + (isArrow ? 2 : 1);
        if (last == std::string_view::npos || sign - last > kFewBlanks) {
            continue;
        }
        const Secrecy secrecy = secrecyOfMemberUpTo(text, last, value);
        if (secrecy == Secrecy::Open && !isArrow && hideFlowMember(text, last, value, redaction)) {
            continue;
        }
        if (secrecy != Secrecy::Open) {
            hideValues(text, value, secrecy, redaction);
        }
    }
}

void hidePairs(std::string_view text, Redaction& redaction)
{
    constexpr std::string_view kQuotes = "\"'";
    for (std::size_t comma = text.find(','); comma != std::string_view::npos;
         comma = text.find(',', comma + 1)) {
        const std::size_t last = text.substr(0, comma).find_last_not_of(" \t\r\n");
        if (comma < redaction.done() || last == std::string_view::npos || comma - last > kFewBlanks ||
            kQuotes.find(text[last]) == std::string_view::npos) {
            continue;
        }
        const std::size_t nameEnd = last - slashesBefore(text, last);
        const std::size_t start = startOfMember(text, nameEnd);
        if (start == 0 || text[start - 1] != text[last]) {
            continue;
        }
        const std::string_view name = text.substr(start, nameEnd - start);
        Secrecy secrecy = secrecyOfRepeatedHeader(name);
        std::size_t value = valueOfNamed(text, comma + 1);
        if (value == text.size()) { // any two words stand so: ["InvalidSignature", …]
            value = secrecy == Secrecy::Open ? value : valueOfListed(text, start - 1, comma + 1);
        } else if (secrecy == Secrecy::Open) {
            secrecy = secrecyOfMember(name);
        }
        if (secrecy != Secrecy::Open && value < text.size()) {
            hideValues(text, value, secrecy, redaction);
        }
    }
}

} // namespace retryscope::io
