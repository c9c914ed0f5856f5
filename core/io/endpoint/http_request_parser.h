// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace retryscope::io {

/// One received request.
struct HttpRequest
{
    std::string method;
    std::string target;
    Headers headers;
    std::string body;           ///< without chunk framing; at most kMaxKeptRequestBody of it
    std::int64_t bodyBytes = 0; ///< all that arrived
    bool keepAlive = true;      ///< the client wants another request on this connection
    bool isHttp10 = false;
    int ofConnection = 1; ///< which request of its connection this is, from 1
};

/// How much of a request's body is kept for the log; the rest is counted.
inline constexpr std::size_t kMaxKeptRequestBody = std::size_t{1024} * 1024;

class RequestGrammar;

/// Incremental parser from bytes to requests, without a socket; uses Boost.Beast's grammar. Accepts heads up
/// to 256 KiB and bodies up to 64 MiB, chunked ones too.
class HttpRequestParser
{
public:
    HttpRequestParser();
    ~HttpRequestParser();
    HttpRequestParser(const HttpRequestParser&) = delete;
    HttpRequestParser& operator=(const HttpRequestParser&) = delete;

    /// Adds bytes without parsing them, so that pipelined requests wait.
    void feed(std::string_view bytes);
    /// The next complete request; absent while bytes are missing, and always after a failure.
    [[nodiscard]] std::optional<HttpRequest> takeRequest();
    /// The head of a request whose body is still to come; once per request.
    [[nodiscard]] std::optional<HttpRequest> takeHead();
    /// True once for a request that waits for 100 Continue before its body.
    [[nodiscard]] bool takeContinueWish();

    /// Bytes of the next request have arrived.
    [[nodiscard]] bool hasBegun() const { return m_hasBegun || m_used < m_bytes.size(); }
    /// The head of the next request has begun and is not complete.
    [[nodiscard]] bool isInHead() const { return m_hasBegun && !m_knowsHead && !hasFailed(); }
    /// Fails with 408: the client took too long for the head.
    void giveUpHead();
    [[nodiscard]] bool hasFailed() const { return m_failureStatus != 0; }
    /// Status for the client after a failure: 400, 408, 413 or 431; 0: no failure.
    [[nodiscard]] int failureStatus() const { return m_failureStatus; }
    [[nodiscard]] const std::string& problem() const { return m_problem; }

private:
    void skipEmptyLines();
    bool parseSome();
    void noteHead();
    void fail(int status, std::string problem);

    std::unique_ptr<RequestGrammar> m_grammar;
    std::string m_bytes;
    std::size_t m_used = 0; ///< of m_bytes
    bool m_hasBegun = false;
    bool m_knowsHead = false;
    bool m_hasNewHead = false;
    bool m_wantsContinue = false;
    int m_requests = 0; ///< complete ones
    int m_failureStatus = 0;
    std::string m_problem;
};

} // namespace retryscope::io
