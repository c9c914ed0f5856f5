// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/body_place.h"

#include "core/io/http/error_body.h"
#include "core/io/http/place_scanner.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace retryscope::io {
namespace {

constexpr std::string_view kXml = "xml:";
constexpr std::string_view kJson = "json:";

/// What parseBody() reads, and where it begins.
struct Document
{
    QByteArrayView text;
    qsizetype start = 0;
};

Document documentIn(QByteArrayView body)
{
    return body.startsWith("\xEF\xBB\xBF") ? Document{body.sliced(3), 3} : Document{body, 0};
}

BodyRange shifted(BodyRange range, const Document& document)
{
    return {range.offset + document.start, range.length};
}

/// Without blanks at its ends, unless nothing else is there.
BodyRange trimmedRange(BodyRange range, const Document& document)
{
    const QByteArrayView text = document.text.sliced(range.offset, range.length);
    const QByteArrayView inner = text.trimmed();
    return inner.isEmpty() ? range : BodyRange{range.offset + (inner.data() - text.data()), inner.size()};
}

/// Components that a path and a place have in common from the root on; 0 when the path turns off elsewhere.
std::size_t depthTowards(std::string_view path, std::string_view place)
{
    std::size_t depth = 0;
    while (!path.empty()) {
        const std::string_view component = path.substr(0, path.find('/'));
        const std::string_view wanted = place.substr(0, place.find('/'));
        if (component != wanted && (wanted != "*" || depth > 0)) {
            return 0;
        }
        ++depth;
        path.remove_prefix(std::min(path.size(), component.size() + 1));
        place.remove_prefix(std::min(place.size(), wanted.size() + 1));
    }
    return depth;
}

/// `xml:Error/Code` is at `xml:Error/Code`, and at `xml:*/Code`.
bool isAt(std::string_view field, std::string_view place)
{
    constexpr std::string_view kAnyRoot = "xml:*/";
    if (!place.starts_with(kAnyRoot) || !field.starts_with(kXml)) {
        return field == place;
    }
    const std::size_t slash = field.find('/');
    return slash != std::string_view::npos && field.substr(slash + 1) == place.substr(kAnyRoot.size());
}

/// The field that a reader finds at this place; empty when there is none.
std::string fieldAt(const ParsedBody& parsed, std::string_view place)
{
    const auto found = std::find_if(parsed.fields.begin(), parsed.fields.end(),
                                    [place](const BodyField& field) { return isAt(field.place, place); });
    return found == parsed.fields.end() ? std::string() : found->place;
}

std::optional<WrittenElement> elementAt(const Document& document, std::string_view path)
{
    std::optional<WrittenElement> result;
    scanXml(document.text, [&](const WrittenElement& element) {
        if (element.isField && element.path == path) {
            result = element;
        }
        return result.has_value();
    });
    return result;
}

std::optional<WrittenValue> valueAt(const Document& document, std::string_view path)
{
    bool reached = false;
    const std::vector<WrittenValue> values = valuesTowards(document.text, path, reached);
    return reached && values.back().isField ? std::optional(values.back()) : std::nullopt;
}

BodyRange shownRange(const WrittenElement& element, const Document& document)
{
    if (element.content.length > 0) {
        return trimmedRange(element.content, document);
    }
    const qsizetype tagEnd = element.tag.offset + element.tag.length;
    const qsizetype end =
        element.isClosedInItsTag ? tagEnd : document.text.indexOf('>', element.content.offset) + 1;
    return {element.tag.offset, end - element.tag.offset};
}

BodyRange shownRange(const WrittenValue& value, const Document& document)
{
    const bool isText = document.text[value.range.offset] == '"' && value.range.length > 2;
    return isText ? trimmedRange({value.range.offset + 1, value.range.length - 2}, document) : value.range;
}

/// The first line that has something on it, cut between characters.
BodyRange firstLine(const Document& document)
{
    constexpr qsizetype kLongest = 80;
    const qsizetype start = document.text.trimmed().data() - document.text.data();
    qsizetype end = start;
    while (end < document.text.size() && document.text[end] != '\n' && document.text[end] != '\r' &&
           end - start < kLongest) {
        ++end;
    }
    while (end > start && end < document.text.size() &&
           (static_cast<unsigned char>(document.text[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return {start, end - start};
}

BodyRange nearestElement(const std::vector<std::string>& paths, const Document& document)
{
    BodyRange best;
    std::size_t bestDepth = 0;
    scanXml(document.text, [&](const WrittenElement& element) {
        std::size_t depth = 0;
        for (const std::string& path : paths) {
            depth = std::max(depth, depthTowards(element.path, path));
        }
        const bool isRoot = element.path.find('/') == std::string::npos;
        if (depth > bestDepth || (bestDepth == 0 && isRoot)) {
            best = element.tag;
            bestDepth = depth;
        }
        return false;
    });
    return best;
}

BodyRange nearestMember(const std::vector<std::string>& paths, const Document& document)
{
    BodyRange best = {firstLine(document).offset, 1};
    std::size_t bestDepth = 1;
    for (const std::string& path : paths) {
        bool reached = false;
        const std::vector<WrittenValue> values = valuesTowards(document.text, path, reached);
        if (values.size() > bestDepth) {
            best = values.back().key.length > 0 ? values.back().key : values.back().range;
            bestDepth = values.size();
        }
    }
    return best;
}

std::vector<std::string> pathsOf(const ErrorReading& reading, NameSource source)
{
    std::vector<std::string> paths;
    for (const NamePlace& place : reading.places) {
        if (place.source == source) {
            paths.push_back(place.path);
        }
    }
    return paths;
}

std::string replaced(QByteArrayView body, BodyRange range, const std::string& text)
{
    return body.first(range.offset).toByteArray().toStdString() + text +
           body.sliced(range.offset + range.length).toByteArray().toStdString();
}

std::string asXml(const std::string& text)
{
    return toQString(text).toHtmlEscaped().toStdString();
}

/// `"…"`, quotation marks included
std::string asJson(const std::string& text)
{
    const QByteArray list = QJsonDocument(QJsonArray{toQString(text)}).toJson(QJsonDocument::Compact);
    return list.sliced(1, list.size() - 2).toStdString();
}

std::string withElementText(QByteArrayView body, const Document& document, const WrittenElement& element,
                            const std::string& text)
{
    if (!element.isClosedInItsTag) {
        return replaced(body, shifted(element.content, document), asXml(text));
    }
    const QByteArrayView tag = document.text.sliced(element.tag.offset, element.tag.length);
    const std::string opening = tag.chopped(2).trimmed().toByteArray().toStdString();
    const std::string name = opening.substr(1, opening.find_first_of(" \t\r\n") - 1);
    return replaced(body, shifted(element.tag, document), opening + ">" + asXml(text) + "</" + name + ">");
}

} // namespace

std::optional<BodyRange> rangeOf(const Headers& headers, QByteArrayView body, std::string_view place)
{
    const std::string field = fieldAt(parseBody(headers, body), place);
    const Document document = documentIn(body);
    if (field.starts_with(kXml)) {
        if (const auto element = elementAt(document, std::string_view(field).substr(kXml.size()))) {
            return shifted(shownRange(*element, document), document);
        }
    } else if (field.starts_with(kJson)) {
        if (const auto value = valueAt(document, std::string_view(field).substr(kJson.size()))) {
            return shifted(shownRange(*value, document), document);
        }
    }
    return std::nullopt;
}

std::optional<BodyRange> nearestTo(const ErrorReading& reading, const ParsedBody& parsed, QByteArrayView body)
{
    const std::vector<std::string> elements = pathsOf(reading, NameSource::Xml);
    const std::vector<std::string> members = pathsOf(reading, NameSource::Json);
    const Document document = documentIn(body);
    if ((elements.empty() && members.empty()) || document.text.trimmed().isEmpty()) {
        return std::nullopt;
    }
    if (parsed.isXml && !elements.empty()) {
        return shifted(nearestElement(elements, document), document);
    }
    if (parsed.isJson && !members.empty()) {
        return shifted(nearestMember(members, document), document);
    }
    return shifted(firstLine(document), document);
}

namespace {

/// The body with this text in a field that parseBody() found.
std::optional<std::string> withFieldText(QByteArrayView body, const std::string& field,
                                         const std::string& text)
{
    const Document document = documentIn(body);
    if (field.starts_with(kXml)) {
        if (const auto element = elementAt(document, std::string_view(field).substr(kXml.size()))) {
            return withElementText(body, document, *element, text);
        }
    } else if (field.starts_with(kJson)) {
        if (const auto value = valueAt(document, std::string_view(field).substr(kJson.size()))) {
            return replaced(body, shifted(value->range, document), asJson(text));
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string> withTextAt(const Headers& headers, QByteArrayView body, std::string_view place,
                                      const std::string& text)
{
    const std::string field = fieldAt(parseBody(headers, body), place);
    std::optional<std::string> changed = withFieldText(body, field, text);
    if (!changed) {
        return std::nullopt;
    }
    // A body can declare an encoding in which the characters of the text mean something else.
    const ParsedBody again =
        parseBody(headers, QByteArrayView(changed->data(), static_cast<qsizetype>(changed->size())));
    const std::string* found = again.find(field);
    return text.empty() || (found != nullptr && *found == text) ? changed : std::nullopt;
}

} // namespace retryscope::io
