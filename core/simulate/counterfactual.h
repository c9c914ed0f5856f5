// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/change.h"
#include "core/simulate/situation.h"

#include <vector>

namespace retryscope {

/// The situation with this one thing different. A change that does not fit (a body dropped where none came)
/// changes nothing.
[[nodiscard]] Situation changed(Situation situation, const Change& change);

/// A change and what would then have been decided.
struct Flip
{
    Change change;
    Verdict verdictAfter = Verdict::Retry;
    bool operator==(const Flip&) const = default;
};

/// The smallest single changes that turn a retry into a stop, or a stop into a retry; each was judged.
/// At most two of each sort, those nearest to what was. Ordered by who can make them, the client's user
/// first. Empty for a success.
[[nodiscard]] std::vector<Flip> flipsOf(const Situation& situation);

} // namespace retryscope
