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

/// The origin response: `503 SlowDown`, `Reset before the response`.
[[nodiscard]] QString behaviourTitle(const BenchRow& row);
/// Detail of the origin response: `Too many requests, no body`; may be empty.
[[nodiscard]] QString behaviourDetail(const BenchRow& row);
/// `503`; without a response one word for the fault: `reset`, `timeout`.
[[nodiscard]] QString statusWord(const BenchRow& row);
/// The error name after the proxy; `none` without a name, empty without a response.
[[nodiscard]] QString errorNameWord(const BenchRow& row);
/// `XML, same`, `HTML, its own`; empty without a response.
[[nodiscard]] QString bodyWord(const BenchRow& row);
/// `kept`; `− Retry-After, + X-Cache`: lost, changed (`~`) and added.
[[nodiscard]] QString headersWord(const BenchRow& row);
/// True if the proxy dropped headers that are not about the proxy itself.
[[nodiscard]] bool hasLostHeaders(const BenchRow& row);
/// A client's verdicts directly and through the proxy, with kind, error name and rule, and their cost in
/// delay and requests; several lines.
[[nodiscard]] QString verdictSentences(const BenchVerdict& verdict);
/// The short name, on one line and bounded.
[[nodiscard]] QString policyName(const Policy& policy);
/// `GET, s3 ListObjectsV2`
[[nodiscard]] QString requestWord(const RequestSpec& request);
/// `Probed 23:19, took 61 s.`; empty if unknown.
[[nodiscard]] QString probedWhen(const Bench& bench);

/// Number of rows of each kind, for the filters.
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
