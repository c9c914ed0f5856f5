// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <string>

namespace retryscope {

/// What another policy would have made of a record: `2 attempts would become 4; the call would succeed
/// instead of failing. Beyond what was recorded the last response is repeated.` after: the same calls judged
/// again, with responses beyond the record marked as assumed.
[[nodiscard]] std::string whatIfText(const RunRecord& before, const RunRecord& after);

} // namespace retryscope
