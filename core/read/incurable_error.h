// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// Errors with which the same request would fail again, and the source.
struct IncurableErrors
{
    std::vector<std::string> names;    ///< they count with a status of 4xx
    std::vector<std::string> prefixes; ///< of names, with any error status: SOAP sends client errors with 500
    /// JSON members, at any depth, that hold the names; empty: wherever an error name stands.
    std::vector<std::string> members;
    std::vector<std::string> contains; ///< parts of what such a member holds: `PerDay`
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

/// The error of this response, if it is known that a retry cannot help. Depends on what the server sent, not
/// on how a client reads it. Absent for an incomplete response.
[[nodiscard]] std::optional<IncurableError> incurableErrorIn(const std::vector<IncurableErrors>& known,
                                                             const AttemptFacts& facts);

} // namespace retryscope
