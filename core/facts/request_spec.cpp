// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/request_spec.h"

#include "core/facts/service_protocol.h"

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

} // namespace retryscope
