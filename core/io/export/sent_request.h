// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <string>

namespace retryscope::io {

/// Method and absolute address of an attempt's first request. A path without a host, as virtual runs have it,
/// gets the host `scenario.invalid`. header: redacted, unless secrets are included.
[[nodiscard]] RequestTarget sentRequestOf(const RunHeader& header, const AttemptRecord& attempt);

} // namespace retryscope::io
