// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/otlp_reader.h"

#include "core/io/traffic/trace_file.h"

#include <algorithm>

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

class OtlpFile : public TraceFile
{
public:
    using TraceFile::TraceFile;

protected:
    /// Resources have scopes, and those have spans.
    bool take(JsonTree::Index item) override
    {
        const std::string_view array = tree().key(tree().parent(item));
        if (array == "spans") {
            addSpan(item);
            return true;
        }
        if (array == "resourceSpans" || array == "batches") {
            endResource(item);
            return true;
        }
        return array == "scopeSpans" || array == "instrumentationLibrarySpans";
    }

    void readSpan(const JsonCursor& json, TraceSpan& span) const override
    {
        span.name = nameText(json.at("name"));
        span.traceId = nameText(json.at("traceId"));
        span.spanId = nameText(json.at("spanId"));
        span.parentId = nameText(json.at("parentSpanId"));
        span.kind = kindOf(json.at("kind"));
        readTimes(json, span);
        readAttributes(json.at("attributes"), span.attributes);
        for (const JsonCursor& event : json.at("events").items(kMostAttributes)) {
            const std::string name = nameText(event.at("name"));
            SpanAttributes attributes;
            readAttributes(event.at("attributes"), attributes);
            addEvent(span, name, attributes);
            if (name == "exception") {
                span.attributes.merge(attributes);
            }
        }
        constexpr qint64 kError = 2;
        span.hasFailed = isEnum(json.at("status").at("code"), "STATUS_CODE_ERROR", kError);
        span.errorMessage = nameText(json.at("status").at("message"));
    }

private:
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
        readAttributes(JsonCursor(tree(), item, ignored).at("resource").at("attributes"), resource);
        spans().endGroup(
            {{std::string(), programOf(std::string(valueOf(resource, "service.name")), resource)}});
    }
};

} // namespace

Result<Done> readOtlp(QIODevice& device, const QString& place, TrafficSink& sink, const Progress& progress)
{
    sink.setTitle("OTLP JSON");
    return OtlpFile(sink).read(device, place, {.endDocument = [] {}, .progress = progress});
}

} // namespace retryscope::io
