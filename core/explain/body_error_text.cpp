// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/body_error_text.h"

#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/facts/body_error.h"
#include "core/policy/conditions.h"

#include <algorithm>
#include <iterator>

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

bool isDoubted(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision)
{
    return missesBodyError(policy, facts, decision) ||
           (decision.verdict == Verdict::Succeed && facts.response && facts.fault.has_value());
}

bool isDoubted(const RunRecord& record, const CallRecord& call)
{
    const std::shared_ptr<const ResolvedPolicy>& policy = record.header().policy;
    return policy && call.verdict == CallVerdict::Succeeded && !call.attempts.empty() &&
           isDoubted(*policy, call.attempts.back().facts, call.attempts.back().decision);
}

int doubtedIn(const RunRecord& record)
{
    constexpr std::ptrdiff_t kMostLookedAt = 1000;
    const auto begin = record.calls().begin();
    return static_cast<int>(
        std::count_if(begin, begin + std::min(std::ssize(record.calls()), kMostLookedAt),
                      [&record](const CallRecord& call) { return isDoubted(record, call); }));
}

std::string nothingToChangeSentence(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                    const Decision& decision)
{
    if (missesBodyError(policy, facts, decision)) {
        return "This client does not look at the body. The response would be retried if the server sent it "
               "with the status of an error, or if the client read the body.";
    }
    if (isDoubted(policy, facts, decision)) {
        return "This client does not notice that the body is incomplete. The caller has to check that it is "
               "whole.";
    }
    return "The client takes this response as a success: there is nothing to change.";
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
