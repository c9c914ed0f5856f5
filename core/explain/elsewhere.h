// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/verdict_row.h"

#include <string>
#include <vector>

namespace retryscope {

/// What one policy of a client family makes of a response.
struct ElsewhereMember
{
    std::string title;
    Verdict verdict = Verdict::Succeed;
    std::string reason; ///< short: the rule that decided, or what stops the call; may be empty
    bool operator==(const ElsewhereMember&) const = default;
};

/// What the policies of one client make of one response.
struct ElsewhereFamily
{
    std::string client;                   ///< `Python`, `C++`
    std::vector<ElsewhereMember> members; ///< those that retry first, otherwise in the order of the rows
    bool operator==(const ElsewhereFamily&) const = default;

    /// Members with this verdict.
    [[nodiscard]] int count(Verdict verdict) const;
};

/// One family per client, the largest first and otherwise in the order in which they come; policies that
/// follow a document are the last one.
[[nodiscard]] std::vector<ElsewhereFamily> familiesOf(const std::vector<VerdictRow>& rows);

} // namespace retryscope
