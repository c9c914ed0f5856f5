// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/token_bucket.h"

#include <algorithm>

namespace retryscope {

QuotaGrant chargeQuota(const QuotaSpec& spec, int level, int cost)
{
    if (spec.whenEmpty == WhenQuotaEmpty::ChargeAnyway) {
        const int left = std::max(level - cost, 0);
        return {.level = left, .cost = level - left, .granted = level - cost >= spec.reserve};
    }
    if (level - cost >= spec.reserve) {
        return {.level = level - cost, .cost = cost, .granted = true};
    }
    if (spec.whenEmpty == WhenQuotaEmpty::TakeWhatIsLeft && level > 0) {
        return {.level = 0, .cost = level, .granted = true};
    }
    return {.level = level, .cost = 0, .granted = false};
}

int returnQuota(const QuotaSpec& spec, int level, int lastCost)
{
    int amount = 0;
    switch (spec.giveBack) {
    case GiveBack::Nothing:
        break;
    case GiveBack::One:
        amount = 1;
        break;
    case GiveBack::LastCost:
        amount = lastCost > 0 ? lastCost : 1;
        break;
    case GiveBack::LastCostAndOne:
        amount = lastCost + 1;
        break;
    case GiveBack::LastCostOnly:
        amount = lastCost;
        break;
    }
    return std::min(spec.capacity, level + amount);
}

QuotaSpec resizedQuota(QuotaSpec spec, int tokens)
{
    const bool isHalf = spec.reserve == spec.capacity / 2 + 1;
    spec.capacity = tokens * spec.perToken;
    spec.reserve = isHalf ? spec.capacity / 2 + 1 : spec.reserve;
    return spec;
}

} // namespace retryscope
