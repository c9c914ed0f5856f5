// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace retryscope {

/// A glossary term and its meaning in Retryscope.
struct Term
{
    std::string_view id;       ///< unique, never translated; also the anchor of its handbook page
    std::string_view word;     ///< as shown in the window
    std::string_view sentence; ///< one sentence that needs no other term to be understood
};

/// All terms, sorted by word.
[[nodiscard]] std::span<const Term> terms();
/// The term with this id; nullptr if there is none.
[[nodiscard]] const Term* termOf(std::string_view id);

} // namespace retryscope
