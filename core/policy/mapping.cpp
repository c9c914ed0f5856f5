// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/mapping.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace retryscope {

namespace {

constexpr std::array<std::string_view, 2> kOrigins{"own-", "listed-"};
constexpr std::array<std::string_view, 3> kSorts{"names-", "faults-", "statuses-"};

/// In the order in which they decide where the first match wins.
std::vector<std::string> prefixes()
{
    std::vector<std::string> result;
    for (const std::string_view origin : kOrigins) {
        for (const std::string_view sort : kSorts) {
            result.push_back(std::string(origin) + std::string(sort));
        }
    }
    return result;
}

void removeOwn(std::vector<Rule>& rules)
{
    rules.erase(std::remove_if(rules.begin(), rules.end(), isMapping), rules.end());
}

std::string prefixFor(const ErrorMapping& mapping)
{
    const std::size_t sort = std::holds_alternative<std::string>(mapping.what) ? 0
                             : std::holds_alternative<FaultKind>(mapping.what) ? 1
                                                                               : 2;
    return std::string(kOrigins.at(mapping.isListed ? 1 : 0)) + std::string(kSorts.at(sort));
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

/// In the order in which they decide where the first match wins; each error once.
std::vector<Rule> rulesFor(const std::vector<ErrorMapping>& mappings)
{
    std::vector<Rule> rules;
    for (const std::string& prefix : prefixes()) {
        for (const ErrorMapping& mapping : mappings) {
            if (prefixFor(mapping) != prefix) {
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

/// A rule of the client's own that retries, however often; `421` once and at once is the HTTP library's.
bool isOfList(const Rule& rule)
{
    const bool retries = rule.kind != ErrorKind::Permanent && rule.kind != ErrorKind::None;
    return retries && !isMapping(rule) && !rule.atMost && rule.countsAsAttempt;
}

bool isOfSuch(const Rule& rule, const ErrorMapping& mapping)
{
    if (std::holds_alternative<std::string>(mapping.what)) {
        return !rule.when.nameIn.empty();
    }
    return std::holds_alternative<FaultKind>(mapping.what)
               ? !rule.when.faultIn.empty()
               : !rule.when.statusIn.empty() && rule.when.faultIn.empty();
}

bool hasFault(const Rule& rule, const ErrorMapping& mapping)
{
    const auto* fault = std::get_if<FaultKind>(&mapping.what);
    const std::vector<FaultKind>& faults = rule.when.faultIn;
    return fault != nullptr && std::find(faults.begin(), faults.end(), *fault) != faults.end();
}

/// The rules that hold such errors, or this fault, if all of them ask for a method.
std::vector<std::size_t> filteredLists(const std::vector<Rule>& rules, const ErrorMapping& mapping)
{
    std::vector<std::size_t> lists;
    std::vector<std::size_t> withFault;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (isOfList(rules[i]) && isOfSuch(rules[i], mapping)) {
            lists.push_back(i);
        }
        if (isOfList(rules[i]) && hasFault(rules[i], mapping)) {
            withFault.push_back(i);
        }
    }
    if (!withFault.empty()) {
        lists = withFault;
    }
    const bool areFiltered = std::all_of(lists.begin(), lists.end(), [&rules](std::size_t i) {
        return !rules[i].when.methodIn.empty() || rules[i].when.idempotent;
    });
    return areFiltered ? lists : std::vector<std::size_t>{};
}

/// Puts the error where the client's own lists stand.
void addListed(Policy& policy, const ErrorMapping& mapping, const std::vector<std::size_t>& lists)
{
    std::vector<Rule>& rules = policy.rules;
    Rule listed = rulesFor({mapping}).front();
    const auto known = std::find_if(rules.begin(), rules.end(),
                                    [&listed](const Rule& rule) { return rule.id == listed.id; });
    if (known != rules.end()) {
        addTo(known->when, mapping);
        return;
    }
    const Rule& list = rules[lists.front()];
    listed.scope = list.scope;
    listed.when.methodIn = list.when.methodIn;
    listed.when.idempotent = list.when.idempotent;
    const std::size_t place = policy.lastMatchWins ? lists.back() + 1 : lists.front();
    rules.insert(rules.begin() + static_cast<std::ptrdiff_t>(place), std::move(listed));
}

bool isSuccess(const SuccessSpec& success, int status)
{
    return std::any_of(success.statusIn.begin(), success.statusIn.end(),
                       [status](const StatusRange& range) { return range.contains(status); });
}

} // namespace

bool isMapping(const Rule& rule)
{
    const std::vector<std::string> all = prefixes();
    return std::any_of(all.begin(), all.end(),
                       [&rule](const std::string& prefix) { return rule.id.starts_with(prefix); });
}

std::vector<ErrorMapping> mappingsOf(const Policy& policy)
{
    std::vector<ErrorMapping> mappings;
    for (const std::string& prefix : prefixes()) {
        for (const Rule& rule : policy.rules) {
            if (!rule.id.starts_with(prefix)) {
                continue;
            }
            // In place: GCC 12 warns of a moved-from variant that was never set.
            const auto add = [&](auto what) {
                mappings.emplace_back().what = std::move(what);
                mappings.back().kind = rule.kind;
                mappings.back().isListed = prefix.starts_with(kOrigins[1]);
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
    std::vector<ErrorMapping> overriding;
    for (auto each = mappings.begin(); each != mappings.end(); ++each) {
        const bool isReplaced = std::any_of(
            each + 1, mappings.end(), [each](const ErrorMapping& later) { return later.what == each->what; });
        if (isReplaced) {
            continue;
        }
        const std::vector<std::size_t> lists =
            each->isListed ? filteredLists(policy.rules, *each) : std::vector<std::size_t>{};
        if (lists.empty()) {
            overriding.push_back(*each);
            overriding.back().isListed = false;
        } else {
            addListed(policy, *each, lists);
        }
    }
    std::vector<Rule> own = rulesFor(overriding);
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
