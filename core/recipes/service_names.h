// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace retryscope {

/// The SDKs' names for the client of a service; empty if an SDK has none or the name is unknown.
struct ServiceNames
{
    std::string_view service;
    std::string_view boto;       ///< boto3.client("…")
    std::string_view javaScript; ///< `…Client` of version 3
    std::string_view package;    ///< `@aws-sdk/client-…`
    std::string_view oldScript;  ///< `AWS.…` of version 2
    std::string_view java;       ///< `…Client`
    std::string_view rust;       ///< `aws_sdk_…`
};

/// The placeholder in code for an unnamed service.
inline constexpr ServiceNames kUnnamedService{"SERVICE", "SERVICE", "Service", "SERVICE",
                                              "Service", "Service", "SERVICE"};

/// service: the result of serviceNamed(). For an unknown service only the boto3 name, which is nearly always
/// the service's own.
[[nodiscard]] ServiceNames serviceNames(std::string_view service);

} // namespace retryscope
