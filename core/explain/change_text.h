// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/reversing_changes.h"

#include <string>

namespace retryscope {

/// A change as an instruction: `Respond without a body`, `Map the error name “429” to throttling`, `Allow 4
/// attempts instead of 3`.
[[nodiscard]] std::string changeText(const Change& change);

/// The decision after the change: `retry (throttling), delay 0 to 1 s`, `stop (permanent)`.
[[nodiscard]] std::string changeOutcomeText(const ReversingChange& reversing);
/// The same without the verdict: `(throttling), delay 0 to 1 s`.
[[nodiscard]] std::string changeDetailText(const ReversingChange& reversing);
/// Which clients, calls and responses the change affects: `this client, all calls`, `every client, the whole
/// response`.
[[nodiscard]] std::string changeScopeText(const Change& change);
/// Two changes that only work together, as one sentence without its full stop.
/// `The body is well-formed XML. An unclosed tag would change the verdict to stop (permanent).`
[[nodiscard]] std::string sensitivityText(const SensitiveTo& sensitive);

/// Of a retry that the quota pays for: with how few tokens the client would not retry. Empty where the quota
/// does not decide. `With fewer than 5 of the 500 tokens in its retry quota, the client would not retry.`
[[nodiscard]] std::string quotaSentence(const Situation& situation);

/// Where a change is made: `client settings`, `server or proxy`.
[[nodiscard]] std::string ownerText(ChangeOwner owner);

} // namespace retryscope
