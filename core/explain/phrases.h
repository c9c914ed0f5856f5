// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/units.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace retryscope {

/// A whole sentence with the places `%1` to `%9`. It does not compile unless each of its values has a place
/// and each place has a value.
template <std::size_t Values>
class SentenceForm
{
public:
    consteval SentenceForm(const char* text) : m_text(text) // NOLINT(google-explicit-constructor): a literal
    {
        static_assert(Values < 10);
        std::array<bool, 10> isUsed{};
        for (std::size_t at = 0; at + 1 < m_text.size(); ++at) {
            const char digit = m_text[at + 1];
            if (m_text[at] == '%' && digit >= '1' && digit <= '9') {
                isUsed.at(static_cast<std::size_t>(digit - '0')) = true;
            }
        }
        for (std::size_t place = 1; place < isUsed.size(); ++place) {
            if (isUsed.at(place) != (place <= Values)) {
                throw "a value without a place, or a place without a value";
            }
        }
    }

    [[nodiscard]] constexpr std::string_view text() const { return m_text; }

private:
    std::string_view m_text;
};

/// Replaces each place `%N` by values[N - 1]. Places inside a value stay as they are.
[[nodiscard]] std::string filledIn(std::string_view text, std::span<const std::string> values);

/// `filled("%1 of %2 tokens are left.", 3, 500)`: the sentence with its values. A value is a text or a whole
/// number, which numberText() writes: pass a seed or a port, which are not amounts, as a text.
template <typename... Values>
[[nodiscard]] std::string filled(SentenceForm<sizeof...(Values)> form, const Values&... values)
{
    static_assert((!std::is_floating_point_v<Values> && ...), "write it as a text first");
    const auto textOf = [](const auto& value) {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(value)>>) {
            return numberText(static_cast<std::int64_t>(value));
        } else {
            return std::string(value);
        }
    };
    const std::array<std::string, sizeof...(Values)> texts{textOf(values)...};
    return filledIn(form.text(), texts);
}

/// The sentences that are not empty, with a space between them.
[[nodiscard]] std::string prose(const std::vector<std::string>& parts);
/// `a, b or c`; last: the separator before the last item.
[[nodiscard]] std::string joined(const std::vector<std::string>& parts, std::string_view last,
                                 std::string_view between = ", ");
/// joined(), but no more than `most` items: `a, b and 3 more`.
[[nodiscard]] std::string joinedUpTo(std::size_t most, std::vector<std::string> parts, std::string_view last,
                                     std::string_view between = ", ");
/// `1 attempt`, `3 attempts`
[[nodiscard]] std::string counted(std::int64_t number, std::string_view thing);
/// `1 retry is lost`, `3 retries are lost`
[[nodiscard]] std::string counted(std::int64_t number, std::string_view one, std::string_view many);
/// `1 retry`, `3 retries`
[[nodiscard]] std::string retriesText(std::int64_t number);
/// The text with its first letter capitalised, unless its first word is a name such as `x-amz-retry-after` or
/// `gRPC`.
[[nodiscard]] std::string capitalised(std::string text);

} // namespace retryscope
