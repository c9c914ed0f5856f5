// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/scenario.h"

#include <QString>

namespace retryscope::ui {

/// `503 Slow Down`, `connection reset`.
[[nodiscard]] QString stepTitle(const EndpointStep& step);
/// What the response carries: `XML · SlowDown`, `JSON · ThrottlingException`, `HTML page`, `no body`.
[[nodiscard]] QString stepDetail(const EndpointStep& step);
/// Name of a fault for a menu, for example `reset`.
[[nodiscard]] QString faultTitle(Misbehaviour fault);
/// True when the step sends (part of) an HTTP response, so that status, headers and body matter.
[[nodiscard]] bool sendsResponse(Misbehaviour fault);

} // namespace retryscope::ui
