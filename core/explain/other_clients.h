// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/verdict_row.h"

#include <string>
#include <vector>

namespace retryscope {

/// How one policy of a client family decides on a response.
struct OtherClient
{
    std::string name; ///< the policy's short name
    Verdict verdict = Verdict::Succeed;
    bool noticesBodyError = false; ///< takes the body of a success for the error that it is
    std::string reason;            ///< short: the deciding rule, or what ends the call; may be empty
    bool operator==(const OtherClient&) const = default;
};

/// How the policies of one client decide on one response.
struct OtherClientFamily
{
    std::string client;               ///< `Python`, `C++`
    std::vector<OtherClient> members; ///< retrying policies first, otherwise in the order of the rows
    bool hasBodyError = false;        ///< the status is a success, but the body is an error
    bool operator==(const OtherClientFamily&) const = default;

    /// Members with this verdict.
    [[nodiscard]] int count(Verdict verdict) const;
    /// Members that look at the body of a success and decide by it.
    [[nodiscard]] int countNoticing() const;
};

/// One family per client, the largest first, otherwise in order of appearance. Policies that follow a
/// document form the last family.
[[nodiscard]] std::vector<OtherClientFamily> familiesOf(const std::vector<VerdictRow>& rows);

} // namespace retryscope
