// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/probe/side_difference.h"

#include "core/facts/letter_case.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace retryscope {

namespace {

constexpr std::array<std::string_view, 9> kOfOneHop{
    "connection", "keep-alive", "transfer-encoding", "content-length",    "date",
    "trailer",    "upgrade",    "proxy-connection",  "proxy-authenticate"};
constexpr std::array<std::string_view, 6> kOfTheBox{"server",         "via",      "x-cache", "age",
                                                    "x-cache-lookup", "x-varnish"};

bool isIn(const auto& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// By name in lower case: as first written, and the values as one list (RFC 9110, section 5.3).
using Fields = std::map<std::string, std::pair<std::string, std::string>>;

Fields fieldsOf(const AttemptFacts& facts)
{
    Fields fields;
    if (!facts.response) {
        return fields;
    }
    for (const Header& header : facts.response->headers.entries) {
        const std::string key = inLowerCase(header.name);
        if (isIn(kOfOneHop, key)) {
            continue;
        }
        const auto [at, isNew] = fields.try_emplace(key, header.name, header.value);
        if (!isNew) {
            at->second.second += ", " + header.value;
        }
    }
    return fields;
}

void compareHeaders(BenchRow& row)
{
    if (!row.client.response) {
        return;
    }
    const Fields sent = fieldsOf(row.origin);
    const Fields received = fieldsOf(row.client);
    for (const auto& [key, field] : sent) {
        const auto found = received.find(key);
        if (found == received.end()) {
            row.lostHeaders.push_back(field.first);
        } else if (found->second.second != field.second) {
            row.changedHeaders.push_back(field.first);
        }
    }
    for (const auto& [key, field] : received) {
        if (!sent.contains(key)) {
            row.addedHeaders.push_back(field.first);
        }
    }
}

/// Words outside of tags: pages of one sort have their markup in common, whatever they say.
std::vector<std::string_view> wordsIn(std::string_view body)
{
    const auto isOfWord = [](char character) {
        const auto byte = static_cast<unsigned char>(character);
        return std::isalnum(byte) != 0 || byte >= 0x80;
    };
    std::vector<std::string_view> words;
    bool isInTag = false;
    for (std::size_t at = 0; at < body.size();) {
        isInTag = body[at] == '<' || (isInTag && body[at] != '>');
        if (isInTag || !isOfWord(body[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < body.size() && isOfWord(body[at])) {
            ++at;
        }
        words.push_back(body.substr(begin, at - begin));
    }
    return words;
}

/// At least half of the words that were sent are there. Numbers and ids say nothing, where there is anything
/// else.
bool saysTheSame(const std::string& sent, const std::string& received)
{
    std::vector<std::string_view> words = wordsIn(sent);
    const auto hasDigit = [](std::string_view word) {
        return word.find_first_of("0123456789") != std::string_view::npos;
    };
    if (!std::all_of(words.begin(), words.end(), hasDigit)) {
        std::erase_if(words, hasDigit);
    }
    const std::vector<std::string_view> others = wordsIn(received);
    const std::set<std::string_view> known(others.begin(), others.end());
    const auto found = std::count_if(words.begin(), words.end(),
                                     [&known](std::string_view word) { return known.contains(word); });
    return !words.empty() && static_cast<std::size_t>(found) * 2 >= words.size();
}

BodyFate fateOf(const std::string& sent, const std::string& received)
{
    if (sent == received) {
        return BodyFate::Same;
    }
    if (sent.empty()) {
        return BodyFate::Replaced;
    }
    if (received.empty()) {
        return BodyFate::Empty;
    }
    if (received.size() < sent.size() && sent.starts_with(received)) {
        return BodyFate::Cut;
    }
    return saysTheSame(sent, received) ? BodyFate::Changed : BodyFate::Replaced;
}

bool isKeptInAll(const BenchRow& row)
{
    const auto matters = [](const std::vector<std::string>& names) {
        return std::any_of(names.begin(), names.end(),
                           [](const std::string& name) { return !namesTheBox(name); });
    };
    return row.origin.response->status == row.client.response->status && row.bodyIs == BodyFate::Same &&
           !row.isReencoded && !matters(row.lostHeaders) && !matters(row.addedHeaders) &&
           !matters(row.changedHeaders);
}

RowOutcome outcomeOfFault(const BenchRow& row)
{
    switch (row.client.fault->kind) {
    case FaultKind::ReadTimeout:
    case FaultKind::ConnectTimeout:
        return RowOutcome::HeldBack;
    case FaultKind::MalformedResponse:
    case FaultKind::ResponseTooLarge:
        return row.origin.fault ? RowOutcome::FaultPassedOn : RowOutcome::Garbage;
    case FaultKind::HostNotFound:
    case FaultKind::ConnectionRefused:
    case FaultKind::Unreachable:
    case FaultKind::TlsFailed:
        return RowOutcome::Unreachable;
    case FaultKind::Cancelled:
        return RowOutcome::NotSent;
    case FaultKind::ConnectionReset:
    case FaultKind::ClosedBeforeResponse:
    case FaultKind::ResponseTruncated:
    case FaultKind::ResponseReset:
        break;
    }
    if (row.isUnseen()) {
        return RowOutcome::NotForwarded;
    }
    return row.origin.fault ? RowOutcome::FaultPassedOn : RowOutcome::Closed;
}

RowOutcome outcomeOf(const BenchRow& row)
{
    if (row.arrivals > kFlood) {
        return RowOutcome::Flooded;
    }
    if (row.client.fault) {
        return outcomeOfFault(row);
    }
    if (row.isUnseen()) {
        return RowOutcome::NotForwarded;
    }
    if (!row.client.response || !row.origin.response ||
        (row.origin.fault && row.bodyIs == BodyFate::Replaced)) {
        return RowOutcome::OwnResponse;
    }
    if (isKeptInAll(row)) {
        return RowOutcome::PassedOn;
    }
    const bool isOther = row.bodyIs == BodyFate::Replaced && !row.origin.response->body.empty();
    return isOther ? RowOutcome::OwnResponse : RowOutcome::Altered;
}

} // namespace

bool namesTheBox(const std::string& header)
{
    return isIn(kOfTheBox, inLowerCase(header));
}

bool handsOnBareBytes(const RowFacts& row)
{
    return row.origin.fault && row.origin.fault->kind == FaultKind::MalformedResponse &&
           !row.origin.response && row.client.response && !row.client.response->body.empty() &&
           row.bodyIs != BodyFate::Replaced;
}

bool isUnaskedNotModified(const RowFacts& row)
{
    constexpr int kNotModified = 304;
    const auto isConditional = [](const Arrival& arrival) {
        return arrival.headers.contains("if-none-match") || arrival.headers.contains("if-modified-since");
    };
    return row.origin.response && !row.origin.fault && row.origin.response->status == kNotModified &&
           !row.seen.empty() && std::none_of(row.seen.begin(), row.seen.end(), isConditional);
}

void compareBodies(RowFacts& row, const std::string& sent, const std::string& received)
{
    const auto raw = [](const AttemptFacts& side) {
        return side.response ? std::string_view(side.response->body) : std::string_view();
    };
    row.bodyIs = fateOf(sent, received);
    row.isReencoded = row.bodyIs == BodyFate::Same && raw(row.origin) != raw(row.client);
}

BenchRow readingOf(RowFacts facts)
{
    BenchRow row{std::move(facts)};
    compareHeaders(row);
    row.outcome = outcomeOf(row);
    return row;
}

} // namespace retryscope
