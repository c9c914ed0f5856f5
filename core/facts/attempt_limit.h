// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

namespace retryscope {

/// What is left of an attempt that RequestSpec::attemptTimeout ended: a fault of connecting or of reading. A
/// response whose head had come by then stays without its body; an earlier limit leaves none. facts: as it
/// would have ended by itself, after the limit. before: the time that no phase of it accounts for, as when
/// the request was sent a second time. limit: above 0.
[[nodiscard]] AttemptFacts endedByLimit(AttemptFacts facts, Duration before, Duration limit);

} // namespace retryscope
