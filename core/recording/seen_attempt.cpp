// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/seen_attempt.h"

#include <algorithm>
#include <array>

namespace retryscope {

std::string outcomeOf(const AttemptFacts& facts)
{
    if (facts.fault) {
        return std::string(toString(facts.fault->kind));
    }
    return facts.response ? std::to_string(facts.response->status) : std::string();
}

const Headers& sentHeaders(const AttemptRecord& attempt)
{
    static const Headers none;
    return attempt.facts.wire ? *attempt.facts.wire->sentHeaders : none;
}

std::string agentOf(const CallRecord& call)
{
    if (!call.source->userAgent.empty() || call.attempts.empty()) {
        return call.source->userAgent;
    }
    const std::string* agent = sentHeaders(call.attempts.front()).find("User-Agent");
    return agent ? *agent : std::string();
}

bool isHinted(const AttemptFacts& facts)
{
    constexpr std::array kHints{"retry-after", "x-amz-retry-after", "retry-after-ms"};
    return facts.response && std::ranges::any_of(kHints, [&facts](const char* name) {
               return facts.response->headers.contains(name);
           });
}

OptionalDuration waitAfter(const CallRecord& call, std::size_t attempt)
{
    if (attempt + 1 >= call.attempts.size()) {
        return std::nullopt;
    }
    const AttemptFacts& facts = call.attempts[attempt].facts;
    if (facts.timesUnseen || call.attempts[attempt + 1].facts.timesUnseen) {
        return facts.wire ? facts.wire->saidDelay : OptionalDuration();
    }
    if (call.attempts[attempt + 1].start < call.attempts[attempt].end) {
        return std::nullopt;
    }
    return call.attempts[attempt + 1].start - call.attempts[attempt].end;
}

std::vector<Place> endedAttempts(const RunRecord& record, const std::vector<int>& calls)
{
    std::vector<Place> places;
    for (const int call : calls) {
        const std::vector<AttemptRecord>& attempts = record.callAt(call).attempts;
        for (std::size_t index = 0; index < attempts.size(); ++index) {
            if (!attempts[index].isRunning) {
                places.push_back({.call = call, .attempt = static_cast<int>(index)});
            }
        }
    }
    std::stable_sort(places.begin(), places.end(), [&record](const Place& left, const Place& right) {
        return record.at(left).end < record.at(right).end;
    });
    return places;
}

bool cameToNothing(const CallRecord& call)
{
    const bool hasFailed = call.verdict == CallVerdict::Running && !call.attempts.empty() &&
                           !call.attempts.back().isRunning &&
                           call.attempts.back().decision.verdict == Verdict::Stop;
    return call.verdict == CallVerdict::Failed || call.source->isClientGone || hasFailed;
}

bool hasGivenUp(const CallRecord& call)
{
    constexpr std::chrono::milliseconds kAtOnce{500};
    return call.source->isClientGone && call.end - call.attempts.back().end <= kAtOnce;
}

bool wasGivenUp(const CallRecord& call)
{
    return cameToNothing(call) && (!call.source->isClientGone || hasGivenUp(call));
}

bool wasWatchedLongEnough(const RunRecord& record, const CallRecord& call)
{
    Duration longest{0};
    for (std::size_t index = 0; index < call.attempts.size(); ++index) {
        longest = std::max(longest, waitAfter(call, index).value_or(Duration::zero()));
    }
    return !record.header().isRecorded || call.source->isClientGone ||
           call.attempts.back().end + longest * 2 + kOwnWork < watchedUntil(record);
}

Instant watchedUntil(const RunRecord& record)
{
    return std::max(record.end(), record.header().watchedUntil);
}

} // namespace retryscope
