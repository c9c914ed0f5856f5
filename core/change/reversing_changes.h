// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/change/situation.h"

#include <optional>
#include <vector>

namespace retryscope {

/// The situation with this single change. A change that does not fit (dropping a body that is not there) has
/// no effect.
[[nodiscard]] Situation changed(Situation situation, const Change& change);

/// The situation under a policy with other rules; how often each was used is kept.
[[nodiscard]] Situation underPolicy(Situation situation, const Policy& policy);

/// The policy with a change to itself (ownerOf() is Policy), to keep the change: resolved for the same
/// request, it decides like applyChange(). Other changes have no effect. service: of the request; changes the
/// number of attempts in the place that applies to this service.
[[nodiscard]] Policy withChange(Policy policy, const std::string& service, const Change& change);

/// A change and what would then have been decided.
struct ReversingChange
{
    Change change;
    Verdict verdictAfter = Verdict::Retry;
    ErrorKind kindAfter = ErrorKind::None;
    std::optional<DelayWindow> windowAfter = {}; ///< of the delay that then follows; absent without a retry
    bool operator==(const ReversingChange&) const = default;
};

/// The smallest single changes that turn a retry into a stop, or a stop into a retry; each was judged. At
/// most two of each type, the smallest ones. Ordered by how much they change (reachOf()), then by who can
/// make them: the client's owner, the caller, the client over time, the responder. Changes that describe
/// another event (saysSomethingElse()) come last. Empty for a success.
[[nodiscard]] std::vector<ReversingChange> reversingChangesOf(const Situation& situation);

/// If the client obeys a long delay hint: single changes after which it retries sooner, changes of the
/// response first; each was judged. Empty if the delay is the client's own or at most kShortHint.
[[nodiscard]] std::vector<ReversingChange> shorteningChangesOf(const Situation& situation);
/// A delay hint that callers can accept, used as a suggested limit. Retryscope's own number.
inline constexpr Duration kShortHint = std::chrono::seconds{10};

/// Two changes that turn a stop into a retry only together: one more attempt and the tokens for it.
struct ReversingPair
{
    Change first;
    ReversingChange second; ///< what is decided with both
    bool operator==(const ReversingPair&) const = default;
};
/// Pairs from what the client's owner can change: settings, the call, the state. At most two pairs, the
/// smallest first. Empty for a retry and for a success. Call this when no single change is enough, that is,
/// when reversingChangesOf() is empty.
[[nodiscard]] std::vector<ReversingPair> reversingPairsOf(const Situation& situation);

/// An easily overlooked property of the body that decides.
enum class Sensitivity {
    WellFormedXml, ///< an unclosed tag would reverse the verdict
    ValidJson,     ///< a missing bracket would
    NotWellFormed, ///< begins with a tag but is not well-formed XML; being well-formed would
};
struct SensitiveTo
{
    Sensitivity what = Sensitivity::WellFormedXml;
    Verdict verdictAfter = Verdict::Retry;
    ErrorKind kindAfter = ErrorKind::None;
    std::optional<DelayWindow> windowAfter = {};
    bool operator==(const SensitiveTo&) const = default;
};
/// A property that would reverse the verdict although people would see the same response. Judged, not
/// guessed.
[[nodiscard]] std::vector<SensitiveTo> sensitivitiesOf(const Situation& situation);

} // namespace retryscope
