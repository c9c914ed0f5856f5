// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/change_code.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace retryscope {

std::optional<bool> OfferedChange::isPossible() const
{
    return code && code->way == CodeWay::Unknown ? std::nullopt : std::optional(!code || isWay(code->way));
}

std::vector<OfferedChange> offeredChangesOf(const Recipes& recipes, const Sdks& sdks,
                                            const Situation& situation)
{
    std::vector<OfferedChange> offered;
    for (ReversingChange& reversing : reversingChangesOf(situation)) {
        std::optional<ClientCode> code =
            codeForChange(recipes, sdks, situation.policy.policy, situation.spec.service, reversing.change);
        offered.push_back({.reversing = std::move(reversing), .code = std::move(code)});
    }
    std::stable_partition(offered.begin(), offered.end(),
                          [](const OfferedChange& change) { return change.isPossible() != false; });
    return offered;
}

std::optional<ClientCode> codeForChange(const Recipes& recipes, const Sdks& sdks, const Policy& policy,
                                        const std::string& service, const Change& change)
{
    if (ownerOf(change) != ChangeOwner::Policy) {
        return std::nullopt;
    }
    ClientCode code = clientCodeFor(recipes, policy, withChange(policy, service, change),
                                    codeContextFor(sdks, policy, service));
    if (!std::holds_alternative<AttemptsSet>(change) && code.snippets.size() > 1) {
        code.snippets.resize(1); // environment and files know mode and attempts only
    }
    return code;
}

} // namespace retryscope
