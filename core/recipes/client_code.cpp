// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/client_code.h"

#include "core/policy/mapping.h"
#include "core/recipes/code_gaps.h"
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
    for (const HintSpec& hint : policy.hints) {
        if (isUnwritable(hint.header)) {
            return true;
        }
    }
    for (const Rule& rule : policy.rules) {
        if (std::any_of(rule.when.headerIn.begin(), rule.when.headerIn.end(), isUnwritable)) {
            return true;
        }
    }
    const std::vector<ErrorMapping> mappings = mappingsOf(policy);
    return std::any_of(mappings.begin(), mappings.end(), [](const ErrorMapping& mapping) {
        const auto* name = std::get_if<std::string>(&mapping.what);
        return name != nullptr && isUnwritable(*name);
    });
}

/// What the client does with the code. A function is not read: of those it is known what they were written
/// for.
Policy meantByCode(const FollowedRecipe& followed, const Policy& own, const Policy& wanted,
                   const ClientWishes& wishes, const ClientReaders& readers)
{
    if (readers.configured && followed.code.way != CodeWay::Handler && followed.code.way != CodeWay::Class) {
        for (const CodeSnippet& snippet : followed.code.snippets) {
            if (std::optional<Policy> read = readers.configured(own, snippet.text)) {
                return *std::move(read);
            }
        }
    }
    return meantBy(own, wanted, wishes, followed.written, followed.code.way == CodeWay::Setting);
}

/// Where the preset was recorded, and the reader of configurations follows a manual, the two differ: that is
/// no gap of this code.
void removeOwnGaps(std::vector<PolicyDifference>& gaps, const Recipes& recipes, const Policy& own,
                   const ClientReaders& readers)
{
    const ClientWishes wishes = wishesOf(own, own, {});
    const FollowedRecipe followed = followRecipe(recipes, recipeForFamily(recipes, own.family), wishes);
    const std::vector<PolicyDifference> ofOwn =
        codeGaps(own, meantByCode(followed, own, own, wishes, readers));
    std::erase_if(gaps, [&ofOwn](const PolicyDifference& gap) {
        return std::find(ofOwn.begin(), ofOwn.end(), gap) != ofOwn.end();
    });
}

void addGaps(FollowedRecipe& followed, const Recipes& recipes, const Policy& own, const Policy& wanted,
             const ClientWishes& wishes, const ClientReaders& readers)
{
    constexpr std::size_t kMostNotes = 12;
    ClientCode& code = followed.code;
    code.meant = meantByCode(followed, own, wanted, wishes, readers);
    code.gaps = codeGaps(wanted, *code.meant);
    if (!code.gaps.empty()) {
        removeOwnGaps(code.gaps, recipes, own, readers);
    }
    for (std::size_t i = 0; i < std::min(code.gaps.size(), kMostNotes); ++i) {
        code.notes.push_back("Not in this code: " + gapText(code.gaps[i]) + ".");
    }
    if (code.gaps.size() > kMostNotes) {
        code.notes.push_back("Not in this code: " + std::to_string(code.gaps.size() - kMostNotes) +
                             " more points in which the policy differs from the client.");
    }
    if (isWay(code.way) && !code.gaps.empty() && areAllIn(codeGaps(wanted, own), code.gaps)) {
        code.way = CodeWay::None;
    }
}

} // namespace

std::string wayText(CodeWay way)
{
    switch (way) {
    case CodeWay::Setting:
        return "client settings";
    case CodeWay::Class:
        return "client code, a class";
    case CodeWay::Handler:
        return "client code, a handler";
    case CodeWay::None:
        return "not configurable";
    case CodeWay::Unknown:
        return "client settings that Retryscope does not know";
    }
    return {};
}

ClientCode clientCodeFor(const Recipes& recipes, const Policy& preset, const Policy& wanted,
                         const CodeContext& context, const ClientReaders& readers)
{
    if (hasUnwritableName(wanted)) {
        return {
            .snippets = {},
            .notes = {"No code: the name of an error or a header is longer than 200 characters or contains "
                      "characters other than printable ASCII, so a copy in a program would not match."},
            .way = CodeWay::None};
    }
    const Policy own = readers.unconfigured ? readers.unconfigured(preset).value_or(preset) : preset;
    const std::string recipe =
        preset.document.empty() ? recipeForFamily(recipes, preset.family) : std::string("document");
    const ClientWishes wishes = wishesOf(own, wanted, context);
    FollowedRecipe followed = followRecipe(recipes, recipe, wishes);
    for (const std::string& problem : followed.problems) {
        followed.code.notes.push_back("The recipe is invalid: " + problem + ".");
    }
    if (!followed.code.snippets.empty() && followed.code.way != CodeWay::Unknown) {
        addGaps(followed, recipes, own, wanted, wishes, readers);
    }
    return std::move(followed.code);
}

} // namespace retryscope
