// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

namespace retryscope {

/// The facts of an attempt ended by RequestSpec::attemptTimeout: a connect or read timeout. A response whose
/// head arrived before the limit stays, without its body; otherwise there is no response. facts: how the
/// attempt would have ended after the limit. before: time outside all phases, for example when the request
/// was sent a second time. limit: above 0.
[[nodiscard]] AttemptFacts endedByLimit(AttemptFacts facts, Duration before, Duration limit);

} // namespace retryscope
