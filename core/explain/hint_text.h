// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/decide/server_hints.h"
#include "core/explain/explain.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// The server's request, the same for all clients: `Retry-After: 7 (seconds) asks for 7 s`, `x-should-retry:
/// false asks the client not to retry`.
[[nodiscard]] std::string askedText(const ServerHint& hint);
/// What this client did with the hint, in a few words: `obeyed`, `changed to 5 s`, `not read`, `unreadable`,
/// `no effect`.
[[nodiscard]] std::string hintUseText(const ServerHint& hint);
/// Both: `Retry-After: 7 (seconds) asks for 7 s. This client does not read this header.`
[[nodiscard]] std::string hintSentences(const ServerHint& hint);
/// Both, short: `Retry-After asked for 30 s, applied 20 s`, `Retry-After asked for 7 s, not read`.
[[nodiscard]] std::string hintSummary(const ServerHint& hint);
/// What a client reads in such a header: `seconds`, `a date`, `seconds or a date`, `milliseconds`.
[[nodiscard]] std::string_view hintUnitText(HintUnit unit);
/// The effect of a hint's bounds: `no shorter than the client's own delay`.
[[nodiscard]] std::string hintBoundsText(const HintSpec& hint);

/// One sentence for every hint that no finding mentions, because the client does not read it or does not
/// retry.
[[nodiscard]] std::vector<Sentence> unreadHintSentences(const std::vector<ServerHint>& hints,
                                                        const Decision& decision);

/// Delays worth a warning.
enum class WaitMark {
    None,
    AboveAMinute, ///< the longest possible delay exceeds a minute
    PastDeadline, ///< the deadline ends the call before the delay is over, or might
};
/// Name in JSON: empty, `aboveAMinute`, `pastDeadline`.
[[nodiscard]] std::string_view toString(WaitMark mark);
[[nodiscard]] WaitMark waitMarkOf(const Decision& decision);
/// One sentence; empty for None. window: the range of the delay, if known.
[[nodiscard]] std::string waitMarkText(WaitMark mark, const std::optional<DelayWindow>& window);

/// Additions to the reason: hints that the client did not simply obey, and a long delay. Empty if there are
/// none.
[[nodiscard]] std::string asideSentences(const std::vector<ServerHint>& hints, WaitMark mark,
                                         const std::optional<DelayWindow>& window);

} // namespace retryscope
