// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/header_syntax.h"
#include "core/io/curl/shell_words.h"

#include <algorithm>

namespace retryscope::io {

namespace {

std::size_t lineEndAt(std::string_view text, std::size_t at)
{
    const std::string_view rest = text.substr(at);
    return rest.starts_with("\r\n") ? 2 : rest.starts_with('\n') ? 1 : 0;
}

/// The command prompt's own part: carets are gone, and the command ends where it ends it. A caret before a
/// line end takes the line end away and the character after it as it is, so two line ends make one.
std::string withoutCarets(std::string_view text, ShellWords& words)
{
    std::string line;
    bool isQuoted = false;
    std::size_t at = 0;
    while (at < text.size()) {
        const char letter = text[at];
        if (letter == '^' && !isQuoted) {
            ++at;
            at += lineEndAt(text, at);
            if (const std::size_t end = lineEndAt(text, at); end > 0) {
                line += '\n';
                at += end;
            } else if (at < text.size()) {
                line += text[at++];
            }
            continue;
        }
        const bool ends = !isQuoted && std::string_view("&|<>").find(letter) != std::string_view::npos;
        if (ends || lineEndAt(text, at) > 0) {
            break;
        }
        isQuoted = letter == '"' ? !isQuoted : isQuoted;
        line += letter;
        ++at;
    }
    if (const std::string_view left = trimmed(text.substr(at)); !left.empty()) {
        words.leftOut.emplace_back(left);
    }
    return line;
}

/// Then the program's: quotes, and backslashes before them. Source: Microsoft's "Parsing C command-line
/// arguments".
void splitArguments(std::string_view line, ShellWords& words)
{
    std::string word;
    bool isInWord = false;
    bool isQuoted = false;
    for (std::size_t at = 0; at < line.size() && words.words.size() <= kMostShellWords; ++at) {
        const char letter = line[at];
        if (letter == '\\') {
            const std::size_t end = std::min(line.find_first_not_of('\\', at), line.size());
            const bool isBeforeQuote = end < line.size() && line[end] == '"';
            const std::size_t count = end - at;
            word.append(isBeforeQuote ? count / 2 : count, '\\');
            isInWord = true;
            at = end - 1;
            if (isBeforeQuote && count % 2 == 1) {
                word += '"';
                at = end;
            }
        } else if (letter == '"') {
            isInWord = true;
            if (isQuoted && at + 1 < line.size() && line[at + 1] == '"') {
                word += '"';
                ++at;
            } else {
                isQuoted = !isQuoted;
            }
        } else if (!isQuoted && (letter == ' ' || letter == '\t')) {
            if (isInWord) {
                words.words.push_back(std::move(word));
            }
            word.clear();
            isInWord = false;
        } else {
            word += letter;
            isInWord = true;
        }
    }
    if (isInWord) {
        words.words.push_back(std::move(word));
    }
}

void noteVariables(std::string_view line, ShellWords& words)
{
    for (std::size_t at = line.find('%'); at != std::string_view::npos; at = line.find('%', at + 1)) {
        const std::size_t end = line.find('%', at + 1);
        const std::string_view name =
            end == std::string_view::npos ? std::string_view() : line.substr(at + 1, end - at - 1);
        const bool isName = !name.empty() && name.size() < 64 && (name[0] < '0' || name[0] > '9') &&
                            std::ranges::all_of(name, isNameLetter);
        if (isName) {
            words.variables.emplace_back(line.substr(at, end - at + 1));
            at = end;
        }
    }
}

} // namespace

Result<ShellWords> cmdWords(std::string_view text)
{
    ShellWords words;
    const std::string line = withoutCarets(trimmed(text), words);
    noteVariables(line, words);
    splitArguments(line, words);
    if (words.words.size() > kMostShellWords) {
        return tooManyWords();
    }
    return words;
}

bool isForCmd(std::string_view text)
{
    bool isSingleQuoted = false; // there, bash has every sign as it stands, and the command prompt no quote
    bool isDoubleQuoted = false;
    bool hasEscapes = false; // of $'…'
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        const std::string_view rest = text.substr(at);
        if (isSingleQuoted) {
            at += hasEscapes && letter == '\\' ? 1 : 0;
            isSingleQuoted = letter != '\'';
        } else if (rest.starts_with(" ^\"") || rest.starts_with(" ^\n") || rest.starts_with(" ^\r\n")) {
            return true;
        } else if (letter == '\\') {
            ++at;
        } else if (letter == '"') {
            isDoubleQuoted = !isDoubleQuoted;
        } else if (letter == '\'') {
            isSingleQuoted = !isDoubleQuoted;
            hasEscapes = at > 0 && text[at - 1] == '$';
        }
    }
    return false;
}

} // namespace retryscope::io
