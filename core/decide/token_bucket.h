// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

namespace retryscope {

struct QuotaGrant
{
    int level = 0; ///< after
    int cost = 0;  ///< what was really taken
    bool granted = true;
};

/// Charges one retry. Never below zero. Source: the policy's quota.source.
[[nodiscard]] QuotaGrant chargeQuota(const QuotaSpec& spec, int level, int cost);
/// Level after a success. lastCost: what the request's last retry took, 0 when there was
/// none. Never above capacity.
[[nodiscard]] int returnQuota(const QuotaSpec& spec, int level, int lastCost);

/// The quota with another number of the client's own tokens. A reserve of half the capacity stays that half.
[[nodiscard]] QuotaSpec resizedQuota(QuotaSpec spec, int tokens);

} // namespace retryscope
