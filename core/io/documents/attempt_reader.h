// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/io/documents/trace_json.h"
#include "core/io/json/json_fields.h"
#include "core/run/run_record.h"

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

namespace retryscope::io {

/// Reads the attempts of a record. Stores identical responses only once.
class AttemptReader
{
public:
    explicit AttemptReader(RuleBook& rules) : m_rules(rules), m_traces(rules) {}

    [[nodiscard]] AttemptRecord read(const JsonCursor& attempt);

private:
    /// Reuses the previous attempt's value, which is usually equal.
    template <typename T>
    struct Latest
    {
        Shared<T> value;

        const Shared<T>& sharedOf(T next)
        {
            if (*value != next) {
                value = Shared<T>(std::move(next));
            }
            return value;
        }
    };

    [[nodiscard]] std::shared_ptr<const Response> response(const JsonCursor& attempt);

    RuleBook& m_rules;
    TraceReader m_traces;
    std::unordered_map<std::string, std::shared_ptr<const Response>> m_responses; ///< by their content
    std::size_t m_contentBytes = 0;                                               ///< of all of them
    Latest<std::string> m_sentBody;
    Latest<RequestTarget> m_sentTarget;
    Latest<Headers> m_addedHeaders;
    std::string m_content; ///< of the response that is read
};

} // namespace retryscope::io
