// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/io/storage/json_fields.h"
#include "core/run/run_record.h"

#include <memory>
#include <string>
#include <unordered_map>

namespace retryscope::io {

/// Reads the attempts of a record. Responses that are equal in every byte are kept once.
class AttemptReader
{
public:
    explicit AttemptReader(RuleBook& rules) : m_rules(rules) {}

    [[nodiscard]] AttemptRecord read(const JsonCursor& attempt);

private:
    [[nodiscard]] std::shared_ptr<const Reply> response(const JsonCursor& attempt);

    RuleBook& m_rules;
    std::unordered_map<std::string, std::shared_ptr<const Reply>> m_responses; ///< by their content
    std::size_t m_contentBytes = 0;                                            ///< of all of them
    std::string m_content; ///< of the response that is read
};

} // namespace retryscope::io
