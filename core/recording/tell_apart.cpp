// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/tell_apart.h"

#include "core/decide/client_walk.h"
#include "core/recording/client_following.h"
#include "core/recording/seen_attempt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace retryscope {

namespace {

/// Bare failures, the likeliest first.
const std::vector<AttemptFacts>& failures()
{
    static const std::vector<AttemptFacts> all = [] {
        std::vector<AttemptFacts> list;
        for (const int status : {503, 500, 429, 502, 504, 408, 404, 400}) {
            list.push_back(bareResponse(status));
        }
        for (const FaultKind kind : {FaultKind::ConnectionReset, FaultKind::ClosedBeforeResponse}) {
            list.push_back(bareFault(kind));
        }
        return list;
    }();
    return all;
}

/// What a policy does with a call that meets this again and again: a window for each retry.
std::vector<DelayWindow> windowsOf(const ResolvedPolicy& policy, const RequestSpec& spec,
                                   const AttemptFacts& facts, std::size_t most)
{
    std::vector<DelayWindow> windows;
    ClientWalk walk(policy, spec);
    walk.beginCall({});
    while (windows.size() < most) {
        static_cast<void>(walk.admit({}, 0));
        const Decision decision = walk.judge(facts, {}, 0);
        if (decision.verdict != Verdict::Retry) {
            break;
        }
        windows.push_back(decision.window.value_or(DelayWindow{decision.delay, decision.delay}));
    }
    return windows;
}

/// How much one more delay tells between two windows, whichever is true, in natural logarithms.
double toldByDelay(const DelayWindow& one, const DelayWindow& other)
{
    constexpr double kMost = 3; // outside of the other's window
    const auto width = [](const DelayWindow& window) {
        return std::max(toMilliseconds(kOwnWork), toMilliseconds(window.high - window.low));
    };
    const auto told = [&](const DelayWindow& drawn, const DelayWindow& held) {
        const double shared = toMilliseconds(std::min(drawn.high, held.high) - std::max(drawn.low, held.low));
        const double inside = std::clamp((shared + toMilliseconds(kOwnWork)) / width(drawn), 0.0, 1.0);
        return (1 - inside) * kMost + inside * std::max(0.0, std::log(width(held) / width(drawn)));
    };
    return (told(one, other) + told(other, one)) / 2;
}

std::optional<Distinction> distinctionOf(const RequestSpec& spec, const Policy& left, const Policy& right)
{
    constexpr std::size_t kRetries = 12;
    constexpr double kEnough = 3;
    constexpr double kTold = 0.1;
    constexpr int kMostDelays = 50;
    const ResolvedPolicy one = resolve(left, spec);
    const ResolvedPolicy other = resolve(right, spec);
    double told = 0;
    bool isCountOther = false;
    for (const AttemptFacts& facts : failures()) {
        const std::vector<DelayWindow> ours = windowsOf(one, spec, facts, kRetries);
        const std::vector<DelayWindow> theirs = windowsOf(other, spec, facts, kRetries);
        if (ours.empty() != theirs.empty()) {
            return Distinction{.outcome = outcomeOf(facts)};
        }
        isCountOther = isCountOther || ours.size() != theirs.size();
        for (std::size_t retry = 0; retry < std::min(ours.size(), theirs.size()); ++retry) {
            told = std::max(told, toldByDelay(ours[retry], theirs[retry]));
        }
    }
    if (told > kTold) {
        const int delays = std::min(kMostDelays, static_cast<int>(std::ceil(kEnough / told)));
        return Distinction{.kind = DistinctionKind::Delays, .outcome = {}, .delays = delays};
    }
    if (isCountOther) {
        return Distinction{.kind = DistinctionKind::Attempts, .outcome = {}};
    }
    if (one.policy.limiter.has_value() != other.policy.limiter.has_value()) {
        return Distinction{.kind = DistinctionKind::Throttled, .outcome = {}};
    }
    return std::nullopt;
}

} // namespace

std::vector<Distinction> distinctionsOf(const RunRecord& record, int call,
                                        const std::vector<Policy>& policies)
{
    constexpr std::size_t kMostHeld = 8;
    std::vector<Distinction> found;
    for (std::size_t index = 1; index < std::min(policies.size(), kMostHeld); ++index) {
        const RequestSpec spec = requestUnder(record, call, policies.front());
        const std::optional<Distinction> distinction = distinctionOf(spec, policies.front(), policies[index]);
        if (!distinction) {
            continue;
        }
        // Of delays, those tell all apart that tell the hardest.
        const auto alike = std::ranges::find_if(found, [&distinction](const Distinction& one) {
            return one.kind == distinction->kind && one.outcome == distinction->outcome;
        });
        if (alike == found.end()) {
            found.push_back(*distinction);
        } else {
            alike->delays = std::max(alike->delays, distinction->delays);
        }
    }
    return found;
}

} // namespace retryscope
