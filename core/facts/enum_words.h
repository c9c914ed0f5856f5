// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace retryscope {

template <typename Enum, std::size_t Count>
using Words = std::array<std::pair<Enum, const char*>, Count>;

/// The words of an enumeration in files and on the command line: `kWords`, every enumerator in declaration
/// order. Specialised beside the enumeration, so that it is written and read by the same words everywhere.
template <typename Enum>
struct EnumWords;

template <typename Enum>
concept WordedEnum = requires
{
    EnumWords<Enum>::kWords.size();
};

/// The word of a value; empty for a number that is no enumerator.
template <WordedEnum Enum>
[[nodiscard]] constexpr std::string_view wordOf(Enum value)
{
    const auto index = static_cast<std::size_t>(value);
    const auto& words = EnumWords<Enum>::kWords;
    return index < words.size() ? std::string_view(words[index].second) : std::string_view();
}

template <WordedEnum Enum>
[[nodiscard]] constexpr std::optional<Enum> fromWord(std::string_view word)
{
    for (const auto& [value, known] : EnumWords<Enum>::kWords) {
        if (word == known) {
            return value;
        }
    }
    return std::nullopt;
}

} // namespace retryscope
