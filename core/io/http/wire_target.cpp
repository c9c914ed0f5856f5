// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/wire_target.h"

#include "core/facts/header_syntax.h"
#include "core/facts/headers.h"
#include "core/io/http/url_encoded.h"
#include "core/io/text/utf8.h"

#include <QUrl>

#include <algorithm>
#include <charconv>
#include <optional>

namespace retryscope::io {

namespace {

Error badUrl(const QString& message, std::string_view url)
{
    return Error{Error::Kind::BadUsage, message, QStringLiteral("URL \"%1\"").arg(toQString(url))};
}

/// Path and query as they stand in a request line.
std::string encodedPath(std::string_view text)
{
    return (text.starts_with('/') ? "" : "/") + requestLineEncoded(text);
}

/// The text between the scheme and the path, and the path itself.
struct SplitUrl
{
    std::string_view scheme;
    std::string_view authority;
    std::string_view path;
};

std::optional<SplitUrl> split(std::string_view url)
{
    const std::size_t mark = url.find("://");
    if (mark == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view rest = url.substr(mark + 3);
    const std::size_t end = std::min(rest.find_first_of("/?#"), rest.size());
    const std::string_view tail = rest.substr(end);
    return SplitUrl{url.substr(0, mark), rest.substr(0, end), tail.substr(0, tail.find('#'))};
}

/// Host and port text of an authority; the port is empty when there is none.
struct HostAndPort
{
    std::string_view host;
    std::optional<std::string_view> port;
};

HostAndPort hostAndPort(std::string_view authority)
{
    const std::size_t bracket = authority.rfind(']');
    const std::size_t colon = authority.rfind(':');
    if (colon == std::string_view::npos || (bracket != std::string_view::npos && colon < bracket)) {
        return {authority, std::nullopt};
    }
    return {authority.substr(0, colon), authority.substr(colon + 1)};
}

std::optional<quint16> portFrom(std::string_view text)
{
    unsigned value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{} || end != text.data() + text.size() || value == 0 || value > 65535) {
        return std::nullopt;
    }
    return static_cast<quint16>(value);
}

/// ASCII form of a host name or address; empty when it is none.
QString asciiHost(std::string_view host)
{
    QUrl url;
    url.setHost(toQString(host), QUrl::StrictMode);
    QString ascii = url.host(QUrl::FullyEncoded);
    if (ascii.startsWith(u'[') && ascii.endsWith(u']')) {
        ascii = ascii.sliced(1, ascii.size() - 2);
    }
    return ascii;
}

} // namespace

std::string WireTarget::origin() const
{
    const std::string scheme = isTls ? "https://" : "http://";
    const std::string name = host.toStdString();
    const std::string bracketed = name.find(':') == std::string::npos ? name : '[' + name + ']';
    return scheme + bracketed + ':' + std::to_string(port);
}

Result<WireTarget> targetOf(std::string_view url)
{
    if (const auto bad = std::ranges::find_if(url, isControl); bad != url.end()) {
        return badUrl(QStringLiteral("contains a control character (byte %1); remove it")
                          .arg(static_cast<unsigned char>(*bad)),
                      url);
    }
    const std::optional<SplitUrl> parts = split(url);
    if (!parts) {
        return badUrl(QStringLiteral("has no scheme; write http://… or https://…"), url);
    }
    WireTarget target;
    target.isTls = equalsIgnoringCase(parts->scheme, "https");
    if (!target.isTls && !equalsIgnoringCase(parts->scheme, "http")) {
        return badUrl(
            QStringLiteral("has the scheme \"%1\"; use http or https").arg(toQString(parts->scheme)), url);
    }
    if (parts->authority.find('@') != std::string_view::npos) {
        return badUrl(QStringLiteral("contains a user name; Retryscope adds no credentials by itself. Write "
                                     "the header \"Authorization: Basic …\" instead"),
                      url);
    }
    const auto [host, port] = hostAndPort(parts->authority);
    if (host.empty()) {
        return badUrl(QStringLiteral("has no host"), url);
    }
    target.host = asciiHost(host);
    if (target.host.isEmpty()) {
        return badUrl(QStringLiteral("has an invalid host, \"%1\"").arg(toQString(host)), url);
    }
    const quint16 usual = target.isTls ? 443 : 80;
    const std::optional<quint16> given = port ? portFrom(*port) : std::optional(usual);
    if (!given) {
        return badUrl(QStringLiteral("has the port \"%1\"; use 1 to 65535").arg(toQString(*port)), url);
    }
    target.port = *given;
    const std::string name = target.host.toStdString();
    target.authority = target.host.contains(u':') ? '[' + name + ']' : name;
    if (target.port != usual) {
        target.authority += ':' + std::to_string(target.port);
    }
    target.path = encodedPath(parts->path);
    return target;
}

std::string pathAndQueryOf(std::string_view url)
{
    const std::optional<SplitUrl> parts = split(url);
    const bool isWhole = parts && parts->scheme.find_first_of("/?#") == std::string_view::npos;
    return encodedPath(isWhole ? parts->path : url.substr(0, url.find('#')));
}

std::string decodedPathOf(std::string_view url)
{
    const std::string target = pathAndQueryOf(url);
    return QByteArray::fromPercentEncoding(QByteArray::fromStdString(target.substr(0, target.find('?'))))
        .toStdString();
}

} // namespace retryscope::io
