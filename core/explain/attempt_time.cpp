// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/attempt_time.h"

#include "core/explain/escape.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/facts/redirect.h"

#include <algorithm>
#include <vector>

namespace retryscope {

namespace {

std::string connectionText(const AttemptFacts& facts)
{
    if (!facts.wire || facts.wire->connection == 0) {
        return {};
    }
    return "; connection " + std::to_string(facts.wire->connection) +
           (facts.wire->reused ? ", reused" : ", new");
}

std::string notFollowedText(const AttemptFacts& facts)
{
    const std::string reason = whyNotFollowed(facts);
    return reason.empty() ? reason : "; redirect not followed: " + reason;
}

} // namespace

std::optional<GapBefore> gapBefore(const CallRecord& call, std::size_t index, bool isWaiting)
{
    if (index == 0 || index >= call.attempts.size() || call.attempts[index - 1].isRunning) {
        return std::nullopt;
    }
    const AttemptRecord& before = call.attempts[index - 1];
    const AttemptRecord& attempt = call.attempts[index];
    GapBefore gap{.whole = std::max(Duration::zero(), attempt.start - before.end)};
    if (isWaiting) {
        gap.retryDelay = std::min(gap.whole, before.decision.delay);
        gap.sendDelay = std::min(gap.whole - gap.retryDelay, attempt.sendDelay);
    }
    gap.rest = gap.whole - gap.retryDelay - gap.sendDelay;
    return gap;
}

std::string noteInBrackets(const Hop& hop)
{
    return hop.note.empty() ? std::string() : " (" + oneLine(hop.note) + ')';
}

std::string phasesText(const AttemptRecord& attempt)
{
    const OptionalDuration took = tookOf(attempt);
    if (!took) {
        return {};
    }
    const Phases& phases = attempt.facts.phases;
    const Duration whole = *took;
    Duration rest = whole;
    std::vector<std::string> parts;
    const auto add = [&](const char* name, const OptionalDuration& phase) {
        if (const std::optional<Duration> length = phase) {
            parts.push_back(name + (" " + durationText(*length)));
            rest -= *length;
        }
    };
    constexpr std::size_t kMostOfALocation = 60;
    for (const Hop& hop : attempt.facts.wire ? attempt.facts.wire->hops : std::vector<Hop>()) {
        parts.push_back(filled("redirect %1 to %2 %3%4", hop.response.status,
                               shownName(hop.location, kMostOfALocation), durationText(hop.end - hop.start),
                               noteInBrackets(hop)));
        rest -= hop.end - hop.start;
    }
    add("look-up", phases.lookup);
    add("connect", phases.connect);
    add("TLS", phases.tls);
    add("send", phases.send);
    add("wait for first byte", phases.wait);
    add("receive", phases.receive);
    if (parts.empty()) {
        return {};
    }
    if (rest > Duration::zero()) {
        parts.push_back(durationText(rest) + " in Retryscope, not on the wire");
    }
    return durationText(whole) + ": " + joined(parts, ", ") + connectionText(attempt.facts) +
           notFollowedText(attempt.facts);
}

std::string gapText(const CallRecord& call, std::size_t index, bool isWaiting)
{
    const std::optional<GapBefore> gap = gapBefore(call, index, isWaiting);
    constexpr Duration kWorthALine{5}; // less is written as nothing
    if (!gap || gap->whole < kWorthALine) {
        return {};
    }
    std::vector<std::string> parts{gap->retryDelay > Duration::zero()
                                       ? durationText(gap->retryDelay) + " delay"
                                       : std::string("no delay")};
    if (gap->sendDelay > Duration::zero()) {
        parts.push_back(durationText(gap->sendDelay) + " delayed before sending");
    }
    if (gap->rest > Duration::zero()) {
        parts.push_back(durationText(gap->rest) + " in Retryscope");
    }
    return durationText(gap->whole) + " after attempt " + std::to_string(call.attempts[index - 1].attempt) +
           ": " + joined(parts, ", ");
}

} // namespace retryscope
