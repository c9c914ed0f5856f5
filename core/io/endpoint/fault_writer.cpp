// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/fault_writer.h"

#include "core/facts/reason_phrase.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace retryscope::io {

namespace {

using namespace std::chrono_literals;

/// The time that a client gets to read what was sent before a RST throws the rest away (contract, section 3).
constexpr Duration kResetDelay = 50ms;
constexpr std::string_view kGarbage = "\x01\x02 this is not HTTP \xFF\xFE\r\n\r\n";

bool carriesNoBody(std::string_view method, int status)
{
    return method == "HEAD" || status == 204 || status == 304;
}

bool isTruncated(Misbehaviour fault)
{
    return fault == Misbehaviour::Truncate || fault == Misbehaviour::TruncateReset;
}

std::string hexOf(std::uint64_t number)
{
    char digits[16];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number, 16).ptr;
    return {std::begin(digits), end};
}

/// The parts of one response while it is put together.
class ResponseWriter
{
public:
    ResponseWriter(const EndpointStep& step, const ResponseContext& context)
        : m_step(step), m_context(context), m_body(filled(step.body))
    {
        m_announced = static_cast<std::int64_t>(m_body.size());
        if (isTruncated(step.fault)) {
            m_announced += step.missingBytes;
        } else if (step.announcedBytes) {
            m_announced = *step.announcedBytes;
        }
    }

    [[nodiscard]] std::string head()
    {
        std::string bytes = "HTTP/1.1 " + std::to_string(m_step.status) + ' ' + m_step.reason + "\r\n";
        for (const Header& header : m_step.headers.entries) {
            addLine(bytes, header.name, filled(header.value));
        }
        if (!m_step.headers.contains("date")) {
            addLine(bytes, "Date", httpDate(m_context.now));
        }
        const bool hasNoLength = m_step.status == 204 || m_step.status == 304;
        if (!hasNoLength && !m_step.headers.contains("content-length") &&
            !m_step.headers.contains("transfer-encoding")) {
            addLine(bytes, "Content-Length", std::to_string(m_announced));
        }
        if (!m_step.headers.contains("connection")) {
            if (closes() && !isTruncated(m_step.fault)) {
                addLine(bytes, "Connection", "close");
            } else if (m_context.isHttp10) {
                addLine(bytes, "Connection", "keep-alive");
            }
        }
        return bytes += "\r\n";
    }

    [[nodiscard]] std::string body()
    {
        if (carriesNoBody(m_context.method, m_step.status)) {
            return {};
        }
        const std::string* coding = m_step.headers.find("transfer-encoding");
        if (coding == nullptr || !equalsIgnoringCase(*coding, "chunked")) {
            return std::move(m_body);
        }
        if (isTruncated(m_step.fault)) {
            return hexOf(static_cast<std::uint64_t>(m_announced)) + "\r\n" + m_body;
        }
        std::string chunks = m_body.empty() ? "" : hexOf(m_body.size()) + "\r\n" + m_body + "\r\n";
        chunks += "0\r\n";
        for (const Header& trailer : m_step.trailers.entries) {
            addLine(chunks, trailer.name, filled(trailer.value));
        }
        return chunks + "\r\n";
    }

    /// Clients of HTTP/1.0 do not know any (RFC 9110, section 15.2).
    [[nodiscard]] std::string interim() const
    {
        std::string bytes;
        for (const InterimResponse& response : m_step.interim) {
            if (m_context.isHttp10) {
                break;
            }
            bytes += "HTTP/1.1 " + std::to_string(response.status) + ' ' +
                     std::string(reasonPhraseOf(response.status)) + "\r\n";
            for (const Header& header : response.headers.entries) {
                addLine(bytes, header.name, filled(header.value));
            }
            bytes += "\r\n";
        }
        return bytes;
    }

    [[nodiscard]] bool closes() const
    {
        const std::string* connection = m_step.headers.find("connection");
        return m_step.close || m_step.beforeBody || !m_context.keepAlive ||
               (connection != nullptr && equalsIgnoringCase(*connection, "close"));
    }

private:
    static void addLine(std::string& bytes, std::string_view name, std::string_view value)
    {
        bytes.append(name).append(": ").append(value).append("\r\n");
    }

    [[nodiscard]] std::string filled(const std::string& text) const
    {
        const bool hasPlaceholder = text.find('{') != std::string::npos;
        return hasPlaceholder ? fillPlaceholders(text, m_context.now, m_context.requestId) : text;
    }

    const EndpointStep& m_step;
    const ResponseContext& m_context;
    std::string m_body;
    std::int64_t m_announced = 0;
};

ResponsePlan wholeResponse(const EndpointStep& step, const ResponseContext& context)
{
    ResponseWriter writer(step, context);
    ResponsePiece head{.delay = step.delay, .bytes = writer.interim() + writer.head()};
    ResponsePiece body{.bytes = writer.body()};
    head.perByte = step.fault == Misbehaviour::DripHead ? step.drip : Duration::zero();
    body.perByte = step.fault == Misbehaviour::Drip ? step.drip : Duration::zero();
    ResponsePlan plan;
    if (head.perByte == body.perByte) { // neither drips: one write, one packet
        head.bytes += body.bytes;
        plan.pieces = {std::move(head)};
    } else {
        plan.pieces = {std::move(head), std::move(body)};
    }
    plan.ending = writer.closes() ? ResponseEnding::Fin : ResponseEnding::KeepAlive;
    if (carriesNoBody(context.method, step.status)) {
        return plan; // there is nothing to cut short
    }
    if (step.fault == Misbehaviour::Truncate) {
        plan.ending = ResponseEnding::Fin;
    } else if (step.fault == Misbehaviour::TruncateReset) {
        plan.ending = ResponseEnding::Reset;
        plan.endingDelay = kResetDelay;
    }
    return plan;
}

/// A head that ends in the midst of a field line: in the name of the last one.
ResponsePlan cutHead(const EndpointStep& step, const ResponseContext& context)
{
    ResponseWriter writer(step, context);
    std::string head = writer.head();
    constexpr std::string_view kEnd = "\r\n\r\n";
    const std::size_t lastLine = head.rfind("\r\n", head.size() - kEnd.size() - 1);
    head.resize(std::min(head.size() - kEnd.size(), lastLine + 4));
    const bool isReset = step.fault == Misbehaviour::CutHeadReset;
    return {.pieces = {{.delay = step.delay, .bytes = std::move(head)}},
            .ending = isReset ? ResponseEnding::Reset : ResponseEnding::Fin,
            .endingDelay = isReset ? kResetDelay : Duration::zero()};
}

} // namespace

ResponsePlan responsePlanFor(const EndpointStep& step, const ResponseContext& context)
{
    switch (step.fault) {
    case Misbehaviour::None:
    case Misbehaviour::Drip:
    case Misbehaviour::DripHead:
    case Misbehaviour::Truncate:
    case Misbehaviour::TruncateReset:
        return wholeResponse(step, context);
    case Misbehaviour::CloseKept:
        return context.isOnKept ? ResponsePlan{.ending = ResponseEnding::Fin, .endingDelay = step.delay}
                                : wholeResponse(step, context);
    case Misbehaviour::CutHead:
    case Misbehaviour::CutHeadReset:
        return cutHead(step, context);
    case Misbehaviour::Garbage:
        return {.pieces = {{.delay = step.delay, .bytes = std::string(kGarbage)}},
                .ending = ResponseEnding::Fin};
    case Misbehaviour::Close:
        return {.ending = ResponseEnding::Fin, .endingDelay = step.delay};
    case Misbehaviour::Hang:
        return {.ending = ResponseEnding::Hang};
    case Misbehaviour::Reset:
        return {.ending = ResponseEnding::Reset, .endingDelay = step.delay};
    case Misbehaviour::Refuse:
    case Misbehaviour::TlsFail:
    case Misbehaviour::NoHost:
    case Misbehaviour::NoConnect:
        return {.ending = ResponseEnding::Reset};
    }
    return {};
}

} // namespace retryscope::io
