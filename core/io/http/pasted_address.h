// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>

namespace retryscope::io {

/// Why a scheme was taken for an address that names none.
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

    /// For people: `http, since localhost is this machine`.
    [[nodiscard]] QString text() const;
};

/// An address as it can be sent.
struct PastedAddress
{
    std::string url; ///< complete, with scheme; targetOf() takes it
    std::optional<AssumedScheme> assumed;
    /// `Basic …` of a user name that stood before the host, where no request can have it; else empty.
    std::string authorization;
    bool operator==(const PastedAddress&) const = default;
};

/// Reads what people type into an address line: a URL, or a host with or without port and path, also in
/// quotes or angle brackets. fromCurl: the scheme that curl takes is assumed. The error is a sentence: what
/// was found and what is allowed.
Result<PastedAddress> readAddress(std::string_view text, bool fromCurl = false);

/// `localhost`, a name below it, or an address of 127.0.0.0/8 or ::1. A name that only begins like one
/// (`127.example.org`) is not.
[[nodiscard]] bool isThisMachine(const QString& host);

/// `Basic dXNlcjpwYXNzd29yZA==`
[[nodiscard]] std::string basicAuthorization(std::string_view userAndPassword);

} // namespace retryscope::io
