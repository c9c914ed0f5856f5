// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/explain.h"
#include "core/facts/error_name.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_fields.h"
#include "core/io/documents/record_json.h"
#include "core/io/documents/record_lines.h"
#include "core/io/documents/trace_json.h"
#include "core/io/redact/redact.h"
#include "core/io/text/program_version.h"
#include "core/io/text/utf8.h"
#include "core/read/possible_effect.h"
#include "core/read/quota_ledger.h"
#include "core/recording/declared_attempt.h"

#include <QBuffer>
#include <QDateTime>
#include <QJsonDocument>

#include <algorithm>
#include <limits>
#include <memory>

namespace retryscope::io {

namespace {

/// Writes one attempt: its members in groups, each with what is known of it.
class AttemptWriter
{
public:
    /// quota: absent when the policy has none.
    AttemptWriter(JsonWriter& writer, const RunHeader& header, const AttemptRecord& attempt,
                  const QuotaEntry* quota)
        : m_writer(writer), m_header(header), m_policy(*header.policy), m_attempt(attempt), m_quota(quota)
    {
    }

    void write();

private:
    template <typename T>
    void member(std::string_view key, const T& value)
    {
        FieldWriter(m_writer, m_policy).field(key, value);
    }
    [[nodiscard]] bool isImported() const { return !m_header.importedFrom.empty(); }
    void textOrNull(std::string_view key, const std::string& text);
    void milliseconds(std::string_view key, const std::optional<Duration>& duration)
    {
        member(key, duration);
    }
    void window(std::string_view key, const std::optional<DelayWindow>& delays);
    void sent();
    void wire();
    void response();
    void fault();
    void name();
    void delay();
    void decision();
    void quota();
    void effect();

    JsonWriter& m_writer;
    const RunHeader& m_header;
    const ResolvedPolicy& m_policy;
    const AttemptRecord& m_attempt;
    const QuotaEntry* m_quota;
};

void AttemptWriter::write()
{
    m_writer.beginObject();
    FieldWriter(m_writer, m_policy).members(m_attempt);
    member("draw", m_header.isRecorded ? std::nullopt : std::optional(m_attempt.draw));
    m_writer.key("admission");
    writeTrace(m_writer, m_attempt.admission, m_policy);
    // Null: sent, and the run ended before anything was known of it.
    milliseconds("endMs", m_attempt.isRunning || m_attempt.facts.timesUnseen
                              ? std::nullopt
                              : std::optional(m_attempt.end.time_since_epoch()));
    sent();
    wire();
    response();
    fault();
    name();
    decision();
    effect();
    quota();
    if (m_header.isRecorded && m_attempt.facts.wire) {
        const DeclaredAttempt declared = declaredIn(*m_attempt.facts.wire->sentHeaders);
        member("declaredAttempt", declared.attempt);
        member("declaredMax", declared.max);
    }
    m_writer.endObject();
}

void AttemptWriter::textOrNull(std::string_view key, const std::string& text)
{
    m_writer.key(key);
    text.empty() ? m_writer.null() : m_writer.text(text);
}

void AttemptWriter::window(std::string_view key, const std::optional<DelayWindow>& delays)
{
    member(key, delays ? std::optional(std::vector{delays->low, delays->high}) : std::nullopt);
}

void AttemptWriter::sent()
{
    m_writer.key("sent");
    m_writer.beginObject();
    const WireFacts* wire = m_attempt.facts.wire.get();
    const Headers& headers = wire ? *wire->sentHeaders : sentHeaders(m_header, m_attempt);
    FieldWriter(m_writer, m_policy)
        .known(!wire || !wire->sentHeadersUnseen || !headers.entries.empty(), "headers", headers);
    if (!m_attempt.addedHeaders->entries.empty()) {
        writeHeaders(m_writer, "addedByClient", m_attempt.addedHeaders);
    }
    if (!m_attempt.sentTarget->url.empty()) {
        writeText(m_writer, "method", m_attempt.sentTarget->method);
        writeText(m_writer, "url", m_attempt.sentTarget->url);
    }
    const bool isBodyKnown = !wire || !wire->sentBodyUnseen || !m_attempt.sentBody->empty();
    FieldWriter(m_writer, m_policy).known(isBodyKnown, "body", *m_attempt.sentBody);
    FieldWriter(m_writer, m_policy)
        .known(isBodyKnown, "bodyBytes", static_cast<std::int64_t>(m_attempt.sentBody->size()));
    m_writer.endObject();
}

/// What the transport saw and did. Nothing of it is known where no bytes were on a wire (virtual time), and
/// little where another program saw them.
void AttemptWriter::wire()
{
    const WireFacts* wire = m_attempt.facts.wire.get();
    if (wire != nullptr && !(isImported() && wire->connection == 0)) {
        FieldWriter(m_writer, m_policy).members(*wire);
        return;
    }
    member("connection", std::optional<int>());
    member("reused", std::optional<bool>());
    if (wire != nullptr) { // what a file of another program can say of it
        FieldWriter fields(m_writer, m_policy);
        describeShown(fields, const_cast<WireFacts&>(*wire));
    }
}

void AttemptWriter::response()
{
    if (const Response* response = m_attempt.facts.response.get()) {
        FieldWriter(m_writer, m_policy).members(*response);
        return;
    }
    member("status", std::optional<int>());
    member("headers", Headers());
    member("body", std::optional<int>());
    member("bodyBytes", 0);
    member("bodyTruncated", false);
}

void AttemptWriter::fault()
{
    const std::optional<Fault>& fault = m_attempt.facts.fault;
    member("fault", fault ? std::optional(fault->kind) : std::nullopt);
    if (fault) {
        member("faultDetail", fault->detail);
    }
}

/// The name the failure bears for this client; an attempt that succeeded bears none.
void AttemptWriter::name()
{
    const bool succeeded = m_attempt.decision.verdict == Verdict::Succeed;
    const ErrorName name = succeeded ? ErrorName{} : nameOf(m_policy.reading, m_attempt.facts);
    m_writer.key("errorName");
    name.state == NameState::Absent ? m_writer.null() : m_writer.text(name.name);
    if (isImported()) {
        member("judgedBy",
               std::string(name.state != NameState::Absent                                     ? "name"
                           : m_attempt.facts.response && m_attempt.facts.response->status != 0 ? "status"
                                                                                               : "nothing"));
    }
    textOrNull("errorNameOrigin", name.origin);
    textOrNull("message", succeeded ? std::string() : messageOf(m_policy.reading, m_attempt.facts));
    textOrNull("requestId", requestIdOf(m_attempt.facts));
}

/// A retry at once has nothing to measure: no time was let pass.
std::optional<Duration> actualDelay(const AttemptRecord& attempt, bool noWait)
{
    const bool isAtOnce =
        attempt.decision.verdict == Verdict::Retry && attempt.decision.delay == Duration::zero() && !noWait;
    return isAtOnce && !attempt.isRunning && !attempt.facts.timesUnseen ? Duration::zero()
                                                                        : attempt.actualDelay;
}

void AttemptWriter::delay()
{
    const Decision& decision = m_attempt.decision;
    const bool isRetried = decision.verdict == Verdict::Retry && !m_header.isRecorded;
    const WireFacts* wire = m_attempt.facts.wire.get();
    const std::optional<Duration> said =
        wire != nullptr && wire->saidDelay ? std::optional(*wire->saidDelay) : std::nullopt;
    window("delayWindowMs",
           isRetried ? std::optional(decision.window.value_or(DelayWindow{})) : std::nullopt);
    milliseconds("plannedDelayMs", isRetried ? std::optional(decision.delay) : said);
    milliseconds("actualDelayMs", actualDelay(m_attempt, m_header.noWait));
    if (decision.verdict != Verdict::Retry && decision.window) {
        window("stopDelayWindowMs", decision.window);
        milliseconds("stopDelayMs", decision.delay);
    }
}

void AttemptWriter::decision()
{
    const Decision& decision = m_attempt.decision;
    FieldWriter(m_writer, m_policy).rule(decision.rule);
    member("kind", decision.kind);
    member("verdict", m_attempt.isRunning ? std::nullopt : std::optional(decision.verdict));
    member("stopReason", decision.stopReason);
    delay();
    m_writer.key("hint");
    writeHint(m_writer, decision.trace, m_policy);
    m_writer.key("why");
    m_attempt.isRunning ? m_writer.null()
                        : m_writer.text(whySentence(m_policy, m_attempt.facts, decision, m_attempt.attempt));
    m_writer.key("trace");
    writeTrace(m_writer, decision.trace, m_policy);
}

/// For other readers: it follows from the rest.
void AttemptWriter::effect()
{
    const std::optional<PossibleEffect> effect =
        m_attempt.isRunning ? std::nullopt : possibleEffectOf(m_header.spec, m_attempt);
    member("processing", effect ? std::optional(effect->processing) : std::nullopt);
    member("repeating", effect ? std::optional(effect->repeating) : std::nullopt);
}

void AttemptWriter::quota()
{
    const auto number = [this](std::string_view key, int QuotaEntry::*amount) {
        member(key, m_quota ? std::optional(m_quota->*amount) : std::nullopt);
    };
    number("quotaBefore", &QuotaEntry::before);
    number("quotaCost", &QuotaEntry::cost);
    number("quotaReturned", &QuotaEntry::returned);
    number("quotaAfter", &QuotaEntry::after);
}

/// A value that was given as JSON text.
QJsonValue valueOf(const std::string& jsonText)
{
    const QByteArray array = "[" + QByteArray::fromStdString(jsonText) + "]";
    const QJsonDocument document = QJsonDocument::fromJson(array);
    return document.array().size() == 1 ? document.array().first() : QJsonValue(toQString(jsonText));
}

QJsonObject overridesToJson(const std::vector<PolicyOverrideNote>& notes)
{
    QJsonObject overrides;
    for (const PolicyOverrideNote& note : notes) {
        overrides.insert(toQString(note.path), valueOf(note.value));
    }
    return overrides;
}

/// Numbers beyond what JSON readers keep exactly are written as text.
void writeSeed(JsonWriter& writer, std::uint64_t seed)
{
    constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    writer.key("seed");
    seed <= kLargest ? writer.integer(static_cast<std::int64_t>(seed)) : writer.text(std::to_string(seed));
}

class RecordWriter
{
public:
    /// options: outlive the writer.
    RecordWriter(JsonWriter& writer, const RunHeader& header, const RecordJsonOptions& options)
        : m_writer(writer)
        , m_options(options)
        , m_header(options.includeSecrets ? header : redacted(header))
        , m_redactor(header)
    {
    }

    void write(const RunRecord& record);
    void writeHeader();
    void call(const CallRecord& call, const std::vector<QuotaEntry>* quota);

private:
    void calls(const RunRecord& record);
    void members();
    void text(std::string_view key, std::string_view text);
    void policy();
    void request();

    JsonWriter& m_writer;
    const RecordJsonOptions& m_options;
    RunHeader m_header; ///< as it is shown
    AttemptRedactor m_redactor;
};

/// In the order of the names: the calls, of which there may be very many, leave as they come.
void RecordWriter::write(const RunRecord& record)
{
    m_writer.beginObject(JsonWriter::Members::Sorted);
    if (!m_options.beyond.empty()) {
        text("beyond", m_options.beyond);
    }
    calls(record);
    members();
    m_writer.endObject();
}

/// An object of everything but the calls.
void RecordWriter::writeHeader()
{
    m_writer.beginObject(JsonWriter::Members::Sorted);
    members();
    m_writer.endObject();
}

void RecordWriter::members()
{
    const QDateTime startedAt = QDateTime::fromMSecsSinceEpoch(m_header.startedAt.count(), Qt::UTC);
    FieldWriter fields(m_writer, *m_header.policy);
    fields.field("callsPerClient", m_header.callsPerClient);
    fields.field("clientState", m_header.startStates);
    fields.field("clients", m_header.clients);
    text("createdBy", fromQString(programNameAndVersion()));
    if (m_header.isCutOff) {
        fields.field("cutOff", true);
    }
    text("format", kRecordFormat);
    if (!m_header.groupBy.empty()) {
        text("groupBy", "header:" + m_header.groupBy);
    }
    if (m_header.import) {
        fields.field("import", *m_header.import);
    }
    if (!m_header.importedFrom.empty()) {
        text("importedFrom", m_header.importedFrom);
    }
    if (m_header.loop.rounds > 1) {
        fields.field("loop", m_header.loop);
    }
    fields.field("noWait", m_header.noWait);
    if (m_header.isRecorded) {
        text("origin", m_header.importedFrom.empty() ? kRecordedOrigin : kImportedOrigin);
    }
    policy();
    if (!m_header.refusedHandshakes.empty()) {
        fields.field("refusedHandshakes", m_header.refusedHandshakes);
    }
    request();
    m_writer.key("scenario");
    m_header.scenarioId.empty() ? m_writer.null() : m_writer.text(m_header.scenarioId);
    writeSeed(m_writer, m_header.seed);
    fields.field("settings", m_header.settings);
    if (m_header.shortage != DescriptorShortage{}) {
        fields.field("shortage", m_header.shortage);
    }
    text("startedAt", startedAt.toString(Qt::ISODateWithMs).toStdString());
    fields.field("virtual", m_header.isVirtual);
    if (const auto warnings = warningsOn(m_header.policy->policy); !warnings.empty()) {
        m_writer.key("warnings");
        m_writer.value(problemsToJson(warnings));
    }
    if (m_header.watchedUntil > Instant{}) {
        fields.field("watchedMs", m_header.watchedUntil);
    }
    if (m_header.whole) {
        fields.field("wholeRun", *m_header.whole);
    }
}

void RecordWriter::text(std::string_view key, std::string_view text)
{
    m_writer.key(key);
    m_writer.text(text);
}

void RecordWriter::calls(const RunRecord& record)
{
    const std::vector<std::vector<QuotaEntry>> quota = quotaLedgerOf(record);
    m_writer.key("calls");
    m_writer.beginArray();
    for (std::size_t index = 0; index < record.calls().size(); ++index) {
        call(record.calls()[index], quota.empty() ? nullptr : &quota[index]);
        if (m_options.progress) {
            m_options.progress(static_cast<double>(index + 1) / static_cast<double>(record.calls().size()));
        }
    }
    m_writer.endArray();
}

void RecordWriter::call(const CallRecord& call, const std::vector<QuotaEntry>* quota)
{
    FieldWriter fields(m_writer, *m_header.policy);
    m_writer.beginObject(m_header.isRecorded ? JsonWriter::Members::InAnyOrder : JsonWriter::Members::Sorted);
    m_writer.key("attempts");
    m_writer.beginArray();
    for (std::size_t index = 0; index < call.attempts.size(); ++index) {
        const AttemptRecord& plain = call.attempts[index];
        const AttemptRecord& attempt = m_options.includeSecrets ? plain : m_redactor.redacted(plain);
        AttemptWriter(m_writer, m_header, attempt, quota ? &(*quota)[index] : nullptr).write();
    }
    m_writer.endArray();
    fields.members(call);
    if (m_header.isRecorded) {
        CallSource source = *call.source;
        if (!m_options.includeSecrets) {
            source.userAgent = redactedText(source.userAgent);
            source.operation = redactedText(source.operation);
        }
        fields.members(source);
    }
    m_writer.endObject();
}

void RecordWriter::policy()
{
    m_writer.key("policy");
    m_writer.beginObject();
    text("id", m_header.policy->policy.id);
    m_writer.key("overrides");
    m_writer.value(overridesToJson(m_header.overrides));
    FieldWriter(m_writer, *m_header.policy).field("overrideOrigins", m_header.overrides);
    m_writer.key("resolved");
    m_writer.value(policyToJson(m_header.policy->policy));
    m_writer.endObject();
}

void RecordWriter::request()
{
    m_writer.key("request");
    m_writer.beginObject();
    FieldWriter fields(m_writer, *m_header.policy);
    fields.members(m_header.spec);
    writeHeaders(m_writer, "headers", m_header.spec.headers);
    fields.field("bodyBytes", static_cast<std::int64_t>(m_header.spec.body.size()));
    m_writer.endObject();
}

} // namespace

void writeRecord(JsonWriter& writer, const RunRecord& record, const RecordJsonOptions& options)
{
    RecordWriter(writer, record.header(), options).write(record);
}

void writeRecord(QIODevice& device, const RunRecord& record, const RecordJsonOptions& options)
{
    constexpr int kReadable = 1000; // attempts; beyond, blanks are half of the bytes and nobody reads them
    JsonWriter writer(device, record.attemptCount() <= kReadable ? JsonWriter::Layout::Indented
                                                                 : JsonWriter::Layout::Compact);
    writeRecord(writer, record, options);
    writer.finish();
}

QByteArray recordBytes(const RunRecord& record, const RecordJsonOptions& options)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    writeRecord(buffer, record, options);
    return buffer.data();
}

namespace {

/// With no more than the beginning of long response bodies; what was read in them stays.
CallRecord withShortBodies(const CallRecord& call)
{
    CallRecord shortened = call;
    for (AttemptRecord& attempt : shortened.attempts) {
        if (attempt.facts.response && attempt.facts.response->body.size() > RecordLines::kMostOfABody) {
            Response response = *attempt.facts.response;
            response.body.resize(RecordLines::kMostOfABody);
            response.bodyTruncated = true;
            attempt.facts.response = std::make_shared<const Response>(std::move(response));
        }
    }
    return shortened;
}

bool hasLongBodies(const CallRecord& call)
{
    return std::any_of(call.attempts.begin(), call.attempts.end(), [](const AttemptRecord& attempt) {
        return attempt.facts.response && attempt.facts.response->body.size() > RecordLines::kMostOfABody;
    });
}

} // namespace

struct RecordLines::Private
{
    Private(RunHeader runHeader, const RecordJsonOptions& recordOptions)
        : header(std::move(runHeader)), options(recordOptions)
    {
        buffer.open(QIODevice::WriteOnly);
    }

    /// What was written since the last time, which is one document.
    QByteArray taken()
    {
        json.finish();
        QByteArray text = buffer.data();
        buffer.buffer().clear();
        buffer.seek(0);
        return text;
    }

    RunHeader header;
    RecordJsonOptions options;
    QBuffer buffer;
    JsonWriter json{buffer, JsonWriter::Layout::Compact};
    RecordWriter writer{json, header, options};
    QuotaLedger ledger{header};
};

RecordLines::RecordLines(RunHeader header, const RecordJsonOptions& options)
    : d(std::make_unique<Private>(std::move(header), options))
{
}

RecordLines::~RecordLines() = default;

QByteArray RecordLines::header()
{
    d->writer.writeHeader();
    QByteArray line = d->taken();
    line.chop(2); // the brace and the line end
    return line + kFirstCallFollows + '\n';
}

QByteArray RecordLines::call(const CallRecord& call, bool isFirst)
{
    const bool comesAgain = call.verdict == CallVerdict::Running;
    const bool hasQuota = d->ledger.hasQuota();
    const std::vector<QuotaEntry> quota = !hasQuota    ? std::vector<QuotaEntry>()
                                          : comesAgain ? QuotaLedger(d->ledger).entriesOf(call)
                                                       : d->ledger.entriesOf(call);
    if (hasLongBodies(call)) {
        d->writer.call(withShortBodies(call), hasQuota ? &quota : nullptr);
    } else {
        d->writer.call(call, hasQuota ? &quota : nullptr);
    }
    return isFirst ? d->taken() : ',' + d->taken();
}

QByteArray documentBytes(const QJsonObject& document)
{
    // Not by Qt's writer, which leaves in what steers a terminal.
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    JsonWriter writer(buffer, JsonWriter::Layout::Indented);
    writer.value(document);
    writer.finish();
    return buffer.data();
}

QJsonArray traceToJson(const Trace& trace, const ResolvedPolicy& policy)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    JsonWriter writer(buffer, JsonWriter::Layout::Compact);
    writeTrace(writer, trace, policy);
    writer.finish();
    return QJsonDocument::fromJson(buffer.data()).array();
}

} // namespace retryscope::io
