// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/probe/bench_verdicts.h"

#include "core/facts/letter_case.h"
#include "core/policy/resolve.h"
#include "core/probe/side_difference.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

Situation situationOf(const Policy& policy, const RowFacts& row, const AttemptFacts& facts,
                      std::optional<WallTime> wallTime)
{
    return situationUnder(resolve(policy, row.request),
                          {.spec = row.request, .facts = facts, .wallTime = wallTime});
}

std::string nameFound(const Decision& decision, const Situation& situation)
{
    return decision.verdict == Verdict::Succeed ? std::string()
                                                : nameOf(situation.policy.reading, situation.facts).name;
}

/// Requests that one attempt becomes behind the box, rounded up.
int perAttempt(const RowFacts& row)
{
    const int sent = std::max(row.requests, 1);
    return std::max((row.arrivals + sent - 1) / sent, 1);
}

BenchSide sideOf(const Situation& situation, int requestsPerAttempt)
{
    const Decision decision = decisionIn(situation);
    const ResolvedPolicy& policy = situation.policy;
    const Rule* rule = ruleAt(policy.policy, decision.rule);
    BenchSide side{.verdict = decision.verdict,
                   .kind = decision.kind,
                   .rule = rule == nullptr ? std::string() : rule->id,
                   .proviso = rule == nullptr ? std::string() : rule->proviso,
                   .errorName = nameFound(decision, situation),
                   .window = decision.verdict == Verdict::Retry ? decision.window : std::nullopt,
                   .requests = requestsPerAttempt};
    if (decision.verdict == Verdict::Retry) {
        const int attempts = policy.policy.attempts.attempts();
        constexpr int kNoLimit = std::numeric_limits<int>::max();
        side.requests = attempts < kNoLimit / requestsPerAttempt
                            ? std::optional(attempts * requestsPerAttempt)
                            : std::nullopt;
    }
    return side;
}

bool isFromOrigin(const RowFacts& row)
{
    return row.origin.response && !row.origin.fault && row.arrivals > 0;
}

/// A response to HEAD has no body that would tell a page of the box from the origin's response.
bool isOwnPageWithoutBody(const BenchRow& row)
{
    if (row.request.method != "HEAD" || row.outcome != RowOutcome::Altered) {
        return false;
    }
    const auto isType = [](const std::string& name) {
        return equalsIgnoringCase(name, "content-type");
    };
    return row.origin.response->status != row.client.response->status ||
           std::any_of(row.changedHeaders.begin(), row.changedHeaders.end(), isType);
}

/// The origin broke off inside an error, whose head the box had: it may have a page for that status.
bool hasBrokenError(const RowFacts& row)
{
    constexpr int kFirstError = 400;
    return row.origin.response && row.origin.fault && row.arrivals > 0 &&
           row.origin.response->status >= kFirstError;
}

/// A page of an error in place of a success: no box hides one, so it did not get it.
bool isUnread(const RowFacts& row)
{
    constexpr int kFirstError = 400;
    return row.origin.response && row.origin.response->status < kFirstError && row.client.response &&
           row.client.response->status >= kFirstError;
}

/// The origin was too slow for the box. Some say so (504), some have 502 or 503 for it as for a connection
/// that broke off; but that ends at once, and limits of time are whole seconds.
bool hasGivenUp(const RowFacts& row)
{
    constexpr int kGatewayTimeout = 504;
    constexpr Duration kAtOnce = std::chrono::milliseconds(500);
    return isFromOrigin(row) && row.client.response &&
           ((row.client.response->status == kGatewayTimeout &&
             row.origin.response->status != kGatewayTimeout) ||
            (isUnread(row) && row.took > kAtOnce));
}

/// A 304 to a request that asked for no condition: no box can hand it on as what it is (RFC 9110, section
/// 15.4.5), and no setting for statuses changes that.
bool refusesNotModified(const RowFacts& row)
{
    constexpr int kFirstError = 400;
    return isUnaskedNotModified(row) && row.client.response && row.client.response->status >= kFirstError;
}

bool hasLostHeaders(const BenchRow& row)
{
    return std::any_of(row.lostHeaders.begin(), row.lostHeaders.end(),
                       [](const std::string& name) { return !namesTheBox(name); });
}

/// Larger than what boxes take by default: 8 KiB at most of those that were looked at.
bool hasLargeHead(const AttemptFacts& facts)
{
    constexpr std::size_t kUsualBuffer = 4096;
    std::size_t bytes = 0;
    for (const Header& header : facts.response ? facts.response->headers.entries : std::vector<Header>()) {
        bytes += header.name.size() + header.value.size();
    }
    return bytes >= kUsualBuffer;
}

} // namespace

Situation situationAtOrigin(const Policy& policy, const RowFacts& row, std::optional<WallTime> wallTime)
{
    return situationOf(policy, row, row.origin, wallTime);
}

Situation situationThrough(const Policy& policy, const RowFacts& row, std::optional<WallTime> wallTime)
{
    return situationOf(policy, row, row.client, wallTime);
}

const std::vector<std::string>& usualClients()
{
    static const std::vector<std::string> clients{"cpp-1.11.332-default",   "botocore-1.43.67-standard",
                                                  "jsv3-3.1169.0-standard", "java-v2-standard",
                                                  "go-v2-1.17.1-standard",  "rust-standard"};
    return clients;
}

BenchVerdict benchVerdictOf(const Policy& policy, const RowFacts& row, std::optional<WallTime> wallTime)
{
    return {.policy = policy.id,
            .direct = sideOf(situationAtOrigin(policy, row, wallTime), 1),
            .through = sideOf(situationThrough(policy, row, wallTime), perAttempt(row))};
}

void judge(BenchRow& row, const std::vector<Policy>& policies, std::optional<WallTime> wallTime)
{
    row.verdicts.clear();
    if (row.outcome == RowOutcome::NotSent) {
        return;
    }
    for (const Policy& policy : policies) {
        row.verdicts.push_back(benchVerdictOf(policy, row, wallTime));
    }
    std::ranges::copy_if(row.saved, std::back_inserter(row.verdicts), &BenchVerdict::isSaved);
}

void judge(Bench& bench, const std::vector<Policy>& policies, std::optional<WallTime> wallTime)
{
    for (BenchRow& row : bench.rows) {
        if (bench.isOriginReached) {
            judge(row, policies, wallTime);
        } else {
            row.verdicts.clear();
        }
    }
}

std::vector<Policy> savedPolicies(Bench& bench, const PolicyLookup& find)
{
    std::vector<Policy> policies;
    std::map<std::string, bool> known;
    for (BenchRow& row : bench.rows) {
        for (BenchVerdict& verdict : row.saved) {
            const auto [at, isNew] = known.try_emplace(verdict.policy, false);
            if (std::optional<Policy> policy = isNew ? find(verdict.policy) : std::nullopt) {
                at->second = true;
                policies.push_back(*std::move(policy));
            }
            verdict.isSaved = !at->second;
        }
    }
    return policies;
}

int changedVerdicts(const Bench& bench)
{
    std::ptrdiff_t changed = 0;
    for (const BenchRow& row : bench.rows) {
        std::map<std::string_view, const BenchVerdict*> saved;
        for (const BenchVerdict& verdict : row.saved) {
            saved.emplace(verdict.policy, &verdict);
        }
        changed += std::ranges::count_if(row.verdicts, [&saved](const BenchVerdict& now) {
            const auto before = saved.find(now.policy);
            return before != saved.end() && (before->second->direct.verdict != now.direct.verdict ||
                                             before->second->through.verdict != now.through.verdict);
        });
    }
    return static_cast<int>(changed);
}

std::vector<BoxEffect> effectsIn(const BenchRow& row)
{
    std::vector<BoxEffect> effects;
    if (handsOnBareBytes(row)) {
        return effects; // a status line is all that it adds, which is no page to be named
    }
    const bool isOwn =
        row.outcome == RowOutcome::OwnResponse || isOwnPageWithoutBody(row) || refusesNotModified(row);
    if (refusesNotModified(row)) {
        effects.push_back(BoxEffect::OwnPageForFault);
    } else if (isOwn && isFromOrigin(row) && hasLargeHead(row.origin)) {
        effects.push_back(BoxEffect::TooLargeForItself);
    } else if (isOwn && hasBrokenError(row)) {
        effects.push_back(BoxEffect::OwnPage);
        effects.push_back(BoxEffect::OwnPageForFault);
    } else if (isOwn && hasGivenUp(row)) {
        effects.push_back(BoxEffect::GaveUp);
        effects.push_back(BoxEffect::OwnPageForFault);
    } else if (isOwn) {
        effects.push_back(isFromOrigin(row) && !isUnread(row) ? BoxEffect::OwnPage
                                                              : BoxEffect::OwnPageForFault);
    }
    if (row.outcome == RowOutcome::NotForwarded) {
        effects.push_back(BoxEffect::NotForwarded);
    }
    if (row.outcome == RowOutcome::HeldBack) {
        effects.push_back(BoxEffect::HeldBack);
    }
    if (row.outcome == RowOutcome::Altered && !isOwn) {
        const bool isOtherStatus = row.origin.response->status != row.client.response->status;
        if (isOtherStatus) {
            effects.push_back(BoxEffect::StatusChanged);
        }
        if (row.bodyIs == BodyFate::Cut || row.bodyIs == BodyFate::Empty) {
            effects.push_back(BoxEffect::BodyCut);
        } else if (row.bodyIs != BodyFate::Same && !isOtherStatus) {
            effects.push_back(BoxEffect::OwnPage);
        }
        if (row.isReencoded) {
            effects.push_back(BoxEffect::Reencoded);
        }
    }
    // Where the origin's own response is handed on, its headers are, too.
    if (hasLostHeaders(row) && isFromOrigin(row) && !isOwn) {
        effects.push_back(BoxEffect::HeadersLost);
    }
    if (row.isResent()) {
        effects.push_back(row.mayBeDoneTwice() ? BoxEffect::ResentUnsafe : BoxEffect::Resent);
    }
    return effects;
}

} // namespace retryscope
