// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// The first command of a text that was written for a shell, taken apart without running or expanding
/// anything.
struct ShellWords
{
    std::vector<std::string> words; ///< without quotes and escapes; the name of the command is the first
    std::vector<std::string>
        variables;                    ///< `$TOKEN`, `$(date)`, `%TOKEN%`: they stand in the words as written
    std::vector<std::string> leftOut; ///< redirections, and whatever follows the command
};

/// More words than this are no command that somebody wrote.
inline constexpr std::size_t kMostShellWords = 4000;

/// What is said of more.
[[nodiscard]] Error tooManyWords();
/// Of the name of a variable.
[[nodiscard]] bool isNameLetter(char letter);

/// As bash reads it: '…', "…", $'…', `\` before a character and before a line end; also a line that goes on
/// with an option although the `\` is missing. BadInput: a quote that does not end, with its line; too many
/// words.
[[nodiscard]] Result<ShellWords> bashWords(std::string_view text);
/// As Windows' command prompt and its programs read it: `^` before a character and a line end, "…", `\"`.
[[nodiscard]] Result<ShellWords> cmdWords(std::string_view text);
/// True where the text has signs of the Windows command prompt: `^"`, or lines that end with `^`.
[[nodiscard]] bool isForCmd(std::string_view text);

} // namespace retryscope::io
