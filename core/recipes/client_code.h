// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/policy_summary.h"
#include "core/facts/enum_words.h"
#include "core/policy/policy.h"
#include "core/recipes/client_wishes.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// Text to copy into a program, a shell or a file.
struct CodeSnippet
{
    std::string title; ///< where it belongs: `In the program (C++)`, `Environment`
    std::string text;
    bool operator==(const CodeSnippet&) const = default;
};

/// By what means a client can be made to do it.
enum class CodeWay {
    Setting, ///< an option, a variable or a line in a file
    Class,   ///< a class of one's own
    Handler, ///< a function that the client calls
    None,    ///< it cannot be made to
    Unknown, ///< how this client is configured is not known here
};
template <>
struct EnumWords<CodeWay>
{
    static constexpr Words<CodeWay, 5> kWords{{{CodeWay::Setting, "setting"},
                                               {CodeWay::Class, "class"},
                                               {CodeWay::Handler, "handler"},
                                               {CodeWay::None, "none"},
                                               {CodeWay::Unknown, "unknown"}}};
};
/// There is something to write.
[[nodiscard]] constexpr bool isWay(CodeWay way)
{
    return way != CodeWay::None && way != CodeWay::Unknown;
}
/// `this client has a setting for it`, `this client has no such setting; it needs this class`
[[nodiscard]] std::string wayText(CodeWay way);

/// What to write so that the real client behaves as a policy does.
struct ClientCode
{
    std::vector<CodeSnippet> snippets;
    std::vector<std::string> notes; ///< what the client has no switch for
    /// In what the client, so configured, still does something else than the policy; see codeGaps().
    std::vector<PolicyDifference> gaps;
    CodeWay way = CodeWay::Unknown;
    bool operator==(const ClientCode&) const = default;
};

/// The texts of the recipes by name; see resources/recipes/README.md.
using Recipes = std::map<std::string, std::string, std::less<>>;

/// What is known of clients beside their recipes. A function may be missing.
struct ClientReaders
{
    /// What the client of this policy does unless it is configured: the preset of the same family and mode.
    std::function<std::optional<Policy>(const Policy& policy)> unconfigured;
    /// What the client does with this text as its configuration; absent: such texts cannot be read.
    std::function<std::optional<Policy>(const Policy& own, const std::string& text)> configured;
};

/// preset: the client's own, or a policy of that family where the readers know its own. wanted: what it is to
/// do. Where the text does not make it do that, it is among the gaps; where it does nothing of what was
/// wanted, there is no way. What is wrong with a recipe is said in the notes.
[[nodiscard]] ClientCode clientCodeFor(const Recipes& recipes, const Policy& preset, const Policy& wanted,
                                       const CodeContext& context = {}, const ClientReaders& readers = {});

} // namespace retryscope
