// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>

namespace retryscope::io {

/// Why this scheme was assumed for an address without a scheme.
enum class SchemeReason {
    Loopback,       ///< http: localhost, names below it, 127.0.0.0/8, ::1
    PrivateAddress, ///< http: an IP address of a private, shared or link-local network
    Port80,         ///< http: the port is named and is 80
    Default,        ///< https: any other host
    Curl,           ///< http: the address stands in a curl line, and curl takes http
};

struct AssumedScheme
{
    std::string scheme; ///< `http` or `https`
    SchemeReason reason = SchemeReason::Default;
    bool operator==(const AssumedScheme&) const = default;

    /// Text for people, for example `http, since the host is this machine`.
    [[nodiscard]] QString text() const;
};

/// An address ready for sending.
struct PastedAddress
{
    std::string url; ///< complete, with scheme; targetOf() takes it
    std::optional<AssumedScheme> assumed;
    /// `Basic …` for a user name before the host, which a request line cannot contain; else empty.
    std::string authorization;
    bool operator==(const PastedAddress&) const = default;
};

/// Parses an address as people type it: a URL, or a host with or without port and path, also in quotes or
/// angle brackets. fromCurl: assumes curl's default scheme. The error is a sentence about what was found and
/// what is allowed.
Result<PastedAddress> readAddress(std::string_view text, bool fromCurl = false);

/// `localhost`, a name below it, or an address of 127.0.0.0/8 or ::1. A name that only begins like one
/// (`127.example.org`) is not.
[[nodiscard]] bool isThisMachine(const QString& host);

/// `Basic dXNlcjpwYXNzd29yZA==`
[[nodiscard]] std::string basicAuthorization(std::string_view userAndPassword);

} // namespace retryscope::io
