// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/probe/bench.h"
#include "core/probe/bench_difference.h"

#include <string>
#include <vector>

namespace retryscope {

// What a probe saw, in words. Names, reasons and headers come from a server: each text is one line without
// control characters, and what is taken from outside is shortened.

/// Status and error name, or how it ended: `503 SlowDown`, `reset before the response`, `200, cut short`.
[[nodiscard]] std::string sideText(const AttemptFacts& facts);
/// What the box made of the row, one sentence: `503 SlowDown becomes the box's own 429 “429”, without
/// Retry-After.`
[[nodiscard]] std::string rowSentence(const BenchRow& row);
/// Whose verdict is another one, one sentence a direction: `Retried directly, not through the box: a, b.`
/// Empty where none is.
[[nodiscard]] std::vector<std::string> flipSentences(const BenchRow& row);
/// `Sooner through the box: a.`; empty where every delay is the same.
[[nodiscard]] std::string delaySentence(const BenchRow& row);
/// How often the origin was asked where that was not once for each request, and what that comes to with
/// retrying clients; empty else.
[[nodiscard]] std::string arrivalSentence(const BenchRow& row);
/// What the origin saw of a box that went away early; empty where there is nothing to say.
[[nodiscard]] std::string endSentence(const BenchRow& row);
/// The same in two or three words: `503 SlowDown`, `reset`, `200, cut short`, `no response`.
[[nodiscard]] std::string sideCell(const AttemptFacts& facts);
/// Cells of a table: `once`, `2 times`, `never`; `same`, `own page`, …; `- Retry-After, + X-Cache`.
[[nodiscard]] std::string arrivalsCell(const BenchRow& row);
[[nodiscard]] std::string bodyCell(const BenchRow& row);
[[nodiscard]] std::string headersCell(const BenchRow& row);
/// `retries`, `stops`, `succeeds`; with a flip both: `retries > stops`.
[[nodiscard]] std::string verdictCell(const BenchVerdict& verdict);

/// `nginx 1.22.1`; `the box` where it is not known.
[[nodiscard]] std::string boxText(const Bench& bench);
/// The same behind the name of a built-in bench that does not begin with it: `haproxy-article
/// (nginx 1.22.1)`.
[[nodiscard]] std::string boxTitle(const Bench& bench);
/// `7 of 49 behaviours mean something else behind nginx 1.22.1.`
[[nodiscard]] std::string benchHeadline(const Bench& bench);
/// Counts over all rows and policies: `11 retries are lost, 1 is gained, 2 come sooner. 2 behaviours made the
/// origin be asked more than once.` Empty where there is nothing to count.
[[nodiscard]] std::string benchTotals(const Bench& bench);
/// `6 behaviours were not sent: the probe was stopped.` Empty where all were.
[[nodiscard]] std::string unsentText(const Bench& bench);
/// Read backwards: `502 comes out like this after 3 behaviours of the origin, with this body; 4 more come out
/// as 502 with another body or error name.` Numbers and ids within a body may differ. Of a body without a
/// status it says so.
[[nodiscard]] std::string likenessText(const AttemptFacts& facts, const std::vector<Likeness>& likenesses);
/// `3 rows mended, 1 worse`; `no row mended, none worse`.
[[nodiscard]] std::string progressText(const BenchProgress& progress);

/// Indices of the rows, those that matter most first: verdicts that changed, requests that may have been done
/// twice, other re-sends, anything else that changed; in the order of the bench within each.
[[nodiscard]] std::vector<std::size_t> rowsByWeight(const Bench& bench);

/// As a Markdown table, for a ticket, and as RFC 4180 has it.
[[nodiscard]] std::string benchAsMarkdown(const Bench& bench);
[[nodiscard]] std::string benchAsCsv(const Bench& bench);

} // namespace retryscope
