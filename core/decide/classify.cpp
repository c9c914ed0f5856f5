// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/classify.h"

#include "core/policy/conditions.h"

#include <algorithm>
#include <optional>

namespace retryscope {

namespace {

bool isInScope(const Rule& rule, bool success, bool isStart)
{
    if (isStart || rule.scope == RuleScope::Start) {
        return isStart && rule.scope == RuleScope::Start;
    }
    return rule.scope == RuleScope::All || (rule.scope == RuleScope::Successes) == success;
}

} // namespace

Appearance appearanceOf(const ResolvedPolicy& policy, const AttemptFacts& facts)
{
    if (!facts.response) {
        return {};
    }
    Appearance result{.success = false, .status = facts.response->status, .embedded = nullptr};
    const std::vector<StatusRange>& ranges = policy.policy.success.statusIn;
    const auto holdsStatus = [&result](const StatusRange& range) {
        return range.contains(result.status);
    };
    if (facts.fault || !std::any_of(ranges.begin(), ranges.end(), holdsStatus)) {
        return result;
    }
    result.embedded = embeddedErrorIn(policy.reading, facts, policy.operation);
    result.success = !result.embedded;
    if (result.embedded) {
        result.status = result.embedded->treatAsStatus.value_or(result.status);
    }
    return result;
}

Classification classify(const ResolvedPolicy& policy, const AttemptFacts& facts, const ErrorName& name,
                        std::optional<bool> clockIsOff, Trace& trace, const std::vector<int>& ruleUses,
                        const CallStage& stage)
{
    const Appearance appearance = appearanceOf(policy, facts);
    const bool success = appearance.success;
    const std::string_view method = stage.method.empty() ? std::string_view(policy.method) : stage.method;
    const ConditionInput given{policy, facts, name, appearance.status, clockIsOff, method, ruleUses};
    Classification result{.kind = success ? ErrorKind::None : policy.policy.otherwise, .rule = -1};
    const std::vector<Rule>& rules = policy.policy.rules;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (!isInScope(rules[i], success, stage.isStart)) {
            continue;
        }
        const int index = static_cast<int>(i);
        const bool isUsedUp = rules[i].atMost && i < ruleUses.size() && ruleUses[i] >= *rules[i].atMost;
        const Evidence found = firstMismatch(rules[i].when, given);
        const Evidence evidence = isUsedUp && found == Evidence::Matched ? Evidence::Uses : found;
        const bool matched = evidence == Evidence::Matched;
        trace.add(RuleTried{.rule = index, .matched = matched, .evidence = evidence});
        if (matched) {
            result = {.kind = rules[i].kind, .rule = index};
            if (!policy.policy.lastMatchWins) {
                break;
            }
        }
    }
    trace.add(KindChosen{.kind = result.kind,
                         .rule = result.rule,
                         .status = facts.response ? facts.response->status : 0,
                         .fault = facts.fault ? std::optional(facts.fault->kind) : std::nullopt});
    return result;
}

} // namespace retryscope
