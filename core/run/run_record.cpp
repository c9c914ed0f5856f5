// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/run_record.h"

#include <algorithm>
#include <cassert>

namespace retryscope {

namespace {

/// Room for one more attempt. Most calls make one, or as many as their policy allows: these get no more room
/// than they need.
void makeRoom(std::vector<AttemptRecord>& attempts, const RunHeader& header)
{
    constexpr int kFew = 4;
    if (attempts.empty()) {
        attempts.reserve(1);
    } else if (attempts.size() == 1) {
        const int allowed = header.policy ? header.policy->policy.attempts.attempts() : kFew;
        attempts.reserve(static_cast<std::size_t>(std::clamp(allowed, 2, kFew)));
    }
}

} // namespace

Place RunRecord::append(RunEvent&& event)
{
    return std::visit(Overloaded{
                          [this](CallBegan& began) { return begin(began); },
                          [this](AttemptBegan& began) { return begin(std::move(began)); },
                          [this](AttemptJudged& judgement) { return judged(std::move(judgement)); },
                          [this](DelayEnded& delay) { return delayed(delay); },
                          [this](CallEnded& ended) { return end(ended); },
                      },
                      event);
}

Place RunRecord::begin(const CallBegan& event)
{
    const auto client = static_cast<std::size_t>(event.client);
    if (m_latestCallOfClient.size() <= client) {
        m_latestCallOfClient.resize(client + 1, -1);
    }
    m_latestCallOfClient[client] = static_cast<int>(m_calls->size());
    m_calls.edit().push_back({.client = event.client,
                              .call = event.call,
                              .start = event.at,
                              .end = event.at,
                              .round = event.round});
    reach(event.at);
    return {.call = static_cast<int>(m_calls->size()) - 1, .attempt = -1};
}

Place RunRecord::begin(AttemptBegan&& event)
{
    const int index = indexOf(event.client, event.call);
    CallRecord& call = mutableCallAt(index);
    call.verdict = CallVerdict::Running; // a recorded one that seemed over may go on
    call.stopReason.reset();
    makeRoom(call.attempts, m_header);
    AttemptRecord& attempt = call.attempts.emplace_back();
    attempt.attempt = event.attempt;
    attempt.sendDelay = event.sendDelay;
    attempt.admission = std::move(event.admission);
    attempt.start = attempt.end = event.at;
    attempt.sentBody = std::move(event.sentBody);
    attempt.sentTarget = std::move(event.sentTarget);
    attempt.addedHeaders = std::move(event.addedHeaders);
    ++m_attemptCount;
    reach(event.at);
    return {.call = index, .attempt = static_cast<int>(call.attempts.size()) - 1};
}

Place RunRecord::judged(AttemptJudged&& event)
{
    const Place place = placeOf(event.client, event.call, event.attempt);
    CallRecord& call = mutableCallAt(place.call);
    AttemptRecord& attempt = call.attempts[static_cast<std::size_t>(place.attempt)];
    attempt.isRunning = false;
    attempt.end = event.at;
    call.end = std::max(call.end, event.at);
    attempt.draw = event.draw;
    attempt.facts = std::move(event.facts);
    attempt.decision = std::move(event.decision);
    attempt.sendRatePerSecond = event.sendRatePerSecond;
    attempt.assumed = event.assumed;
    reach(event.at);
    return place;
}

Place RunRecord::delayed(const DelayEnded& event)
{
    const Place place = placeOf(event.client, event.call, event.attempt);
    CallRecord& call = mutableCallAt(place.call);
    AttemptRecord& attempt = call.attempts[static_cast<std::size_t>(place.attempt)];
    attempt.actualDelay = event.actual;
    call.end = std::max(call.end, attempt.end + event.actual);
    reach(call.end);
    return place;
}

Place RunRecord::end(const CallEnded& event)
{
    const int index = indexOf(event.client, event.call);
    CallRecord& call = mutableCallAt(index);
    call.end = event.at;
    call.verdict = event.verdict;
    call.stopReason = event.stopReason;
    reach(event.at);
    return {.call = index, .attempt = -1};
}

void RunRecord::noteRefusedHandshake(RefusedHandshake refused)
{
    if (m_header.refusedHandshakes.size() < RunHeader::kMostRefusedHandshakes) {
        m_header.refusedHandshakes.push_back(std::move(refused));
    }
}

void RunRecord::noteImport(std::shared_ptr<const ImportNotes> notes)
{
    m_header.importedFrom = notes->format;
    m_header.isImportedNow = true;
    m_header.import = std::move(notes);
}

void RunRecord::noteShortage(const DescriptorShortage& more)
{
    m_header.shortage.idleClosed += more.idleClosed;
    m_header.shortage.waited += more.waited;
}

int RunRecord::indexOf(int client, int call) const
{
    // A client of ours makes its calls one after another, so an event concerns its latest one; the calls of
    // a foreign one may overlap.
    const auto isIt = [&](const CallRecord& other) {
        return other.call == call && other.client == client;
    };
    int index = m_latestCallOfClient.at(static_cast<std::size_t>(client));
    index -= std::max(callAt(index).call - call, 0); // at least so many places before it
    while (index > 0 && !isIt(callAt(index))) {
        --index;
    }
    assert(index >= 0 && isIt(callAt(index)));
    return index;
}

Place RunRecord::placeOf(int client, int call, int attempt) const
{
    const int index = indexOf(client, call);
    const std::vector<AttemptRecord>& attempts = callAt(index).attempts;
    auto at = static_cast<int>(attempts.size()) - 1;
    while (at > 0 && attempts[static_cast<std::size_t>(at)].attempt != attempt) {
        --at; // a foreign client may send the next one before this one has ended
    }
    assert(!attempts.empty() && attempts[static_cast<std::size_t>(at)].attempt == attempt);
    return {.call = index, .attempt = at};
}

void RunRecord::reach(Instant at)
{
    m_end = std::max(m_end, at);
}

bool RunRecord::allSucceeded() const
{
    for (std::size_t index = 0; index < m_calls->size(); ++index) {
        if (calls()[index].verdict != CallVerdict::Succeeded && !isMadeAgain(index)) {
            return false;
        }
    }
    return !m_calls->empty();
}

bool RunRecord::isMadeAgain(std::size_t call) const
{
    if (m_header.loop.rounds <= calls()[call].round) {
        return false;
    }
    const auto next = std::find_if(
        m_calls->begin() + static_cast<std::ptrdiff_t>(call) + 1, m_calls->end(),
        [client = calls()[call].client](const CallRecord& other) { return other.client == client; });
    return next != m_calls->end() && next->round == calls()[call].round + 1;
}

void RunRecord::adopt(CallRecord call)
{
    m_attemptCount += static_cast<int>(call.attempts.size());
    reach(call.end);
    for (const AttemptRecord& attempt : call.attempts) {
        reach(attempt.end + attempt.actualDelay.value_or(Duration::zero()));
    }
    m_calls.edit().push_back(std::move(call));
}

OptionalDuration tookOf(const AttemptRecord& attempt)
{
    return attempt.isRunning || attempt.facts.timesUnseen ? OptionalDuration()
                                                          : OptionalDuration(attempt.end - attempt.start);
}

bool hasTimes(const CallRecord& call)
{
    return std::ranges::none_of(call.attempts,
                                [](const AttemptRecord& attempt) { return attempt.facts.timesUnseen; });
}

OptionalDuration tookOf(const CallRecord& call)
{
    return hasTimes(call) ? OptionalDuration(call.end - call.start) : OptionalDuration();
}

Headers sentHeaders(const RunHeader& header, const AttemptRecord& attempt)
{
    if (attempt.facts.wire) {
        return attempt.facts.wire->sentHeaders;
    }
    Headers planned = header.spec.headers;
    planned.entries.insert(planned.entries.end(), attempt.addedHeaders->entries.begin(),
                           attempt.addedHeaders->entries.end());
    return planned;
}

} // namespace retryscope
