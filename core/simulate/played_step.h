// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/simulate/scenario.h"

namespace retryscope {

/// The outcome of an attempt as a step for a server to play: its response or its fault. Leaves out headers
/// that every server writes itself (Connection, Content-Length, Date, Transfer-Encoding). A response that was
/// too large becomes garbage, a fault that clients treat the same; a fault within an unknown response becomes
/// a fault before the response. The parsed body stays as recorded.
[[nodiscard]] EndpointStep stepPlaying(const AttemptFacts& facts);
/// True if stepPlaying() gives the same step for both, apart from the parsed bodies. Cheaper, because a
/// record can have many thousand calls with the same response.
[[nodiscard]] bool playTheSame(const AttemptFacts& one, const AttemptFacts& other);

} // namespace retryscope
