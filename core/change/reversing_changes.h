// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/change.h"
#include "core/change/situation.h"

#include <optional>
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
    ErrorKind kindAfter = ErrorKind::None;
    std::optional<DelayWindow> windowAfter = {}; ///< of the delay that then follows; absent: no retry does
    bool operator==(const ReversingChange&) const = default;
};

/// The smallest single changes that turn a retry into a stop, or a stop into a retry; each was judged.
/// At most two of each sort, those nearest to what was. Those by which a response
/// would say something else of what happened (saysSomethingElse()) come last; before that the order is how
/// much they touch (reachOf()), then who can make them: whoever configures the client, calls it, has time, or
/// responds. Empty for a success.
[[nodiscard]] std::vector<ReversingChange> reversingChangesOf(const Situation& situation);

/// Where the server asks for a long delay and this client obeys: single changes after which it retries
/// sooner, those of the response first. Each was judged. Empty where the delay is the client's own, or no
/// longer than kShortHint.
[[nodiscard]] std::vector<ReversingChange> shorteningChangesOf(const Situation& situation);
/// What a server may ask for, and a limit for it that callers can live with. A number of ours.
inline constexpr Duration kShortHint = std::chrono::seconds{10};

/// Two changes that turn a stop into a retry together, while neither does alone: one more attempt and the
/// tokens for it.
struct ReversingPair
{
    Change first;
    ReversingChange second; ///< what is decided with both
    bool operator==(const ReversingPair&) const = default;
};
/// Of what whoever owns the client can do: settings, the call, its state. At most two pairs, those that touch
/// least first. Empty for a retry, and for a success. To be asked where no single change is enough:
/// reversingChangesOf() is empty.
[[nodiscard]] std::vector<ReversingPair> reversingPairsOf(const Situation& situation);

/// A property of the body that nobody thinks of and that decides.
enum class Sensitivity {
    WellFormedXml, ///< an unclosed tag would reverse the verdict
    ValidJson,     ///< a missing bracket would
    NotWellFormed, ///< it begins with a tag and is no well-formed XML; if it were, that would
};
struct SensitiveTo
{
    Sensitivity what = Sensitivity::WellFormedXml;
    Verdict verdictAfter = Verdict::Retry;
    ErrorKind kindAfter = ErrorKind::None;
    std::optional<DelayWindow> windowAfter = {};
    bool operator==(const SensitiveTo&) const = default;
};
/// What would reverse the verdict although no reader would call it another response. Judged, not guessed.
[[nodiscard]] std::vector<SensitiveTo> sensitivitiesOf(const Situation& situation);

} // namespace retryscope
