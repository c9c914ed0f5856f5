// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_cursor.h"
#include "core/io/json/json_writer.h"
#include "core/read/run_outline.h"
#include "core/run/run_record.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace retryscope::io {

/// A stored run as a row of the history, without its record. Secrets are redacted as in records.
struct RunSummary
{
    QString id;             ///< in the run store; digits, larger for later runs
    WallTime storedAt{0};   ///< when it came into the store: the start of a virtual run is made up
    std::int64_t bytes = 0; ///< of its file
    bool isPinned = false;  ///< never goes to make room
    std::string method;
    std::string url; ///< redacted, cut at kMostSummaryText; path and query alone for the built-in endpoint
    std::string service;
    std::string operation;
    std::string policyId;
    std::string policyName;      ///< its short name
    bool isPolicyEdited = false; ///< values were set that are not the preset's
    std::string scenarioId;      ///< empty: an endpoint under test
    bool isVirtual = false;
    bool isCutOff = false;   ///< its program was ended before it was over
    bool isRecorded = false; ///< what foreign clients did
    std::string
        importedFrom; ///< the format of the files that such a record was made from, `har`; mostly empty
    std::uint64_t seed = 0;
    int clients = 1;
    int calls = 0;
    int succeeded = 0; ///< calls
    /// Calls that the client took for successes, although their bodies are errors or truncated.
    int doubted = 0;
    int attempts = 0;
    CallVerdict verdict =
        CallVerdict::Running;               ///< of the whole: cancelled if a call was, else failed if one did
    std::optional<StopReason> stopReason;   ///< of the last call that failed
    std::optional<int> status;              ///< of the last answer that ended a failed call, or else any call
    std::string outcome;                    ///< the same in words: `503 SlowDown`, `connection reset`
    OptionalDuration elapsed = Duration{0}; ///< absent: the imported file has no times
    OptionalDuration p50;                   ///< of the calls, as the other two; absent: too few calls
    OptionalDuration p90;
    OptionalDuration p99;
    std::vector<OutlineSegment> outline; ///< at most kMostOutline
    bool operator==(const RunSummary&) const = default;
};

inline constexpr std::size_t kMostOutline = 60;
inline constexpr std::size_t kMostSummaryText = 2048;

/// The summary of a record, without id, time, bytes and pin, which the store sets. record: not empty.
[[nodiscard]] RunSummary summarized(const RunRecord& record);
/// The runs that contain every word, ignoring case, in method, URL, service, operation, policy, scenario,
/// outcome or verdict. Keeps the order; no words: all runs.
[[nodiscard]] std::vector<RunSummary> matching(std::vector<RunSummary> runs, const QString& words);

/// Writes a summary for the store's index.
void writeSummary(JsonWriter& writer, const RunSummary& summary);
[[nodiscard]] RunSummary readSummary(const JsonCursor& cursor);

} // namespace retryscope::io
