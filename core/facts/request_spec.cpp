// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/request_spec.h"

#include <array>
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

} // namespace retryscope
