// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/state.h"
#include "core/facts/attempt_facts.h"
#include "core/facts/request_spec.h"
#include "core/io/json/json_fields.h"
#include "core/read/whole_run.h"
#include "core/run/run_record.h"

#include <limits>

// Parts of a record that are written and read alike; see json_fields.h.
namespace retryscope::io {

inline constexpr auto kRecordFormat = "retryscope.record/1";
inline constexpr auto kRecordedOrigin = "recorded"; ///< of a record of foreign clients
inline constexpr auto kImportedOrigin = "imported"; ///< of one that was made from files of another program
inline constexpr int kMaxInt = std::numeric_limits<int>::max();
inline constexpr qint64 kMostBytes = std::numeric_limits<qint64>::max();

} // namespace retryscope::io

namespace retryscope {

template <typename Fields>
void describe(Fields& fields, Phases& phases)
{
    fields.field("lookup", phases.lookup);
    fields.field("connect", phases.connect);
    fields.field("tls", phases.tls);
    fields.field("send", phases.send);
    fields.field("wait", phases.wait);
    fields.field("receive", phases.receive);
}

template <typename Fields>
void describe(Fields& fields, LimiterState& limiter)
{
    fields.field("enabled", limiter.enabled);
    fields.field("fillRatePerSecond", limiter.fillRate);
    fields.field("maxCapacity", limiter.maxCapacity);
    fields.field("capacity", limiter.capacity);
    fields.field("lastRefillSeconds", limiter.lastRefill);
    fields.field("measuredPerSecond", limiter.measuredRate);
    fields.field("lastMaxPerSecond", limiter.lastMaxRate);
    fields.field("lastThrottleSeconds", limiter.lastThrottle);
    fields.field("lastBucketSeconds", limiter.lastBucket);
    fields.field("requestsInBucket", limiter.requestsInBucket);
}

template <typename Fields>
void describe(Fields& fields, ClientState& client)
{
    fields.field("quota", client.quota);
    fields.field("clockSkewMs", client.clockSkew);
    fields.field("limiter", client.limiter);
}

template <typename Fields>
void describe(Fields& fields, BatchEnvelope& batch)
{
    fields.field("before", batch.before);
    fields.field("after", batch.after);
    fields.field("items", batch.items);
}

template <typename Fields>
void describe(Fields& fields, PollRequest& poll)
{
    fields.field("method", poll.method);
    fields.field("url", poll.url);
    fields.field("body", poll.body);
    fields.field("tokenPlace", poll.tokenPlace);
}

template <typename Fields>
void describe(Fields& fields, WireOptions& wire)
{
    fields.field("proxy", wire.proxyUrl);
    fields.field("noProxy", wire.noProxy);
    fields.field("caFile", wire.caFile);
    fields.field("certificateFile", wire.certificateFile);
    fields.field("keyFile", wire.keyFile);
    fields.rare("certificateHosts", wire.certificateHosts);
    fields.field("verifyPeer", wire.verifyPeer);
}

/// Without headers, which are written separately.
template <typename Fields>
void describe(Fields& fields, RequestSpec& spec)
{
    fields.field("method", spec.method);
    fields.field("url", spec.url);
    fields.field("service", spec.service);
    fields.field("operation", spec.operation);
    fields.field("protocol", spec.protocol);
    fields.field("body", spec.body);
    fields.field("bodyIsReplayable", spec.bodyIsReplayable);
    fields.field("connectTimeoutMs", spec.connectTimeout);
    fields.field("readTimeoutMs", spec.readTimeout);
    fields.field("attemptTimeoutMs", spec.attemptTimeout);
    fields.field("deadlineMs", spec.deadline);
    fields.rare("follow", spec.follow);
    fields.rare("followHeaders", spec.followHeaders);
    fields.field("wire", spec.wire);
    fields.field("batch", spec.batch);
    fields.field("poll", spec.poll);
}

template <typename Fields>
void describe(Fields& fields, BodyField& field)
{
    fields.field("place", field.place);
    fields.field("text", field.text);
}

template <typename Fields>
void describe(Fields& fields, Remaining& remaining)
{
    fields.field("items", remaining.items);
    fields.field("left", remaining.left);
}

template <typename Fields>
void describe(Fields& fields, PolicyOverrideNote& note)
{
    fields.field("path", note.path);
    fields.field("value", note.value);
    fields.field("origin", note.origin);
}

/// The fields parsed from a body; kept so that a record can be judged again without the parser.
template <typename Fields>
void describe(Fields& fields, ParsedBody& body)
{
    fields.field("isEmpty", body.isEmpty);
    fields.field("isXml", body.isXml);
    fields.field("isJson", body.isJson);
    fields.field("isHtml", body.isHtml);
    fields.field("xmlRoot", body.xmlRoot);
    fields.field("xmlRootName", body.xmlRootName);
    fields.field("jsonShape", body.jsonShape);
    fields.field("oddities", body.oddities);
    fields.field("opening", body.opening);
    fields.field("closing", body.closing);
    fields.field("errorTagEnds", body.errorTagEnds);
    fields.field("text", body.text);
    fields.field("fields", body.fields);
    fields.field("crc32Matches", body.crc32Matches);
    fields.field("remaining", body.remaining);
    fields.rare("statedName", body.statedName);
}

/// Its members are written into the attempt.
template <typename Fields>
void describe(Fields& fields, Response& response)
{
    const bool hasBody = !response.bodyUnseen || response.bodyBytes > 0;
    fields.knownNumber(response.status != 0, "status", response.status, 100, 999);
    fields.field("reason", response.reason);
    fields.known(!response.headersUnseen || !response.headers.entries.empty(), "headers", response.headers);
    fields.known(!response.bodyUnseen, "body", response.body);
    fields.knownNumber(hasBody, "bodyBytes", response.bodyBytes, 0, io::kMostBytes);
    fields.rare("headersUnseen", response.headersUnseen);
    fields.rare("bodyUnseen", response.bodyUnseen);
    fields.field("bodyTruncated", response.bodyTruncated);
    fields.field("bodySha256", response.bodySha256);
    fields.field("parsed", response.parsed);
}

template <typename Fields>
void describe(Fields& fields, Hop& hop)
{
    fields.field("startMs", hop.start);
    fields.field("endMs", hop.end);
    fields.field("method", hop.method);
    fields.field("url", hop.url);
    fields.field("location", hop.location);
    fields.rare("note", hop.note);
    describe(fields, hop.response);
}

/// What a file of another program can say.
template <typename Fields>
void describeShown(Fields& fields, WireFacts& wire)
{
    fields.field("peer", wire.peer);
    fields.field("wireNotes", wire.notes);
    fields.rare("hops", wire.hops);
    fields.rare("sentHeadersUnseen", wire.sentHeadersUnseen);
    fields.rare("sentBodyUnseen", wire.sentBodyUnseen);
}

/// Without the sent headers; its members are written into the attempt.
template <typename Fields>
void describe(Fields& fields, WireFacts& wire)
{
    fields.number("connection", wire.connection, 0, io::kMaxInt);
    fields.field("reused", wire.reused);
    fields.field("tlsVerified", wire.tlsVerified);
    describeShown(fields, wire);
    fields.field("rawSent", wire.rawSent);
    fields.field("rawReceived", wire.rawReceived);
    fields.number("rawSentBytes", wire.rawSentBytes, 0, io::kMostBytes);
    fields.number("rawReceivedBytes", wire.rawReceivedBytes, 0, io::kMostBytes);
}

/// The fields of every attempt, whatever its outcome. The random draw is separate, since recorded attempts
/// have none.
template <typename Fields>
void describe(Fields& fields, AttemptRecord& attempt)
{
    fields.number("attempt", attempt.attempt, 1, io::kMaxInt);
    fields.field("sendDelayMs", attempt.sendDelay);
    fields.rare("timesUnseen", attempt.facts.timesUnseen);
    fields.known(!attempt.facts.timesUnseen, "startMs", attempt.start);
    fields.field("running", attempt.isRunning);
    fields.field("assumed", attempt.assumed);
    fields.field("phasesMs", attempt.facts.phases);
    fields.number("hiddenSends", attempt.facts.hiddenSends, 0, io::kMaxInt);
    fields.field("sendRatePerSecond", attempt.sendRatePerSecond);
}

template <typename Fields>
void describe(Fields& fields, OuterLoop& loop)
{
    fields.field("name", loop.name);
    fields.number("rounds", loop.rounds, 1, io::kMaxInt);
    fields.field("delayMs", loop.delay);
}

template <typename Fields>
void describe(Fields& fields, TimeBin& bin)
{
    fields.field("fromMs", bin.from);
    fields.field("untilMs", bin.until);
    fields.number("succeeded", bin.succeeded, 0, io::kMaxInt);
    fields.number("failed", bin.failed, 0, io::kMaxInt);
}

template <typename Fields>
void describe(Fields& fields, CallTimes& times)
{
    fields.number("calls", times.calls, 0, io::kMaxInt);
    fields.number("failed", times.failed, 0, io::kMaxInt);
    fields.field("p50Ms", times.p50);
    fields.field("p90Ms", times.p90);
    fields.field("p99Ms", times.p99);
    fields.field("longestMs", times.longest);
    fields.field("bins", times.bins);
}

template <typename Fields>
void describe(Fields& fields, WholeRun& whole)
{
    fields.number("calls", whole.totals.calls, 0, io::kMaxInt);
    fields.number("succeeded", whole.totals.succeeded, 0, io::kMaxInt);
    fields.number("failed", whole.totals.failed, 0, io::kMaxInt);
    fields.number("attempts", whole.totals.attempts, 0, io::kMaxInt);
    fields.field("elapsedMs", whole.totals.time);
    fields.field("plannedMs", whole.totals.plannedTime);
    fields.field("tokensSpent", whole.totals.tokensSpent);
    fields.field("stopReason", whole.totals.stopReason);
    fields.field("times", whole.times);
}

template <typename Fields>
void describe(Fields& fields, ImportedLine& line)
{
    fields.number("attempt", line.attempt, 0, io::kMaxInt);
    fields.number("call", line.call, 0, io::kMaxInt);
    fields.field("place", line.place);
}

template <typename Fields>
void describe(Fields& fields, SkippedLine& line)
{
    fields.field("place", line.place);
    fields.field("text", line.text);
    fields.field("why", line.why);
}

/// Without the format, which a record names in any case.
template <typename Fields>
void describe(Fields& fields, ImportNotes& notes)
{
    fields.firstOf(ImportNotes::kMostLines, "remarks", notes.remarks);
    fields.firstOf(ImportNotes::kMostLines, "skipped", notes.skipped);
    fields.number("skippedCount", notes.skippedCount, 0, io::kMaxInt);
    fields.field("title", notes.title);
    fields.firstOf(ImportNotes::kMostLines, "understood", notes.understood);
    fields.number("understoodCount", notes.understoodCount, 0, io::kMaxInt);
}

template <typename Fields>
void describe(Fields& fields, DescriptorShortage& shortage)
{
    fields.field("idleClosed", shortage.idleClosed);
    fields.field("waited", shortage.waited);
}

template <typename Fields>
void describe(Fields& fields, RefusedHandshake& refused)
{
    fields.field("atMs", refused.at);
    fields.field("host", refused.host);
    fields.field("end", refused.end);
    fields.field("reason", refused.reason);
}

template <typename Fields>
void describe(Fields& fields, CallSource& source)
{
    fields.rare("ambiguous", source.isAmbiguous);
    fields.rare("clientGone", source.isClientGone);
    fields.rare("counted", source.isCounted);
    fields.rare("cutByEnd", source.isCutByEnd);
    fields.field("groupedBy", source.groupedBy);
    fields.field("confidence", source.confidence);
    fields.rare("operation", source.operation);
    fields.field("userAgent", source.userAgent);
}

/// Without its attempts and its source.
template <typename Fields>
void describe(Fields& fields, CallRecord& call)
{
    fields.number("call", call.call, 1, io::kMaxInt);
    fields.number("client", call.client, 1, io::kMaxInt);
    fields.known(hasTimes(call), "endMs", call.end);
    fields.number("round", call.round, 1, io::kMaxInt);
    fields.known(hasTimes(call), "startMs", call.start);
    fields.field("stopReason", call.stopReason);
    fields.required("verdict", call.verdict);
}

} // namespace retryscope
