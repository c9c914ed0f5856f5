// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// Errors after which the same request fails again, and who says so.
struct IncurableErrors
{
    std::vector<std::string> names;    ///< they count with a status of 4xx
    std::vector<std::string> prefixes; ///< of names, with any error status: SOAP sends client errors with 500
    std::string because;               ///< a clause: `the request itself is not valid`
    std::string source;
    bool operator==(const IncurableErrors&) const = default;
};

/// One of them, found in a response.
struct IncurableError
{
    std::string name;
    std::string because;
    std::string source;
    bool operator==(const IncurableError&) const = default;
};

/// The error of this response, where it is a known one that no retry cures. It is the server that says so:
/// what a client makes of the response does not matter. Absent for a response that did not arrive whole.
[[nodiscard]] std::optional<IncurableError> incurableErrorIn(const std::vector<IncurableErrors>& known,
                                                             const AttemptFacts& facts);

} // namespace retryscope
