// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/scenario.h"
#include "ui/parts/table_model.h"

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

/// The position of a step, from 0, as text: `1`, `×4` when it is repeated, or `∞` for the last step, which
/// responds to all further requests.
[[nodiscard]] QString stepMark(const EndpointStep& step, int position, bool isLast);
/// A step as one row of a list.
[[nodiscard]] TableModel<EndpointStep>::Columns stepColumns();

} // namespace retryscope::ui
