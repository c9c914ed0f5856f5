// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/redact.h"
#include "core/io/redact/secret_names.h"
#include "core/io/redact/secret_places.h"
#include "core/io/redact/text_places.h"

#include <algorithm>

namespace retryscope::io {

namespace {

constexpr std::string_view kBlanks = " \t";

std::size_t endOfLine(std::string_view text, std::size_t from)
{
    return std::min(text.find('\n', from), text.size());
}

/// A member at the beginning of its line, behind the dashes of lists.
struct YamlMember
{
    std::size_t column = 0; ///< of its name
    std::size_t value = 0;  ///< behind the colon and blanks; the end of the line where none stands there
    bool isQuoted = false;  ///< its name
    Secrecy secrecy = Secrecy::Open;
};

YamlMember memberIn(std::string_view text, std::size_t begin, std::size_t end)
{
    YamlMember member;
    const std::string_view line = text.substr(begin, end - begin);
    std::size_t at = std::min(line.find_first_not_of(kBlanks), line.size());
    while (line.substr(at).starts_with("- ")) {
        at = std::min(line.find_first_not_of(kBlanks, at + 1), line.size());
    }
    member.column = at;
    member.isQuoted = at < line.size() && (line[at] == '"' || line[at] == '\'');
    const std::size_t name = member.isQuoted ? at + 1 : at;
    const std::size_t colon = line.find(':', name);
    if (colon == std::string_view::npos || colon == name || colon - name > kFewBlanks) {
        return member;
    }
    std::size_t nameEnd = line.find_last_not_of(kBlanks, colon - 1) + 1;
    if (member.isQuoted && nameEnd > name && line[nameEnd - 1] == line[at]) {
        --nameEnd;
    }
    const std::size_t value = std::min(line.find_first_not_of(" \t\r", colon + 1), line.size());
    const std::string_view word = line.substr(name, std::max(nameEnd, name) - name);
    if ((value == colon + 1 && value < line.size()) || !canBeSecretName(word)) {
        return member; // `a:b` is no member
    }
    member.value = begin + value;
    member.secrecy = secrecyOfMember(word);
    return member;
}

/// The end of the lines from there on that are indented by more, or are items of a list as deep: a block
/// scalar, a map or a list, or a plain text that goes on.
std::size_t endOfBlock(std::string_view text, std::size_t from, std::size_t column, bool mayBeList)
{
    std::size_t end = from;
    while (end < text.size()) {
        const std::size_t begin = end + 1;
        const std::size_t next = endOfLine(text, begin);
        const std::string_view line = text.substr(std::min(begin, text.size()), next - std::min(begin, next));
        const std::size_t indent = line.find_first_not_of(" \t\r");
        const bool isItem = mayBeList && indent == column &&
                            (line.substr(indent) == "-" || line.substr(indent).starts_with("- "));
        if (indent != std::string_view::npos && indent <= column && !isItem) {
            break;
        }
        end = next;
    }
    const std::size_t last = text.substr(0, end).find_last_not_of(" \t\r\n");
    return last == std::string_view::npos || last + 1 < from ? from : last + 1;
}

/// Members with quoted names and JSON's values are those of hideMembers().
bool isOfJson(const YamlMember& member, std::string_view value)
{
    constexpr std::string_view kBegin = "\"'[{-0123456789";
    const std::string_view word = value.substr(0, value.find_last_not_of(", \t\r") + 1);
    return member.isQuoted && (word.empty() || kBegin.find(word.front()) != std::string_view::npos ||
                               word == "null" || word == "true" || word == "false");
}

} // namespace

bool isYamlBlockSign(std::string_view value)
{
    const std::string_view sign = value.substr(0, value.find_last_not_of(" \t\r") + 1);
    return !sign.empty() && sign.size() <= 3 && (sign.front() == '|' || sign.front() == '>') &&
           sign.find_first_not_of("+-123456789", 1) == std::string_view::npos;
}

void hideYamlMembers(std::string_view text, Redaction& redaction)
{
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = endOfLine(text, begin);
        const YamlMember member = begin < redaction.done() ? YamlMember{} : memberIn(text, begin, end);
        std::string_view value = member.secrecy == Secrecy::Open
                                     ? std::string_view()
                                     : text.substr(member.value, end - member.value);
        if (member.secrecy == Secrecy::Open || holdsRedacted(value) || isOfJson(member, value)) {
            begin = end + 1;
            continue;
        }
        if (!value.empty() && (value.front() == '"' || value.front() == '\'')) {
            const std::size_t close = closingQuote(text, member.value + 1, value.front(), 0);
            redaction.hide(member.value + 1, close, member.secrecy);
            end = endOfLine(text, close);
        } else {
            const bool isBlock = value.empty() || isYamlBlockSign(value);
            const std::size_t past = endOfBlock(text, end, member.column, value.empty());
            const std::size_t first =
                isBlock ? std::min(text.find_first_not_of(" \t\r\n", end), text.size()) : member.value;
            const std::size_t markup = text.substr(0, past).find("</", first);
            redaction.hide(first, std::max(first, std::min(past, markup)), member.secrecy);
            end = std::max(end, endOfLine(text, past));
        }
        begin = end + 1;
    }
}

} // namespace retryscope::io
