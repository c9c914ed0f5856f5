// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/secret_names.h"
#include "core/io/redact/secret_places.h"
#include "core/io/redact/text_places.h"

#include <algorithm>
#include <set>
#include <string>

namespace retryscope::io {

namespace {

constexpr std::string_view kComment = "<!--";
constexpr std::string_view kEndOfComment = "-->";
constexpr std::string_view kCharacters = "<![CDATA[";
constexpr std::string_view kEndOfCharacters = "]]>";

/// Finds the end of comments, in which elements may stand that are asked about, too: each is passed once,
/// whatever the text.
class Comments
{
public:
    explicit Comments(std::string_view text) : m_text(text) {}

    /// Past blanks and comments, behind which the characters of an element begin. Ascending.
    [[nodiscard]] std::size_t past(std::size_t from)
    {
        std::size_t at = pastBlanks(m_text, from);
        if (!m_text.substr(at).starts_with(kComment)) {
            return at;
        }
        if (at >= m_past) { // no part of those that were passed last
            while (m_text.substr(at).starts_with(kComment)) {
                const std::size_t end = m_text.find(kEndOfComment, at);
                at = end == std::string_view::npos ? m_text.size()
                                                   : pastBlanks(m_text, end + kEndOfComment.size());
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

    /// Where `</name` stands that closes what began before there: not in a comment, not in CDATA, not of an
    /// element of the same name in it. Where tags do not match, the first one. npos: nowhere. Ascending.
    [[nodiscard]] std::size_t find(std::string_view name, std::size_t from)
    {
        constexpr std::size_t kMostNames = 64; // spellings of secret names that one text leaves open
        if (m_missing.size() == kMostNames || m_missing.contains(name)) {
            return std::string_view::npos;
        }
        if (!m_mismatched.contains(name) && m_mismatched.size() < kMostNames) {
            if (const std::size_t at = matching(name, from); at != std::string_view::npos) {
                return at;
            }
            m_mismatched.insert(name);
        }
        for (std::size_t at = m_text.find("</", from); at != std::string_view::npos;
             at = m_text.find("</", at + 1)) {
            if (isTag(at + 2, name)) {
                return at;
            }
        }
        m_missing.insert(name);
        return std::string_view::npos;
    }

private:
    [[nodiscard]] bool isTag(std::size_t at, std::string_view name) const
    {
        const std::size_t end = at + name.size();
        return m_text.substr(at).starts_with(name) &&
               (end >= m_text.size() ||
                std::string_view("/> \t\r\n").find(m_text[end]) != std::string_view::npos);
    }

    [[nodiscard]] std::size_t matching(std::string_view name, std::size_t from) const
    {
        std::size_t open = 1;
        std::size_t comment = 0;    // where the one that was met last ends
        std::size_t characters = 0; // the same of CDATA
        for (std::size_t at = m_text.find('<', from); at != std::string_view::npos;
             at = m_text.find('<', at + 1)) {
            const std::string_view rest = m_text.substr(at, kCharacters.size());
            if (rest.starts_with(kComment) || rest == kCharacters) {
                std::size_t& past = rest.starts_with(kComment) ? comment : characters;
                past = past == std::string_view::npos || past > at
                           ? past // ahead, or nowhere: not looked for again
                           : m_text.find(rest.starts_with(kComment) ? kEndOfComment : kEndOfCharacters, at);
                at = past == std::string_view::npos ? at : past;
            } else if (rest.starts_with("</") && isTag(at + 2, name)) {
                if (--open == 0) {
                    return at;
                }
            } else if (isTag(at + 1, name)) {
                const std::size_t close = m_text.find_first_of("<>", at + 1);
                const bool isEmpty = close != std::string_view::npos && m_text[close - 1] == '/';
                open += isEmpty ? 0 : 1;
            }
        }
        return std::string_view::npos;
    }

    std::string_view m_text;
    std::set<std::string_view> m_missing;
    std::set<std::string_view> m_mismatched;
};

} // namespace

void hideElements(std::string_view text, Redaction& redaction)
{
    Comments comments(text);
    ClosingTags closingTags(text);
    for (std::size_t open = text.find('<'); open != std::string_view::npos; open = text.find('<', open + 1)) {
        const std::size_t nameEnd = std::min(text.find_first_of(" \t\r\n/><", open + 1), text.size());
        const std::string_view name = text.substr(open + 1, nameEnd - open - 1);
        const std::size_t colon = name.rfind(':');
        const Secrecy secrecy =
            open < redaction.done()
                ? Secrecy::Open
                : secrecyOfMember(name.substr(colon == std::string_view::npos ? 0 : colon + 1));
        if (secrecy == Secrecy::Open) {
            continue;
        }
        const std::size_t close = text.find_first_of("<>", nameEnd);
        if (close == std::string_view::npos || text[close] == '<' || text[close - 1] == '/') {
            continue;
        }
        const std::size_t inside = comments.past(close + 1);
        const std::size_t end = closingTags.find(name, inside);
        if (end == inside || (end == std::string_view::npos && text.substr(inside).starts_with("</"))) {
            continue; // nothing is in it
        }
        if (text.substr(inside).starts_with(kCharacters)) {
            const std::size_t endOfFirst = std::min(text.find(kEndOfCharacters, inside), text.size());
            const std::size_t behind =
                pastBlanks(text, std::min(endOfFirst + kEndOfCharacters.size(), text.size()));
            const bool isAll = end == std::string_view::npos || behind == end;
            redaction.hide(isAll ? inside + kCharacters.size() : inside, isAll ? endOfFirst : end, secrecy);
        } else if (end != std::string_view::npos) {
            redaction.hide(inside, end, secrecy);
        } else {
            const bool isText = inside < text.size() && text[inside] != '<';
            redaction.hide(inside, isText ? std::min(text.find('<', inside), text.size()) : text.size(),
                           secrecy);
        }
    }
}

void hideCells(std::string_view text, Redaction& redaction)
{
    for (std::size_t end = text.find("</"); end != std::string_view::npos; end = text.find("</", end + 1)) {
        const std::size_t nameEnd = text.substr(0, end).find_last_not_of(" \t\r\n") + 1;
        const std::size_t start = startOfName(text, nameEnd);
        const std::size_t before = text.substr(0, start).find_last_not_of(" \t\r\n");
        if (end < redaction.done() || start == nameEnd || end - nameEnd > kFewBlanks ||
            before == std::string_view::npos || text[before] != '>') {
            continue;
        }
        const Secrecy secrecy = secrecyOfMember(text.substr(start, nameEnd - start));
        if (secrecy != Secrecy::Open) {
            const std::size_t value = pastTags(text, end);
            redaction.hide(value, std::min(text.find("</", value), text.size()), secrecy);
        }
    }
}

} // namespace retryscope::io
