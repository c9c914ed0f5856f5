// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/state.h"
#include "core/facts/attempt_facts.h"
#include "core/facts/request_spec.h"
#include "core/io/json/json_fields.h"
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
    fields("lookup", phases.lookup);
    fields("connect", phases.connect);
    fields("tls", phases.tls);
    fields("send", phases.send);
    fields("wait", phases.wait);
    fields("receive", phases.receive);
}

template <typename Fields>
void describe(Fields& fields, LimiterState& limiter)
{
    fields("enabled", limiter.enabled);
    fields("fillRatePerSecond", limiter.fillRate);
    fields("maxCapacity", limiter.maxCapacity);
    fields("capacity", limiter.capacity);
    fields("lastRefillSeconds", limiter.lastRefill);
    fields("measuredPerSecond", limiter.measuredRate);
    fields("lastMaxPerSecond", limiter.lastMaxRate);
    fields("lastThrottleSeconds", limiter.lastThrottle);
    fields("lastBucketSeconds", limiter.lastBucket);
    fields("requestsInBucket", limiter.requestsInBucket);
}

template <typename Fields>
void describe(Fields& fields, ClientState& client)
{
    fields("quota", client.quota);
    fields("clockSkewMs", client.clockSkew);
    fields("limiter", client.limiter);
}

template <typename Fields>
void describe(Fields& fields, BatchEnvelope& batch)
{
    fields("before", batch.before);
    fields("after", batch.after);
    fields("items", batch.items);
}

template <typename Fields>
void describe(Fields& fields, PollRequest& poll)
{
    fields("method", poll.method);
    fields("url", poll.url);
    fields("body", poll.body);
    fields("tokenPlace", poll.tokenPlace);
}

template <typename Fields>
void describe(Fields& fields, WireOptions& wire)
{
    fields("proxy", wire.proxyUrl);
    fields("noProxy", wire.noProxy);
    fields("caFile", wire.caFile);
    fields("certificateFile", wire.certificateFile);
    fields("keyFile", wire.keyFile);
    fields.rare("certificateHosts", wire.certificateHosts);
    fields("verifyPeer", wire.verifyPeer);
}

/// Without headers, which are written separately.
template <typename Fields>
void describe(Fields& fields, RequestSpec& spec)
{
    fields("method", spec.method);
    fields("url", spec.url);
    fields("service", spec.service);
    fields("operation", spec.operation);
    fields("protocol", spec.protocol);
    fields("body", spec.body);
    fields("bodyIsReplayable", spec.bodyIsReplayable);
    fields("connectTimeoutMs", spec.connectTimeout);
    fields("readTimeoutMs", spec.readTimeout);
    fields("attemptTimeoutMs", spec.attemptTimeout);
    fields("deadlineMs", spec.deadline);
    fields.rare("follow", spec.follow);
    fields.rare("followHeaders", spec.followHeaders);
    fields("wire", spec.wire);
    fields("batch", spec.batch);
    fields("poll", spec.poll);
}

template <typename Fields>
void describe(Fields& fields, BodyField& field)
{
    fields("place", field.place);
    fields("text", field.text);
}

template <typename Fields>
void describe(Fields& fields, Remaining& remaining)
{
    fields("items", remaining.items);
    fields("left", remaining.left);
}

template <typename Fields>
void describe(Fields& fields, PolicyOverrideNote& note)
{
    fields("path", note.path);
    fields("value", note.value);
    fields("origin", note.origin);
}

/// The fields parsed from a body; kept so that a record can be judged again without the parser.
template <typename Fields>
void describe(Fields& fields, ParsedBody& body)
{
    fields("isEmpty", body.isEmpty);
    fields("isXml", body.isXml);
    fields("isJson", body.isJson);
    fields("isHtml", body.isHtml);
    fields("xmlRoot", body.xmlRoot);
    fields("xmlRootName", body.xmlRootName);
    fields("jsonShape", body.jsonShape);
    fields("oddities", body.oddities);
    fields("opening", body.opening);
    fields("closing", body.closing);
    fields("errorTagEnds", body.errorTagEnds);
    fields("text", body.text);
    fields("fields", body.fields);
    fields("crc32Matches", body.crc32Matches);
    fields("remaining", body.remaining);
    fields.rare("statedName", body.statedName);
}

/// Its members are written into the attempt.
template <typename Fields>
void describe(Fields& fields, Response& response)
{
    const bool hasBody = !response.bodyUnseen || response.bodyBytes > 0;
    fields.knownNumber(response.status != 0, "status", response.status, 100, 999);
    fields("reason", response.reason);
    fields.known(!response.headersUnseen || !response.headers.entries.empty(), "headers", response.headers);
    fields.known(!response.bodyUnseen, "body", response.body);
    fields.knownNumber(hasBody, "bodyBytes", response.bodyBytes, 0, io::kMostBytes);
    fields.rare("headersUnseen", response.headersUnseen);
    fields.rare("bodyUnseen", response.bodyUnseen);
    fields("bodyTruncated", response.bodyTruncated);
    fields("bodySha256", response.bodySha256);
    fields("parsed", response.parsed);
}

template <typename Fields>
void describe(Fields& fields, Hop& hop)
{
    fields("startMs", hop.start);
    fields("endMs", hop.end);
    fields("method", hop.method);
    fields("url", hop.url);
    fields("location", hop.location);
    fields.rare("note", hop.note);
    describe(fields, hop.response);
}

/// What a file of another program can say.
template <typename Fields>
void describeShown(Fields& fields, WireFacts& wire)
{
    fields("peer", wire.peer);
    fields("wireNotes", wire.notes);
    fields.rare("hops", wire.hops);
    fields.rare("sentHeadersUnseen", wire.sentHeadersUnseen);
    fields.rare("sentBodyUnseen", wire.sentBodyUnseen);
}

/// Without the sent headers; its members are written into the attempt.
template <typename Fields>
void describe(Fields& fields, WireFacts& wire)
{
    fields.number("connection", wire.connection, 0, io::kMaxInt);
    fields("reused", wire.reused);
    fields("tlsVerified", wire.tlsVerified);
    describeShown(fields, wire);
    fields("rawSent", wire.rawSent);
    fields("rawReceived", wire.rawReceived);
    fields.number("rawSentBytes", wire.rawSentBytes, 0, io::kMostBytes);
    fields.number("rawReceivedBytes", wire.rawReceivedBytes, 0, io::kMostBytes);
}

/// The fields of every attempt, whatever its outcome. The random draw is separate, since recorded attempts
/// have none.
template <typename Fields>
void describe(Fields& fields, AttemptRecord& attempt)
{
    fields.number("attempt", attempt.attempt, 1, io::kMaxInt);
    fields("sendDelayMs", attempt.sendDelay);
    fields.rare("timesUnseen", attempt.facts.timesUnseen);
    fields.known(!attempt.facts.timesUnseen, "startMs", attempt.start);
    fields("running", attempt.isRunning);
    fields("assumed", attempt.assumed);
    fields("phasesMs", attempt.facts.phases);
    fields.number("hiddenSends", attempt.facts.hiddenSends, 0, io::kMaxInt);
    fields("sendRatePerSecond", attempt.sendRatePerSecond);
}

template <typename Fields>
void describe(Fields& fields, OuterLoop& loop)
{
    fields("name", loop.name);
    fields.number("rounds", loop.rounds, 1, io::kMaxInt);
    fields("delayMs", loop.delay);
}

template <typename Fields>
void describe(Fields& fields, DescriptorShortage& shortage)
{
    fields("idleClosed", shortage.idleClosed);
    fields("waited", shortage.waited);
}

template <typename Fields>
void describe(Fields& fields, RefusedHandshake& refused)
{
    fields("atMs", refused.at);
    fields("host", refused.host);
    fields("end", refused.end);
    fields("reason", refused.reason);
}

template <typename Fields>
void describe(Fields& fields, CallSource& source)
{
    fields.rare("ambiguous", source.isAmbiguous);
    fields.rare("clientGone", source.isClientGone);
    fields.rare("counted", source.isCounted);
    fields.rare("cutByEnd", source.isCutByEnd);
    fields("groupedBy", source.groupedBy);
    fields("confidence", source.confidence);
    fields.rare("operation", source.operation);
    fields("userAgent", source.userAgent);
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
    fields("stopReason", call.stopReason);
    fields.required("verdict", call.verdict);
}

} // namespace retryscope
