// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/mapping.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace retryscope {

namespace {

constexpr std::string_view kNames = "own-names-";
constexpr std::string_view kFaults = "own-faults-";
constexpr std::string_view kStatuses = "own-statuses-";

void removeOwn(std::vector<Rule>& rules)
{
    rules.erase(std::remove_if(rules.begin(), rules.end(), isMapping), rules.end());
}

std::string_view prefixFor(const ErrorMapping& mapping)
{
    if (std::holds_alternative<std::string>(mapping.what)) {
        return kNames;
    }
    return std::holds_alternative<FaultKind>(mapping.what) ? kFaults : kStatuses;
}

/// Ids hold no capitals: `part-done` for `partDone`.
std::string idFor(const ErrorMapping& mapping)
{
    std::string id(prefixFor(mapping));
    for (const char character : toString(mapping.kind)) {
        const auto byte = static_cast<unsigned char>(character);
        id += std::isupper(byte) != 0 ? "-" : "";
        id += static_cast<char>(std::tolower(byte));
    }
    return id;
}

void addTo(Condition& when, const ErrorMapping& mapping)
{
    if (const auto* name = std::get_if<std::string>(&mapping.what)) {
        when.nameIn.push_back(*name);
    } else if (const auto* fault = std::get_if<FaultKind>(&mapping.what)) {
        when.faultIn.push_back(*fault);
    } else {
        const int status = std::get<int>(mapping.what);
        when.statusIn.push_back({status, status});
    }
}

/// In the order in which they decide where the first match wins.
std::vector<Rule> rulesFor(const std::vector<ErrorMapping>& mappings)
{
    std::vector<Rule> rules;
    for (const std::string_view prefix : {kNames, kFaults, kStatuses}) {
        for (auto each = mappings.begin(); each != mappings.end(); ++each) {
            const ErrorMapping& mapping = *each;
            const bool isReplaced =
                std::any_of(each + 1, mappings.end(),
                            [&mapping](const ErrorMapping& later) { return later.what == mapping.what; });
            if (prefixFor(mapping) != prefix || isReplaced) {
                continue;
            }
            const std::string id = idFor(mapping);
            auto rule =
                std::find_if(rules.begin(), rules.end(), [&id](const Rule& known) { return known.id == id; });
            if (rule == rules.end()) {
                Rule fresh;
                fresh.id = id;
                fresh.scope = RuleScope::All;
                fresh.kind = mapping.kind;
                fresh.source = "mapped by hand";
                rule = rules.insert(rules.end(), std::move(fresh));
            }
            addTo(rule->when, mapping);
        }
    }
    return rules;
}

bool isSuccess(const SuccessSpec& success, int status)
{
    return std::any_of(success.statusIn.begin(), success.statusIn.end(),
                       [status](const StatusRange& range) { return range.contains(status); });
}

} // namespace

bool isMapping(const Rule& rule)
{
    return rule.id.starts_with(kNames) || rule.id.starts_with(kFaults) || rule.id.starts_with(kStatuses);
}

std::vector<ErrorMapping> mappingsOf(const Policy& policy)
{
    std::vector<ErrorMapping> mappings;
    for (const std::string_view prefix : {kNames, kFaults, kStatuses}) {
        for (const Rule& rule : policy.rules) {
            if (!rule.id.starts_with(prefix)) {
                continue;
            }
            // In place: GCC 12 warns of a moved-from variant that was never set.
            const auto add = [&](auto what) {
                mappings.emplace_back().what = std::move(what);
                mappings.back().kind = rule.kind;
            };
            for (const std::string& name : rule.when.nameIn) {
                add(name);
            }
            for (const FaultKind fault : rule.when.faultIn) {
                add(fault);
            }
            for (const StatusRange& range : rule.when.statusIn) {
                add(range.from);
            }
        }
    }
    return mappings;
}

Policy withMappings(Policy policy, const std::vector<ErrorMapping>& mappings)
{
    removeOwn(policy.rules);
    std::vector<Rule> own = rulesFor(mappings);
    if (policy.lastMatchWins) {
        policy.rules.insert(policy.rules.end(), own.rbegin(), own.rend());
        own.clear(); // the general rules come after those of a service, so they decide there too
    } else {
        policy.rules.insert(policy.rules.begin(), own.begin(), own.end());
    }
    for (auto& [service, change] : policy.services) {
        removeOwn(change.rules);
        if (!change.rules.empty()) {
            change.rules.insert(change.rules.begin(), own.begin(), own.end());
        }
    }
    return policy;
}

Policy withMapping(Policy policy, const ErrorMapping& mapping)
{
    std::vector<ErrorMapping> mappings = mappingsOf(unmapped(policy, mapping));
    mappings.push_back(mapping);
    return withMappings(std::move(policy), mappings);
}

Policy unmapped(Policy policy, const ErrorMapping& mapping)
{
    std::vector<ErrorMapping> mappings = mappingsOf(policy);
    const auto isSame = [&mapping](const ErrorMapping& known) {
        return known.what == mapping.what;
    };
    mappings.erase(std::remove_if(mappings.begin(), mappings.end(), isSame), mappings.end());
    return withMappings(std::move(policy), mappings);
}

std::vector<ErrorMapping> mappingsOfSuccesses(const Policy& policy)
{
    std::vector<ErrorMapping> mappings = mappingsOf(policy);
    const auto isHarmless = [&policy](const ErrorMapping& mapping) {
        const auto* status = std::get_if<int>(&mapping.what);
        return status == nullptr ||
               !(isSuccess(policy.success, *status) ||
                 std::any_of(policy.services.begin(), policy.services.end(), [status](const auto& service) {
                     return service.second.success && isSuccess(*service.second.success, *status);
                 }));
    };
    mappings.erase(std::remove_if(mappings.begin(), mappings.end(), isHarmless), mappings.end());
    return mappings;
}

} // namespace retryscope
