// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/request_spec.h"

#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

namespace retryscope {

std::string protocolOf(const RequestSpec& spec)
{
    if (!spec.protocol.empty()) {
        return spec.protocol;
    }
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kProtocols{
        {{"s3", "rest-xml"}, {"dynamodb", "json"}, {"simpledb", "query"}}};
    for (const auto& [service, protocol] : kProtocols) {
        if (spec.service == service) {
            return std::string(protocol);
        }
    }
    return "generic";
}

namespace {

constexpr std::string_view kLimitPassed = "the limit for one attempt passed";

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

} // namespace retryscope
