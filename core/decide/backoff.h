// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/state.h"
#include "core/decide/trace.h"

namespace retryscope {

/// The delay after failed attempt number `retry` (from 1), jitter included, with the window it was drawn
/// from: for DecorrelatedV2 whatever was drawn before. draw: in [0, 1). Never negative; saturates for absurd
/// numbers. Source: the policy's backoff.source.
[[nodiscard]] BackoffComputed computeBackoff(const BackoffSpec& spec, int retry, ErrorKind kind, double draw,
                                             const DelayBefore& before = {});

} // namespace retryscope
