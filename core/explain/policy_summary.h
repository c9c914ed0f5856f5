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

/// A policy in one row. Texts are short: `full`, `500 per client, 5 each, timeout 10`.
struct PolicySummary
{
    std::string client; ///< as clientOf() has it
    EvidenceLevel evidence = EvidenceLevel::Source;
    int attempts = 1;
    Duration firstDelayLow{0}; ///< of an ordinary error: transient
    Duration firstDelayHigh{0};
    std::optional<Duration> cap; ///< absent: unbounded
    std::string jitter;
    std::string quota;
    std::string hints; ///< headers in which the server may ask for a delay, or `none`
    bool operator==(const PolicySummary&) const = default;
};

[[nodiscard]] PolicySummary summaryOf(const Policy& policy);
/// The title up to its first comma or bracket: `Python`, `C++`; `document` for documents.
[[nodiscard]] std::string clientOf(const Policy& policy);

/// One number or habit of a policy, with its source.
struct PolicyFact
{
    std::string name;
    std::string value;
    std::string source; ///< may be empty
    bool operator==(const PolicyFact&) const = default;
};

/// All of them but the rules: how it reads errors, counts, waits, pays and listens,
/// services' own numbers last.
[[nodiscard]] std::vector<PolicyFact> factsOf(const Policy& policy);

/// What a rule does, in one line: `throttling when name is one of 14, costs 5`.
[[nodiscard]] std::string ruleSummary(const Rule& rule);

/// One point in which two policies differ.
struct PolicyDifference
{
    std::string what;
    std::string here;  ///< empty when only the other has it
    std::string there; ///< empty when the other has nothing of it
    bool operator==(const PolicyDifference&) const = default;
};

/// Computed from the values: first the facts, then the rules, then the rules of services. Sources, titles
/// and notes do not count.
[[nodiscard]] std::vector<PolicyDifference> differencesBetween(const Policy& here, const Policy& there);
/// `attempts: 5 instead of 3`, `attempts for dynamodb: 10, only here`
[[nodiscard]] std::string differenceText(const PolicyDifference& difference);
/// Presets of one client, or of one document.
[[nodiscard]] bool areNeighbours(const Policy& one, const Policy& other);

} // namespace retryscope
