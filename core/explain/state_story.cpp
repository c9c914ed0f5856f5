// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/state_story.h"

#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/read/load_curves.h"
#include "core/read/quota_ledger.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace retryscope {

namespace {

/// The first retry that a client's quota refused.
struct Refusal
{
    std::size_t call = 0;
    std::size_t attempt = 0;
    QuotaCharged price;
};

const QuotaSpec* quotaOf(const RunRecord& record)
{
    const RunHeader& header = record.header();
    return header.policy && header.policy->policy.quota ? &*header.policy->policy.quota : nullptr;
}

const LimiterSpec* limiterOf(const RunRecord& record)
{
    const RunHeader& header = record.header();
    return header.policy && header.policy->policy.limiter ? &*header.policy->policy.limiter : nullptr;
}

std::optional<Refusal> firstRefusal(const RunRecord& record)
{
    for (std::size_t call = 0; call < record.calls().size(); ++call) {
        const std::vector<AttemptRecord>& attempts = record.calls()[call].attempts;
        for (std::size_t attempt = 0; attempt < attempts.size(); ++attempt) {
            const auto charged = findStep<QuotaCharged>(attempts[attempt].decision.trace);
            if (charged && !charged->granted) {
                return Refusal{call, attempt, *charged};
            }
        }
    }
    return std::nullopt;
}

/// `call 51 of client 2, after attempt 3`
std::string placeText(const RunRecord& record, const Refusal& refusal)
{
    const CallRecord& call = record.calls()[refusal.call];
    std::string text = "call " + std::to_string(call.call);
    if (record.header().clients > 1) {
        text += " of client " + std::to_string(call.client);
    }
    if (refusal.attempt > 0) {
        text += ", after attempt " + std::to_string(refusal.attempt + 1);
    }
    return text;
}

/// `The client stops retrying in call 51: 0 tokens are left, and a retry costs 5.`
std::string stopSentence(const RunRecord& record, const Refusal& refusal)
{
    return filled("The client stops retrying in %1: %2 left, and a retry costs %3.",
                  placeText(record, refusal), counted(refusal.price.before, "token is", "tokens are"),
                  refusal.price.cost);
}

/// The first call after the refusal in which the same client paid for a retry again.
const CallRecord* retriesAgain(const RunRecord& record, const Refusal& refusal)
{
    const int client = record.calls()[refusal.call].client;
    for (std::size_t index = refusal.call + 1; index < record.calls().size(); ++index) {
        const CallRecord& call = record.calls()[index];
        const auto paid = [](const AttemptRecord& attempt) {
            const auto charged = findStep<QuotaCharged>(attempt.decision.trace);
            return charged && charged->granted && charged->cost > 0;
        };
        if (call.client == client && std::any_of(call.attempts.begin(), call.attempts.end(), paid)) {
            return &call;
        }
    }
    return nullptr;
}

/// Of this client, after its last attempt.
std::optional<int> lastLevel(const RunRecord& record, int client)
{
    const std::vector<std::vector<QuotaEntry>> ledger = quotaLedgerOf(record);
    for (std::size_t call = ledger.size(); call-- > 0;) {
        if (record.calls()[call].client == client && !ledger[call].empty()) {
            return ledger[call].back().after;
        }
    }
    return std::nullopt;
}

/// How many successes refill the quota.
std::string fullAgainSentences(const QuotaSpec& quota, int level)
{
    if (!fillsUp(quota.giveBack)) {
        return "The quota is never full again.";
    }
    return filled("The quota is full again after %1 at the first attempt. Time alone gives nothing back.",
                  counted(std::max(0, quota.capacity - level), "call that succeeds", "calls that succeed"));
}

std::string quotaStory(const RunRecord& record)
{
    const QuotaSpec* quota = quotaOf(record);
    if (quota == nullptr || record.calls().empty()) {
        return {};
    }
    const bool hasCalls = record.header().callsPerClient > 1;
    const std::optional<Refusal> refusal = firstRefusal(record);
    if (quota->scope == QuotaScope::Call) {
        return refusal
                   ? filled("The retry quota (token bucket) of %1 tokens starts full for every call. It was "
                            "too low for a retry in %2.",
                            quota->capacity, placeText(record, *refusal))
               : hasCalls
                   ? filled("The retry quota (token bucket) of %1 tokens starts full for every call of this "
                            "client, so many calls cannot exhaust it.",
                            quota->capacity)
                   : std::string();
    }
    const int client = refusal ? record.calls()[refusal->call].client : record.calls().front().client;
    const std::optional<int> level = lastLevel(record, client);
    if (!level || (!refusal && (!hasCalls || *level == quota->capacity))) {
        return {};
    }
    const CallRecord* again = refusal ? retriesAgain(record, *refusal) : nullptr;
    return prose({refusal ? stopSentence(record, *refusal) : "",
                  again ? filled("The client can pay for a retry again in call %1.", again->call) : "",
                  capitalised(givenBackText(*quota)) + ".",
                  filled(*level == 1 ? SentenceForm<2>("At the end %1 of %2 tokens is left.")
                                     : SentenceForm<2>("At the end %1 of %2 tokens are left."),
                         *level, quota->capacity),
                  *level == quota->capacity ? "" : fullAgainSentences(*quota, *level)});
}

/// The attempts that waited for a send token.
struct HeldBack
{
    int attempts = 0;
    int firstAttempts = 0;
    Duration longest{0};
};

HeldBack heldBackIn(const RunRecord& record)
{
    HeldBack held;
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            const auto delayed = findStep<SendDelayed>(attempt.admission);
            if (delayed && delayed->delay > Duration::zero()) {
                ++held.attempts;
                held.firstAttempts += attempt.attempt == 1 ? 1 : 0;
                held.longest = std::max(held.longest, delayed->delay);
            }
        }
    }
    return held;
}

std::string heldBackSentences(const HeldBack& held)
{
    if (held.attempts == 0) {
        return "No attempt had to wait for a send token.";
    }
    return prose({filled("%1 had to wait for a send token, the longest for %2.",
                         counted(held.attempts, "attempt"), durationText(held.longest)),
                  held.firstAttempts == 0 ? ""
                  : held.firstAttempts == held.attempts
                      ? "Each was the first attempt of its call."
                      : filled("%1 of them %2 the first attempt of a call.", held.firstAttempts,
                               held.firstAttempts == 1 ? "was" : "were")});
}

/// What the client had measured when the limit began, and what it allows since.
std::string allowedSentences(const LimiterSpec& limiter, const LimiterUpdated& learned)
{
    const std::string allowed = rateText(learned.rateAfterPerSecond);
    const std::string share = factorText(limiter.beta);
    return prose(
        {learned.measuredPerSecond > 0
             ? filled("The client had measured %1, so it allows %2: %3 × the measured rate, at least %4.",
                      rateText(learned.measuredPerSecond), allowed, share,
                      rateText(limiter.minFillRatePerSecond))
             : filled(
                   "The client had not measured a rate by then, because its first window of %1 was not over. "
                   "So it allows the minimum, %2, instead of %3 × the measured rate.",
                   durationText(fromMilliseconds(limiter.timeBucketSeconds * 1000)), allowed, share),
         filled("Later it allows at most %1 × the measured rate.", factorText(limiter.rateCapFactor))});
}

/// Where the send rate of this client stood in the end, and since when near it; empty with nothing to tell.
std::string settledSentence(const RunRecord& record, int client)
{
    constexpr double kNear = 0.1; // of the last rate
    std::vector<std::pair<const CallRecord*, LimiterUpdated>> learned;
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            const auto update = findStep<LimiterUpdated>(attempt.decision.trace);
            if (call.client == client && update && update->enabled) {
                learned.emplace_back(&call, *update);
            }
        }
    }
    if (learned.size() < 2) {
        return {};
    }
    const double last = learned.back().second.rateAfterPerSecond;
    std::size_t since = learned.size() - 1;
    while (since > 0 && std::abs(learned[since - 1].second.rateAfterPerSecond - last) <= kNear * last) {
        --since;
    }
    const CallRecord& call = *learned[since].first;
    return since > 0 && since + 1 < learned.size()
               ? filled("The send rate ends at %1. It has been steady since call %2 (%3).", rateText(last),
                        call.call, durationText(call.start.time_since_epoch()))
               : filled("The send rate ends at %1.", rateText(last));
}

std::string limiterStory(const RunRecord& record)
{
    const LimiterSpec* limiter = limiterOf(record);
    if (limiter == nullptr || record.calls().empty()) {
        return {};
    }
    const bool isPerCall = limiter->scope == QuotaScope::Call;
    const std::string perCall =
        isPerCall ? "This client starts every call with a new send rate, so a first attempt never waits."
                  : "";
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            const auto learned = findStep<LimiterUpdated>(attempt.decision.trace);
            if (learned && learned->enabled) {
                return prose({filled("The send rate has no limit until the first throttling response, in "
                                     "call %1, attempt %2.",
                                     call.call, attempt.attempt),
                              allowedSentences(*limiter, *learned), heldBackSentences(heldBackIn(record)),
                              isPerCall ? "" : settledSentence(record, call.client), perCall});
            }
        }
    }
    return prose({"No throttling response arrived, so the send rate had no limit.", perCall});
}

} // namespace

std::string givenBackText(const QuotaSpec& quota)
{
    switch (quota.giveBack) {
    case GiveBack::Nothing:
        return "a success gives nothing back";
    case GiveBack::One:
        return "each success gives back 1 token";
    case GiveBack::LastCost:
        return "each success gives back what the last retry of the call cost, or 1 token without a retry";
    case GiveBack::LastCostAndOne:
        return "each success gives back 1 token and what the last retry of the call cost";
    case GiveBack::LastCostOnly:
        return "a success gives back what the last retry of the call cost, and nothing without a retry";
    }
    return {};
}

std::string givenBackSentences(const QuotaSpec& quota, int level)
{
    return prose({capitalised(givenBackText(quota)) + ".", fullAgainSentences(quota, level)});
}

std::string quotaStopSentences(const RunRecord& record)
{
    const QuotaSpec* quota = quotaOf(record);
    const std::optional<Refusal> refusal = quota ? firstRefusal(record) : std::nullopt;
    if (!refusal) {
        return {};
    }
    return prose({stopSentence(record, *refusal),
                  quota->scope == QuotaScope::Call ? "" : givenBackSentences(*quota, refusal->price.after)});
}

std::optional<RefusedRetry> firstRefusedRetry(const RunRecord& record)
{
    const std::optional<Refusal> refusal = quotaOf(record) != nullptr ? firstRefusal(record) : std::nullopt;
    if (!refusal) {
        return std::nullopt;
    }
    return RefusedRetry{.place = {static_cast<int>(refusal->call), static_cast<int>(refusal->attempt)},
                        .name = placeText(record, *refusal)};
}

std::vector<std::string> stateStory(const RunRecord& record)
{
    std::vector<std::string> sentences;
    for (std::string& sentence : std::vector{quotaStory(record), limiterStory(record)}) {
        if (!sentence.empty()) {
            sentences.push_back(std::move(sentence));
        }
    }
    return sentences;
}

} // namespace retryscope
