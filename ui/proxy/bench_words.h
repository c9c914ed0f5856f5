// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/probe/bench.h"

#include <QString>

#include <vector>

namespace retryscope::ui {

// What the window says of a bench beside what core/explain has for everyone. Each text is one line of bounded
// length, whatever the box sent.

/// What the origin did: `503 SlowDown`, `Reset before the response`.
[[nodiscard]] QString behaviourTitle(const BenchRow& row);
/// More of it: `Too many requests, no body`; may be empty.
[[nodiscard]] QString behaviourDetail(const BenchRow& row);
/// `503`; without a response what the client met instead, in a word: `reset`, `silence`.
[[nodiscard]] QString statusWord(const BenchRow& row);
/// The error's name as it came through; `none` without one, empty without a response.
[[nodiscard]] QString errorNameWord(const BenchRow& row);
/// `XML, same`, `HTML, its own`; empty without a response.
[[nodiscard]] QString bodyWord(const BenchRow& row);
/// `kept`; `− Retry-After, + X-Cache`: lost, changed (`~`) and added.
[[nodiscard]] QString headersWord(const BenchRow& row);
/// Headers were dropped that are not about the box itself.
[[nodiscard]] bool hasLostHeaders(const BenchRow& row);
/// What a client decides on both sides, with kind, name and rule, and what that costs; some lines.
[[nodiscard]] QString verdictSentences(const BenchVerdict& verdict);
/// `C++ default`, `Python standard`; a preset without a mode by its title.
[[nodiscard]] QString policyName(const Policy& policy);
/// `GET, s3 ListObjectsV2`
[[nodiscard]] QString requestWord(const RequestSpec& request);
/// `Probed 23:19, in 61 s.`; empty where that is not known.
[[nodiscard]] QString probedWhen(const Bench& bench);

/// Rows of each sort, for the filters.
struct BenchCounts
{
    int rows = 0;
    int flips = 0;
    int duplicates = 0;
    int headersLost = 0;
    bool operator==(const BenchCounts&) const = default;
};
[[nodiscard]] BenchCounts countsOf(const std::vector<BenchRow>& rows);

} // namespace retryscope::ui
