// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/http_date.h"
#include "core/io/network/error_body.h"
#include "core/io/storage/library.h"
#include "core/io/storage/policy_json.h"
#include "core/io/storage/record_fields.h"
#include "core/io/storage/record_json.h"
#include "core/io/storage/trace_json.h"

#include <QDateTime>
#include <QJsonDocument>

#include <algorithm>
#include <array>
#include <limits>

namespace retryscope::io {

namespace {

constexpr int kMaxInt = std::numeric_limits<int>::max();

/// The enumerator whose toString() is the text; complains and answers with the first one otherwise.
template <typename Enum, std::size_t Size>
Enum readName(const JsonCursor& cursor, const std::array<Enum, Size>& allowed)
{
    const std::string text = fromQString(cursor.string());
    if (const auto found = std::find_if(allowed.begin(), allowed.end(),
                                        [&text](Enum candidate) { return toString(candidate) == text; });
        found != allowed.end()) {
        return *found;
    }
    QStringList names;
    for (const Enum candidate : allowed) {
        names.append(toQString(toString(candidate)));
    }
    cursor.complain(QStringLiteral("one of ") + names.join(QStringLiteral(", ")));
    return allowed.front();
}

std::optional<StopReason> readStopReason(const JsonCursor& cursor)
{
    if (!cursor.isPresent()) {
        return std::nullopt;
    }
    constexpr std::array kAll{StopReason::NotRetryable,      StopReason::AttemptsExhausted,
                              StopReason::QuotaExhausted,    StopReason::DeadlineExceeded,
                              StopReason::BodyNotReplayable, StopReason::SafetyLimit,
                              StopReason::Cancelled};
    return readName(cursor, kAll);
}

template <typename Struct>
Struct readDescribed(const JsonCursor& cursor, const ResolvedPolicy& policy)
{
    Struct value;
    FieldReader reader(cursor, policy);
    describe(reader, value);
    return value;
}

Instant readInstant(const JsonCursor& cursor)
{
    return Instant(millisecondsFromJson(cursor));
}

qint64 readCount(const JsonCursor& cursor, qint64 fallback)
{
    return cursor.integer(0, std::numeric_limits<qint64>::max(), fallback);
}

std::shared_ptr<const WireFacts> readWire(const JsonCursor& attempt)
{
    const JsonCursor connection = attempt.at(QStringLiteral("connection"));
    if (!connection.isPresent()) {
        return nullptr;
    }
    WireFacts wire;
    wire.connection = static_cast<int>(connection.integer(0, kMaxInt));
    wire.reused = attempt.at(QStringLiteral("reused")).boolean();
    wire.sentHeaders = readHeaders(attempt.at(QStringLiteral("sent")), QStringLiteral("headers"));
    wire.peer = readText(attempt, QStringLiteral("peer"));
    wire.tlsVerified = attempt.at(QStringLiteral("tlsVerified")).boolean(true);
    for (const JsonCursor& note : attempt.at(QStringLiteral("wireNotes")).items()) {
        wire.notes.push_back(fromQString(note.string()));
    }
    wire.rawSent = readText(attempt, QStringLiteral("rawSent"));
    wire.rawReceived = readText(attempt, QStringLiteral("rawReceived"));
    wire.rawSentBytes = readCount(attempt.at(QStringLiteral("rawSentBytes")), 0);
    wire.rawReceivedBytes = readCount(attempt.at(QStringLiteral("rawReceivedBytes")), 0);
    return std::make_shared<const WireFacts>(std::move(wire));
}

std::shared_ptr<const Reply> readReply(const JsonCursor& attempt, const ResolvedPolicy& policy)
{
    const JsonCursor status = attempt.at(QStringLiteral("status"));
    if (!status.isPresent()) {
        return nullptr;
    }
    Reply reply;
    reply.status = static_cast<int>(status.integer(100, 999));
    reply.reason = readText(attempt, QStringLiteral("reason"));
    reply.headers = readHeaders(attempt, QStringLiteral("headers"));
    reply.body = readText(attempt, QStringLiteral("body"));
    reply.bodyBytes =
        readCount(attempt.at(QStringLiteral("bodyBytes")), static_cast<qint64>(reply.body.size()));
    reply.bodyTruncated = attempt.at(QStringLiteral("bodyTruncated")).boolean();
    if (const std::string* date = reply.headers.find("date")) {
        reply.date = parseHttpDate(*date);
    }
    const JsonCursor parsed = attempt.at(QStringLiteral("parsed"));
    reply.parsed = parsed.isPresent() ? readDescribed<ParsedBody>(parsed, policy)
                                      : parseBody(reply.headers, QByteArray::fromStdString(reply.body));
    return std::make_shared<const Reply>(std::move(reply));
}

std::optional<Fault> readFault(const JsonCursor& attempt)
{
    const JsonCursor kind = attempt.at(QStringLiteral("fault"));
    if (!kind.isPresent()) {
        return std::nullopt;
    }
    const std::optional<FaultKind> known = faultKindFrom(fromQString(kind.string()));
    if (!known) {
        QStringList names;
        for (const FaultKind fault : allFaultKinds()) {
            names.append(toQString(toString(fault)));
        }
        kind.complain(QStringLiteral("null or one of ") + names.join(QStringLiteral(", ")));
    }
    return Fault{known.value_or(FaultKind::ConnectionReset),
                 readText(attempt, QStringLiteral("faultDetail"))};
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

Decision readDecision(const JsonCursor& attempt, const ResolvedPolicy& policy)
{
    constexpr std::array kVerdicts{Verdict::Succeed, Verdict::Retry, Verdict::Stop};
    constexpr std::array kKinds{ErrorKind::None,      ErrorKind::Permanent, ErrorKind::Transient,
                                ErrorKind::Timeout,   ErrorKind::Server,    ErrorKind::Throttling,
                                ErrorKind::ClockSkew, ErrorKind::NotReady,  ErrorKind::PartDone};
    Decision decision;
    decision.verdict = readName(attempt.required(QStringLiteral("verdict")), kVerdicts);
    decision.stopReason = readStopReason(attempt.at(QStringLiteral("stopReason")));
    const JsonCursor kind = attempt.at(QStringLiteral("kind"));
    if (kind.isPresent()) {
        decision.kind = readName(kind, kKinds);
    }
    FieldReader(attempt, policy).rule(decision.rule);
    const bool isRetried = decision.verdict == Verdict::Retry;
    const auto key = [isRetried](const char* ofRetry, const char* ofStop) {
        return QLatin1String(isRetried ? ofRetry : ofStop);
    };
    decision.window = readWindow(attempt.at(key("delayWindowMs", "stopDelayWindowMs")));
    decision.delay = millisecondsFromJson(attempt.at(key("plannedDelayMs", "stopDelayMs")));
    decision.trace = traceFromJson(attempt.at(QStringLiteral("trace")), policy);
    return decision;
}

/// What has ended has not ended before it began.
void requireOrder(const JsonCursor& cursor, Instant start, Instant end)
{
    if (const JsonCursor at = cursor.at(QStringLiteral("endMs")); at.isPresent() && end < start) {
        at.complain(QStringLiteral("a time not before startMs, which is %1")
                        .arg(toMilliseconds(start.time_since_epoch())));
    }
}

AttemptRecord readAttempt(const JsonCursor& cursor, const ResolvedPolicy& policy)
{
    AttemptRecord attempt;
    attempt.attempt = static_cast<int>(cursor.required(QStringLiteral("attempt")).integer(1, kMaxInt, 1));
    attempt.sendDelay = millisecondsFromJson(cursor.at(QStringLiteral("sendDelayMs")));
    attempt.admission = traceFromJson(cursor.at(QStringLiteral("admission")), policy);
    attempt.start = readInstant(cursor.at(QStringLiteral("startMs")));
    attempt.end = readInstant(cursor.at(QStringLiteral("endMs")));
    attempt.isRunning = cursor.at(QStringLiteral("running")).boolean();
    attempt.sentBody = readText(cursor.at(QStringLiteral("sent")), QStringLiteral("body"));
    attempt.addedHeaders = readHeaders(cursor.at(QStringLiteral("sent")), QStringLiteral("addedByClient"));
    attempt.draw = cursor.at(QStringLiteral("draw")).number();
    if (attempt.draw < 0 || attempt.draw >= 1) {
        cursor.at(QStringLiteral("draw")).complain(QStringLiteral("a number from 0 to below 1"));
    }
    attempt.assumed = cursor.at(QStringLiteral("assumed")).boolean();
    attempt.facts.phases = readDescribed<Phases>(cursor.at(QStringLiteral("phasesMs")), policy);
    attempt.facts.reply = readReply(cursor, policy);
    attempt.facts.fault = readFault(cursor);
    attempt.facts.wire = readWire(cursor);
    if (attempt.isRunning) {
        return attempt;
    }
    requireOrder(cursor, attempt.start, attempt.end);
    if (!attempt.facts.reply && !attempt.facts.fault) {
        cursor.complain(QStringLiteral("a `status` or a `fault` in it"));
    }
    attempt.decision = readDecision(cursor, policy);
    const JsonCursor rate = cursor.at(QStringLiteral("sendRatePerSecond"));
    const JsonCursor actual = cursor.at(QStringLiteral("actualDelayMs"));
    if (rate.isPresent()) {
        attempt.sendRatePerSecond = rate.number();
    }
    const bool isAtOnce =
        attempt.decision.verdict == Verdict::Retry && attempt.decision.delay == Duration::zero();
    if (actual.isPresent() && !isAtOnce) {
        attempt.actualDelay = millisecondsFromJson(actual);
    }
    return attempt;
}

CallRecord readCall(const JsonCursor& cursor, const ResolvedPolicy& policy)
{
    constexpr std::array kVerdicts{CallVerdict::Succeeded, CallVerdict::Failed, CallVerdict::Cancelled,
                                   CallVerdict::Running};
    CallRecord call;
    call.client = static_cast<int>(cursor.at(QStringLiteral("client")).integer(1, kMaxInt, 1));
    call.call = static_cast<int>(cursor.at(QStringLiteral("call")).integer(1, kMaxInt, 1));
    call.verdict = readName(cursor.required(QStringLiteral("verdict")), kVerdicts);
    call.stopReason = readStopReason(cursor.at(QStringLiteral("stopReason")));
    for (const JsonCursor& attempt : cursor.required(QStringLiteral("attempts")).items()) {
        call.attempts.push_back(readAttempt(attempt, policy));
    }
    const bool hasAttempts = !call.attempts.empty();
    const JsonCursor start = cursor.at(QStringLiteral("startMs"));
    const JsonCursor end = cursor.at(QStringLiteral("endMs"));
    call.start = start.isPresent() || !hasAttempts ? readInstant(start) : call.attempts.front().start;
    call.end = end.isPresent() || !hasAttempts ? readInstant(end) : call.attempts.back().end;
    if (call.verdict != CallVerdict::Running) {
        requireOrder(cursor, call.start, call.end);
    }
    return call;
}

std::vector<PolicyOverrideNote> readNotes(const JsonCursor& cursor)
{
    std::vector<PolicyOverrideNote> notes;
    for (const JsonCursor& note : cursor.items()) {
        notes.push_back({.path = readText(note, QStringLiteral("path")),
                         .value = readText(note, QStringLiteral("value")),
                         .origin = readText(note, QStringLiteral("origin"))});
    }
    return notes;
}

std::uint64_t readSeed(const JsonCursor& cursor)
{
    if (!cursor.value().isString()) {
        return static_cast<std::uint64_t>(readCount(cursor, 0));
    }
    bool isNumber = false;
    const std::uint64_t seed = cursor.string().toULongLong(&isNumber);
    if (!isNumber) {
        cursor.complain(QStringLiteral("a whole number"));
    }
    return seed;
}

WallTime readStartedAt(const JsonCursor& cursor)
{
    const QDateTime time = QDateTime::fromString(cursor.string(), Qt::ISODateWithMs);
    if (!time.isValid() && cursor.isPresent()) {
        cursor.complain(QStringLiteral("a time such as 2026-01-31T12:00:00.000Z"));
    }
    return WallTime(time.isValid() ? time.toMSecsSinceEpoch() : 0);
}

RequestSpec readRequest(const JsonCursor& cursor)
{
    RequestSpec spec = readDescribed<RequestSpec>(cursor, ResolvedPolicy{});
    spec.headers = readHeaders(cursor, QStringLiteral("headers"));
    return spec;
}

Error badRecord(const JsonProblem& problem, const QString& place)
{
    return {Error::Kind::BadInput, problem.text, place + QStringLiteral(": ") + problem.path};
}

/// The policy that the record carries, or else the preset that it names.
Result<Policy> readPolicy(const JsonCursor& cursor, const QString& place, const JsonProblem& problem)
{
    const JsonCursor resolved = cursor.at(QStringLiteral("resolved"));
    if (!resolved.isPresent()) {
        const JsonCursor id = cursor.required(QStringLiteral("id"));
        const QString name = id.string();
        if (problem.isSet) {
            return badRecord(problem, place);
        }
        const Result<Policy> preset = Library().policy(name);
        return preset ? preset
                      : Error{Error::Kind::BadInput, preset.error().message,
                              place + QStringLiteral(": ") + id.path()};
    }
    return policyFromJson(QJsonDocument(resolved.value().toObject()).toJson(),
                          place + QStringLiteral(": ") + resolved.path());
}

RunHeader readHeader(const JsonCursor& root, const Policy& policy)
{
    RunHeader header;
    header.spec = readRequest(root.required(QStringLiteral("request")));
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    header.overrides = readNotes(root.at(QStringLiteral("policy")).at(QStringLiteral("overrideOrigins")));
    header.settings = readNotes(root.at(QStringLiteral("settings")));
    header.seed = readSeed(root.at(QStringLiteral("seed")));
    header.isVirtual = root.at(QStringLiteral("virtual")).boolean();
    header.noWait = root.at(QStringLiteral("noWait")).boolean();
    header.scenarioId = readText(root, QStringLiteral("scenario"));
    header.startedAt = readStartedAt(root.at(QStringLiteral("startedAt")));
    header.clients = static_cast<int>(root.at(QStringLiteral("clients")).integer(1, kMaxInt, 1));
    header.callsPerClient =
        static_cast<int>(root.at(QStringLiteral("callsPerClient")).integer(1, kMaxInt, 1));
    for (const JsonCursor& state : root.at(QStringLiteral("clientState")).items()) {
        header.startStates.push_back(readDescribed<ClientState>(state, *header.policy));
    }
    return header;
}

} // namespace

Result<RunRecord> recordFromJson(const QByteArray& json, const QString& place)
{
    const Result<QJsonObject> document = parseJsonObject(json, place);
    return document ? recordFromJson(document.value(), place) : document.error();
}

Result<RunRecord> recordFromJson(const QJsonObject& document, const QString& place)
{
    JsonProblem problem;
    const JsonCursor root(document, QString(), problem);
    const JsonCursor format = root.required(QStringLiteral("format"));
    if (format.string() != QLatin1String(kRecordFormat)) {
        format.complain(QStringLiteral("\"%1\"").arg(QLatin1String(kRecordFormat)));
    }
    const JsonCursor policyPart = root.required(QStringLiteral("policy"));
    if (problem.isSet) {
        return badRecord(problem, place);
    }
    const Result<Policy> policy = readPolicy(policyPart, place, problem);
    if (!policy) {
        return Error{Error::Kind::BadInput, policy.error().message, policy.error().place};
    }
    RunRecord record(readHeader(root, policy.value()));
    for (const JsonCursor& call : root.required(QStringLiteral("calls")).items()) {
        record.adopt(readCall(call, *record.header().policy));
    }
    if (problem.isSet) {
        return badRecord(problem, place);
    }
    return record;
}

} // namespace retryscope::io
