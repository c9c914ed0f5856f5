// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace retryscope {

/// A word of the field, and what it means here.
struct Term
{
    std::string_view id;       ///< unique, never translated; also the anchor of its handbook page
    std::string_view word;     ///< as it stands in the window
    std::string_view sentence; ///< one sentence that needs no other term to be understood
};

/// All of them, by word in alphabetical order.
[[nodiscard]] std::span<const Term> terms();
/// nullptr: there is no such term.
[[nodiscard]] const Term* termOf(std::string_view id);

} // namespace retryscope
