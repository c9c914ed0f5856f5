// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/rule.h"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

/// Which texts of a policy's rules occur in one text. A policy from a stranger may list hundreds, and a body
/// may be made so that each comparison takes long: where that could be, all are looked for at once.
class RuleTexts
{
public:
    /// list: the condition whose texts are looked for. rules and text must outlive this.
    RuleTexts(const std::vector<Rule>& rules, std::vector<std::string> Condition::*list,
              std::string_view text)
        : m_rules(rules), m_list(list), m_text(text)
    {
    }

    /// texts: of the same condition of one of the rules. An empty text occurs everywhere.
    [[nodiscard]] bool hasAny(const std::vector<std::string>& texts);

private:
    void searchForAll();

    const std::vector<Rule>& m_rules;
    std::vector<std::string> Condition::*m_list;
    std::string_view m_text;
    std::size_t m_steps = 0; // that comparing one by one may have taken so far
    bool m_isSearched = false;
    std::set<std::string> m_found;
};

} // namespace retryscope
