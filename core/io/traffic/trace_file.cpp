// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/trace_file.h"

#include "core/io/text/utf8.h"

#include <utility>

namespace retryscope::io {

Result<Done> TraceFile::read(QIODevice& device, const QString& place, JsonParsing parsing)
{
    parsing.takeItem = [this](JsonTree::Index item) {
        return take(item);
    };
    Result<Done> parsed = parseItems(device, place, m_tree, parsing, m_count, m_sink);
    if (parsed) {
        m_spans.finish();
    }
    return parsed;
}

void TraceFile::addSpan(JsonTree::Index item)
{
    JsonProblem problem;
    TraceSpan span;
    span.place = "span " + std::to_string(++m_count);
    readSpan(JsonCursor(m_tree, item, problem), span);
    if (problem.isSet) {
        m_sink.skip(span.place, span.name, fromQString(problem.text));
    } else {
        m_spans.add(std::move(span));
    }
}

} // namespace retryscope::io
