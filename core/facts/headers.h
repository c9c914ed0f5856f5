// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

struct Header
{
    std::string name;
    std::string value;
    bool operator==(const Header&) const = default;
};

/// ASCII case-insensitive comparison, as HTTP field names need it.
[[nodiscard]] bool equalsIgnoringCase(std::string_view left, std::string_view right);

/// Ordered list of HTTP header fields as they stood on the wire; names compare without case.
struct Headers
{
    std::vector<Header> entries;

    /// The first value under this name, or nullptr. Duplicates stay reachable through `entries`.
    [[nodiscard]] const std::string* find(std::string_view name) const;
    [[nodiscard]] bool contains(std::string_view name) const { return find(name) != nullptr; }
    void add(std::string name, std::string value);
    /// Replaces the first entry of this name and drops the others, or adds one.
    void set(std::string_view name, std::string value);

    bool operator==(const Headers&) const = default;
};

} // namespace retryscope
