// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/message_json.h"

#include "core/facts/header_syntax.h"
#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>

#include <algorithm>

namespace retryscope::io {
namespace {

constexpr std::size_t kMaxBodyBytes = std::size_t{64} * 1024 * 1024;

Header headerOf(const QString& name, const JsonCursor& value)
{
    Header header{.name = name.toStdString(), .value = textOf(value, {}, kLongestInHead)};
    if (header.name.size() > kLongestInHead) {
        value.reject(QStringLiteral("the header name is longer than %1 bytes").arg(kLongestInHead));
    } else if (!isToken(header.name)) {
        value.reject(
            QStringLiteral("\"%1\" is not a header name; use letters, digits and !#$%&'*+-.^_`|~").arg(name));
    }
    if (!value.isPresent()) {
        value.complain(QStringLiteral("a string"));
    }
    if (hasControlCharacter(header.value)) {
        value.complain(QStringLiteral("a header value without line breaks and control characters"));
    }
    return header;
}

} // namespace

bool hasControlCharacter(std::string_view text)
{
    return std::ranges::any_of(text, isForbiddenInValue);
}

std::string textOf(const JsonCursor& json, const std::string& fallback, std::size_t most)
{
    return json.isPresent() ? std::string(json.shortText(most)) : fallback;
}

void rejectUnknownKeys(const JsonCursor& json, const QStringList& allowed)
{
    for (const auto& [key, value] : json.members()) {
        if (!allowed.contains(key)) {
            value.reject(QStringLiteral("unknown key; %1").arg(allowedText(key, allowed)));
        }
    }
}

Headers headersOf(const JsonCursor& json, const Headers& fallback)
{
    const JsonCursor list = json.at(QStringLiteral("headers"));
    return list.isPresent() ? headersAt(list) : fallback;
}

Headers headersAt(const JsonCursor& list)
{
    Headers headers;
    if (list.is(JsonTree::Type::Object)) {
        for (const auto& [name, value] : list.members()) {
            headers.entries.push_back(headerOf(name, value));
        }
        return headers;
    }
    if (!list.is(JsonTree::Type::Array)) {
        list.complain(QStringLiteral("an object or a list of [name, value] pairs"));
    }
    for (const JsonCursor& pair : list.items()) {
        if (pair.hasProblem()) {
            break;
        }
        const std::vector<JsonCursor> both = pair.items();
        if (both.size() == 2) {
            headers.entries.push_back(headerOf(both[0].string(), both[1]));
        } else {
            pair.complain(QStringLiteral("a [name, value] pair"));
        }
    }
    return headers;
}

QJsonValue headersToJson(const Headers& headers)
{
    QJsonObject object;
    QJsonArray pairs;
    QStringList names;
    for (const Header& header : headers.entries) {
        names << toQString(header.name);
        object.insert(names.last(), toQString(header.value));
        pairs.append(QJsonArray{names.last(), toQString(header.value)});
    }
    // An object holds each name once, and sorted.
    return object.keys() == names ? QJsonValue(object) : QJsonValue(pairs);
}

std::string bodyOf(const JsonCursor& json, const std::string& fallback)
{
    const JsonCursor text = json.at(QStringLiteral("body"));
    const JsonCursor encoded = json.at(QStringLiteral("bodyBase64"));
    std::string body = text.isPresent() ? std::string(text.text()) : fallback;
    if (encoded.isPresent()) {
        if (text.isPresent()) {
            encoded.reject(QStringLiteral("\"body\" is present too; use only one of them"));
        }
        const auto decoded = QByteArray::fromBase64Encoding(encoded.string().toUtf8(),
                                                            QByteArray::AbortOnBase64DecodingErrors);
        if (!decoded) {
            encoded.complain(QStringLiteral("bytes as Base64 (RFC 4648, with padding)"));
        }
        body = decoded.decoded.toStdString();
    }
    if (body.size() > kMaxBodyBytes) {
        (encoded.isPresent() ? encoded : text).reject(QStringLiteral("the body is larger than 64 MiB"));
    }
    return body;
}

void writeBody(const std::string& body, QJsonObject& json)
{
    const QString text = toQString(body);
    if (text.toStdString() == body) {
        json.insert(u"body", text);
    } else {
        json.insert(u"bodyBase64", QString::fromLatin1(QByteArray::fromStdString(body).toBase64()));
    }
}

} // namespace retryscope::io
