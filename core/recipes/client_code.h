// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/policy/policy.h"
#include "core/recipes/client_wishes.h"

#include <functional>
#include <map>
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
    std::vector<std::string> notes; ///< what the client has no switch for, and what differs all the same
    CodeWay way = CodeWay::Unknown;
    bool operator==(const ClientCode&) const = default;
};

/// The texts of the recipes by name; see resources/recipes/README.md.
using Recipes = std::map<std::string, std::string, std::less<>>;

/// preset: what the client does by itself, found by its family and mode. wanted: the same with other
/// attempts, delays or mappings (policy/mapping.h); other differences are named in the notes. What is wrong
/// with a recipe is said in the notes, too.
[[nodiscard]] ClientCode clientCodeFor(const Recipes& recipes, const Policy& preset, const Policy& wanted,
                                       const CodeContext& context = {});

} // namespace retryscope
