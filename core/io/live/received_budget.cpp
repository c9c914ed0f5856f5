// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/live/received_budget.h"

#include "core/io/http/described_size.h"

#include <QCryptographicHash>
#include <QString>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace retryscope::io {

namespace {

/// All that goes beyond, in one run.
constexpr std::int64_t kMostDescribed = std::int64_t{256} * 1024 * 1024;
/// Enough for a status line and some headers; how many bytes there were stays known.
constexpr std::size_t kRawBeginning = 1024;

/// Adds to the sum unless that would pass the limit.
bool fits(std::int64_t& sum, std::int64_t more, std::int64_t limit)
{
    const bool isWithin = more <= limit - sum;
    sum += isWithin ? more : 0;
    return isWithin;
}

std::int64_t describedBytes(const Response& response)
{
    const ParsedBody& parsed = response.parsed;
    return static_cast<std::int64_t>(response.reason.size()) + sumOf(response.headers.entries) +
           sumOf(parsed.fields) +
           static_cast<std::int64_t>(parsed.remaining ? parsed.remaining->items.size() : 0);
}

/// The same of the redirects on the way.
std::int64_t describedBytes(const std::vector<Hop>& hops)
{
    std::int64_t sum = 0;
    for (const Hop& hop : hops) {
        sum += describedBytes(hop.response) +
               static_cast<std::int64_t>(hop.url.size() + hop.location.size() + hop.note.size());
    }
    return sum;
}

/// What the verdict was made from: it stays, so that the attempt can be judged again.
struct Read
{
    explicit Read(const Trace& trace)
    {
        if (const auto found = findStep<NameFound>(trace)) {
            nameOrigin = found->name.origin;
        }
        if (const auto hint = findStep<HintApplied>(trace)) {
            hintHeader = hint->header;
        }
    }
    [[nodiscard]] bool holds(const Header& header) const
    {
        return equalsIgnoringCase("header:" + header.name, nameOrigin) ||
               equalsIgnoringCase(header.name, hintHeader);
    }
    [[nodiscard]] bool holds(const BodyField& field) const { return field.place == nameOrigin; }
    [[nodiscard]] static bool holds(const std::string&) { return false; }

    std::string nameOrigin;
    std::string hintHeader;
};

void shortenText(Header& header)
{
    shorten(header.value);
}
void shortenText(BodyField& field)
{
    shorten(field.text);
}
void shortenText(std::string& note)
{
    shorten(note);
}

/// Keeps the first ones, shortened, within a part of what is free, and what was read; how many are gone.
template <typename Things>
std::size_t keepFirst(Things& things, const Read& read)
{
    std::int64_t sum = 0;
    return std::erase_if(things, [&](auto& thing) {
        if (read.holds(thing)) {
            return false;
        }
        shortenText(thing);
        return !fits(sum, sizeOf(thing), kFreeDescription / 4);
    });
}

Response withoutBody(const Response& response)
{
    Response rest{.status = response.status,
                  .reason = response.reason,
                  .headers = response.headers,
                  .body = {},
                  .bodyBytes = response.bodyBytes,
                  .bodyTruncated = true,
                  .bodySha256 = {},
                  .date = response.date,
                  .parsed = response.parsed};
    if (!response.bodyTruncated) {
        rest.bodySha256 = QCryptographicHash::hash(QByteArrayView(response.body), QCryptographicHash::Sha256)
                              .toHex()
                              .toStdString();
    }
    return rest;
}

void keepRawBeginning(std::shared_ptr<const WireFacts>& wire)
{
    WireFacts rest = *wire;
    rest.rawReceived = rest.rawReceived.substr(0, kRawBeginning);
    rest.rawSent = rest.rawSent->substr(0, kRawBeginning);
    wire = std::make_shared<const WireFacts>(std::move(rest));
}

std::size_t shortenDescribed(Response& response, const Read& read)
{
    shorten(response.reason);
    if (response.parsed.remaining) {
        response.parsed.remaining->items.clear();
    }
    return keepFirst(response.headers.entries, read) + keepFirst(response.parsed.fields, read);
}

void shortenDescribed(AttemptFacts& facts, const Trace& trace)
{
    const Read read(trace);
    std::size_t omitted = 0;
    if (facts.response) {
        Response rest = *facts.response;
        omitted += shortenDescribed(rest, read);
        facts.response = std::make_shared<const Response>(std::move(rest));
    }
    WireFacts wire = facts.wire ? *facts.wire : WireFacts{};
    for (Hop& hop : wire.hops) { // nothing was decided by them
        omitted += shortenDescribed(hop.response, Read(Trace{}));
        shorten(hop.url);
        shorten(hop.location);
        shorten(hop.note);
    }
    omitted += keepFirst(wire.notes, read);
    wire.notes.push_back(QStringLiteral("the record is full: Retryscope shortened long headers, fields and "
                                        "notes and omitted %1 others")
                             .arg(omitted)
                             .toStdString());
    facts.wire = std::make_shared<const WireFacts>(std::move(wire));
}

} // namespace

/// A redirect whose body exceeds the budget loses the body.
void ReceivedBudget::keepHopBodies(std::shared_ptr<const WireFacts>& wire)
{
    std::vector<bool> isKept;
    for (const Hop& hop : wire->hops) {
        isKept.push_back(fits(m_body, static_cast<std::int64_t>(hop.response.body.size()), m_bodyLimit));
    }
    if (std::find(isKept.begin(), isKept.end(), false) == isKept.end()) {
        return;
    }
    WireFacts rest = *wire;
    for (std::size_t index = 0; index < rest.hops.size(); ++index) {
        if (!isKept[index]) {
            rest.hops[index].response = withoutBody(rest.hops[index].response);
        }
    }
    wire = std::make_shared<const WireFacts>(std::move(rest));
}

void ReceivedBudget::keepWithin(AttemptJudged& judged)
{
    AttemptFacts& facts = judged.facts;
    std::int64_t described = 0;
    if (facts.response) {
        if (!fits(m_body, static_cast<std::int64_t>(facts.response->body.size()), m_bodyLimit)) {
            facts.response = std::make_shared<const Response>(withoutBody(*facts.response));
        }
        described += describedBytes(*facts.response);
    }
    if (facts.wire) {
        const std::size_t raw = facts.wire->rawReceived.size() + facts.wire->rawSent->size();
        if (!fits(m_raw, static_cast<std::int64_t>(raw), m_bodyLimit)) {
            keepRawBeginning(facts.wire);
        }
        keepHopBodies(facts.wire);
        described += sumOf(facts.wire->notes) + describedBytes(facts.wire->hops);
    }
    if (!fits(m_described, std::max(described - kFreeDescription, std::int64_t{0}), kMostDescribed)) {
        shortenDescribed(facts, judged.decision.trace);
    }
}

} // namespace retryscope::io
