// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/simulate/scenario.h"

namespace retryscope {

/// What became of an attempt, as a step that a server plays: its response, or its fault. Headers that every
/// server writes for itself (Connection, Content-Length, Date, Transfer-Encoding) are left out. A response
/// that was too large becomes garbage, the fault that clients take alike; a fault inside a response of which
/// nothing is known comes before it. The body is as it was read then.
[[nodiscard]] EndpointStep stepPlaying(const AttemptFacts& facts);
/// stepPlaying() makes the same of both, but for what was read in their bodies. Costs less: a record may hold
/// many thousand calls that were responded to alike.
[[nodiscard]] bool playTheSame(const AttemptFacts& one, const AttemptFacts& other);

} // namespace retryscope
