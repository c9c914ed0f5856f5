// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/endpoint/http_request_parser.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace retryscope::io {

class RequestGrammar;

/// Parses a connection's bytes into pieces of requests, each with its original bytes, so that they can be
/// forwarded unchanged before the request is complete. Same grammar and head limit as HttpRequestParser;
/// bodies have no limit.
class RequestStream
{
public:
    enum class Event {
        NeedsMore, ///< nothing until more bytes are fed
        Head,      ///< request() has the head, raw() its bytes
        Body,      ///< raw() is a piece of the body, framing included
        End,       ///< request() is complete; the next event belongs to the next request
        Failed,    ///< what follows is no request; failureStatus() and problem(); for good
    };

    RequestStream();
    ~RequestStream();
    RequestStream(const RequestStream&) = delete;
    RequestStream& operator=(const RequestStream&) = delete;

    /// Adds bytes; next() parses them.
    void feed(std::string_view bytes);
    [[nodiscard]] Event next();
    /// Bytes of the last event; valid until the next call of feed() or next().
    [[nodiscard]] std::string_view raw() const { return m_raw; }

    /// The current or just completed request, with the body received so far.
    [[nodiscard]] const HttpRequest& request() const;
    /// Hash of the body received so far, without its framing; never 0.
    [[nodiscard]] std::uint64_t bodyHash() const;
    /// True if the head announces a body.
    [[nodiscard]] bool hasBody() const;
    /// True if the client waits for 100 Continue before the body.
    [[nodiscard]] bool expectsContinue() const { return m_expectsContinue; }
    /// True between the head and the end of a request.
    [[nodiscard]] bool isInside() const { return m_isInside; }
    /// True if bytes of the next head have arrived.
    [[nodiscard]] bool hasBegun() const { return m_isInside || m_used < m_bytes.size(); }
    [[nodiscard]] std::size_t unreadBytes() const { return m_bytes.size() - m_used; }
    /// Takes all unread bytes out, to continue without HTTP.
    [[nodiscard]] std::string takeUnread();

    [[nodiscard]] int failureStatus() const { return m_failureStatus; } ///< 400 or 431
    [[nodiscard]] const std::string& problem() const { return m_problem; }

private:
    Event readHead();
    Event readBody();
    Event fail(int status, std::string problem);
    [[nodiscard]] bool begin();
    void noteHead();

    std::unique_ptr<RequestGrammar> m_grammar;
    std::string m_bytes;
    std::size_t m_used = 0;      ///< of m_bytes
    std::size_t m_headBytes = 0; ///< behind those, taken by the grammar of a head that is not whole
    std::string_view m_raw;
    bool m_isInside = false;
    bool m_expectsContinue = false;
    int m_requests = 0; ///< begun
    int m_failureStatus = 0;
    std::string m_problem;
};

} // namespace retryscope::io
