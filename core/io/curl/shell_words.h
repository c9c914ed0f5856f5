// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// The first command of a shell text, split without running or expanding anything.
struct ShellWords
{
    std::vector<std::string> words; ///< without quotes and escapes; the name of the command is the first
    std::vector<std::string>
        variables;                    ///< `$TOKEN`, `$(date)`, `%TOKEN%`: they stand in the words as written
    std::vector<std::string> leftOut; ///< redirections, and whatever follows the command
};

/// Most words of a command; a longer text is not a command.
inline constexpr std::size_t kMostShellWords = 4000;

/// The error for more words.
[[nodiscard]] Error tooManyWords();
/// True for a letter of a variable name.
[[nodiscard]] bool isNameLetter(char letter);

/// Splits like bash: '…', "…", $'…', and `\` before a character or line end; also continues on a next line
/// that begins with an option, if `\` is missing. BadInput: an unclosed quote, with its line; too many words.
[[nodiscard]] Result<ShellWords> bashWords(std::string_view text);
/// Splits like the Windows command prompt and its programs: `^` before a character or line end, "…", `\"`.
[[nodiscard]] Result<ShellWords> cmdWords(std::string_view text);
/// True if the text looks like the Windows command prompt: `^"`, or lines ending with `^`.
[[nodiscard]] bool isForCmd(std::string_view text);

} // namespace retryscope::io
