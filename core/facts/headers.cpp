// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/headers.h"

#include <algorithm>
#include <utility>

namespace retryscope {

namespace {

constexpr char lowered(char character)
{
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

} // namespace

bool equalsIgnoringCase(std::string_view left, std::string_view right)
{
    return left.size() == right.size() && std::equal(left.begin(), left.end(), right.begin(),
                                                     [](char a, char b) { return lowered(a) == lowered(b); });
}

const std::string* Headers::find(std::string_view name) const
{
    for (const Header& header : entries) {
        if (equalsIgnoringCase(header.name, name)) {
            return &header.value;
        }
    }
    return nullptr;
}

void Headers::add(std::string name, std::string value)
{
    entries.push_back({std::move(name), std::move(value)});
}

void Headers::set(std::string_view name, std::string value)
{
    const auto isNamed = [name](const Header& header) {
        return equalsIgnoringCase(header.name, name);
    };
    const auto first = std::find_if(entries.begin(), entries.end(), isNamed);
    if (first == entries.end()) {
        entries.push_back({std::string(name), std::move(value)});
        return;
    }
    first->value = std::move(value);
    entries.erase(std::remove_if(first + 1, entries.end(), isNamed), entries.end());
}

} // namespace retryscope
