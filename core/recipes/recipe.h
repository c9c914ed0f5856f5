// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipes/client_code.h"
#include "core/recipes/client_wishes.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

/// The result of a recipe. Errors do not end its execution.
struct FollowedRecipe
{
    ClientCode code;
    std::set<std::string> written;     ///< values that the code uses, filled in or as conditions
    std::vector<std::string> problems; ///< `cpp, line 3: there is no value "nmes"`; problems in skipped parts
                                       ///< included
};

/// Executes a recipe for these wishes. name: of the recipe; an unknown name is a problem. The language is
/// described in resources/recipes/README.md.
[[nodiscard]] FollowedRecipe followRecipe(const Recipes& recipes, std::string_view name,
                                          const ClientWishes& wishes);
/// The recipe with the longest `%client` that is a prefix of the family; empty if there is none.
[[nodiscard]] std::string recipeForFamily(const Recipes& recipes, std::string_view family);

} // namespace retryscope
