// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace retryscope {

/// What a host name of AWS says.
struct AwsHost
{
    bool isAws = false;
    std::string
        service; ///< as guessService() names it; empty: a customer's host (load balancer, own API, website)
    std::string end;        ///< the part that tells: `s3.eu-west-1.amazonaws.com`
    bool hasBucket = false; ///< the bucket's name is a part of the host
};

/// The policy name of a service that a host or a signature scope calls by this name; often the name itself.
[[nodiscard]] std::string_view serviceNamed(std::string_view name);

/// Regional, dual-stack, FIPS, private-link, account and virtual-hosted names, in all partitions. host:
/// without port.
[[nodiscard]] AwsHost awsHostOf(std::string_view host);

/// Host of a URL in lower case, without user, port and final dot; empty for a path.
[[nodiscard]] std::string hostOf(std::string_view url);

} // namespace retryscope
