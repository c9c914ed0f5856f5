// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/change/situation.h"

#include <vector>

namespace retryscope {

/// The situation with this one thing different. A change that does not fit (a body dropped where none came)
/// changes nothing.
[[nodiscard]] Situation changed(Situation situation, const Change& change);

/// The policy with a change of its own (ownerOf() says Policy), for keeping it: resolved for the same request
/// it decides as applyChange() does. Any other change leaves it as it is.
/// service: of the request; the number of attempts is changed where that service takes it from.
[[nodiscard]] Policy withChange(Policy policy, const std::string& service, const Change& change);

/// A change and what would then have been decided.
struct ReversingChange
{
    Change change;
    Verdict verdictAfter = Verdict::Retry;
    bool operator==(const ReversingChange&) const = default;
};

/// The smallest single changes that turn a retry into a stop, or a stop into a retry; each was judged.
/// At most two of each sort, those nearest to what was. Ordered by how much they touch (reachOf()), then by
/// who can make them: whoever configures the client, calls it, has time, or responds. Empty for a success.
[[nodiscard]] std::vector<ReversingChange> reversingChangesOf(const Situation& situation);

} // namespace retryscope
