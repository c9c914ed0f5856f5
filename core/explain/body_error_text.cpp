// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/body_error_text.h"

#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/facts/body_error.h"
#include "core/policy/conditions.h"

namespace retryscope {

namespace {

bool asksForBody(const Condition& when)
{
    return asksFor(when,
                   {Evidence::Body, Evidence::NameState, Evidence::Name, Evidence::Message, Evidence::Value});
}

} // namespace

bool decidesByBody(const ResolvedPolicy& policy, const Decision& decision)
{
    if (findStep<EmbeddedErrorFound>(decision.trace)) {
        return true;
    }
    const Rule* rule = ruleAt(policy.policy, decision.rule);
    return rule != nullptr && rule->scope != RuleScope::Errors && asksForBody(rule->when);
}

bool missesBodyError(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    return decision.verdict == Verdict::Succeed && !decidesByBody(policy, decision) &&
           bodyErrorOf(facts).has_value();
}

std::string bodyErrorClause(const AttemptFacts& facts)
{
    const std::optional<BodyError> error = bodyErrorOf(facts);
    if (!error) {
        return {};
    }
    constexpr std::size_t kMost = 80;
    return "its body is an error (" + shownName(error->place, kMost) +
           (error->name.empty() ? std::string() : ": " + shownName(error->name, kMost)) + ")";
}

std::string bodyErrorSentence(const ResolvedPolicy& policy, const AttemptFacts& facts,
                              const Decision& decision)
{
    const std::string clause = bodyErrorClause(facts);
    if (clause.empty()) {
        return {};
    }
    const auto judged = [&]() -> std::string {
        if (findStep<ClientObserved>(decision.trace)) {
            return {};
        }
        if (missesBodyError(policy, facts, decision)) {
            return "This client does not look at the body, so the response is a success for it.";
        }
        return decidesByBody(policy, decision) ? "This client looks at the body and decides by it."
                                               : "This client does not decide by the body.";
    };
    return prose({filled("The status is a success, but %1.", clause), judged()});
}

} // namespace retryscope
