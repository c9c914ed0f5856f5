// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/endpoint/http_request_parser.h"

#include <boost/beast/http/basic_parser.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace retryscope::io {

/// Beast's request grammar with storage for the results. For HttpRequestParser, which needs whole requests,
/// and for streaming; confines Boost to these.
class RequestGrammar final : public boost::beast::http::basic_parser<true>
{
    using StringView = boost::beast::string_view;
    using ErrorCode = boost::beast::error_code;

public:
    static constexpr std::uint32_t kMaxHead = 256 * 1024;
    /// Size of `0 CR LF CR LF`. With fewer bytes, Beast 1.74 asserts at the end of an empty chunked body.
    static constexpr std::size_t kShortestChunkEnd = 5;

    explicit RequestGrammar(std::uint64_t mostBody)
    {
        header_limit(kMaxHead);
        body_limit(mostBody);
    }

    HttpRequest request;
    /// FNV-1a, 64 bit, of the whole body without its framing.
    std::uint64_t bodyHash = kEmptyHash;

    static constexpr std::uint64_t kEmptyHash = 14695981039346656037U;

private:
    static std::string textOf(StringView view) { return {view.data(), view.size()}; }

    void on_request_impl(boost::beast::http::verb, StringView method, StringView target, int version,
                         ErrorCode&) override
    {
        request.method = textOf(method);
        request.target = textOf(target);
        request.isHttp10 = version == 10;
    }

    void on_response_impl(int, StringView, int, ErrorCode&) override {}

    void on_field_impl(boost::beast::http::field, StringView name, StringView value, ErrorCode&) override
    {
        if (!is_header_done()) { // trailers behind a chunked body are dropped
            request.headers.add(textOf(name), textOf(value));
        }
    }

    /// True if the last coding is not chunked: the end of the body is then unknown, and the bytes after the
    /// head would be parsed as the next request (RFC 9112, section 6.3). Beast ignores such codings.
    void on_header_impl(ErrorCode& problem) override
    {
        if (request.headers.find("Transfer-Encoding") != nullptr && !chunked()) {
            problem = boost::beast::http::error::bad_transfer_encoding;
        }
    }
    void on_body_init_impl(const boost::optional<std::uint64_t>&, ErrorCode&) override {}
    std::size_t on_body_impl(StringView body, ErrorCode&) override { return keep(body); }
    void on_chunk_header_impl(std::uint64_t, StringView, ErrorCode&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, StringView body, ErrorCode&) override { return keep(body); }
    void on_finish_impl(ErrorCode&) override {}

    std::size_t keep(StringView bytes)
    {
        constexpr std::uint64_t kPrime = 1099511628211U;
        for (const char byte : bytes) {
            bodyHash = (bodyHash ^ static_cast<unsigned char>(byte)) * kPrime;
        }
        request.bodyBytes += static_cast<std::int64_t>(bytes.size());
        const std::size_t room = kMaxKeptRequestBody - request.body.size();
        request.body.append(bytes.data(), std::min(bytes.size(), room));
        return bytes.size();
    }
};

} // namespace retryscope::io
