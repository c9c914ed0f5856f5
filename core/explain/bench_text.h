// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/probe/bench.h"
#include "core/probe/bench_difference.h"

#include <string>
#include <vector>

namespace retryscope {

// What a probe saw, in words. Names, reasons and headers come from a server, so each text is one line without
// control characters, and text from outside is shortened.

/// Status and error name, or how it ended: `503 SlowDown`, `reset before the response`, `200, truncated`.
[[nodiscard]] std::string sideText(const AttemptFacts& facts);
/// What the proxy did with the row, in one sentence: `503 SlowDown becomes the proxy's own 429 named “429”,
/// without Retry-After.`
[[nodiscard]] std::string rowSentence(const BenchRow& row);
/// The clients whose verdict changes, one sentence per direction: `Retry lost behind the proxy: a, b.` Empty
/// when no verdict changes.
[[nodiscard]] std::vector<std::string> flipSentences(const BenchRow& row);
/// `Retried sooner behind the proxy: a.`; empty when every delay is the same.
[[nodiscard]] std::string delaySentence(const BenchRow& row);
/// How many requests the origin received, if not one for each, and the total with retrying clients; which
/// others the proxy made beside; otherwise empty.
[[nodiscard]] std::string arrivalSentence(const BenchRow& row);
/// What the origin saw of a proxy that disconnected early; empty if it did not.
[[nodiscard]] std::string endSentence(const BenchRow& row);
/// The same in two or three words: `503 SlowDown`, `reset`, `200, truncated`, `no response`.
[[nodiscard]] std::string sideCell(const AttemptFacts& facts);
/// Cells of a table: `once`, `2 times`, `never`; `same`, `proxy's own`, …; `- Retry-After, + X-Cache`.
[[nodiscard]] std::string arrivalsCell(const BenchRow& row);
[[nodiscard]] std::string bodyCell(const BenchRow& row);
[[nodiscard]] std::string headersCell(const BenchRow& row);
/// The policy's id; `ID (saved, not judged again)`.
[[nodiscard]] std::string clientText(const BenchVerdict& verdict);
/// `retry`, `stop`, `succeed`; both when the verdict changes: `retry > stop`.
[[nodiscard]] std::string verdictCell(const BenchVerdict& verdict);

/// `nginx 1.22.1`; `the proxy` if unknown.
[[nodiscard]] std::string boxText(const Bench& bench);
/// The same after the name of a built-in probe result that does not begin with it: `haproxy-article (nginx
/// 1.22.1)`.
[[nodiscard]] std::string boxTitle(const Bench& bench);
/// `7 of 49 origin responses lead to another verdict behind nginx 1.22.1.`
[[nodiscard]] std::string benchHeadline(const Bench& bench);
/// Counts over all rows and policies: `11 retries are lost, 1 retry is gained, 2 retries come sooner. 2
/// requests reached the origin more than once.` Empty when there is nothing to count.
[[nodiscard]] std::string benchTotals(const Bench& bench);
/// `6 origin responses were not probed: the probe was stopped.` Empty when all were.
[[nodiscard]] std::string unsentText(const Bench& bench);
/// `Today's policies decide 3 of the saved verdicts differently.` Empty when none changed.
[[nodiscard]] std::string changedVerdictsText(const Bench& bench);
/// The search backwards: `3 origin responses give the client this body with 502. 4 others give the client
/// another body or error name with 502.` Numbers and ids within a body can differ. The text says so when the
/// status is missing.
[[nodiscard]] std::string likenessText(const AttemptFacts& facts, const std::vector<Likeness>& likenesses);
/// `3 rows fixed, 1 worse`; `no row fixed, none worse`.
[[nodiscard]] std::string progressText(const BenchProgress& progress);

/// Indices of the rows, the most important first: changed verdicts, requests that might have been carried out
/// twice, other repeated requests, other changes. Within each group in the order of the probe result.
[[nodiscard]] std::vector<std::size_t> rowsByWeight(const Bench& bench);

/// A row per origin response, with a verdict per client, as CSV (RFC 4180).
[[nodiscard]] std::string benchAsCsv(const Bench& bench);

} // namespace retryscope
