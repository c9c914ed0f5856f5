// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/follow_redirect.h"

#include "core/io/text/utf8.h"

#include <QUrl>

#include <algorithm>
#include <array>
#include <string_view>

namespace retryscope::io {

namespace {

int portOf(const QUrl& url)
{
    return url.port(url.scheme() == QLatin1String("https") ? 443 : 80);
}

bool isSameOrigin(const QUrl& one, const QUrl& other)
{
    return one.scheme() == other.scheme() && one.host() == other.host() && portOf(one) == portOf(other);
}

bool becomesGet(const std::string& method, int status)
{
    return status == 303 ? method != "HEAD" && method != "GET"
                         : (status == 301 || status == 302) && method == "POST";
}

void drop(Headers& headers, std::initializer_list<std::string_view> names)
{
    std::erase_if(headers.entries, [&names](const Header& header) {
        return std::ranges::any_of(
            names, [&header](std::string_view name) { return equalsIgnoringCase(header.name, name); });
    });
}

} // namespace

FollowedRequest followRedirect(const RequestSpec& sent, bool hasBody, int status, const std::string& location)
{
    const QUrl from(toQString(sent.url));
    QUrl to = from.resolved(QUrl(toQString(location)));
    if (!to.isValid() || to.host().isEmpty() ||
        (to.scheme() != QLatin1String("http") && to.scheme() != QLatin1String("https"))) {
        return {.next = {}, .remark = "not followed: the Location is not an http or https address"};
    }
    if (!to.hasFragment() && from.hasFragment()) {
        to.setFragment(from.fragment()); // RFC 9110, section 10.2.2
    }
    FollowedRequest followed{.next = sent, .hasBody = hasBody};
    RequestSpec& next = *followed.next;
    if (becomesGet(sent.method, status)) {
        next.method = "GET";
        next.body.clear();
        followed.hasBody = false;
        drop(next.headers, {"content-type", "content-length", "content-encoding", "content-language",
                            "content-location", "transfer-encoding", "digest", "last-modified", "expect"});
        followed.remark = "the " + sent.method + " became a GET without a body";
    } else if (hasBody && !sent.bodyIsReplayable) {
        return {.next = {}, .remark = "not followed: the request body can be sent only once"};
    }
    followed.isElsewhere = !isSameOrigin(from, to);
    if (followed.isElsewhere) {
        const std::size_t before = next.headers.entries.size();
        drop(next.headers, {"authorization", "proxy-authorization", "cookie", "cookie2", "www-authenticate"});
        if (next.headers.entries.size() < before) {
            followed.remark += (followed.remark.empty() ? "" : "; ");
            followed.remark += "authorization and cookies were dropped, because this is another server";
        }
        drop(next.headers, {"host"});
    }
    if (from.scheme() == QLatin1String("https") && to.scheme() == QLatin1String("http")) {
        followed.remark += (followed.remark.empty() ? "" : "; ");
        followed.remark += "the step from https to http is not encrypted";
    }
    next.url = fromQString(to.toString(QUrl::FullyEncoded));
    return followed;
}

std::string requestLineOf(const RequestSpec& request)
{
    QUrl url(toQString(request.url));
    url.setPort(portOf(url));
    if (url.path().isEmpty()) {
        url.setPath(QStringLiteral("/"));
    }
    return request.method + ' ' + fromQString(url.toString(QUrl::RemoveFragment | QUrl::FullyEncoded));
}

} // namespace retryscope::io
