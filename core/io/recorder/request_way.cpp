// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/recorder/request_way.h"

#include "core/facts/header_syntax.h"
#include "core/io/endpoint/host_names.h"
#include "core/io/text/utf8.h"

#include <QHostAddress>

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

bool isBelow(const QString& host, const QString& name)
{
    return host.compare(name, Qt::CaseInsensitive) == 0 ||
           host.endsWith(QLatin1Char('.') + name, Qt::CaseInsensitive);
}

std::string addressOf(const WireTarget& target, const std::string& path)
{
    return (target.isTls ? "https://" : "http://") + target.authority + (path == "*" ? "/" : path);
}

RequestWay tunnelWay(const HttpRequest& request, const RecorderPlan& plan)
{
    if (!plan.forwardProxy) {
        return RefusedRequest{
            405, "Method Not Allowed",
            "this recorder is not a proxy, so it does not accept CONNECT; start it with --forward-proxy"};
    }
    Result<WireTarget> target = targetOf("https://" + request.target + '/');
    if (!target || request.target.find_first_of("@/?#") != std::string::npos) {
        return RefusedRequest{400, "Bad Request", "CONNECT needs HOST:PORT"};
    }
    TunnelRequest way{.target = std::move(target).value(), .authority = request.target};
    const QStringList& hosts = plan.interceptHosts;
    way.target.isTls = plan.intercept &&
                       (hosts.isEmpty() || std::any_of(hosts.begin(), hosts.end(), [&](const QString& name) {
                            return isBelow(way.target.host, name);
                        }));
    if (plan.scenario && !way.target.isTls) {
        return RefusedRequest{501, "Not Implemented",
                              "a scenario cannot respond inside a tunnel; --intercept decrypts tunnels"};
    }
    return way;
}

/// The request names its server itself, as those to a proxy do.
RequestWay absoluteWay(const SaidTarget& said)
{
    Result<WireTarget> target = targetOf(said.scheme + "://" + *said.authority + '/');
    if (!target || said.authority->find('@') != std::string::npos) {
        return RefusedRequest{400, "Bad Request",
                              "the request line has no valid address; expected http://HOST[:PORT]/PATH"};
    }
    TakenRequest way{.target = std::move(target).value(), .url = {}, .changes = {}};
    way.url = addressOf(way.target, said.path);
    // RFC 9112, section 3.2.2: a proxy writes Host anew
    way.changes = {
        .target = said.path, .host = *said.authority, .leavesProxy = true, .proxyAuthorization = {}};
    return way;
}

/// Without a base path it is what the client wrote.
std::string belowBase(const std::string& base, const std::string& path)
{
    if (base == "/" || path == "*") {
        return path;
    }
    return (base.back() == '/' ? base.substr(0, base.size() - 1) : base) + path;
}

RequestWay ownWay(const HttpRequest& request, const SaidTarget& said, const WayPlan& own)
{
    if (!own.isOwnName(request)) {
        return RefusedRequest{421, "Misdirected Request",
                              "this recorder does not serve this host; add the host with --host-name"};
    }
    if (own.upstream) {
        const std::string path = belowBase(own.upstream->path, said.path);
        const bool rewrites = own.plan.host == HostHeader::Rewrite;
        return TakenRequest{
            .target = *own.upstream,
            .url = addressOf(*own.upstream, path),
            .changes = {.target = path,
                        .host = rewrites ? std::optional(own.upstream->authority) : std::nullopt,
                        .leavesProxy = false,
                        .proxyAuthorization = {}}};
    }
    if (!own.plan.scenario) {
        return RefusedRequest{400, "Bad Request",
                              "this is a proxy: the request line needs http://HOST[:PORT]/PATH, or CONNECT"};
    }
    const std::string* host = request.headers.find("host");
    const bool hasHost = host != nullptr && !host->empty() &&
                         std::none_of(host->begin(), host->end(), isControl) &&
                         host->find_first_of(" /?#@") == std::string::npos;
    const std::string origin = "http://" + (hasHost ? *host : own.ownAuthority);
    return TakenRequest{.target = {}, .url = origin + (said.path == "*" ? "/" : said.path), .changes = {}};
}

} // namespace

bool WayPlan::isOwnName(const HttpRequest& request) const
{
    const std::optional<QString> foreign = foreignHost(request, plan.hostNames);
    if (!foreign || (upstream && isBelow(*foreign, upstream->host))) {
        return true;
    }
    // A page cannot make an address of this machine its own name.
    return plan.allowRemote && !QHostAddress(*foreign).isNull();
}

RequestWay wayOf(const HttpRequest& request, const WayPlan& plan, const std::optional<WireTarget>& opened)
{
    const SaidTarget said = saidTarget(request.method, request.target);
    if (request.method == "CONNECT") {
        return opened ? RefusedRequest{400, "Bad Request", "CONNECT inside a tunnel"}
                      : tunnelWay(request, plan.plan);
    }
    if (!said.path.starts_with('/') && said.path != "*") {
        return RefusedRequest{400, "Bad Request", "the request target is neither a path nor an address"};
    }
    if (opened) {
        return TakenRequest{
            .target = *opened,
            .url = addressOf(*opened, said.path),
            .changes = {
                .target = request.target, .host = {}, .leavesProxy = false, .proxyAuthorization = {}}};
    }
    return said.authority && plan.plan.forwardProxy ? absoluteWay(said) : ownWay(request, said, plan);
}

} // namespace retryscope::io
