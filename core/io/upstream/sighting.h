// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/io/http/http_message.h"
#include "core/recording/call_grouping.h"
#include "core/recording/seen_request.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace retryscope::io {

/// State shared by the sightings of one recording.
class SightingMemory
{
public:
    /// Most body and wire bytes that a recording keeps; later attempts keep none and say so.
    static constexpr std::int64_t kMostKept = std::int64_t{256} * 1024 * 1024;

    /// Counts these bytes and returns true if there is room for them.
    [[nodiscard]] bool keeps(std::size_t bytes);
    /// Counts the request and drops the part of its body beyond the limit, except the operation name in a
    /// form.
    void keep(SeenRequest& request);
    /// Bytes of heads, addresses and notes; all are kept.
    [[nodiscard]] std::int64_t headBytes() const { return m_headBytes; }
    void countHead(std::size_t bytes) { m_headBytes += static_cast<std::int64_t>(bytes); }
    /// Returns the previous response if it is equal, so that its body is not parsed again; otherwise
    /// completes this one (date, body fields).
    [[nodiscard]] std::shared_ptr<const Response> shared(Response response);
    [[nodiscard]] const Shared<Headers>& shared(const Headers& headers);
    [[nodiscard]] const Shared<std::string>& shared(std::string&& rawSent);

private:
    std::int64_t m_kept = 0;
    std::int64_t m_headBytes = 0;
    std::string m_body; ///< of the request before, as far as it is kept
    std::string m_url;  ///< of the request before
    std::shared_ptr<const Response> m_response;
    Shared<Headers> m_headers;
    Shared<std::string> m_sent;
};

/// One request of a client and its response, built from passing bytes and their times; becomes an attempt of
/// the record.
class Sighting
{
public:
    /// at: of the request's first byte. peer: of the client, with its port.
    Sighting(SeenRequest request, std::string peer, bool isReused);

    /// Bytes of the request, as received from the client.
    void takeSent(std::string_view raw);
    /// The request is complete.
    void noteSent(Instant at);
    /// Bytes of the response, as sent to the client. Returns the number of bytes up to its end.
    std::size_t takeReceived(std::string_view raw, Instant at);
    /// The response's connection was closed cleanly, which might complete the response.
    void feedEnd() { m_reader.feedEnd(); }

    [[nodiscard]] const ResponseReader& reader() const { return m_reader; }
    [[nodiscard]] bool isSent() const { return m_sentAt.has_value(); }
    [[nodiscard]] bool hasReceived() const { return m_firstAt.has_value(); }
    /// Time of the last byte to the client, or of the request.
    [[nodiscard]] Instant lastAt() const;
    [[nodiscard]] SeenRequest& request() { return m_request; }
    /// The attempt in the record; absent until set.
    std::optional<SeenAttempt> attempt;

    /// Ends the sighting. fault: what the client experienced, or why the server was not reached; none after a
    /// complete response.
    [[nodiscard]] AttemptFacts finish(Instant at, std::optional<Fault> fault, SightingMemory& memory);

private:
    SeenRequest m_request;
    std::string m_peer;
    bool m_isReused;
    ResponseReader m_reader;
    std::string m_rawSent;
    std::string m_rawReceived;
    std::int64_t m_rawSentBytes = 0;
    std::int64_t m_rawReceivedBytes = 0;
    std::optional<Instant> m_sentAt;
    std::optional<Instant> m_firstAt;
    Instant m_lastAt{};
    std::vector<std::string> m_notes;
};

} // namespace retryscope::io
