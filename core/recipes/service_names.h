// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace retryscope {

/// What the SDKs call the client of a service; a name is empty where an SDK has none, or it is not known
/// here.
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

/// What stands in code for a service that nobody named.
inline constexpr ServiceNames kUnnamedService{"SERVICE", "SERVICE", "Service", "SERVICE",
                                              "Service", "Service", "SERVICE"};

/// service: as serviceNamed() gives it. Of one that is not known here only the name of boto3, which is that
/// of the service nearly everywhere.
[[nodiscard]] ServiceNames serviceNames(std::string_view service);

} // namespace retryscope
