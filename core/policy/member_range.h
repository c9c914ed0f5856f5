// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace retryscope {

/// Which numbers a member of a policy may have; of a duration: milliseconds.
struct MemberRange
{
    double least = 0;
    bool isAbove = false; ///< `least` itself is not allowed
    std::optional<double> most{};
    const char* why = ""; ///< `otherwise the client could never retry`; may be empty

    [[nodiscard]] constexpr bool contains(double number) const
    {
        return (isAbove ? number > least : number >= least) && (!most || number <= *most);
    }
    /// `must be from 0 to 1`, `must be above 0, otherwise the client could never retry`
    [[nodiscard]] std::string text() const;
};

inline constexpr MemberRange kNotNegative{};
inline constexpr MemberRange kAtLeastOne{.least = 1};
inline constexpr MemberRange kAboveZero{.isAbove = true};
inline constexpr MemberRange kUpToOne{.most = 1};

} // namespace retryscope
