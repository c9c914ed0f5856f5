// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/request_spec.h"
#include "core/io/http/wire_target.h"

#include <optional>

namespace retryscope::io {

enum class ProxyKind {
    Http,         ///< CONNECT for https, absolute form for http
    Socks5,       ///< names are looked up here, as curl does for socks5://
    Socks5Remote, ///< names are looked up by the proxy, socks5h://
};

struct Proxy
{
    ProxyKind kind = ProxyKind::Http;
    QString host;
    quint16 port = 0; ///< 1080 when the URL names none, as in curl
    std::string user;
    std::string password;

    /// Value of a Proxy-Authorization header; empty without a user.
    [[nodiscard]] std::string basicAuthorization() const;
    /// `proxy host:port`, for messages; never shows user or password.
    [[nodiscard]] std::string name() const;
    bool operator==(const Proxy&) const = default;
};

/// True when the list exempts this host: `*`, a host, a `.suffix` or `suffix` of whole labels, an address or
/// a CIDR block, each optionally with `:port`; separated by commas or blanks, compared without case.
/// Source: curl's description of CURLOPT_NOPROXY.
[[nodiscard]] bool isExemptFromProxy(std::string_view noProxy, const QString& host, quint16 port);

/// The proxy for this target; absent for a direct connection. An invalid proxy URL is an error even for
/// exempt hosts.
Result<std::optional<Proxy>> proxyFor(const WireOptions& options, const WireTarget& target);

} // namespace retryscope::io
