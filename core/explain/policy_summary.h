// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// `recorded`, `measured`, `from source`, `from a document`
[[nodiscard]] std::string evidenceText(EvidenceLevel evidence);

/// A policy in one row. Texts are short: `full`, `500 per client, 5 per retry, timeout 10`.
struct PolicySummary
{
    std::string client; ///< the result of clientOf()
    EvidenceLevel evidence = EvidenceLevel::Source;
    int attempts = 1;
    Duration firstDelayLow{0}; ///< of an ordinary error: transient
    Duration firstDelayHigh{0};
    std::optional<Duration> cap; ///< absent: unbounded
    std::string jitter;
    std::string quota;
    std::string hints; ///< headers in which the server can ask for a delay, or `none`
    bool operator==(const PolicySummary&) const = default;
};

[[nodiscard]] PolicySummary summaryOf(const Policy& policy);
/// The title up to its first comma or bracket: `Python`, `C++`; `document` for documents.
[[nodiscard]] std::string clientOf(const Policy& policy);

/// What a rule asks for and does, member by member, as in a policy file: `when.statusIn 500-599, quotaCost
/// 5`.
[[nodiscard]] std::string ruleMembersText(const Rule& rule);

/// A rule in one line: `throttling when the error name is one of 14 listed, costs 5`.
[[nodiscard]] std::string ruleSummary(const Rule& rule);

/// One difference between two policies.
struct PolicyDifference
{
    std::string what;
    std::string here;  ///< empty when only the other has it
    std::string there; ///< empty when only the first has it
    bool operator==(const PolicyDifference&) const = default;
};

/// The difference that is the order of the rules which both have.
inline constexpr const char* kOrderOfRules = "order of rules";

/// Two policies differ where a value differs: first the facts, then the rules, then the rules of services,
/// then the members that none of these says, by their paths in a policy file. Ignores sources, titles and
/// notes.
[[nodiscard]] std::vector<PolicyDifference> differencesBetween(const Policy& here, const Policy& there);
/// `attempts: 5 instead of 3`, `attempts for dynamodb: 10, only in the first`
[[nodiscard]] std::string differenceText(const PolicyDifference& difference);
/// Presets of one client, or of one document.
[[nodiscard]] bool areNeighbours(const Policy& one, const Policy& other);

} // namespace retryscope
