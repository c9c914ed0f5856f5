// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/upstream/sighting.h"

#include "core/facts/http_date.h"
#include "core/io/http/described_size.h"
#include "core/io/http/error_body.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace retryscope::io {

namespace {

/// Of the raw bytes in each direction, as an exchange of ours keeps them.
constexpr std::size_t kKeptRaw = std::size_t{64} * 1024;
/// Of a response's body (Recorder::kKeptBody); whatever it comes to passes.
constexpr ResponseLimits kLimits{.keptBody = std::int64_t{1024} * 1024,
                                 .totalBody = std::numeric_limits<std::int64_t>::max()};

void keepRaw(std::string& kept, std::string_view bytes)
{
    kept.append(bytes.substr(0, kKeptRaw - kept.size()));
}

/// But for what follows from the rest.
bool isSame(const Response& left, const Response& right)
{
    return left.status == right.status && left.bodyBytes == right.bodyBytes &&
           left.bodyTruncated == right.bodyTruncated && left.reason == right.reason &&
           left.body == right.body && left.headers == right.headers;
}

/// What stays of a body's fields where the recording is full: errors name themselves early.
constexpr std::int64_t kFewFields = std::int64_t{2} * 1024;

std::int64_t readBytesOf(const ParsedBody& parsed)
{
    return sumOf(parsed.fields) +
           static_cast<std::int64_t>(parsed.remaining ? parsed.remaining->items.size() : 0);
}

void shorten(ParsedBody& parsed)
{
    if (parsed.remaining) {
        std::string().swap(parsed.remaining->items);
    }
    std::int64_t kept = 0;
    std::erase_if(parsed.fields, [&kept](BodyField& field) {
        io::shorten(field.text);
        kept += sizeOf(field);
        return kept > kFewFields;
    });
    parsed.fields.shrink_to_fit();
}

} // namespace

void SightingMemory::keep(SeenRequest& request)
{
    constexpr std::size_t kAlwaysKept = 4096;
    if (const std::string* agent = request.headers.find("User-Agent")) {
        countHead(agent->size()); // each call has it
    }
    if (request.url != m_url) {
        m_url = request.url;
        countHead(m_url.size());
    }
    if (request.body == m_body) {
        return; // the record holds it once
    }
    const std::size_t counted = request.body.size() - std::min(request.body.size(), kAlwaysKept);
    if (!keeps(counted)) {
        request.body.resize(kAlwaysKept);
        request.body.shrink_to_fit();
    }
    countHead(std::min(request.body.size(), kAlwaysKept));
    m_body = request.body;
}

bool SightingMemory::keeps(std::size_t bytes)
{
    if (m_kept + static_cast<std::int64_t>(bytes) > kMostKept) {
        return false;
    }
    m_kept += static_cast<std::int64_t>(bytes);
    return true;
}

std::shared_ptr<const Response> SightingMemory::shared(Response response)
{
    if (m_response && isSame(*m_response, response)) {
        return m_response;
    }
    if (const std::string* date = response.headers.find("Date")) {
        response.date = parseHttpDate(*date);
    }
    response.parsed = parseBody(
        response.headers, QByteArrayView(response.body.data(), static_cast<qsizetype>(response.body.size())));
    if (!keeps(response.body.size())) {
        response.bodyTruncated = response.bodyTruncated || !response.body.empty();
        std::string().swap(response.body);
    }
    const std::int64_t read = readBytesOf(response.parsed);
    if (read > kFreeDescription && !keeps(static_cast<std::size_t>(read - kFreeDescription))) {
        shorten(response.parsed);
    }
    countHead(response.reason.size() +
              static_cast<std::size_t>(sumOf(response.headers.entries) +
                                       std::min(readBytesOf(response.parsed), kFreeDescription)));
    m_response = std::make_shared<const Response>(std::move(response));
    return m_response;
}

const Shared<Headers>& SightingMemory::shared(const Headers& headers)
{
    if (*m_headers != headers) {
        m_headers = headers;
        countHead(static_cast<std::size_t>(sumOf(headers.entries)));
    }
    return m_headers;
}

const Shared<std::string>& SightingMemory::shared(std::string&& rawSent)
{
    if (*m_sent != rawSent) {
        m_sent = keeps(rawSent.size()) ? std::move(rawSent) : std::string();
    }
    return m_sent;
}

Sighting::Sighting(SeenRequest request, std::string peer, bool isReused)
    : m_request(std::move(request))
    , m_peer(std::move(peer))
    , m_isReused(isReused)
    , m_reader(m_request.method, kLimits)
    , m_lastAt(m_request.at)
{
}

void Sighting::takeSent(std::string_view raw)
{
    m_rawSentBytes += static_cast<std::int64_t>(raw.size());
    keepRaw(m_rawSent, raw);
}

void Sighting::noteSent(Instant at)
{
    m_sentAt = at;
    m_lastAt = std::max(m_lastAt, at);
}

std::size_t Sighting::takeReceived(std::string_view raw, Instant at)
{
    if (raw.empty()) {
        return 0;
    }
    m_firstAt = m_firstAt.value_or(at);
    m_lastAt = at;
    const std::size_t before = m_reader.surplusBytes();
    m_reader.feed(raw);
    const std::size_t taken = raw.size() - (m_reader.surplusBytes() - before);
    m_rawReceivedBytes += static_cast<std::int64_t>(taken);
    keepRaw(m_rawReceived, raw.substr(0, taken));
    return taken;
}

Instant Sighting::lastAt() const
{
    return m_lastAt;
}

AttemptFacts Sighting::finish(Instant at, std::optional<Fault> fault, SightingMemory& memory)
{
    AttemptFacts facts;
    // A response may begin before the request is out; the phases then meet where it began.
    const Instant sent = std::min(m_sentAt.value_or(at), m_firstAt.value_or(at));
    facts.phases.send = sent - m_request.at;
    if (m_sentAt || m_firstAt) {
        facts.phases.wait = m_firstAt.value_or(at) - sent;
    }
    if (m_firstAt) {
        facts.phases.receive = m_lastAt - *m_firstAt;
    }
    facts.fault = std::move(fault);
    m_notes.insert(m_notes.end(), m_reader.notes().begin(), m_reader.notes().end());
    if (m_reader.hasHead()) {
        facts.response = memory.shared(m_reader.takeResponse());
    }
    WireFacts wire;
    wire.sentHeaders = memory.shared(m_request.headers);
    wire.rawSent = memory.shared(std::move(m_rawSent));
    wire.rawSentBytes = m_rawSentBytes;
    wire.rawReceivedBytes = m_rawReceivedBytes;
    if (memory.keeps(m_rawReceived.size())) {
        m_rawReceived.shrink_to_fit();
        wire.rawReceived = std::move(m_rawReceived);
    } else {
        m_notes.emplace_back("raw bytes not kept: the recording already holds 256 MiB");
    }
    wire.connection = m_request.connection;
    wire.reused = m_isReused;
    wire.peer = std::move(m_peer);
    for (const std::string& note : m_notes) {
        memory.countHead(note.size());
    }
    wire.notes = std::move(m_notes);
    facts.wire = std::make_shared<const WireFacts>(std::move(wire));
    return facts;
}

} // namespace retryscope::io
