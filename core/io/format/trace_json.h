// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/trace.h"
#include "core/io/format/json_fields.h"

#include <string>
#include <vector>

namespace retryscope::io {

/// The findings, as in `trace`.
void writeTrace(JsonWriter& writer, const Trace& trace, const ResolvedPolicy& policy);
/// The server's wish that held (the last one found), as in `hint`; null when the trace holds none.
void writeHint(JsonWriter& writer, const Trace& trace, const ResolvedPolicy& policy);
/// Reads the findings of many attempts. Most findings stand in attempt after attempt: one that is equal in
/// every byte is read once.
class TraceReader
{
public:
    explicit TraceReader(RuleBook& rules) : m_rules(rules), m_known(kKnown) {}

    /// Complaints go to the cursor's problem.
    [[nodiscard]] Trace read(const JsonCursor& steps);

private:
    static constexpr std::size_t kKnown = 256; ///< the later one of two that meet in one place stays
    static constexpr std::size_t kLongest = 1024;

    struct Known
    {
        std::string content;
        TraceStep step;
    };

    RuleBook& m_rules;
    std::vector<Known> m_known; ///< by the hash of the content
};

} // namespace retryscope::io
