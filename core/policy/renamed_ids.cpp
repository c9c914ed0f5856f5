// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/renamed_ids.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace retryscope {

namespace {

using Renamed = std::pair<std::string_view, std::string_view>;

constexpr std::array kRenamed{
    Renamed{"cut-error-taken-for-whole", "error-truncation-unnoticed"},
    Renamed{"cut-taken-for-whole", "truncation-unnoticed"},
    Renamed{"dynamodb-damaged-answer", "dynamodb-wrong-checksum"},
    Renamed{"never-answers", "no-response"},
    Renamed{"no-answer", "no-response"},
    Renamed{"slow-answer", "slow-response"},
    Renamed{"time-out-and-conflict", "timeout-and-conflict"},
    Renamed{"time-out-at-once", "timeout-at-once"},
    Renamed{"time-out-later", "timeout-later"},
    Renamed{"time-out-status", "timeout-status"},
};

void useCurrent(std::vector<std::string>& ids)
{
    std::ranges::transform(ids, ids.begin(), [](const std::string& id) { return currentId(id); });
}

void useCurrent(std::vector<Rule>& rules)
{
    for (Rule& rule : rules) {
        rule.id = currentId(rule.id);
        useCurrent(rule.when.afterRules);
    }
}

} // namespace

std::string currentId(std::string_view id)
{
    const auto* renamed = std::ranges::find(kRenamed, id, &Renamed::first);
    return std::string(renamed == kRenamed.end() ? id : renamed->second);
}

void useCurrentIds(Policy& policy)
{
    useCurrent(policy.rules);
    for (auto* overrides : {&policy.services, &policy.operations}) {
        for (auto& [name, changes] : *overrides) {
            useCurrent(changes.rules);
            useCurrent(changes.replaces);
        }
    }
}

} // namespace retryscope
