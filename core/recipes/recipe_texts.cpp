// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/recipe_texts.h"

#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>

namespace retryscope {

namespace {

template <typename Unit>
std::vector<std::string> countOf(const std::optional<Duration>& duration)
{
    if (!duration) {
        return {};
    }
    return {std::to_string(std::chrono::duration_cast<Unit>(*duration).count())};
}

} // namespace

std::vector<std::string> quoted(const std::vector<std::string>& words)
{
    std::vector<std::string> result;
    for (const std::string& word : words) {
        std::string text;
        for (const char character : word) {
            if (character == '"' || character == '\\') {
                text += '\\';
            }
            text += static_cast<unsigned char>(character) < 0x20 ? ' ' : character;
        }
        result.push_back('"' + text + '"');
    }
    return result;
}

std::vector<std::string> millisecondsText(const std::optional<Duration>& duration)
{
    return countOf<std::chrono::milliseconds>(duration);
}

std::vector<std::string> secondsText(const std::optional<Duration>& duration)
{
    return countOf<std::chrono::seconds>(duration);
}

std::vector<std::string> decimalSeconds(const std::optional<Duration>& duration)
{
    if (!duration) {
        return {};
    }
    constexpr std::int64_t kPerSecond = 1000;
    const std::int64_t all = std::chrono::duration_cast<std::chrono::milliseconds>(*duration).count();
    std::string text = std::to_string(all / kPerSecond);
    if (all % kPerSecond != 0) {
        text += '.' + std::to_string(kPerSecond + all % kPerSecond).substr(1);
        text.erase(text.find_last_not_of('0') + 1);
    }
    return {text};
}

std::string numberText(double number)
{
    std::array<char, 32> text{};
    constexpr int kDigits = 6;
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, kDigits);
    return {text.data(), end.ptr};
}

std::vector<std::string> flagText(bool isSet)
{
    return isSet ? std::vector<std::string>{"yes"} : std::vector<std::string>{};
}

} // namespace retryscope
