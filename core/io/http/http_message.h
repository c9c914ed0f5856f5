// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/request_spec.h"
#include "core/io/http/wire_target.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// The request line and header fields of one attempt, as bytes and as a list. The body
/// follows on the wire unchanged.
struct RequestHead
{
    std::string bytes;
    Headers headers; ///< every field on the wire, in order, those added here included
};

/// Form of the target in the request line.
enum class TargetForm {
    Origin,  ///< `/path`
    Absolute ///< `http://host/path`, for a plain-HTTP proxy
};

/// Largest body that can be sent.
inline constexpr std::int64_t kMaxRequestBody = 64LL * 1024 * 1024;

/// Rejects a request that cannot be sent: a method or header name that is not a token, line breaks in values,
/// a wrong Content-Length, Transfer-Encoding, or a body above kMaxRequestBody.
Result<Done> checkMessage(const RequestSpec& spec);

/// Builds the head. Adds only Host, Content-Length, `added` (headers of the emulated client) and a non-empty
/// proxyAuthorization, each only if the request lacks it. bodyBytes: size of this attempt's body, which can
/// differ from spec.body. spec must have passed checkMessage().
[[nodiscard]] RequestHead requestHead(const RequestSpec& spec, const WireTarget& target,
                                      std::size_t bodyBytes, TargetForm form,
                                      const std::string& proxyAuthorization, const Headers& added = {});

struct ResponseLimits
{
    std::int64_t head = 256LL * 1024;              ///< all heads of one attempt, interim ones included
    std::int64_t keptBody = 16LL * 1024 * 1024;    ///< the rest is counted
    std::int64_t totalBody = 1024LL * 1024 * 1024; ///< beyond it the response is refused
};

/// Incremental parser from bytes to one response, without a socket. Skips interim responses (1xx) with a
/// note.
class ResponseReader
{
public:
    enum class State {
        Head,
        Body,
        Complete,
        Malformed, ///< bytes that are not HTTP; problem() says why
        TooLarge   ///< beyond the limits; problem() says which
    };

    explicit ResponseReader(std::string_view requestMethod, ResponseLimits limits = {});
    ~ResponseReader();
    ResponseReader(const ResponseReader&) = delete;
    ResponseReader& operator=(const ResponseReader&) = delete;

    /// Parses bytes of the response; surplusBytes() counts those after its end.
    void feed(std::string_view bytes);
    /// The connection ended: completes a response that ends with the connection; otherwise does nothing.
    void feedEnd();

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isFinal() const { return m_state > State::Body; }
    /// True if a byte of the final response has arrived.
    [[nodiscard]] bool hasBegun() const { return !m_head.empty() || m_hasHead; }
    /// True if status and headers are complete.
    [[nodiscard]] bool hasHead() const { return m_hasHead; }
    [[nodiscard]] const std::string& problem() const { return m_problem; }
    [[nodiscard]] const std::vector<std::string>& notes() const { return m_notes; }
    [[nodiscard]] std::size_t surplusBytes() const { return m_surplus; }
    /// Bytes missing according to Content-Length; 0 if unknown.
    [[nodiscard]] std::uint64_t missingBytes() const;
    /// True if the connection can carry another request after this response.
    [[nodiscard]] bool allowsReuse() const;
    /// True if the connection leaves HTTP: the response is a 101.
    [[nodiscard]] bool isUpgrade() const;
    /// Moves the response out, as far as it has arrived; status 0 without a head.
    [[nodiscard]] Response takeResponse();

private:
    class Parser;

    void startParser();
    std::string_view feedHead(std::string_view bytes);
    void feedBody(std::string_view bytes);
    void readHead(std::string_view head);
    void fail(State state, std::string problem);
    void finishIfDone();

    ResponseLimits m_limits;
    bool m_isHeadRequest;
    State m_state = State::Head;
    bool m_hasHead = false;
    std::string m_head;    ///< of the response being read, until it is complete
    std::string m_pending; ///< start of a chunk header that is not complete yet
    std::int64_t m_headBytes = 0;
    std::size_t m_surplus = 0;
    std::string m_problem;
    std::vector<std::string> m_notes;
    std::unique_ptr<Parser> m_parser;
};

} // namespace retryscope::io
