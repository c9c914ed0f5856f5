// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/export/export_har.h"

#include "core/facts/error_name.h"
#include "core/io/export/sent_request.h"
#include "core/io/redact/follow_redirect.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QDateTime>
#include <QUrl>
#include <QUrlQuery>

namespace retryscope::io {

namespace {

constexpr double kUnknown = -1; // as HAR has it

/// A request and its response: an attempt, or one of its hops.
struct HarMessage
{
    Instant start{};
    Instant end{};
    std::string method;
    std::string url;
    const Headers* sent = nullptr;
    std::string_view body;
    const Response* response = nullptr; ///< nullptr: none came
};

class HarWriter
{
public:
    HarWriter(QIODevice& device, const RunRecord& record, const RecordJsonOptions& options)
        : m_json(device, JsonWriter::Layout::Compact)
        , m_record(record)
        , m_header(options.includeSecrets ? record.header() : redacted(record.header()))
        , m_options(options)
        , m_redactor(record.header())
    {
    }

    void write()
    {
        m_json.beginObject(JsonWriter::Members::Sorted);
        m_json.key("log");
        m_json.beginObject(JsonWriter::Members::Sorted);
        m_json.key("creator");
        m_json.beginObject();
        m_json.text("name", "Retryscope");
        m_json.text("version", RETRYSCOPE_VERSION);
        m_json.endObject();
        m_json.key("entries");
        m_json.beginArray();
        for (const CallRecord& call : m_record.calls()) {
            for (const AttemptRecord& attempt : call.attempts) {
                entries(call, m_options.includeSecrets ? attempt : m_redactor.redacted(attempt));
            }
        }
        m_json.endArray();
        m_json.text("version", "1.2");
        m_json.endObject();
        m_json.endObject();
        m_json.finish();
    }

private:
    void emptyArray(std::string_view key)
    {
        m_json.key(key);
        m_json.beginArray();
        m_json.endArray();
    }
    void pairs(std::string_view key, const QList<std::pair<QString, QString>>& list)
    {
        m_json.key(key);
        m_json.beginArray();
        for (const auto& [name, value] : list) {
            m_json.beginObject();
            m_json.text("name", fromQString(name));
            m_json.text("value", fromQString(value));
            m_json.endObject();
        }
        m_json.endArray();
    }

    void headers(const Headers& list)
    {
        m_json.key("headers");
        m_json.beginArray();
        for (const Header& header : list.entries) {
            m_json.beginObject();
            m_json.text("name", header.name);
            m_json.text("value", header.value);
            m_json.endObject();
        }
        m_json.endArray();
        m_json.number("headersSize", kUnknown);
        m_json.text("httpVersion", "HTTP/1.1");
        emptyArray("cookies"); // they stand among the headers
    }

    /// As text, or in Base64 where the bytes are not UTF-8.
    void content(std::string_view body)
    {
        const QString asText = toQString(body);
        if (fromQString(asText) == body) {
            m_json.text("text", body);
            return;
        }
        const auto bytes = QByteArray::fromRawData(body.data(), static_cast<qsizetype>(body.size()));
        m_json.text("text", bytes.toBase64().toStdString());
        m_json.text("encoding", "base64");
    }

    static std::string typeOf(const Headers& headers)
    {
        const std::string* type = headers.find("content-type");
        return type == nullptr ? std::string() : *type;
    }

    void request(const HarMessage& message)
    {
        m_json.key("request");
        m_json.beginObject();
        m_json.text("method", message.method);
        m_json.text("url", message.url);
        headers(*message.sent);
        pairs("queryString", QUrlQuery(QUrl(toQString(message.url))).queryItems(QUrl::FullyDecoded));
        m_json.number("bodySize", static_cast<double>(message.body.size()));
        if (!message.body.empty()) {
            m_json.key("postData");
            m_json.beginObject();
            m_json.text("mimeType", typeOf(*message.sent));
            content(message.body);
            m_json.endObject();
        }
        m_json.endObject();
    }

    void response(const HarMessage& message)
    {
        static const Response kNone;
        const Response& response = message.response ? *message.response : kNone;
        m_json.key("response");
        m_json.beginObject();
        m_json.number("status", response.status);
        m_json.text("statusText", response.reason);
        headers(response.headers);
        m_json.key("content");
        m_json.beginObject();
        m_json.number("size", static_cast<double>(response.bodyBytes));
        m_json.text("mimeType", typeOf(response.headers));
        if (!response.body.empty()) {
            content(response.body);
        }
        m_json.endObject();
        const std::string* location = response.headers.find("location");
        m_json.text("redirectURL", location == nullptr ? std::string() : *location);
        m_json.number("bodySize", message.response ? static_cast<double>(response.bodyBytes) : kUnknown);
        m_json.endObject();
    }

    static double timeOf(const OptionalDuration& time) { return time ? toMilliseconds(*time) : kUnknown; }

    void timings(const Phases& phases, Duration whole)
    {
        const auto orZero = [](const OptionalDuration& time) {
            return time.value_or(Duration::zero());
        };
        const Duration known = orZero(phases.lookup) + orZero(phases.connect) + orZero(phases.tls) +
                               orZero(phases.send) + orZero(phases.wait) + orZero(phases.receive);
        m_json.key("timings");
        m_json.beginObject();
        m_json.number("blocked", toMilliseconds(std::max(whole - known, Duration::zero())));
        m_json.number("dns", timeOf(phases.lookup));
        // HAR counts the handshake as a part of the connect.
        m_json.number("connect",
                      phases.connect ? toMilliseconds(*phases.connect + orZero(phases.tls)) : kUnknown);
        m_json.number("ssl", timeOf(phases.tls));
        m_json.number("send", timeOf(phases.send));
        m_json.number("wait", timeOf(phases.wait));
        m_json.number("receive", timeOf(phases.receive));
        m_json.endObject();
    }

    [[nodiscard]] std::string moment(Instant at) const
    {
        const Duration whole = Duration(m_header.startedAt) + at.time_since_epoch();
        const auto seconds = std::chrono::floor<std::chrono::seconds>(whole);
        const QDateTime time = QDateTime::fromSecsSinceEpoch(seconds.count(), Qt::UTC);
        return time.toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss")).toStdString() +
               QStringLiteral(".%1Z").arg((whole - seconds).count(), 6, 10, QLatin1Char('0')).toStdString();
    }

    void beginEntry(const HarMessage& message, const Phases& phases)
    {
        m_json.beginObject();
        m_json.text("startedDateTime", moment(message.start));
        m_json.number("time", toMilliseconds(message.end - message.start));
        request(message);
        response(message);
        timings(phases, message.end - message.start);
        m_json.key("cache");
        m_json.beginObject();
        m_json.endObject();
    }

    void entries(const CallRecord& call, const AttemptRecord& attempt)
    {
        static const Headers kNone;
        const WireFacts* wire = attempt.facts.wire.get();
        const Headers planned = sentHeaders(m_header, attempt);
        const Headers sent = m_options.includeSecrets ? planned : redacted(planned);
        const RequestTarget target = sentRequestOf(m_header, attempt);
        HarMessage message{.start = attempt.start,
                           .end = attempt.isRunning ? attempt.start : attempt.end,
                           .method = target.method,
                           .url = target.url,
                           .sent = &sent,
                           .body = *attempt.sentBody,
                           .response = attempt.facts.response.get()};
        if (wire != nullptr && !wire->hops.empty()) {
            for (std::size_t index = 0; index < wire->hops.size(); ++index) {
                const Hop& hop = wire->hops[index];
                beginEntry({.start = hop.start,
                            .end = hop.end,
                            .method = hop.method,
                            .url = hop.url,
                            .sent = index == 0 ? &sent : &kNone,
                            .body = index == 0 ? std::string_view(*attempt.sentBody) : std::string_view(),
                            .response = &hop.response},
                           {});
                m_json.endObject();
            }
            const Hop& last = wire->hops.back();
            RequestSpec before;
            before.method = last.method;
            before.url = last.url;
            const RequestSpec next =
                followRedirect(before, false, last.response.status, last.location).next.value_or(before);
            message.start = last.end;
            message.method = next.method;
            message.url = next.url;
            message.sent = &kNone;
            message.body = {};
        }
        beginEntry(message, attempt.facts.phases);
        if (wire != nullptr && wire->connection > 0) {
            m_json.text("connection", std::to_string(wire->connection));
        }
        if (wire != nullptr && !wire->peer.empty()) {
            m_json.text("serverIPAddress", wire->peer);
        }
        own(call, attempt);
        m_json.endObject();
    }

    /// What HAR has no member for.
    void own(const CallRecord& call, const AttemptRecord& attempt)
    {
        const Decision& decision = attempt.decision;
        const ErrorName name = decision.verdict == Verdict::Succeed
                                   ? ErrorName{}
                                   : nameOf(m_header.policy->reading, attempt.facts);
        m_json.key("_retryscope");
        m_json.beginObject();
        m_json.text("policy", m_header.policy->policy.id);
        m_json.number("client", call.client);
        m_json.number("call", call.call);
        m_json.number("attempt", attempt.attempt);
        m_json.text("verdict", attempt.isRunning ? "running" : wordOf(decision.verdict));
        if (decision.stopReason) {
            m_json.text("stopReason", wordOf(*decision.stopReason));
        }
        if (decision.kind != ErrorKind::None) {
            m_json.text("kind", toString(decision.kind));
        }
        if (name.state == NameState::Present) {
            m_json.text("errorName", name.name);
        }
        if (decision.verdict == Verdict::Retry && !m_header.isRecorded) {
            m_json.number("plannedDelayMs", toMilliseconds(decision.delay));
        }
        if (attempt.actualDelay) {
            m_json.number("actualDelayMs", toMilliseconds(*attempt.actualDelay));
        }
        if (attempt.facts.fault) {
            m_json.text("fault", toString(attempt.facts.fault->kind));
        }
        m_json.endObject();
    }

    JsonWriter m_json;
    const RunRecord& m_record;
    const RunHeader m_header;
    const RecordJsonOptions& m_options;
    AttemptRedactor m_redactor;
};

} // namespace

void writeRecordAsHar(const RunRecord& record, QIODevice& device, const RecordJsonOptions& options)
{
    HarWriter(device, record, options).write();
}

} // namespace retryscope::io
