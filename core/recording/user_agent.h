// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace retryscope {

/// What a User-Agent says of its program, in the words of our presets. Each may be empty.
struct SaidClient
{
    std::string client;  ///< with which ids of presets begin: `botocore`, `jsv3`, `go-v2`, `curl`
    std::string version; ///< `1.43.67`
    std::string mode;    ///< `standard`, `adaptive`, `legacy`
    bool operator==(const SaidClient&) const = default;
};

/// Knows the AWS SDKs, the AWS CLI, curl, urllib3 with requests, and gRPC. The mode is what `cfg/retry-mode#`
/// says, else one of the features in `m/` (D legacy, E standard, F adaptive). Source: what these programs
/// send.
[[nodiscard]] SaidClient saidBy(std::string_view userAgent);

/// The User-Agent without the words that change with the operation, so that one client has one: the features
/// that a call made use of (`m/N,E`, `ft/s3-transfer`, `hll/…`), and the command of the AWS CLI
/// (`command/s3.ls`, `md/command#s3.ls`). What tells programs, versions and settings apart stays, in its
/// order. Source: the User-Agent 2.1 of AWS SDKs, in which botocore, the SDKs for JavaScript 3, Go 2 and Java
/// 2 write it.
[[nodiscard]] std::string steadyUserAgent(std::string_view userAgent);

} // namespace retryscope
