// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/client_code.h"

#include "core/recipes/recipe.h"

#include <utility>

namespace retryscope {

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
