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

/// What came of a recipe. It is followed to its end, whatever is wrong with it.
struct FollowedRecipe
{
    ClientCode code;
    std::set<std::string> written;     ///< values that the code follows: filled in, or decided on in it
    std::vector<std::string> problems; ///< `cpp, line 3: there is no value "nmes"`; also of what was skipped
};

/// Writes down what a recipe says for these wishes. name: of the recipe; one that does not exist is a
/// problem. The language is described in resources/recipes/README.md.
[[nodiscard]] FollowedRecipe followRecipe(const Recipes& recipes, std::string_view name,
                                          const ClientWishes& wishes);
/// The recipe with the longest `%client` that the family begins with; empty when none has one.
[[nodiscard]] std::string recipeForFamily(const Recipes& recipes, std::string_view family);

} // namespace retryscope
