// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/pasted_response.h"

#include "core/facts/header_syntax.h"
#include "core/facts/http_date.h"
#include "core/io/http/error_body.h"
#include "core/io/http/http_message.h"
#include "core/io/http/pasted_lines.h"
#include "core/io/http/response_in_text.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/replace_all.h"
#include "core/io/text/utf8.h"

#include <QByteArrayView>
#include <QRegularExpression>

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <utility>

namespace retryscope::io {

namespace {

/// The clipboard made LF of each CR LF, or dropped the last line end. length: as announced, more than the
/// body has.
bool lacksOnlyLineEnds(std::string_view body, std::size_t length)
{
    const std::size_t missing = length - body.size();
    const auto converted = static_cast<std::size_t>(std::ranges::count(body, '\n'));
    return missing == converted || missing == converted + 2 || missing == 1;
}

constexpr qsizetype kQuoted = 40; ///< characters of a line that a remark repeats

QString inQuotes(std::string_view line)
{
    return QStringLiteral("\"%1\"").arg(boundedLine(line, kQuoted));
}

/// Where in a line a header begins: after a blank, a name, a colon and a blank. npos: nowhere.
std::size_t headerStart(std::string_view line, std::size_t from)
{
    for (std::size_t colon = line.find(": ", from); colon != std::string_view::npos;
         colon = line.find(": ", colon + 1)) {
        const std::size_t blank = line.rfind(' ', colon);
        const std::size_t begin = blank == std::string_view::npos ? std::string_view::npos : blank + 1;
        if (begin != std::string_view::npos && begin > from &&
            isToken(std::string(line.substr(begin, colon - begin)))) {
            return begin;
        }
    }
    return std::string_view::npos;
}

/// A head that lost its line breaks, as documents print it, with them again; absent for any other text.
/// `HTTP/1.1 400 Bad Request Date: … {"__type":…}`: headers begin at their names, the body at the first brace
/// or angle bracket.
std::optional<std::string> withLineBreaks(std::string_view text)
{
    const std::string_view line = trimmed(text);
    const bool isOneLine = line.find('\n') == std::string_view::npos && line.starts_with("HTTP/");
    if (!isOneLine) {
        return std::nullopt;
    }
    const std::size_t body = std::min(line.find(" {"), line.find(" <"));
    const std::string_view head = line.substr(0, body);
    std::string lines;
    std::size_t at = 0;
    for (std::size_t next = headerStart(head, 0); next != std::string_view::npos;
         next = headerStart(head, next)) {
        lines += std::string(trimmed(head.substr(at, next - at))) + '\n';
        at = next;
    }
    lines += std::string(trimmed(head.substr(at))) + "\n\n";
    const bool isUnchanged = at == 0 && body == std::string_view::npos;
    return isUnchanged
               ? std::nullopt
               : std::optional(lines + (body == std::string_view::npos ? std::string()
                                                                       : std::string(line.substr(body + 1))));
}

/// `502` of `<title>502 Bad Gateway</title>`: the status that an error page names in its title or first
/// heading.
std::optional<int> statusOfPage(std::string_view body)
{
    constexpr qsizetype kLookedAt = 4096; // bytes
    static const QRegularExpression kNamed(
        QStringLiteral("<(?:title|h1)[^<>]{0,100}>[^<>]{0,100}?\\b([45]\\d\\d)\\b[ :|-]"),
        QRegularExpression::CaseInsensitiveOption);
    const auto match = kNamed.match(
        QString::fromLatin1(body.data(), std::min(static_cast<qsizetype>(body.size()), kLookedAt)));
    return match.hasMatch() ? std::optional(match.captured(1).toInt()) : std::nullopt;
}

/// Makes a response of the parts of a text, and remarks on what is odd.
class Reading
{
public:
    Reading(PastedParts parts, std::string_view requestMethod)
        : m_parts(std::move(parts)), m_method(m_parts.method.empty() ? requestMethod : m_parts.method)
    {
        m_result.method = m_parts.method;
    }

    PastedResponse run()
    {
        if (m_parts.responses > 1) {
            remark(m_parts.statusLine->number, false,
                   QStringLiteral("the text has %1 responses; Retryscope judges the last one")
                       .arg(m_parts.responses));
        }
        readStatus();
        readHeaders();
        readBody();
        completeResponse(m_response);
        if (m_response.parsed.crc32Matches == false) {
            remark(
                m_parts.bodyLine, false,
                QStringLiteral(
                    "x-amz-crc32 does not match this body; clients that check it treat the body as damaged"));
        }
        m_result.facts.response = std::make_shared<const Response>(std::move(m_response));
        return std::move(m_result);
    }

private:
    void remark(int line, bool isProblem, QString what)
    {
        m_result.remarks.push_back({.line = line, .isProblem = isProblem, .text = std::move(what)});
    }

    void readStatus()
    {
        m_response.status = kAssumedStatus;
        if (const std::optional<int> named = m_parts.statusLine ? std::nullopt : statusOfPage(m_parts.body)) {
            m_response.status = *named;
            m_result.hasStatus = true;
            m_result.isStatusOfPage = true;
            remark(1, false,
                   QStringLiteral("no status line found; Retryscope read the status %1 from the page. If the "
                                  "response had another one, put it first, such as HTTP/1.1 503 Slow Down")
                       .arg(*named));
            return;
        }
        if (!m_parts.statusLine) {
            remark(1, false,
                   QStringLiteral("no status found, so Retryscope assumes %1, which few clients retry. Put a "
                                  "status first, such as HTTP/1.1 503 Slow Down")
                       .arg(kAssumedStatus));
            return;
        }
        StatusLine line = *statusLineIn(m_parts.statusLine->text);
        if (!line.status) {
            remark(m_parts.statusLine->number, true,
                   QStringLiteral("%1 has no status from 100 to 999, so Retryscope assumes %2. Write a "
                                  "status such as HTTP/1.1 503 Slow Down")
                       .arg(inQuotes(m_parts.statusLine->text))
                       .arg(kAssumedStatus));
            return;
        }
        m_response.status = *line.status;
        m_response.reason = std::move(line.reason);
        m_result.hasStatus = true;
    }

    void readHeaders()
    {
        // All lines of a head that was pasted with an indentation have it; a lone indented line goes on with
        // the line before.
        const bool isIndented = m_parts.statusLine && m_parts.statusLine->text.starts_with(' ');
        constexpr std::size_t kMostHeaders = 1000; // no server takes or sends more
        for (const NumberedLine& line : m_parts.headerLines) {
            const std::string_view content = line.text;
            if (m_response.headers.entries.size() == kMostHeaders) {
                remark(line.number, true,
                       QStringLiteral("Retryscope reads the first %1 header fields and omits the others.")
                           .arg(kMostHeaders));
                break;
            }
            if (!isIndented && content.find_first_of(" \t") == 0 && !m_response.headers.entries.empty()) {
                m_response.headers.entries.back().value += ' ' + std::string(trimmed(content));
                continue;
            }
            const std::size_t colon = content.find(':', 1);
            const std::string name(trimmed(content.substr(0, std::min(colon, content.size()))));
            if (colon == std::string_view::npos || !isToken(name)) {
                remark(line.number, true,
                       QStringLiteral("%1 is not a header such as Name: value, so Retryscope omits it. A "
                                      "body follows after an empty line")
                           .arg(inQuotes(content)));
                continue;
            }
            m_response.headers.add(name, std::string(trimmed(content.substr(colon + 1))));
        }
    }

    void readBody()
    {
        std::string body = std::move(m_parts.body);
        if (!m_parts.isExact) {
            const std::string_view kept = trimmed(body);
            body.erase(0, kept.empty() ? body.size() : static_cast<std::size_t>(kept.data() - body.data()));
        }
        const bool isBodyless = m_method == "HEAD" || m_response.status == 204 || m_response.status == 304;
        if (isBodyless && !body.empty()) {
            remark(m_parts.bodyLine, false,
                   QStringLiteral("a response to HEAD or with status 204 or 304 has no body, so Retryscope "
                                  "omits this text"));
        }
        if (isBodyless) {
            return;
        }
        if (const std::string* coding = m_response.headers.find("transfer-encoding");
            coding != nullptr && coding->find("chunked") != std::string::npos && beginsWithChunk(body)) {
            readChunks(std::move(body));
        } else {
            readPlainBody(std::move(body));
        }
    }

    /// curl, browsers and logs show a body without its chunks.
    static bool beginsWithChunk(std::string_view body)
    {
        const std::string_view line = body.substr(0, body.find_first_of("\r\n;"));
        return !line.empty() && line.size() < body.size() &&
               line.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
    }

    void readChunks(std::string body)
    {
        std::string coded = body;
        if (!m_parts.isExact) {
            replaceAll(coded, "\n", "\r\n");
        }
        ResponseReader reader("GET");
        reader.feed("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
        reader.feed(coded);
        reader.feedEnd();
        const bool isComplete = reader.state() == ResponseReader::State::Complete;
        if (!isComplete && !m_parts.isExact) {
            remark(m_parts.bodyLine, false,
                   QStringLiteral(
                       "the chunk sizes of this body do not match, so Retryscope uses the text as it is"));
            m_response.body = std::move(body);
            return;
        }
        if (reader.state() == ResponseReader::State::Malformed) {
            m_result.facts.fault = Fault{FaultKind::MalformedResponse, reader.problem()};
        } else if (!isComplete) {
            m_result.facts.fault = Fault{FaultKind::ResponseTruncated, {}};
        }
        m_response.body = reader.takeResponse().body;
    }

    void readPlainBody(std::string body)
    {
        const std::string* announced = m_response.headers.find("content-length");
        std::size_t length = 0;
        if (announced == nullptr ||
            std::from_chars(announced->data(), announced->data() + announced->size(), length).ec !=
                std::errc{}) {
            m_response.body = std::move(body);
            return;
        }
        const std::size_t size = body.size();
        const bool hasOnlyBlanksBeyond = size > length && isBlank(std::string_view(body).substr(length));
        if (size > length && (m_parts.isExact || hasOnlyBlanksBeyond)) {
            body.resize(length);
        } else if (size < length && m_parts.isExact) {
            m_result.facts.fault = Fault{FaultKind::ResponseTruncated, {}};
        }
        if (size < length && (m_parts.isExact || !lacksOnlyLineEnds(body, length))) {
            remark(
                m_parts.bodyLine, false,
                (m_parts.isExact && size == 0
                     ? QStringLiteral("Content-Length says %1 bytes, but %2 came: the body is truncated. If "
                                      "this is a response to HEAD (curl -I), choose HEAD as the method")
                 : m_parts.isExact
                     ? QStringLiteral("Content-Length says %1 bytes, but %2 came: the body is truncated")
                     : QStringLiteral("Content-Length says %1 bytes, but the text has %2. Retryscope treats "
                                      "the body as complete; if it was truncated, choose that outcome"))
                    .arg(length)
                    .arg(size));
        }
        m_response.body = std::move(body);
    }

    PastedParts m_parts;
    std::string m_method;
    Response m_response;
    PastedResponse m_result;
};

/// A value that a rule of a policy asks for may hold line ends, which would begin another header, or a
/// response.
std::string inOneLine(std::string text)
{
    std::ranges::replace_if(text, isForbiddenInValue, ' ');
    return text;
}

/// With a remark on what was left out.
PastedResponse readWithin(const ResponseInText& found, std::string_view requestMethod)
{
    PastedParts parts = partsOf(found.response);
    parts.responses = std::max(parts.responses, found.responses);
    parts.method = found.method;
    PastedResponse pasted = Reading(std::move(parts), requestMethod).run();
    for (PasteRemark& remark : pasted.remarks) {
        remark.line += remark.line > 0 ? found.firstLine - 1 : 0;
    }
    if (found.leftOutLines > 0) {
        pasted.isWithinText = true;
        pasted.remarks.insert(
            pasted.remarks.begin(),
            {.line = found.firstLine,
             .isProblem = false,
             .text = QStringLiteral("the response is in lines %1 to %2; Retryscope leaves out the other %3, "
                                    "such as %4")
                         .arg(found.firstLine)
                         .arg(found.lastLine)
                         .arg(found.leftOutLines == 1 ? QStringLiteral("line")
                                                      : QStringLiteral("%1 lines").arg(found.leftOutLines))
                         .arg(inQuotes(found.leftOut))});
    }
    return pasted;
}

} // namespace

void completeResponse(Response& response)
{
    response.bodyBytes = static_cast<std::int64_t>(response.body.size());
    if (const std::string* date = response.headers.find("date")) {
        response.date = parseHttpDate(*date);
    }
    response.parsed = parseBody(
        response.headers, QByteArrayView(response.body.data(), static_cast<qsizetype>(response.body.size())));
}

PastedResponse readPastedResponse(std::string_view text, std::string_view requestMethod)
{
    if (isBlank(text)) {
        return {};
    }
    if (!beginsAsResponse(text)) {
        if (const std::optional<ResponseInText> found = responseInText(text)) {
            return readWithin(*found, requestMethod);
        }
    }
    const std::optional<std::string> lines = withLineBreaks(text);
    PastedResponse pasted = Reading(partsOf(lines ? *lines : text), requestMethod).run();
    if (lines) {
        for (PasteRemark& remark : pasted.remarks) {
            remark.line = std::min(remark.line, 1);
        }
        pasted.remarks.insert(
            pasted.remarks.begin(),
            {.line = 1,
             .isProblem = false,
             .text = QStringLiteral("the whole response is on one line: Retryscope splits headers at their "
                                    "names and starts the body at the first brace or bracket")});
    }
    return pasted;
}

AttemptFacts factsAsPasted(const PastedResponse& pasted)
{
    AttemptFacts facts = pasted.facts;
    if (facts.response && !pasted.hasStatus) {
        Response response = *facts.response;
        response.status = 0;
        facts.response = std::make_shared<const Response>(std::move(response));
    }
    return facts;
}

std::string pastedTextOf(const Response& response)
{
    std::string text = "HTTP/1.1 " + std::to_string(response.status);
    text += response.reason.empty() ? "" : ' ' + inOneLine(response.reason);
    text += '\n';
    for (const Header& header : response.headers.entries) {
        text += inOneLine(header.name) + ": " + inOneLine(header.value) + '\n';
    }
    return text + '\n' + response.body;
}

} // namespace retryscope::io
