// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/phrases.h"

#include "core/explain/units.h"

#include <algorithm>

namespace retryscope {

std::string filledIn(std::string_view text, std::span<const std::string> values)
{
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t place =
            text[at] == '%' && at + 1 < text.size() && text[at + 1] >= '1' && text[at + 1] <= '9'
                ? static_cast<std::size_t>(text[at + 1] - '0')
                : 0;
        if (place == 0 || place > values.size()) {
            result += text[at];
            continue;
        }
        result += values[place - 1];
        ++at;
    }
    return result;
}

std::string prose(const std::vector<std::string>& parts)
{
    std::string text;
    for (const std::string& part : parts) {
        text += (text.empty() || part.empty() ? "" : " ") + part;
    }
    return text;
}

std::string joined(const std::vector<std::string>& parts, std::string_view last, std::string_view between)
{
    std::string text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        text += i == 0 ? "" : i + 1 == parts.size() ? last : between;
        text += parts[i];
    }
    return text;
}

std::string joinedUpTo(std::size_t most, std::vector<std::string> parts, std::string_view last,
                       std::string_view between)
{
    if (parts.size() > most) {
        const std::size_t more = parts.size() - most + 1;
        parts.resize(most - 1);
        parts.push_back(std::to_string(more) + " more");
    }
    return joined(parts, last, between);
}

std::string counted(std::int64_t number, std::string_view thing)
{
    return numberText(number) + " " + std::string(thing) + (number == 1 ? "" : "s");
}

std::string counted(std::int64_t number, std::string_view one, std::string_view many)
{
    return numberText(number) + " " + std::string(number == 1 ? one : many);
}

std::string retriesText(std::int64_t number)
{
    return counted(number, "retry", "retries");
}

std::string capitalised(std::string text)
{
    const std::string_view word = std::string_view(text).substr(0, text.find_first_of(" ,:;."));
    const bool isPlain =
        std::ranges::all_of(word, [](char letter) { return letter >= 'a' && letter <= 'z'; });
    if (!word.empty() && isPlain) {
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    }
    return text;
}

} // namespace retryscope
