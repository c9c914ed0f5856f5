// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/request_spec.h"

#include "core/facts/service_protocol.h"

#include <array>
#include <cstdio>
#include <string_view>

namespace retryscope {

std::string protocolOf(const RequestSpec& spec)
{
    if (!spec.protocol.empty()) {
        return spec.protocol;
    }
    const std::string_view known = serviceProtocol(spec.service);
    return known.empty() ? "generic" : std::string(known);
}

namespace {

constexpr std::string_view kLimitPassed = "the attempt limit passed";

} // namespace

std::string attemptLimitText(Duration limit)
{
    std::array<char, 80> text{};
    std::snprintf(text.data(), text.size(), "%s, %.6g ms", kLimitPassed.data(), toMilliseconds(limit));
    return text.data();
}

bool isAttemptLimit(const std::string& faultDetail)
{
    return faultDetail.starts_with(kLimitPassed);
}

std::optional<Duration> attemptLimitIn(const std::string& faultDetail)
{
    double milliseconds = 0;
    return isAttemptLimit(faultDetail) &&
                   std::sscanf(faultDetail.c_str() + kLimitPassed.size(), ", %lf ms", &milliseconds) == 1
               ? std::optional(fromMilliseconds(milliseconds))
               : std::nullopt;
}

} // namespace retryscope
