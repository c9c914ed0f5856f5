// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/run/run_record.h"

namespace retryscope {

/// The attempts of one call as a table, as bars on a time line, and one sentence each. Of very many attempts
/// the first and the last ones are shown. callIndex: into record.calls(); width: of the time line, in
/// characters.
[[nodiscard]] Report attemptsReport(const RunRecord& record, int callIndex, int width);

} // namespace retryscope
