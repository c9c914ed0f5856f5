// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/http_request_parser.h"

#include "core/io/endpoint/request_grammar.h"

#include <utility>

namespace retryscope::io {

namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;

constexpr std::uint64_t kMaxBody = 64ULL * 1024 * 1024;

std::unique_ptr<RequestGrammar> newGrammar()
{
    auto grammar = std::make_unique<RequestGrammar>(kMaxBody);
    grammar->eager(true);
    return grammar;
}

} // namespace

HttpRequestParser::HttpRequestParser() : m_grammar(newGrammar()) {}

HttpRequestParser::~HttpRequestParser() = default;

void HttpRequestParser::feed(std::string_view bytes)
{
    if (hasFailed()) {
        return;
    }
    if (m_used > 0) {
        m_bytes.erase(0, m_used);
        m_used = 0;
    }
    m_bytes.append(bytes);
}

std::optional<HttpRequest> HttpRequestParser::takeRequest()
{
    if (!m_hasBegun) {
        skipEmptyLines();
    }
    while (!hasFailed() && m_used < m_bytes.size() && !m_grammar->is_done() && parseSome()) {
    }
    noteHead();
    if (hasFailed() || !m_grammar->is_done()) {
        return std::nullopt;
    }
    HttpRequest request = std::move(m_grammar->request);
    request.keepAlive = m_grammar->keep_alive();
    request.ofConnection = ++m_requests;
    m_grammar = newGrammar();
    m_hasBegun = m_knowsHead = m_hasNewHead = m_wantsContinue = false;
    return request;
}

std::optional<HttpRequest> HttpRequestParser::takeHead()
{
    if (!std::exchange(m_hasNewHead, false)) {
        return std::nullopt;
    }
    HttpRequest head = m_grammar->request;
    head.keepAlive = m_grammar->keep_alive();
    head.ofConnection = m_requests + 1;
    return head;
}

bool HttpRequestParser::takeContinueWish()
{
    return std::exchange(m_wantsContinue, false);
}

/// Empty lines before a request are allowed (RFC 9112, section 2.2).
void HttpRequestParser::skipEmptyLines()
{
    while (m_used < m_bytes.size() && (m_bytes[m_used] == '\r' || m_bytes[m_used] == '\n')) {
        ++m_used;
    }
}

/// False when more bytes are needed.
bool HttpRequestParser::parseSome()
{
    m_hasBegun = true;
    const bool isInChunks = m_grammar->is_header_done() && m_grammar->chunked();
    if (isInChunks && m_bytes.size() - m_used < RequestGrammar::kShortestChunkEnd) {
        return false;
    }
    error_code problem;
    m_used += m_grammar->put(boost::asio::buffer(m_bytes.data() + m_used, m_bytes.size() - m_used), problem);
    if (problem == http::error::need_more) {
        return false;
    }
    if (problem == http::error::body_limit) {
        fail(413, "the body is longer than 64 MiB");
    } else if (problem == http::error::header_limit) {
        fail(431, "the headers are longer than 256 KiB");
    } else if (problem) {
        fail(400, "not an HTTP/1 request: " + problem.message());
    }
    return true;
}

/// Once per request, when its head is complete.
void HttpRequestParser::noteHead()
{
    if (m_knowsHead || hasFailed() || !m_grammar->is_header_done()) {
        return;
    }
    m_knowsHead = true;
    m_hasNewHead = !m_grammar->is_done();
    const std::string* expectation = m_grammar->request.headers.find("expect");
    m_wantsContinue =
        expectation != nullptr && equalsIgnoringCase(*expectation, "100-continue") && !m_grammar->is_done();
}

void HttpRequestParser::giveUpHead()
{
    fail(408, "the request headers were not complete in time");
}

void HttpRequestParser::fail(int status, std::string problem)
{
    m_failureStatus = status;
    m_problem = std::move(problem);
    m_bytes.clear();
    m_used = 0;
}

} // namespace retryscope::io
