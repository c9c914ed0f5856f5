// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/recorder/request_stream.h"

#include "core/io/endpoint/request_grammar.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace retryscope::io {

namespace {

namespace http = boost::beast::http;

/// A chunk header, or all trailer fields, must fit in this.
constexpr std::size_t kMostFraming = std::size_t{64} * 1024;

} // namespace

RequestStream::RequestStream() = default;

RequestStream::~RequestStream() = default;

void RequestStream::feed(std::string_view bytes)
{
    if (m_failureStatus != 0) {
        return;
    }
    m_bytes.erase(0, std::exchange(m_used, 0));
    m_bytes.append(bytes);
    m_raw = {};
}

RequestStream::Event RequestStream::next()
{
    m_raw = {};
    if (m_failureStatus != 0) {
        return Event::Failed;
    }
    if (m_isInside) {
        return readBody();
    }
    const bool isBetween = !m_grammar || m_grammar->is_done();
    return isBetween && !begin() ? Event::NeedsMore : readHead();
}

/// False where no byte of a request is there.
bool RequestStream::begin()
{
    // Empty lines before a request are allowed (RFC 9112, section 2.2).
    while (m_used < m_bytes.size() && (m_bytes[m_used] == '\r' || m_bytes[m_used] == '\n')) {
        ++m_used;
    }
    if (m_used == m_bytes.size()) {
        return false;
    }
    // Not boost::none: Beast 1.74 finds every announced length above "no limit".
    m_grammar = std::make_unique<RequestGrammar>(std::numeric_limits<std::uint64_t>::max());
    m_headBytes = 0;
    return true;
}

/// Beast may take the lines of a head one by one. They stay in m_bytes until the head is whole, so that its
/// bytes are in one piece.
RequestStream::Event RequestStream::readHead()
{
    while (m_used + m_headBytes < m_bytes.size() && !m_grammar->is_header_done()) {
        boost::beast::error_code problem;
        const char* rest = m_bytes.data() + m_used + m_headBytes;
        m_headBytes +=
            m_grammar->put(boost::asio::buffer(rest, m_bytes.size() - m_used - m_headBytes), problem);
        if (problem == http::error::need_more) {
            break;
        }
        if (problem == http::error::header_limit) {
            return fail(431, "the headers are longer than 256 KiB");
        }
        if (problem) {
            return fail(400, "not an HTTP/1 request: " + problem.message());
        }
    }
    if (!m_grammar->is_header_done()) {
        return unreadBytes() > RequestGrammar::kMaxHead ? fail(431, "the headers are longer than 256 KiB")
                                                        : Event::NeedsMore;
    }
    m_raw = std::string_view(m_bytes).substr(m_used, m_headBytes);
    m_used += m_headBytes;
    noteHead();
    return Event::Head;
}

void RequestStream::noteHead()
{
    m_isInside = true;
    HttpRequest& request = m_grammar->request;
    request.keepAlive = m_grammar->keep_alive();
    request.ofConnection = ++m_requests;
    const std::string* expectation = request.headers.find("expect");
    m_expectsContinue = hasBody() && expectation != nullptr && !request.isHttp10 &&
                        equalsIgnoringCase(*expectation, "100-continue");
}

RequestStream::Event RequestStream::readBody()
{
    if (m_grammar->is_done()) {
        m_isInside = false;
        return Event::End;
    }
    const std::size_t left = unreadBytes();
    const std::size_t least = m_grammar->chunked() ? RequestGrammar::kShortestChunkEnd : 1;
    std::size_t used = 0;
    boost::beast::error_code problem;
    while (left - used >= least && !m_grammar->is_done() && !problem) {
        used += m_grammar->put(boost::asio::buffer(m_bytes.data() + m_used + used, left - used), problem);
    }
    if (problem && problem != http::error::need_more) {
        return fail(400, "not an HTTP/1 body: " + problem.message());
    }
    if (used == 0 && m_grammar->is_done()) {
        m_isInside = false;
        return Event::End;
    }
    if (used == 0) {
        return left > kMostFraming ? fail(400, "a chunk header or the trailers are longer than 64 KiB")
                                   : Event::NeedsMore;
    }
    m_raw = std::string_view(m_bytes).substr(m_used, used);
    m_used += used;
    return Event::Body;
}

const HttpRequest& RequestStream::request() const
{
    static const HttpRequest none;
    return m_grammar ? m_grammar->request : none;
}

std::uint64_t RequestStream::bodyHash() const
{
    return std::max<std::uint64_t>(m_grammar ? m_grammar->bodyHash : RequestGrammar::kEmptyHash, 1);
}

bool RequestStream::hasBody() const
{
    return m_grammar && m_grammar->is_header_done() && !m_grammar->is_done();
}

std::string RequestStream::takeUnread()
{
    std::string rest = m_bytes.substr(m_used);
    m_bytes.clear();
    m_used = 0;
    m_raw = {};
    return rest;
}

RequestStream::Event RequestStream::fail(int status, std::string problem)
{
    m_failureStatus = status;
    m_problem = std::move(problem);
    m_bytes.clear();
    m_used = 0;
    return Event::Failed;
}

} // namespace retryscope::io
