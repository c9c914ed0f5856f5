// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/follow_redirect.h"

#include "core/io/redact/secret_names.h"
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

bool isOneOf(std::string_view name, const auto& names)
{
    return std::ranges::any_of(names, [name](const auto& other) { return equalsIgnoringCase(name, other); });
}

void drop(Headers& headers, std::initializer_list<std::string_view> names)
{
    std::erase_if(headers.entries, [&names](const Header& header) { return isOneOf(header.name, names); });
}

bool beginsLike(std::string_view name, std::string_view begin)
{
    return equalsIgnoringCase(name.substr(0, begin.size()), begin);
}

/// Says nothing about who sends it, or what for.
bool isHarmless(std::string_view name, bool hasBody)
{
    constexpr std::array<std::string_view, 13> kNames{
        "accept",   "user-agent",        "range",       "if-match",      "if-none-match",
        "if-range", "if-modified-since", "traceparent", "cache-control", "if-unmodified-since",
        "pragma",   "connection",        "te"};
    constexpr std::array<std::string_view, 2> kOfBody{"transfer-encoding", "expect"};
    return isOneOf(name, kNames) || beginsLike(name, "accept-") ||
           (hasBody && (beginsLike(name, "content-") || isOneOf(name, kOfBody)));
}

std::string listOf(const std::vector<std::string>& names)
{
    constexpr std::size_t kMostNamed = 10;
    std::string list;
    for (std::size_t index = 0; index < std::min(names.size(), kMostNamed); ++index) {
        list += (index == 0 ? "" : ", ") + names[index];
    }
    return names.size() > kMostNamed ? list + " and " + std::to_string(names.size() - kMostNamed) + " more"
                                     : list;
}

void remark(std::string& remarks, const std::string& more)
{
    remarks += (remarks.empty() ? "" : "; ") + more;
}

} // namespace

bool staysWithServer(std::string_view name)
{
    constexpr std::array<std::string_view, 3> kNames{"host", "proxy-authorization", "www-authenticate"};
    return isOneOf(name, kNames) || isSecretHeader(name);
}

std::vector<std::string> dropForOthers(Headers& headers, const std::vector<std::string>& allowed,
                                       bool hasBody)
{
    std::vector<std::string> dropped;
    std::erase_if(headers.entries, [&](const Header& header) {
        const bool goesAlong = !staysWithServer(header.name) &&
                               (isHarmless(header.name, hasBody) || isOneOf(header.name, allowed));
        if (!goesAlong && !equalsIgnoringCase(header.name, "host")) {
            dropped.push_back(header.name);
        }
        return !goesAlong;
    });
    return dropped;
}

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
    const bool isLessSafe = from.scheme() == QLatin1String("https") && to.scheme() == QLatin1String("http");
    if (followed.isElsewhere && sent.staysAtServer) {
        return {.next = {},
                .remark = "not followed: with a scenario, redirects stay within the built-in endpoint"};
    }
    if (isLessSafe && followed.hasBody) {
        return {.next = {},
                .remark = "not followed: the request body would go from https to http, where "
                          "everybody can read it"};
    }
    if (followed.isElsewhere) {
        if (const auto dropped = dropForOthers(next.headers, sent.followHeaders, followed.hasBody);
            !dropped.empty()) {
            remark(followed.remark, "not sent to another server: " + listOf(dropped));
        }
        if (!sent.wire.certificateFile.empty() &&
            !isOneOf(fromQString(to.host()), sent.wire.certificateHosts)) {
            next.wire.certificateFile.clear();
            next.wire.keyFile.clear();
            remark(followed.remark, "the client certificate was not shown to another server");
        }
    }
    if (isLessSafe) {
        remark(followed.remark, "the step from https to http is not encrypted");
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
