// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/first_verdicts.h"

#include "core/decide/client_walk.h"
#include "core/facts/grpc_status.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace retryscope {

namespace {

constexpr int kFirstStatus = 100;
constexpr int kPastStatuses = 1000;

/// With attempts, tokens and time for one retry more, whatever the policy says of them.
Policy withoutLimits(Policy policy)
{
    constexpr int kPlenty = 1000;
    policy.attempts = {.max = kPlenty};
    policy.quota.reset();
    policy.limiter.reset();
    policy.backoff.when = BackoffWhen::AfterFailure;
    policy.services.clear();
    policy.operations.clear();
    return policy;
}

void addParts(std::set<int>& parts, const std::vector<StatusRange>& ranges)
{
    for (const StatusRange& range : ranges) {
        for (const int status : {range.from, range.to + 1}) {
            if (status > kFirstStatus && status < kPastStatuses) {
                parts.insert(status);
            }
        }
    }
}

void addParts(std::set<int>& parts, const Policy& policy)
{
    addParts(parts, policy.success.statusIn);
    for (const Rule& rule : policy.rules) {
        addParts(parts, rule.when.statusIn);
    }
}

} // namespace

FirstVerdicts::FirstVerdicts(const Policy& policy, std::string method)
{
    m_spec.method = std::move(method);
    m_spec.url = "http://localhost/";
    m_spec.service = "generic";
    m_policy = resolve(withoutLimits(policy), m_spec);
}

Verdict FirstVerdicts::of(const AttemptFacts& facts) const
{
    return firstDecision(m_policy, m_spec, facts).verdict;
}

Verdict FirstVerdicts::of(int status) const
{
    return of(bareResponse(status));
}

Verdict FirstVerdicts::of(FaultKind fault) const
{
    return of(bareFault(fault));
}

Verdict FirstVerdicts::ofGrpcStatus(int code) const
{
    constexpr int kOk = 200;
    auto response = std::make_shared<Response>();
    response->status = kOk;
    response->headers.add("grpc-status", std::to_string(code));
    AttemptFacts facts;
    facts.response = std::move(response);
    return of(facts);
}

bool readsGrpcStatus(const Policy& policy)
{
    return std::any_of(policy.reading.begin(), policy.reading.end(), [](const auto& reading) {
        const std::vector<NamePlace>& places = reading.second.places;
        return std::any_of(places.begin(), places.end(), isGrpcStatusHeader);
    });
}

std::vector<int> statusParts(const Policy& one, const Policy& other)
{
    std::set<int> parts{kFirstStatus, kPastStatuses};
    addParts(parts, one);
    addParts(parts, other);
    return {parts.begin(), parts.end()};
}

ChangedStatuses changedStatuses(const Policy& own, const Policy& wanted)
{
    const FirstVerdicts before(own, "GET");
    const FirstVerdicts after(wanted, "GET");
    const std::vector<int> parts = statusParts(own, wanted);
    ChangedStatuses changed;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        const bool was = before.of(parts[i]) == Verdict::Retry;
        const bool is = after.of(parts[i]) == Verdict::Retry;
        for (int status = parts[i]; was != is && status < parts[i + 1]; ++status) {
            (is ? changed.more : changed.less).push_back(status);
        }
    }
    return changed;
}

bool isStatusWord(const std::string& word)
{
    return word == "5xx" || (word.size() == 3 && word.find_first_not_of("0123456789") == std::string::npos);
}

std::vector<std::string> retriedWords(const Policy& policy, const std::string& method)
{
    const FirstVerdicts verdicts(policy, method);
    const std::vector<int> parts = statusParts(policy, policy);
    std::vector<int> statuses;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        const bool isRetried = verdicts.of(parts[i]) == Verdict::Retry;
        for (int status = parts[i]; isRetried && status < parts[i + 1]; ++status) {
            statuses.push_back(status);
        }
    }
    const auto isOfServer = [](int status) {
        return status >= 500 && status <= 599;
    };
    std::vector<std::string> words;
    if (std::count_if(statuses.begin(), statuses.end(), isOfServer) == 100) {
        words.emplace_back("5xx");
    }
    for (const int status : statuses) {
        words.push_back(std::to_string(status));
    }
    for (const auto& [fault, word] : EnumWords<FaultKind>::kWords) {
        if (verdicts.of(fault) == Verdict::Retry) {
            words.emplace_back(word);
        }
    }
    for (int code = 1; readsGrpcStatus(policy) && code < kGrpcStatuses; ++code) {
        if (verdicts.ofGrpcStatus(code) == Verdict::Retry) {
            words.push_back("grpc-" + std::to_string(code));
        }
    }
    return words;
}

} // namespace retryscope
