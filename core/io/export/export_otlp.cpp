// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/export/export_otlp.h"

#include "core/facts/error_name.h"
#include "core/io/export/sent_request.h"
#include "core/io/redact/redact.h"
#include "core/io/text/program_version.h"
#include "core/io/text/utf8.h"
#include "core/read/quota_ledger.h"

#include <QCryptographicHash>
#include <QUrl>

#include <algorithm>
#include <limits>

namespace retryscope::io {

namespace {

/// Numbers of OTLP.
enum class SpanKind { Internal = 1, Client = 3 };
enum class SpanStatus { Unset = 0, Error = 2 };

/// A span without its attributes.
struct Span
{
    std::string id;
    std::string parent; ///< empty: the root
    std::string name;
    SpanKind kind = SpanKind::Internal;
    Instant start{};
    Instant end{};
};

class OtlpWriter
{
public:
    OtlpWriter(QIODevice& device, const RunRecord& record, const RecordJsonOptions& options)
        : m_json(device, JsonWriter::Layout::Compact)
        , m_record(record)
        , m_header(options.includeSecrets ? record.header() : redacted(record.header()))
        , m_options(options)
        , m_redactor(record.header())
        , m_ledger(record.header())
    {
    }

    void write()
    {
        m_json.beginObject(JsonWriter::Members::Sorted);
        array("resourceSpans", [this] {
            m_json.beginObject(JsonWriter::Members::Sorted);
            object("resource", [this] {
                array("attributes", [this] {
                    attribute("service.name", std::string("retryscope"));
                    attribute("service.version", fromQString(programVersion()));
                });
                m_json.integer("droppedAttributesCount", 0);
            });
            array("scopeSpans", [this] {
                m_json.beginObject(JsonWriter::Members::Sorted);
                object("scope", [this] {
                    m_json.text("name", "retryscope");
                    m_json.text("version", fromQString(programVersion()));
                });
                array("spans", [this] { calls(); });
                m_json.endObject();
            });
            m_json.endObject();
        });
        m_json.endObject();
        m_json.finish();
    }

private:
    template <typename Content>
    void array(std::string_view key, Content content)
    {
        m_json.key(key);
        m_json.beginArray();
        content();
        m_json.endArray();
    }
    template <typename Content>
    void object(std::string_view key, Content content)
    {
        m_json.key(key);
        m_json.beginObject();
        content();
        m_json.endObject();
    }
    template <typename Content>
    void attributeOf(std::string_view key, Content content)
    {
        m_json.beginObject();
        m_json.text("key", key);
        object("value", content);
        m_json.endObject();
    }
    void attribute(std::string_view key, const std::string& value)
    {
        attributeOf(key, [&] { m_json.text("stringValue", value); });
    }
    void attribute(std::string_view key, int value)
    {
        attributeOf(key, [&] { m_json.integer("intValue", value); });
    }
    /// Milliseconds: whole ones are written as such, as OpenTelemetry's SDK for JavaScript does.
    void attribute(std::string_view key, Duration value)
    {
        attributeOf(key, [&] {
            const bool isWhole = value % std::chrono::milliseconds{1} == Duration::zero();
            m_json.key(isWhole ? "intValue" : "doubleValue");
            isWhole ? m_json.integer(value / std::chrono::milliseconds{1})
                    : m_json.number(toMilliseconds(value));
        });
    }
    template <WordedEnum Enum>
    void attribute(std::string_view key, Enum value)
    {
        attribute(key, std::string(wordOf(value)));
    }

    /// In hexadecimal digits, of so many bytes.
    [[nodiscard]] std::string idOf(const CallRecord& call, const std::string& part, qsizetype bytes) const
    {
        QByteArray named = QByteArray::number(static_cast<qulonglong>(m_header.seed)) + '/' +
                           QByteArray::number(call.client) + '/' + QByteArray::number(call.call) + '/' +
                           QByteArray::fromStdString(part);
        if (m_header.isRecorded) {
            named += '/' + QByteArray::number(qint64{m_header.startedAt.count()});
        }
        return QCryptographicHash::hash(named, QCryptographicHash::Sha256).first(bytes).toHex().toStdString();
    }

    [[nodiscard]] std::string nanoseconds(Instant at) const
    {
        constexpr std::int64_t kNanoseconds = 1000; // in a microsecond
        const Duration since1970 = Duration(m_header.startedAt) + at.time_since_epoch();
        constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / kNanoseconds; // in 2262
        return std::to_string(std::clamp<std::int64_t>(since1970.count(), 0, kMost) * kNanoseconds);
    }

    /// attributes, events: write their items.
    template <typename Attributes, typename Events>
    void span(const Span& span, SpanStatus status, Attributes attributes, Events events)
    {
        constexpr int kSampledAndLocal = 0x101; // flags: sampled, and it is known that the parent is local
        m_json.beginObject();
        array("attributes", attributes);
        m_json.integer("droppedAttributesCount", 0);
        m_json.integer("droppedEventsCount", 0);
        m_json.integer("droppedLinksCount", 0);
        m_json.text("endTimeUnixNano", nanoseconds(span.end));
        array("events", events);
        m_json.integer("flags", kSampledAndLocal);
        m_json.integer("kind", static_cast<int>(span.kind));
        array("links", [] {});
        m_json.text("name", span.name);
        if (!span.parent.empty()) {
            m_json.text("parentSpanId", span.parent);
        }
        m_json.text("spanId", span.id);
        m_json.text("startTimeUnixNano", nanoseconds(span.start));
        object("status", [&] { m_json.integer("code", static_cast<int>(status)); });
        m_json.text("traceId", m_trace);
        m_json.endObject();
    }

    void calls()
    {
        for (const CallRecord& call : m_record.calls()) {
            constexpr qsizetype kTraceId = 16; // bytes
            m_trace = idOf(call, "trace", kTraceId);
            const std::vector<QuotaEntry> quota =
                m_ledger.hasQuota() ? m_ledger.entriesOf(call) : std::vector<QuotaEntry>();
            const Span root{.id = spanId(call, "call"),
                            .parent = {},
                            .name = "call",
                            .kind = SpanKind::Internal,
                            .start = call.start,
                            .end = std::max(call.start, call.end)};
            span(
                root, call.verdict == CallVerdict::Succeeded ? SpanStatus::Unset : SpanStatus::Error,
                [&] {
                    attribute("retryscope.policy", m_header.policy->policy.id);
                    attribute("retryscope.verdict", call.verdict);
                    if (call.stopReason) {
                        attribute("retryscope.stop_reason", *call.stopReason);
                    }
                },
                [] {});
            for (std::size_t index = 0; index < call.attempts.size(); ++index) {
                const AttemptRecord& own = call.attempts[index];
                const AttemptRecord shown = m_options.includeSecrets ? own : m_redactor.redacted(own);
                attempt(call, shown, root.id, index < quota.size() ? &quota[index] : nullptr);
                if (index + 1 < call.attempts.size()) {
                    backoff(call, shown, call.attempts[index + 1].start, root.id);
                }
            }
        }
    }

    [[nodiscard]] std::string spanId(const CallRecord& call, const std::string& part) const
    {
        constexpr qsizetype kSpanId = 8; // bytes
        return idOf(call, part, kSpanId);
    }

    void attempt(const CallRecord& call, const AttemptRecord& attempt, const std::string& parent,
                 const QuotaEntry* quota)
    {
        const RequestTarget target = sentRequestOf(m_header, attempt);
        const Response* response = attempt.facts.response.get();
        const bool hasFailed = attempt.facts.fault || (response != nullptr && response->status >= 400);
        span(
            {.id = spanId(call, "attempt " + std::to_string(attempt.attempt)),
             .parent = parent,
             .name = target.method,
             .kind = SpanKind::Client,
             .start = attempt.start,
             .end = attempt.isRunning ? attempt.start : attempt.end},
            hasFailed ? SpanStatus::Error : SpanStatus::Unset,
            [&] {
                wireAttributes(target, attempt);
                ownAttributes(attempt, quota);
            },
            [&] { redirects(attempt); });
    }

    void wireAttributes(const RequestTarget& target, const AttemptRecord& attempt)
    {
        attribute("http.request.method", target.method);
        attribute("url.full", target.url);
        const QUrl url(toQString(target.url));
        attribute("server.address", url.host().toStdString());
        if (url.port() > 0) {
            attribute("server.port", url.port());
        }
        if (attempt.facts.response && attempt.facts.response->status > 0) {
            attribute("http.response.status_code", attempt.facts.response->status);
        }
        if (attempt.facts.fault) {
            attribute("error.type", attempt.facts.fault->kind);
        }
        if (attempt.attempt > 1) {
            attribute("http.request.resend_count", attempt.attempt - 1);
        }
        if (const WireFacts* wire = attempt.facts.wire.get(); wire != nullptr && !wire->peer.empty()) {
            attribute("network.peer.address", wire->peer);
        }
    }

    /// What the conventions have no attribute for.
    void ownAttributes(const AttemptRecord& attempt, const QuotaEntry* quota)
    {
        const Decision& decision = attempt.decision;
        if (attempt.isRunning) {
            return;
        }
        attribute("retryscope.verdict", decision.verdict);
        if (decision.stopReason) {
            attribute("retryscope.stop_reason", *decision.stopReason);
        }
        attribute("retryscope.kind", decision.kind);
        const std::vector<Rule>& rules = m_header.policy->policy.rules;
        if (decision.rule >= 0 && decision.rule < static_cast<int>(rules.size())) {
            attribute("retryscope.rule", rules[static_cast<std::size_t>(decision.rule)].id);
        }
        const ErrorName name = decision.verdict == Verdict::Succeed
                                   ? ErrorName{}
                                   : nameOf(m_header.policy->reading, attempt.facts);
        if (name.state == NameState::Present) {
            attribute("retryscope.error_name", name.name);
        }
        if (decision.verdict == Verdict::Retry) {
            attribute("retryscope.delay_ms", decision.delay);
        }
        if (quota != nullptr) {
            attribute("retryscope.tokens", quota->after);
        }
    }

    void redirects(const AttemptRecord& attempt)
    {
        if (!attempt.facts.wire) {
            return;
        }
        for (const Hop& hop : attempt.facts.wire->hops) {
            m_json.beginObject();
            array("attributes", [&] {
                attribute("http.request.method", hop.method);
                attribute("url.full", hop.url);
                attribute("http.response.status_code", hop.response.status);
            });
            m_json.integer("droppedAttributesCount", 0);
            m_json.text("name", "redirect");
            m_json.text("timeUnixNano", nanoseconds(hop.end));
            m_json.endObject();
        }
    }

    void backoff(const CallRecord& call, const AttemptRecord& attempt, Instant until,
                 const std::string& parent)
    {
        const Instant end = attempt.isRunning ? attempt.start : attempt.end;
        span(
            {.id = spanId(call, "backoff " + std::to_string(attempt.attempt)),
             .parent = parent,
             .name = "backoff",
             .kind = SpanKind::Internal,
             .start = end,
             .end = std::max(end, until)},
            SpanStatus::Unset, [&] { attribute("retryscope.delay_ms", attempt.decision.delay); }, [] {});
    }

    JsonWriter m_json;
    const RunRecord& m_record;
    const RunHeader m_header;
    const RecordJsonOptions& m_options;
    AttemptRedactor m_redactor;
    QuotaLedger m_ledger;
    std::string m_trace; ///< id of the current call's
};

} // namespace

void writeRecordAsOtlp(const RunRecord& record, QIODevice& device, const RecordJsonOptions& options)
{
    OtlpWriter(device, record, options).write();
}

} // namespace retryscope::io
