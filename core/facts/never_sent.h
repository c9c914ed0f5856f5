// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

namespace retryscope {

/// True for faults that end an attempt before a byte of the request was sent: there was no connection.
[[nodiscard]] bool isNeverSent(FaultKind kind);

} // namespace retryscope
