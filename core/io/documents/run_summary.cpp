// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/run_summary.h"

#include "core/explain/body_error_text.h"
#include "core/explain/explain.h"
#include "core/explain/phrases.h"
#include "core/io/documents/record_fields.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "core/policy/renamed_ids.h"
#include "core/read/call_times.h"
#include "core/read/run_totals.h"
#include "core/read/whole_run.h"

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

/// Redacted and cut between characters.
std::string brief(std::string_view text)
{
    const std::string shown = redactedText(text.substr(0, 4 * kMostSummaryText));
    std::size_t end = std::min(shown.size(), kMostSummaryText);
    while (end > 0 && end < shown.size() && (static_cast<unsigned char>(shown[end]) & 0xc0U) == 0x80U) {
        --end;
    }
    return shown.substr(0, end);
}

CallVerdict verdictOf(const RunRecord& record)
{
    if (record.header().whole && record.header().whole->totals.failed > 0) {
        return CallVerdict::Failed; // maybe none of the first calls
    }
    for (const CallVerdict verdict : {CallVerdict::Running, CallVerdict::Cancelled, CallVerdict::Failed}) {
        if (std::any_of(record.calls().begin(), record.calls().end(),
                        [verdict](const CallRecord& call) { return call.verdict == verdict; })) {
            return verdict;
        }
    }
    return CallVerdict::Succeeded;
}

/// The last attempt of the last call that failed, or else of any call.
const AttemptRecord* tellingAttempt(const RunRecord& record)
{
    const AttemptRecord* telling = nullptr;
    bool isFailure = false;
    for (const CallRecord& call : record.calls()) {
        const bool failed = call.verdict == CallVerdict::Failed;
        if (!call.attempts.empty() && (failed || !isFailure)) {
            telling = &call.attempts.back();
            isFailure = isFailure || failed;
        }
    }
    return telling;
}

/// Of a recording, whose clients just come.
int clientsOf(const RunRecord& record)
{
    int clients = 1;
    for (const CallRecord& call : record.calls()) {
        clients = std::max(clients, call.client);
    }
    return clients;
}

/// As numbers, three for each: start and length in microseconds, and the kind.
void writeOutline(JsonWriter& writer, const std::vector<OutlineSegment>& outline)
{
    writer.beginArray();
    for (const OutlineSegment& segment : outline) {
        writer.integer(segment.start.time_since_epoch().count());
        writer.integer(segment.length.count());
        writer.integer(static_cast<std::int64_t>(segment.kind));
    }
    writer.endArray();
}

std::vector<OutlineSegment> readOutline(const JsonCursor& cursor)
{
    constexpr qint64 kMost = std::numeric_limits<qint64>::max();
    const std::vector<JsonCursor> numbers = cursor.items();
    std::vector<OutlineSegment> outline;
    for (std::size_t at = 0; at + 2 < numbers.size() && outline.size() < kMostOutline; at += 3) {
        const auto kind = numbers[at + 2].integer(0, static_cast<qint64>(OutlineKind::Stopped));
        outline.push_back({Instant{Duration{numbers[at].integer(-kMost, kMost)}},
                           Duration{numbers[at + 1].integer(0, kMost)}, static_cast<OutlineKind>(kind)});
    }
    return outline;
}

template <typename Fields>
void describeSummary(Fields& fields, RunSummary& summary)
{
    fields.number("bytes", summary.bytes, 0, kMostBytes);
    fields.field("method", summary.method);
    fields.field("url", summary.url);
    fields.field("service", summary.service);
    fields.field("operation", summary.operation);
    fields.field("policy", summary.policyId);
    fields.field("policyTitle", summary.policyName);
    fields.field("policyEdited", summary.isPolicyEdited);
    fields.field("scenario", summary.scenarioId);
    fields.field("virtual", summary.isVirtual);
    fields.field("cutOff", summary.isCutOff);
    fields.rare("recorded", summary.isRecorded);
    fields.rare("importedFrom", summary.importedFrom);
    fields.number("clients", summary.clients, 1, kMaxInt);
    fields.number("calls", summary.calls, 0, kMaxInt);
    fields.number("succeeded", summary.succeeded, 0, kMaxInt);
    fields.rare("bodyErrors", summary.doubted);
    fields.number("attempts", summary.attempts, 0, kMaxInt);
    fields.required("verdict", summary.verdict);
    fields.field("stopReason", summary.stopReason);
    fields.field("status", summary.status);
    fields.field("outcome", summary.outcome);
    fields.field("elapsedMs", summary.elapsed);
    fields.field("p50Ms", summary.p50);
    fields.field("p90Ms", summary.p90);
    fields.field("p99Ms", summary.p99);
}

} // namespace

RunSummary summarized(const RunRecord& record)
{
    const RunHeader& header = record.header();
    const RunTotals totals = totalsOf(record);
    RunSummary summary;
    summary.method = brief(header.spec.method);
    summary.url = brief(header.spec.url);
    summary.service = brief(header.spec.service);
    summary.operation = brief(header.spec.operation);
    summary.isPolicyEdited = !header.overrides.empty();
    summary.scenarioId = brief(header.scenarioId);
    summary.isVirtual = header.isVirtual;
    summary.isCutOff = header.isCutOff;
    summary.isRecorded = header.isRecorded;
    summary.importedFrom = brief(header.importedFrom);
    summary.seed = header.seed;
    summary.clients = header.isRecorded ? clientsOf(record) : std::max(header.clients, 1);
    summary.calls = totals.calls;
    summary.succeeded = totals.succeeded;
    summary.doubted = doubtedIn(record);
    summary.attempts = totals.attempts;
    summary.verdict = verdictOf(record);
    summary.stopReason = totals.stopReason;
    summary.elapsed = totals.time;
    if (const std::optional<CallTimes> times = callTimesOf(record)) {
        summary.p50 = times->p50;
        summary.p90 = times->p90;
        summary.p99 = times->p99;
    }
    summary.outline = outlineOf(record, kMostOutline);
    if (header.policy) {
        summary.policyId = brief(header.policy->policy.id);
        summary.policyName = brief(shortNameOf(header.policy->policy));
    }
    if (const AttemptRecord* attempt = tellingAttempt(record); attempt != nullptr && !attempt->isRunning) {
        const Response* response = attempt->facts.response.get();
        summary.status = response != nullptr ? std::optional(response->status) : std::nullopt;
        summary.outcome =
            header.policy
                ? brief(capitalised(outcomeLabel(*header.policy, attempt->facts, attempt->decision)))
                : std::string();
    }
    return summary;
}

std::vector<RunSummary> matching(std::vector<RunSummary> runs, const QString& words)
{
    const QStringList wanted = words.simplified().split(u' ', Qt::SkipEmptyParts);
    const auto lacksOne = [&wanted](const RunSummary& run) {
        std::string all;
        for (const std::string& text :
             {run.method, run.url, run.service, run.operation, run.policyId, run.policyName, run.scenarioId,
              run.outcome, std::string(wordOf(run.verdict)),
              std::string(run.stopReason ? wordOf(*run.stopReason) : std::string_view())}) {
            all += text + '\n';
        }
        const QString searched = toQString(all);
        return std::any_of(wanted.begin(), wanted.end(), [&searched](const QString& word) {
            return !searched.contains(word, Qt::CaseInsensitive);
        });
    };
    runs.erase(std::remove_if(runs.begin(), runs.end(), lacksOne), runs.end());
    return runs;
}

void writeSummary(JsonWriter& writer, const RunSummary& summary)
{
    FieldWriter fields(writer);
    RunSummary copy = summary;
    writer.beginObject();
    fields.field("id", fromQString(summary.id));
    fields.field("seed", std::to_string(summary.seed));
    fields.field("storedAt", static_cast<std::int64_t>(summary.storedAt.count()));
    describeSummary(fields, copy);
    writer.key("outline");
    writeOutline(writer, summary.outline);
    writer.endObject();
}

RunSummary readSummary(const JsonCursor& cursor)
{
    FieldReader fields(cursor);
    RunSummary summary;
    summary.id = cursor.at("id").string();
    summary.seed = seedFromJson(cursor.at("seed"));
    summary.storedAt = WallTime(cursor.at("storedAt").integer(0, kMostBytes));
    describeSummary(fields, summary);
    summary.scenarioId = currentId(summary.scenarioId);
    summary.outline = readOutline(cursor.at("outline"));
    return summary;
}

} // namespace retryscope::io
