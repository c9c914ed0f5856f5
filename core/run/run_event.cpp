// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_event.h"

#include <array>

namespace retryscope {

std::string_view toString(CallVerdict verdict)
{
    constexpr std::array<std::string_view, 4> kNames{"running", "succeeded", "failed", "cancelled"};
    return kNames.at(static_cast<std::size_t>(verdict));
}

} // namespace retryscope
