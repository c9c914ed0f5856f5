// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/client_code.h"

#include "core/policy/mapping.h"
#include "core/recipes/recipe.h"

#include <algorithm>
#include <utility>

namespace retryscope {

namespace {

/// Names come from servers: they may hold what no editor shows, or what turns the order of the text around
/// it.
bool isUnwritable(const std::string& name)
{
    constexpr std::size_t kLongest = 200;
    constexpr char kFirstPrintable = ' ';
    constexpr char kLastPrintable = '~';
    return name.size() > kLongest || std::any_of(name.begin(), name.end(), [](char character) {
               return character < kFirstPrintable || character > kLastPrintable;
           });
}

bool hasUnwritableName(const Policy& policy)
{
    const std::vector<ErrorMapping> mappings = mappingsOf(policy);
    return std::any_of(mappings.begin(), mappings.end(), [](const ErrorMapping& mapping) {
        const auto* name = std::get_if<std::string>(&mapping.what);
        return name != nullptr && isUnwritable(*name);
    });
}

} // namespace

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
        return "this client has no setting for it";
    case CodeWay::Unknown:
        return "how this client is configured is not known here";
    }
    return {};
}

ClientCode clientCodeFor(const Recipes& recipes, const Policy& preset, const Policy& wanted,
                         const CodeContext& context)
{
    if (hasUnwritableName(wanted)) {
        return {
            .snippets = {},
            .notes = {"An error name here is longer than 200 characters or holds more than printable ASCII: "
                      "what is copied into a program would not be that name, so there is no code."},
            .way = CodeWay::None};
    }
    const std::string recipe =
        preset.document.empty() ? recipeForFamily(recipes, preset.family) : std::string("document");
    FollowedRecipe followed = followRecipe(recipes, recipe, wishesOf(preset, wanted, context));
    for (const std::string& problem : followed.problems) {
        followed.code.notes.push_back("The recipe is broken: " + problem + ".");
    }
    return std::move(followed.code);
}

} // namespace retryscope
