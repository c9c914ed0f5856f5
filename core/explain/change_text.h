// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/reversing_changes.h"

#include <string>

namespace retryscope {

/// A change as something to do: `Respond without a body`, `Treat the name “429” as throttling`, `1 more
/// attempt (4 instead of 3)`.
[[nodiscard]] std::string changeText(const Change& change);

/// What is decided with it: `retry (throttling), delay 0 … 1 s`, `stop (permanent)`.
[[nodiscard]] std::string changeOutcomeText(const ReversingChange& reversing);
/// The same without the verdict: `(throttling), delay 0 … 1 s`.
[[nodiscard]] std::string changeDetailText(const ReversingChange& reversing);
/// How much it touches, and for whom: `one thing, for this client`, `the whole response, for every client`.
[[nodiscard]] std::string changeReachText(const Change& change);
/// Two changes that are needed at once, as one sentence without its dot.
[[nodiscard]] std::string pairText(const ReversingPair& pair);
/// `The body is well-formed XML; an unclosed tag would reverse this: stop (permanent).`
[[nodiscard]] std::string sensitivityText(const SensitiveTo& sensitive);

/// Who can make a change, for people: `client owner: settings`, `server or proxy owner`.
[[nodiscard]] std::string ownerText(ChangeOwner owner);

} // namespace retryscope
