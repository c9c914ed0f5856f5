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

/// What the sightings of one recording share.
class SightingMemory
{
public:
    /// Bytes of bodies and of the wire that a recording keeps; beyond them attempts keep none, and say so.
    static constexpr std::int64_t kMostKept = std::int64_t{256} * 1024 * 1024;

    /// True, and they are counted, where so many more may be kept.
    [[nodiscard]] bool keeps(std::size_t bytes);
    /// Counts the request; takes from its body what may not be kept any more, but for what names an
    /// operation in a form.
    void keep(SeenRequest& request);
    /// Of heads, addresses and notes, all of which are kept.
    [[nodiscard]] std::int64_t headBytes() const { return m_headBytes; }
    void countHead(std::size_t bytes) { m_headBytes += static_cast<std::int64_t>(bytes); }
    /// The one before, where it is the same; its body is then not read again. Completes it (date, fields of
    /// the body) else.
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

/// One request of a client and what it got, told as bytes and moments while they pass: becomes an attempt of
/// the record.
class Sighting
{
public:
    /// at: of the request's first byte. peer: of the client, with its port.
    Sighting(SeenRequest request, std::string peer, bool isReused);

    /// Of the request, as they came from the client.
    void takeSent(std::string_view raw);
    /// The request's last byte is in.
    void noteSent(Instant at);
    /// Of the response, as they go to the client; those behind its end are not taken. The number of bytes
    /// taken.
    std::size_t takeReceived(std::string_view raw, Instant at);
    void addNote(std::string note) { m_notes.push_back(std::move(note)); }
    /// The connection that the response came on has ended in order: perhaps the response has, too.
    void feedEnd() { m_reader.feedEnd(); }

    [[nodiscard]] const ResponseReader& reader() const { return m_reader; }
    [[nodiscard]] bool isSent() const { return m_sentAt.has_value(); }
    [[nodiscard]] bool hasReceived() const { return m_firstAt.has_value(); }
    /// Of the last byte that went to the client, or of the request.
    [[nodiscard]] Instant lastAt() const;
    [[nodiscard]] SeenRequest& request() { return m_request; }
    /// Which attempt it became; absent until it was told.
    std::optional<SeenAttempt> attempt;

    /// It is over. fault: what the client met, or what kept it from the upstream; none after a whole
    /// response.
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
