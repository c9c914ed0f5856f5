// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/decide/server_hints.h"
#include "core/explain/explain.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// What the server asked for, for all clients alike: `Retry-After: 7 (seconds) asks for 7 s`,
/// `x-should-retry: false asks for no retry`.
[[nodiscard]] std::string askedText(const ServerHint& hint);
/// What this client made of it, in a few words: `obeyed`, `bounded to 5 s`, `not read`, `not readable`,
/// `no effect`.
[[nodiscard]] std::string hintUseText(const ServerHint& hint);
/// Both as one sentence without its dot: `Retry-After: 7 (seconds) asks for 7 s; this client does not read
/// it`, `…; bounded to 5 s: the bounds are this client's own delay and 5 seconds on top of it`.
[[nodiscard]] std::string hintStatement(const ServerHint& hint);
/// Both, short: `Retry-After asked 30 s, applied 20 s`, `Retry-After asked 7 s, not read`.
[[nodiscard]] std::string hintSummary(const ServerHint& hint);
/// What a client reads in such a header: `seconds`, `a date`, `seconds or a date`, `milliseconds`.
[[nodiscard]] std::string_view hintUnitText(HintUnit unit);
/// What the bounds of a hint do: `no shorter than the own delay`.
[[nodiscard]] std::string hintBoundsText(const HintSpec& hint);

/// One sentence for every hint that no finding of the decision tells of, since the client does not read it or
/// no retry follows.
[[nodiscard]] std::vector<Sentence> unreadHintSentences(const std::vector<ServerHint>& hints,
                                                        const Decision& decision);

/// Waits that somebody should know of before they happen.
enum class WaitMark {
    None,
    AboveAMinute, ///< the longest delay that could be drawn is longer than a minute
    PastDeadline, ///< the call is over before the delay is, or may be
};
/// Name in JSON: empty, `aboveAMinute`, `pastDeadline`.
[[nodiscard]] std::string_view toString(WaitMark mark);
[[nodiscard]] WaitMark waitMarkOf(const Decision& decision);
/// One sentence; empty for None. window: what the delay is drawn from, where that is known.
[[nodiscard]] std::string waitMarkText(WaitMark mark, const std::optional<DelayWindow>& window);

/// What a reader of the reason wants to know besides: hints that were not simply obeyed, and a long wait.
/// Each a sentence after a blank; empty when there is nothing.
[[nodiscard]] std::string asideText(const std::vector<ServerHint>& hints, WaitMark mark,
                                    const std::optional<DelayWindow>& window);

} // namespace retryscope
