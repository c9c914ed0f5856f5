// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/proxy_choice.h"

#include "core/io/text/utf8.h"

#include <QByteArray>
#include <QHostAddress>
#include <QUrl>

#include <charconv>

namespace retryscope::io {

namespace {

constexpr quint16 kUsualProxyPort = 1080;

Error badProxy(const QString& message, const QString& shownUrl)
{
    return Error{Error::Kind::BadUsage, message, QStringLiteral("proxy \"%1\"").arg(shownUrl)};
}

std::optional<ProxyKind> kindOf(const QString& scheme)
{
    if (scheme == u"http") {
        return ProxyKind::Http;
    }
    if (scheme == u"socks5") {
        return ProxyKind::Socks5;
    }
    if (scheme == u"socks5h") {
        return ProxyKind::Socks5Remote;
    }
    return std::nullopt;
}

Result<Proxy> readProxy(const std::string& text)
{
    const QString given = toQString(text);
    // curl takes a proxy without a scheme for an HTTP proxy
    const QString whole = given.contains(QStringLiteral("://")) ? given : QStringLiteral("http://") + given;
    const QUrl url(whole, QUrl::StrictMode);
    const QString shownUrl = url.isValid() ? url.toString(QUrl::RemoveUserInfo) : QStringLiteral("(hidden)");
    if (!url.isValid() || url.host().isEmpty()) {
        return badProxy(QStringLiteral("not a valid URL; use http://host:port or socks5://host:port"),
                        shownUrl);
    }
    const std::optional<ProxyKind> kind = kindOf(url.scheme());
    if (!kind) {
        return badProxy(
            QStringLiteral("unknown scheme \"%1\"; use http, socks5 or socks5h").arg(url.scheme()), shownUrl);
    }
    if (url.port() == 0) {
        return badProxy(QStringLiteral("port 0 is not allowed; use 1 to 65535"), shownUrl);
    }
    constexpr qsizetype kMostUserInformation = 4096;
    if (url.userInfo(QUrl::FullyEncoded).size() > kMostUserInformation) {
        return badProxy(
            QStringLiteral("user name and password are longer than %1 characters").arg(kMostUserInformation),
            shownUrl);
    }
    return Proxy{*kind, url.host(QUrl::FullyEncoded).remove(u'[').remove(u']'),
                 static_cast<quint16>(url.port(kUsualProxyPort)),
                 url.userName(QUrl::FullyDecoded).toStdString(),
                 url.password(QUrl::FullyDecoded).toStdString()};
}

struct Exemption
{
    QString host;
    std::optional<quint16> port;
};

/// Takes `host`, `host:port`, `[address]:port` or a bare IPv6 address apart.
Exemption exemptionFrom(QString entry)
{
    std::optional<quint16> port;
    const qsizetype colon = entry.lastIndexOf(u':');
    if (colon >= 0 && (entry.count(u':') == 1 || entry.lastIndexOf(u']') == colon - 1)) {
        bool isNumber = false;
        const ushort number = entry.sliced(colon + 1).toUShort(&isNumber);
        if (isNumber) {
            port = number;
            entry.truncate(colon);
        }
    }
    return {entry.remove(u'[').remove(u']'), port};
}

bool matchesHost(QString pattern, const QString& host)
{
    if (pattern == u"*") {
        return true;
    }
    const QHostAddress address(host);
    if (!address.isNull()) {
        return pattern.contains(u'/') ? address.isInSubnet(QHostAddress::parseSubnet(pattern))
                                      : address == QHostAddress(pattern);
    }
    if (pattern.startsWith(u'.')) {
        pattern.remove(0, 1);
    }
    if (pattern.isEmpty()) {
        return false;
    }
    return host.compare(pattern, Qt::CaseInsensitive) == 0 ||
           host.endsWith(u'.' + pattern, Qt::CaseInsensitive);
}

} // namespace

std::string Proxy::basicAuthorization() const
{
    if (user.empty() && password.empty()) {
        return {};
    }
    return "Basic " + QByteArray::fromStdString(user + ':' + password).toBase64().toStdString();
}

std::string Proxy::name() const
{
    return "proxy " + host.toStdString() + ':' + std::to_string(port);
}

bool isExemptFromProxy(std::string_view noProxy, const QString& host, quint16 port)
{
    QString list = QString::fromUtf8(noProxy.data(), static_cast<qsizetype>(noProxy.size()));
    list.replace(u' ', u',');
    const QString bareHost = host.endsWith(u'.') ? host.chopped(1) : host;
    for (const QString& entry : list.split(u',', Qt::SkipEmptyParts)) {
        const Exemption exemption = exemptionFrom(entry.trimmed());
        if (matchesHost(exemption.host, bareHost) && exemption.port.value_or(port) == port) {
            return true;
        }
    }
    return false;
}

Result<std::optional<Proxy>> proxyFor(const WireOptions& options, const WireTarget& target)
{
    if (options.proxyUrl.empty()) {
        return std::optional<Proxy>{};
    }
    Result<Proxy> proxy = readProxy(options.proxyUrl);
    if (!proxy) {
        return proxy.error();
    }
    if (isExemptFromProxy(options.noProxy, target.host, target.port)) {
        return std::optional<Proxy>{};
    }
    return std::optional<Proxy>{std::move(proxy).value()};
}

} // namespace retryscope::io
