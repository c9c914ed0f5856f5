// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/storage/record_json.h"

#include "core/explain/explain.h"
#include "core/facts/error_name.h"
#include "core/io/storage/policy_json.h"
#include "core/io/storage/record_fields.h"
#include "core/io/storage/redact.h"
#include "core/io/storage/trace_json.h"
#include "core/run/quota_ledger.h"

#include <QDateTime>
#include <QJsonDocument>

#include <limits>

namespace retryscope::io {

namespace {

QJsonValue textOrNull(const std::string& text)
{
    return text.empty() ? QJsonValue() : QJsonValue(toQString(text));
}

QJsonValue window(const DelayWindow& delays)
{
    return QJsonArray{millisecondsToJson(delays.low), millisecondsToJson(delays.high)};
}

void insertAll(QJsonObject& object, const QJsonObject& members)
{
    for (auto member = members.begin(); member != members.end(); ++member) {
        object.insert(member.key(), member.value());
    }
}

template <typename Struct>
QJsonObject described(Struct value, const ResolvedPolicy& policy)
{
    FieldWriter writer(policy);
    describe(writer, value);
    return writer.takeObject();
}

QJsonObject sentToJson(const AttemptRecord& attempt, const RequestSpec& spec)
{
    Headers planned = spec.headers;
    planned.entries.insert(planned.entries.end(), attempt.addedHeaders->entries.begin(),
                           attempt.addedHeaders->entries.end());
    QJsonObject sent;
    insertHeaders(sent, QStringLiteral("headers"),
                  attempt.facts.wire ? attempt.facts.wire->sentHeaders : planned);
    if (!attempt.addedHeaders->entries.empty()) {
        insertHeaders(sent, QStringLiteral("addedByClient"), attempt.addedHeaders);
    }
    insertText(sent, QStringLiteral("body"), attempt.sentBody);
    sent.insert(QStringLiteral("bodyBytes"), static_cast<qint64>(attempt.sentBody->size()));
    return sent;
}

/// What the transport saw and did. Nothing of it is known where no bytes were on a wire (virtual time).
void insertWire(QJsonObject& object, const WireFacts* wire)
{
    object.insert(QStringLiteral("connection"), wire ? QJsonValue(wire->connection) : QJsonValue());
    object.insert(QStringLiteral("reused"), wire ? QJsonValue(wire->reused) : QJsonValue());
    if (!wire) {
        return;
    }
    insertText(object, QStringLiteral("peer"), wire->peer);
    object.insert(QStringLiteral("tlsVerified"), wire->tlsVerified);
    QJsonArray notes;
    for (const std::string& note : wire->notes) {
        notes.append(toQString(note));
    }
    object.insert(QStringLiteral("wireNotes"), notes);
    insertText(object, QStringLiteral("rawSent"), wire->rawSent);
    insertText(object, QStringLiteral("rawReceived"), wire->rawReceived);
    object.insert(QStringLiteral("rawSentBytes"), qint64{wire->rawSentBytes});
    object.insert(QStringLiteral("rawReceivedBytes"), qint64{wire->rawReceivedBytes});
}

void insertReply(QJsonObject& object, const Reply* reply, const ResolvedPolicy& policy)
{
    object.insert(QStringLiteral("status"), reply ? QJsonValue(reply->status) : QJsonValue());
    if (!reply) {
        object.insert(QStringLiteral("headers"), QJsonArray());
        object.insert(QStringLiteral("body"), QJsonValue());
        object.insert(QStringLiteral("bodyBytes"), 0);
        object.insert(QStringLiteral("bodyTruncated"), false);
        return;
    }
    insertText(object, QStringLiteral("reason"), reply->reason);
    insertHeaders(object, QStringLiteral("headers"), reply->headers);
    insertText(object, QStringLiteral("body"), reply->body);
    object.insert(QStringLiteral("bodyBytes"), qint64{reply->bodyBytes});
    object.insert(QStringLiteral("bodyTruncated"), reply->bodyTruncated);
    object.insert(QStringLiteral("parsed"), described(reply->parsed, policy));
}

void insertFault(QJsonObject& object, const std::optional<Fault>& fault)
{
    object.insert(QStringLiteral("fault"),
                  fault ? QJsonValue(toQString(toString(fault->kind))) : QJsonValue());
    if (fault) {
        insertText(object, QStringLiteral("faultDetail"), fault->detail);
    }
}

/// The name the failure bears for this client; an attempt that succeeded bears none.
void insertName(QJsonObject& object, const AttemptRecord& attempt, const ResolvedPolicy& policy)
{
    const bool succeeded = attempt.decision.verdict == Verdict::Succeed;
    const ErrorName name = succeeded ? ErrorName{} : nameOf(policy.reading, attempt.facts);
    const bool isThere = name.state != NameState::Absent;
    object.insert(QStringLiteral("errorName"), isThere ? QJsonValue(toQString(name.name)) : QJsonValue());
    object.insert(QStringLiteral("errorNameOrigin"), textOrNull(name.origin));
    object.insert(QStringLiteral("message"),
                  succeeded ? QJsonValue() : textOrNull(messageOf(policy.reading, attempt.facts)));
    object.insert(QStringLiteral("requestId"), textOrNull(requestIdOf(attempt.facts)));
}

/// A retry at once has nothing to measure: no time was let pass.
std::optional<Duration> actualDelay(const AttemptRecord& attempt, bool noWait)
{
    const bool isAtOnce =
        attempt.decision.verdict == Verdict::Retry && attempt.decision.delay == Duration::zero() && !noWait;
    return isAtOnce && !attempt.isRunning ? Duration::zero() : attempt.actualDelay;
}

void insertDelay(QJsonObject& object, const AttemptRecord& attempt, bool noWait)
{
    const Decision& decision = attempt.decision;
    const bool isRetried = decision.verdict == Verdict::Retry;
    const DelayWindow delays = decision.window.value_or(DelayWindow{});
    const std::optional<Duration> actual = actualDelay(attempt, noWait);
    object.insert(QStringLiteral("delayWindowMs"), isRetried ? window(delays) : QJsonValue());
    object.insert(QStringLiteral("plannedDelayMs"),
                  isRetried ? millisecondsToJson(decision.delay) : QJsonValue());
    object.insert(QStringLiteral("actualDelayMs"), actual ? millisecondsToJson(*actual) : QJsonValue());
    if (!isRetried && decision.window) {
        object.insert(QStringLiteral("stopDelayWindowMs"), window(delays));
        object.insert(QStringLiteral("stopDelayMs"), millisecondsToJson(decision.delay));
    }
}

void insertDecision(QJsonObject& object, const AttemptRecord& attempt, const RunHeader& header)
{
    const ResolvedPolicy& policy = *header.policy;
    const Decision& decision = attempt.decision;
    FieldWriter deciding(policy);
    deciding.rule(decision.rule);
    insertAll(object, deciding.takeObject());
    object.insert(QStringLiteral("kind"), toQString(toString(decision.kind)));
    object.insert(QStringLiteral("verdict"), toQString(toString(decision.verdict)));
    object.insert(QStringLiteral("stopReason"),
                  decision.stopReason ? QJsonValue(toQString(toString(*decision.stopReason))) : QJsonValue());
    insertDelay(object, attempt, header.noWait);
    object.insert(QStringLiteral("hint"), hintToJson(decision.trace, policy));
    object.insert(QStringLiteral("sendRatePerSecond"),
                  attempt.sendRatePerSecond ? QJsonValue(*attempt.sendRatePerSecond) : QJsonValue());
    object.insert(QStringLiteral("why"),
                  toQString(whySentence(policy, attempt.facts, decision, attempt.attempt)));
    object.insert(QStringLiteral("trace"), traceToJson(decision.trace, policy));
}

void insertQuota(QJsonObject& object, const QuotaEntry* quota)
{
    const auto number = [quota](int QuotaEntry::*member) {
        return quota ? QJsonValue(quota->*member) : QJsonValue();
    };
    object.insert(QStringLiteral("quotaBefore"), number(&QuotaEntry::before));
    object.insert(QStringLiteral("quotaCost"), number(&QuotaEntry::cost));
    object.insert(QStringLiteral("quotaReturned"), number(&QuotaEntry::returned));
    object.insert(QStringLiteral("quotaAfter"), number(&QuotaEntry::after));
}

QJsonObject attemptToJson(const AttemptRecord& attempt, const RunHeader& header, const QuotaEntry* quota)
{
    const ResolvedPolicy& policy = *header.policy;
    QJsonObject object{
        {QStringLiteral("attempt"), attempt.attempt},
        {QStringLiteral("sendDelayMs"), millisecondsToJson(attempt.sendDelay)},
        {QStringLiteral("admission"), traceToJson(attempt.admission, policy)},
        {QStringLiteral("startMs"), millisecondsToJson(attempt.start.time_since_epoch())},
        {QStringLiteral("sent"), sentToJson(attempt, header.spec)},
        {QStringLiteral("running"), attempt.isRunning},
        {QStringLiteral("assumed"), attempt.assumed},
        {QStringLiteral("draw"), attempt.draw},
        {QStringLiteral("endMs"), millisecondsToJson(attempt.end.time_since_epoch())},
        {QStringLiteral("phasesMs"), described(attempt.facts.phases, policy)},
    };
    insertWire(object, attempt.facts.wire.get());
    insertReply(object, attempt.facts.reply.get(), policy);
    insertFault(object, attempt.facts.fault);
    insertName(object, attempt, policy);
    insertDecision(object, attempt, header);
    insertQuota(object, quota);
    if (attempt.isRunning) { // sent, and the run ended before anything was known of it
        object.insert(QStringLiteral("endMs"), QJsonValue());
        object.insert(QStringLiteral("verdict"), QJsonValue());
        object.insert(QStringLiteral("why"), QJsonValue());
    }
    return object;
}

QJsonObject callToJson(const CallRecord& call, const RunHeader& header, const std::vector<QuotaEntry>* quota)
{
    QJsonArray attempts;
    for (std::size_t index = 0; index < call.attempts.size(); ++index) {
        attempts.append(attemptToJson(call.attempts[index], header, quota ? &(*quota)[index] : nullptr));
    }
    return {
        {QStringLiteral("call"), call.call},
        {QStringLiteral("client"), call.client},
        {QStringLiteral("verdict"), toQString(toString(call.verdict))},
        {QStringLiteral("stopReason"),
         call.stopReason ? QJsonValue(toQString(toString(*call.stopReason))) : QJsonValue()},
        {QStringLiteral("startMs"), millisecondsToJson(call.start.time_since_epoch())},
        {QStringLiteral("endMs"), millisecondsToJson(call.end.time_since_epoch())},
        {QStringLiteral("attempts"), attempts},
    };
}

/// A value that was given as JSON text.
QJsonValue valueOf(const std::string& jsonText)
{
    const QByteArray array = "[" + QByteArray::fromStdString(jsonText) + "]";
    const QJsonDocument document = QJsonDocument::fromJson(array);
    return document.array().size() == 1 ? document.array().first() : QJsonValue(toQString(jsonText));
}

QJsonArray notesToJson(const std::vector<PolicyOverrideNote>& notes)
{
    QJsonArray result;
    for (const PolicyOverrideNote& note : notes) {
        result.append(QJsonObject{{QStringLiteral("path"), toQString(note.path)},
                                  {QStringLiteral("value"), toQString(note.value)},
                                  {QStringLiteral("origin"), toQString(note.origin)}});
    }
    return result;
}

QJsonObject policyPart(const RunHeader& header)
{
    QJsonObject overrides;
    for (const PolicyOverrideNote& note : header.overrides) {
        overrides.insert(toQString(note.path), valueOf(note.value));
    }
    return {
        {QStringLiteral("id"), toQString(header.policy->policy.id)},
        {QStringLiteral("overrides"), overrides},
        {QStringLiteral("overrideOrigins"), notesToJson(header.overrides)},
        {QStringLiteral("resolved"), policyToJson(header.policy->policy)},
    };
}

QJsonObject requestToJson(const RunHeader& header)
{
    QJsonObject request = described(header.spec, *header.policy);
    insertHeaders(request, QStringLiteral("headers"), header.spec.headers);
    request.insert(QStringLiteral("bodyBytes"), static_cast<qint64>(header.spec.body.size()));
    return request;
}

/// Numbers beyond what JSON readers keep exactly are written as text.
QJsonValue seedToJson(std::uint64_t seed)
{
    constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<qint64>::max());
    return seed <= kLargest ? QJsonValue(static_cast<qint64>(seed)) : QJsonValue(QString::number(seed));
}

QJsonObject headerToJson(const RunHeader& header)
{
    QJsonArray states;
    for (const ClientState& state : header.startStates) {
        states.append(described(state, *header.policy));
    }
    const QDateTime startedAt = QDateTime::fromMSecsSinceEpoch(header.startedAt.count(), Qt::UTC);
    return {
        {QStringLiteral("format"), QLatin1String(kRecordFormat)},
        {QStringLiteral("createdBy"), QStringLiteral("retryscope " RETRYSCOPE_VERSION)},
        {QStringLiteral("startedAt"), startedAt.toString(Qt::ISODateWithMs)},
        {QStringLiteral("policy"), policyPart(header)},
        {QStringLiteral("settings"), notesToJson(header.settings)},
        {QStringLiteral("seed"), seedToJson(header.seed)},
        {QStringLiteral("virtual"), header.isVirtual},
        {QStringLiteral("noWait"), header.noWait},
        {QStringLiteral("scenario"), textOrNull(header.scenarioId)},
        {QStringLiteral("clients"), header.clients},
        {QStringLiteral("callsPerClient"), header.callsPerClient},
        {QStringLiteral("clientState"), states},
        {QStringLiteral("request"), requestToJson(header)},
    };
}

QJsonObject plainRecordToJson(const RunRecord& record)
{
    QJsonObject document = headerToJson(record.header());
    const std::vector<std::vector<QuotaEntry>> quota = quotaLedgerOf(record);
    QJsonArray calls;
    for (std::size_t index = 0; index < record.calls().size(); ++index) {
        calls.append(
            callToJson(record.calls()[index], record.header(), quota.empty() ? nullptr : &quota[index]));
    }
    document.insert(QStringLiteral("calls"), calls);
    return document;
}

} // namespace

QJsonObject recordToJson(const RunRecord& record, RecordJsonOptions options)
{
    return plainRecordToJson(options.includeSecrets ? record : redacted(record));
}

QByteArray documentBytes(const QJsonObject& document)
{
    constexpr qsizetype kReadable = 1000; // attempts
    qsizetype attempts = 0;
    for (const QJsonValue call : document.value(QStringLiteral("calls")).toArray()) {
        attempts += call.toObject().value(QStringLiteral("attempts")).toArray().size();
    }
    if (attempts <= kReadable) {
        return QJsonDocument(document).toJson(QJsonDocument::Indented);
    }
    return QJsonDocument(document).toJson(QJsonDocument::Compact) + '\n';
}

} // namespace retryscope::io
