// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/request_spec.h"

#include "core/facts/service_protocol.h"

#include <array>
#include <charconv>
#include <string_view>
#include <system_error>

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

constexpr std::string_view kLimitPassed = "the attempt limit passed, ";
constexpr std::string_view kUnit = " ms";

} // namespace

std::string attemptLimitText(Duration limit)
{
    std::array<char, 40> number{}; // whatever the locale: records go from one machine to another
    const auto [end, error] = std::to_chars(number.data(), number.data() + number.size(),
                                            toMilliseconds(limit), std::chars_format::fixed);
    return std::string(kLimitPassed) + std::string(number.data(), end) + std::string(kUnit);
}

bool isAttemptLimit(const std::string& faultDetail)
{
    return faultDetail.starts_with(kLimitPassed);
}

std::optional<Duration> attemptLimitIn(const std::string& faultDetail)
{
    if (!isAttemptLimit(faultDetail)) {
        return std::nullopt;
    }
    const std::string_view number = std::string_view(faultDetail).substr(kLimitPassed.size());
    double milliseconds = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), milliseconds);
    return error == std::errc() ? std::optional(fromMilliseconds(milliseconds)) : std::nullopt;
}

} // namespace retryscope
