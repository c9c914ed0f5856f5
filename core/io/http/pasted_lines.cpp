// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/pasted_lines.h"

#include "core/facts/header_syntax.h"
#include "core/facts/headers.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace retryscope::io {

namespace {

/// Walks through a text line by line.
class Lines
{
public:
    explicit Lines(std::string_view text) : m_text(text) {}

    [[nodiscard]] bool atEnd() const { return m_next >= m_text.size(); }
    [[nodiscard]] int number() const { return m_number; } ///< of the line that next() gives
    [[nodiscard]] std::string_view rest() const { return m_text.substr(m_next); }
    /// Without its end.
    [[nodiscard]] std::string_view peek() const
    {
        std::string_view line = rest().substr(0, rest().find('\n'));
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        return line;
    }
    NumberedLine next()
    {
        NumberedLine line{.number = m_number, .text = std::string(peek())};
        const std::size_t end = rest().find('\n');
        m_next = end == std::string_view::npos ? m_text.size() : m_next + end + 1;
        ++m_number;
        return line;
    }
    void skipBlank()
    {
        while (!atEnd() && isBlank(peek())) {
            next();
        }
    }

private:
    std::string_view m_text;
    std::size_t m_next = 0;
    int m_number = 1;
};

/// A header that tells a response apart from prose such as `error: too many requests`.
bool isKnownHeader(std::string_view line)
{
    constexpr std::array<std::string_view, 10> kNames{
        "cache-control", "connection", "content-encoding",        "content-length",
        "content-type",  "date",       "content-security-policy", "retry-after",
        "server",        "via"};
    const std::string_view name = trimmed(line.substr(0, line.find(':')));
    return name.size() < line.size() &&
           (std::any_of(kNames.begin(), kNames.end(),
                        [name](std::string_view known) { return equalsIgnoringCase(name, known); }) ||
            equalsIgnoringCase(name.substr(0, 2), "x-"));
}

bool beginsBody(std::string_view line)
{
    const std::string_view text = trimmed(line);
    return !text.empty() && std::string_view("<{[").find(text.front()) != std::string_view::npos;
}

bool beginsResponse(std::string_view line)
{
    return trimmed(line).starts_with("HTTP/") && statusLineIn(line)->status;
}

void takeHead(Lines& lines, PastedParts& parts)
{
    parts.headerLines.clear();
    while (!lines.atEnd() && !isBlank(lines.peek()) && !beginsBody(lines.peek())) {
        parts.headerLines.push_back(lines.next());
    }
    if (!lines.atEnd() && isBlank(lines.peek())) {
        lines.next();
    }
}

/// Goes on to a further response: after an interim one, a proxy's consent, or a redirect.
bool reachNextResponse(Lines& lines, const PastedParts& parts)
{
    Lines ahead = lines;
    ahead.skipBlank();
    const int status = parts.statusLine ? statusLineIn(parts.statusLine->text)->status.value_or(0) : 0;
    while (status >= 300 && status < 400 && !ahead.atEnd() && !beginsResponse(ahead.peek())) {
        ahead.next();
    }
    if (ahead.atEnd() || !beginsResponse(ahead.peek())) {
        return false;
    }
    lines = ahead;
    return true;
}

PastedParts plainParts(std::string_view text)
{
    PastedParts parts;
    parts.isExact = text.substr(0, text.find('\n')).ends_with('\r');
    Lines lines(text);
    lines.skipBlank();
    do {
        ++parts.responses;
        if (!lines.atEnd() && statusLineIn(lines.peek())) {
            parts.statusLine = lines.next();
            takeHead(lines, parts);
        } else if (!lines.atEnd() && isKnownHeader(lines.peek())) {
            takeHead(lines, parts);
        }
    } while (reachNextResponse(lines, parts));
    parts.body = lines.rest();
    parts.bodyLine = lines.atEnd() ? 0 : lines.number();
    return parts;
}

/// What curl says about itself among the lines of the response.
bool isCurlTalk(std::string_view line)
{
    return line.starts_with("* ") || line.starts_with("> ") || line == ">" || line.starts_with("{ [") ||
           line.starts_with("} [") || line.find("% Total") != std::string_view::npos ||
           line.find("Dload  Upload") != std::string_view::npos ||
           line.find("--:--:--") != std::string_view::npos;
}

/// The last line of a body that has no line end, with curl's last remark on it.
std::string_view withoutCurlTalk(std::string_view line)
{
    for (const std::string_view talk : {"* Connection #", "* Closing connection", "* Curl_http_done"}) {
        line = line.substr(0, line.find(talk));
    }
    return line;
}

/// The output of `curl -v`: what was received begins with `< `, all but the body.
PastedParts verboseParts(std::string_view text)
{
    PastedParts parts;
    bool isInHead = true;
    Lines lines(text);
    while (!lines.atEnd()) {
        NumberedLine line = lines.next();
        if (line.text.starts_with("> ") && line.text.find(" HTTP/") != std::string::npos) {
            parts.method = line.text.substr(2, line.text.find(' ', 2) - 2);
        }
        if (line.text.starts_with('<') && (line.text.size() == 1 || line.text[1] == ' ')) {
            line.text.erase(0, 2);
            if (beginsResponse(line.text)) {
                const std::string method = std::move(parts.method);
                parts = {.responses = parts.responses + 1, .statusLine = std::move(line), .method = method};
                isInHead = true;
            } else if (isInHead && isBlank(line.text)) {
                isInHead = false;
            } else if (isInHead) {
                parts.headerLines.push_back(std::move(line));
            }
        } else if (!isInHead && !isCurlTalk(line.text)) {
            parts.bodyLine = parts.bodyLine == 0 ? line.number : parts.bodyLine;
            parts.body.append(withoutCurlTalk(line.text)).append(lines.atEnd() ? "" : "\n");
        }
    }
    return parts;
}

bool isVerbose(std::string_view text)
{
    return text.starts_with("< HTTP/") || text.find("\n< HTTP/") != std::string_view::npos;
}

} // namespace

std::optional<StatusLine> statusLineIn(std::string_view line)
{
    static const QRegularExpression pattern(
        QStringLiteral(
            "^\\s*(?:HTTP/[0-9.]*\\s*(?<sent>\\S*)\\s*(?<reason>.*)"
            "|(?<bare>\\d{3})(?:\\s+(?<bareReason>\\D.*))?"
            "|(?<number>\\d+)"
            "|:?(?:http|status)(?:[ _-]?code)?\\s*[:= ]\\s*(?<said>\\d+)\\s*(?<saidReason>.*))\\s*$"),
        QRegularExpression::CaseInsensitiveOption);
    const auto match = pattern.match(QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size())));
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    const QString number = match.captured(u"sent") + match.captured(u"bare") + match.captured(u"number") +
                           match.captured(u"said");
    const QString reason =
        match.captured(u"reason") + match.captured(u"bareReason") + match.captured(u"saidReason");
    bool isNumber = false;
    const int status = number.toInt(&isNumber);
    StatusLine result{.status = std::nullopt, .reason = reason.trimmed().toStdString()};
    if (isNumber && status >= 100 && status <= 999) {
        result.status = status;
    }
    return result;
}

bool beginsAsResponse(std::string_view text)
{
    Lines lines(text);
    lines.skipBlank();
    return isVerbose(text) || lines.atEnd() || statusLineIn(lines.peek()) || isKnownHeader(lines.peek()) ||
           beginsBody(lines.peek());
}

PastedParts partsOf(std::string_view text)
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) {
        text.remove_prefix(kByteOrderMark.size());
    }
    return isVerbose(text) ? verboseParts(text) : plainParts(text);
}

} // namespace retryscope::io
