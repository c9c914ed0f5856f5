// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/run/run_record.h"

#include <functional>

namespace retryscope {

/// The policy, the request and the run; of each call a table and a time line of its attempts, the reason for
/// each decision, and the outcome. Texts are shown as they are in the record. width: of a line, in
/// characters.
[[nodiscard]] Report callsInFull(const RunRecord& record, int width);

/// Returns the attempt without what must not be shown. The result is valid until the next call.
using ShownAttempt = std::function<const AttemptRecord&(const AttemptRecord&)>;
/// The same with one line for calls in a row that ended alike. header: of the record, as it may be shown.
[[nodiscard]] Report callsSummedUp(const RunRecord& record, const RunHeader& header,
                                   const ShownAttempt& shown);

} // namespace retryscope
