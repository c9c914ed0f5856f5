// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/state_story.h"

#include "core/explain/condition_text.h"
#include "core/explain/policy_words.h"
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

std::string placeText(const RunRecord& record, const Refusal& refusal)
{
    const CallRecord& call = record.calls()[refusal.call];
    std::string text = "at call " + std::to_string(call.call);
    if (record.header().clients > 1) {
        text += " of client " + std::to_string(call.client);
    }
    if (refusal.attempt > 0) {
        text += ", after its attempt " + std::to_string(refusal.attempt + 1);
    }
    return text;
}

/// `the client stops retrying at call 51: 0 tokens`
std::string stopText(const RunRecord& record, const Refusal& refusal)
{
    return "the client stops retrying " + placeText(record, refusal) + ": " +
           counted(refusal.price.before, "token");
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

std::string quotaStory(const RunRecord& record)
{
    const QuotaSpec* quota = quotaOf(record);
    if (quota == nullptr || record.calls().empty()) {
        return {};
    }
    const std::string capacity = std::to_string(quota->capacity);
    const bool hasCalls = record.header().callsPerClient > 1;
    const std::optional<Refusal> refusal = firstRefusal(record);
    if (quota->scope == QuotaScope::Call) {
        return refusal ? "The retry quota of " + capacity + " tokens, new for every call, refused a retry " +
                             placeText(record, *refusal) + "."
               : hasCalls
                   ? "The retry quota of " + capacity +
                         " tokens is new for every call in this client, so it never runs dry over many "
                         "calls."
                   : std::string();
    }
    const int client = refusal ? record.calls()[refusal->call].client : record.calls().front().client;
    const std::optional<int> level = lastLevel(record, client);
    if (!level || (!refusal && (!hasCalls || *level == quota->capacity))) {
        return {};
    }
    std::string text = refusal ? capitalised(quotaStopText(record)) + ". " : std::string();
    if (const CallRecord* again = refusal ? retriesAgain(record, *refusal) : nullptr) {
        text += "It can pay for a retry again at call " + std::to_string(again->call) + ". ";
    }
    text += capitalised(givenBackText(*quota)) + "; ";
    text += "at the end " + counted(*level, "token") + " of " + capacity +
            (*level == 1 ? " is left" : " are left");
    return text + (*level == quota->capacity ? std::string() : ", " + fullAgainText(*quota, *level)) + ".";
}

/// What was held back before it was sent, for want of send tokens.
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

std::string heldBackText(const HeldBack& held)
{
    if (held.attempts == 0) {
        return "no attempt had to wait for a send token";
    }
    return counted(held.attempts, "attempt") + " had to wait for it, " + std::to_string(held.firstAttempts) +
           " of them the first of a call, the longest for " + durationText(held.longest);
}

/// What was measured when the limit came, and what is allowed since.
std::string allowedText(const LimiterSpec& limiter, const LimiterUpdated& learned)
{
    const std::string rule = factorText(limiter.beta) + " of what is measured, at least " +
                             rateText(limiter.minFillRatePerSecond) + "; later at most " +
                             factorText(limiter.rateCapFactor) + " × what is measured)";
    const std::string allowed = rateText(learned.rateAfterPerSecond);
    if (learned.measuredPerSecond > 0) {
        return rateText(learned.measuredPerSecond) + " measured, so " + allowed + " allowed (" + rule;
    }
    return "no rate was measured by then (sends are counted over windows of " +
           durationText(fromMilliseconds(limiter.timeBucketSeconds * 1000)) +
           ", and the first was not over), so only the least is allowed, " + allowed + " (else " + rule;
}

/// Where the send rate of this client stood in the end, and since when near it; empty with nothing to tell.
std::string settledText(const RunRecord& record, int client)
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
    std::string text = " At the end " + rateText(last) + " is allowed";
    const CallRecord& call = *learned[since].first;
    if (since > 0 && since + 1 < learned.size()) {
        text += ", about the same since call " + std::to_string(call.call) + ", " +
                durationText(call.start.time_since_epoch()) + " after the start";
    }
    return text + ".";
}

std::string limiterStory(const RunRecord& record)
{
    const LimiterSpec* limiter = limiterOf(record);
    if (limiter == nullptr || record.calls().empty()) {
        return {};
    }
    const bool isPerCall = limiter->scope == QuotaScope::Call;
    const std::string perCall =
        isPerCall ? " The limiter is new for every call in this client: it never holds a first attempt back."
                  : "";
    for (const CallRecord& call : record.calls()) {
        for (const AttemptRecord& attempt : call.attempts) {
            const auto learned = findStep<LimiterUpdated>(attempt.decision.trace);
            if (learned && learned->enabled) {
                return "The send rate has no limit until the first throttling response, that of call " +
                       std::to_string(call.call) + ", attempt " + std::to_string(attempt.attempt) + ": " +
                       allowedText(*limiter, *learned) + "; " + heldBackText(heldBackIn(record)) + "." +
                       (isPerCall ? std::string() : settledText(record, call.client)) + perCall;
            }
        }
    }
    return "No throttling response arrived, so the send rate had no limit." + perCall;
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

std::string fullAgainText(const QuotaSpec& quota, int level)
{
    if (!fillsUp(quota.giveBack)) {
        return "never full again";
    }
    const int calls = std::max(0, quota.capacity - level);
    return "full again after " + counted(calls, "call") + (calls == 1 ? " that needs" : " that need") +
           " no retry; time alone gives nothing back";
}

std::string quotaStopText(const RunRecord& record)
{
    const std::optional<Refusal> refusal = quotaOf(record) ? firstRefusal(record) : std::nullopt;
    if (!refusal) {
        return {};
    }
    const QuotaCharged& price = refusal->price;
    return stopText(record, *refusal) + (price.before == 1 ? " is" : " are") + " left and a retry costs " +
           std::to_string(price.cost);
}

std::string quotaStopSummary(const RunRecord& record)
{
    const QuotaSpec* quota = quotaOf(record);
    const std::optional<Refusal> refusal = quota ? firstRefusal(record) : std::nullopt;
    if (!refusal) {
        return {};
    }
    std::string text = stopText(record, *refusal);
    if (quota->scope == QuotaScope::Client) {
        text += "; " + givenBackText(*quota) + "; " + fullAgainText(*quota, refusal->price.after);
    }
    return text;
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
