// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/storage/attempt_reader.h"

#include "core/facts/http_date.h"
#include "core/io/network/error_body.h"
#include "core/io/storage/record_values.h"
#include "core/io/storage/trace_json.h"

#include <array>

namespace retryscope::io {

namespace {

/// Every member that is part of a response.
constexpr std::array<std::string_view, 10> kResponseKeys{
    "body",          "bodyBase64", "bodyBytes", "bodyTruncated", "headers",
    "headersBase64", "parsed",     "reason",    "reasonBase64",  "status"};

std::shared_ptr<const WireFacts> readWire(const JsonCursor& attempt)
{
    const JsonCursor connection = attempt.at("connection");
    if (!connection.isPresent()) {
        return nullptr;
    }
    WireFacts wire;
    wire.connection = static_cast<int>(connection.integer(0, kMaxInt));
    wire.reused = attempt.at("reused").boolean();
    wire.sentHeaders = readHeaders(attempt.at("sent"), "headers");
    wire.peer = readText(attempt, "peer");
    wire.tlsVerified = attempt.at("tlsVerified").boolean(true);
    for (const JsonCursor& note : attempt.at("wireNotes").items()) {
        wire.notes.emplace_back(note.text());
    }
    wire.rawSent = readText(attempt, "rawSent");
    wire.rawReceived = readText(attempt, "rawReceived");
    wire.rawSentBytes = readCount(attempt.at("rawSentBytes"), 0);
    wire.rawReceivedBytes = readCount(attempt.at("rawReceivedBytes"), 0);
    return std::make_shared<const WireFacts>(std::move(wire));
}

std::optional<Fault> readFault(const JsonCursor& attempt)
{
    const JsonCursor kind = attempt.at("fault");
    if (!kind.isPresent()) {
        return std::nullopt;
    }
    return Fault{readWord<FaultKind>(kind, "null or one of "), readText(attempt, "faultDetail")};
}

std::optional<DelayWindow> readWindow(const JsonCursor& cursor)
{
    if (!cursor.isPresent()) {
        return std::nullopt;
    }
    const std::vector<JsonCursor> ends = cursor.items();
    if (ends.size() != 2) {
        cursor.complain(QStringLiteral("a pair [low, high] of milliseconds"));
        return std::nullopt;
    }
    return DelayWindow{millisecondsFromJson(ends[0]), millisecondsFromJson(ends[1])};
}

Decision readDecision(const JsonCursor& attempt, RuleBook& rules)
{
    Decision decision;
    decision.verdict = readWord<Verdict>(attempt.required("verdict"));
    decision.stopReason = readStopReason(attempt.at("stopReason"));
    const JsonCursor kind = attempt.at("kind");
    if (kind.isPresent()) {
        decision.kind = readWord<ErrorKind>(kind);
    }
    FieldReader(attempt, rules).rule(decision.rule);
    const bool isRetried = decision.verdict == Verdict::Retry;
    const auto key = [isRetried](const char* ofRetry, const char* ofStop) {
        return std::string_view(isRetried ? ofRetry : ofStop);
    };
    decision.window = readWindow(attempt.at(key("delayWindowMs", "stopDelayWindowMs")));
    decision.delay = millisecondsFromJson(attempt.at(key("plannedDelayMs", "stopDelayMs")));
    decision.trace = traceFromJson(attempt.at("trace"), rules);
    return decision;
}

Reply readReply(const JsonCursor& attempt)
{
    Reply reply;
    reply.status = static_cast<int>(attempt.at("status").integer(100, 999));
    reply.reason = readText(attempt, "reason");
    reply.headers = readHeaders(attempt, "headers");
    reply.body = readText(attempt, "body");
    reply.bodyBytes = readCount(attempt.at("bodyBytes"), static_cast<qint64>(reply.body.size()));
    reply.bodyTruncated = attempt.at("bodyTruncated").boolean();
    if (const std::string* date = reply.headers.find("date")) {
        reply.date = parseHttpDate(*date);
    }
    const JsonCursor parsed = attempt.at("parsed");
    reply.parsed = parsed.isPresent() ? readDescribed<ParsedBody>(parsed)
                                      : parseBody(reply.headers, QByteArray::fromStdString(reply.body));
    return reply;
}

/// What was measured and decided once the attempt was over.
void readOutcome(const JsonCursor& cursor, AttemptRecord& attempt, RuleBook& rules)
{
    requireOrder(cursor, attempt.start, attempt.end);
    if (!attempt.facts.reply && !attempt.facts.fault) {
        cursor.complain(QStringLiteral("a `status` or a `fault` in it"));
    }
    attempt.decision = readDecision(cursor, rules);
    if (const JsonCursor rate = cursor.at("sendRatePerSecond"); rate.isPresent()) {
        attempt.sendRatePerSecond = rate.number();
    }
    const bool isAtOnce =
        attempt.decision.verdict == Verdict::Retry && attempt.decision.delay == Duration::zero();
    if (const JsonCursor actual = cursor.at("actualDelayMs"); actual.isPresent() && !isAtOnce) {
        attempt.actualDelay = millisecondsFromJson(actual);
    }
}

} // namespace

std::shared_ptr<const Reply> AttemptReader::response(const JsonCursor& attempt)
{
    constexpr std::size_t kMostBytes = std::size_t{32} * 1024 * 1024; // to compare with
    if (!attempt.at("status").isPresent()) {
        return nullptr;
    }
    m_content.clear();
    for (const std::string_view key : kResponseKeys) {
        const std::string_view content = attempt.at(key).content();
        m_content += content;
        m_content += content.empty() ? '\xfe' : '\xfd'; // missing is not the same as any value
    }
    if (const auto known = m_responses.find(m_content); known != m_responses.end()) {
        return known->second;
    }
    auto response = std::make_shared<const Reply>(readReply(attempt));
    if (m_contentBytes > kMostBytes) { // hardly two are equal, or they are large
        m_responses.clear();
        m_contentBytes = 0;
    }
    m_contentBytes += m_content.size();
    m_responses.emplace(m_content, response);
    return response;
}

AttemptRecord AttemptReader::read(const JsonCursor& cursor)
{
    AttemptRecord attempt;
    attempt.attempt = static_cast<int>(cursor.required("attempt").integer(1, kMaxInt, 1));
    attempt.sendDelay = millisecondsFromJson(cursor.at("sendDelayMs"));
    attempt.admission = traceFromJson(cursor.at("admission"), m_rules);
    attempt.start = readInstant(cursor.at("startMs"));
    attempt.end = readInstant(cursor.at("endMs"));
    attempt.isRunning = cursor.at("running").boolean();
    const JsonCursor sent = cursor.at("sent");
    attempt.sentBody = readText(sent, "body");
    attempt.addedHeaders = readHeaders(sent, "addedByClient");
    attempt.draw = cursor.at("draw").number();
    if (attempt.draw < 0 || attempt.draw >= 1) {
        cursor.at("draw").complain(QStringLiteral("a number from 0 to below 1"));
    }
    attempt.assumed = cursor.at("assumed").boolean();
    attempt.facts.phases = readDescribed<Phases>(cursor.at("phasesMs"));
    attempt.facts.reply = response(cursor);
    attempt.facts.fault = readFault(cursor);
    attempt.facts.wire = readWire(cursor);
    if (!attempt.isRunning) {
        readOutcome(cursor, attempt, m_rules);
    }
    return attempt;
}

} // namespace retryscope::io
