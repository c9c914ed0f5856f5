// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/attempt_reader.h"

#include "core/facts/http_date.h"
#include "core/io/documents/record_contradictions.h"
#include "core/io/documents/record_values.h"
#include "core/io/http/error_body.h"
#include "core/io/text/utf8.h"

#include <array>

namespace retryscope::io {

namespace {

/// Every member that is part of a response.
constexpr std::array<std::string_view, 13> kResponseKeys{
    "body",          "bodyBase64",    "bodyBytes", "bodySha256", "bodyTruncated", "bodyUnseen", "headers",
    "headersUnseen", "headersBase64", "parsed",    "reason",     "reasonBase64",  "status"};

/// Attempts of imported records say by what they can be judged, however little that is.
bool isImported(const JsonCursor& attempt)
{
    return attempt.at("judgedBy").isPresent();
}

std::shared_ptr<const WireFacts> readWire(const JsonCursor& attempt)
{
    if (!attempt.at("connection").isPresent() && !isImported(attempt)) {
        return nullptr;
    }
    auto wire = readDescribed<WireFacts>(attempt);
    wire.sentHeaders = readHeaders(attempt.at("sent"), "headers");
    if (const JsonCursor said = attempt.at("plannedDelayMs"); isImported(attempt) && said.isPresent()) {
        wire.saidDelay = millisecondsFromJson(said);
    }
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

Decision readDecision(const JsonCursor& attempt, RuleBook& rules, TraceReader& traces)
{
    Decision decision;
    decision.verdict = readWord<Verdict>(attempt.required("verdict"));
    if (const JsonCursor reason = attempt.at("stopReason"); reason.isPresent()) {
        decision.stopReason = readWord<StopReason>(reason);
    }
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
    decision.trace = traces.read(attempt.at("trace"));
    const auto chosen = findStep<KindChosen>(decision.trace);
    if (chosen && kind.isPresent() && chosen->kind != decision.kind) {
        kind.reject(QStringLiteral("it is %1, but the trace next to it says %2; correct one of them")
                        .arg(kind.string(), toQString(std::string(toString(chosen->kind)))));
    }
    return decision;
}

Response readResponse(const JsonCursor& attempt)
{
    auto response = readDescribed<Response>(attempt);
    if (!attempt.at("bodyBytes").isPresent()) {
        response.bodyBytes = static_cast<std::int64_t>(response.body.size());
    }
    if (const std::string* date = response.headers.find("date")) {
        response.date = parseHttpDate(*date);
    }
    const JsonCursor parsed = attempt.at("parsed");
    // Versions that did not keep a body's ends read less in it, too.
    const bool isOlder = !parsed.at("opening").isPresent() && isLegible(attempt, response);
    if (!parsed.isPresent() || isOlder) {
        response.parsed = parseBody(response.headers, QByteArray::fromStdString(response.body));
    }
    return response;
}

/// What was measured and decided once the attempt was over.
void readOutcome(const JsonCursor& cursor, AttemptRecord& attempt, RuleBook& rules, TraceReader& traces)
{
    requireOrder(cursor, attempt.start, attempt.end);
    if (!attempt.facts.response && !attempt.facts.fault && !isImported(cursor)) {
        cursor.complain(QStringLiteral("an attempt with a `status` or a `fault`"));
    }
    attempt.decision = readDecision(cursor, rules, traces);
    // Of a recording nothing was planned.
    const bool isObserved = (isImported(cursor) || !cursor.at("plannedDelayMs").isPresent()) &&
                            attempt.decision.verdict == Verdict::Retry &&
                            findStep<ClientObserved>(attempt.decision.trace);
    const bool isAtOnce = attempt.decision.verdict == Verdict::Retry &&
                          attempt.decision.delay == Duration::zero() && !isObserved;
    if (const JsonCursor actual = cursor.at("actualDelayMs"); actual.isPresent() && !isAtOnce) {
        attempt.actualDelay = millisecondsFromJson(actual);
        if (isObserved) {
            attempt.decision.delay = *attempt.actualDelay; // nothing else was planned that is known
        }
    }
}

} // namespace

std::shared_ptr<const Response> AttemptReader::response(const JsonCursor& attempt)
{
    constexpr std::size_t kMostKept = std::size_t{32} * 1024 * 1024; // bytes to compare with
    const bool isStatusUnseen = isImported(attempt) && attempt.at("parsed").isPresent();
    if (!attempt.at("status").isPresent() && !isStatusUnseen) {
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
    auto response = std::make_shared<const Response>(readResponse(attempt));
    rejectContradictions(attempt, *response);
    if (m_contentBytes > kMostKept) { // hardly two are equal, or they are large
        m_responses.clear();
        m_contentBytes = 0;
    }
    m_contentBytes += m_content.size();
    m_responses.emplace(m_content, response);
    return response;
}

AttemptRecord AttemptReader::read(const JsonCursor& cursor)
{
    (void)cursor.required("attempt");
    auto attempt = readDescribed<AttemptRecord>(cursor, {.isRunning = false});
    attempt.end = Instant(millisecondsFromJson(cursor.at("endMs")));
    FieldReader(cursor).field("draw", attempt.draw);
    attempt.admission = m_traces.read(cursor.at("admission"));
    const JsonCursor sent = cursor.at("sent");
    attempt.sentBody = m_sentBody.sharedOf(readText(sent, "body"));
    attempt.sentTarget =
        m_sentTarget.sharedOf({.method = readText(sent, "method"), .url = readText(sent, "url")});
    attempt.addedHeaders = m_addedHeaders.sharedOf(readHeaders(sent, "addedByClient"));
    if (attempt.draw < 0 || attempt.draw >= 1) {
        cursor.at("draw").complain(QStringLiteral("a number from 0 to below 1"));
    }
    attempt.facts.response = response(cursor);
    attempt.facts.fault = readFault(cursor);
    attempt.facts.wire = readWire(cursor);
    rejectContradictions(cursor, attempt.facts);
    if (!attempt.isRunning) {
        readOutcome(cursor, attempt, m_rules, m_traces);
    }
    return attempt;
}

} // namespace retryscope::io
