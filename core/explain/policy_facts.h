// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

/// One setting of a policy in words: what reports, comparisons and the window say of it.
struct PolicyFact
{
    std::string name;   ///< `jitter`, `retry quota for s3`, `delay hint retry-after`
    std::string value;  ///< `full jitter`
    std::string source; ///< may be empty
    /// Members whose values the words tell, by their paths in policy files; a group stands for all members in
    /// it: `backoff.jitter`, `clock`. Empty: the words follow from several members, as the first delay does.
    std::vector<std::string> tells;
    std::string group;      ///< under which a report shows it: `backoff`; empty: not in a report
    std::string label;      ///< what tells it from others of its group: `retry-after,`; may be empty
    bool continues = false; ///< a report shows it in the line of the fact before

    bool operator==(const PolicyFact&) const = default;
};

/// Members of which something tells the values, however many there are.
class ToldMembers
{
public:
    /// As PolicyFact::tells.
    void add(const std::vector<std::string>& paths);
    [[nodiscard]] bool contains(std::string_view path) const;

private:
    std::set<std::string, std::less<>> m_paths;
};

/// All settings except the rules; those of single services and operations last.
[[nodiscard]] std::vector<PolicyFact> factsOf(const Policy& policy);
/// Without those of services and operations.
[[nodiscard]] std::vector<PolicyFact> generalFactsOf(const Policy& policy);
/// What a service or operation changes, without its name.
[[nodiscard]] std::vector<PolicyFact> factsOf(const ServiceOverride& change);

/// The members of a policy that differ from what a file need not name, and whose values no fact of a report
/// and no rule tells: `reading.json: verbatim json:code, anyLetterCase true`, a line for each group.
[[nodiscard]] std::vector<PolicyFact> otherMembersOf(const Policy& policy);

/// Other limits on attempts than their number: `, 3 after transient; no retry after 60 s of the call`; empty
/// without any.
[[nodiscard]] std::string attemptHabitsText(const AttemptLimit& attempts);

} // namespace retryscope
