// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/http_request_parser.h"

#include <boost/beast/http/basic_parser.hpp>

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using StringView = boost::beast::string_view;

constexpr std::uint32_t kMaxHead = 256 * 1024;
constexpr std::uint64_t kMaxBody = 64ULL * 1024 * 1024;

/// `0 CR LF CR LF`. With less than that at hand, Beast 1.74 asserts on the end of an empty chunked body.
constexpr std::size_t kShortestChunkEnd = 5;

std::string textOf(StringView view)
{
    return {view.data(), view.size()};
}

} // namespace

/// Keeps what Beast finds.
class HttpRequestParser::Grammar final : public http::basic_parser<true>
{
public:
    Grammar()
    {
        eager(true);
        header_limit(kMaxHead);
        body_limit(kMaxBody);
    }

    HttpRequest request;

private:
    void on_request_impl(http::verb, StringView method, StringView target, int version, error_code&) override
    {
        request.method = textOf(method);
        request.target = textOf(target);
        request.isHttp10 = version == 10;
    }

    void on_response_impl(int, StringView, int, error_code&) override {}

    void on_field_impl(http::field, StringView name, StringView value, error_code&) override
    {
        if (!is_header_done()) { // trailers behind a chunked body are dropped
            request.headers.add(textOf(name), textOf(value));
        }
    }

    void on_header_impl(error_code&) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
    std::size_t on_body_impl(StringView body, error_code&) override { return keep(body); }
    void on_chunk_header_impl(std::uint64_t, StringView, error_code&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, StringView body, error_code&) override
    {
        return keep(body);
    }
    void on_finish_impl(error_code&) override {}

    std::size_t keep(StringView bytes)
    {
        request.bodyBytes += static_cast<std::int64_t>(bytes.size());
        const std::size_t room = kMaxKeptRequestBody - request.body.size();
        request.body.append(bytes.data(), std::min(bytes.size(), room));
        return bytes.size();
    }
};

HttpRequestParser::HttpRequestParser() : m_grammar(std::make_unique<Grammar>()) {}

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
    m_grammar = std::make_unique<Grammar>();
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
    if (isInChunks && m_bytes.size() - m_used < kShortestChunkEnd) {
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
        fail(431, "the head is longer than 256 KiB");
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

void HttpRequestParser::fail(int status, std::string problem)
{
    m_failureStatus = status;
    m_problem = std::move(problem);
    m_bytes.clear();
    m_used = 0;
}

} // namespace retryscope::io
