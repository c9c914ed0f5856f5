// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/host_names.h"

#include "core/io/http/pasted_address.h"
#include "core/io/text/utf8.h"

#include <QUrl>

#include <string_view>
#include <vector>

namespace retryscope::io {

namespace {

/// The dot at the end of a name says only that it is complete (RFC 1034, section 3.1).
QString withoutLastDot(QString host)
{
    if (host.endsWith(QLatin1Char('.'))) {
        host.chop(1);
    }
    return host;
}

/// Without port and user; as it stands where it is no authority.
QString hostIn(std::string_view authority)
{
    const QUrl url(QStringLiteral("http://") + toQString(authority), QUrl::StrictMode);
    const QString host = url.host().toLower();
    return withoutLastDot(host.isEmpty() ? toQString(authority).toLower() : host);
}

/// What says where a request goes: the target where it holds a host, which then outdoes the field Host
/// (RFC 9112, section 3.2.2), else every such field.
std::vector<std::string_view> authoritiesOf(const HttpRequest& request)
{
    const std::string_view target = request.target;
    if (request.method == "CONNECT") {
        return {target};
    }
    if (const std::size_t mark = target.find("://");
        mark != std::string_view::npos && target.front() != '/') {
        const std::string_view rest = target.substr(mark + 3);
        return {rest.substr(0, rest.find_first_of("/?#"))};
    }
    std::vector<std::string_view> hosts;
    for (const Header& header : request.headers.entries) {
        if (equalsIgnoringCase(header.name, "host")) {
            hosts.push_back(header.value);
        }
    }
    return hosts;
}

} // namespace

std::optional<QString> foreignHost(const HttpRequest& request, const QStringList& names)
{
    for (const std::string_view authority : authoritiesOf(request)) {
        const QString host = hostIn(authority);
        // User information has no place in Host (RFC 9112, section 3.2), and what stands before the sign is a
        // name to some.
        if (authority.find('@') != std::string_view::npos) {
            return QLatin1Char('@') + host;
        }
        if (!isThisMachine(host) && !names.contains(host, Qt::CaseInsensitive)) {
            return host;
        }
    }
    return std::nullopt;
}

std::optional<QString> hostNameFrom(const QString& given)
{
    const QUrl url(QStringLiteral("http://") + given, QUrl::StrictMode);
    const bool isAuthority = url.isValid() && url.userInfo().isEmpty() && url.path().isEmpty() &&
                             !url.hasQuery() && !url.hasFragment() && !given.contains(QLatin1Char('*'));
    const QString host = withoutLastDot(url.host().toLower());
    return isAuthority && !host.isEmpty() ? std::optional(host) : std::nullopt;
}

} // namespace retryscope::io
