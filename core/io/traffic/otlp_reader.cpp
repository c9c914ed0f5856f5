// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/otlp_reader.h"

#include "core/io/text/utf8.h"
#include "core/io/traffic/json_items.h"
#include "core/io/traffic/trace_spans.h"

#include <utility>

namespace retryscope::io {

namespace {

constexpr std::size_t kMostAttributes = 1000;
constexpr qint64 kNanoseconds = 1000; ///< in a microsecond

std::string valueText(const JsonCursor& value)
{
    for (const char* type : {"stringValue", "intValue", "boolValue", "doubleValue"}) {
        if (const JsonCursor scalar = value.at(type); scalar.isPresent()) {
            return scalarText(scalar);
        }
    }
    std::string list;
    for (const JsonCursor& item : value.at("arrayValue").at("values").items(kMostAttributes)) {
        for (const char* type : {"stringValue", "intValue"}) {
            if (const JsonCursor scalar = item.at(type); scalar.isPresent()) {
                list += (list.empty() ? "" : ", ") + scalarText(scalar);
            }
        }
    }
    return list;
}

void readAttributes(const JsonCursor& list, SpanAttributes& attributes)
{
    for (const JsonCursor& attribute : list.items(kMostAttributes)) {
        attributes.try_emplace(nameText(attribute.at("key")), valueText(attribute.at("value")));
    }
}

/// A word or its number.
bool isEnum(const JsonCursor& value, std::string_view word, qint64 number)
{
    return value.is(JsonTree::Type::String) ? value.text() == word : wholeNumber(value) == number;
}

TraceSpan::Kind kindOf(const JsonCursor& kind)
{
    constexpr qint64 kClient = 3;
    if (!kind.isPresent() || isEnum(kind, "SPAN_KIND_UNSPECIFIED", 0)) {
        return TraceSpan::Kind::Unstated;
    }
    return isEnum(kind, "SPAN_KIND_CLIENT", kClient) ? TraceSpan::Kind::Client : TraceSpan::Kind::Other;
}

class OtlpPass
{
public:
    OtlpPass(QString place, TrafficSink& sink) : m_place(std::move(place)), m_sink(sink), m_spans(sink) {}

    Result<Done> go(QIODevice& device, const Progress& progress)
    {
        m_sink.setTitle("OTLP JSON");
        const Result<Done> parsed =
            parseItems(device, m_place, m_tree,
                       {.takeItem = [this](JsonTree::Index item) { return take(item); },
                        .endDocument = [] {},
                        .progress = progress},
                       m_count, m_sink);
        if (parsed) {
            m_spans.finish();
        }
        return parsed;
    }

private:
    /// Spans stand in scopes, and those in resources.
    bool take(JsonTree::Index item)
    {
        const std::string_view array = m_tree.key(m_tree.parent(item));
        if (array == "spans") {
            readSpan(item);
            return true;
        }
        if (array == "resourceSpans" || array == "batches") {
            endResource(item);
            return true;
        }
        return array == "scopeSpans" || array == "instrumentationLibrarySpans";
    }

    void readSpan(JsonTree::Index item)
    {
        JsonProblem problem; // one span that is wrong spoils no other
        const JsonCursor json(m_tree, item, problem);
        TraceSpan span;
        span.place = "span " + std::to_string(++m_count);
        span.name = nameText(json.at("name"));
        span.traceId = nameText(json.at("traceId"));
        span.spanId = nameText(json.at("spanId"));
        span.parentId = nameText(json.at("parentSpanId"));
        span.kind = kindOf(json.at("kind"));
        readTimes(json, span);
        readAttributes(json.at("attributes"), span.attributes);
        for (const JsonCursor& event : json.at("events").items(kMostAttributes)) {
            if (event.at("name").text() == "exception") {
                readAttributes(event.at("attributes"), span.attributes);
            }
        }
        constexpr qint64 kError = 2;
        span.hasFailed = isEnum(json.at("status").at("code"), "STATUS_CODE_ERROR", kError);
        span.errorMessage = nameText(json.at("status").at("message"));
        if (problem.isSet) {
            m_sink.skip(span.place, span.name, fromQString(problem.text));
            return;
        }
        m_spans.add(std::move(span));
    }

    static void readTimes(const JsonCursor& json, TraceSpan& span)
    {
        const JsonCursor begin = json.required("startTimeUnixNano");
        const std::optional<Duration> start = timeSince1970(begin, kNanoseconds);
        if (!start) {
            begin.complain(QStringLiteral("a time in nanoseconds since 1970"));
            return;
        }
        span.start = *start;
        span.end = std::max(*start, timeSince1970(json.at("endTimeUnixNano"), kNanoseconds).value_or(*start));
    }

    void endResource(JsonTree::Index item)
    {
        JsonProblem ignored;
        SpanAttributes resource;
        readAttributes(JsonCursor(m_tree, item, ignored).at("resource").at("attributes"), resource);
        TraceProgram program{.service = std::string(valueOf(resource, "service.name")),
                             .instance = std::string(valueOf(resource, "service.instance.id")),
                             .sdk = std::string(valueOf(resource, "telemetry.sdk.language"))};
        if (program.instance.empty()) {
            program.instance = valueOf(resource, "host.name");
        }
        m_spans.endGroup({{std::string(), std::move(program)}});
    }

    QString m_place;
    TrafficSink& m_sink;
    TraceSpans m_spans;
    JsonTree m_tree;
    std::size_t m_count = 0;
};

} // namespace

Result<Done> readOtlp(QIODevice& device, const QString& place, TrafficSink& sink, const Progress& progress)
{
    return OtlpPass(place, sink).go(device, progress);
}

} // namespace retryscope::io
