// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace retryscope::ui {

/// The smallest of 1, 2, 5, 10, 20, 50, … that is at least this; 1 for anything below.
template <typename Integer>
[[nodiscard]] constexpr Integer roundStep(Integer atLeast)
{
    for (Integer power = 1;; power *= 10) {
        for (const Integer factor : {Integer{1}, Integer{2}, Integer{5}}) {
            if (factor * power >= atLeast) {
                return factor * power;
            }
        }
    }
}

} // namespace retryscope::ui
