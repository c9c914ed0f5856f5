// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/possible_changes.h"

#include "core/explain/change_text.h"
#include "core/explain/effect_text.h"
#include "core/explain/phrases.h"
#include "core/explain/redirect_text.h"

namespace retryscope {

namespace {

std::string whyNoneReverses(const PossibleChanges& changes, const Situation& situation)
{
    if (redirectLocationOf(situation.facts)) {
        return redirectAdvice(situation.facts);
    }
    if (changes.incurable) {
        return noCureText();
    }
    if (!changes.pairs.empty()) {
        return "No single change reverses this decision; two together would:";
    }
    const int allowed = situation.policy.policy.attempts.attempts();
    return allowed > 1 && situation.request.attemptsCounted + 1 >= allowed
               ? filled("No single change reverses this decision: the attempt was also the last of the %1 "
                        "that this client makes.",
                        allowed)
               : "No single change reverses this decision.";
}

} // namespace

PossibleChanges possibleChangesOf(const ClientKnowledge& knowledge, const Situation& situation)
{
    PossibleChanges changes{.verdict = decisionIn(situation).verdict};
    if (changes.verdict == Verdict::Stop) {
        changes.incurable = incurableErrorIn(knowledge.incurable, situation.facts);
    }
    if (!changes.incurable) {
        changes.reversing = offeredChangesOf(knowledge.recipes, knowledge.sdks, situation, knowledge.readers);
    }
    if (changes.reversing.empty()) {
        const bool isOfUse = !changes.incurable && !redirectLocationOf(situation.facts);
        changes.pairs = isOfUse
                            ? offeredPairsOf(knowledge.recipes, knowledge.sdks, situation, knowledge.readers)
                            : std::vector<OfferedPair>{};
        changes.whyNone = whyNoneReverses(changes, situation);
    }
    changes.shorter = offeredShorteningsOf(knowledge.recipes, knowledge.sdks, situation, knowledge.readers);
    changes.sensitivities = sensitivitiesOf(situation);
    if (changes.verdict == Verdict::Succeed) {
        return changes;
    }
    if (std::string quota = quotaSentence(situation); !quota.empty()) {
        changes.remarks.push_back(std::move(quota));
    }
    for (const SensitiveTo& sensitive : changes.sensitivities) {
        changes.remarks.push_back(sensitivityText(sensitive));
    }
    return changes;
}

} // namespace retryscope
