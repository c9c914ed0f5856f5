// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/trace.h"
#include "core/io/json/json_fields.h"

#include <string>
#include <vector>

namespace retryscope::io {

/// Writes the findings, as in `trace`.
void writeTrace(JsonWriter& writer, const Trace& trace, const ResolvedPolicy& policy);
/// Writes the server's delay hint that applied (the last one found), as in `hint`; null if there is none.
void writeHint(JsonWriter& writer, const Trace& trace, const ResolvedPolicy& policy);
/// Reads the findings of many attempts. Most findings repeat: reads identical ones only once.
class TraceReader
{
public:
    explicit TraceReader(RuleBook& rules) : m_rules(rules), m_known(kKnown) {}

    /// Errors go to the cursor's problem.
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
