// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <string>
#include <variant>
#include <vector>

namespace retryscope {

/// The user's own classification of one error: this name, status (100-999) or fault has this kind.
struct ErrorMapping
{
    std::variant<std::string, int, FaultKind> what;
    ErrorKind kind = ErrorKind::Throttling;
    /// False: it overrides every rule. True: the error is in a list of the client's own, behind the client's
    /// filters. Where all rules of such lists ask for a method, the client looks at them for these methods
    /// only, and not before earlier rules; withMappings() makes it so. Without such a filter both are the
    /// same.
    bool isListed = false;
    bool operator==(const ErrorMapping&) const = default;
};

/// The mappings of a policy, in the order in which they decide: names, faults, statuses.
[[nodiscard]] std::vector<ErrorMapping> mappingsOf(const Policy& policy);

/// The policy with exactly these mappings. They become ordinary rules, one per kind and type. Those that
/// override decide before all others: first in the list if the first match wins, last if the last match wins,
/// and before the rules of services; listed ones decide where the client's own lists do. Their ids begin with
/// `own-names-`, `own-faults-`, `own-statuses-`, or with `listed-` instead of `own-`; existing rules with
/// such ids are replaced. Of two mappings of the same error, the later one wins.
[[nodiscard]] Policy withMappings(Policy policy, const std::vector<ErrorMapping>& mappings);

/// True for a rule made from a mapping.
[[nodiscard]] bool isMapping(const Rule& rule);

/// The policy with this mapping added.
[[nodiscard]] Policy withMapping(Policy policy, const ErrorMapping& mapping);
/// The policy without a mapping of this error; its kind does not matter.
[[nodiscard]] Policy unmapped(Policy policy, const ErrorMapping& mapping);

/// Mappings of statuses that count as a success, in general or for one service: they turn successes into
/// failures.
[[nodiscard]] std::vector<ErrorMapping> mappingsOfSuccesses(const Policy& policy);

} // namespace retryscope
