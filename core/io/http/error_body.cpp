// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/error_body.h"

#include "core/io/http/body_fields.h"

#include <boost/crc.hpp>

#include <charconv>
#include <cstdint>
#include <string_view>

namespace retryscope::io {
namespace {

constexpr qsizetype kMaxParsedBytes = qsizetype{8} * 1024 * 1024;
constexpr qsizetype kMaxShownText = 64;

} // namespace

std::uint32_t crc32Of(QByteArrayView bytes)
{
    boost::crc_32_type crc; // IEEE 802.3, as zlib and DynamoDB use it
    crc.process_bytes(bytes.data(), static_cast<std::size_t>(bytes.size()));
    return crc.checksum();
}

namespace {

/// A header that is no number cannot match.
bool crcMatches(std::string_view header, QByteArrayView body)
{
    std::uint32_t announced = 0;
    const auto [end, error] = std::from_chars(header.data(), header.data() + header.size(), announced);
    return error == std::errc{} && end == header.data() + header.size() && announced == crc32Of(body);
}

bool looksLikeHtml(const Headers& headers, QByteArrayView trimmed)
{
    if (trimmed.isEmpty()) {
        return false;
    }
    for (const std::string_view opening : {"<!doctype html", "<html"}) {
        const auto length = static_cast<qsizetype>(opening.size());
        if (trimmed.size() >= length &&
            equalsIgnoringCase({trimmed.data(), static_cast<std::size_t>(length)}, opening)) {
            return true;
        }
    }
    constexpr std::string_view kHtmlType = "text/html";
    const std::string* type = headers.find("content-type");
    return type != nullptr &&
           equalsIgnoringCase(std::string_view{*type}.substr(0, kHtmlType.size()), kHtmlType);
}

QByteArrayView withoutByteOrderMark(QByteArrayView body)
{
    return body.startsWith("\xEF\xBB\xBF") ? body.sliced(3) : body;
}

/// Some clients look for an error in a success by these characters, before or instead of parsing the
/// document.
std::optional<int> endOfErrorTag(QByteArrayView body)
{
    constexpr QByteArrayView kTag("<Error>");
    constexpr qsizetype kLongestDeclaration = 128;
    if (!body.startsWith("<?xml")) {
        return std::nullopt;
    }
    const qsizetype declared = body.first(std::min(body.size(), kLongestDeclaration)).indexOf("?>");
    if (declared < 0) {
        return std::nullopt;
    }
    const QByteArrayView rest = body.sliced(declared + 2);
    const auto begin = std::find_if_not(rest.begin(), rest.end(), [](char letter) {
        return letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n';
    });
    const auto blanks = static_cast<qsizetype>(begin - rest.begin());
    if (!rest.sliced(blanks).startsWith(kTag)) {
        return std::nullopt;
    }
    return static_cast<int>(declared + 2 + blanks + kTag.size());
}

} // namespace

void keepEdges(QByteArrayView body, ParsedBody& parsed)
{
    constexpr auto kMost = static_cast<qsizetype>(ParsedBody::kBodyEdge);
    const QByteArrayView trimmed = body.trimmed();
    const QByteArrayView opening = trimmed.first(std::min(trimmed.size(), kMost));
    const QByteArrayView closing = body.last(std::min(body.size(), kMost));
    parsed.opening.assign(opening.data(), static_cast<std::size_t>(opening.size()));
    parsed.closing.assign(closing.data(), static_cast<std::size_t>(closing.size()));
}

void addField(ParsedBody& parsed, std::string place, std::string text)
{
    if (parsed.fields.size() >= kMaxFields || place.size() > kMaxPlaceBytes) {
        return;
    }
    if (text.size() > kMaxFieldBytes) {
        std::size_t end = kMaxFieldBytes;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
            --end;
        }
        text.resize(end);
    }
    parsed.fields.push_back({.place = std::move(place), .text = std::move(text)});
}

ParsedBody parseBody(const Headers& headers, QByteArrayView body)
{
    ParsedBody parsed;
    parsed.isEmpty = body.isEmpty();
    if (const std::string* announced = headers.find("x-amz-crc32")) {
        parsed.crc32Matches = crcMatches(*announced, body);
    }
    const QByteArrayView content = withoutByteOrderMark(body);
    const QByteArrayView trimmed = content.trimmed();
    keepEdges(body, parsed);
    parsed.errorTagEnds = endOfErrorTag(body);
    if (content.size() < body.size()) {
        parsed.oddities.push_back(BodyOddity::ByteOrderMark);
    }
    if (trimmed.size() <= kMaxShownText) {
        parsed.text.assign(trimmed.data(), static_cast<std::size_t>(trimmed.size()));
    }
    parsed.isHtml = looksLikeHtml(headers, trimmed);
    if (!body.isEmpty() && trimmed.isEmpty()) {
        parsed.oddities.push_back(BodyOddity::OnlyBlanks);
    }
    if (trimmed.isEmpty()) {
        return parsed;
    }
    if (body.size() > kMaxParsedBytes) {
        readErrorEvent(headers, content, parsed);
        return parsed;
    }
    if (!content.contains('<') && !content.contains('&')) {
        parsed.oddities.push_back(BodyOddity::NoMarkup);
    }
    if (trimmed.front() == '<') {
        readXml(content, parsed);
    } else if (const std::optional<QJsonValue> document = jsonOf(content)) {
        parsed.isJson = true;
        parsed.jsonShape = document->isObject()  ? JsonShape::Object
                           : document->isArray() ? JsonShape::Array
                                                 : JsonShape::Scalar;
        parsed.remaining = remainingOf(*document, content);
        readJsonFields(*document, parsed);
    } else {
        readErrorEvent(headers, content, parsed);
    }
    return parsed;
}

} // namespace retryscope::io
