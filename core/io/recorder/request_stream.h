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

/// Bytes of a connection in; requests out in pieces, each with the bytes that it came in, so that they can go
/// on unchanged before the whole is there. The grammar is that of HttpRequestParser, and so is the longest
/// head; bodies have no end but their own.
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

    /// Takes bytes over; they are read by next().
    void feed(std::string_view bytes);
    [[nodiscard]] Event next();
    /// Of the last event, until the next call of feed() or next().
    [[nodiscard]] std::string_view raw() const { return m_raw; }

    /// The request being read, or the one that has just ended: body and bodyBytes as far as they have come.
    [[nodiscard]] const HttpRequest& request() const;
    /// Of all of the body that has come, without its framing; never 0.
    [[nodiscard]] std::uint64_t bodyHash() const;
    /// Its head says that a body follows.
    [[nodiscard]] bool hasBody() const;
    /// The client holds the body back until it is told to go on.
    [[nodiscard]] bool expectsContinue() const { return m_expectsContinue; }
    /// A head was read, and not yet its end.
    [[nodiscard]] bool isInside() const { return m_isInside; }
    /// Some bytes of the next head are there.
    [[nodiscard]] bool hasBegun() const { return m_isInside || m_used < m_bytes.size(); }
    [[nodiscard]] std::size_t unreadBytes() const { return m_bytes.size() - m_used; }
    /// Everything that was fed and not read, for who goes on without HTTP; the stream is then empty.
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
