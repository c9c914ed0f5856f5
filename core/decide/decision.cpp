// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/decision.h"

#include <array>

namespace retryscope {

std::string_view toString(Verdict verdict)
{
    constexpr std::array<std::string_view, 3> kNames{"succeed", "retry", "stop"};
    return kNames.at(static_cast<std::size_t>(verdict));
}

std::string_view toString(StopReason reason)
{
    constexpr std::array<std::string_view, 7> kNames{
        "notRetryable",      "attemptsExhausted", "quotaExhausted", "deadlineExceeded",
        "bodyNotReplayable", "safetyLimit",       "cancelled"};
    return kNames.at(static_cast<std::size_t>(reason));
}

} // namespace retryscope
