// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/header_syntax.h"
#include "core/io/http/http_message.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"

#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/serializer.hpp>

#include <algorithm>

namespace retryscope::io {

namespace {

namespace http = boost::beast::http;

Error badUsage(const QString& message, const QString& place)
{
    return Error{Error::Kind::BadUsage, message, place};
}

/// Of a name, and of a value: what Beast can hold. Servers take much less.
constexpr std::size_t kMostHeaderBytes = std::size_t{64} * 1024 - 3;

Result<Done> checkHeader(const Header& header)
{
    const QString place = QStringLiteral("header \"%1\"").arg(boundedLine(header.name));
    if (header.name.size() > kMostHeaderBytes || header.value.size() > kMostHeaderBytes) {
        return badUsage(
            QStringLiteral("longer than %1 bytes; servers accept 8 to 64 KiB").arg(kMostHeaderBytes), place);
    }
    if (!isToken(header.name)) {
        return badUsage(QStringLiteral("not a valid name; use letters, digits and !#$%&'*+-.^_`|~"), place);
    }
    const auto bad = std::find_if(header.value.begin(), header.value.end(), isForbiddenInValue);
    if (bad != header.value.end()) {
        return badUsage(
            QStringLiteral("contains a control character (byte %1 at position %2); a value must be one line")
                .arg(static_cast<unsigned char>(*bad))
                .arg(bad - header.value.begin() + 1),
            place);
    }
    if (equalsIgnoringCase(header.name, "Transfer-Encoding")) {
        return badUsage(QStringLiteral("Retryscope cannot send it: every body has a Content-Length"), place);
    }
    return Done{};
}

Result<Done> checkContentLength(const RequestSpec& spec)
{
    const std::string* given = spec.headers.find("Content-Length");
    if (given != nullptr && *given != std::to_string(spec.body.size())) {
        return badUsage(
            QStringLiteral("says %1, but the body has %2 bytes; omit the header and Retryscope adds it")
                .arg(toQString(*given))
                .arg(spec.body.size()),
            QStringLiteral("header \"Content-Length\""));
    }
    return Done{};
}

bool announcesEmptyBody(std::string_view method)
{
    return method == "POST" || method == "PUT" || method == "PATCH";
}

std::string targetText(const WireTarget& target, TargetForm form)
{
    return form == TargetForm::Origin ? target.path : "http://" + target.authority + target.path;
}

Headers completeHeaders(const RequestSpec& spec, const WireTarget& target, std::size_t bodyBytes,
                        const std::string& proxyAuthorization, const Headers& added)
{
    Headers headers;
    headers.entries.reserve(spec.headers.entries.size() + added.entries.size() + 3);
    if (!spec.headers.contains("Host")) {
        headers.add("Host", target.authority);
    }
    headers.entries.insert(headers.entries.end(), spec.headers.entries.begin(), spec.headers.entries.end());
    if (headers.contains("Content-Length")) {
        headers.set("Content-Length", std::to_string(bodyBytes));
    } else if (bodyBytes > 0 || announcesEmptyBody(spec.method)) {
        headers.add("Content-Length", std::to_string(bodyBytes));
    }
    for (const Header& header : added.entries) {
        if (!headers.contains(header.name)) { // what the user wrote wins over the emulated client's habit
            headers.add(header.name, header.value);
        }
    }
    if (!proxyAuthorization.empty() && !headers.contains("Proxy-Authorization")) {
        headers.add("Proxy-Authorization", proxyAuthorization);
    }
    return headers;
}

} // namespace

Result<Done> checkMessage(const RequestSpec& spec)
{
    if (!isToken(spec.method)) {
        return badUsage(QStringLiteral("not a valid method; use letters, digits and !#$%&'*+-.^_`|~"),
                        QStringLiteral("method \"%1\"").arg(toQString(spec.method)));
    }
    for (const Header& header : spec.headers.entries) {
        if (Result<Done> checked = checkHeader(header); !checked) {
            return checked;
        }
    }
    if (static_cast<std::int64_t>(spec.body.size()) > kMaxRequestBody) {
        return badUsage(
            QStringLiteral("has %1 bytes; at most %2 are allowed").arg(spec.body.size()).arg(kMaxRequestBody),
            QStringLiteral("body"));
    }
    return checkContentLength(spec);
}

RequestHead requestHead(const RequestSpec& spec, const WireTarget& target, std::size_t bodyBytes,
                        TargetForm form, const std::string& proxyAuthorization, const Headers& added)
{
    RequestHead head;
    head.headers = completeHeaders(spec, target, bodyBytes, proxyAuthorization, added);
    http::request<http::empty_body> request;
    request.version(11);
    request.method_string(spec.method);
    request.target(targetText(target, form));
    for (const Header& header : head.headers.entries) {
        request.insert(header.name, header.value);
    }
    http::request_serializer<http::empty_body> serializer(request);
    boost::beast::error_code problem;
    while (!serializer.is_done() && !problem) {
        serializer.next(problem, [&](boost::beast::error_code&, const auto& buffers) {
            std::size_t written = 0;
            for (const boost::asio::const_buffer buffer : boost::beast::buffers_range_ref(buffers)) {
                head.bytes.append(static_cast<const char*>(buffer.data()), buffer.size());
                written += buffer.size();
            }
            serializer.consume(written);
        });
    }
    return head;
}

} // namespace retryscope::io
