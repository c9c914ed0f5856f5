// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/error_name.h"

#include "core/facts/header_syntax.h"
#include "core/facts/letter_case.h"
#include "core/facts/reason_phrase.h"

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
bool matchesPath(std::string_view path, std::string_view wanted, bool anyLetterCase)
{
    if (!wanted.starts_with("*/")) {
        return anyLetterCase ? equalsIgnoringCase(path, wanted) : path == wanted;
    }
    const std::size_t slash = path.find('/');
    return slash != std::string_view::npos && path.substr(slash + 1) == wanted.substr(2);
}

std::optional<Found> findField(const ParsedBody& body, std::string_view prefix, std::string_view path,
                               bool anyLetterCase = false)
{
    if (prefix == kJsonPrefix && path.starts_with('/')) {
        path.remove_prefix(1);
    }
    for (const BodyField& field : body.fields) {
        const std::string_view place = field.place;
        if (place.starts_with(prefix) && matchesPath(place.substr(prefix.size()), path, anyLetterCase)) {
            return Found{field.text, field.place};
        }
    }
    return std::nullopt;
}

/// The reason phrase without its blanks, as some clients turn it into a name.
std::string withoutBlanks(std::string_view text)
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

bool tolerates(const ErrorReading& reading, BodyOddity oddity)
{
    return contains(reading.tolerates, oddity);
}

/// Whether this client's parser takes the document with its oddities.
bool reads(const ErrorReading& reading, const ParsedBody& body)
{
    return std::all_of(body.oddities.begin(), body.oddities.end(), [&reading](BodyOddity oddity) {
        // JSON has no markup either: that alone makes nothing unreadable
        return oddity == BodyOddity::NoMarkup || tolerates(reading, oddity);
    });
}

/// The page of a server in between, or blanks: not a word of the service.
bool isPageInBetween(const ErrorReading& reading, const Response& response)
{
    constexpr int kFirstServerError = 500;
    return reading.pagesAreNoBody && response.status >= kFirstServerError &&
           (response.parsed.has(BodyOddity::OnlyBlanks) || response.parsed.opening.starts_with("<html>"));
}

/// What this client takes for no body at all.
bool hasNoBody(const ErrorReading& reading, const Response& response)
{
    const ParsedBody& body = response.parsed;
    return body.isEmpty || isPageInBetween(reading, response) ||
           (body.has(BodyOddity::OnlyBlanks) && tolerates(reading, BodyOddity::OnlyBlanks)) ||
           (body.has(BodyOddity::NoMarkup) && tolerates(reading, BodyOddity::NoMarkup));
}

std::optional<Found> lookUpInBody(const NamePlace& place, const ErrorReading& reading,
                                  const Response& response)
{
    const ParsedBody& body = response.parsed;
    if (hasNoBody(reading, response) || !reads(reading, body)) {
        return std::nullopt;
    }
    if (place.source == NameSource::Json) {
        return body.isJson ? findField(body, kJsonPrefix, place.path, reading.anyLetterCase) : std::nullopt;
    }
    return body.isXml && readsRoot(reading.rootMatch, body, place.path.starts_with('*'))
               ? findField(body, kXmlPrefix, place.path)
               : std::nullopt;
}

std::optional<Found> lookUp(const NamePlace& place, const ErrorReading& reading, const Response& response)
{
    switch (place.source) {
    case NameSource::Header:
        if (const std::string* value = response.headers.find(place.path)) {
            return Found{*value, "header:" + place.path};
        }
        return std::nullopt;
    case NameSource::Xml:
    case NameSource::Json:
        return lookUpInBody(place, reading, response);
    case NameSource::Status:
        return Found{std::to_string(response.status), "status"};
    case NameSource::Reason:
        return response.reason.empty() ? std::nullopt
                                       : std::optional(Found{withoutBlanks(response.reason), "reason"});
    case NameSource::StatusText:
        if (const std::string_view phrase = registeredPhraseOf(response.status); !phrase.empty()) {
            return Found{withoutBlanks(phrase), "statusText"};
        }
        return std::nullopt;
    }
    return std::nullopt;
}

std::string_view stripped(std::string_view text, Strip strip, std::string_view origin)
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
            text, text.find('#') == std::string_view::npos ? Strip::BeforeColon : Strip::AfterHash, origin);
    case Strip::BeforeSemicolon:
        return text.substr(0, text.find(';'));
    case Strip::BeforeColonInHeaders:
        return origin.starts_with("header:") ? stripped(text, Strip::BeforeColon, origin) : text;
    case Strip::Blanks:
        return trimmed(text, kMarkupBlanks);
    case Strip::AfterLastHash:
        return after(text.rfind('#'));
    case Strip::AfterLastHashInBody:
        return origin.starts_with("header:") ? text : after(text.rfind('#'));
    case Strip::AfterLastHashInType:
        return origin.ends_with(":__type") ? after(text.rfind('#')) : text;
    case Strip::BeforeComma:
        return text.substr(0, text.find(','));
    }
    return text;
}

ErrorName named(const ErrorReading& reading, Found found, bool isVerbatim = false)
{
    std::string_view name = found.text;
    if (!isVerbatim) {
        for (const Strip strip : reading.strip) {
            name = stripped(name, strip, found.origin);
        }
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
    if (!facts.response || hasNoBody(reading, *facts.response)) {
        return BodyState::Absent;
    }
    const ParsedBody& body = facts.response->parsed;
    if (!reads(reading, body)) {
        return BodyState::Unparseable;
    }
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

namespace {

/// Looks at the leaves, which is all that is kept: one of them stands in, or is, the result.
bool hasResultOf(const std::string& operation, const ParsedBody& body)
{
    const std::string path = std::string(kXmlPrefix) + body.xmlRoot + '/' + operation + "Result";
    return std::any_of(body.fields.begin(), body.fields.end(), [&path](const BodyField& field) {
        return field.place == path || field.place.starts_with(path + '/');
    });
}

/// Whether `</Error>` ends what a client looks at: the whole body, or its first bytes.
bool endsWithErrorTag(const Response& response, std::optional<int> within)
{
    constexpr std::string_view kTag = "</Error>";
    if (!within || response.bodyBytes <= *within) {
        return response.parsed.closing.ends_with(kTag);
    }
    return std::string_view(response.body).substr(0, static_cast<std::size_t>(*within)).ends_with(kTag);
}

bool isBody(EmbeddedBody wanted, std::optional<int> within, const ErrorReading& reading,
            const AttemptFacts& facts, const std::string& operation)
{
    const ParsedBody& body = facts.response->parsed;
    const BodyState state = bodyStateOf(reading, facts);
    switch (wanted) {
    case EmbeddedBody::Empty:
        return state == BodyState::Absent;
    case EmbeddedBody::Unparseable:
        return state == BodyState::Unparseable;
    case EmbeddedBody::ErrorDocument:
        return state == BodyState::Parsed && body.xmlRoot == "Error" &&
               readsRoot(reading.rootMatch, body, false);
    case EmbeddedBody::NoObject:
        return state == BodyState::Parsed && body.isJson && body.jsonShape != JsonShape::Object &&
               body.text != "null";
    case EmbeddedBody::Null:
        return state == BodyState::Parsed && body.isJson && body.text == "null";
    case EmbeddedBody::NoResult:
        return state == BodyState::Parsed && !operation.empty() && !hasResultOf(operation, body);
    case EmbeddedBody::ErrorTail:
        return endsWithErrorTag(*facts.response, within);
    case EmbeddedBody::ErrorHead:
        return body.errorTagEnds && (!within || *body.errorTagEnds <= *within);
    }
    return false;
}

} // namespace

const EmbeddedError* embeddedErrorIn(const ErrorReading& reading, const AttemptFacts& facts,
                                     const std::string& operation)
{
    if (reading.embedded.empty() || !facts.response) {
        return nullptr;
    }
    const auto holds = [&](const EmbeddedError& embedded) {
        return std::any_of(embedded.bodyIs.begin(), embedded.bodyIs.end(),
                           [&](EmbeddedBody body) {
                               return isBody(body, embedded.within, reading, facts, operation);
                           }) &&
               (embedded.statusIn.empty() || contains(embedded.statusIn, facts.response->status)) &&
               !contains(embedded.operationNotIn, operation) &&
               (embedded.operationIn.empty() || contains(embedded.operationIn, operation));
    };
    const auto found = std::find_if(reading.embedded.begin(), reading.embedded.end(), holds);
    return found == reading.embedded.end() ? nullptr : &*found;
}

bool bodyHas(const ErrorReading& reading, const AttemptFacts& facts, const std::string& place)
{
    if (!facts.response) {
        return false;
    }
    const bool isJson = place.starts_with(kJsonPrefix);
    const std::size_t prefix = isJson ? kJsonPrefix.size() : kXmlPrefix.size();
    return lookUpInBody(
               {isJson ? NameSource::Json : NameSource::Xml, place.substr(std::min(prefix, place.size()))},
               reading, *facts.response)
        .has_value();
}

ErrorName nameOf(const ErrorReading& reading, const AttemptFacts& facts)
{
    if (!facts.response) {
        return {};
    }
    if (!facts.response->parsed.statedName.empty()) {
        return named(reading, {facts.response->parsed.statedName, "import"});
    }
    const bool isHidden =
        reading.unreadableHidesName && bodyStateOf(reading, facts) == BodyState::Unparseable;
    if (!isHidden) {
        for (const NamePlace& place : reading.places) {
            if (std::optional<Found> found = lookUp(place, reading, *facts.response)) {
                return named(reading, std::move(*found), contains(reading.verbatim, place));
            }
        }
    }
    if (reading.nameFromStatusWhenUnreadable && !facts.response->bodyUnseen &&
        bodyStateOf(reading, facts) != BodyState::Parsed) {
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
        const std::optional<Found> found = lookUp(place, reading, *facts.response);
        if (found && !trimmed(found->text, kMarkupBlanks).empty()) {
            return std::string(trimmed(found->text, kMarkupBlanks));
        }
    }
    return {};
}

bool countsForSomebody(const Headers& headers, const Header& field)
{
    constexpr std::size_t kLongest = 1024; // bytes: no id is so long
    const auto sameName = [&field](const Header& other) {
        return equalsIgnoringCase(other.name, field.name);
    };
    return !trimmed(field.value).empty() && field.value.size() <= kLongest &&
           std::count_if(headers.entries.begin(), headers.entries.end(), sameName) == 1;
}

const Header* requestIdHeaderOf(const Headers& headers)
{
    const auto isIt = [&headers](const Header& field) {
        const std::string name = inLowerCase(field.name);
        return (name.ends_with("request-id") || name.ends_with("requestid")) &&
               countsForSomebody(headers, field);
    };
    const auto found = std::find_if(headers.entries.begin(), headers.entries.end(), isIt);
    return found == headers.entries.end() ? nullptr : &*found;
}

std::string requestIdOf(const AttemptFacts& facts)
{
    if (!facts.response) {
        return {};
    }
    if (const Header* header = requestIdHeaderOf(facts.response->headers)) {
        return header->value;
    }
    for (const std::string_view path : {"*/RequestId", "*/RequestID", "*/ResponseMetadata/RequestId"}) {
        if (const std::optional<Found> found = findField(facts.response->parsed, kXmlPrefix, path)) {
            return found->text;
        }
    }
    return {};
}

std::string placeWords(const NamePlace& place)
{
    switch (place.source) {
    case NameSource::Header:
        return "header:" + place.path;
    case NameSource::Xml:
        return "xml:" + place.path;
    case NameSource::Json:
        return "json:" + place.path;
    case NameSource::Status:
        return "status";
    case NameSource::Reason:
        return "reason";
    case NameSource::StatusText:
        return "statusText";
    }
    return {};
}

} // namespace retryscope
