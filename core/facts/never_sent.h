// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

namespace retryscope {

/// True for faults without a connection, so that no byte of the request was sent.
[[nodiscard]] bool isNeverSent(FaultKind kind);

} // namespace retryscope
