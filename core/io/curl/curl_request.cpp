// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/header_syntax.h"
#include "core/io/curl/curl_settings.h"
#include "core/io/http/url_encoded.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

class Making
{
public:
    explicit Making(CurlSettings settings) : m_settings(std::move(settings)) {}

    Result<CurlCommand> run()
    {
        if (!m_settings.url) {
            return badCurlLine(QStringLiteral("no URL given"));
        }
        PastedAddress address;
        if (const std::optional<Error> problem = finishUrl(address)) {
            return *problem;
        }
        finishMethod();
        if (const std::string& method = m_settings.request.method; !isToken(method)) {
            return badCurlLine(
                QStringLiteral("\"%1\" is not a method such as GET or POST").arg(boundedLine(method)));
        }
        finishHeaders(address);
        finishProxy();
        m_settings.request.follow = m_settings.followsRedirects ? m_settings.mostRedirects : 0;
        return CurlCommand{.request = std::move(m_settings.request),
                           .assumed = std::move(m_settings.assumed),
                           .retries = m_settings.retries,
                           .remarks = std::move(m_settings.remarks)};
    }

private:
    std::optional<Error> finishUrl(PastedAddress& address);
    void finishMethod();
    void finishHeaders(const PastedAddress& address);
    void finishProxy();
    void addUnlessGiven(const char* name, const std::optional<std::string>& value);

    CurlSettings m_settings;
};

std::optional<Error> Making::finishUrl(PastedAddress& address)
{
    Result<PastedAddress> read = readAddress(*m_settings.url, true);
    if (!read) {
        return badCurlLine(read.error().message);
    }
    address = std::move(read).value();
    std::string added = m_settings.query;
    if (m_settings.isGet && m_settings.data) {
        added += added.empty() || m_settings.data->empty() ? "" : "&";
        added += *m_settings.data;
        m_settings.data.reset();
    }
    if (!added.empty()) {
        const std::size_t end = std::min(address.url.find('#'), address.url.size());
        const std::size_t mark = address.url.substr(0, end).find('?');
        const bool isFirst = mark == std::string::npos;
        const bool needsSign = isFirst || (mark + 1 < end && address.url[end - 1] != '&');
        const std::size_t host = address.url.find("://") + 3;
        const bool hasPath = address.url.find('/', host) < end || !isFirst;
        address.url.insert(end, (hasPath ? "" : "/") + std::string(needsSign ? (isFirst ? "?" : "&") : "") +
                                    added);
    }
    if (m_settings.globs && address.url.find_first_of("{}") != std::string::npos) {
        m_settings.remarks.push_back(curlRemark(
            CurlRemark::Kind::Differs, address.url,
            QStringLiteral(
                "contains braces, which curl would expand to several URLs; Retryscope keeps them")));
    }
    const std::string path = address.url.substr(0, address.url.find_first_of("?#")) + '/';
    if (m_settings.squashesDots &&
        (path.find("/../") != std::string::npos || path.find("/./") != std::string::npos)) {
        m_settings.remarks.push_back(curlRemark(
            CurlRemark::Kind::Differs, address.url,
            QStringLiteral("contains dot segments, which curl would resolve; Retryscope keeps them")));
    }
    m_settings.request.url = address.url;
    m_settings.assumed = address.assumed;
    return std::nullopt;
}

void Making::finishMethod()
{
    RequestSpec& request = m_settings.request;
    request.body = m_settings.data.value_or(std::string());
    request.method = m_settings.method                      ? *m_settings.method
                     : m_settings.isHead                    ? "HEAD"
                     : m_settings.data || m_settings.isForm ? "POST"
                     : m_settings.isUpload                  ? "PUT"
                                                            : "GET";
}

void Making::addUnlessGiven(const char* name, const std::optional<std::string>& value)
{
    const bool isDropped =
        std::any_of(m_settings.dropped.begin(), m_settings.dropped.end(),
                    [name](const std::string& dropped) { return equalsIgnoringCase(dropped, name); });
    if (value && !isBlank(*value) && !isDropped && !m_settings.request.headers.contains(name)) {
        m_settings.request.headers.add(name, std::string(trimmed(*value)));
    }
}

/// What curl adds by itself comes after what was given; given headers win.
void Making::finishHeaders(const PastedAddress& address)
{
    if (m_settings.data) {
        addUnlessGiven("Content-Type",
                       m_settings.isJson ? "application/json" : "application/x-www-form-urlencoded");
    }
    if (m_settings.isJson) {
        addUnlessGiven("Accept", "application/json");
    }
    addUnlessGiven("Authorization", m_settings.bearer);
    addUnlessGiven("Authorization", m_settings.authorization ? m_settings.authorization
                                                             : std::optional(address.authorization));
    addUnlessGiven("User-Agent", m_settings.agent);
    addUnlessGiven("Referer", m_settings.referer);
    addUnlessGiven("Cookie", m_settings.cookie);
    addUnlessGiven("Range", m_settings.range);
}

/// -U NAME:PASSWORD goes into the proxy's URL.
void Making::finishProxy()
{
    std::string& proxy = m_settings.request.wire.proxyUrl;
    if (!proxy.empty() && proxy.find("://") == std::string::npos) {
        proxy.insert(0, "http://");
    }
    if (m_settings.proxyUser.empty() || proxy.empty()) {
        return;
    }
    const std::size_t colon = std::min(m_settings.proxyUser.find(':'), m_settings.proxyUser.size());
    const std::string name = urlEncoded(m_settings.proxyUser.substr(0, colon));
    const std::string password = colon < m_settings.proxyUser.size()
                                     ? ':' + urlEncoded(m_settings.proxyUser.substr(colon + 1))
                                     : std::string();
    const std::size_t host = proxy.find("://") + 3;
    const std::size_t at = proxy.find('@', host);
    proxy.replace(host, at == std::string::npos ? 0 : at + 1 - host, name + password + '@');
}

} // namespace

Result<CurlCommand> commandOf(CurlSettings settings)
{
    return Making(std::move(settings)).run();
}

Error badCurlLine(const QString& message)
{
    return {.kind = Error::Kind::BadInput, .message = message, .place = QStringLiteral("curl line")};
}

CurlRemark curlRemark(CurlRemark::Kind kind, std::string_view what, const QString& text)
{
    return {.kind = kind, .what = fromQString(boundedLine(what)), .text = text};
}

} // namespace retryscope::io
