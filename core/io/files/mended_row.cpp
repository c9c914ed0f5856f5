// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/mended_row.h"

#include "core/facts/letter_case.h"
#include "core/io/http/pasted_response.h"

#include <memory>
#include <string>
#include <utility>

namespace retryscope::io {

namespace {

AttemptFacts factsWith(Response response)
{
    completeResponse(response);
    AttemptFacts facts;
    facts.response = std::make_shared<const Response>(std::move(response));
    return facts;
}

/// `<Error>…</Error>` as the remedy writes it; empty: it writes none.
std::string pageIn(const std::string& code)
{
    constexpr std::string_view kEnd = "</Error>";
    const std::size_t begin = code.find("<Error>");
    const std::size_t end = code.find(kEnd, begin == std::string::npos ? 0 : begin);
    return begin == std::string::npos || end == std::string::npos
               ? std::string()
               : code.substr(begin, end + kEnd.size() - begin);
}

/// The box's page, with the name and the wait that the remedy gives it.
std::optional<AttemptFacts> namedPage(const AttemptFacts& client, const std::string& code)
{
    const std::string page = pageIn(code);
    if (page.empty() || !client.response) {
        return std::nullopt;
    }
    Response response = *client.response;
    response.body = page;
    if (code.find("application/xml") != std::string::npos) {
        response.headers.set("Content-Type", "application/xml");
    }
    if (inLowerCase(code).find("retry-after") != std::string::npos) {
        response.headers.set("Retry-After", "1");
    }
    if (response.headers.contains("content-length")) {
        response.headers.set("Content-Length", std::to_string(page.size()));
    }
    return factsWith(std::move(response));
}

AttemptFacts withStatusOf(const Response& origin, Response response)
{
    response.status = origin.status;
    response.reason = origin.reason;
    return factsWith(std::move(response));
}

AttemptFacts withHeaderOf(const Response& origin, Response response, const std::string& name)
{
    for (const Header& header : origin.headers.entries) {
        if (equalsIgnoringCase(header.name, name)) {
            response.headers.entries.push_back(header);
        }
    }
    return factsWith(std::move(response));
}

std::optional<AttemptFacts> mendedFacts(const BenchRow& row, BoxEffect effect, const BoxRemedy& remedy)
{
    if (effect == BoxEffect::OwnPageForFault) {
        return namedPage(row.client, remedy.code);
    }
    if (effect == BoxEffect::OwnPage && row.origin.response) {
        return row.origin; // also where it broke off inside
    }
    if (!row.origin.response || row.origin.fault) {
        return std::nullopt;
    }
    const Response& sent = *row.origin.response;
    switch (effect) {
    case BoxEffect::OwnPage:
    case BoxEffect::GaveUp:
    case BoxEffect::NotForwarded:
    case BoxEffect::TooLargeForItself:
    case BoxEffect::BodyCut:
    case BoxEffect::Reencoded:
        return row.origin;
    case BoxEffect::StatusChanged:
        return row.client.response ? std::optional(withStatusOf(sent, *row.client.response)) : std::nullopt;
    case BoxEffect::HeadersLost:
        return row.client.response
                   ? std::optional(withHeaderOf(sent, *row.client.response, tellingLostHeader(row)))
                   : std::nullopt;
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<RowFacts> mendedRow(const BenchRow& row, BoxEffect effect, const BoxRemedy& remedy)
{
    RowFacts mended = row;
    if (effect == BoxEffect::Resent || effect == BoxEffect::ResentUnsafe) {
        mended.arrivals = row.requests;
        return mended;
    }
    std::optional<AttemptFacts> facts = mendedFacts(row, effect, remedy);
    if (!facts) {
        return std::nullopt;
    }
    mended.client = *std::move(facts);
    return mended;
}

} // namespace retryscope::io
