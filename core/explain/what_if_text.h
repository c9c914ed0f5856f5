// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <string>

namespace retryscope {

/// The result of a record under another policy: `2 attempts would become 4; the call would succeed instead of
/// failing. Beyond the record, the last response repeats.` after: the same calls judged again, with responses
/// beyond the record marked as assumed.
[[nodiscard]] std::string whatIfText(const RunRecord& before, const RunRecord& after);

} // namespace retryscope
