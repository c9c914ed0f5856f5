// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/error_name.h"

#include "core/facts/header_syntax.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

struct Found
{
    std::string text;
    std::string origin;
};

constexpr std::string_view kXmlPrefix = "xml:";
constexpr std::string_view kJsonPrefix = "json:";

template <typename T>
bool contains(const std::vector<T>& values, const T& value)
{
    return std::find(values.begin(), values.end(), value) != values.end();
}

/// A path whose first component is `*` matches any root element.
bool matchesXmlPath(std::string_view path, std::string_view wanted)
{
    if (!wanted.starts_with("*/")) {
        return path == wanted;
    }
    const std::size_t slash = path.find('/');
    return slash != std::string_view::npos && path.substr(slash + 1) == wanted.substr(2);
}

std::optional<Found> findField(const ParsedBody& body, std::string_view prefix, std::string_view path)
{
    if (prefix == kJsonPrefix && path.starts_with('/')) {
        path.remove_prefix(1);
    }
    for (const BodyField& field : body.fields) {
        const std::string_view place = field.place;
        if (place.starts_with(prefix) && matchesXmlPath(place.substr(prefix.size()), path)) {
            return Found{field.text, field.place};
        }
    }
    return std::nullopt;
}

/// The reason phrase without its blanks, as some clients turn it into a name.
std::string withoutBlanks(const std::string& text)
{
    std::string result;
    for (const char character : text) {
        if (kMarkupBlanks.find(character) == std::string_view::npos) {
            result += character;
        }
    }
    return result;
}

bool readsRoot(XmlRootMatch match, const ParsedBody& body, bool isAnyRoot)
{
    switch (match) {
    case XmlRootMatch::Local:
        return true;
    case XmlRootMatch::Qualified:
        return body.xmlRootName != XmlRootName::Prefixed;
    case XmlRootMatch::Expanded:
        return isAnyRoot || body.xmlRootName == XmlRootName::Plain;
    }
    return true;
}

std::optional<Found> lookUp(const NamePlace& place, XmlRootMatch match, const Response& response)
{
    switch (place.source) {
    case NameSource::Header:
        if (const std::string* value = response.headers.find(place.path)) {
            return Found{*value, "header:" + place.path};
        }
        return std::nullopt;
    case NameSource::Xml:
        return response.parsed.isXml && readsRoot(match, response.parsed, place.path.starts_with('*'))
                   ? findField(response.parsed, kXmlPrefix, place.path)
                   : std::nullopt;
    case NameSource::Json:
        return response.parsed.isJson ? findField(response.parsed, kJsonPrefix, place.path) : std::nullopt;
    case NameSource::Status:
        return Found{std::to_string(response.status), "status"};
    case NameSource::Reason:
        return response.reason.empty() ? std::nullopt
                                       : std::optional(Found{withoutBlanks(response.reason), "reason"});
    }
    return std::nullopt;
}

std::string_view stripped(std::string_view text, Strip strip, bool isHeader)
{
    const auto after = [text](std::size_t position) {
        return position == std::string_view::npos ? text : text.substr(position + 1);
    };
    switch (strip) {
    case Strip::AfterHash:
        return after(text.find('#'));
    case Strip::BeforeColon:
        return text.substr(0, text.find(':'));
    case Strip::AfterColon:
        return after(text.rfind(':'));
    case Strip::AfterDot:
        return after(text.rfind('.'));
    case Strip::AfterHashElseBeforeColon:
        return stripped(
            text, text.find('#') == std::string_view::npos ? Strip::BeforeColon : Strip::AfterHash, isHeader);
    case Strip::BeforeSemicolon:
        return text.substr(0, text.find(';'));
    case Strip::BeforeColonInHeaders:
        return isHeader ? stripped(text, Strip::BeforeColon, true) : text;
    case Strip::Blanks:
        return trimmed(text, kMarkupBlanks);
    }
    return text;
}

ErrorName named(const ErrorReading& reading, Found found)
{
    std::string_view name = found.text;
    for (const Strip strip : reading.strip) {
        name = stripped(name, strip, found.origin.starts_with("header:"));
    }
    ErrorName result{.state = name.empty() ? NameState::Empty : NameState::Present,
                     .name = std::string(name)};
    result.found = std::move(found.text); // only now: the name was a part of it
    result.origin = std::move(found.origin);
    return result;
}

} // namespace

BodyState bodyStateOf(const ErrorReading& reading, const AttemptFacts& facts)
{
    if (!facts.response || facts.response->parsed.isEmpty) {
        return BodyState::Absent;
    }
    const ParsedBody& body = facts.response->parsed;
    switch (reading.syntax) {
    case BodySyntax::Xml:
        return body.isXml ? BodyState::Parsed : BodyState::Unparseable;
    case BodySyntax::Json:
        return body.isJson ? BodyState::Parsed : BodyState::Unparseable;
    case BodySyntax::Any:
        break;
    }
    return body.isXml || body.isJson ? BodyState::Parsed : BodyState::Unparseable;
}

const EmbeddedError* embeddedErrorIn(const ErrorReading& reading, const AttemptFacts& facts,
                                     const std::string& operation)
{
    if (reading.embedded.empty() || !facts.response) {
        return nullptr;
    }
    const BodyState state = bodyStateOf(reading, facts);
    const EmbeddedBody body = state == BodyState::Absent        ? EmbeddedBody::Empty
                              : state == BodyState::Unparseable ? EmbeddedBody::Unparseable
                                                                : EmbeddedBody::ErrorDocument;
    if (body == EmbeddedBody::ErrorDocument &&
        !(facts.response->parsed.xmlRoot == "Error" &&
          readsRoot(reading.rootMatch, facts.response->parsed, false))) {
        return nullptr;
    }
    const auto holds = [&](const EmbeddedError& embedded) {
        return contains(embedded.bodyIs, body) && !contains(embedded.operationNotIn, operation) &&
               (embedded.operationIn.empty() || contains(embedded.operationIn, operation));
    };
    const auto found = std::find_if(reading.embedded.begin(), reading.embedded.end(), holds);
    return found == reading.embedded.end() ? nullptr : &*found;
}

ErrorName nameOf(const ErrorReading& reading, const AttemptFacts& facts)
{
    if (!facts.response) {
        return {};
    }
    for (const NamePlace& place : reading.places) {
        if (std::optional<Found> found = lookUp(place, reading.rootMatch, *facts.response)) {
            return named(reading, std::move(*found));
        }
    }
    if (reading.nameFromStatusWhenUnreadable && bodyStateOf(reading, facts) != BodyState::Parsed) {
        return named(reading, {std::to_string(facts.response->status), "status"});
    }
    return {};
}

std::string messageOf(const ErrorReading& reading, const AttemptFacts& facts)
{
    if (!facts.response) {
        return {};
    }
    for (const NamePlace& place : reading.messagePlaces) {
        const std::optional<Found> found = lookUp(place, reading.rootMatch, *facts.response);
        if (found && !trimmed(found->text, kMarkupBlanks).empty()) {
            return std::string(trimmed(found->text, kMarkupBlanks));
        }
    }
    return {};
}

std::string requestIdOf(const AttemptFacts& facts)
{
    if (!facts.response) {
        return {};
    }
    for (const std::string_view header : {"x-amzn-requestid", "x-amz-request-id", "x-request-id"}) {
        if (const std::string* value = facts.response->headers.find(header)) {
            return *value;
        }
    }
    for (const std::string_view path : {"*/RequestId", "*/RequestID", "*/ResponseMetadata/RequestId"}) {
        if (const std::optional<Found> found = findField(facts.response->parsed, kXmlPrefix, path)) {
            return found->text;
        }
    }
    return {};
}

} // namespace retryscope
