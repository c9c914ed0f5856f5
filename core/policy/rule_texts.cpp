// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/rule_texts.h"

#include "core/facts/text_search.h"

#include <algorithm>
#include <utility>

namespace retryscope {

bool RuleTexts::hasAny(const std::vector<std::string>& texts)
{
    constexpr std::size_t kFewSteps = 262'144; // some tens of microseconds
    std::size_t bytes = 0;
    for (const std::string& text : texts) {
        bytes += text.size();
    }
    m_steps += bytes * m_text.size();
    if (m_steps > kFewSteps && !m_isSearched) {
        searchForAll();
    }
    return std::any_of(texts.begin(), texts.end(), [this](const std::string& text) {
        return text.empty() ||
               (m_isSearched ? m_found.contains(text) : m_text.find(text) != std::string_view::npos);
    });
}

void RuleTexts::searchForAll()
{
    std::vector<std::string> all;
    for (const Rule& rule : m_rules) {
        const std::vector<std::string>& texts = rule.when.*m_list;
        all.insert(all.end(), texts.begin(), texts.end());
    }
    const std::vector<bool> isThere = TextSearch(all).foundIn(m_text);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (isThere[i]) {
            m_found.insert(std::move(all[i]));
        }
    }
    m_isSearched = true;
}

} // namespace retryscope
