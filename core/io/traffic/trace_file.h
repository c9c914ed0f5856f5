// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/traffic/json_items.h"
#include "core/io/traffic/trace_spans.h"

namespace retryscope::io {

/// Reads a JSON file of spans, one item after another. Formats say which items are spans, and what is in one.
class TraceFile
{
public:
    explicit TraceFile(TrafficSink& sink) : m_sink(sink), m_spans(sink) {}
    TraceFile(const TraceFile&) = delete;
    TraceFile& operator=(const TraceFile&) = delete;
    virtual ~TraceFile() = default;

    /// Takes parsing.progress and parsing.endDocument. An error if nothing could be read or reading was
    /// stopped.
    Result<Done> read(QIODevice& device, const QString& place, JsonParsing parsing);

protected:
    /// An array item has ended; true if it was used and can be dropped.
    virtual bool take(JsonTree::Index item) = 0;
    /// Fills in all but the place. Complains to the cursor about a span that is wrong, which spoils no other.
    virtual void readSpan(const JsonCursor& json, TraceSpan& span) const = 0;

    void addSpan(JsonTree::Index item);
    [[nodiscard]] const JsonTree& tree() const { return m_tree; }
    [[nodiscard]] TraceSpans& spans() { return m_spans; }

private:
    TrafficSink& m_sink;
    TraceSpans m_spans;
    JsonTree m_tree;
    std::size_t m_count = 0;
};

} // namespace retryscope::io
