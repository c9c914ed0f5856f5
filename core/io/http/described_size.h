// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

#include <cstdint>
#include <string>
#include <utility>

// How much of what a server says of a response, beside its body, stands in memory: for those who keep no more
// than some of it (a run, a recording).

namespace retryscope::io {

/// Bytes of headers, fields and notes per attempt that are not counted: ten times what services send.
inline constexpr std::int64_t kFreeDescription = std::int64_t{8} * 1024;

/// Approximate size in bytes.
[[nodiscard]] inline std::int64_t sizeOf(const Header& header)
{
    return static_cast<std::int64_t>(sizeof header + header.name.size() + header.value.size());
}
[[nodiscard]] inline std::int64_t sizeOf(const BodyField& field)
{
    return static_cast<std::int64_t>(sizeof field + field.place.size() + field.text.size());
}
[[nodiscard]] inline std::int64_t sizeOf(const std::string& note)
{
    return static_cast<std::int64_t>(sizeof note + note.size());
}
template <typename Things>
[[nodiscard]] std::int64_t sumOf(const Things& things)
{
    std::int64_t sum = 0;
    for (const auto& thing : things) {
        sum += sizeOf(thing);
    }
    return sum;
}

/// Shortens a text when the budget is used up.
inline void shorten(std::string& text)
{
    constexpr std::size_t kBeginning = 256;
    if (text.size() > kBeginning) {
        std::string beginning(text, 0, kBeginning); // a new one: the old one would keep its memory
        beginning += "…";
        text = std::move(beginning);
    }
}

} // namespace retryscope::io
