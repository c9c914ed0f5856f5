// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

/// What the fuzzers promise themselves: the property is named before the end.
inline void require(bool holds, const char* property)
{
    if (!holds) {
        std::fprintf(stderr, "property: %s\n", property);
        std::abort();
    }
}

/// The bytes of one case, taken from the front.
class FuzzInput
{
public:
    FuzzInput(const std::uint8_t* data, std::size_t size) : m_rest(reinterpret_cast<const char*>(data), size)
    {
    }

    /// 0 once nothing is left.
    unsigned byte()
    {
        const auto first = m_rest.empty() ? '\0' : m_rest.front();
        m_rest.remove_prefix(m_rest.empty() ? 0 : 1);
        return static_cast<unsigned char>(first);
    }
    /// Up to the next zero byte, which goes with it.
    std::string_view text()
    {
        const std::string_view found = m_rest.substr(0, m_rest.find('\0'));
        m_rest.remove_prefix(found.size() + (found.size() < m_rest.size() ? 1 : 0));
        return found;
    }
    [[nodiscard]] std::string_view rest() const { return m_rest; }

private:
    std::string_view m_rest;
};
