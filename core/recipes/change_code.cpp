// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/change_code.h"

#include <variant>

namespace retryscope {

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
