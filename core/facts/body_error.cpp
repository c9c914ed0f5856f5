// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/body_error.h"

#include <algorithm>
#include <array>

namespace retryscope {

namespace {

/// The members that name an error, the most telling first.
constexpr std::array<std::string_view, 9> kNames{"code", "Code",   "extensions/code", "type", "status",
                                                 "name", "reason", "message",         "data"};

BodyError errorAt(const std::string& place, const ParsedBody& body)
{
    if (const std::string* text = body.find(place)) {
        return {spelledPlace(place), *text};
    }
    const bool isRoot = place.ends_with(':');
    for (const std::string_view name : kNames) {
        const std::string member = place + (isRoot ? "" : "/") + std::string(name);
        const std::string* text = body.find(member);
        if (text != nullptr && !text->empty()) {
            return {spelledPlace(member), *text};
        }
    }
    return {spelledPlace(isRoot ? place.substr(0, place.size() - 1) : place), {}};
}

} // namespace

std::optional<BodyError> bodyErrorOf(const AttemptFacts& facts)
{
    constexpr int kFirstSuccess = 200;
    constexpr int kFirstOther = 300;
    if (!facts.response || facts.response->status < kFirstSuccess || facts.response->status >= kFirstOther) {
        return std::nullopt;
    }
    const ParsedBody& body = facts.response->parsed;
    if (body.isXml && body.xmlRoot == "Error") {
        return errorAt("xml:Error", body);
    }
    return body.errorPlace.empty() ? std::nullopt : std::optional(errorAt(body.errorPlace, body));
}

std::string spelledPlace(std::string_view place)
{
    if (place.starts_with("xml:")) {
        return std::string(place);
    }
    const std::size_t begin = place.find(':') + 1;
    std::string text(place.substr(0, begin));
    for (std::size_t at = begin; at <= place.size();) {
        const std::size_t end = std::min(place.find('/', at), place.size());
        const std::string_view part = place.substr(at, end - at);
        const bool isIndex = !part.empty() && std::all_of(part.begin(), part.end(), [](char letter) {
            return letter >= '0' && letter <= '9';
        });
        if (isIndex) {
            text += '[' + std::string(part) + ']';
        } else {
            text += (at == begin ? "" : ".") + std::string(part);
        }
        at = end + 1;
    }
    return text;
}

} // namespace retryscope
