// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/jaeger_reader.h"

#include "core/io/text/utf8.h"
#include "core/io/traffic/trace_file.h"

#include <algorithm>

namespace retryscope::io {

namespace {

constexpr std::size_t kMostTags = 1000;

/// Lists are texts with the JSON of an array, from which brackets and quotes are taken.
std::string listText(std::string text)
{
    if (text.starts_with("[\"") && text.ends_with("\"]")) {
        text = text.substr(2, text.size() - 4);
        constexpr std::string_view kBetween = "\",\"";
        for (std::size_t at = text.find(kBetween); at != std::string::npos; at = text.find(kBetween, at)) {
            text.replace(at, kBetween.size(), ", ");
        }
    }
    return text;
}

void readTags(const JsonCursor& list, SpanAttributes& attributes)
{
    for (const JsonCursor& tag : list.items(kMostTags)) {
        attributes.try_emplace(nameText(tag.at("key")), listText(scalarText(tag.at("value"))));
    }
}

class JaegerFile : public TraceFile
{
public:
    using TraceFile::TraceFile;

protected:
    /// Traces in `data` have spans.
    bool take(JsonTree::Index item) override
    {
        const JsonTree::Index array = tree().parent(item);
        if (tree().key(array) == "spans") {
            addSpan(item);
            return true;
        }
        if (tree().key(array) == "data" && tree().parent(array) == JsonTree::kRoot) {
            endTrace(item);
            return true;
        }
        return false;
    }

    void readSpan(const JsonCursor& json, TraceSpan& span) const override
    {
        span.name = nameText(json.at("operationName"));
        span.program = nameText(json.at("processID"));
        span.traceId = nameText(json.at("traceID"));
        span.spanId = nameText(json.at("spanID"));
        span.parentId = parentOf(json, span.traceId);
        readTimes(json, span);
        readTags(json.at("tags"), span.attributes);
        for (const JsonCursor& log : json.at("logs").items(kMostTags)) {
            SpanAttributes fields;
            readTags(log.at("fields"), fields);
            const std::string event(valueOf(fields, "event"));
            addEvent(span, event, fields);
            if (event == "exception" || event == "error") {
                span.attributes.merge(fields);
            }
        }
        const std::string_view kind = valueOf(span.attributes, "span.kind");
        span.kind = kind.empty()       ? TraceSpan::Kind::Unstated
                    : kind == "client" ? TraceSpan::Kind::Client
                                       : TraceSpan::Kind::Other;
        span.hasFailed = valueOf(span.attributes, "error") == "true" ||
                         valueOf(span.attributes, "otel.status_code") == "ERROR";
        span.errorMessage = valueOf(span.attributes, "otel.status_description");
    }

private:
    static std::string parentOf(const JsonCursor& span, const std::string& traceId)
    {
        for (const JsonCursor& reference : span.at("references").items(kMostTags)) {
            if (reference.at("refType").text() == "CHILD_OF" && reference.at("traceID").text() == traceId) {
                return nameText(reference.at("spanID"));
            }
        }
        return nameText(span.at("parentSpanID")); // of older files
    }

    static void readTimes(const JsonCursor& json, TraceSpan& span)
    {
        const JsonCursor begin = json.required("startTime");
        const std::optional<Duration> start = timeSince1970(begin, 1);
        if (!start) {
            begin.complain(QStringLiteral("a time in microseconds since 1970"));
            return;
        }
        constexpr qint64 kLongest = qint64{366} * 24 * 3600 * 1'000'000; // microseconds
        const qint64 took = wholeNumber(json.at("duration")).value_or(0);
        span.start = *start;
        span.end = *start + Duration{std::clamp<qint64>(took, 0, kLongest)};
    }

    void endTrace(JsonTree::Index item)
    {
        JsonProblem ignored;
        const JsonCursor processes = JsonCursor(tree(), item, ignored).at("processes");
        std::map<std::string, TraceProgram> programs;
        for (const auto& [name, process] : processes.members()) {
            SpanAttributes tags;
            readTags(process.at("tags"), tags);
            programs.emplace(fromQString(name), programOf(nameText(process.at("serviceName")), tags));
        }
        spans().endGroup(programs);
    }
};

} // namespace

Result<Done> readJaeger(QIODevice& device, const QString& place, TrafficSink& sink, const Progress& progress)
{
    sink.setTitle("Jaeger JSON");
    return JaegerFile(sink).read(device, place, {.progress = progress});
}

} // namespace retryscope::io
