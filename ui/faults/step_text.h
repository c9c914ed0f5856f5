// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/scenario.h"

#include <QString>

namespace retryscope::ui {

/// `503 Slow Down`, `connection reset`.
[[nodiscard]] QString stepTitle(const FaultStep& step);
/// What the answer carries: `XML · SlowDown`, `JSON · ThrottlingException`, `HTML page`, `no body`.
[[nodiscard]] QString stepDetail(const FaultStep& step);
/// Name of a fault for a menu: `Reset (RST, no byte)`.
[[nodiscard]] QString faultTitle(StepFault fault);
/// True when the step sends (part of) an HTTP answer, so that status, headers and body matter.
[[nodiscard]] bool sendsAnswer(StepFault fault);

} // namespace retryscope::ui
