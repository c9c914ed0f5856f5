// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <charconv>
#include <string>

namespace retryscope {

/// Appends the number with zeros before it up to this width, the sign of a negative one included. Dates and
/// ids are written for every attempt of a simulation, and snprintf() was a third of its time. base: 10, or 16
/// for small hexadecimal digits.
inline void appendPadded(std::string& text, long long number, std::size_t width, int base = 10)
{
    std::array<char, 24> digits{};
    const unsigned long long magnitude =
        number < 0 ? 0ULL - static_cast<unsigned long long>(number) : static_cast<unsigned long long>(number);
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), magnitude, base);
    const auto length = static_cast<std::size_t>(result.ptr - digits.data());
    const std::size_t sign = number < 0 ? 1 : 0;
    text.append(sign, '-');
    text.append(width > length + sign ? width - length - sign : 0, '0');
    text.append(digits.data(), length);
}

} // namespace retryscope
