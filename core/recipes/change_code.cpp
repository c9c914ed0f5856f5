// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/change_code.h"

#include "core/change/situation.h"
#include "core/explain/change_text.h"
#include "core/explain/phrases.h"
#include "core/policy/resolve.h"
#include "core/recipes/code_gaps.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace retryscope {

std::optional<bool> OfferedChange::isPossible() const
{
    return code && code->way == CodeWay::Unknown ? std::nullopt : std::optional(!code || isWay(code->way));
}

std::string ownerText(const OfferedChange& offered)
{
    return offered.code ? wayText(offered.code->way) : ownerText(ownerOf(offered.reversing.change));
}

std::string pairText(const OfferedPair& pair)
{
    return filled("%1 (owner: %2). %3 (owner: %4). The verdict is then %5.",
                  changeText(pair.first.reversing.change), ownerText(pair.first),
                  changeText(pair.second.reversing.change), ownerText(pair.second),
                  changeOutcomeText(pair.second.reversing));
}

namespace {

/// False: the code is a setting, and the client with it does not decide as promised.
bool keepsPromise(const Situation& situation, const ReversingChange& reversing,
                  const std::optional<ClientCode>& code)
{
    return !code || code->way != CodeWay::Setting || !code->meant ||
           decisionIn(underPolicy(situation, *code->meant)).verdict == reversing.verdictAfter;
}

bool isMapped(const Change& change)
{
    return std::holds_alternative<NameMapped>(change) || std::holds_alternative<StatusMapped>(change) ||
           std::holds_alternative<FaultMapped>(change);
}

/// Each with its code; a limit for a hint only where the client is known to have one.
std::vector<OfferedChange> withCode(const Recipes& recipes, const Sdks& sdks, const Situation& situation,
                                    std::vector<ReversingChange> changes, const ClientReaders& readers)
{
    std::vector<OfferedChange> offered;
    for (ReversingChange& reversing : changes) {
        std::optional<ClientCode> code = codeForChange(recipes, sdks, situation.policy.policy,
                                                       situation.spec.service, reversing.change, readers);
        if (!keepsPromise(situation, reversing, code)) {
            if (isMapped(reversing.change)) {
                continue;
            }
            code->way = CodeWay::None;
        }
        const OfferedChange change{.reversing = std::move(reversing), .code = std::move(code)};
        if (!std::holds_alternative<HintLimited>(change.reversing.change) || change.isPossible() == true) {
            offered.push_back(change);
        }
    }
    return offered;
}

} // namespace

std::vector<OfferedChange> offeredShorteningsOf(const Recipes& recipes, const Sdks& sdks,
                                                const Situation& situation, const ClientReaders& readers)
{
    return withCode(recipes, sdks, situation, shorteningChangesOf(situation), readers);
}

std::vector<OfferedChange> offeredChangesOf(const Recipes& recipes, const Sdks& sdks,
                                            const Situation& situation, const ClientReaders& readers)
{
    std::vector<OfferedChange> offered =
        withCode(recipes, sdks, situation, reversingChangesOf(situation), readers);
    std::stable_partition(offered.begin(), offered.end(),
                          [](const OfferedChange& change) { return change.isPossible() != false; });
    return offered;
}

std::vector<OfferedPair> offeredPairsOf(const Recipes& recipes, const Sdks& sdks, const Situation& situation,
                                        const ClientReaders& readers)
{
    const auto offered = [&](ReversingChange change) {
        std::optional<ClientCode> code = codeForChange(recipes, sdks, situation.policy.policy,
                                                       situation.spec.service, change.change, readers);
        return OfferedChange{.reversing = std::move(change), .code = std::move(code)};
    };
    std::vector<OfferedPair> pairs;
    for (ReversingPair& pair : reversingPairsOf(situation)) {
        const Decision alone = decisionIn(changed(situation, pair.first));
        pairs.push_back(
            {.first = offered(
                 {.change = std::move(pair.first), .verdictAfter = alone.verdict, .kindAfter = alone.kind}),
             .second = offered(std::move(pair.second))});
    }
    return pairs;
}

std::optional<ClientCode> codeForChange(const Recipes& recipes, const Sdks& sdks, const Policy& policy,
                                        const std::string& service, const Change& change,
                                        const ClientReaders& readers)
{
    if (ownerOf(change) != ChangeOwner::Policy) {
        return std::nullopt;
    }
    const Policy changed = withChange(policy, service, change);
    Policy own = readers.unconfigured ? readers.unconfigured(policy).value_or(policy) : policy;
    if (policy.services.empty() && !own.services.empty()) {
        RequestSpec spec;
        spec.service = service;
        own = resolve(own, spec).policy;
    }
    ClientCode code = clientCodeFor(recipes, own, changed, codeContextFor(sdks, policy, service),
                                    {.unconfigured = {}, .configured = readers.configured});
    if (isWay(code.way) && !code.gaps.empty() && areAllIn(codeGaps(changed, policy), code.gaps)) {
        code.way = CodeWay::None;
    }
    if (!std::holds_alternative<AttemptsSet>(change) && code.snippets.size() > 1) {
        code.snippets.resize(1); // environment and files know mode and attempts only
    }
    return code;
}

} // namespace retryscope
