// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <optional>

namespace retryscope::io {

/// The retry options of a curl command, except for `--retry-max-time`. Source: curl manual, 7.88.
struct CurlRetries
{
    int retries = 0;                ///< `--retry`; 0: curl does not retry
    bool allErrors = false;         ///< `--retry-all-errors`
    bool connectionRefused = false; ///< `--retry-connrefused`
    std::optional<Duration>
        delay; ///< `--retry-delay`, the same before each retry; absent: curl's own backoff
    bool operator==(const CurlRetries&) const = default;
};

} // namespace retryscope::io
