// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/secret_names.h"
#include "core/io/redact/secret_places.h"
#include "core/io/redact/text_places.h"

#include <algorithm>

namespace retryscope::io {

namespace {

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

/// A closing tag, or one that begins a line. A cookie may hold other signs that look like one.
bool isEndOfMarkup(std::string_view text)
{
    return text.starts_with("</") || text.starts_with("<br") || text.starts_with("<BR");
}

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
        if (letter == '\n' || letter == '\r' || isEndOfMarkup(text.substr(at)) || isEscape ||
            (quote != '\0' && letter == quote)) {
            return at;
        }
    }
    return text.size();
}

/// Whether the line that ends there goes on in the next, which begins with a blank (RFC 9112, section 5.2).
bool isFoldedAt(std::string_view text, std::size_t end)
{
    const std::string_view rest = text.substr(end, 3);
    const std::size_t next = rest.starts_with("\r\n") ? 2 : rest.starts_with('\n') ? 1 : rest.size();
    return next < rest.size() && (rest[next] == ' ' || rest[next] == '\t');
}

} // namespace

void hideHeaderLines(std::string_view text, Redaction& redaction)
{
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
        const Secrecy secrecy =
            start > last ? Secrecy::Open : secrecyOfRepeatedHeader(text.substr(start, last + 1 - start));
        if (secrecy == Secrecy::Open) {
            continue;
        }
        line.goTo(start);
        const bool isInSingle = start > 0 && text[start - 1] == '\'';
        const char quote = line.isInString() || isBehindEscape ? '"' : isInSingle ? '\'' : '\0';
        std::size_t value = std::min(text.find_first_not_of(" \t", colon + 1), text.size());
        if (text.substr(value).starts_with('<') && pastTags(text, value) < lineEnds.from(value)) {
            value = pastTags(text, value); // `<b>Cookie:</b> <code>a=b</code>`
        }
        std::size_t end = endOfHeader(text, value, quote, lineEnds);
        if (isYamlBlockSign(text.substr(value, end - value))) {
            continue; // for hideYamlMembers()
        }
        const bool beginsLine = start == 0 || text[start - 1] == '\n';
        while (beginsLine && isFoldedAt(text, end)) {
            end = lineEnds.from(text.find('\n', end) + 1);
        }
        redaction.hide(value, end, secrecy);
    }
}

} // namespace retryscope::io
