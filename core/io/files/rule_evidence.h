// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/verdict_row.h"

#include <map>
#include <string>
#include <vector>

/// How certain it is that a client decides a certain response or fault as its preset does. A preset that was
/// held against recordings also has rules for what no recording holds.
namespace retryscope::io {

/// What was played to the client of one preset, with the same end as the preset's: situationOf() by rule.
struct ProvenRules
{
    std::vector<std::string> releases; ///< of the client, that were played, oldest first
    std::map<std::string, std::vector<std::string>> recorded;
    std::map<std::string, std::vector<std::string>> measured;
};

/// What decided: the id of a rule, `otherwise` or `success`.
[[nodiscard]] std::string decidedBy(const ResolvedPolicy& policy, const Decision& decision);
/// `response`, or the word of the fault.
[[nodiscard]] std::string situationOf(const AttemptFacts& facts);

/// By preset: resources/policies/evidence.json, which `./dev evidence` writes.
[[nodiscard]] const std::map<std::string, ProvenRules>& provenRules();

/// Of what decided, for this response or fault. An edited rule proves nothing any more.
[[nodiscard]] RuleEvidence ruleEvidenceOf(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                          const Decision& decision);

} // namespace retryscope::io
