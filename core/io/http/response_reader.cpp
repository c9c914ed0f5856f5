// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/http_message.h"

#include <boost/beast/http/basic_parser.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace retryscope::io {

namespace {

// How the lines of a message's head end: with CR LF, and from some servers with a lone line feed, which a
// recipient may take for one (RFC 9112, 2.2).

/// Position after the empty line that ends the head; npos: none yet. Accepts lone LFs. from: start position,
/// at most two bytes before the new bytes.
std::size_t endOfHead(std::string_view head, std::size_t from)
{
    for (std::size_t at = head.find('\n', from); at != std::string_view::npos; at = head.find('\n', at + 1)) {
        if (at + 1 < head.size() && head[at + 1] == '\n') {
            return at + 2;
        }
        if (at + 2 < head.size() && head[at + 1] == '\r' && head[at + 2] == '\n') {
            return at + 3;
        }
    }
    return std::string_view::npos;
}

/// True if any LF has no CR before it.
bool hasLoneLineFeed(std::string_view head)
{
    for (std::size_t at = head.find('\n'); at != std::string_view::npos; at = head.find('\n', at + 1)) {
        if (at == 0 || head[at - 1] != '\r') {
            return true;
        }
    }
    return false;
}

/// The same head with CR LF at the end of each line.
std::string withFullLineEnds(std::string_view head)
{
    std::string fixed;
    fixed.reserve(head.size() + 32);
    for (const char letter : head) {
        if (letter == '\n' && (fixed.empty() || fixed.back() != '\r')) {
            fixed += '\r';
        }
        fixed += letter;
    }
    return fixed;
}

namespace http = boost::beast::http;
using boost::beast::error_code;
using StringView = boost::beast::string_view;

constexpr std::string_view kProtocol = "HTTP/1.";
/// A chunk header, or all trailer fields, must fit in this.
constexpr std::size_t kMaxPending = std::size_t{64} * 1024;
/// `0 CR LF CR LF`. With less than that at hand, Beast 1.74 asserts on the end of an empty chunked body.
constexpr std::size_t kShortestChunkEnd = 5;

std::string textOf(StringView view)
{
    return {view.data(), view.size()};
}

} // namespace

/// The grammar is Beast's; this keeps what it finds.
class ResponseReader::Parser final : public http::basic_parser<false>
{
public:
    Parser(const ResponseLimits& limits, std::vector<std::string>& notes) : m_limits(limits), m_notes(notes)
    {
    }

    Response response;
    bool isTooLarge = false;

    /// What is left of the body is shorter than any chunk header with what must follow it.
    [[nodiscard]] bool needsMoreThan(std::size_t bytes) const
    {
        return chunked() && m_chunkLeft == 0 && bytes < kShortestChunkEnd;
    }

private:
    void on_request_impl(http::verb, StringView, StringView, int, error_code&) override {}

    void on_response_impl(int code, StringView reason, int, error_code&) override
    {
        response.status = code;
        response.reason = textOf(reason);
    }

    void on_field_impl(http::field, StringView name, StringView value, error_code&) override
    {
        if (is_header_done()) {
            m_notes.push_back("trailer " + textOf(name) + ": " + textOf(value));
        } else {
            response.headers.add(textOf(name), textOf(value));
        }
    }

    void on_header_impl(error_code&) override {}

    void on_body_init_impl(const boost::optional<std::uint64_t>& length, error_code& problem) override
    {
        if (length && *length > static_cast<std::uint64_t>(m_limits.totalBody)) {
            refuse(problem);
        }
    }

    std::size_t on_body_impl(StringView body, error_code& problem) override { return keep(body, problem); }

    void on_chunk_header_impl(std::uint64_t size, StringView, error_code&) override { m_chunkLeft = size; }

    std::size_t on_chunk_body_impl(std::uint64_t, StringView body, error_code& problem) override
    {
        m_chunkLeft -= body.size();
        return keep(body, problem);
    }

    void on_finish_impl(error_code&) override {}

    std::size_t keep(StringView bytes, error_code& problem)
    {
        response.bodyBytes += static_cast<std::int64_t>(bytes.size());
        if (response.bodyBytes > m_limits.totalBody) {
            refuse(problem);
            return bytes.size();
        }
        const std::int64_t room = m_limits.keptBody - static_cast<std::int64_t>(response.body.size());
        const auto kept = std::min(bytes.size(), static_cast<std::size_t>(std::max<std::int64_t>(room, 0)));
        response.body.append(bytes.data(), kept);
        response.bodyTruncated = response.bodyTruncated || kept < bytes.size();
        return bytes.size();
    }

    void refuse(error_code& problem)
    {
        isTooLarge = true;
        problem = http::error::body_limit;
    }

    const ResponseLimits& m_limits;
    std::vector<std::string>& m_notes;
    std::uint64_t m_chunkLeft = 0; ///< of the chunk being read
};

ResponseReader::ResponseReader(std::string_view requestMethod, ResponseLimits limits)
    : m_limits(limits), m_isHeadRequest(requestMethod == "HEAD")
{
    startParser();
}

ResponseReader::~ResponseReader() = default;

void ResponseReader::startParser()
{
    m_parser = std::make_unique<Parser>(m_limits, m_notes);
    m_parser->eager(true);
    m_parser->skip(m_isHeadRequest);
    // Not boost::none: Beast 1.74 finds every announced length above "no limit".
    m_parser->body_limit(std::numeric_limits<std::uint64_t>::max());
    m_parser->header_limit(static_cast<std::uint32_t>(m_limits.head) + 1024);
}

void ResponseReader::feed(std::string_view bytes)
{
    while (!bytes.empty() && m_state == State::Head) {
        bytes = feedHead(bytes);
    }
    if (bytes.empty()) {
        return;
    }
    if (m_state == State::Body) {
        feedBody(bytes);
    } else {
        m_surplus += bytes.size();
    }
}

/// Takes bytes up to the end of the head; returns the rest.
std::string_view ResponseReader::feedHead(std::string_view bytes)
{
    const std::size_t before = m_head.size();
    if (before > 0) {
        m_head.append(bytes);
    }
    const std::string_view head =
        before > 0 ? std::string_view(m_head) : bytes; // mostly it comes in one piece
    const std::string_view begin = head.substr(0, kProtocol.size());
    if (begin != kProtocol.substr(0, begin.size())) {
        m_head = std::string(head); // a byte of the response did arrive
        fail(State::Malformed, "the response does not begin with " + std::string(kProtocol) + "x");
        return {};
    }
    const std::size_t end = endOfHead(head, before < 2 ? 0 : before - 2);
    const std::size_t size = std::min(end, head.size());
    if (m_headBytes + static_cast<std::int64_t>(size) > m_limits.head) {
        m_head = std::string(head);
        fail(State::TooLarge,
             "the response headers are longer than " + std::to_string(m_limits.head) + " bytes");
        return {};
    }
    if (end == std::string_view::npos) {
        if (before == 0) {
            m_head = std::string(bytes);
        }
        return {};
    }
    m_headBytes += static_cast<std::int64_t>(end);
    const std::string whole = std::exchange(m_head, {});
    readHead((before > 0 ? std::string_view(whole) : bytes).substr(0, end));
    return bytes.substr(end - before);
}

void ResponseReader::readHead(std::string_view head)
{
    std::string mended;
    if (hasLoneLineFeed(head)) {
        m_notes.emplace_back("the response headers end lines with LF instead of CRLF");
        head = mended = withFullLineEnds(head);
    }
    // RFC 9112 wants a blank behind the status also where there is no reason; many servers leave it out.
    constexpr std::size_t kStatusEnd = kProtocol.size() + 5;
    if (head.size() > kStatusEnd && head[kStatusEnd] == '\r') {
        mended = std::string(head).insert(kStatusEnd, 1, ' ');
        head = mended;
    }
    error_code problem;
    const std::size_t used = m_parser->put(boost::asio::buffer(head.data(), head.size()), problem);
    if (problem == http::error::need_more) {
        problem = {};
    }
    if (problem || !m_parser->is_header_done() || used != head.size()) {
        m_hasHead = false;
        m_head = std::string(head); // a byte of the response did arrive
        fail(State::Malformed, problem ? problem.message() : "the response headers are incomplete");
        return;
    }
    const int status = m_parser->response.status;
    if (status >= 100 && status < 200 && status != 101) {
        m_notes.push_back("interim response " + std::to_string(status) + ' ' + m_parser->response.reason);
        startParser();
        return;
    }
    m_hasHead = true;
    m_state = State::Body;
    finishIfDone();
}

void ResponseReader::feedBody(std::string_view bytes)
{
    const bool isDirect = m_pending.empty();
    if (!isDirect) {
        m_pending.append(bytes);
    }
    std::string_view rest = isDirect ? bytes : std::string_view(m_pending);
    error_code problem;
    while (!rest.empty() && !problem && !m_parser->is_done() && !m_parser->needsMoreThan(rest.size())) {
        rest.remove_prefix(m_parser->put(boost::asio::buffer(rest.data(), rest.size()), problem));
    }
    if (problem == http::error::need_more) {
        problem = {};
    }
    if (problem) {
        const bool tooLarge = m_parser->isTooLarge;
        fail(tooLarge ? State::TooLarge : State::Malformed,
             tooLarge ? "the response body is longer than " + std::to_string(m_limits.totalBody) + " bytes"
                      : problem.message());
        return;
    }
    if (m_parser->is_done()) {
        m_surplus += rest.size();
        finishIfDone();
        return;
    }
    if (rest.size() > kMaxPending) {
        fail(State::Malformed, "a chunk header is longer than " + std::to_string(kMaxPending) + " bytes");
        return;
    }
    m_pending = std::string(rest);
}

void ResponseReader::feedEnd()
{
    if (m_state != State::Body || !m_pending.empty()) {
        return;
    }
    error_code problem;
    m_parser->put_eof(problem);
    if (!problem) {
        finishIfDone();
    }
}

void ResponseReader::finishIfDone()
{
    if (m_parser->is_done()) {
        m_state = State::Complete;
    }
}

void ResponseReader::fail(State state, std::string problem)
{
    m_state = state;
    m_problem = std::move(problem);
}

std::uint64_t ResponseReader::missingBytes() const
{
    if (m_state != State::Body) {
        return 0;
    }
    const boost::optional<std::uint64_t> left = m_parser->content_length_remaining();
    return left ? *left : 0;
}

bool ResponseReader::allowsReuse() const
{
    return m_state == State::Complete && m_surplus == 0 && m_parser->keep_alive() && !isUpgrade();
}

bool ResponseReader::isUpgrade() const
{
    return m_state == State::Complete && m_parser->response.status == 101;
}

Response ResponseReader::takeResponse()
{
    m_parser->response.body.shrink_to_fit(); // it grew by doubling, and is kept for long
    return std::move(m_parser->response);
}

} // namespace retryscope::io
