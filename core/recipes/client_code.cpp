// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/client_code.h"

#include "core/recipes/recipe.h"

#include <utility>

namespace retryscope {

std::string wayText(CodeWay way)
{
    switch (way) {
    case CodeWay::Setting:
        return "this client has a setting for it";
    case CodeWay::Class:
        return "this client has no such setting; it needs this class";
    case CodeWay::Handler:
        return "this client has no such setting; it needs this handler";
    case CodeWay::None:
        return "this client has no such setting, and no code for it is known here";
    }
    return {};
}

ClientCode clientCodeFor(const Recipes& recipes, const Policy& preset, const Policy& wanted,
                         const CodeContext& context)
{
    const std::string recipe =
        preset.document.empty() ? recipeForFamily(recipes, preset.family) : std::string("document");
    FollowedRecipe followed = followRecipe(recipes, recipe, wishesOf(preset, wanted, context));
    for (const std::string& problem : followed.problems) {
        followed.code.notes.push_back("The recipe is broken: " + problem + ".");
    }
    return std::move(followed.code);
}

} // namespace retryscope
