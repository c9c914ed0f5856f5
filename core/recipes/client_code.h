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

/// How a client can be configured to do this.
enum class CodeWay {
    Setting, ///< an option, a variable or a line in a file
    Class,   ///< a class of one's own
    Handler, ///< a function that the client calls
    None,    ///< the client cannot do this
    Unknown, ///< unknown how to configure this client
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
/// True if there is code to write.
[[nodiscard]] constexpr bool isWay(CodeWay way)
{
    return way != CodeWay::None && way != CodeWay::Unknown;
}
/// Where the change is made: `client settings`, `client code, a class`, `not configurable`
[[nodiscard]] std::string wayText(CodeWay way);

/// The code with which the real client follows a policy.
struct ClientCode
{
    std::vector<CodeSnippet> snippets;
    std::vector<std::string> notes; ///< what the client has no setting for
    /// Where the configured client still differs from the policy; see codeGaps().
    std::vector<PolicyDifference> gaps;
    CodeWay way = CodeWay::Unknown;
    std::optional<Policy> meant; ///< the client's policy with the code; absent without code
    bool operator==(const ClientCode&) const = default;
};

/// The texts of the recipes by name; see resources/recipes/README.md.
using Recipes = std::map<std::string, std::string, std::less<>>;

/// Knowledge about clients besides their recipes. A function can be empty.
struct ClientReaders
{
    /// The policy's client without configuration: the preset of the same family and mode.
    std::function<std::optional<Policy>(const Policy& policy)> unconfigured;
    /// The client's policy with this text as its configuration; absent if Retryscope cannot read such texts.
    std::function<std::optional<Policy>(const Policy& own, const std::string& text)> configured;
};

/// preset: the client's own policy, or one of its family if the readers know its own. wanted: the policy to
/// follow. The gaps list what the code does not achieve; if it achieves nothing, the way is None. The notes
/// list errors in a recipe.
[[nodiscard]] ClientCode clientCodeFor(const Recipes& recipes, const Policy& preset, const Policy& wanted,
                                       const CodeContext& context = {}, const ClientReaders& readers = {});

} // namespace retryscope
