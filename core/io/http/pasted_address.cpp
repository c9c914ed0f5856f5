// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/pasted_address.h"

#include "core/facts/header_syntax.h"
#include "core/facts/headers.h"
#include "core/io/http/wire_target.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"

#include <QByteArray>
#include <QHostAddress>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace retryscope::io {

namespace {

/// Servers take some 8 KiB; presigned URLs and data in queries can be longer.
constexpr std::size_t kMostAddressBytes = std::size_t{64} * 1024;

Error noAddress(const QString& what)
{
    return {.kind = Error::Kind::BadUsage,
            .message = QStringLiteral("Not a web address: %1").arg(what),
            .place = {}};
}

QString shown(std::string_view text)
{
    return QStringLiteral("\"%1\"").arg(boundedLine(text, 60));
}

/// Without the quotes or brackets that came along from where it was copied.
std::string_view unwrapped(std::string_view text)
{
    constexpr std::array<std::string_view, 4> kPairs{"<>", "\"\"", "''", "``"};
    text = trimmed(text);
    for (const std::string_view pair : kPairs) {
        if (text.size() > 2 && text.front() == pair[0] && text.back() == pair[1]) {
            return trimmed(text.substr(1, text.size() - 2));
        }
    }
    return text;
}

bool isDigits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The scheme a text names: `mailto` of `mailto:x`, but none of `localhost:8080/x`. With one slash, too: it
/// is a scheme that was mistyped.
std::string_view schemeIn(std::string_view text)
{
    static const QRegularExpression pattern(QStringLiteral("\\A[A-Za-z][A-Za-z0-9+.-]*\\z"));
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon > 64 ||
        !pattern.match(toQString(text.substr(0, colon))).hasMatch()) {
        return {};
    }
    const std::string_view after = text.substr(colon + 1);
    const std::string_view port = after.substr(0, after.find_first_of("/?#"));
    return after.starts_with('/') ||
                   (!port.empty() && !isDigits(port) && port.find('@') == std::string_view::npos)
               ? text.substr(0, colon)
               : std::string_view();
}

struct Parts
{
    std::string_view user; ///< with its `@`; empty without one
    std::string_view authority;
    std::string_view path;
};

/// text: without a scheme.
Parts partsOfAddress(std::string_view text)
{
    const std::size_t end = std::min(text.find_first_of("/?#"), text.size());
    const std::string_view before = text.substr(0, end);
    const std::size_t at = before.rfind('@');
    const std::size_t user = at == std::string_view::npos ? 0 : at + 1;
    return {before.substr(0, user), before.substr(user), text.substr(end)};
}

/// authority: where no scheme stands before it.
std::optional<QString> problemOfHost(std::string_view authority)
{
    const std::string_view written = authority.substr(0, authority.find(':'));
    if (isDigits(written)) {
        return QStringLiteral("%1 is a number, not a host").arg(shown(written));
    }
    const bool isNumbers = written.find_first_not_of("0123456789.") == std::string_view::npos;
    if (isNumbers && std::count(written.begin(), written.end(), '.') != 3) {
        return QStringLiteral("%1 is not an IP address, which has four numbers").arg(shown(written));
    }
    return std::nullopt;
}

AssumedScheme schemeFor(const WireTarget& target, bool namesPort80, bool fromCurl)
{
    if (fromCurl) {
        return {"http", SchemeReason::Curl};
    }
    if (isThisMachine(target.host)) {
        return {"http", SchemeReason::Loopback};
    }
    const QHostAddress address(target.host);
    // Sources: RFC 1918, 3927, 4193, 4291, 6598.
    for (const char* net : {"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16",
                            "100.64.0.0/10", "0.0.0.0/32", "fc00::/7", "fe80::/10"}) {
        const auto subnet = QHostAddress::parseSubnet(QString::fromLatin1(net));
        if (address.protocol() == subnet.first.protocol() && address.isInSubnet(subnet)) {
            return {"http", SchemeReason::PrivateAddress};
        }
    }
    return namesPort80 ? AssumedScheme{"http", SchemeReason::Port80}
                       : AssumedScheme{"https", SchemeReason::Default};
}

/// What an URL's user information says, with its percent signs read.
std::string authorizationOf(std::string_view user)
{
    if (user.size() < 2) {
        return {};
    }
    user.remove_suffix(1);
    const QByteArray plain =
        QByteArray::fromPercentEncoding(QByteArray(user.data(), static_cast<qsizetype>(user.size())));
    return basicAuthorization(std::string_view(plain.constData(), static_cast<std::size_t>(plain.size())));
}

std::optional<Error> problemOfText(std::string_view text)
{
    if (text.empty()) {
        return noAddress(QStringLiteral("it is empty; type a URL such as https://example.com/path"));
    }
    if (text.size() > kMostAddressBytes) {
        return noAddress(QStringLiteral("it has %1 bytes; at most %2 are allowed")
                             .arg(text.size())
                             .arg(kMostAddressBytes));
    }
    constexpr std::string_view kBodies = "{[<";
    if (kBodies.find(text.front()) != std::string_view::npos &&
        !(text.front() == '[' && text.find("]") < 48)) {
        return noAddress(
            QStringLiteral(
                "it begins with \"%1\", like a body or a file; open a file, or paste a body into the request")
                .arg(QLatin1Char(text.front())));
    }
    if (text.find_first_of("\r\n") != std::string_view::npos) {
        return noAddress(QStringLiteral("it has several lines; paste a URL, a curl command or a response, "
                                        "or a HAR file, trace or debug log"));
    }
    if (std::ranges::any_of(text, isControl)) {
        return noAddress(QStringLiteral("it contains a control character; remove it"));
    }
    if (text.front() == '/' && !text.starts_with("//")) {
        return noAddress(QStringLiteral("the host is missing before the path; write https://host%1")
                             .arg(toQString(text.substr(0, 40))));
    }
    return std::nullopt;
}

} // namespace

QString AssumedScheme::text() const
{
    switch (reason) {
    case SchemeReason::Loopback:
        return QStringLiteral("http, since the host is this machine");
    case SchemeReason::PrivateAddress:
        return QStringLiteral("http, since the address is in a private network");
    case SchemeReason::Port80:
        return QStringLiteral("http, since the port is 80");
    case SchemeReason::Default:
        return QStringLiteral("https, since no scheme is given");
    case SchemeReason::Curl:
        return QStringLiteral("http, curl's default if no scheme is given");
    }
    return {};
}

std::string basicAuthorization(std::string_view userAndPassword)
{
    return "Basic " + QByteArray(userAndPassword.data(), static_cast<qsizetype>(userAndPassword.size()))
                          .toBase64()
                          .toStdString();
}

bool isThisMachine(const QString& host)
{
    const QString name = host.endsWith(u'.') ? host.chopped(1) : host;
    return QHostAddress(host).isLoopback() || name == u"localhost" || name.endsWith(u".localhost");
}

Result<PastedAddress> readAddress(std::string_view given, bool fromCurl)
{
    std::string_view text = unwrapped(given);
    if (const std::optional<Error> problem = problemOfText(text)) {
        return *problem;
    }
    const std::string_view scheme = schemeIn(text);
    const bool isHttp = equalsIgnoringCase(scheme, "http") || equalsIgnoringCase(scheme, "https");
    if (!scheme.empty() && !isHttp) {
        return noAddress(QStringLiteral("Retryscope cannot send %1; use http or https")
                             .arg(shown(std::string(scheme) + ':')));
    }
    if (!scheme.empty() && !text.substr(scheme.size() + 1).starts_with("//")) {
        return noAddress(QStringLiteral("\"//\" is missing after \"%1:\"").arg(toQString(scheme)));
    }
    text.remove_prefix(scheme.empty() ? 0 : scheme.size() + 1);
    text.remove_prefix(text.starts_with("//") ? 2 : 0);
    const Parts parts = partsOfAddress(text);
    if (parts.authority.find(' ') != std::string_view::npos ||
        (scheme.empty() && text.find(' ') != std::string_view::npos)) {
        return noAddress(QStringLiteral("%1 contains a space").arg(shown(text)));
    }
    const std::string address = std::string(parts.authority) + std::string(parts.path);
    const std::string assumedUrl = (scheme.empty() ? "http" : std::string(scheme)) + "://" + address;
    const Result<WireTarget> target = targetOf(assumedUrl);
    if (!target) {
        constexpr qsizetype kMost = 200; // hosts and ports are repeated in it
        const QString message = target.error().message;
        return noAddress(QStringLiteral("it ") +
                         (message.size() > kMost ? message.left(kMost) + u'…' : message));
    }
    PastedAddress result{.url = assumedUrl, .assumed = {}, .authorization = authorizationOf(parts.user)};
    if (scheme.empty()) {
        if (const std::optional<QString> problem = problemOfHost(parts.authority)) {
            return noAddress(*problem);
        }
        result.assumed = schemeFor(target.value(), parts.authority.ends_with(":80"), fromCurl);
        result.url = result.assumed->scheme + "://" + address;
    }
    return result;
}

} // namespace retryscope::io
