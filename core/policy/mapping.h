// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <string>
#include <variant>
#include <vector>

namespace retryscope {

/// A word of the policy's user on one error, stronger than every rule: this name, this status (100-999) or
/// this fault is of this kind.
struct ErrorMapping
{
    std::variant<std::string, int, FaultKind> what;
    ErrorKind kind = ErrorKind::Throttling;
    bool operator==(const ErrorMapping&) const = default;
};

/// The mappings of a policy, in the order in which they decide: names, faults, statuses.
[[nodiscard]] std::vector<ErrorMapping> mappingsOf(const Policy& policy);

/// The policy with exactly these mappings. They become ordinary rules, one per kind and sort, that decide
/// before all others: at the start where the first match wins, at the end where the last one does, and before
/// the rules of services that have their own. Their ids begin with `own-names-`, `own-faults-` or
/// `own-statuses-`; rules with such ids are written anew. Of two mappings of the same error the later holds.
[[nodiscard]] Policy withMappings(Policy policy, const std::vector<ErrorMapping>& mappings);

/// True for a rule that a mapping became.
[[nodiscard]] bool isMapping(const Rule& rule);

/// The policy with this mapping beside those it has.
[[nodiscard]] Policy withMapping(Policy policy, const ErrorMapping& mapping);
/// The policy without a mapping of this error; its kind does not matter.
[[nodiscard]] Policy unmapped(Policy policy, const ErrorMapping& mapping);

/// The mappings of statuses that are a success to the policy, in general or for one of its services: they
/// make failures of what succeeded.
[[nodiscard]] std::vector<ErrorMapping> mappingsOfSuccesses(const Policy& policy);

} // namespace retryscope
